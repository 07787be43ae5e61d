/// The words of a command line that an input method has changed: full-width letters, typographic dashes and quotes, the wide
/// space U+3000, and Latin keys that were pressed with a Korean layout (two-set, KS X 5002).
package struct TypedLine {
  private let words: [String]
  private let names: Set<String>

  /// - Parameter names: The names of a program's commands and options (`CommandDeclaration.spellings`).
  package init(_ words: [String], names: Set<String>) {
    (self.words, self.names) = (words, names)
  }

  /// Readings of the words, the most literal first. Only names are read anew: a value is what was typed, apart from the
  /// spaces and quotes that divide it.
  package var readings: [[String]] {
    let divided = words.flatMap {
      $0.contains("\u{3000}") ? $0.split(separator: "\u{3000}").map(String.init) : [$0]
    }
    return [words, divided, Self.joined(divided)].map { $0.map(name) }
  }

  private static let opening: Set<Character> = ["“", "‘", "„", "＂", "＇"]
  private static let closing: Set<Character> = ["”", "’", "“", "＂", "＇"]
  fileprivate static let quotes = opening.union(closing)

  /// The words of a text without typographic quotes around them.
  package static func unquoted(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).map { word in
      var inner = word.drop(while: quotes.contains)
      while let last = inner.last, quotes.contains(last) { inner.removeLast() }
      return String(inner)
    }.joined(separator: " ")
  }

  /// The words between typographic quotes as one.
  private static func joined(_ words: [String]) -> [String] {
    var joined: [String] = []
    var isOpen = false
    for var word in words {
      let continues = isOpen
      if !isOpen, let quote = word.firstIndex(where: opening.contains),
        ["=", nil].contains(word[..<quote].last)
      {
        word.remove(at: quote)
        isOpen = true
      }
      if isOpen, let last = word.last, closing.contains(last) {
        word.removeLast()
        isOpen = false
      }
      joined.append(continues ? "\(joined.popLast() ?? "") \(word)" : word)
    }
    return joined
  }

  /// The name that the word stands for, with a value behind `=`; the word itself where it is none.
  private func name(_ word: String) -> String {
    let end = word.firstIndex { $0 == "=" || $0 == "＝" } ?? word.endIndex
    let value = word[end...].isEmpty ? "" : "=" + word[end...].dropFirst()
    let letters = word[..<end].drop(while: InputMethod.dashes.contains)
    let plain = InputMethod.plain(letters)
    for name in [plain, InputMethod.latin(plain)] {
      let spelled = letters.startIndex == word.startIndex ? name : (name.count == 1 ? "-" : "--") + name
      if names.contains(spelled) { return spelled + value }
    }
    return word
  }
}

extension Arguments {
  /// Whether an argument was probably meant as an option, or a value that the program looks up is in typographic quotes.
  package var isOddlyTyped: Bool {
    positionals.enumerated().contains { index, word in
      if let first = word.first, first != "-", InputMethod.dashes.contains(first) { return true }
      // A subcommand, where another argument or nothing may stand too.
      if index == 0, !declaration.subcommands.isEmpty, !word.utf8.allSatisfy({ $0 < 0x80 }) { return true }
      guard let place = declaration.positionals[min(index, declaration.positionals.count - 1)...].first,
        case .lookup = place.candidates
      else { return false }
      return [word.first, word.last].contains { $0.map(TypedLine.quotes.contains) ?? false }
    }
  }
}
