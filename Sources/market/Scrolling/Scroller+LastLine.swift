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
    var choices = hints
    while true {
      let line = [place(presenter), state(presenter)].compactMap(\.self).joined(separator: " · ")
      let plain =
        (line.isEmpty ? [] : [line]) + (choices.isEmpty ? [] : [choices.map(\.text).joined(separator: "  ")])
      if plain.joined(separator: " · ").displayWidth <= room {
        let keys = choices.map { $0.key + style.dim(": \($0.meaning)") }.joined(separator: style.dim("  "))
        return LastLine(
          [line].filter { !$0.isEmpty }.map(style.dim).joined()
            + (line.isEmpty || keys.isEmpty ? "" : style.dim(" · ")) + keys)
      }
      guard let least = choices.indices.min(by: { choices[$0].weight < choices[$1].weight }) else {
        return LastLine(style.dim(line.truncated(toWidth: room)))
      }
      choices.remove(at: least)
    }
  }

  /// `1–20 of 214`; nil before anything is shown.
  func place(_ presenter: Presenter) -> String? {
    guard shown > 0 else { return nil }
    let range = presenter.range(after: before, count: shown)
    return total.map { "\(range) of \(presenter.number($0))" } ?? range
  }

  private func state(_ presenter: Presenter) -> String? {
    if isRefreshing {
      return [standing.words(presenter), "refreshing…"].compactMap(\.self).joined(separator: " · ")
    }
    if asked != nil, wanted > 0 { return "loading…" }
    if case .offline = standing { return standing.words(presenter) }
    return nil
  }

  private struct Hint {
    let key: String
    let meaning: String
    /// Of two, the one with less gives way on a narrow terminal.
    let weight: Int

    var text: String { "\(key): \(meaning)" }
  }

  private var hints: [Hint] {
    let more = Hint(key: "space", meaning: "more", weight: 4)
    let search = Hint(key: "/", meaning: "search", weight: 2)
    let refresh = Hint(key: "r", meaning: "refresh", weight: 1)
    let again = Hint(key: "r", meaning: "try again", weight: 4)
    let quit = Hint(key: "q", meaning: "quit", weight: 3)
    if hasFailed, wanted == 0, ahead.isEmpty { return [again, search, quit] }
    return isAtEnd ? [search, refresh, quit] : [more, search, refresh, quit]
  }
}
