import Console
import Foundation
import Synchronization
import Testing

extension TerminalTests {
  @Suite struct KeyboardTests {
    /// What happens at a terminal while `person` is at it, up to the key q. Each event is a signal of `heard`.
    private func events(
      at terminal: PseudoTerminal, heard: DispatchSemaphore = DispatchSemaphore(value: 0),
      person: @escaping @Sendable (PseudoTerminal) -> Void
    ) async throws -> [Keyboard.Event] {
      let keyboard = try #require(try InputDescriptor(terminal.user).keyboard())
      defer { keyboard.end() }
      Thread.detachNewThread { person(terminal) }
      var events: [Keyboard.Event] = []
      for await event in keyboard.events {
        if event == .key(.character("q")) { break }
        events.append(event)
        heard.signal()
      }
      return events
    }

    @Test func `keys arrive when they are pressed, unseen, and the terminal is then as it was`() async throws
    {
      let terminal = try PseudoTerminal()
      let before = terminal.settings
      let events = try await events(at: terminal) { terminal in
        _ = terminal.shown(until: "\u{1B}[?2004h")
        terminal.type("j\u{1B}[6~맥q")
      }
      #expect(events == [.key(.character("j")), .key(.pageDown), .key(.character("맥"))])
      #expect(terminal.settings == before)
      #expect(terminal.isEchoing)
      // The farewell, and nothing of what was typed.
      let farewell = "\u{1B}[?2004l\u{1B}[?2026l\u{1B}[m\u{1B}[?25h\r\u{1B}[J"
      #expect(terminal.shown(until: "\u{1B}[J") == farewell)
    }

    @Test func `Esc alone is a key, a moment later`() async throws {
      let terminal = try PseudoTerminal()
      let heard = DispatchSemaphore(value: 0)
      let events = try await events(at: terminal, heard: heard) { terminal in
        terminal.type("\u{1B}")
        _ = heard.wait(timeout: .now() + 10)
        terminal.type("q")
      }
      #expect(events == [.key(.escape)])
    }

    @Test func `a new size is told`() async throws {
      let terminal = try PseudoTerminal()
      let heard = DispatchSemaphore(value: 0)
      let events = try await events(at: terminal, heard: heard) { terminal in
        _ = terminal.shown(until: "\u{1B}[?2004h")
        terminal.resize(columns: 40)
        // A terminal tells its own session; this process belongs to another.
        kill(getpid(), SIGWINCH)
        _ = heard.wait(timeout: .now() + 10)
        terminal.type("q")
      }
      #expect(events == [.resized])
    }

    @Test func `someone who comes back finds keys unseen again`() async throws {
      // The usual effect would stop this process.
      let former = signal(SIGTSTP, SIG_IGN)
      defer { signal(SIGTSTP, former) }
      let terminal = try PseudoTerminal()
      let events = try await events(at: terminal) { terminal in
        _ = terminal.shown(until: "\u{1B}[?2004h")
        kill(getpid(), SIGTSTP)
        // Given back, and taken again.
        _ = terminal.shown(until: "\u{1B}[J\u{1B}[?2004h")
        terminal.type("jq")
      }
      #expect(events == [.resumed, .key(.character("j"))])
      #expect(terminal.isEchoing)
    }

    /// For a handler, which can be handed nothing: the terminal to look at, and whether it echoed.
    private static let terminal = Atomic<Int32>(-1)
    private static let wasEchoing = Atomic(false)

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func `a signal finds the terminal as it was`(number: Int32) async throws {
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
        _ = terminal.shown(until: "\u{1B}[J\u{1B}[?2004h")
        terminal.type("q")
      }
      #expect(events == [.resumed])
      let wasEchoing = Self.wasEchoing.load(ordering: .relaxed)
      #expect(wasEchoing)
      #expect(terminal.isEchoing)
    }

    @Test func `a terminal that is gone is told`() async throws {
      let terminal = try PseudoTerminal()
      let copy = dup(terminal.user)
      let keyboard = try #require(try InputDescriptor(copy).keyboard())
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
      #expect(try InputDescriptor(ends[0]).keyboard() == nil)
      ends.forEach { close($0) }
    }
  }
}
