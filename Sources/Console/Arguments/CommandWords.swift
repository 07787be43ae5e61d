/// The words of a command line, taken apart at the word that names the command.
package struct CommandWords: Equatable, Sendable {
  /// The options before the command, with their values.
  package let leading: [String]
  /// Nil for a command line without words.
  package let command: String?
  /// The words after the command.
  package let rest: [String]

  package init(leading: [String], command: String?, rest: [String]) {
    self.leading = leading
    self.command = command
    self.rest = rest
  }
}

extension CommandDeclaration {
  /// Finds the command in the words of a program. Options may stand before it: each takes its value as in the subcommands
  /// that declare it. Throws for an option that no subcommand has, and for options without a command.
  ///
  /// - Parameter isCommand: Whether a word that looks like an option names a command, such as `--version`.
  package func split(_ words: [String], isCommand: (String) -> Bool = { _ in false }) throws(UsageError)
    -> CommandWords
  {
    var rest = words[...]
    while let word = rest.first, word.hasPrefix("-"), word != "-", !isCommand(word) {
      rest.removeFirst()
      guard let label = try leadingValue(of: word) else { continue }
      guard rest.popFirst() != nil else {
        throw UsageError(.missingValue(label, option: word), in: self)
      }
    }
    let leading = Array(words[..<rest.startIndex])
    guard let command = rest.popFirst() else {
      guard leading.isEmpty else { throw UsageError(.missingArgument("subcommand"), in: self) }
      return CommandWords(leading: [], command: nil, rest: [])
    }
    return CommandWords(leading: leading, command: command, rest: Array(rest))
  }

  /// The placeholder of the value that the next word must be; nil where the word needs none.
  private func leadingValue(of word: String) throws(UsageError) -> String? {
    let options = leadingOptions
    guard !word.hasPrefix("--") else {
      let name = String(word.prefix { $0 != "=" })
      guard let (option, implied) = options.named(name) else {
        throw UsageError(.unknownOption(name, nearest: options.nearestSpelling(to: name)), in: self)
      }
      return option.needsValue && implied == nil && name == word ? option.value : nil
    }
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      guard let (option, implied) = options.named("-\(letter)") else {
        throw UsageError(.unknownOption("-\(letter)", nearest: nil), in: self)
      }
      guard option.value != nil, implied == nil else { continue }
      return letters.isEmpty && option.needsValue ? option.value : nil
    }
    return nil
  }
}
