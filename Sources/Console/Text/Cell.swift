/// One place in a table: plain text, and how each run of it is painted once it has been cut to fit.
package struct Cell: ExpressibleByStringLiteral {
  package typealias Paint = (String) -> String
  package typealias Run = (text: String, paint: Paint?)

  private var runs: [Run]
  package let width: Int

  package init(_ text: String, _ paint: Paint? = nil) {
    self.init([(text, paint)])
  }

  package init(stringLiteral text: String) {
    self.init(text)
  }

  /// Several runs, each with a style of its own or none, such as an old price before a new one.
  package init(_ runs: [Run]) {
    self.runs = runs.map { ($0.text.sanitized, $0.paint) }
    while let last = self.runs.last, last.text.hasSuffix(" ") || last.text.isEmpty {
      self.runs.removeLast()
      let text = last.text.withoutTrailingSpaces
      if !text.isEmpty { self.runs.append((text, last.paint)) }
    }
    width = self.runs.displayWidth
  }

  /// The text with its styles.
  package var rendered: String { runs.painted }

  /// The cell, or as much of its beginning as leaves room for `…`.
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
  /// One after the other, each with its style.
  package var painted: String { map { $0.paint?($0.text) ?? $0.text }.joined() }

  package var displayWidth: Int { reduce(0) { $0 + $1.text.displayWidth } }
}

extension String {
  fileprivate var withoutTrailingSpaces: String {
    var rest = self[...]
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }
}
