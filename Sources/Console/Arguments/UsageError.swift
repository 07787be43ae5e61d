/// Words on a command line that mean nothing, or too much. Nothing has been done when it is thrown.
package struct UsageError: Error, Equatable {
  package enum Reason: Sendable, Equatable {
    /// Options are named as they were typed, with their dashes.
    case unknownOption(String, nearest: String?)
    case missingValue(String, option: String)
    case unexpectedValue(String, option: String)
    case repeatedOption(String)
    case notAChoice(String, option: String, choices: [String])
    /// The reason is a clause, such as "USD has two decimal places".
    case invalidValue(String, option: String, reason: LocalizedPhrase)
    case conflictingOptions(String, String)
    case unexpectedArgument(String)
    case missingArgument(String)
    case missingOption(String)
    case unknownCommand(String, nearest: String?)
    /// A question had to be asked where nobody can answer; the option would have answered it.
    case cannotAsk(option: String)
    /// What it shows is drawn over, which goes on a terminal only.
    case needsTerminal(option: String)
    /// A word that is not UTF-8, repaired as far as it can be shown.
    case notText(String)
  }

  package let reason: Reason
  /// What to type to run the command that was meant; nil if that is not known.
  package let invocation: String?

  package init(_ reason: Reason, invocation: String? = nil) {
    self.reason = reason
    self.invocation = invocation
  }

  package init(_ reason: Reason, in declaration: CommandDeclaration) {
    self.init(reason, invocation: declaration.invocation)
  }
}

extension UsageError {
  /// What is wrong, on one line.
  package var message: LocalizedPhrase {
    switch reason {
    case .unknownOption(let name, _): "No such option \(quoted(name))"
    case .missingValue(_, let option): "The option \(quoted(option)) needs a value"
    case .unexpectedValue(let value, let option):
      "The option \(quoted(option)) takes no value, but \(quoted(value)) was given"
    case .repeatedOption(let name): "The option \(quoted(name)) was given twice"
    case .notAChoice(let value, let option, _): "\(quoted(value)) is not a value of \(quoted(option))"
    case .invalidValue(let value, let option, let reason):
      "\(quoted(value)) is not a value of \(quoted(option)): \(reason)"
    case .conflictingOptions(let one, let other):
      "The options \(quoted(one)) and \(quoted(other)) exclude each other"
    case .unexpectedArgument(let word): "One word too many: \(quoted(word))"
    case .missingArgument(let name): "Missing <\(name)>"
    case .missingOption(let name): "The option \(quoted(name)) is missing"
    case .unknownCommand(let name, _): "No such command \(quoted(name))"
    case .notText(let word): "The word \(quoted(word)) is not UTF-8 text"
    case .needsTerminal(let option): "The option \(quoted(option)) needs a terminal that can be drawn on"
    case .cannotAsk(let option): "Confirmation is required; pass \(quoted(option)) to delete without a prompt"
    }
  }

  /// What to type next.
  package var hint: LocalizedPhrase {
    switch reason {
    case .unknownOption(_, let nearest?), .unknownCommand(_, let nearest?): "Did you mean '\(nearest)'?"
    case .unknownCommand(_, nil): "Run '\(helped)' to see every command"
    case .missingValue(let value, let option) where option.hasPrefix("--"):
      "Write '\(option)=<\(value)>', also for a value that begins with a dash"
    case .missingValue(let value, let option): "Write '\(option) <\(value)>'"
    case .unexpectedValue(_, let option): "Write '\(option)' alone"
    case .repeatedOption: "Give it once"
    case .notAChoice(let value, _, let choices):
      if let nearest = nearest(to: value, among: choices) {
        "Did you mean '\(nearest)'? Choose from \(choices.joined(separator: ", "))"
      } else {
        "Choose from \(choices.joined(separator: ", "))"
      }
    case .conflictingOptions: "Give only one of them"
    case .unexpectedArgument: "Put a value of several words in quotes. \(seeUsage)"
    case .unknownOption(_, nil), .invalidValue, .missingArgument, .missingOption: seeUsage
    case .notText: "Type it anew, or use a terminal that speaks UTF-8"
    case .needsTerminal(let option): "Leave '\(option)' out, or run it in a terminal"
    case .cannotAsk(let option): "Give '\(option)', or run it in a terminal"
    }
  }

  private var seeUsage: LocalizedPhrase { "Run '\(helped)' to see the usage" }

  private var helped: String { (invocation.map { $0 + " " } ?? "") + "--help" }

  /// Somebody's own words: shown without a password and without control characters, and no longer than is needed to
  /// recognise them.
  private func quoted(_ word: String) -> String {
    "'\(word.withoutCredentials.sanitized.truncated(toWidth: 60))'"
  }
}
