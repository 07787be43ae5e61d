/// The numbers of the items on sale by tag and by currency, as the pages of a shop show them.
package struct ListedCounts: Sendable {
  /// Most tags that are told.
  private static let most = 12

  /// The tags of the most items, the most first.
  package private(set) var tags: [(tag: String, items: Int)] = []
  /// All currencies, that of the most items first.
  package private(set) var currencies: [(currency: Currency, items: Int)] = []
  /// How many rows were read.
  private(set) var rows = 0

  package init() {}

  /// Reads two indexes. Use it only inside a transaction.
  init(of database: any Database) throws {
    tags = try database.rows(
      """
      SELECT tag, count(*) AS items, CAST(sum(count(*)) OVER () AS BIGINT) FROM item_tag
      WHERE NOT EXISTS (\(ItemScope.offSale.selection.sql) AND item.id = item_id) GROUP BY tag ORDER BY items DESC, tag LIMIT \(Self.most)
      """
    ) { row in
      rows = row.integer(2)
      return (row.text(0), row.integer(1))
    }
    currencies = try database.rows(
      """
      SELECT currency, count(*) AS items FROM item WHERE \(ItemScope.listed.sql) GROUP BY currency ORDER BY items DESC, currency
      """
    ) { row throws(StoreError) in
      guard let currency = Currency(row.text(0)) else { throw StoreError.damaged }
      return (currency, row.integer(1))
    }
    rows += currencies.reduce(0) { $0 + $1.items }
  }
}
