/// A command line that cannot be understood. Nothing has been done when it is thrown.
package struct UsageError: Error, Equatable {
  /// The kind of the error, with the words that it is about.
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
    /// `after` is the repeating option whose value the argument follows directly.
    case unexpectedArgument(String, after: String? = nil)
    /// An argument of a command that has options alone; the example is the command line with the words as their values.
    case takesOptions(String, example: String)
    /// A word after an option whose value has to follow `=`.
    case detachedValue(String, option: String)
    case missingArgument(String)
    /// A missing argument, as a sentence of the command itself.
    case incomplete(LocalizedPhrase)
    /// At least one, each with its dashes.
    case missingOptions([String])
    /// `nearest` is what to type instead.
    case unknownCommand(String, nearest: String?)
    /// Words that help does not find.
    case unknownWords(String)
    /// A confirmation is required and no prompt can be shown; the option confirms in advance. The action is what is to be
    /// confirmed, as an infinitive without "to".
    case cannotAsk(option: String, action: LocalizedPhrase)
    /// The option redraws the screen, and there is no terminal that can.
    case needsTerminal(option: String)
    /// The command is a whole screen, and there is no terminal that can show it; another command does without.
    case needsScreen(command: String, instead: String)
    /// A word that is not UTF-8, repaired as far as it can be shown.
    case notText(String)
  }

  /// The reason that the message names.
  package let reason: Reason
  /// The words that run the intended command, such as `shop sell`; nil if it is not known.
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
  /// Describes the error in one sentence without a full stop.
  package var message: LocalizedPhrase {
    switch reason {
    case .unknownOption(let name, _): "No such option \(quoted(name))"
    case .missingValue(_, let option): "The option \(quoted(option)) needs a value"
    case .unexpectedValue(let value, let option):
      "The option \(quoted(option)) takes no value, but \(quoted(value)) was given"
    case .repeatedOption(let name): "The option \(quoted(name)) was given twice"
    case .notAChoice(let value, let option, _): "Invalid value \(quoted(value)) for \(named(option))"
    case .invalidValue(let value, let option, let reason):
      "Invalid value \(quoted(value)) for \(named(option)): \(reason)"
    case .conflictingOptions(let one, let other):
      "\(quoted(one)) and \(quoted(other)) cannot be used together"
    case .unexpectedArgument(let word, _), .detachedValue(let word, _), .takesOptions(let word, _):
      "Unexpected argument \(quoted(word))"
    case .missingArgument(let name): "Missing <\(LocalizedPhrase(term: name))>"
    case .incomplete(let message): message
    case .missingOptions(let names) where names.count == 1:
      "Missing required option: \(quoted(names[0]))"
    case .missingOptions(let names):
      "Missing required options: \(names.map(quoted).joined(separator: ", "))"
    case .unknownCommand(let name, _): "No such command \(quoted(name))"
    case .unknownWords(let words): "No command, option or topic has \(quoted(words))"
    case .notText(let word): "The argument \(quoted(word)) is not UTF-8 text"
    case .needsTerminal(let option): "\(quoted(option)) requires an interactive terminal"
    case .needsScreen(let command, let other):
      "\(quoted(command)) requires an interactive terminal; use \(quoted(other))"
    case .cannotAsk(let option, let action):
      "Confirmation is required; pass \(quoted(option)) to \(action) without a prompt"
    }
  }

  /// Suggests the next step to the user.
  package var hint: LocalizedPhrase? {
    switch reason {
    case .unknownOption(_, let nearest?), .unknownCommand(_, let nearest?): "Did you mean '\(nearest)'?"
    case .unknownCommand(_, nil), .unknownWords: "Run '\(helpCommand)' to see all commands"
    case .missingValue(let value, let option) where option.hasPrefix("--"):
      "Use '\(option)=<\(LocalizedPhrase(term: value))>' (needed when the value begins with '-')"
    case .missingValue(let value, let option): "Use '\(option) <\(LocalizedPhrase(term: value))>'"
    case .unexpectedValue(_, let option): "Use '\(option)' without a value"
    case .repeatedOption: "Use it once"
    case .notAChoice(let value, _, let choices):
      if let nearest = nearest(to: value, among: choices) {
        "Did you mean '\(nearest)'? Choose from \(choices.joined(separator: ", "))"
      } else {
        "Choose from \(choices.joined(separator: ", "))"
      }
    case .conflictingOptions: "Use only one of them"
    case .unexpectedArgument(let word, let option?):
      "Repeat the option for each value: '\(option) \(shortened(word))'"
    case .detachedValue(let word, let option): "Use '\(option)=\(shortened(word))', without a space"
    case .unexpectedArgument(_, nil): "Quote values that contain spaces. \(seeUsage)"
    case .takesOptions(_, let example): "'\(commandName)' takes options: \(example)"
    case .unknownOption(_, nil), .invalidValue, .missingArgument, .missingOptions, .incomplete: seeUsage
    case .notText: "Type it again, or use a UTF-8 terminal"
    case .needsScreen: nil
    case .needsTerminal(let option): "Omit '\(option)', or run it in a terminal"
    case .cannotAsk: "Run it in an interactive terminal to be prompted"
    }
  }

  private var seeUsage: LocalizedPhrase { "Run '\(helpCommand)' to see the usage" }

  private var helpCommand: String { (invocation.map { $0 + " " } ?? "") + "--help" }

  private var commandName: String { invocation?.split(separator: " ").last.map(String.init) ?? "" }

  /// An option, or the placeholder of an argument, `<id>`.
  private func named(_ option: String) -> LocalizedPhrase {
    guard option.hasPrefix("<"), option.hasSuffix(">") else {
      return LocalizedPhrase(verbatim: quoted(option))
    }
    return "'<\(LocalizedPhrase(term: String(option.dropFirst().dropLast())))>'"
  }

  private func quoted(_ word: String) -> String { "'\(shortened(word))'" }

  private func shortened(_ word: String) -> String { word.withoutCredentials.shortened }
}
