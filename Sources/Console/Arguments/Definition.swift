/// A term and its meaning: a command, an option, a value or a topic, as help and completion list them.
package struct Definition: Sendable, Hashable {
  /// The term as the user types it.
  package let word: String
  /// The term as help shows it.
  package let label: LocalizedPhrase
  /// Empty if the term needs no explanation.
  package let meaning: LocalizedPhrase

  /// A term that the user types; it is not translated.
  package init(_ word: String, _ meaning: LocalizedPhrase = "") {
    self.word = word
    label = LocalizedPhrase(verbatim: word)
    self.meaning = meaning
  }

  /// A term that is only displayed; it is translated.
  package init(named label: LocalizedPhrase, _ meaning: LocalizedPhrase) {
    word = label.key
    self.label = label
    self.meaning = meaning
  }
}

extension Definition {
  /// The widest term, in columns, that shares a line with its meaning.
  private static let widestWord = 20
  /// With fewer columns for meanings, each meaning begins on the line below its term.
  private static let narrowestMeaning = 30

  /// Terms and meanings in two columns, or on a narrow terminal one below the other. Words are never broken.
  ///
  /// - Parameters:
  ///   - columns: The width of the terminal.
  ///   - indent: Spaces before the terms.
  ///   - column: The column at which the meanings begin; nil for the leftmost one that the terms allow.
  package static func lines(
    _ terms: [Definition], in language: Language, columns: Int, indent: Int = 0,
    meaningsAt column: Int? = nil,
    style: Style = .plain
  ) -> [String] {
    let widest = terms.map { language.text($0.label).displayWidth }.max() ?? 0
    let column = column ?? indent + min(widestWord, widest) + 2
    let below = indent + 4
    let isNarrow = column > below && columns - column < narrowestMeaning
    let start = isNarrow ? below : column
    return terms.flatMap { term in
      let label = language.text(term.label).wrapped(toWidth: columns - indent, breaksWords: false)
      let meaning =
        term.meaning.isEmpty
        ? [] : language.text(term.meaning).wrapped(toWidth: columns - start, breaksWords: false)
      let words = label.map { spaces(indent) + style.bold($0) }
      let width = indent + (label.first ?? "").displayWidth
      guard !isNarrow, label.count == 1, width + 2 <= start, let first = meaning.first else {
        return words + meaning.map { spaces(start) + $0 }
      }
      return [words[0] + spaces(start - width) + first]
        + meaning.dropFirst().map { spaces(start) + $0 }
    }
  }

  private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
