import Console
import Foundation
import HTTP
import OpenMarket
import TestSupport
import Testing

@testable import market

/// Runs the whole program in memory, over a home folder.
struct Terminal {
  let home: Home
  /// The width of the terminal; nil for a pipe.
  var columns: Int?
  /// The height of a terminal on which the cursor can be moved.
  var rows: Int?
  var isColored = false
  /// The lines of standard input.
  var input: [String] = []
  var environment: [String: String] = [:]
  /// The number of bytes after which the output fails.
  var capacity = Int.max
  var failure = ConsoleError.cannotWrite(reason: "no space left")
  /// Runs an editor, a line of the shell. None is started here.
  var edit: @Sendable (String) -> Int32? = { _ in 127 }
  /// Renders images.
  var images = ImageRenderer.none
  /// The session; nil for the embedded market.
  var session: (any Session)?
  /// The session to the servers of the web; nil for the network.
  var web: (@Sendable (Settings) -> any Session)?

  /// Runs a command line. Words are separated by spaces; single quotes keep spaces within a word.
  func run(_ line: String) async -> Outcome {
    await run(words: Self.words(of: line))
  }

  func run(words: [String]) async -> Outcome {
    let isTerminal = columns != nil
    let output = MemoryStream(
      isTerminal: isTerminal, columns: columns, rows: rows, capacity: capacity, failure: failure)
    let error = MemoryStream(isTerminal: isTerminal, columns: columns, rows: rows)
    let input = MemoryInput(input, isTerminal: isTerminal)
    let variables = ["HOME": home.path, "TERM": "xterm", "NO_COLOR": isColored ? "" : "1"].merging(
      environment
    ) { $1 }
    let processEnvironment = ProcessEnvironment(
      variables: variables,
      timeZone: TimeZone(identifier: "Asia/Seoul") ?? .gmt,
      now: { home.now },
      console: { choice in
        let style = Style(
          isColored: Style.isColored(
            choice: choice ?? .auto, environment: variables, isTerminal: isTerminal))
        return Console(output: output, error: error, input: input, style: style, errorStyle: style)
      },
      images: { settings, _, _ in images },
      session: { settings in
        if let session { return session }
        switch settings.place {
        case .embedded(let location): return home.market(at: location, isOperated: true)
        // On a busy machine a response may take longer than the program waits, which then sends the request again.
        case .server where settings[.timeout].text == nil && settings[.cacert].text == nil:
          return networkSession()
        case .server: return ProcessEnvironment.process().session(settings)
        }
      },
      web: { web?($0) ?? ProcessEnvironment.webSession($0, environment: [:]) },
      // Signals are sent to the whole process, in which other tests send them too.
      stopSignals: { nil },
      edit: edit)
    let code = await Market(processEnvironment).run(words)
    return Outcome(output: output.text, error: error.text, exitCode: code)
  }

  static func words(of line: String) -> [String] {
    var words: [String] = []
    for (index, part) in line.split(separator: "'", omittingEmptySubsequences: false).enumerated() {
      if index.isMultiple(of: 2) {
        words += part.split(separator: " ").map(String.init)
      } else {
        words.append(String(part))
      }
    }
    return words
  }
}

/// The output and the exit code of a command.
struct Outcome: Equatable {
  let output: String
  let error: String
  let exitCode: ExitCode

  /// All of it, for a test to compare: the output, the lines on stderr after `! `, and the exit code when it is not 0.
  /// ESC is shown as `␛`, so that an expectation can be read.
  var text: String {
    var lines = Self.lines(output) + Self.lines(error).map { "! " + $0 }
    if exitCode != .done { lines.append("exit \(exitCode.rawValue)") }
    return lines.joined(separator: "\n").replacing("\u{1B}", with: "␛")
  }

  /// Expects `text` to be equal.
  func prints(_ expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(text == expected, sourceLocation: sourceLocation)
  }

  /// With one code in place of each receipt: codes are random.
  var withEqualReceipts: Outcome {
    let code = /\b(?=[A-Z]*[2-7])[A-Z2-7]{16}\b/
    return Outcome(
      output: output.replacing(code, with: "ABCDEFGHIJKLMNO2"),
      error: error.replacing(code, with: "ABCDEFGHIJKLMNO2"), exitCode: exitCode)
  }

  private static func lines(_ text: String) -> [String] {
    guard !text.isEmpty else { return [] }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return text.hasSuffix("\n") ? lines.dropLast() : lines.dropLast() + [(lines.last ?? "") + "⟨no line end⟩"]
  }
}

extension Home {
  /// A terminal of that many columns.
  func terminal(_ columns: Int = 80, colored: Bool = false) -> Terminal {
    Terminal(home: self, columns: columns, isColored: colored)
  }

  /// Runs commands in a pipe.
  var pipe: Terminal { Terminal(home: self) }

  /// Puts a few items up for sale, over three days: one at a discount, one with many left, one sold out.
  func fill() async throws {
    try write(Pixel.png, to: "macbook.png")
    let items = [
      "add --title '맥북 프로' --price 1690000 --discounted-price 1490000 --currency KRW --image \(path)/macbook.png",
      "add --title '기계식 키보드' --price 89000 --currency KRW --stock 1200 --description '갈축, 텐키리스'",
      "add --title 'Brass lamp' --price 12.50 --currency USD --stock 0 --description 'Works.\nA bit scratched.'",
    ]
    for item in items {
      _ = await pipe.run(item)
      wait(days: 1)
    }
  }
}
