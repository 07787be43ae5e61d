import Foundation
import SystemSupport

/// The table of settings of a market. Use it only inside a transaction.
struct MarketSettings {
  let database: any Database

  /// Stores the first rows of a market: its identity, its settings, and the vendor of items that were added with a password of their own.
  ///
  /// - Parameter timeZone: The zone of the market's days; nil for that of this machine.
  static func seed(in database: any Database, timeZone: TimeZone?) throws {
    try database.run("INSERT INTO store (identity) VALUES (?)", .text(RandomSecret.hexadecimal(bytes: 16)))
    try database.run(
      "INSERT INTO vendor (id, name, registration_date) VALUES (?, 'market', 0)",
      .integer(StoredVendor.marketID))
    try database.run(
      "INSERT INTO market_setting (name, value) VALUES ('time_zone', ?), ('receipt_key', ?), ('seller_salt', ?)",
      .text((timeZone ?? .current).identifier), .text(RandomSecret.hexadecimal(bytes: 32)),
      .text(RandomSecret.hexadecimal(bytes: 16)))
  }

  /// The days of the market.
  func calendar() throws -> SalesCalendar {
    guard let name = try text("time_zone"), let zone = TimeZone(identifier: name) else {
      throw Self.damage(in: "time_zone")
    }
    return SalesCalendar(timeZone: zone)
  }

  /// The secret of the store, 32 bytes. Its name is that of its first use, receipts, which are random now.
  func secret() throws -> Data { try secret("receipt_key", bytes: 32) }

  /// The salt under which the passwords of sellers without an account are hashed, 16 bytes.
  func sellerSalt() throws -> Data { try secret("seller_salt", bytes: 16) }

  /// The cost at which those passwords are hashed; nil before the first. It stays: at another one no seller would be found.
  func sellerCost() throws -> Int? {
    guard let text = try text("seller_cost") else { return nil }
    guard let cost = Int(text), (1...11).contains(cost) else { throw StoreError.damaged }
    return cost
  }

  func setSellerCost(_ cost: Int) throws {
    try database.run(
      "INSERT INTO market_setting (name, value) VALUES ('seller_cost', ?) ON CONFLICT DO NOTHING",
      .text(String(cost)))
    database.notes.settings = nil
  }

  /// The days for which deleted items can be restored.
  func trashDays() throws -> Int {
    guard let text = try text("trash_days") else { return TrashTime.days }
    guard let days = Int(text), TrashTime.range.contains(days) else { throw Self.damage(in: "trash_days") }
    return days
  }

  func setTrashDays(_ days: Int) throws {
    try set("trash_days", to: String(days))
  }

  /// A setting that buyers see: empty where it was removed, nil where it was never set.
  func shop(_ setting: ShopSetting) throws -> String? { try text(setting.rawValue) }

  /// The settings that buyers see, without those that are empty.
  func shop() throws -> [ShopSetting: String] {
    try ShopSetting.allCases.reduce(into: [:]) { values, setting in
      if let value = try shop(setting), !value.isEmpty { values[setting] = value }
    }
  }

  func setShop(_ setting: ShopSetting, _ value: String) throws { try set(setting.rawValue, to: value) }

  /// The bytes of the present logo, or of the one before it. They are no part of the settings that each connection keeps in memory.
  func logo(named name: String) throws -> Data? {
    // An earlier program had one logo.
    try (aside(Self.logos + name) ?? aside("aside_logo")).flatMap { Data(base64Encoded: $0) }
  }

  /// Stores the bytes of a logo, and keeps those of the present one for an undo.
  func addLogo(_ bytes: Data, named name: String) throws {
    try database.run(
      "DELETE FROM market_setting WHERE name LIKE '\(Self.logos)%' AND name <> ?",
      .text(Self.logos + (try shop(.logo) ?? "")))
    try set(Self.logos + name, to: bytes.base64EncodedString())
  }

  /// Where buyers reach a vendor.
  func contact(ofVendor id: Int) throws -> String? { try aside("\(Self.contacts)\(id)") }

  /// - Parameter contact: Nil to remove it.
  func setContact(_ contact: String?, ofVendor id: Int) throws {
    guard let contact else {
      try database.run("DELETE FROM market_setting WHERE name = ?", .text("\(Self.contacts)\(id)"))
      return
    }
    try set("\(Self.contacts)\(id)", to: contact)
  }

  /// The beginning of the names of settings that are read one by one: there can be many of them, or they are large.
  private static let aside = "aside_"
  /// The beginning of the names of vendors' contacts, before the number of the vendor.
  static let contacts = aside + "contact_"
  private static let logos = aside + "logo_"

  private func aside(_ name: String) throws -> String? {
    try database.rows("SELECT value FROM market_setting WHERE name = ?", .text(name)) { $0.text(0) }.first
  }

  private func set(_ name: String, to value: String) throws {
    try database.run(
      """
      INSERT INTO market_setting (name, value) VALUES (?, ?)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      """, .text(name), .text(value))
    database.notes.settings = nil
  }

  /// The settings that the operator changes.
  func stored() throws -> StoredSettings {
    StoredSettings(timeZone: try calendar().timeZone.name, trashDays: try trashDays(), shop: try shop())
  }

  /// The key of the market's operator, 32 bytes: another one after each `renewOperatorKey`.
  func operatorKey() throws -> Data {
    let number = try text(Self.operatorKeyNumber) ?? "1"
    return SHA256.authenticationCode(of: Data(number.utf8), key: try key(for: .operation))
  }

  /// Replaces the key of the operator: the former one is never made again.
  func renewOperatorKey() throws {
    guard let number = Int(try text(Self.operatorKeyNumber) ?? "1") else {
      throw Self.damage(in: Self.operatorKeyNumber)
    }
    try set(Self.operatorKeyNumber, to: String(number + 1))
  }

  private static let operatorKeyNumber = "operator_key"

  /// The purpose of a key. A key of one purpose reveals nothing of the key of another.
  enum Purpose: String {
    /// The versions of items: a private note must not be guessed from one.
    case versions
    /// Names the market in versions of its items.
    case mark
    /// The contents of requests under an Idempotency-Key.
    case requests
    /// The numbers of sellers.
    case sellers
    /// The names of clients in the limits that servers share.
    case limits
    /// Signs the requests of the operator.
    case operation
  }

  /// The key of a purpose, 32 bytes, derived from the secret.
  func key(for purpose: Purpose) throws -> Data {
    SHA256.authenticationCode(of: Data(purpose.rawValue.utf8), key: try secret())
  }

  /// Changes the time zone, by which days begin, and adds the sales up again.
  func setTimeZone(_ zone: TimeZone) throws {
    try database.run("UPDATE market_setting SET value = ? WHERE name = 'time_zone'", .text(zone.identifier))
    database.notes.settings = nil
    try SaleTotals(database: database).rebuild(in: SalesCalendar(timeZone: zone))
  }

  /// Bytes that are stored in hexadecimal digits.
  private func secret(_ name: String, bytes count: Int) throws -> Data {
    let digits = try (text(name) ?? "").compactMap(\.hexDigitValue)
    guard digits.count == 2 * count else { throw Self.damage(in: name) }
    return Data((0..<count).map { (at: Int) -> UInt8 in UInt8(digits[2 * at] * 16 + digits[2 * at + 1]) })
  }

  private static func damage(in name: String) -> StoreError {
    StoreError(.damaged, at: StoredPlace(table: "market_setting", row: "name \(name)", column: "value"))
  }

  /// Reads the names and values of the settings that a connection keeps in memory.
  static let selection = "SELECT name, value FROM market_setting WHERE name NOT LIKE '\(aside)%'"

  private func text(_ name: String) throws -> String? {
    if let known = database.notes.permanent[name] { return known }
    if database.notes.settings == nil {
      let rows = try database.rows(Self.selection) { ($0.text(0), $0.text(1)) }
      database.notes.settings = Dictionary(uniqueKeysWithValues: rows)
    }
    return database.notes.settings?[name]
  }
}
