import Foundation

/// Sellers without an account, by the hash of their password under the store's salt (`SellerRows`).
extension Store {
  /// The salt and the cost of the passwords of sellers.
  ///
  /// - Parameters:
  ///   - cost: That of the first one; it is stored where something is added.
  ///   - makesStore: Whether the store is made where there is none; otherwise it is then nil.
  func sellerSalt(cost: Int, makesStore: Bool) async throws -> (salt: Data, cost: Int)? {
    let stored = try await read { database in
      let settings = MarketSettings(database: database)
      return (try settings.sellerSalt(), try settings.sellerCost())
    }
    if let stored, stored.1 != nil || !makesStore { return (stored.0, stored.1 ?? cost) }
    guard makesStore else { return nil }
    return try await write(.writing) { database in
      let settings = MarketSettings(database: database)
      try settings.setSellerCost(cost)
      return (try settings.sellerSalt(), try settings.sellerCost() ?? cost)
    }
  }

  /// The seller of a password hash, where a response to a request with this SKU or key would tell whether some item is of that
  /// seller; nil where nothing has them.
  func sellerGuessed(bySKU sku: String?, _ key: IdempotencyKey?, hash: String) async throws -> Seller? {
    try await read { database in
      let seller = try SellerRows(database).seller(vendor: StoredVendor.marketID, passwordHash: hash)
      let (details, records) = (DetailRows(database: database), IdempotencyRecords(database: database))
      if let sku, try details.id(.sku, sku, of: seller) != nil || details.isOthers(.sku, sku, than: seller) {
        return seller
      }
      // A key of one's own is a request that is sent again.
      if let key, try !records.isUsed(key), try records.isUsedByOthers(key) { return seller }
      return nil
    } ?? nil
  }

  /// The item that an earlier version of this program has added under a key, which had no seller then; nil if there is none.
  func item(
    formerlyAddedUnder key: IdempotencyKey, at date: Date
  ) async throws -> (item: StoredItem, passwordHash: String)? {
    try await read { database in
      guard let id = try IdempotencyRecords(database: database).formerItemID(for: key, at: date),
        let item = try ItemRows(database: database).item(id: id),
        let hash = try ItemRows(database: database).passwordHash(ofItem: id)
      else { return nil }
      return (item, hash)
    } ?? nil
  }

  /// Whether an item of the market's own vendor is of an earlier version, which told no sellers apart.
  func hasNoSeller(item id: Int) async throws -> Bool {
    try await read { try SellerRows($0).seller(ofItem: id) == .unknown } ?? false
  }

  /// Makes an item of an earlier version one of the seller with this password hash (see `SellerRows.adopt`).
  func adopt(item id: Int, _ hash: String) async throws {
    _ = try await writeExisting { try SellerRows($0).adopt(item: id, hash) }
  }
}
