import Console

extension Pager {
  /// Where in the list the person is and what they can do, or the words that they are typing.
  func statusBar(columns: Int, _ format: OutputFormat, _ style: Style, isDrawing: Bool = false) -> StatusBar {
    // The last column stays empty: a terminal may go on to the next line when it is written.
    let room = columns - 1
    if let editor {
      let (text, cursor) = editor.shown(columns: room - 1)
      return StatusBar(style.bold("/") + text, cursor: 1 + cursor)
    }
    // Whoever knows least about where they are still knows how to get out of it.
    let choices = places(format, isDrawing).map { shown($0, room, format, style) }
    let best = choices.first { $0.isEnough } ?? choices.last
    return StatusBar(best?.text ?? "")
  }

  /// Where the person is, from all that is to be said to the least.
  private func places(_ format: OutputFormat, _ isDrawing: Bool) -> [String] {
    let (place, state) = (place(format), state(format, isDrawing))
    guard let state else { return [format.facts([place])] }
    return [[place, state.whole], [place, state.short], [state.short ?? place]].map(format.facts)
  }

  /// A place and as many hints as there is room for, and whether those are among them that nobody can do without.
  private func shown(
    _ place: String, _ room: Int, _ format: OutputFormat, _ style: Style
  ) -> (text: String, isEnough: Bool) {
    var hints = hints
    while true {
      let words = hints.map { (key: format.text($0.key), meaning: ": " + format.text($0.meaning)) }
      let keys = words.map { $0.key + $0.meaning }.joined(separator: "  ")
      let between = place.isEmpty || keys.isEmpty ? "" : " · "
      if (place + between + keys).displayWidth <= room {
        let painted = words.map { $0.key + style.dim($0.meaning) }.joined(separator: "  ")
        let isEnough = hints.count { $0.isNeeded } == self.hints.count { $0.isNeeded }
        return (style.dim(place + between) + painted, isEnough)
      }
      guard let least = hints.indices.min(by: { hints[$0].weight < hints[$1].weight }) else {
        return (style.dim(place.truncated(toWidth: room)), false)
      }
      hints.remove(at: least)
    }
  }

  /// `1–20 of 214`; nil before anything is shown.
  func place(_ format: OutputFormat) -> LocalizedPhrase? {
    shown > 0 ? format.place(after: before, count: shown, of: total) : nil
  }

  /// How the list is known or what is going on, and the same in a word.
  private func state(_ format: OutputFormat, _ isDrawing: Bool) -> (
    whole: LocalizedPhrase?, short: LocalizedPhrase?
  )? {
    let freshness = freshness.words(format)
    if isRefreshing {
      let refreshing = LocalizedPhrase("refreshing")
      return (LocalizedPhrase(verbatim: format.facts([freshness, refreshing])), refreshing)
    }
    if isDrawing || asked != nil && wanted > 0 {
      return (LocalizedPhrase("loading"), LocalizedPhrase("loading"))
    }
    if case .offline = self.freshness { return (freshness, LocalizedPhrase("offline")) }
    return (changes?.words(format) ?? freshness).map { ($0, nil) }
  }

  private struct Hint {
    let key: LocalizedPhrase
    let meaning: LocalizedPhrase
    /// Of two, the one with less gives way on a narrow terminal.
    let weight: Int

    var isNeeded: Bool { weight >= 6 }
  }

  private var hints: [Hint] {
    let isOffline = if case .offline = freshness { true } else { false }
    let more = Hint(key: LocalizedPhrase("space"), meaning: LocalizedPhrase("more"), weight: 6)
    let search = Hint(key: "/", meaning: LocalizedPhrase("search"), weight: 4)
    let view = Hint(key: "g", meaning: isGrid ? LocalizedPhrase("table") : LocalizedPhrase("grid"), weight: 3)
    let refresh = Hint(key: "r", meaning: LocalizedPhrase("refresh"), weight: isOffline ? 7 : 2)
    let again = Hint(key: "r", meaning: LocalizedPhrase("try again"), weight: 7)
    let quit = Hint(key: "q", meaning: LocalizedPhrase("quit"), weight: 8)
    if hasFailed, wanted == 0, prefetch.isEmpty { return [again, search, quit] }
    return (isAtEnd ? [] : [more]) + [search, view, refresh, quit]
  }
}
