import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Console

extension TerminalTests {
  @Suite struct KeyboardTests {
    /// The events of a terminal up to the key q, while `typing` runs on another thread. Signals `received` for each.
    private func events(
      at terminal: PseudoTerminal, received: DispatchSemaphore = DispatchSemaphore(value: 0),
      asksForImages: Bool = false,
      typing: @escaping @Sendable (PseudoTerminal) -> Void
    ) async throws -> [Keyboard.Event] {
      let keyboard = try #require(
        try InputDescriptor(terminal.user).keyboard(hasMouse: false, asksForImages: asksForImages))
      defer { keyboard.end() }
      Thread.detachNewThread { typing(terminal) }
      var events: [Keyboard.Event] = []
      for await event in keyboard.events {
        if event == .key(.character("q")) { break }
        events.append(event)
        received.signal()
      }
      return events
    }

    @Test func `keys are reported without echo, and the terminal is restored`() async throws {
      let terminal = try PseudoTerminal()
      let before = terminal.settings
      let events = try await events(at: terminal) { terminal in
        _ = terminal.shown(until: "\u{1B}[?2004h")
        terminal.type("j\u{1B}[6~맥q")
      }
      #expect(events == [.key(.character("j")), .key(.pageDown), .key(.character("맥"))])
      #expect(terminal.settings == before)
      #expect(terminal.isEchoing)
      // The exit sequence, and no echo.
      let exitSequence = "\u{1B}[?2004l\u{1B}[?2026l\u{1B}[m\u{1B}[?25h\u{1B}[r\u{1B}[?1049l"
      #expect(terminal.shown(until: "\u{1B}[?1049l") == exitSequence)
    }

    @Test(arguments: [("\u{1B}_Gi=3071;OK\u{1B}\\\u{1B}[?62;c", true), ("\u{1B}[?62;c", false)])
    func `the terminal answers which images it draws, between keys`(
      answer: String, supportsKitty: Bool
    ) async throws {
      let terminal = try PseudoTerminal()
      let events = try await events(at: terminal, asksForImages: true) { terminal in
        _ = terminal.shown(until: TerminalQuery.query)
        terminal.type("j\(answer)kq")
      }
      #expect(
        events.filter { $0 != .answered(supportsKitty: supportsKitty) } == [
          .key(.character("j")), .key(.character("k")),
        ])
      #expect(events.count == 3)
    }

    @Test func `Esc alone is a key after a timeout`() async throws {
      let terminal = try PseudoTerminal()
      let received = DispatchSemaphore(value: 0)
      let events = try await events(at: terminal, received: received) { terminal in
        terminal.type("\u{1B}")
        try? received.wait(for: "the event is received")
        terminal.type("q")
      }
      #expect(events == [.key(.escape)])
    }

    @Test func `a resize is reported`() async throws {
      let terminal = try PseudoTerminal()
      let received = DispatchSemaphore(value: 0)
      let events = try await events(at: terminal, received: received) { terminal in
        _ = terminal.shown(until: "\u{1B}[?2004h")
        terminal.resize(columns: 40)
        // The system signals the session of the terminal only, and this process belongs to another one.
        kill(getpid(), SIGWINCH)
        try? received.wait(for: "the event is received")
        terminal.type("q")
      }
      #expect(events == [.resized])
    }

    @Test func `keys are read without echo after the process is stopped and resumed`() async throws {
      // The default action would stop this process.
      let former = signal(SIGTSTP, SIG_IGN)
      defer { signal(SIGTSTP, former) }
      let terminal = try PseudoTerminal()
      let events = try await events(at: terminal) { terminal in
        _ = terminal.shown(until: "\u{1B}[?2004h")
        kill(getpid(), SIGTSTP)
        // The terminal is restored, then set up again.
        _ = terminal.shown(until: "\u{1B}[?1049l\u{1B}[?1049h\u{1B}[?2004h")
        terminal.type("jq")
      }
      #expect(events == [.resumed, .key(.character("j"))])
      #expect(terminal.isEchoing)
    }

    /// Shared with a signal handler: the terminal, and whether it echoed.
    private static let terminal = Atomic<Int32>(-1)
    private static let wasEchoing = Atomic(false)

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func `the terminal is restored before a signal takes effect`(number: Int32) async throws {
      let former = signal(number) { _ in
        var settings = termios()
        _ = tcgetattr(KeyboardTests.terminal.load(ordering: .relaxed), &settings)
        KeyboardTests.wasEchoing.store(settings.c_lflag & tcflag_t(ECHO) != 0, ordering: .relaxed)
      }
      defer { signal(number, former) }
      let terminal = try PseudoTerminal()
      Self.terminal.store(terminal.user, ordering: .relaxed)
      Self.wasEchoing.store(false, ordering: .relaxed)
      let events = try await events(at: terminal) { terminal in
        _ = terminal.shown(until: "\u{1B}[?2004h")
        kill(getpid(), number)
        _ = terminal.shown(until: "\u{1B}[?1049l\u{1B}[?1049h\u{1B}[?2004h")
        terminal.type("q")
      }
      #expect(events == [.resumed])
      let wasEchoing = Self.wasEchoing.load(ordering: .relaxed)
      #expect(wasEchoing)
      #expect(terminal.isEchoing)
    }

    @Test func `a closed terminal is reported`() async throws {
      let terminal = try PseudoTerminal()
      let copy = dup(terminal.user)
      let keyboard = try #require(try InputDescriptor(copy).keyboard(hasMouse: false))
      terminal.hangUp()
      var events: [Keyboard.Event] = []
      for await event in keyboard.events { events.append(event) }
      #expect(events == [.closed])
      keyboard.end()
      close(copy)
    }

    @Test func `a pipe has no keys`() throws {
      var ends: [Int32] = [0, 0]
      #expect(pipe(&ends) == 0)
      #expect(try InputDescriptor(ends[0]).keyboard(hasMouse: false) == nil)
      ends.forEach { close($0) }
    }
  }
}
