import Console

extension Term {
  /// A wider one has a line of its own.
  private static let widestWord = 20

  /// Words and their meanings in two columns.
  static func lines(_ terms: [Term], in language: Language, columns: Int, _ style: Style) -> [String] {
    let width = min(widestWord, terms.map { language.text($0.label).displayWidth }.max() ?? 0) + 2
    return terms.flatMap { term in
      let (label, meaning) = (language.text(term.label), language.text(term.meaning))
      guard label.displayWidth + 2 <= width else {
        let indent = String(repeating: " ", count: width)
        return label.wrapped(toWidth: columns).map(style.bold)
          + meaning.wrapped(toWidth: columns - width).map { indent + $0 }
      }
      let lines = meaning.wrapped(toWidth: columns, taken: width, hanging: width)
      return [style.bold(label.padded(toWidth: width)) + (lines.first ?? "")] + lines.dropFirst()
    }
  }
}
