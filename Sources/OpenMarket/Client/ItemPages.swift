import Synchronization
import SystemSupport

/// The pages of a list up to the first empty one. Each page is fetched while the one before is used. An item that moved
/// to a later page meanwhile is returned once. Two pages in a row without a new item, and more items than `PageLimits`, are
/// errors: such a list has no end.
package struct ItemPages: AsyncSequence, Sendable {
  package typealias Fetch = @Sendable (PageQuery) async throws(ClientError) -> ItemPage

  private let first: PageQuery
  private let defect: @Sendable (ResponseDefect) -> ClientError
  private let fetch: Fetch

  /// - Parameter defect: The error of a list that does not end.
  init(
    _ first: PageQuery, defect: @escaping @Sendable (ResponseDefect) -> ClientError, fetch: @escaping Fetch
  ) {
    self.first = first
    self.defect = defect
    self.fetch = fetch
  }

  package func makeAsyncIterator() -> Iterator {
    Iterator(next: first, defect: defect, fetch: fetch)
  }

  package struct Iterator: AsyncIteratorProtocol {
    private var next: PageQuery
    private let defect: @Sendable (ResponseDefect) -> ClientError
    private let fetch: Fetch
    private var count = 0
    private var prefetch: Prefetch<Result<ItemPage, ClientError>>?
    private var seen = Deduplicator()
    private var hasEnded = false

    fileprivate init(
      next: PageQuery, defect: @escaping @Sendable (ResponseDefect) -> ClientError, fetch: @escaping Fetch
    ) {
      self.next = next
      self.defect = defect
      self.fetch = fetch
    }

    package mutating func next() async throws(ClientError) -> ItemPage? {
      while !hasEnded {
        // An error ends the sequence, too.
        hasEnded = true
        let page = try await (prefetch ?? prefetched(next)).value().get()
        let fresh = seen.fresh(in: page)
        guard !seen.hasEnded else {
          if page.items.isEmpty || page.total == count { break }
          throw defect(.samePage)
        }
        count += fresh.count
        guard count <= PageLimits.rows else { throw defect(.tooManyRows(PageLimits.rows)) }
        guard !seen.isFull else { throw defect(.tooManyRows(PageLimits.heldRows)) }
        (next.number, hasEnded) = next.number.addingReportingOverflow(1)
        prefetch = hasEnded ? nil : prefetched(next)
        if !fresh.isEmpty {
          return ItemPage(number: page.number, items: fresh, total: page.total, moreThan: page.moreThan)
        }
      }
      return nil
    }

    private func prefetched(_ query: PageQuery) -> Prefetch<Result<ItemPage, ClientError>> {
      Prefetch { [fetch] in
        do throws(ClientError) { return .success(try await fetch(query)) } catch { return .failure(error) }
      }
    }
  }
}

/// The first temporary failure of a fetch of several pages. The pages after it are not requested.
package final class FirstFailure: Sendable {
  private let first = Mutex<(freshness: Freshness, error: ClientError)?>(nil)

  package init() {}

  /// The freshness of the first page that came from the cache; nil if all pages were fetched.
  package var freshness: Freshness? { first.withLock { $0?.freshness } }

  var error: ClientError? { first.withLock { $0?.error } }

  func note(_ freshness: Freshness) {
    guard case .offline(_, let error) = freshness else { return }
    first.withLock { $0 = $0 ?? (freshness, error) }
  }
}

/// Limits on the lists that are fetched from a server; a longer list is an error.
package enum PageLimits {
  /// Rows of a list that is written as it comes.
  package static let rows = 10_000_000
  /// Rows that are held in memory: those of a report, and of a table whose columns have one width.
  package static let heldRows = 1_000_000
  package static let pages = 100_000
}
