import Foundation
import Testing

@testable import market

/// What the README says is what the program does.
struct ReadmeTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func readme() throws -> String {
    try String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
  }

  /// In order, in one home folder, in the folder of the package; stdout and stderr together, as on a terminal.
  /// Only times are not compared.
  @Test func `every example does what it says`() async throws {
    let blocks = ConsoleBlock.blocks(of: try Self.readme())
    #expect(!blocks.isEmpty)
    let program = Program(home: try Home())
    for block in blocks {
      #expect(!block.steps.isEmpty, "line \(block.line)")
      for step in block.steps {
        let command = step.command.replacing("swift run market ", with: "market ")
        let result = try await program.run("{ \(command)\n} 2>&1", in: Self.folder.path)
        #expect(
          Self.timeless(result.output) == Self.timeless(step.output), "line \(block.line): \(step.command)")
      }
    }
  }

  private static func timeless(_ text: String) -> String {
    text.replacing(#/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)/#, with: "⟨time⟩")
  }

  /// The images of a terminal: no shell can run them in a pipe, so the lines are drawn here.
  @Test func `the tables are those that are drawn`() async throws {
    let readme = try Self.readme()
    let home = try Home()
    let commands = [
      "add --title '맥북 프로' --price 1690000 --discounted-price 1490000 --currency KRW",
      "add --title '기계식 키보드' --price 89000 --currency KRW --stock 1200",
      "add --title 'Brass lamp' --price 12.50 --currency USD --stock 0",
    ]
    for command in commands { #expect(await home.pipe.run(command).exitCode == .done) }
    home.wait(days: 3)
    for command in ["list", "list --locale ko_KR"] {
      let outcome = await home.terminal().run(command)
      #expect(
        readme.contains("```text\n$ market \(command)\n\(outcome.output)\(outcome.error)```"),
        "\(outcome.text)")
    }
  }

  @Test func `every command that is named is one that there is`() throws {
    let names = try Self.readme().matches(of: #/`market ([a-z]+)/#).map { String($0.1) }
    let known = Market.commands.map { $0.declaration.name }
    #expect(!names.isEmpty)
    #expect(names.filter { !known.contains($0) } == [])
  }

  @Test func `blocks, steps and commands of several lines are told apart`() {
    let text = """
      ```sh
      $ not me
      ```
      ```console
      $ one
      1
      2
      $ two \\
        more
      3
      ```
      after
      ```console
      $ four
      ```
      """
    let blocks = ConsoleBlock.blocks(of: text)
    #expect(blocks.map(\.line) == [4, 13])
    #expect(
      blocks.map(\.steps) == [
        [.init(command: "one", output: "1\n2\n"), .init(command: "two \\\n  more", output: "3\n")],
        [.init(command: "four", output: "")],
      ])
  }
}
