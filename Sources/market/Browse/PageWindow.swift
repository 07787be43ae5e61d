import Console
import Foundation
import OpenMarket
import Wording

/// A list of any length of which the pages around the part in sight are in memory. The cursor stays with its item while the list
/// changes, and no item is on two rows.
struct PageWindow {
  /// Items on a page; a market may give fewer.
  private static let usualSize = 50

  private struct Page {
    /// Nil for an item that is on another page by now.
    var items: [Item?]
    var date: Date
    /// Whether it has to be fetched again.
    var isStale = false
  }

  /// The order, the words and the conditions of the list.
  let query: PageQuery
  private(set) var list = ScrollingList()
  /// Items of the list, if the market tells.
  private(set) var total: Int?
  /// A number that they exceed, where they are not counted.
  private(set) var moreThan: Int?
  private(set) var freshness = Freshness.current
  /// Why the last request failed; nil if it succeeded.
  private(set) var failure: ClientError?
  /// How the list has changed in the last seconds.
  private(set) var changes = RecentChanges()

  private var pages: [Int: Page] = [:]
  private var size = usualSize
  /// The last page, where the market tells no total.
  private var lastPage: Int?
  /// The page that is being fetched.
  private var requested: Int?
  /// The item of the cursor.
  private var anchor: Int?
  /// The row to begin at, which is put on top of the screen once it is known how many there are.
  private var firstRow: Int?

  /// - Parameter row: The row to begin at.
  init(_ query: PageQuery, row: Int = 0) {
    self.query = query
    list.setCount(row + 1)
    list.move(to: row)
    if row > 0 { firstRow = row }
  }

  /// Begins at a page that was fetched, or at a cached one, which is fetched again.
  init(_ query: PageQuery, at first: Fetched<ItemPage>, now: Date) {
    let firstRow = (query.number - 1) * query.size
    self.init(query, row: firstRow)
    (size, requested) = (query.size, query.number)
    let isCached = if case .cached = first.freshness { true } else { false }
    take(first, for: query, at: now)
    pages[query.number]?.isStale = isCached
  }

  // MARK: Contents

  var isLoading: Bool { requested != nil }
  /// Whether a page was received.
  var isKnown: Bool { !pages.isEmpty }
  /// Items in memory.
  var held: Int { pages.values.map(\.items.count).reduce(0, +) }

  subscript(_ row: Int) -> Item? {
    let (page, index) = (row / size + 1, row % size)
    guard let items = pages[page]?.items, items.indices.contains(index) else { return nil }
    return items[index]
  }

  /// The item of the cursor.
  var current: Item? { list.count > 0 ? self[list.cursor] : nil }

  /// The items in sight, nil for those that are not here yet.
  var inSight: [(row: Int, item: Item?)] { list.range.map { ($0, self[$0]) } }

  /// The changes that are marked.
  ///
  /// - Parameter now: The time, to leave out what has been marked long enough; nil for the last one, however old.
  func marked(at now: Date?) -> ListDiff {
    changes.combined(in: list.range.compactMap { self[$0] }, at: now)
  }

  // MARK: Moving

  /// Changes the cursor or the part in sight.
  mutating func move(_ change: (inout ScrollingList) -> Void) {
    change(&list)
    firstRow = nil
    anchor = current?.id
  }

  mutating func resize(height: Int, width: Int) { list.resize(height: height, width: width) }

  // MARK: Pages

  /// The page to fetch next, in place of one that is not needed any more; nil where none is, or the one under way.
  mutating func nextRequest() -> PageQuery? {
    let needed = neededPages.first { pages[$0]?.isStale ?? true }
    guard failure == nil, let needed, needed != requested else { return nil }
    if let requested, neededPages.contains(requested) { return nil }
    return request(needed)
  }

  /// The page of the cursor again, to find out whether it has changed.
  mutating func refreshRequest() -> PageQuery? { requested == nil ? request(list.cursor / size + 1) : nil }

  /// Has every page fetched again, also one whose request another list has replaced.
  mutating func refresh() {
    (failure, requested) = (nil, nil)
    for number in pages.keys { pages[number]?.isStale = true }
  }

  private mutating func request(_ page: Int) -> PageQuery {
    requested = page
    var query = query
    (query.number, query.size) = (page, size)
    return query
  }

  /// The pages in sight, that of the cursor first, and then those a screen ahead and behind.
  private var neededPages: [Int] {
    let screen = list.height * list.width
    func page(_ row: Int) -> Int { max(0, min(row, max(0, list.count - 1))) / size + 1 }
    var numbers = [page(list.cursor)]
    for row in [list.top, list.top + screen - 1, list.top + 2 * screen, list.top - screen] {
      let number = page(row)
      if !numbers.contains(number), lastPage.map({ number <= $0 }) ?? true { numbers.append(number) }
    }
    return numbers
  }

  mutating func take(_ fetched: Fetched<ItemPage>, for query: PageQuery, at now: Date) {
    let number = query.number
    guard number == requested else { return }
    requested = nil
    let page = fetched.value
    (failure, freshness) = (nil, fetched.freshness)
    if adoptSize(of: page, number: number) { return }
    let former = pages[number]
    let items = unique(page.items)
    let ids = Set(items.map(\.id))
    let same = pages.filter { $0.key < number && Set($0.value.items.compactMap(\.?.id)) == ids }.keys.min()
    if let same, !items.isEmpty {
      // The market sends one page for every number.
      (lastPage, total, moreThan) = (same, nil, nil)
      return recount()
    }
    let moves = former.map { $0.items.compactMap(\.?.id) != items.map(\.id) } ?? false
    let isOther = total.map { $0 != page.total } ?? false
    if let former {
      changes.note(ListDiff(from: former.items.compactMap(\.self), to: items, since: former.date), at: now)
    }
    for other in pages.keys where other != number {
      // An item of this page is on no other one any more.
      let holes =
        pages[other]?.items.indices.filter { pages[other]?.items[$0].map { ids.contains($0.id) } ?? false }
        ?? []
      for hole in holes { pages[other]?.items[hole] = nil }
      if moves || isOther || !holes.isEmpty { pages[other]?.isStale = true }
    }
    let date = if case .cached(let since) = fetched.freshness { since } else { now }
    pages[number] = Page(items: items, date: date)
    (total, moreThan) = (page.total, page.moreThan)
    if page.total == nil {
      if items.count < size {
        lastPage = number
      } else if lastPage.map({ $0 <= number }) ?? false {
        lastPage = nil
      }
    }
    recount()
    if let firstRow { list.moveToTop(firstRow) }
    firstRow = nil
    follow()
    dropFarPages()
  }

  mutating func fail(_ error: ClientError, for query: PageQuery) {
    guard query.number == requested else { return }
    requested = nil
    if error != .cancelled { failure = error }
  }

  /// Takes over the size of the pages of a market that does not give the one that was asked for. True where the page has to be
  /// fetched again.
  private mutating func adoptSize(of page: ItemPage, number: Int) -> Bool {
    let count = page.items.count
    guard count > 0, count < size, let total = page.total,
      total > (number - 1) * size + count
    else { return false }
    size = count
    pages = [:]
    return number != 1
  }

  /// The items, each once.
  private func unique(_ items: [Item]) -> [Item] {
    var seen: Set<Int> = []
    return items.filter { seen.insert($0.id).inserted }
  }

  private mutating func recount() {
    let furthest = pages.map { ($0.key - 1) * size + $0.value.items.count }.max() ?? 0
    // Without a total there may be one more until the last page is here.
    list.setCount(total ?? (lastPage == nil ? furthest + 1 : furthest))
  }

  /// Keeps the cursor on its item, and the item on its line of the screen.
  private mutating func follow() {
    guard let anchor, current?.id != anchor else { return self.anchor = current?.id }
    for (number, page) in pages {
      guard let index = page.items.firstIndex(where: { $0?.id == anchor }) else { continue }
      return list.shift(by: (number - 1) * size + index - list.cursor)
    }
    // It may be on a page that is fetched again.
    if !neededPages.contains(where: { pages[$0]?.isStale ?? true }) { self.anchor = current?.id }
  }

  private mutating func dropFarPages() {
    let screen = list.height * list.width
    let near = (list.top - 4 * screen) / size..<(list.top + 5 * screen) / size + 3
    for number in pages.keys where !near.contains(number) { pages[number] = nil }
  }
}

extension PageQuery {
  /// The text that is shown in place of an empty list.
  var emptyText: LocalizedPhrase {
    guard filter.isEmpty else { return "No items meet these filters" }
    guard let search else { return "No items for sale" }
    let words = search.split(whereSeparator: \.isWhitespace).map { String($0).sanitized }
    return words.count > 1
      ? "No items have all of these words: \(words.joined(separator: ", "))"
      : "No items match '\(search.sanitized)'"
  }
}
