import Foundation

/// Adds up the pieces and prices of items. Use it only inside a transaction.
struct StockValueRows {
  let database: any Database

  /// Prices and stocks are multiplied in parts below a million, so that the sums of nine million items fit into 64 bits.
  private static let base = 1_000_000

  /// The sums of the items of a list, by currency in the order of their codes.
  ///
  /// - Parameters:
  ///   - readsCost: Whether they have what the pieces have cost, too.
  ///   - now: By which days such as `yesterday` are found.
  func sums(_ query: PageQuery, readsCost: Bool = false, now: Date) throws -> [StockValue] {
    let filter = try ItemFilter(query, unlisted: 0, now: now, database: database)
    let condition = filter?.condition ?? ItemScope.listed.condition
    let (paid, base) = ("coalesce(discounted_price, price)", Self.base)
    let digits = ["\(paid) % \(base)", "\(paid) / \(base) % \(base)", "\(paid) / \(base) / \(base)"]
    let parts = ["stock % \(base)", "stock / \(base)"]
    let products = digits.flatMap { digit in parts.map { "CAST(sum((\(digit)) * (\($0))) AS BIGINT)" } }
    let costs = readsCost ? try costs(of: condition).values.compactMap(\.value) : []
    let cost = Dictionary(grouping: costs, by: \.currency.code).mapValues { $0.reduce(0) { $0 + $1.amount } }
    return try database.rows(
      of: """
        SELECT currency, count(*), CAST(sum(stock) AS BIGINT), \(sql: products.joined(separator: ", "))
        FROM item WHERE \(condition) GROUP BY currency ORDER BY currency
        """
    ) { row throws(StoreError) in
      let currency = try row.currency(0)
      var value = Decimal(0)
      for digit in digits.indices {
        for part in parts.indices {
          let product = Decimal(row.integer(3 + digit * parts.count + part))
          value += product * Decimal(sign: .plus, exponent: 6 * (digit + part) - 4, significand: 1)
        }
      }
      return StockValue(
        currency: currency, items: row.integer(1), pieces: row.integer(2), value: value,
        cost: cost[currency.code])
    }
  }

  /// Reads the costs of stocks by the ids of the items, where they are known in the currency of the price.
  func costs(of condition: SQLCondition) throws -> [Int: StockCost] {
    try database.values(
      of: """
        SELECT item_id, \(sql: StockCost.columns) FROM movement WHERE stock_cost IS NOT NULL
          AND currency = (SELECT item.currency FROM item WHERE item.id = item_id) AND id IN (
            SELECT (SELECT max(last.id) FROM movement AS last WHERE last.item_id = item.id)
            FROM item WHERE \(condition))
        """
    ) { row throws(StoreError) in try StockCost(row, from: 1) }
  }
}
