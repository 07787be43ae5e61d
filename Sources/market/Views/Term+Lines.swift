import Console

extension Term {
  /// A wider one has a line of its own.
  private static let widestWord = 20

  /// Words and their meanings in two columns.
  static func lines(_ terms: [Term], columns: Int, _ style: Style) -> [String] {
    let width = min(widestWord, terms.map(\.word.count).max() ?? 0) + 2
    return terms.flatMap { term in
      guard term.word.count + 2 <= width else {
        let indent = String(repeating: " ", count: width)
        return term.word.wrapped(toWidth: columns).map(style.bold)
          + term.meaning.wrapped(toWidth: columns - width).map { indent + $0 }
      }
      let lines = term.meaning.wrapped(toWidth: columns, taken: width, hanging: width)
      return [style.bold(term.word.padded(toWidth: width)) + (lines.first ?? "")] + lines.dropFirst()
    }
  }
}
