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

  /// Reads two indexes, and no row of an item. Use it only inside a transaction.
  init(of database: any Database) throws {
    tags = try database.rows(
      """
      SELECT tag, CAST(sum(tagged) AS BIGINT) AS items, CAST(sum(sum(tagged)) OVER () AS BIGINT) FROM (
        SELECT tag, count(*) AS tagged FROM item_tag GROUP BY tag UNION ALL
        SELECT tag, -count(*) FROM item_tag WHERE item_id IN (\(ItemScope.offSale.selection.sql)) GROUP BY tag
      ) AS counted GROUP BY tag HAVING sum(tagged) > 0 ORDER BY items DESC, tag LIMIT \(Self.most)
      """
    ) { row in
      rows = row.integer(2)
      return (row.text(0), row.integer(1))
    }
    currencies = try database.rows(
      """
      SELECT currency, count(*) AS items FROM item WHERE \(ItemScope.listed.sql) GROUP BY currency ORDER BY items DESC, currency
      """
    ) { row throws(StoreError) in (try row.currency(0), row.integer(1)) }
    rows += currencies.reduce(0) { $0 + $1.items }
  }
}
