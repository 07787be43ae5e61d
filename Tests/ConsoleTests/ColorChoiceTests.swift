import Console
import Testing

struct ColorChoiceTests {
  /// The variables that decide, in order of precedence.
  private static let variables: [(name: String, value: String, isColored: Bool)] = [
    ("NO_COLOR", "1", false),
    ("CLICOLOR_FORCE", "1", true),
    ("FORCE_COLOR", "1", true),
    ("CLICOLOR", "0", false),
    ("TERM", "dumb", false),
  ]

  @Test func `in every combination the setting with the highest precedence decides`() {
    for set in 0..<(1 << Self.variables.count) {
      let given = Self.variables.indices.filter { set & 1 << $0 != 0 }.map { Self.variables[$0] }
      let environment = Dictionary(given.map { ($0.name, $0.value) } + [("TERM", "xterm")]) { given, _ in
        given
      }
      for isTerminal in [true, false] {
        func isColored(_ choice: ColorChoice) -> Bool {
          Style.isColored(choice: choice, environment: environment, isTerminal: isTerminal)
        }
        #expect(isColored(.always))
        #expect(!isColored(.never))
        #expect(isColored(.auto) == given.first?.isColored ?? isTerminal, "\(environment)")
      }
    }
  }

  @Test(arguments: [
    ["NO_COLOR": ""], ["CLICOLOR_FORCE": "0"], ["FORCE_COLOR": "0"], ["FORCE_COLOR": ""], ["CLICOLOR": "1"],
    ["COLORTERM": "truecolor"],
  ])
  func `an empty variable has no effect`(variables: [String: String]) {
    let environment = variables.merging(["TERM": "xterm"]) { $1 }
    #expect(Style.isColored(choice: .auto, environment: environment, isTerminal: true))
    #expect(!Style.isColored(choice: .auto, environment: environment, isTerminal: false))
  }

  @Test(arguments: [[:], ["TERM": ""], ["TERM": "dumb"]])
  func `without TERM there is no colour`(environment: [String: String]) {
    #expect(!Style.isColored(choice: .auto, environment: environment, isTerminal: true))
    #expect(Style.isColored(choice: .always, environment: environment, isTerminal: true))
  }
}
