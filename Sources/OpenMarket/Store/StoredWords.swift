/// Items, tags and references of a market that complete words typed at a shell.
package protocol CompletedWords {
  /// The newest items whose ids begin with these digits, the newest first; empty if they cannot be read.
  func items(beginningWith digits: String, inTrash: Bool, limit: Int) -> [ItemTitle]
  /// The SKUs of items, with their titles; without regard to case.
  func skus(beginningWith text: String, inTrash: Bool, limit: Int) -> [(sku: String, title: String)]
  /// The sales and deliveries of the last day that has any whose numbers begin with these digits, with the titles of their items.
  func entries(beginningWith digits: String, limit: Int) -> [ItemTitle]
  func tags(beginningWith text: String, limit: Int) -> [String]
  /// References of sales, deliveries and write-offs, or of sales alone, of the last day that has any.
  func references(beginningWith text: String, ofSales: Bool, limit: Int) -> [String]
}

/// Words of an embedded market. Does not create or change the store, and does not wait for other processes.
package struct StoredWords: CompletedWords, Sendable {
  /// The newest items that are looked through: completion must take no noticeable time.
  private static let newest = 20_000

  private let driver: any DatabaseDriver

  package init(at location: StoreLocation) {
    driver = location.driver(Store.Options(timeout: .zero))
  }

  package func items(beginningWith digits: String, inTrash: Bool = false, limit: Int) -> [ItemTitle] {
    guard let ranges = Self.ids(beginningWith: digits) else { return [] }
    return (try? names(in: ranges, Self.items(inTrash), limit: limit)) ?? []
  }

  /// Selects movements by their index.
  private static let isOfLastDay =
    "kind <> 'opening' AND day = (SELECT max(day) FROM movement WHERE kind <> 'opening')"

  private static func items(_ inTrash: Bool) -> String { inTrash ? "expiry IS NOT NULL" : "state < 2" }

  package func entries(beginningWith digits: String, limit: Int) -> [ItemTitle] {
    rows(
      """
      SELECT movement.id, title FROM movement JOIN item ON item.id = item_id
      WHERE \(Self.isOfLastDay) AND kind IN ('sold', 'received')
        AND substr(CAST(movement.id AS text), 1, ?) = ?
      ORDER BY movement.id DESC LIMIT ?
      """, .integer(digits.unicodeScalars.count), .text(digits), .integer(limit)
    ) { ItemTitle(id: $0.integer(0), title: $0.text(1)) }
  }

  package func skus(
    beginningWith text: String, inTrash: Bool = false, limit: Int
  ) -> [(sku: String, title: String)] {
    rows(
      """
      SELECT sku, title FROM
        (SELECT id, sku, title FROM item WHERE \(Self.items(inTrash)) ORDER BY id DESC LIMIT ?) AS newest
      WHERE lower(substr(sku, 1, ?)) = lower(?) ORDER BY id DESC LIMIT ?
      """, .integer(Self.newest), .integer(text.unicodeScalars.count), .text(text), .integer(limit)
    ) { ($0.text(0), $0.text(1)) }
  }

  package func tags(beginningWith text: String, limit: Int) -> [String] {
    let tags = rows(
      "SELECT tags FROM (SELECT id, tags FROM item WHERE state < 2 ORDER BY id DESC LIMIT ?) AS newest WHERE tags IS NOT NULL",
      .integer(Self.newest)
    ) { ItemTags.tags(in: $0.text(0)) }
    return Array(Set(tags.joined()).filter { $0.hasPrefix(text) }.sorted().prefix(limit))
  }

  package func references(beginningWith text: String, ofSales: Bool, limit: Int) -> [String] {
    rows(
      """
      SELECT reference FROM movement WHERE \(Self.isOfLastDay) AND substr(reference, 1, ?) = ?
        \(ofSales ? "AND kind = 'sold'" : "")
      GROUP BY reference ORDER BY max(id) DESC LIMIT ?
      """, .integer(text.unicodeScalars.count), .text(text), .integer(limit)
    ) { $0.text(0) }
  }

  /// None where the store cannot be read.
  private func rows<Row>(
    _ sql: String, _ values: DatabaseValue..., as row: (any DatabaseRow) -> Row
  ) -> [Row] {
    guard driver.exists else { return [] }
    return (try? driver.openForReading().rows(sql, values, as: row)) ?? []
  }

  private func names(
    in ranges: [ClosedRange<Int>], _ condition: String, limit: Int
  ) throws -> [ItemTitle] {
    guard driver.exists else { return [] }
    let database = try driver.openForReading()
    var names: [ItemTitle] = []
    for range in ranges where names.count < limit {
      names += try database.rows(
        "SELECT id, title FROM item WHERE id BETWEEN ? AND ? AND \(condition) ORDER BY id DESC LIMIT ?",
        .integer(range.lowerBound), .integer(range.upperBound), .integer(limit - names.count)
      ) { ItemTitle(id: $0.integer(0), title: $0.text(1)) }
    }
    return names
  }

  /// The ranges of ids that begin with these digits, in descending order: for `12` they are 12, 120 to 129, 1200 to
  /// 1299 and so on. Nil if no id begins with the text.
  private static func ids(beginningWith digits: String) -> [ClosedRange<Int>]? {
    if digits.isEmpty { return [1...Int.max] }
    guard let id = Int(digits), id > 0, digits == String(id) else { return nil }
    var ranges = [id...id]
    while let last = ranges.last, last.lowerBound <= Int.max / 10 {
      let highest = last.upperBound > (Int.max - 9) / 10 ? Int.max : 10 * last.upperBound + 9
      ranges.append(10 * last.lowerBound...highest)
    }
    return ranges.reversed()
  }
}

/// The id and title of an item.
package struct ItemTitle: Sendable, Equatable {
  package let id: Int
  package let title: String
}
