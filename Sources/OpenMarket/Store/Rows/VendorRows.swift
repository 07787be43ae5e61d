import Foundation

/// The table of vendors. Only to be used inside a transaction.
struct VendorRows {
  let database: any Database

  /// The vendors that have not been removed, the oldest first.
  func all() throws -> [Vendor] {
    try database.rows(
      """
      SELECT vendor.id, vendor.name, vendor.registration_date, contact.value FROM vendor
      LEFT JOIN market_setting AS contact ON contact.name = '\(MarketSettings.contacts)' || CAST(vendor.id AS TEXT)
      WHERE vendor.identifier IS NOT NULL ORDER BY vendor.id
      """
    ) {
      Vendor(
        id: $0.integer(0), name: $0.text(1), registrationDate: $0.date(2), contact: $0.optionalText(3))
    }
  }

  func vendor(identifier: String) throws -> (vendor: StoredVendor, secretHash: String)? {
    try database.rows("SELECT id, name, secret_hash FROM vendor WHERE identifier = ?", .text(identifier)) {
      (StoredVendor(id: $0.integer(0), name: $0.text(1)), $0.text(2))
    }.first
  }

  /// The vendors, removed ones too, whose names hold every one of these folded words. Operators add vendors one by one,
  /// so there are few enough to compare here.
  func ids(named words: [String]) throws -> [Int] {
    try database.rows("SELECT id, name FROM vendor WHERE id <> ?", .integer(StoredVendor.marketID)) {
      (id: $0.integer(0), name: $0.text(1).foldedWithoutAccents)
    }.filter { vendor in words.allSatisfy { vendor.name.contains($0) } }.map(\.id)
  }

  /// The vendors, removed ones too, with this name or id; case does not count.
  func ids(of text: String) throws -> [Int] {
    let name = text.folded
    return try database.rows("SELECT id, name FROM vendor ORDER BY id") { ($0.integer(0), $0.text(1)) }
      .filter { String($0.0) == text || $0.1.folded == name }.map(\.0)
  }

  /// The name that could be taken for a new one: that of a vendor that has not been removed, or of the market itself.
  func lookAlike(of name: String) throws -> String? {
    let skeleton = NameSkeleton.of(name)
    return try database.rows(
      "SELECT name FROM vendor WHERE identifier IS NOT NULL OR id = ? ORDER BY id",
      .integer(StoredVendor.marketID)
    ) { $0.text(0) }.first { NameSkeleton.of($0) == skeleton }
  }

  /// Throws `MarketplaceError.takenVendor` where another vendor has the id, also a removed one, or the identifier.
  ///
  /// - Parameter id: Nil for the next one. None is free again: no vendor's row is ever deleted.
  func insert(id: Int? = nil, name: String, identifier: String, secretHash: String, at date: Date) throws
    -> Vendor
  {
    if let id, try database.integer("SELECT 1 FROM vendor WHERE id = ?", .integer(id)) != nil {
      throw MarketplaceError.takenVendor(String(id))
    }
    guard try vendor(identifier: identifier) == nil else { throw MarketplaceError.takenVendor(identifier) }
    let id = try database.insert(
      """
      INSERT INTO vendor (id, name, identifier, secret_hash, registration_date)
      VALUES (coalesce(?, (SELECT max(id) + 1 FROM vendor)), ?, ?, ?, ?)
      """, id.map { .integer($0) } ?? .null, .text(name), .text(identifier), .text(secretHash), .date(date))
    return Vendor(id: id, name: name, registrationDate: date)
  }

  /// Removes a vendor; returns whether there was one. Its sales stay, under its name; its secret, which is the password
  /// of its items, opens them no longer.
  func remove(_ id: Int) throws -> Bool {
    let count = try database.changes(
      "UPDATE vendor SET identifier = NULL, secret_hash = NULL WHERE id = ? AND identifier IS NOT NULL",
      .integer(id))
    guard count > 0 else { return false }
    try MarketSettings(database: database).setContact(nil, ofVendor: id)
    try database.run(
      "UPDATE item SET password_hash = ? WHERE vendor_id = ?", .text(PasswordHash.ofNoPassword), .integer(id))
    return true
  }
}
