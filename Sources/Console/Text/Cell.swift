/// A cell of a table: text in runs, each with the style that is applied after truncation.
package struct Cell: ExpressibleByStringLiteral {
  /// Applies a style to text.
  package typealias Paint = (String) -> String
  /// Text and its style; nil for no style.
  package typealias Run = (text: String, paint: Paint?)

  private var runs: [Run]
  /// In columns.
  package let width: Int

  package init(_ text: String, _ paint: Paint? = nil) {
    self.init([(text, paint)])
  }

  package init(stringLiteral text: String) {
    self.init(text)
  }

  /// A cell of several runs with different styles, such as an old price before a new one.
  package init(_ runs: [Run]) {
    self.runs = runs.map { ($0.text.sanitizedLine, $0.paint) }
    while let last = self.runs.last, last.text.hasSuffix(" ") || last.text.isEmpty {
      self.runs.removeLast()
      let text = last.text.withoutTrailingSpaces
      if !text.isEmpty { self.runs.append((text, last.paint)) }
    }
    width = self.runs.displayWidth
  }

  /// The runs of a text in which words are painted wherever they occur, in upper or lower case.
  package static func runs(of text: String, marking words: [String], with paint: @escaping Paint) -> [Run] {
    var runs: [Run] = []
    var rest = text[...]
    while let found = words.compactMap({ rest.range(of: $0, options: .caseInsensitive) })
      .filter({ !$0.isEmpty }).min(by: { $0.lowerBound < $1.lowerBound })
    {
      runs.append((String(rest[..<found.lowerBound]), nil))
      runs.append((String(rest[found]), paint))
      rest = rest[found.upperBound...]
    }
    return runs + [(String(rest), nil)]
  }

  /// The text with its styles.
  package var rendered: String { runs.painted }

  /// The cell, or its beginning and `…` within `limit` columns.
  package func truncated(toWidth limit: Int) -> Cell {
    guard width > limit else { return self }
    var room = limit - 1
    var fitting: [Run] = []
    for run in runs where room >= 0 {
      let text = run.text.prefix(columns: room)
      room -= text.displayWidth
      if text.endIndex < run.text.endIndex {
        fitting.append((text + "…", run.paint))
        room = -1
      } else {
        fitting.append(run)
      }
    }
    return Cell(fitting)
  }
}

extension [Cell.Run] {
  /// The runs with their styles applied.
  package var painted: String { map { $0.paint?($0.text) ?? $0.text }.joined() }

  /// The sum of the runs' widths, in columns.
  package var displayWidth: Int { reduce(0) { $0 + $1.text.displayWidth } }
}
