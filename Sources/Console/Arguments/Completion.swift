/// The candidates that completion offers for a value. The parser ignores them: it rejects values that are not among an
/// option's `choices`.
package enum Candidates: Sendable, Equatable {
  case unknown
  case terms([Definition])
  /// Several of these words, separated by commas.
  case list([String])
  /// One of these behind a text and `=`: `header=field`.
  case assigned([Definition])
  /// File names.
  case files
  /// Values that the program looks up when they are needed, under a name that it chooses.
  case lookup(String)
}

/// The completions of the word under the cursor.
package enum Completion: Sendable, Equatable {
  case terms([Definition])
  /// File names, which the shell finds itself.
  case files
  /// Values that the program looks up under that name. They begin with `beginning`; `prefix` stands before it in the
  /// same word. `others` are offered with them.
  case lookup(String, beginning: String, prefix: String = "", others: [Definition] = [])

  /// No completions.
  package static let nothing = terms([])
}

extension CommandDeclaration {
  /// Completes the last of `words`, which may be empty. The words come after the name of this command. An option that was
  /// given is offered again only if it repeats.
  ///
  /// - Parameter given: The long names of options before the name of this command.
  package func completion(of words: [String], given: Set<String> = []) -> Completion {
    guard let last = words.last else { return .nothing }
    var line = CompletedLine(self, given: given)
    for (index, word) in words.dropLast().enumerated() {
      if let subcommand = line.read(word) {
        return subcommand.completion(of: Array(words[(index + 1)...]), given: line.given)
      }
    }
    return line.completion(of: last)
  }
}

/// Reads the words before the cursor, to determine which kind of word is under it.
private struct CompletedLine {
  private let declaration: CommandDeclaration
  private let options: [OptionDeclaration]
  private var positionals = 0
  /// By long name.
  private(set) var given: Set<String>
  /// The option whose value comes next.
  private var pending: OptionDeclaration?
  private var readsOptions = true

  init(_ declaration: CommandDeclaration, given: Set<String>) {
    self.declaration = declaration
    self.given = given
    options = declaration.leadingOptions
  }

  /// Reads a word before the cursor. Returns the subcommand that all further words belong to.
  mutating func read(_ word: String) -> CommandDeclaration? {
    if pending != nil {
      pending = nil
    } else if readsOptions, word == "--" {
      readsOptions = false
    } else if readsOptions, word.hasPrefix("-"), word != "-" {
      for found in options.options(in: word) {
        if let option = found.option { given.insert(option.long) }
        if found.takesNextWord { pending = found.option }
      }
    } else if let subcommand = declaration.subcommands.first(where: { $0.isNamed(word) }) {
      return subcommand
    } else {
      positionals += 1
    }
    return nil
  }

  func completion(of word: String) -> Completion {
    if let pending { return pending.candidates.completion(of: word) }
    if readsOptions, word.hasPrefix("-") { return optionCompletion(of: word) }
    let places = declaration.positionals
    if !declaration.subcommands.isEmpty, positionals == 0 {
      let commands = declaration.subcommands.map { Definition($0.name, $0.abstract) }
        .filter { $0.word.hasPrefix(word) }
      guard case .lookup(let name, _, _, _)? = places.first?.candidates.completion(of: word) else {
        return .terms(commands)
      }
      return .lookup(name, beginning: word, others: commands)
    }
    if positionals < places.count { return places[positionals].candidates.completion(of: word) }
    guard let last = places.last, last.repeats else { return .nothing }
    return last.candidates.completion(of: word)
  }

  private func optionCompletion(of word: String) -> Completion {
    if word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
      let name = word[..<equals].dropFirst(2)
      guard let (option, implied) = options.named("--" + name), implied == nil else { return .nothing }
      let value = word[word.index(after: equals)...]
      return option.candidates.completion(of: String(value), after: "--\(name)=")
    }
    let options = declaration.options.filter {
      $0.listing != .never && ($0.repeats || !given.contains($0.long))
    }
    return Candidates.terms(options.map { Definition("--" + $0.long, $0.help) }).completion(of: word)
  }
}

extension Candidates {
  /// - Parameter prefix: The text before the value in the same word.
  fileprivate func completion(of typed: String, after prefix: String = "") -> Completion {
    switch self {
    case .unknown: .nothing
    case .files: .files
    case .lookup(let name): .lookup(name, beginning: typed, prefix: prefix)
    case .terms(let terms):
      .terms(terms.filter { $0.word.hasPrefix(typed) }.map { Definition(prefix + $0.word, $0.meaning) })
    case .assigned(let terms):
      typed.lastIndex(of: "=").map { sign in
        Candidates.terms(terms).completion(
          of: String(typed[typed.index(after: sign)...]), after: prefix + typed[...sign])
      } ?? .nothing
    case .list(let words): .terms(Self.next(of: words, in: typed).map { Definition(prefix + $0) })
    }
  }

  /// The list as typed, completed with each word that is not in it yet.
  private static func next(of words: [String], in typed: String) -> [String] {
    var before = typed.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let beginning = before.popLast() ?? ""
    return words.filter { $0.hasPrefix(beginning) && !before.contains($0) }
      .map { (before + [$0]).joined(separator: ",") }
  }
}
