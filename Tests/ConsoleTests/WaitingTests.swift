import TestSupport
import Testing

@testable import Console

/// The line that shows a wait.
struct WaitingTests {
  private let output = MemoryStream(isTerminal: true, columns: 20, rows: 5)
  private let error = MemoryStream(isTerminal: true, columns: 20, rows: 5)

  private func console(colored: Bool = false) -> Console {
    let style = Style(isColored: colored)
    return Console(output: output, error: error, input: MemoryInput([]), style: style, errorStyle: style)
  }

  private static let blank = "\r\u{1B}[K"

  @Test func `a spinner turns on one line, which is erased at the end`() async throws {
    try await console().waiting({ $0.line("Waiting for somebody") }, after: .zero) {
      try await eventually("the spinner is drawn three times") {
        self.error.text.split(separator: Self.blank).count >= 3
      }
    }
    let drawn = error.text.components(separatedBy: Self.blank)
    #expect(drawn.prefix(4) == ["", "⠋ Waiting for some…", "⠙ Waiting for some…", "⠹ Waiting for some…"])
    #expect(drawn.last == "")
    #expect(output.text == "")
  }

  @Test func `work that ends at once shows no line`() async {
    #expect(await console().waiting({ $0.line("x") }, after: .seconds(60)) { 7 } == 7)
    #expect(error.text == "")
  }

  @Test func `the line gives way to other output`() async throws {
    let console = console()
    try await console.waiting({ $0.line("x") }, after: .zero) {
      try await eventually("stderr ends with: x") { error.text.hasSuffix("x") }
      try console.print("data")
      #expect(error.text.hasSuffix("x" + Self.blank))
      try await eventually("stderr ends with: x") { error.text.hasSuffix("x") }
      console.note("note")
      #expect(error.text.contains("x\(Self.blank)note\n"))
    }
    #expect(output.text == "data\n")
  }

  @Test func `of several waits the first one is shown`() async throws {
    let console = console()
    try await console.waiting({ $0.line("first") }, after: .zero) {
      try await console.waiting({ $0.line("second") }, after: .zero) {
        try await eventually("stderr has: first") { error.text.contains("first") }
      }
    }
    #expect(!error.text.contains("second"))
  }

  @Test func `the line is erased after a failure as well`() async throws {
    await #expect(throws: ConsoleError.closedPipe) {
      try await console().waiting({ $0.line("x") }, after: .zero) {
        try await eventually("stderr ends with: x") { error.text.hasSuffix("x") }
        throw ConsoleError.closedPipe
      }
    }
    #expect(error.text.hasSuffix("x" + Self.blank))
  }

  @Test func `without a movable cursor nothing is shown`() async throws {
    let error = MemoryStream(isTerminal: true, columns: 20)
    let console = Console(output: output, error: error, input: MemoryInput([]))
    await console.waiting({ $0.line("x") }, after: .zero) { for _ in 0..<100 { await Task.yield() } }
    #expect(error.text == "")
    #expect(try !console.redraw(["b"], over: DrawnLines(["a"], columns: 20)))
  }
}
