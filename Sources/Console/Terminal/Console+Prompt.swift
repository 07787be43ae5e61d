import Foundation

extension Console {
  /// Whether a prompt can be shown and answered: input and stderr are terminals, prompts are not disabled, and the
  /// environment variable `CI` is unset or empty.
  package func canPrompt(noInput: Bool, environment: [String: String]) -> Bool {
    !noInput && input.isTerminal && error.isTerminal && (environment["CI"] ?? "").isEmpty
  }

  /// Shows `prompt` and `[y/N]` on stderr and reads a line. Only y and yes, and their equivalents in the console's
  /// language, are a yes, in any case; the end of input is a no. Requires `canPrompt`.
  package func ask(_ prompt: LocalizedPhrase) throws(ConsoleError) -> Bool {
    guard let answer = try answer(to: language.text(prompt) + " [y/N]", isSecret: false) else {
      try error.write("\n")
      return false
    }
    return language.means(yes: answer.trimmingCharacters(in: .whitespaces))
  }

  /// Shows `prompt` on stderr and reads a line without echo. The end of input is an empty secret.
  package func askSecret(_ prompt: LocalizedPhrase) throws(ConsoleError) -> String {
    try answer(to: language.text(prompt), isSecret: true) ?? ""
  }

  private func answer(to prompt: String, isSecret: Bool) throws(ConsoleError) -> String? {
    try output.flush()
    let lines = lines(of: prompt)
    var text = lines.joined(separator: "\n") + " "
    func show() throws(ConsoleError) {
      try spinner.whileHidden { () throws(ConsoleError) in try error.write(text) }
      // After a stop the prompt may be shown twice, once for the stop and once for the continuation: its last line is
      // replaced.
      if error.rows != nil { text = "\r\u{1B}[K" + (lines.last ?? "") + " " }
    }
    do {
      return isSecret ? try input.readSecret(prompt: show) : try input.readLine(prompt: show)
    } catch let failure {
      // The message about it gets a line of its own.
      if case .interrupted = failure { try error.write("\n") }
      throw failure
    }
  }

  /// Wraps a prompt at words, with room for a letter after it.
  private func lines(of prompt: String) -> [String] {
    let text = prompt.trimmingCharacters(in: .whitespaces)
    guard error.isTerminal else { return [text] }
    return text.wrapped(toWidth: (error.columns ?? 80) - 2, breaksWords: false)
  }
}
