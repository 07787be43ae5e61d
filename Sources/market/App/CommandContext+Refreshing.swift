import Console
import OpenMarket

extension CommandContext {
  /// Shows what was seen before, so that nobody waits, asks whether it is still so, and draws over it what is now.
  ///
  /// - Parameters:
  ///   - ask: Asks; what it throws ends the refreshing, and what was shown stays.
  ///   - lines: A value as it is drawn; `before` is what was seen, where that is different.
  ///   - remainder: What is printed instead, below, where nothing can be drawn over.
  func refreshing<Value: Equatable>(
    _ cached: Fetched<Value>, ask: () async throws -> Fetched<Value>,
    lines: (_ value: Value, _ before: Value?) throws -> [String],
    remainder: (_ value: Value, _ before: Value) -> [String]
  ) async throws -> Fetched<Value> {
    let former = try lines(cached.value, nil)
    let drawn = DrawnLines(former, columns: console.columns)
    for line in former { try console.print(line) }
    let caption = format.facts([cached.freshness.words(format), LocalizedPhrase("refreshing")])
    let latest = try await console.waiting({ $0.line(caption) }, after: .milliseconds(50), for: ask)
    guard latest.value != cached.value else { return latest }
    let now = try lines(latest.value, cached.value)
    guard try !console.redraw(now, over: drawn) else { return latest }
    for line in remainder(latest.value, cached.value) { try console.print(line) }
    return latest
  }

  /// Says of an answer that was kept, in the place of one that did not come, how old it is and why.
  func note(_ freshness: Freshness) {
    guard case .offline(_, let error) = freshness, let words = freshness.words(format) else { return }
    let (freshness, reason) = (format.text(words), format.text(error.message).sanitized)
    note(
      LocalizedPhrase(
        verbatim: format.facts(
          [console.errorStyle.bold(freshness), reason].map { LocalizedPhrase(verbatim: $0) })))
  }
}

extension Freshness {
  /// `seen 3 minutes ago`, `offline · 3 minutes ago`; nil for what the market has just said.
  func words(_ format: OutputFormat) -> LocalizedPhrase? {
    switch self {
    case .current: nil
    case .cached(let date): "seen \(format.age(date))"
    case .offline(let date, _):
      LocalizedPhrase(
        verbatim: format.facts([LocalizedPhrase("offline"), LocalizedPhrase(verbatim: format.age(date))]))
    }
  }
}
