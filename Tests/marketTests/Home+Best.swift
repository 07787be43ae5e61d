import Foundation
import Testing

@testable import OpenMarket

/// Net sales of an item on a day, without movements.
struct DaySales {
  let day: String
  let item: Int
  let pieces: Int
  var currency = "KRW"
  /// In whole units of the currency.
  let revenue: Int

  init(_ day: String, _ item: Int, _ pieces: Int, _ revenue: Int, _ currency: String = "KRW") {
    (self.day, self.item, self.pieces, self.revenue, self.currency) = (day, item, pieces, revenue, currency)
  }
}

extension Home {
  /// Records sales in the store of this home, whose days are those of Seoul. An item that does not exist is added as
  /// `Old radio`, for KRW 30,000.
  func sell(_ sales: [DaySales]) async throws {
    let zone = try #require(TimeZone(identifier: "Asia/Seoul"))
    let store = Store(at: .file(path + "/.local/share/market/market.db"))
    try await store.write { database in
      try MarketSettings(database: database).setTimeZone(zone)
      for sale in sales {
        let day = try #require(CalendarDay(sale.day))
        if try ItemRows(database: database).item(id: sale.item) == nil {
          try database.run("UPDATE sqlite_sequence SET seq = ? WHERE name = 'item'", .integer(sale.item - 1))
          let draft = try ValidDraft(
            ItemDraft(title: "Old radio", price: Price(30_000, #require(Currency("KRW")))))
          _ = try ItemRows(database: database).insert(
            IndexedDraft(draft), of: .unknown, passwordHash: "h", at: Date(timeIntervalSince1970: 0))
        }
        try SaleTotals(database: database).add(
          pieces: sale.pieces, revenue: sale.revenue * 10_000, ofItem: sale.item, currency: sale.currency,
          on: day)
      }
    }
  }
}
