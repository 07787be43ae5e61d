import Console
import Foundation
import Synchronization
import Testing

extension TerminalTests {
  @Suite struct PromptTests {
    /// Prompts on a terminal while `person` reads the screen and types, on another thread.
    private func ask(
      _ terminal: PseudoTerminal, _ prompt: LocalizedPhrase = "Delete it?", more: [String]? = nil,
      person: @escaping @Sendable (PseudoTerminal) -> Void
    ) throws -> Bool {
      let error = OutputDescriptor(terminal.user, isBuffered: false)
      let console = Console(output: error, error: error, input: InputDescriptor(terminal.user))
      Thread.detachNewThread { person(terminal) }
      return try console.ask(prompt, more: more)
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

    @Test func `more lines than the screen has are shown a page at a time`() throws {
      let terminal = try PseudoTerminal()
      let pages = Mutex<[String]>([])
      let answer = try ask(terminal, more: (1...60).map { "line \($0)." }) { terminal in
        func type(_ text: String, after prompt: String) {
          let shown = terminal.shown(until: prompt)
          pages.withLock { $0.append(shown) }
          terminal.type(text)
        }
        let question = "Delete it? (v: view all) [y/N/v] "
        type("v\n", after: question)
        type("\n", after: "37 more lines (Enter: next page, q: back) ")
        type("q\n", after: "14 more lines (Enter: next page, q: back) ")
        type("y\n", after: question)
      }
      #expect(answer)
      let shown = pages.withLock(\.self)
      #expect(shown[1].contains("line 23.") && !shown[1].contains("line 24."))
      #expect(shown[2].contains("line 46.") && !shown[2].contains("line 47."))
      #expect(!shown[3].contains("line 47."))
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
