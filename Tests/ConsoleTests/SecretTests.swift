import Console
import Foundation
import Synchronization
import Testing

extension TerminalTests {
  @Suite struct SecretTests {
    /// Prompts for a secret on a terminal while `person` reads the screen and types, on another thread.
    private func ask(
      _ terminal: PseudoTerminal, person: @escaping @Sendable (PseudoTerminal) -> Void
    ) throws -> String {
      let error = OutputDescriptor(terminal.user, isBuffered: false)
      let console = Console(output: error, error: error, input: InputDescriptor(terminal.user))
      Thread.detachNewThread { person(terminal) }
      return try console.askSecret("Password: ")
    }

    @Test func `a secret is not echoed, and later input is`() throws {
      let terminal = try PseudoTerminal()
      let before = Mutex("")
      let secret = try ask(terminal) { terminal in
        before.withLock { $0 = terminal.shown(until: "Password: ") }
        terminal.type("swordfish 황새치\n")
      }
      #expect(secret == "swordfish 황새치")
      #expect(before.withLock(\.self) == "Password: ")
      #expect(terminal.isEchoing)
      // Only the line end of the secret is echoed.
      terminal.type("seen\n")
      #expect(terminal.shown(until: "seen\r\n") == "\r\nseen\r\n")
    }

    @Test func `the end of input is an empty secret`() throws {
      let terminal = try PseudoTerminal()
      let secret = try ask(terminal) { terminal in
        _ = terminal.shown(until: "Password: ")
        terminal.type("\u{4}")
      }
      #expect(secret == "")
      #expect(terminal.isEchoing)
    }

    @Test(arguments: [SIGHUP, SIGINT, SIGTERM])
    func `a signal during a secret prompt restores echo`(number: Int32) throws {
      // The usual effect would end this process.
      let former = signal(number, SIG_IGN)
      defer { Self.restore(former, for: number) }
      let terminal = try PseudoTerminal()
      #expect(throws: ConsoleError.interrupted(signal: number)) {
        try ask(terminal) { terminal in
          _ = terminal.shown(until: "Password: ")
          kill(getpid(), number)
        }
      }
      #expect(terminal.shown(until: "\r\n") == "\r\n")
      #expect(terminal.isEchoing)
    }

    @Test(arguments: [SIGTSTP, SIGUSR1])
    func `a secret prompt is shown again after a stop, and after a signal that passes`(
      number: Int32
    ) throws {
      let former = signal(number, SIG_IGN)
      defer { Self.restore(former, for: number) }
      let terminal = try PseudoTerminal()
      let secret = try ask(terminal) { terminal in
        _ = terminal.shown(until: "Password: ")
        kill(getpid(), number)
        _ = terminal.shown(until: "Password: ")
        terminal.type("again\n")
      }
      #expect(secret == "again")
      #expect(terminal.isEchoing)
    }

    /// The threads of tests block signals, so a raised signal stays pending. Ignoring the signal discards it before the
    /// former action, which would end the process, is restored.
    private static func restore(_ former: (@convention(c) (Int32) -> Void)?, for number: Int32) {
      signal(number, SIG_IGN)
      signal(number, former)
    }
  }
}
