import Foundation
import Synchronization
import SystemSupport

/// The items, images and vendors of a market in a database: one operation at a time, each in its own transaction.
/// Written data is on the disk when the call returns.
///
/// Reading does not create the file: a store without a file reads as an empty market.
package actor Store {
  package nonisolated let location: StoreLocation
  private let driver: any DatabaseDriver
  private let queue = SerialQueue(label: "store")
  private var openDatabase: (any Database)?
  private let openedIdentity = Mutex<String?>(nil)

  package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  /// - Parameter timeout: How long to wait for another process that writes to the store; whole seconds.
  package init(at location: StoreLocation, timeout: Duration = .seconds(10)) {
    self.init(at: location, driver: location.driver(timeout: timeout))
  }

  init(at location: StoreLocation, driver: any DatabaseDriver) {
    self.location = location
    self.driver = driver
  }

  /// A number that differs after every write, by this process or any other; nil if there is no file. Reading it is
  /// much cheaper than a transaction, and does not wait for one.
  nonisolated var version: UInt64? { driver.version }

  /// The identity of the store, 32 hexadecimal digits; nil until it is opened. It survives a move of the file.
  nonisolated var knownIdentity: String? { openedIdentity.withLock(\.self) }

  // MARK: Reading

  /// The identity of the store, which survives a move of the file; nil if there is no store.
  package func identity() throws -> String? {
    _ = try read { _ in }
    return knownIdentity
  }

  /// Passes a page to `body`, within the transaction that reads it, and returns its result.
  ///
  /// - Parameter readsVersion: Whether to read the version of the store that contains the page; false gives nil for it.
  func page<Result: Sendable>(
    _ query: PageQuery, readsVersion: Bool = false, as body: @Sendable (StoredPage) throws -> Result
  ) throws -> Result {
    let result = try read { database in
      let version = readsVersion ? version : nil
      return try body(ItemRows(database: database).page(query, version: version))
    }
    return try result ?? body(StoredPage([], total: 0, version: nil))
  }

  /// The full item.
  func item(id: Int) throws -> StoredItem? {
    try read { try ItemRows(database: $0).item(id: id) } ?? nil
  }

  func passwordHash(ofItem id: Int) throws -> String? {
    try read { try ItemRows(database: $0).passwordHash(ofItem: id) } ?? nil
  }

  /// The item that was added under a key, as it is now, and its password hash; nil if the key was not used. Throws
  /// `MarketplaceError.gone` if the item was deleted, and `idempotencyKeyReused`.
  func item(addedUnder key: IdempotencyKey, at date: Date) throws -> (item: StoredItem, passwordHash: String)?
  {
    try read { database in
      guard let id = try IdempotencyRecords(database: database).itemID(for: key, at: date) else { return nil }
      let items = ItemRows(database: database)
      guard let item = try items.item(id: id), let hash = try items.passwordHash(ofItem: id) else {
        throw MarketplaceError.gone(id: id)
      }
      return (item, hash)
    } ?? nil
  }

  /// What a deletion token is for; nil if it is unknown or has expired.
  func deletionGrant(selector: String, at date: Date) throws -> DeletionTokenRows.Grant? {
    try read { try DeletionTokenRows(database: $0).grant(selector: selector, at: date) } ?? nil
  }

  func bytes(of image: StoredImage) throws -> Data? {
    try read { try ImageRows(database: $0).bytes(of: image) } ?? nil
  }

  /// The vendor with this identifier, and the hash of its secret.
  func vendor(identifier: String) throws -> (vendor: StoredVendor, secretHash: String)? {
    try read { try VendorRows(database: $0).vendor(identifier: identifier) } ?? nil
  }

  /// The summary that a server prints when it starts; zeros if there is no store. Throws if the file is not a store.
  package func summary() throws -> StoreSummary {
    try read { try ItemRows(database: $0).summary() }
      ?? StoreSummary(items: 0, fractionalPrices: 0, otherCurrencies: 0)
  }

  // MARK: Writing

  /// Stores a new item and returns it. If the key was used before, stores nothing and returns the present
  /// state of the item that was added with it; throws `MarketplaceError.gone` if that item was deleted.
  func add(
    _ draft: ValidDraft, images: [StrippedImage], vendor: Int = StoredVendor.marketID, passwordHash: String,
    at date: Date, key: IdempotencyKey?
  ) throws -> StoredItem {
    try write { database in
      let items = ItemRows(database: database)
      let records = IdempotencyRecords(database: database)
      if key != nil { try records.deleteExpired(at: date) }
      if let key, let id = try records.itemID(for: key, at: date) {
        guard let item = try items.item(id: id) else { throw MarketplaceError.gone(id: id) }
        return item
      }
      let id = try items.insert(draft.draft, vendor: vendor, passwordHash: passwordHash, at: date)
      try ImageRows(database: database).insert(images, ofItem: id)
      if let key { try records.insert(key, itemID: id, at: date) }
      return try items.existing(id)
    }
  }

  /// Changes an item if its password hash is still the verified one; nil if the hash has changed or the item is gone.
  ///
  /// - Parameters:
  ///   - images: The images that replace all present ones; nil for no change.
  ///   - thumbnail: The id of an image of the item that becomes its first.
  ///   - change: Returns the new draft for the present one, or throws.
  func edit(
    id: Int, passwordHash: String, images: [StrippedImage]? = nil, thumbnail: Int? = nil,
    change: @Sendable (ItemDraft) throws -> ValidDraft
  ) throws -> StoredItem? {
    try withItem(id, passwordHash) { database, present in
      let items = ItemRows(database: database)
      try items.update(id, to: change(present.draft).draft)
      let rows = ImageRows(database: database)
      if let images {
        try rows.delete(ofItem: id)
        try rows.insert(images, ofItem: id)
      }
      if let thumbnail { try rows.putFirst(thumbnail, among: present.images, ofItem: id) }
      return try items.existing(id)
    }
  }

  /// Deletes an item with its images and returns the deleted item; nil as for `edit`.
  func delete(id: Int, passwordHash: String) throws -> StoredItem? {
    try withItem(id, passwordHash) { database, present in
      try ImageRows(database: database).delete(ofItem: id)
      try ItemRows(database: database).delete(id)
      return present
    }
  }

  /// Stores a token with which the item's vendor can delete it.
  func addDeletionToken(selector: String, hash: String, item id: Int, at date: Date) throws {
    try write {
      try DeletionTokenRows(database: $0).insert(selector: selector, hash: hash, item: id, at: date)
    }
  }

  // MARK: Vendors

  func vendors() throws -> [Vendor] {
    try read { try VendorRows(database: $0).all() } ?? []
  }

  func addVendor(name: String, identifier: String, secretHash: String, at date: Date) throws -> Vendor {
    try write {
      let rows = VendorRows(database: $0)
      if let other = try rows.lookAlike(of: name) {
        throw ValidationError(.title, .looksLike(other), value: name)
      }
      return try rows.insert(name: name, identifier: identifier, secretHash: secretHash, at: date)
    }
  }

  /// Removes a vendor. Returns whether the vendor existed.
  func removeVendor(id: Int) throws -> Bool {
    try driver.exists && write { try VendorRows(database: $0).remove(id) }
  }

  // MARK: Transactions

  /// Runs a reading transaction. Nil if there is no store.
  private func read<Result>(_ work: (any Database) throws -> Result) throws -> Result? {
    guard openDatabase != nil || driver.exists else { return nil }
    let database = try database()
    return try database.transaction(for: .reading) { try work(database) }
  }

  private func write<Result>(_ work: (any Database) throws -> Result) throws -> Result {
    let database = try database()
    let result = try database.transaction(for: .writing) { try work(database) }
    driver.noteCommit()
    return result
  }

  private func withItem(
    _ id: Int, _ passwordHash: String, _ work: (any Database, StoredItem) throws -> StoredItem
  ) throws -> StoredItem? {
    guard openDatabase != nil || driver.exists else { return nil }
    return try write { database in
      let items = ItemRows(database: database)
      guard try items.passwordHash(ofItem: id) == passwordHash else { return nil }
      return try work(database, items.existing(id))
    }
  }

  private func database() throws -> any Database {
    if let openDatabase {
      try driver.checkIsInPlace()
      return openDatabase
    }
    let database = try driver.open()
    let identity = try database.rows("SELECT identity FROM store") { $0.text(0) }.first
    openedIdentity.withLock { $0 = identity }
    openDatabase = database
    return database
  }
}

/// The summary of a store that a server prints when it starts.
package struct StoreSummary: Sendable, Equatable {
  package let items: Int
  /// Items whose price or discounted price has a fraction. A v1 client that reads integers cannot decode a page with
  /// such an item.
  package let fractionalPrices: Int
  /// Items in currencies that v2's contract does not have.
  package let otherCurrencies: Int

  package init(items: Int, fractionalPrices: Int, otherCurrencies: Int) {
    self.items = items
    self.fractionalPrices = fractionalPrices
    self.otherCurrencies = otherCurrencies
  }
}

/// The location of a store: the value of `--store`.
package enum StoreLocation: Sendable, Hashable, CustomStringConvertible {
  /// A file, by its path.
  case file(String)
  /// The memory of this process. The store is lost when the process ends.
  case memory

  /// Parses a path, or `:memory:`. Nil for a URL such as `postgres://host/name`, which would otherwise be used as a
  /// path.
  package init?(_ text: String) {
    if text == ":memory:" {
      self = .memory
    } else if text.beginsWithScheme {
      return nil
    } else {
      self = .file(text)
    }
  }

  /// The path, or `:memory:`.
  package var description: String {
    switch self {
    case .file(let path): path
    case .memory: ":memory:"
    }
  }

  /// Whether the store can be read without creating it: its file exists, or it is in memory.
  package var exists: Bool { driver(timeout: .zero).exists }

  /// - Parameter timeout: How long to wait for another process that writes to the store; whole seconds.
  func driver(timeout: Duration) -> any DatabaseDriver {
    switch self {
    case .file(let path): SQLiteFile(path: path, timeout: timeout)
    case .memory: SQLiteMemory()
    }
  }
}

extension String {
  /// Whether it begins with the scheme of a URL (RFC 3986 §3.1) and `://`.
  package var beginsWithScheme: Bool {
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")), utf8[colon...].starts(with: "://".utf8),
      case let scheme = self[..<colon], let first = scheme.unicodeScalars.first
    else { return false }
    func isLetter(_ scalar: Unicode.Scalar) -> Bool { "a"..."z" ~= scalar || "A"..."Z" ~= scalar }
    return isLetter(first)
      && scheme.unicodeScalars.allSatisfy {
        isLetter($0) || "0"..."9" ~= $0 || "+.-".unicodeScalars.contains($0)
      }
  }
}
