import Foundation
import Synchronization
import Testing

@testable import Console

extension TerminalTests {
  /// Queries of a terminal's image protocols, with and without a response.
  @Suite struct TerminalAnswerTests {
    private static let query = TerminalQuery.query

    /// Queries the terminal while `terminalSays` responds.
    private func ask(
      _ terminal: PseudoTerminal, timeout: Duration = .milliseconds(250),
      terminalSays: @escaping @Sendable (PseudoTerminal) -> Void
    ) throws -> ImageProtocol? {
      Thread.detachNewThread { terminalSays(terminal) }
      return try ImageRenderer.reported(
        input: terminal.user, output: terminal.user, sixel: .sixel, timeout: timeout)
    }

    /// Whether any unread input is left.
    private func leavesAnything(_ terminal: PseudoTerminal) -> Bool {
      // A line end, so that a terminal in canonical mode returns its input.
      terminal.type("\n")
      var buffer = [UInt8](repeating: 0, count: 1_024)
      return read(terminal.user, &buffer, buffer.count) != 1
    }

    @Test(arguments: [
      ("\u{1B}_Gi=3071;OK\u{1B}\\\u{1B}[?62;c", ImageProtocol.kitty), ("\u{1B}[?62;4;22c", .sixel),
      ("\u{1B}[?6c", nil),
    ])
    func `a response is read completely and not echoed`(answer: String, expected: ImageProtocol?)
      throws
    {
      let terminal = try PseudoTerminal()
      let seen = Mutex("")
      let found = try ask(terminal, timeout: .seconds(10)) { terminal in
        seen.withLock { $0 = terminal.shown(until: Self.query) }
        terminal.type(answer)
      }
      #expect(found == expected)
      #expect(seen.withLock(\.self) == Self.query)
      #expect(terminal.isEchoing)
      #expect(!leavesAnything(terminal))
      // Only the typed line end is echoed after the query.
      #expect(terminal.shown(until: "\r\n") == "\r\n")
    }

    @Test func `a response in pieces, with keys in between, is read`() throws {
      let terminal = try PseudoTerminal()
      let found = try ask(terminal, timeout: .seconds(10)) { terminal in
        _ = terminal.shown(until: Self.query)
        for piece in ["l", "\u{1B}[?6", "2;", "4", "c"] {
          terminal.type(piece)
          Thread.sleep(forTimeInterval: 0.002)
        }
      }
      #expect(found == .sixel)
      #expect(terminal.isEchoing)
    }

    @Test(arguments: ["", "\u{1B}[?62;4", "\u{1B}]odd\u{07}\u{1B}[1;1R", "yes\n", "\u{4}\u{1A}"])
    func `without a valid response nothing is drawn, and the terminal is restored`(answer: String)
      throws
    {
      let terminal = try PseudoTerminal()
      let found = try ask(terminal) { terminal in
        _ = terminal.shown(until: Self.query)
        terminal.type(answer)
      }
      #expect(found == nil)
      #expect(terminal.isEchoing)
      #expect(!leavesAnything(terminal))
      #expect(terminal.shown(until: "\r\n") == "\r\n")
    }

    @Test func `a response after the timeout is dropped, and the terminal is restored before`()
      throws
    {
      let terminal = try PseudoTerminal()
      let isOver = Mutex(false)
      let found = try ask(terminal) { terminal in
        _ = terminal.shown(until: Self.query)
        while !isOver.withLock(\.self) { usleep(1_000) }
        terminal.type("\u{1B}[?62;4c")
      }
      #expect(found == nil)
      #expect(terminal.isEchoing)
      isOver.withLock { $0 = true }
      // The next query neither mistakes it for its own response nor waits for a second one.
      _ = terminal.shown(until: "^[[?62;4c")
      #expect(try ImageRenderer.reported(input: terminal.user, output: terminal.user, sixel: .sixel) == nil)
      #expect(terminal.isEchoing)
    }

    @Test func `with type-ahead no query is sent, and the type-ahead is kept`() throws {
      let terminal = try PseudoTerminal()
      terminal.type("ls\n")
      #expect(terminal.shown(until: "ls\r\n") == "ls\r\n")
      let found = try ImageRenderer.reported(input: terminal.user, output: terminal.user, sixel: .sixel)
      #expect(found == nil)
      #expect(try InputDescriptor(terminal.user).readLine() == "ls")
      #expect(terminal.isEchoing)
      // No query was sent.
      terminal.type("seen\n")
      #expect(terminal.shown(until: "seen\r\n") == "seen\r\n")
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `a signal restores the terminal, and nothing is drawn if the process survives it`(
      number: Int32
    )
      throws
    {
      let former = signal(number, SIG_IGN)
      defer { signal(number, former) }
      let terminal = try PseudoTerminal()
      let found = try ask(terminal) { terminal in
        _ = terminal.shown(until: Self.query)
        kill(getpid(), number)
      }
      #expect(found == nil)
      #expect(terminal.isEchoing)
    }

    @Test func `a terminal with a keyboard in use is not queried`() throws {
      let terminal = try PseudoTerminal()
      let keyboard = try #require(try InputDescriptor(terminal.user).keyboard())
      defer { keyboard.end() }
      #expect(throws: ConsoleError.cannotRead(reason: "the terminal is in use")) {
        try ImageRenderer.reported(input: terminal.user, output: terminal.user, sixel: .sixel)
      }
    }

    @Test func `a pipe is not queried`() throws {
      let terminal = try PseudoTerminal()
      let pipe = Pipe()
      #expect(
        try ImageRenderer.reported(
          input: pipe.fileHandleForReading.fileDescriptor, output: terminal.user, sixel: .sixel) == nil)
      #expect(
        try ImageRenderer.reported(
          input: terminal.user, output: pipe.fileHandleForWriting.fileDescriptor, sixel: .sixel) == nil)
    }
  }
}
