import Console
import Foundation
import Synchronization
import Testing

extension TerminalTests {
  @Suite struct PromptTests {
    /// Prompts on a terminal while `person` reads the screen and types, on another thread.
    private func ask(
      _ terminal: PseudoTerminal, _ prompt: LocalizedPhrase = "Delete it?",
      person: @escaping @Sendable (PseudoTerminal) -> Void
    ) throws -> Bool {
      let error = OutputDescriptor(terminal.user, isBuffered: false)
      let console = Console(output: error, error: error, input: InputDescriptor(terminal.user))
      Thread.detachNewThread { person(terminal) }
      return try console.ask(prompt)
    }

    @Test(arguments: [("y\n", true), ("n\n", false), ("\u{4}", false)])
    func `an answer is shown as it is typed`(typed: String, expected: Bool) throws {
      let terminal = try PseudoTerminal()
      let before = terminal.settings
      let answer = try ask(terminal) { terminal in
        _ = terminal.shown(until: "Delete it? [y/N] ")
        terminal.type(typed)
      }
      #expect(answer == expected)
      #expect(terminal.settings == before)
      #expect(terminal.shown(until: "\r\n") == (typed == "\u{4}" ? "\r\n" : typed.dropLast() + "\r\n"))
    }

    @Test(arguments: [SIGTSTP, SIGUSR1])
    func `a prompt is shown again after a stop, and after a signal that passes`(number: Int32) throws {
      // The usual effect would stop or end this process.
      let former = signal(number, SIG_IGN)
      defer { signal(number, former) }
      let terminal = try PseudoTerminal()
      let again = Mutex("")
      let answer = try ask(terminal) { terminal in
        _ = terminal.shown(until: "Delete it? [y/N] ")
        kill(getpid(), number)
        again.withLock { $0 = terminal.shown(until: "Delete it? [y/N] ") }
        terminal.type("y\n")
      }
      #expect(answer)
      #expect(again.withLock(\.self) == "\r\u{1B}[KDelete it? [y/N] ")
    }

    @Test func `a prompt is wrapped at words, and its last line is shown again after a stop`() throws {
      let former = signal(SIGTSTP, SIG_IGN)
      defer { signal(SIGTSTP, former) }
      let terminal = try PseudoTerminal(columns: 20)
      let shown = Mutex<[String]>([])
      let answer = try ask(terminal, "Do this for 2,914 rows?") { terminal in
        for _ in 0..<3 {
          let text = terminal.shown(until: "[y/N] ")
          shown.withLock { $0.append(text) }
          kill(getpid(), SIGTSTP)
        }
        _ = terminal.shown(until: "[y/N] ")
        terminal.type("y\n")
      }
      #expect(answer)
      let again = "\r\u{1B}[Krows? [y/N] "
      #expect(shown.withLock(\.self) == ["Do this for 2,914\r\nrows? [y/N] ", again, again])
    }

    @Test func `an answer that was typed before the prompt counts`() throws {
      let terminal = try PseudoTerminal()
      let input = InputDescriptor(terminal.user)
      let error = OutputDescriptor(terminal.user, isBuffered: false)
      let console = Console(output: error, error: error, input: input)
      terminal.type("first\ny\n")
      #expect(try input.readLine() == "first")
      #expect(try console.ask("Delete it?"))
    }
  }
}
