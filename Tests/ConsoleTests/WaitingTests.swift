import TestSupport
import Testing

@testable import Console

/// What somebody at a terminal sees while something goes on.
struct WaitingTests {
  private let output = MemoryStream(isTerminal: true, columns: 20, rows: 5)
  private let error = MemoryStream(isTerminal: true, columns: 20, rows: 5)

  private func console(colored: Bool = false) -> Console {
    let style = Style(isColored: colored)
    return Console(output: output, error: error, input: MemoryInput([]), style: style, errorStyle: style)
  }

  private static let blank = "\r\u{1B}[K"

  @Test func `a sign turns, in one line, which is gone at the end`() async throws {
    try await console().waiting({ $0.line("Waiting for somebody") }, after: .zero) {
      try await eventually { self.error.text.split(separator: Self.blank).count >= 3 }
    }
    let drawn = error.text.components(separatedBy: Self.blank)
    #expect(drawn.prefix(4) == ["", "⠋ Waiting for some…", "⠙ Waiting for some…", "⠹ Waiting for some…"])
    #expect(drawn.last == "")
    #expect(output.text == "")
  }

  @Test func `what is done at once needs no words`() async {
    #expect(await console().waiting({ $0.line("x") }, after: .seconds(60)) { 7 } == 7)
    #expect(error.text == "")
  }

  @Test func `the line gives way to what is written`() async throws {
    let console = console()
    try await console.waiting({ $0.line("x") }, after: .zero) {
      try await eventually { error.text.hasSuffix("x") }
      try console.print("data")
      #expect(error.text.hasSuffix("x" + Self.blank))
      try await eventually { error.text.hasSuffix("x") }
      console.note("note")
      #expect(error.text.contains("x\(Self.blank)note\n"))
    }
    #expect(output.text == "data\n")
  }

  @Test func `of several at once the first one is seen`() async throws {
    let console = console()
    try await console.waiting({ $0.line("first") }, after: .zero) {
      try await console.waiting({ $0.line("second") }, after: .zero) {
        try await eventually { error.text.contains("first") }
      }
    }
    #expect(!error.text.contains("second"))
  }

  @Test func `what fails is gone as well`() async throws {
    await #expect(throws: ConsoleError.closedPipe) {
      try await console().waiting({ $0.line("x") }, after: .zero) {
        try await eventually { error.text.hasSuffix("x") }
        throw ConsoleError.closedPipe
      }
    }
    #expect(error.text.hasSuffix("x" + Self.blank))
  }

  @Test func `where the cursor cannot be moved nothing is seen`() async throws {
    let error = MemoryStream(isTerminal: true, columns: 20)
    let console = Console(output: output, error: error, input: MemoryInput([]))
    await console.waiting({ $0.line("x") }, after: .zero) { for _ in 0..<100 { await Task.yield() } }
    #expect(error.text == "")
    #expect(try !console.redraw(["b"], over: DrawnLines(["a"], columns: 20)))
  }
}
