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

  /// Whether a new item has a SKU or a key that its seller has used, or that another seller has.
  ///
  /// - Parameter hash: The password hash of the seller.
  func names(of draft: ItemDraft, _ key: IdempotencyKey?, hash: String) async throws -> SellerNames {
    let names = try await read { database in
      let seller = try SellerRows(database).seller(vendor: StoredVendor.marketID, passwordHash: hash)
      let (details, records) = (DetailRows(database: database), IdempotencyRecords(database: database))
      var names = SellerNames(seller: seller)
      if let sku = draft.sku {
        names.hasOwn = try details.id(.sku, sku, of: seller) != nil
        names.namesOthers = try details.isOthers(.sku, sku, than: seller)
      }
      if let key {
        names.hasOwn = try names.hasOwn || records.isUsed(key)
        names.namesOthers = try names.namesOthers || records.isUsedByOthers(key)
      }
      return names
    }
    guard let names else { throw StoreError.inaccessible }
    return names
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

/// What a request names that is told apart by seller.
struct SellerNames: Sendable {
  let seller: Seller
  /// Whether something of the seller's own has the name.
  var hasOwn = false
  /// Whether something of another seller has it: the response then tells whether the password is the one of that seller.
  var namesOthers = false
}
