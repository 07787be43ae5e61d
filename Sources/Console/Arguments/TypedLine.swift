/// The words of a command line that an input method has changed: full-width letters, typographic dashes and quotes, the wide
/// space U+3000, and Latin keys that were pressed with a Korean layout (two-set, KS X 5002).
package struct TypedLine {
  private let words: [String]
  /// The names of commands, and options with their dashes.
  private let names: Set<String>

  package init(_ words: [String], of program: CommandDeclaration) {
    self.words = words
    names = program.spellings
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
    let letters = word[..<end].drop(while: Self.dashes.contains)
    let plain = Self.plain(letters)
    for name in [plain, Self.latin(plain)] {
      let spelled = letters.startIndex == word.startIndex ? name : (name.count == 1 ? "-" : "--") + name
      if names.contains(spelled) { return spelled + value }
    }
    return word
  }

  fileprivate static let dashes: Set<Character> = ["-", "‐", "‑", "‒", "–", "—", "―", "−", "－"]

  /// The text with ASCII in place of full-width forms, typographic dashes and the wide space.
  package static func plain(_ text: some StringProtocol) -> String {
    let scalars = text.map { dashes.contains($0) ? "-" : $0 }.flatMap(\.unicodeScalars).map {
      scalar -> Unicode.Scalar in
      if scalar == "\u{3000}" { return " " }
      guard ("\u{FF01}"..."\u{FF5E}").contains(scalar) else { return scalar }
      return Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
    }
    return String(String.UnicodeScalarView(scalars))
  }

  // The keys of jamo in the order of Unicode: initials, vowels and finals of syllables, and the consonants that stand alone.
  private static let initials = keys(#"r R s e E f a q Q t T d w W c z x v g"#)
  private static let vowels = keys(#"k o i O j p u P h hk ho hl y n nj np nl b m ml l"#)
  private static let finals = keys(#"r R rt s sw sg e f fr fa fq ft fx fv fg a q qt t T d w c z x v g"#)
  private static let consonants = keys(
    #"r R rt s sw sg e E f fr fa fq ft fx fv fg a q Q qt t T d w W c z x v g"#)

  private static func keys(_ list: String) -> [String] { list.split(separator: " ").map(String.init) }

  /// The Latin letters on the keys of Hangul, in lower case.
  package static func latin(_ text: String) -> String {
    text.unicodeScalars.map { scalar -> String in
      let value = Int(scalar.value)
      switch value {
      case 0xAC00...0xD7A3:
        let syllable = value - 0xAC00
        let beginning = initials[syllable / 588] + vowels[syllable / 28 % 21]
        return syllable % 28 == 0 ? beginning : beginning + finals[syllable % 28 - 1]
      case 0x3131...0x314E: return consonants[value - 0x3131]
      case 0x314F...0x3163: return vowels[value - 0x314F]
      default: return String(scalar)
      }
    }.joined().lowercased()
  }
}

extension Arguments {
  /// Whether an argument was probably meant as an option, or a value that the program looks up is in typographic quotes.
  package var isOddlyTyped: Bool {
    positionals.enumerated().contains { index, word in
      if let first = word.first, first != "-", TypedLine.dashes.contains(first) { return true }
      // A subcommand, where an item or nothing may stand too.
      if index == 0, !declaration.subcommands.isEmpty, !word.utf8.allSatisfy({ $0 < 0x80 }) { return true }
      guard let place = declaration.positionals[min(index, declaration.positionals.count - 1)...].first,
        case .lookup = place.candidates
      else { return false }
      return [word.first, word.last].contains { $0.map(TypedLine.quotes.contains) ?? false }
    }
  }
}
