/// The titles of items in an embedded market, for completion in a shell. Does not create or change the store, and
/// does not wait for other processes.
package struct StoredTitles: Sendable {
  private let driver: any DatabaseDriver

  package init(at location: StoreLocation) {
    driver = location.driver(Store.Options(timeout: .zero))
  }

  /// The newest items whose ids begin with these digits, the newest first; empty if the store cannot be read.
  package func beginning(with digits: String, limit: Int) -> [ItemTitle] {
    guard let ranges = Self.ids(beginningWith: digits) else { return [] }
    return (try? names(in: ranges, limit: limit)) ?? []
  }

  private func names(in ranges: [ClosedRange<Int>], limit: Int) throws -> [ItemTitle] {
    guard driver.exists else { return [] }
    let database = try driver.openForReading()
    var names: [ItemTitle] = []
    for range in ranges where names.count < limit {
      names += try database.rows(
        "SELECT id, title FROM item WHERE id BETWEEN ? AND ? AND state < 2 ORDER BY id DESC LIMIT ?",
        .integer(range.lowerBound), .integer(range.upperBound), .integer(limit - names.count)
      ) { ItemTitle(id: $0.integer(0), title: $0.text(1)) }
    }
    return names
  }

  /// The ranges of ids that begin with these digits, in descending order: for `12` they are 12, 120 to 129, 1200 to
  /// 1299 and so on. Nil if no id begins with the text.
  private static func ids(beginningWith digits: String) -> [ClosedRange<Int>]? {
    if digits.isEmpty { return [1...Int.max] }
    guard digits.utf8.allSatisfy({ (48...57).contains($0) }), var lowest = Int(digits), lowest > 0,
      digits.first != "0"
    else { return nil }
    var ranges: [ClosedRange<Int>] = []
    var count = 1
    while true {
      let (highest, overflows) = lowest.addingReportingOverflow(count - 1)
      ranges.append(lowest...(overflows ? .max : highest))
      let (nextLowest, lowestOverflows) = lowest.multipliedReportingOverflow(by: 10)
      let (nextCount, countOverflows) = count.multipliedReportingOverflow(by: 10)
      if overflows || lowestOverflows || countOverflows { return ranges.reversed() }
      (lowest, count) = (nextLowest, nextCount)
    }
  }
}

/// The id and title of an item.
package struct ItemTitle: Sendable, Equatable {
  package let id: Int
  package let title: String

  package init(id: Int, title: String) {
    self.id = id
    self.title = title
  }
}
