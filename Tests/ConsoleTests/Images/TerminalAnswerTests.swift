import Foundation
import Synchronization
import Testing

@testable import Console

extension TerminalTests {
  /// What a terminal says when it is asked what it draws, or does not say.
  @Suite struct TerminalAnswerTests {
    private static let query = TerminalQuery.query

    /// Asks, while somebody sits at the other end.
    private func ask(
      _ terminal: PseudoTerminal, timeout: Duration = .milliseconds(250),
      terminalSays: @escaping @Sendable (PseudoTerminal) -> Void
    ) throws -> ImageProtocol? {
      Thread.detachNewThread { terminalSays(terminal) }
      return try ImageRenderer.reported(
        input: terminal.user, output: terminal.user, sixel: .sixel, timeout: timeout)
    }

    /// Whether anything that the terminal said is left for somebody else to read.
    private func leavesAnything(_ terminal: PseudoTerminal) -> Bool {
      // A line end, so that a terminal that reads by lines gives out what it has.
      terminal.type("\n")
      var buffer = [UInt8](repeating: 0, count: 1_024)
      return read(terminal.user, &buffer, buffer.count) != 1
    }

    @Test(arguments: [
      ("\u{1B}_Gi=3071;OK\u{1B}\\\u{1B}[?62;c", ImageProtocol.kitty), ("\u{1B}[?62;4;22c", .sixel),
      ("\u{1B}[?6c", nil),
    ])
    func `an answer is heard, and neither shown nor left behind`(answer: String, expected: ImageProtocol?)
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
      // All that is shown after the question is the line end that was typed in the end.
      #expect(terminal.shown(until: "\r\n") == "\r\n")
    }

    @Test func `an answer in pieces, with keys in between, is heard`() throws {
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
    func `a terminal that says nothing, or something odd, draws nothing and is as it was`(answer: String)
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

    @Test func `an answer that comes too late is nobody's, and the terminal is as it was before it comes`()
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
      // The next one to ask does not take it for an answer to another question, nor wait for a second one.
      _ = terminal.shown(until: "^[[?62;4c")
      #expect(try ImageRenderer.reported(input: terminal.user, output: terminal.user, sixel: .sixel) == nil)
      #expect(terminal.isEchoing)
    }

    @Test func `somebody who has typed prefetch is not disturbed, and keeps what was typed`() throws {
      let terminal = try PseudoTerminal()
      terminal.type("ls\n")
      #expect(terminal.shown(until: "ls\r\n") == "ls\r\n")
      let found = try ImageRenderer.reported(input: terminal.user, output: terminal.user, sixel: .sixel)
      #expect(found == nil)
      #expect(try InputDescriptor(terminal.user).readLine() == "ls")
      #expect(terminal.isEchoing)
      // No question was put.
      terminal.type("seen\n")
      #expect(terminal.shown(until: "seen\r\n") == "seen\r\n")
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `a signal meanwhile finds the terminal as it was, and nothing is drawn if it is survived`(
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

    @Test func `a terminal whose keys somebody reads is not asked`() throws {
      let terminal = try PseudoTerminal()
      let keyboard = try #require(try InputDescriptor(terminal.user).keyboard())
      defer { keyboard.end() }
      #expect(throws: ConsoleError.cannotRead(reason: "the terminal is in use")) {
        try ImageRenderer.reported(input: terminal.user, output: terminal.user, sixel: .sixel)
      }
    }

    @Test func `a pipe is not asked`() throws {
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
