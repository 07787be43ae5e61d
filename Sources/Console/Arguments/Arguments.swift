/// The options and positional arguments of a command line, checked against the command's declaration.
package struct Arguments: Sendable, Equatable {
  /// In the order given, without options. `-` is among them; the command decides what it means.
  package private(set) var positionals: [String] = []
  /// Whether fewer positionals were typed: one or none stands for several.
  package private(set) var isChoice = false
  /// Whether none was typed: conditions stand for them.
  package private(set) var isFiltered = false
  package let declaration: CommandDeclaration
  /// By long name; nil for an option given without a value.
  private(set) var given: [String: [String?]] = [:]

  /// An option that is given and in none of these groups, as it is typed; nil without one.
  package func firstGiven(apartFrom groups: OptionGroup...) -> String? {
    let others = Set(groups.flatMap(\.declarations).map(\.long))
    return given.keys.sorted().first { !others.contains($0) }.map { "--\($0)" }
  }

  /// Returns the arguments with other words in place of the positionals.
  package func replacingPositionals(with words: [String]) -> Arguments {
    var arguments = self
    arguments.isChoice = words.count > positionals.count
    arguments.isFiltered = positionals.isEmpty
    arguments.positionals = words
    return arguments
  }

  /// Returns the arguments without an option.
  package func without(_ option: OptionDeclaration) -> Arguments {
    var arguments = self
    arguments.given[option.long] = nil
    return arguments
  }
}

extension Arguments {
  /// Parses the words by the conventions of POSIX (Utility Syntax Guidelines) and GNU (long options): `--price=5`,
  /// `--price 5`, `-p5`, `-p 5`, `-qy` for `-q -y`. `--` ends the options; an empty word is a value.
  ///
  /// The word after an option is its value unless it looks like an option itself: it begins with `--`, or with a dash and
  /// a letter that the command declares. So a missing value is noticed, and `--price -5` is still passed on to the
  /// check of prices. `--title=--x` passes any value.
  ///
  /// - Parameters:
  ///   - words: The words after the command.
  ///   - leading: Options before the command, with their values.
  package init(_ words: [String], after leading: [String] = [], for declaration: CommandDeclaration)
    throws(UsageError)
  {
    self.declaration = declaration
    var line = Line(words: leading[...], declaration: declaration, isLeading: true)
    if try read(&line) { return }
    line = Line(words: words[...], declaration: declaration)
    if try read(&line) { return }
    try check(line)
  }

  /// The words that are still to be read, with the state of the parser.
  private struct Line {
    var words: ArraySlice<String>
    let declaration: CommandDeclaration
    var isLeading = false
    /// The option before the next word, if that word may be meant as a value of it.
    var last: Last?
    /// By the index of a positional: the option that it directly follows.
    var followed: [Int: Last] = [:]
  }

  private enum Last {
    /// A repeating option with its value.
    case repeating(String)
    /// An option without its optional value.
    case withoutValue(String)
  }

  /// Returns whether an option ended the parsing.
  private mutating func read(_ line: inout Line) throws(UsageError) -> Bool {
    while let word = line.words.popFirst() {
      if word == "--" {
        positionals += line.words
        break
      }
      if word.hasPrefix("-"), word != "-" {
        if try readOptions(word, &line) { return true }
      } else {
        line.followed[positionals.count] = line.last
        line.last = nil
        positionals.append(word)
      }
    }
    return false
  }

  private mutating func readOptions(_ word: String, _ line: inout Line) throws(UsageError) -> Bool {
    let options = line.declaration.options
    for found in options.options(in: word) {
      guard let option = found.option else {
        let nearest =
          word.hasPrefix("--")
          ? options.nearestSpelling(to: found.name)
          : found.name.last.flatMap { options.onlyOption(beginningWith: $0) }
        throw UsageError(.unknownOption(found.name, nearest: nearest), in: line.declaration)
      }
      if let value = found.attachedValue, option.value == nil || found.impliedValue != nil {
        throw UsageError(.unexpectedValue(value, option: found.name), in: line.declaration)
      }
      if try record(option, found.attachedValue ?? found.impliedValue, as: found.name, line: &line) {
        return true
      }
    }
    return false
  }

  /// - Parameter attached: The value in the same word, if any.
  private mutating func record(
    _ option: OptionDeclaration, _ attached: String?, as name: String, line: inout Line
  ) throws(UsageError) -> Bool {
    let declaration = line.declaration
    var value = attached
    if let label = option.value {
      if value == nil, option.optionalValue {
        if let next = line.words.first, !line.isLeading, declaration.canBeValue(next, of: option) {
          value = line.words.removeFirst()
        }
      } else if value == nil {
        guard let next = line.words.first, !declaration.looksLikeOption(next) else {
          throw UsageError(.missingValue(label, option: name), in: declaration)
        }
        value = line.words.removeFirst()
      }
      if let plain = value.map(InputMethod.plain), option.isNumeric || option.choices.contains(plain) {
        value = plain
      }
      if let value, !option.choices.isEmpty, !option.choices.contains(value) {
        throw UsageError(.notAChoice(value, option: name, choices: option.choices), in: declaration)
      }
      if given[option.long] != nil, !option.repeats {
        throw UsageError(.repeatedOption(name), in: declaration)
      }
    }
    line.last =
      option.repeats ? .repeating(name) : option.optionalValue && value == nil ? .withoutValue(name) : nil
    given[option.long, default: []].append(value)
    return option.endsParsing
  }

  private func check(_ line: Line) throws(UsageError) {
    let declaration = line.declaration
    let expected = declaration.positionals
    if positionals.count > expected.count, expected.last?.repeats != true {
      let misspelt = declaration.unknownSubcommand(positionals[0])
      if case .unknownCommand(_, _?) = misspelt.reason { throw misspelt }
      let word = positionals[expected.count]
      let reason: UsageError.Reason =
        switch line.followed[expected.count] {
        case .repeating(let option): .unexpectedArgument(word, after: option)
        case .withoutValue(let option): .detachedValue(word, option: option)
        case nil:
          declaration.example(with: positionals).map { .takesOptions(word, example: $0) }
            ?? .unexpectedArgument(word)
        }
      throw UsageError(reason, in: declaration)
    }
    if let missing = expected.dropFirst(positionals.count).first(where: \.required) {
      throw UsageError(.missingArgument(missing.name), in: declaration)
    }
    guard !declaration.asksForAll || !given.isEmpty else { return }
    let missing = declaration.options.filter { $0.isRequired && given[$0.long] == nil }
    guard missing.isEmpty else {
      throw UsageError(.missingOptions(missing.map { "--" + $0.long }), in: declaration)
    }
  }
}

extension CommandDeclaration {
  /// The command line that was probably meant by words in the place of required options; nil where there are none.
  fileprivate func example(with words: [String]) -> String? {
    let required = options.filter(\.isRequired)
    guard positionals.isEmpty, !required.isEmpty, words.count <= required.count else { return nil }
    return ([invocation] + zip(required, words).map { "--\($0.long) \($1.shellQuoted)" }).joined(
      separator: " ")
  }

  fileprivate func looksLikeOption(_ word: String) -> Bool {
    guard word.hasPrefix("-"), let second = word.dropFirst().first else { return false }
    return second == "-" || options.named("-\(second)") != nil
  }

  /// Whether a word can only be the optional value of the option before it.
  fileprivate func canBeValue(_ word: String, of option: OptionDeclaration) -> Bool {
    if positionals.isEmpty, case .unknown = option.candidates { return !looksLikeOption(word) }
    guard case .list(let known) = option.candidates, !positionals.contains(where: \.isFreeText) else {
      return false
    }
    return word.split(separator: ",", omittingEmptySubsequences: false).allSatisfy {
      known.contains(String($0))
    }
  }
}

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

  /// The error of a word in the place of a subcommand, with the one that was probably meant.
  package func unknownSubcommand(_ word: String) -> UsageError {
    let names = subcommands.flatMap { [$0.name] + $0.aliases }
    return UsageError(.unknownCommand(word, nearest: nearest(to: word, among: names)), in: self)
  }

  /// The placeholder of the value that the next word must be; nil where the word needs none.
  private func leadingValue(of word: String) throws(UsageError) -> String? {
    let options = leadingOptions
    for found in options.options(in: word) {
      guard found.option != nil else {
        let nearest = word.hasPrefix("--") ? options.nearestSpelling(to: found.name) : nil
        throw UsageError(.unknownOption(found.name, nearest: nearest), in: self)
      }
      if found.takesNextWord { return found.option?.value }
    }
    return nil
  }
}

extension Arguments {
  /// Reads an option as its type. Throws for a value that the option cannot have.
  package subscript<Value>(option: Option<Value>) -> Value {
    get throws {
      guard let texts = given[option.declaration.long] else { return option.absent }
      return try option.parse(
        GivenOption(word: option.word, texts: texts.compactMap(\.self), invocation: declaration.invocation))
    }
  }

  /// Whether a flag is given.
  package subscript(flag: Option<Bool>) -> Bool { has(flag) }

  package subscript(option: Option<String?>) -> String? { texts(option.declaration).last }

  package subscript(option: Option<[String]>) -> [String] { texts(option.declaration) }

  /// The values of an option as they were typed.
  package func texts(_ option: OptionDeclaration) -> [String] {
    given[option.long, default: []].compactMap(\.self)
  }

  /// Whether the option is given, with or without a value.
  package func has<Value>(_ option: Option<Value>) -> Bool { has(option.declaration) }

  package func has(_ option: OptionDeclaration) -> Bool { given[option.long] != nil }

  /// The given ones of these options, as they are typed.
  package func given<each Value>(_ options: repeat Option<each Value>) -> [String] {
    var words: [String] = []
    for option in repeat each options { words += has(option) ? [option.word] : [] }
    return words
  }

  /// The given ones of these options, as words of a shell's command line that gives them again.
  package func again<each Value>(_ options: repeat Option<each Value>) -> [String] {
    var words: [String] = []
    for option in repeat each options { words += self.words(of: option.declaration) }
    return words
  }

  /// All given options apart from these, as words of a shell's command line.
  package func again<each Value>(apartFrom options: repeat Option<each Value>) -> [String] {
    var others: Set<String> = []
    for option in repeat each options { others.insert(option.declaration.long) }
    return declaration.options.filter { !others.contains($0.long) }.flatMap(words)
  }

  /// The given ones of these options, as arguments.
  package func arguments(of group: OptionGroup) -> [String] {
    group.declarations.filter(has).flatMap { option -> [String] in
      let values = texts(option)
      return values.isEmpty ? ["--\(option.long)"] : values.map { "--\(option.long)=\($0)" }
    }
  }

  private func words(of option: OptionDeclaration) -> [String] {
    guard has(option) else { return [] }
    let values = option.repeats ? texts(option) : Array(texts(option).suffix(1))
    guard !values.isEmpty else { return ["--\(option.long)"] }
    // Apart from choices, a value that begins with a dash could be read as an option.
    return values.flatMap { value in
      value.hasPrefix("-") && option.choices.isEmpty
        ? ["--\(option.long)=\(value.shellQuoted)"] : ["--\(option.long)", value.shellQuoted]
    }
  }

  /// Throws if more than one of these options is given.
  package func allowOne<each Value>(of options: repeat Option<each Value>) throws(UsageError) {
    let words = given(repeat each options)
    if words.count > 1 { throw error(.conflictingOptions(words[0], words[1])) }
  }

  /// Throws if the option is given together with one of the others.
  package func refuse<Value, each Other>(
    _ option: Option<Value>, with others: repeat Option<each Other>
  ) throws(UsageError) {
    if has(option), let other = given(repeat each others).first {
      throw error(.conflictingOptions(option.word, other))
    }
  }

  /// An error in these arguments.
  package func error(_ reason: UsageError.Reason) -> UsageError { UsageError(reason, in: declaration) }
}
