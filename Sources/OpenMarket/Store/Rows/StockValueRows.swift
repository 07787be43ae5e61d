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
    let onSale = try FilterConditions.onSale(in: database)
    let filter = try ItemFilter(
      query, unlisted: UnlistedItems.none, onSale: onSale, now: now, database: database)
    let condition = filter?.condition ?? onSale ?? SQLCondition("TRUE")
    let (paid, base) = ("coalesce(discounted_price, price)", Self.base)
    let digits = ["\(paid) % \(base)", "\(paid) / \(base) % \(base)", "\(paid) / \(base) / \(base)"]
    let parts = ["stock % \(base)", "stock / \(base)"]
    let products = digits.flatMap { digit in parts.map { "CAST(sum((\(digit)) * (\($0))) AS BIGINT)" } }
    let costs = readsCost ? try costs(of: condition) : [:]
    return try database.rows(
      """
      SELECT currency, count(*), CAST(sum(stock) AS BIGINT), \(products.joined(separator: ", "))
      FROM item WHERE \(condition.sql) GROUP BY currency ORDER BY currency
      """, condition.values
    ) { row throws(StoreError) in
      guard let currency = Currency(row.text(0)) else { throw StoreError.damaged }
      var value = Decimal(0)
      for digit in digits.indices {
        for part in parts.indices {
          let product = Decimal(row.integer(3 + digit * parts.count + part))
          value += product * Decimal(sign: .plus, exponent: 6 * (digit + part) - 4, significand: 1)
        }
      }
      return StockValue(
        currency: currency, items: row.integer(1), pieces: row.integer(2), value: value,
        cost: costs[currency.code])
    }
  }

  /// Items whose movements are read at a time.
  private static let part = 500

  /// What the pieces of items have cost, by currency.
  private func costs(of condition: SQLCondition) throws -> [String: Decimal] {
    let ids = try database.rows(
      "SELECT id FROM item WHERE stock > 0 AND \(condition.sql)", condition.values
    ) { $0.integer(0) }
    var costs: [String: Decimal] = [:]
    for start in stride(from: 0, to: ids.count, by: Self.part) {
      let part = Array(ids[start..<min(start + Self.part, ids.count)])
      for cost in try MovementRows.costs(ofItems: part, in: database).values {
        if let value = cost.value { costs[value.currency.code, default: 0] += value.amount }
      }
    }
    return costs
  }
}
