extension CommandDeclaration {
  /// What the last of `words`, typed so far or empty, may become: subcommands, options and the values that an
  /// option is limited to. The words come after the name of this command. Empty where anything may follow, such
  /// as a file name, which is for the shell to complete. A shell needs no more than a hook that asks.
  package func completions(for words: [String]) -> [String] {
    guard let last = words.last else { return [] }
    let before = words.dropLast()
    if before.contains("--") { return [] }
    for (index, word) in before.enumerated() {
      guard let subcommand = subcommands.first(where: { $0.name == word }) else { continue }
      return subcommand.completions(for: Array(words[(index + 1)...]))
    }
    if let option = before.last.flatMap(option), option.value != nil, !option.optionalValue {
      return option.choices.filter { $0.hasPrefix(last) }
    }
    if last.hasPrefix("--"), let equals = last.firstIndex(of: "=") {
      let name = last[..<equals]
      let choices = option(String(name))?.choices ?? []
      return choices.map { "\(name)=\($0)" }.filter { $0.hasPrefix(last) }
    }
    let candidates = last.hasPrefix("-") ? options.map { "--" + $0.long } : subcommands.map(\.name)
    return candidates.filter { $0.hasPrefix(last) }
  }

  private func option(_ word: String) -> Option? {
    options.first { word == "--" + $0.long || $0.short.map { word == "-\($0)" } == true }
  }
}
