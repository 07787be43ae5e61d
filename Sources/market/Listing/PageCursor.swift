import OpenMarket

/// The way through the pages of a list that may change meanwhile: which page comes next, what on it is new, and whether
/// it was the last.
struct PageCursor {
  /// Where the list begins.
  let first: PageQuery
  private(set) var next: PageQuery
  /// Items in all, where that is known.
  private(set) var total: Int?
  private(set) var hasEnded = false

  private var seen = SeenItems()
  /// The number of the last page that has been answered.
  private var furthest = 0
  private var received = 0
  private var longestPage = 0

  init(_ first: PageQuery) {
    self.first = first
    next = first
  }

  /// Items of the list before the first page.
  var before: Int { (first.number - 1) * first.size }

  /// The items of the next page that have not been on another one. None where a page is to be asked for again first.
  mutating func take(_ page: ItemPage) -> [Item] {
    let back = pagesToGoBack(now: page.total)
    total = page.total ?? total
    guard back == 0 else {
      next.number -= back
      received -= back * longestPage
      return []
    }
    received += page.items.count
    longestPage = max(longestPage, page.items.count)
    let fresh = seen.fresh(in: page)
    hasEnded = total.map { before + received >= $0 } ?? (page.items.count < longestPage)
    // Nothing new on pages that are asked for again does not mean that there is nothing behind them.
    if seen.hasEnded, next.number >= furthest { hasEnded = true }
    next.number += 1
    return fresh
  }

  /// Where items that were shown are gone, the ones behind them have moved up, some of them onto pages that have been
  /// seen: these are asked for again, so that none is left out.
  private mutating func pagesToGoBack(now: Int?) -> Int {
    defer { furthest = max(furthest, next.number) }
    guard next.number > furthest, let total, let now, now < total, longestPage > 0 else { return 0 }
    return min((total - now + longestPage - 1) / longestPage, next.number - first.number)
  }
}
