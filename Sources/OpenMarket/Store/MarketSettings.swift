import Foundation

/// The table of settings of a market. Use it only inside a transaction.
struct MarketSettings {
  let database: any Database

  /// What a market has from the beginning: the time zone of its days, and the key of its receipts. Also records the stock
  /// of the items that were there before the ledger.
  static func begin(in database: any Database, timeZone: TimeZone?, at date: Date = Date()) throws {
    let zone = timeZone ?? .current
    let isNew = try database.run(
      """
      INSERT INTO market_setting (name, value) VALUES ('time_zone', ?), ('receipt_key', lower(hex(randomblob(32))))
      ON CONFLICT DO NOTHING
      """, .text(zone.identifier))
    guard isNew > 0 else { return }
    let day = SalesCalendar(timeZone: zone).day(of: date).number
    try database.run(
      """
      INSERT INTO movement (item_id, kind, quantity, stock, currency, unit_price, recorded_at, reported_at, day)
      SELECT id, 'opening', stock, stock, currency, coalesce(discounted_price, price), ?, ?, ? FROM item
      ORDER BY id
      """, .date(date), .date(date), .integer(day))
  }

  /// The days of the market.
  func calendar() throws -> SalesCalendar {
    guard let name = try text("time_zone"), let zone = TimeZone(identifier: name) else {
      throw StoreError.damaged
    }
    return SalesCalendar(timeZone: zone)
  }

  /// The secret of which receipts are made, 32 bytes.
  func receiptKey() throws -> Data {
    guard let digits = try text("receipt_key").map({ Array($0.utf8) }), digits.count == 64 else {
      throw StoreError.damaged
    }
    let bytes = stride(from: 0, to: 64, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
    guard bytes.count == 32 else { throw StoreError.damaged }
    return Data(bytes)
  }

  /// Changes the time zone, by which days begin, and adds the sales up again.
  func setTimeZone(_ zone: TimeZone) throws {
    try database.run("UPDATE market_setting SET value = ? WHERE name = 'time_zone'", .text(zone.identifier))
    try SaleTotals(database: database).rebuild(in: SalesCalendar(timeZone: zone))
  }

  private func text(_ name: String) throws -> String? {
    try database.rows("SELECT value FROM market_setting WHERE name = ?", .text(name)) { $0.text(0) }.first
  }
}
