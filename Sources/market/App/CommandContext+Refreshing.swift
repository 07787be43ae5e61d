import Console
import OpenMarket

extension CommandContext {
  /// Shows a cached value at once, requests the latest one, and redraws it in place where it differs.
  ///
  /// - Parameters:
  ///   - ask: Requests the latest value. Its error is thrown on; the cached value stays on the screen.
  ///   - lines: Draws a value; `before` is the cached value, if it differs.
  ///   - remainder: The lines printed below, where the cached value cannot be redrawn.
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

  /// Notes on stderr that a cached response is shown because the server is unreachable: its age and the error.
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
  /// `seen 3 minutes ago`, `offline · 3 minutes ago`; nil for a current response.
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
