/// What the words of a command line mean, once they have been found to mean something.
package struct Arguments: Sendable, Equatable {
  /// In the order given, options taken out. `-` is among them: the command decides what it stands for.
  package private(set) var positionals: [String] = []
  private let names: [String]
  /// By long name; nil for an option given without a value.
  private var given: [String: [String?]] = [:]

  /// Whether the option was given, with or without a value.
  package func flag(_ name: String) -> Bool {
    given[name] != nil
  }

  package func value(_ name: String) -> String? {
    values(name).last
  }

  package func values(_ name: String) -> [String] {
    given[name, default: []].compactMap(\.self)
  }

  /// The first word in the place of that name.
  package func positional(_ name: String) -> String? {
    guard let index = names.firstIndex(of: name), index < positionals.count else { return nil }
    return positionals[index]
  }
}

extension Arguments {
  /// Reads words by the conventions of POSIX (Utility Syntax Guidelines) and GNU (long options): `--price=5`,
  /// `--price 5`, `-p5`, `-p 5`, `-qy` for `-q -y`. `--` ends the options; an empty word is a value.
  ///
  /// The word after an option is its value unless it looks like an option itself, that is, begins with `--` or
  /// with a dash and a letter that the command declares. So a forgotten value is noticed and `--price -5` still
  /// reaches whoever judges prices; `--title=--x` passes anything.
  package init(_ words: [String], for declaration: CommandDeclaration) throws(UsageError) {
    names = declaration.positionals.map(\.name)
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        positionals += rest
        break
      }
      let isDone =
        if word.hasPrefix("--") {
          try readLong(word, &rest, declaration)
        } else if word.hasPrefix("-") && word != "-" {
          try readShort(word, &rest, declaration)
        } else {
          readPositional(word)
        }
      if isDone { return }
    }
    try checkPositionals(declaration)
  }

  private mutating func readPositional(_ word: String) -> Bool {
    positionals.append(word)
    return false
  }

  /// Returns whether the option leaves nothing else to read.
  private mutating func readLong(
    _ word: String, _ rest: inout ArraySlice<String>, _ declaration: CommandDeclaration
  ) throws(UsageError) -> Bool {
    let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = declaration.options.first(where: { $0.long == name }) else {
      let nearest = nearest(to: name, among: declaration.options.map(\.long)).map { "--" + $0 }
      throw UsageError(.unknownOption("--" + name, nearest: nearest), in: declaration)
    }
    let attached = parts.count == 2 ? String(parts[1]) : nil
    if let attached, option.value == nil {
      throw UsageError(.unexpectedValue(attached, option: "--" + name), in: declaration)
    }
    return try record(option, attached, as: "--" + name, &rest, declaration)
  }

  private mutating func readShort(
    _ word: String, _ rest: inout ArraySlice<String>, _ declaration: CommandDeclaration
  ) throws(UsageError) -> Bool {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = declaration.options.first(where: { $0.short == letter }) else {
        throw UsageError(.unknownOption("-\(letter)", nearest: nil), in: declaration)
      }
      var attached: String?
      if option.value != nil, !letters.isEmpty {
        attached = String(letters.first == "=" ? letters.dropFirst() : letters)
        letters = ""
      }
      if try record(option, attached, as: "-\(letter)", &rest, declaration) { return true }
    }
    return false
  }

  private mutating func record(
    _ option: Option, _ attached: String?, as name: String, _ rest: inout ArraySlice<String>,
    _ declaration: CommandDeclaration
  ) throws(UsageError) -> Bool {
    var value = attached
    if let label = option.value {
      if value == nil, !option.optionalValue {
        guard let next = rest.first, !declaration.looksLikeOption(next) else {
          throw UsageError(.missingValue(label, option: name), in: declaration)
        }
        value = rest.removeFirst()
      }
      if let value, !option.choices.isEmpty, !option.choices.contains(value) {
        throw UsageError(.notAChoice(value, option: name, choices: option.choices), in: declaration)
      }
      if given[option.long] != nil, !option.repeats {
        throw UsageError(.repeatedOption(name), in: declaration)
      }
    }
    given[option.long, default: []].append(value)
    return option.answersAlone
  }

  private func checkPositionals(_ declaration: CommandDeclaration) throws(UsageError) {
    let expected = declaration.positionals
    if positionals.count > expected.count, expected.last?.repeats != true {
      throw UsageError(.unexpectedArgument(positionals[expected.count]), in: declaration)
    }
    if let missing = expected.dropFirst(positionals.count).first(where: \.required) {
      throw UsageError(.missingArgument(missing.name), in: declaration)
    }
  }
}

extension CommandDeclaration {
  fileprivate func looksLikeOption(_ word: String) -> Bool {
    guard word.hasPrefix("-"), let second = word.dropFirst().first else { return false }
    return second == "-" || options.contains { $0.short == second }
  }
}
