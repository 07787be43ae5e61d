/// What the word under the cursor may become.
package enum Completion: Sendable, Equatable {
  case terms([Definition])
  /// Names of files, which are for the shell to find.
  case files
  /// What the program looks up under that name, of which `beginning` has been typed, `prefix` before it in the same word.
  case looked(up: String, beginning: String, prefix: String = "")

  package static let nothing = terms([])
}

extension CommandDeclaration {
  /// Completes the last of `words`, typed so far or empty. The words come after the name of this command. An option
  /// that was given is not offered a second time unless it repeats.
  package func completion(of words: [String]) -> Completion {
    guard let last = words.last else { return .nothing }
    var line = CompletedLine(self)
    for (index, word) in words.dropLast().enumerated() {
      if let subcommand = line.read(word) {
        return subcommand.completion(of: Array(words[(index + 1)...]))
      }
    }
    return line.completion(of: last)
  }
}

/// What the words before the cursor say about the one under it.
private struct CompletedLine {
  private let declaration: CommandDeclaration
  private var positionals = 0
  private var given: Set<String> = []
  /// The option that still waits for its value.
  private var waiting: Option?
  private var readsOptions = true

  init(_ declaration: CommandDeclaration) {
    self.declaration = declaration
  }

  /// Returns the subcommand that all further words are for.
  mutating func read(_ word: String) -> CommandDeclaration? {
    if waiting != nil {
      waiting = nil
    } else if readsOptions, word == "--" {
      readsOptions = false
    } else if readsOptions, word.hasPrefix("-"), word != "-" {
      word.hasPrefix("--") ? readLong(word.dropFirst(2)) : readShort(word.dropFirst())
    } else if let subcommand = declaration.subcommands.first(where: { $0.name == word }) {
      return subcommand
    } else {
      positionals += 1
    }
    return nil
  }

  private mutating func readLong(_ word: Substring) {
    let name = word.prefix { $0 != "=" }
    guard let option = declaration.options.first(where: { $0.long == name }) else { return }
    given.insert(option.long)
    if name == word, option.needsValue { waiting = option }
  }

  private mutating func readShort(_ word: Substring) {
    var letters = word
    while let letter = letters.popFirst() {
      guard let option = declaration.options.first(where: { $0.short == letter }) else { return }
      given.insert(option.long)
      guard option.value != nil else { continue }
      if letters.isEmpty, option.needsValue { waiting = option }
      return
    }
  }

  func completion(of word: String) -> Completion {
    if let waiting { return waiting.candidates.completion(of: word) }
    if readsOptions, word.hasPrefix("-") { return optionCompletion(of: word) }
    if !declaration.subcommands.isEmpty, positionals == 0 {
      return Candidates.terms(declaration.subcommands.map { Definition($0.name, $0.abstract) }).completion(
        of: word)
    }
    let places = declaration.positionals
    if positionals < places.count { return places[positionals].candidates.completion(of: word) }
    guard let last = places.last, last.repeats else { return .nothing }
    return last.candidates.completion(of: word)
  }

  private func optionCompletion(of word: String) -> Completion {
    if word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
      let name = word[..<equals].dropFirst(2)
      guard let option = declaration.options.first(where: { $0.long == name }) else { return .nothing }
      let value = word[word.index(after: equals)...]
      return option.candidates.completion(of: String(value), after: "--\(name)=")
    }
    let options = declaration.options.filter { $0.repeats || !given.contains($0.long) }
    return Candidates.terms(options.map { Definition("--" + $0.long, $0.help) }).completion(of: word)
  }
}

extension Option {
  fileprivate var needsValue: Bool { value != nil && !optionalValue }
}

extension Candidates {
  /// - Parameter prefix: What stands before the value in the same word.
  fileprivate func completion(of typed: String, after prefix: String = "") -> Completion {
    switch self {
    case .unknown: .nothing
    case .files: .files
    case .looked(let name): .looked(up: name, beginning: typed, prefix: prefix)
    case .terms(let terms):
      .terms(terms.filter { $0.word.hasPrefix(typed) }.map { Definition(prefix + $0.word, $0.meaning) })
    case .list(let words): .terms(Self.next(of: words, in: typed).map { Definition(prefix + $0) })
    }
  }

  /// The list as it was typed, with each word that may stand at its end and is not in it yet.
  private static func next(of words: [String], in typed: String) -> [String] {
    var before = typed.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let beginning = before.popLast() ?? ""
    return words.filter { $0.hasPrefix(beginning) && !before.contains($0) }
      .map { (before + [$0]).joined(separator: ",") }
  }
}
