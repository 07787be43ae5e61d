/// The list of items, page after page until the first empty one. Each page is fetched while the one before is being
/// used, and an item that slid onto a later page meanwhile is not told a second time.
package struct ItemPages: AsyncSequence, Sendable {
  package typealias Fetch = @Sendable (PageQuery) async -> Result<ItemPage, MarketError>

  private let first: PageQuery
  private let fetch: Fetch

  init(_ first: PageQuery, fetch: @escaping Fetch) {
    self.first = first
    self.fetch = fetch
  }

  package func makeAsyncIterator() -> Iterator {
    Iterator(next: first, fetch: fetch)
  }

  package struct Iterator: AsyncIteratorProtocol {
    private var next: PageQuery
    private let fetch: Fetch
    private var ahead: Ahead?
    private var seen = SeenItems()
    private var hasEnded = false

    fileprivate init(next: PageQuery, fetch: @escaping Fetch) {
      self.next = next
      self.fetch = fetch
    }

    package mutating func next() async throws(MarketError) -> ItemPage? {
      while !hasEnded {
        // An error is an end, too.
        hasEnded = true
        let page = try await (ahead ?? Ahead(next, fetch)).value()
        let fresh = seen.fresh(in: page)
        guard !seen.hasEnded else { break }
        (next.number, hasEnded) = next.number.addingReportingOverflow(1)
        ahead = hasEnded ? nil : Ahead(next, fetch)
        if !fresh.isEmpty { return ItemPage(number: page.number, items: fresh, total: page.total) }
      }
      return nil
    }
  }

  /// A page under way. Nobody wants it any more when nobody holds it.
  private final class Ahead: Sendable {
    private let task: Task<Result<ItemPage, MarketError>, Never>

    init(_ query: PageQuery, _ fetch: @escaping Fetch) {
      task = Task { await fetch(query) }
    }

    deinit { task.cancel() }

    func value() async throws(MarketError) -> ItemPage {
      try await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }.get()
    }
  }
}
