import Foundation
import SystemSupport

/// Whose SKUs, references and row keys are told apart: a vendor with an account, or everything that was added with one
/// password.
struct Seller: Sendable, Hashable {
  let vendor: Int
  /// 0 for a vendor with an account, and for items of earlier versions, of which the seller is not known.
  let id: Int

  /// The items of the market's own vendor that earlier versions have added.
  static let unknown = Seller(vendor: StoredVendor.marketID, id: 0)
  /// The operator of the market, whose items have no password.
  static let `operator` = Seller(vendor: StoredVendor.marketID, id: 1)
}

/// Tells sellers without an account apart, by the hash of their password under the store's own salt: what one of them has is
/// then found by an index, and no password is tried on the items of others. Use it only inside a transaction.
///
/// A seller takes no row: its number is computed from its hash, so that nothing remains when its last item goes.
struct SellerRows {
  let database: any Database
  private let saltField: String
  private let key: Data

  init(_ database: any Database) throws {
    self.database = database
    let settings = MarketSettings(database: database)
    guard let field = PasswordHash.saltField(try settings.sellerSalt()) else { throw PasswordHashError() }
    saltField = field
    key = try settings.key(for: .sellers)
  }

  /// The seller of the items of a vendor with this password hash.
  func seller(vendor: Int, passwordHash: String) -> Seller {
    if vendor == StoredVendor.marketID, passwordHash == PasswordHash.ofNoPassword { return .operator }
    guard vendor == StoredVendor.marketID, PasswordHash.saltField(of: passwordHash) ?? "" == saltField else {
      return Seller(vendor: vendor, id: 0)
    }
    let code = SHA256.authenticationCode(of: Data(passwordHash.utf8), key: key)
    // 63 bits, and neither 0 nor the operator's: two of a million sellers are equal with a probability of one in ten million. Only their keys would
    // then be told apart no more, for an item is changed by its password.
    return Seller(vendor: vendor, id: max(2, Int(code.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } >> 1)))
  }

  /// The condition of the items of a seller, found by an index; the operator has all.
  func condition(ofVendor vendor: Int, hash: String) -> SQLCondition {
    guard hash != PasswordHash.ofNoPassword else { return "TRUE" }
    let seller = seller(vendor: vendor, passwordHash: hash)
    let isOwn: SQLCondition = "vendor_id = \(.integer(vendor)) AND seller_id = \(.integer(seller.id))"
    return seller == .unknown ? "\(isOwn) AND password_hash = \(.text(hash))" : isOwn
  }

  /// The seller of an item; nil where there is no such item.
  func seller(ofItem id: Int) throws -> Seller? {
    try database.rows("SELECT vendor_id, password_hash FROM item WHERE id = ?", .integer(id)) {
      (vendor: $0.integer(0), hash: $0.text(1))
    }.first.map { seller(vendor: $0.vendor, passwordHash: $0.hash) }
  }

  static func isNewSeller(withItem id: Int, in database: any Database) throws -> Bool {
    try database.rows(
      """
      SELECT 1 FROM item WHERE id = ? AND EXISTS (SELECT 1 FROM item AS other WHERE other.id <> item.id) AND NOT EXISTS (
        SELECT 1 FROM item AS other
        WHERE other.vendor_id = item.vendor_id AND other.seller_id = item.seller_id AND other.id <> item.id)
      """, .integer(id)
    ) { _ in true }.first ?? false
  }

  /// Notes the sellers of items that have no keys, of which a store of the version before has none.
  func noteSellers() throws {
    let hashes = try database.rows(
      "SELECT DISTINCT password_hash FROM item WHERE vendor_id = ? AND seller_id = 0",
      .integer(StoredVendor.marketID)
    ) { $0.text(0) }
    for hash in hashes {
      let seller = seller(vendor: StoredVendor.marketID, passwordHash: hash)
      guard seller != .unknown else { continue }
      try database.run(
        """
        UPDATE item SET seller_id = ? WHERE password_hash = ? AND vendor_id = ? AND seller_id = 0
          AND coalesce(sku, reference, row_key) IS NULL
        """, .integer(seller.id), .text(hash), .integer(seller.vendor))
    }
  }

  /// Makes an item of an earlier version one of a seller whose password has opened it, unless the seller has another item with
  /// one of its keys.
  ///
  /// - Parameter hash: That of the seller's password.
  func adopt(item id: Int, _ hash: String) throws {
    let seller = seller(vendor: StoredVendor.marketID, passwordHash: hash)
    guard seller != .unknown, try self.seller(ofItem: id) == .unknown else { return }
    let item = try ItemRows(database: database).summary(ofExisting: id)
    do { try give(item: item, to: hash) } catch MarketplaceError.taken {}
  }

  /// Makes an item one of the seller with a password hash. Throws `MarketplaceError.taken` where the seller has another item with one of
  /// its keys.
  func give(item: StoredItem, to hash: String) throws {
    let former = try seller(ofItem: item.id) ?? .unknown
    let seller = seller(vendor: former.vendor, passwordHash: hash)
    let (details, held) = (DetailRows(database: database), item.draft.details)
    if former != seller {
      for key in [ItemKey.reference, .rowKey] {
        try details.check(key, details.value(of: key, ofItem: item.id), seller: seller, besides: item.id)
      }
      try details.checkCodes(of: held, seller: seller, besides: item.id)
      try details.indexCodes(of: ItemDetails(), former: held, ofItem: item.id, former)
      try details.indexCodes(of: held, ofItem: item.id, seller)
    }
    try database.run(
      "UPDATE item SET password_hash = ?, seller_id = ? WHERE id = ?", .text(hash), .integer(seller.id),
      .integer(item.id))
  }
}
