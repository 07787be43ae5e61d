import Foundation

/// A request with the password hash that was verified for its item.
struct AuthorizedMovement: Sendable {
  let request: MovementRequest
  let passwordHash: String
}

/// The movements that a request recorded.
struct RecordedMovements: Sendable, Equatable {
  let movements: [RecordedMovement]
  /// Whether all of it was recorded before.
  let isRepeated: Bool
}

/// The sale of a receipt.
package struct ReceiptSale: Sendable, Equatable {
  /// The number of the sale's first movement; one sale has one.
  package let sale: Int
  /// Sold pieces that were not returned.
  package let standing: Int

  /// Whether the sale counts: not when all of it was returned or taken back.
  package var stands: Bool { standing > 0 }
}

extension Store {
  /// Records movements in one transaction, all or none. If the key was used before, returns what it recorded then. Nil if
  /// the password hash of an item has changed or an item is gone.
  func record(
    _ movements: [AuthorizedMovement], key: MovementKey?, at date: Date
  ) async throws -> RecordedMovements? {
    try await writeExisting { database -> RecordedMovements? in
      let items = ItemRows(database: database)
      for movement in movements {
        guard try items.passwordHash(ofItem: movement.request.itemID) == movement.passwordHash else {
          return nil
        }
      }
      var ledger = try SaleLedger(database, at: date)
      let last = try database.integer("SELECT max(id) FROM movement") ?? 0
      if let key, let recorded = try ledger.recorded(under: key, at: date) {
        return RecordedMovements(movements: recorded, isRepeated: true)
      }
      let recorded = try movements.flatMap { try ledger.record($0.request) }
      let added = recorded.filter { $0.movement.id > last }.map(\.movement.id)
      if let key, let first = added.first, let final = added.last {
        try ledger.insert(key, first...final, at: date)
      }
      return RecordedMovements(movements: recorded, isRepeated: added.isEmpty)
    } ?? nil
  }

  /// The day at the market; that of this machine where there is no store.
  func today(at date: Date) async throws -> CalendarDay {
    let calendar = try await read { try MarketSettings(database: $0).calendar() }
    return (calendar ?? SalesCalendar(timeZone: options.timeZone ?? .current)).day(of: date)
  }

  /// The item of a movement; nil where there is no such movement.
  func item(ofMovement id: Int) async throws -> Int? {
    try await read {
      try $0.integer("SELECT item_id FROM movement WHERE id = ?", .integer(id))
    } ?? nil
  }

  /// A page of the history of an item, the newest entries first.
  func history(ofItem id: Int, _ page: Int, size: Int) async throws -> HistoryPage {
    try await read { try MovementHistory(database: $0).page(ofItem: id, page, size: size) }
      ?? HistoryPage(number: page, entries: [], total: 0)
  }

  /// Sales added up, a page of rows.
  func sales(_ query: SalesQuery) async throws -> SalesReport {
    // The cost is added up from all movements.
    try await report(isLong: query.readsCost) { try SalesSummary(database: $0).report(query) }
      ?? SalesReport(rows: [])
  }

  /// The sale of a receipt code for an item, and how much of it stands; nil for a code of no sale of this item.
  package func sale(ofReceipt code: String, item id: Int) async throws -> ReceiptSale? {
    try await read { try SaleLedger.sale(ofReceipt: code, item: id, in: $0) } ?? nil
  }
}

extension SaleLedger {
  /// The sale of a receipt code for an item, and how much of it stands; nil for a code of no sale of this item. For use
  /// inside a transaction.
  static func sale(ofReceipt code: String, item id: Int, in database: any Database) throws -> ReceiptSale? {
    let key = try MarketSettings(database: database).receiptKey()
    guard let sale = ReceiptCode.sale(of: code, item: id, key: key) else { return nil }
    guard let standing = try SaleRows(database: database).pieces(ofSale: sale, item: id) else { return nil }
    return ReceiptSale(sale: sale, standing: standing)
  }
}
