import Console

extension Pager {
  /// The last line of the screen: the place in the list, its state and the keys, or the words that are being typed.
  func statusBar(columns: Int, _ format: OutputFormat, _ style: Style) -> StatusBar {
    // The last column stays empty: a terminal may wrap the line when it is written.
    let room = columns - 1
    if let editor {
      let (text, cursor) = editor.shown(columns: room - 1)
      return StatusBar(style.bold("/") + text, cursor: 1 + cursor)
    }
    // The needed keys are worth more than the details of the place.
    let choices = facts(format).map { fitted($0, room, format, style) }
    let best = choices.first { $0.hasNeededKeys } ?? choices.last
    return StatusBar(best?.text ?? "")
  }

  /// The place and the state, from the most detailed to the shortest.
  private func facts(_ format: OutputFormat) -> [String] {
    let (place, state) = (place(format), state(format))
    guard let state else { return [format.facts([place])] }
    return [[place, state.whole], [place, state.short], [state.short ?? place]].map(format.facts)
  }

  /// Facts and as many keys as there is room for, and whether the needed ones are among them.
  private func fitted(
    _ facts: String, _ room: Int, _ format: OutputFormat, _ style: Style
  ) -> (text: String, hasNeededKeys: Bool) {
    var hints = hints
    while true {
      let words = hints.map { (key: format.text($0.key), meaning: ": " + format.text($0.meaning)) }
      let keys = words.map { $0.key + $0.meaning }.joined(separator: "  ")
      let between = facts.isEmpty || keys.isEmpty ? "" : " · "
      if (facts + between + keys).displayWidth <= room {
        let painted = words.map { $0.key + style.dim($0.meaning) }.joined(separator: "  ")
        let hasNeededKeys = hints.count { $0.isNeeded } == self.hints.count { $0.isNeeded }
        return (style.dim(facts + between) + painted, hasNeededKeys)
      }
      guard let least = hints.indices.min(by: { hints[$0].weight < hints[$1].weight }) else {
        return (style.dim(facts.truncated(toWidth: room)), false)
      }
      hints.remove(at: least)
    }
  }

  /// `1–20 of 214`; nil before anything is shown.
  func place(_ format: OutputFormat) -> LocalizedPhrase? {
    shown > 0 ? format.place(after: before, count: shown, of: total) : nil
  }

  /// How up to date the list is or what is going on, and the same in one word.
  private func state(_ format: OutputFormat) -> (whole: LocalizedPhrase?, short: LocalizedPhrase?)? {
    let freshness = freshness.words(format)
    if isRefreshing {
      let refreshing = LocalizedPhrase("refreshing")
      return (LocalizedPhrase(verbatim: format.facts([freshness, refreshing])), refreshing)
    }
    if isLoading { return (LocalizedPhrase("loading"), LocalizedPhrase("loading")) }
    if case .offline = self.freshness { return (freshness, LocalizedPhrase("offline")) }
    return (changes?.words(format) ?? freshness).map { ($0, nil) }
  }

  /// A key and what it does.
  private struct Hint {
    let key: LocalizedPhrase
    let meaning: LocalizedPhrase
    /// On a narrow terminal the hint with the least weight is left out first.
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
    let back = Hint(key: "Esc", meaning: LocalizedPhrase("back"), weight: 5)
    let quit = Hint(key: "q", meaning: LocalizedPhrase("quit"), weight: 8)
    let leaving = (canGoBack ? [back] : []) + [quit]
    if isStuck { return [again, search] + leaving }
    return (isAtEnd ? [] : [more]) + [search, view, refresh] + leaving
  }
}
