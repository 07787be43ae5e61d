import Console
import OpenMarket

extension CommandContext {
  /// Shows a cached value at once, fetches the current one, and draws that over it.
  ///
  /// - Parameters:
  ///   - fetch: Fetches the current value. Its error is passed on, and the cached value stays on the screen.
  ///   - lines: The lines of a value; `before` is the cached one, if it is different.
  ///   - remainder: The lines that are printed below instead, if the cached value cannot be drawn over.
  func refreshing<Value: Equatable>(
    _ cached: Fetched<Value>, fetch: () async throws -> Fetched<Value>,
    lines: (_ value: Value, _ before: Value?) throws -> [String],
    remainder: (_ value: Value, _ before: Value) -> [String]
  ) async throws -> Fetched<Value> {
    let former = try lines(cached.value, nil)
    let drawn = DrawnLines(former, columns: console.columns)
    for line in former { try console.print(line) }
    let caption = format.facts([cached.freshness.words(format), LocalizedPhrase("refreshing")])
    let latest = try await console.waiting({ $0.line(caption) }, after: .milliseconds(50), for: fetch)
    guard latest.value != cached.value else { return latest }
    let now = try lines(latest.value, cached.value)
    guard try !console.redraw(now, over: drawn) else { return latest }
    for line in remainder(latest.value, cached.value) { try console.print(line) }
    return latest
  }

  /// Notes the age of what was shown from the cache, and why it could not be fetched. Nothing for other values.
  func note(_ freshness: Freshness) {
    guard case .offline(_, let error) = freshness, let words = freshness.words(format) else { return }
    let (freshness, reason) = (format.text(words), format.text(error.message).sanitizedLine)
    note(
      LocalizedPhrase(
        verbatim: format.facts(
          [console.errorStyle.bold(freshness), reason].map { LocalizedPhrase(verbatim: $0) })))
  }
}

extension Freshness {
  /// `seen 3 minutes ago`, `offline · 3 minutes ago`; nil for a current value.
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
