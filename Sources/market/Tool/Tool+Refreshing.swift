import Console
import OpenMarket

extension Tool {
  /// Shows what was seen before, so that nobody waits, asks whether it is still so, and draws over it what is now.
  ///
  /// - Parameters:
  ///   - ask: Asks; what it throws ends the refreshing, and what was shown stays.
  ///   - lines: A value as it is drawn; `before` is what was seen, where that is different.
  ///   - remainder: What is printed instead, below, where nothing can be drawn over.
  func refreshing<Value: Equatable>(
    _ kept: Answer<Value>, ask: () async throws -> Answer<Value>,
    lines: (_ value: Value, _ before: Value?) throws -> [String],
    remainder: (_ value: Value, _ before: Value) -> [String]
  ) async throws -> Answer<Value> {
    let former = try lines(kept.value, nil)
    let drawn = DrawnLines(former, columns: console.columns)
    for line in former { try console.print(line) }
    let caption = presenter.facts([kept.standing.words(presenter), Phrase("refreshing")])
    let latest = try await console.waiting({ $0.line(caption) }, after: .milliseconds(50), for: ask)
    guard latest.value != kept.value else { return latest }
    let now = try lines(latest.value, kept.value)
    guard try !console.redraw(now, over: drawn) else { return latest }
    for line in remainder(latest.value, kept.value) { try console.print(line) }
    return latest
  }

  /// Says of an answer that was kept, in the place of one that did not come, how old it is and why.
  func note(_ standing: Standing) {
    guard case .offline(_, let error) = standing, let words = standing.words(presenter) else { return }
    let (standing, reason) = (presenter.text(words), presenter.text(error.message).sanitized)
    note(
      Phrase(
        verbatim: presenter.facts(
          [console.errorStyle.bold(standing), reason].map { Phrase(verbatim: $0) })))
  }
}

extension Standing {
  /// `seen 3 minutes ago`, `offline · 3 minutes ago`; nil for what the market has just said.
  func words(_ presenter: Presenter) -> Phrase? {
    switch self {
    case .current: nil
    case .kept(let date): "seen \(presenter.age(date))"
    case .offline(let date, _):
      Phrase(verbatim: presenter.facts([Phrase("offline"), Phrase(verbatim: presenter.age(date))]))
    }
  }
}
