import SystemSupport

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
    private var prefetch: Prefetch<Result<ItemPage, MarketError>>?
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
        let page = try await (prefetch ?? asked(next)).value().get()
        let fresh = seen.fresh(in: page)
        guard !seen.hasEnded else { break }
        (next.number, hasEnded) = next.number.addingReportingOverflow(1)
        prefetch = hasEnded ? nil : asked(next)
        if !fresh.isEmpty { return ItemPage(number: page.number, items: fresh, total: page.total) }
      }
      return nil
    }

    private func asked(_ query: PageQuery) -> Prefetch<Result<ItemPage, MarketError>> {
      Prefetch { [fetch] in await fetch(query) }
    }
  }
}
