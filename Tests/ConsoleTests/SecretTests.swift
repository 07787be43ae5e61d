import Console
import Foundation
import Synchronization
import Testing

extension TerminalTests {
  @Suite struct SecretTests {
    /// Asks for a secret on a terminal while `person`, on a thread of their own, looks at it and types.
    private func ask(
      _ terminal: PseudoTerminal, person: @escaping @Sendable (PseudoTerminal) -> Void
    ) throws -> String {
      let error = OutputDescriptor(terminal.user, isBuffered: false)
      let console = Console(output: error, error: error, input: InputDescriptor(terminal.user))
      Thread.detachNewThread { person(terminal) }
      return try console.askSecret("Password: ")
    }

    @Test func `a secret is not shown, and what is typed next is`() throws {
      let terminal = try PseudoTerminal()
      let before = Mutex("")
      let secret = try ask(terminal) { terminal in
        before.withLock { $0 = terminal.shown(until: "Password: ") }
        terminal.type("swordfish 황새치\n")
      }
      #expect(secret == "swordfish 황새치")
      #expect(before.withLock(\.self) == "Password: ")
      #expect(terminal.isEchoing)
      // All that appeared of the secret is its line end.
      terminal.type("seen\n")
      #expect(terminal.shown(until: "seen\r\n") == "\r\nseen\r\n")
    }

    @Test func `the end of input is the empty secret`() throws {
      let terminal = try PseudoTerminal()
      let secret = try ask(terminal) { terminal in
        _ = terminal.shown(until: "Password: ")
        terminal.type("\u{4}")
      }
      #expect(secret == "")
      #expect(terminal.isEchoing)
    }

    @Test(arguments: [SIGHUP, SIGINT, SIGTERM])
    func `a signal in the middle of a secret leaves the terminal echoing`(number: Int32) throws {
      // The usual effect would be the end of this process.
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
    func `someone who comes back from a suspended session, or from a signal that passed, is asked again`(
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

    /// The threads that tests run on block signals, and what is raised on one stays pending. To ignore it once more
    /// throws it away, before the handler is the one that would end the process.
    private static func restore(_ former: (@convention(c) (Int32) -> Void)?, for number: Int32) {
      signal(number, SIG_IGN)
      signal(number, former)
    }
  }
}
