extension Definition {
  /// A wider one has a line of its own.
  private static let widestWord = 20
  /// With fewer columns a meaning is a ribbon, and stands below its word instead.
  private static let narrowestMeaning = 30

  /// Words and their meanings in two columns, or on a narrow terminal one below the other.
  ///
  /// - Parameters:
  ///   - indent: Spaces before the words.
  ///   - column: Where the meanings begin; nil for as near as the words allow.
  package static func lines(
    _ terms: [Definition], in language: Language, columns: Int, indent: Int = 0,
    meaningsAt column: Int? = nil,
    _ style: Style = .plain
  ) -> [String] {
    let widest = terms.map { language.text($0.label).displayWidth }.max() ?? 0
    let column = column ?? indent + min(widestWord, widest) + 2
    let below = indent + 4
    let isNarrow = column > below && columns - column < narrowestMeaning
    let start = isNarrow ? below : column
    return terms.flatMap { term in
      let label = language.text(term.label).wrapped(toWidth: columns - indent)
      let meaning = term.meaning.isEmpty ? [] : language.text(term.meaning).wrapped(toWidth: columns - start)
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
