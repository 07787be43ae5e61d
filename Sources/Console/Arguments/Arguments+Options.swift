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

  package subscript(option: Option<String?>) -> String? { text(option.declaration) }

  package subscript(option: Option<[String]>) -> [String] { texts(option.declaration) }

  /// The values of an option as they were typed.
  package func texts(_ option: OptionDeclaration) -> [String] {
    given[option.long, default: []].compactMap(\.self)
  }

  private func text(_ option: OptionDeclaration) -> String? { texts(option).last }

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
