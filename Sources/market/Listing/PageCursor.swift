import OpenMarket

/// The position in the pages of a list that may change meanwhile: which page comes next, which of its items are new, and
/// whether it was the last.
struct PageCursor {
  /// The page at which the list begins.
  let first: PageQuery
  private(set) var next: PageQuery
  /// Items in all, if known.
  private(set) var total: Int?
  /// A number that they exceed, where they are not counted.
  private(set) var moreThan: Int?
  private(set) var hasEnded = false

  private var seen = Deduplicator()
  /// The highest page number that was received.
  private var furthest = 0
  private var received = 0
  private var longestPage = 0

  init(_ first: PageQuery) {
    self.first = first
    next = first
  }

  /// Items of the list before the first page.
  var before: Int { (first.number - 1) * first.size }

  /// Takes the next page and returns those of its items that were on no page before. Empty if an earlier page has to be
  /// fetched again first.
  mutating func take(_ page: ItemPage) -> [Item] {
    let back = pagesToGoBack(now: page.total)
    (total, moreThan) = (page.total ?? total, page.moreThan ?? moreThan)
    guard back == 0 else {
      next.number -= back
      received -= back * longestPage
      return []
    }
    received += page.items.count
    longestPage = max(longestPage, page.items.count)
    let fresh = seen.fresh(in: page)
    hasEnded = total.map { before + received >= $0 } ?? (page.items.count < longestPage)
    // Pages that are fetched again hold nothing new and still are not the last ones.
    if seen.hasEnded, next.number >= furthest { hasEnded = true }
    next.number += 1
    return fresh
  }

  /// How many pages to fetch again. Deleted items let those behind them move up, some of them onto pages that were
  /// received before.
  private mutating func pagesToGoBack(now: Int?) -> Int {
    defer { furthest = max(furthest, next.number) }
    guard next.number > furthest, let total, let now, now < total, longestPage > 0 else { return 0 }
    return min((total - now + longestPage - 1) / longestPage, next.number - first.number)
  }
}
