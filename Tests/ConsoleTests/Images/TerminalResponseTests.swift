import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Console

extension TerminalTests {
  /// Queries of a terminal's image protocols, with and without a response.
  @Suite struct TerminalResponseTests {
    /// Queries the terminal while `respond` writes the response.
    private func query(
      _ terminal: PseudoTerminal, timeout: Duration = .milliseconds(250),
      respond: @escaping @Sendable (PseudoTerminal) -> Void
    ) throws -> ImageProtocol? {
      Thread.detachNewThread { respond(terminal) }
      return try ImageRenderer.reported(
        input: terminal.user, output: terminal.user, timeout: timeout)
    }

    /// Whether any unread input is left.
    private func hasUnreadInput(_ terminal: PseudoTerminal) -> Bool {
      // A line end, so that a terminal in canonical mode returns its input.
      terminal.type("\n")
      var buffer = [UInt8](repeating: 0, count: 1_024)
      return read(terminal.user, &buffer, buffer.count) != 1
    }

    @Test(arguments: [
      ("\u{1B}_Gi=3071;OK\u{1B}\\\u{1B}[?62;c", ImageProtocol.kitty), ("\u{1B}[?62;4;22c", nil),
      ("\u{1B}[?6c", nil),
    ])
    func `a response is read completely and not echoed`(response: String, expected: ImageProtocol?)
      throws
    {
      let terminal = try PseudoTerminal()
      let seen = Mutex("")
      let found = try query(terminal, timeout: patience) { terminal in
        seen.withLock { $0 = terminal.shown(until: TerminalQuery.query) }
        terminal.type(response)
      }
      #expect(found == expected)
      #expect(seen.withLock(\.self) == TerminalQuery.query)
      #expect(terminal.isEchoing)
      #expect(!hasUnreadInput(terminal))
      // Only the typed line end is echoed after the query.
      #expect(terminal.shown(until: "\r\n") == "\r\n")
    }

    @Test func `a response in pieces, with keys in between, is read`() throws {
      let terminal = try PseudoTerminal()
      let found = try query(terminal, timeout: patience) { terminal in
        _ = terminal.shown(until: TerminalQuery.query)
        for piece in ["l", "\u{1B}_Gi=30", "71;OK", "\u{1B}\\", "\u{1B}[?6", "2;", "4", "c"] {
          terminal.type(piece)
          Thread.sleep(forTimeInterval: 0.002)
        }
      }
      #expect(found == .kitty)
      #expect(terminal.isEchoing)
    }

    @Test(arguments: ["", "\u{1B}[?62;4", "\u{1B}]odd\u{07}\u{1B}[1;1R", "yes\n", "\u{4}\u{1A}"])
    func `without a valid response nothing is drawn, and the terminal is restored`(response: String)
      throws
    {
      let terminal = try PseudoTerminal()
      // The response comes within this time, also on a busy machine.
      let found = try query(terminal, timeout: .milliseconds(response.isEmpty ? 250 : 1_000)) { terminal in
        _ = terminal.shown(until: TerminalQuery.query)
        terminal.type(response)
      }
      #expect(found == nil)
      #expect(terminal.isEchoing)
      #expect(!hasUnreadInput(terminal))
      #expect(terminal.shown(until: "\r\n") == "\r\n")
    }

    @Test func `a response after the timeout is dropped, and the terminal is already restored`()
      throws
    {
      let terminal = try PseudoTerminal()
      let isOver = DispatchSemaphore(value: 0)
      let found = try query(terminal) { terminal in
        _ = terminal.shown(until: TerminalQuery.query)
        try? isOver.wait(for: "the query has ended")
        terminal.type("\u{1B}[?62;4c")
      }
      #expect(found == nil)
      #expect(terminal.isEchoing)
      isOver.signal()
      // The next query neither mistakes it for its own response nor waits for a second one.
      _ = terminal.shown(until: "^[[?62;4c")
      #expect(try ImageRenderer.reported(input: terminal.user, output: terminal.user) == nil)
      #expect(terminal.isEchoing)
    }

    @Test func `no query is sent while there is type-ahead, and the type-ahead is preserved`() throws {
      let terminal = try PseudoTerminal()
      terminal.type("ls\n")
      #expect(terminal.shown(until: "ls\r\n") == "ls\r\n")
      let found = try ImageRenderer.reported(input: terminal.user, output: terminal.user)
      #expect(found == nil)
      #expect(try InputDescriptor(terminal.user).readLine() == "ls")
      #expect(terminal.isEchoing)
      // No query was sent.
      terminal.type("seen\n")
      #expect(terminal.shown(until: "seen\r\n") == "seen\r\n")
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `an ignored signal ends the query, and the terminal is restored`(
      number: Int32
    )
      throws
    {
      let former = signal(number, SIG_IGN)
      defer { signal(number, former) }
      let terminal = try PseudoTerminal()
      let found = try query(terminal, timeout: patience) { terminal in
        _ = terminal.shown(until: TerminalQuery.query)
        kill(getpid(), number)
      }
      #expect(found == nil)
      #expect(terminal.isEchoing)
    }

    @Test func `a terminal with a keyboard in use is not queried`() throws {
      let terminal = try PseudoTerminal()
      let keyboard = try #require(try InputDescriptor(terminal.user).keyboard(hasMouse: false))
      defer { keyboard.end() }
      #expect(throws: ConsoleError.cannotRead(reason: "the terminal is in use")) {
        try ImageRenderer.reported(input: terminal.user, output: terminal.user)
      }
    }

    @Test func `a pipe is not queried`() throws {
      let terminal = try PseudoTerminal()
      let pipe = Pipe()
      #expect(
        try ImageRenderer.reported(
          input: pipe.fileHandleForReading.fileDescriptor, output: terminal.user) == nil)
      #expect(
        try ImageRenderer.reported(
          input: terminal.user, output: pipe.fileHandleForWriting.fileDescriptor) == nil)
    }
  }
}
