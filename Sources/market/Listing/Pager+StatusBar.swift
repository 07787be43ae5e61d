import Console

extension Pager {
  /// The last line of the screen: the place in the list, its state and the keys, or the words that are being typed.
  func statusBar(columns: Int, _ format: OutputFormat, _ style: Style) -> StatusBar {
    if let editor {
      // The last column stays empty: a terminal may wrap the line when it is written.
      let (text, cursor) = editor.shown(columns: columns - 2)
      return StatusBar(style.bold("/") + text, cursor: 1 + cursor)
    }
    // The needed keys are worth more than the details of the place.
    return StatusBar(KeyHints(hints: hints).line(facts(format), columns: columns, format, style))
  }

  /// The place and the state, from the most detailed to the shortest.
  private func facts(_ format: OutputFormat) -> [String] {
    let (place, state) = (place(format), state(format))
    guard let state else { return [format.facts([place])] }
    return [[place, state.whole], [place, state.short], [state.short ?? place]].map(format.facts)
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

  private var hints: [KeyHints.Hint] {
    let isOffline = if case .offline = freshness { true } else { false }
    let more = KeyHints.Hint(key: LocalizedPhrase("space"), meaning: LocalizedPhrase("more"), weight: 6)
    let search = KeyHints.Hint(key: "/", meaning: LocalizedPhrase("search"), weight: 4)
    let view = KeyHints.Hint(
      key: "g", meaning: isGrid ? LocalizedPhrase("table") : LocalizedPhrase("grid"), weight: 3)
    let refresh = KeyHints.Hint(key: "r", meaning: LocalizedPhrase("refresh"), weight: isOffline ? 7 : 2)
    let again = KeyHints.Hint(key: "r", meaning: LocalizedPhrase("try again"), weight: 7)
    let back = KeyHints.Hint(key: "Esc", meaning: LocalizedPhrase("back"), weight: 5)
    let quit = KeyHints.Hint(key: "q", meaning: LocalizedPhrase("quit"), weight: 8)
    let leaving = (canGoBack ? [back] : []) + [quit]
    if isStuck { return [again, search] + leaving }
    return (isAtEnd ? [] : [more]) + [search, view, refresh] + leaving
  }
}
