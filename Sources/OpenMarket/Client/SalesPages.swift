import HTTP

/// The pages of a report of sales, put together. A page is found by the link of the one before it.
struct SalesPages {
  private struct Group: Hashable {
    let day: CalendarDay?
    let item: Int?
    let tag: String?
    let currency: Currency
  }

  /// The query of a link may have any items: they are sent back to where they came from.
  private static let path = SumSales.route.path

  private var requested: Set<String> = []
  private var places: [Group: Int] = [:]
  private(set) var rows: [SalesRow] = []
  var mostRows = PageLimits.heldRows

  /// Adds the rows of a page. A row that is there already has more sales of the same day, item or currency.
  mutating func add(_ page: [SalesRow]) throws(PageDefect) {
    for row in page {
      let group = Group(day: row.day, item: row.itemID, tag: row.tag, currency: row.revenue.currency)
      if let place = places[group] {
        rows[place] = rows[place].adding(row)
        continue
      }
      guard rows.count < mostRows else { throw PageDefect(.tooManyRows(mostRows)) }
      places[group] = rows.count
      rows.append(row)
    }
  }

  /// The target of the page after one with these fields; nil after the last page.
  mutating func next(after headers: HTTPHeaders, of target: String) throws(PageDefect) -> String? {
    requested.insert(target)
    guard let next = headers[.link].flatMap(Self.next) else { return nil }
    guard !requested.contains(next) else { throw PageDefect(.samePage) }
    guard requested.count < PageLimits.pages else { throw PageDefect(.tooManyPages(PageLimits.pages)) }
    return next
  }

  /// The target of the link to the next page (RFC 8288), if it is of these pages.
  private static func next(in link: String) -> String? {
    for part in link.split(separator: ",") where part.contains("rel=\"next\"") {
      guard let start = part.firstIndex(of: "<"), let end = part.firstIndex(of: ">"), start < end else {
        continue
      }
      let target = part[part.index(after: start)..<end]
      if target.hasPrefix("\(path)?"), target.utf8.count < 2_048 { return String(target) }
    }
    return nil
  }

  /// The rows in the order of a report: items and tags by pieces, the most first, and last those without a tag.
  func sorted(_ query: SalesQuery) -> [SalesRow] {
    if query.grouping == .tag {
      return rows.sorted {
        ($0.tag == "" ? 1 : 0, $1.pieces, $0.tag ?? "", $0.revenue.currency.code) < (
          $1.tag == "" ? 1 : 0, $0.pieces, $1.tag ?? "", $1.revenue.currency.code
        )
      }
    }
    guard query.grouping == .item else { return rows }
    return rows.sorted {
      ($1.pieces, $0.itemID ?? 0, $0.revenue.currency.code) < (
        $0.pieces, $1.itemID ?? 0, $1.revenue.currency.code
      )
    }
  }
}

/// How pages depart from a list that ends.
struct PageDefect: Error {
  let defect: ResponseDefect

  init(_ defect: ResponseDefect) {
    self.defect = defect
  }
}
