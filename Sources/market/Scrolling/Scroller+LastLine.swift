import Console

extension Scroller {
  /// Where in the list the person is and what they can do, or the words that they are typing.
  func lastLine(columns: Int, _ presenter: Presenter, _ style: Style) -> LastLine {
    // The last column stays empty: a terminal may go on to the next line when it is written.
    let room = columns - 1
    if let editor {
      let (text, cursor) = editor.shown(columns: room - 1)
      return LastLine(style.bold("/") + text, cursor: 1 + cursor)
    }
    let line = presenter.facts([place(presenter), state(presenter)])
    var hints = hints
    while true {
      let words = hints.map { (key: presenter.text($0.key), meaning: ": " + presenter.text($0.meaning)) }
      let keys = words.map { $0.key + $0.meaning }.joined(separator: "  ")
      let between = line.isEmpty || keys.isEmpty ? "" : " · "
      if (line + between + keys).displayWidth <= room {
        let painted = words.map { $0.key + style.dim($0.meaning) }.joined(separator: "  ")
        return LastLine(style.dim(line + between) + painted)
      }
      guard let least = hints.indices.min(by: { hints[$0].weight < hints[$1].weight }) else {
        return LastLine(style.dim(line.truncated(toWidth: room)))
      }
      hints.remove(at: least)
    }
  }

  /// `1–20 of 214`; nil before anything is shown.
  func place(_ presenter: Presenter) -> Phrase? {
    shown > 0 ? presenter.place(after: before, count: shown, of: total) : nil
  }

  private func state(_ presenter: Presenter) -> Phrase? {
    if isRefreshing {
      return Phrase(verbatim: presenter.facts([standing.words(presenter), Phrase("refreshing")]))
    }
    if asked != nil, wanted > 0 { return Phrase("loading") }
    return standing.words(presenter)
  }

  private struct Hint {
    let key: Phrase
    let meaning: Phrase
    /// Of two, the one with less gives way on a narrow terminal.
    let weight: Int
  }

  private var hints: [Hint] {
    let more = Hint(key: Phrase("space"), meaning: Phrase("more"), weight: 6)
    let search = Hint(key: "/", meaning: Phrase("search"), weight: 4)
    let view = Hint(key: "g", meaning: isGrid ? Phrase("table") : Phrase("grid"), weight: 3)
    let refresh = Hint(key: "r", meaning: Phrase("refresh"), weight: 2)
    let again = Hint(key: "r", meaning: Phrase("try again"), weight: 6)
    let quit = Hint(key: "q", meaning: Phrase("quit"), weight: 5)
    if hasFailed, wanted == 0, ahead.isEmpty { return [again, search, quit] }
    return (isAtEnd ? [] : [more]) + [search, view, refresh, quit]
  }
}
