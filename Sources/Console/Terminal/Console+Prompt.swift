import Foundation

extension Console {
  /// A question is only put to someone who can see it and answer it, and who has not forbidden it.
  /// Any value of `CI` but the empty one forbids it.
  package func canPrompt(noInput: Bool, environment: [String: String]) -> Bool {
    !noInput && input.isTerminal && error.isTerminal && (environment["CI"] ?? "").isEmpty
  }

  /// Puts `question`, followed by `[y/N]`, on stderr. Only y and yes, and what means yes in the person's language, in
  /// any case, are a yes; the end of input is a no. The caller makes sure of `canPrompt`.
  package func ask(_ prompt: LocalizedPhrase) throws -> Bool {
    try output.flush()
    try error.write(language.text(prompt) + " [y/N] ")
    guard let answer = try input.readLine() else {
      try error.write("\n")
      return false
    }
    return language.means(yes: answer.trimmingCharacters(in: .whitespaces))
  }

  /// Reads a line that the terminal does not show. The end of input is the empty secret.
  package func askSecret(_ prompt: LocalizedPhrase) throws -> String {
    try output.flush()
    do {
      return try input.readSecret { try error.write(language.text(prompt)) } ?? ""
    } catch ConsoleError.interrupted(let signal) {
      // What is said of it has a line of its own.
      try error.write("\n")
      throw ConsoleError.interrupted(signal: signal)
    }
  }
}
