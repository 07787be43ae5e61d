import Foundation
import SystemSupport

/// The market's file, one piece of work at a time, each in a transaction of its own. What is written is on the disk when
/// the call returns.
///
/// Reading never makes a file: a market that nobody has added to is empty, not absent.
actor ItemStore {
  private let file: StoreFile
  private let counter: ChangeCounter
  private let queue = SerialQueue(label: "store")
  private var openDatabase: Database?

  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  init(path: String, patience: Duration) {
    file = StoreFile(path: path, patience: patience)
    counter = ChangeCounter(path: path)
  }

  /// A number that is another one after every write, by this process or any other; nil while there is no file. Asking
  /// is much cheaper than reading, and needs no turn.
  nonisolated var version: UInt32? { counter.value }

  // MARK: Reading

  /// The items on a page, how many there are on all pages, and the version of the store that they are of.
  ///
  /// - Parameter asksVersion: Whether the version is wanted; without it, it is nil.
  func page(
    _ query: PageQuery, asksVersion: Bool
  ) throws -> (items: [StoredItem], total: Int, version: UInt32?) {
    try read { database in
      let (items, total) = try ItemRows(database: database).page(query)
      return (items, total, asksVersion ? version : nil)
    } ?? ([], 0, nil)
  }

  /// Counts the items, and those that some clients cannot read; all zero without a file.
  func summary(currencies: [String]) throws -> StoreSummary {
    try read { database in
      let count = "SELECT count(*) FROM item"
      let marks = currencies.map { _ in "?" }.joined(separator: ", ")
      let values = currencies.map { Database.Value.text($0) }
      return StoreSummary(
        items: try database.integer(count) ?? 0,
        // Amounts are stored in ten-thousandths.
        fractionalPrices: try database.integer(
          count + " WHERE price % 10000 <> 0 OR discounted_price % 10000 <> 0") ?? 0,
        otherCurrencies: try database.rows(count + " WHERE currency NOT IN (\(marks))", values) { row in
          row.integer(0)
        }.first ?? 0)
    } ?? StoreSummary(items: 0, fractionalPrices: 0, otherCurrencies: 0)
  }

  /// The full item.
  func item(id: Int) throws -> StoredItem? {
    try read { try ItemRows(database: $0).item(id: id) } ?? nil
  }

  func passwordHash(ofItem id: Int) throws -> String? {
    try read { try ItemRows(database: $0).passwordHash(ofItem: id) } ?? nil
  }

  func bytes(of image: StoredImage) throws -> Data? {
    try read { try ImageRows(database: $0).bytes(of: image) } ?? nil
  }

  /// The vendor that shows this identifier, with the hash of the secret that goes with it.
  func vendor(identifier: String) throws -> (vendor: StoredVendor, secretHash: String)? {
    try read { try VendorRows(database: $0).vendor(identifier: identifier) } ?? nil
  }

  // MARK: Writing

  /// Stores a new item and returns the answer that `answer` makes of it; under a key that has been answered before,
  /// stores nothing and returns the answer of that time.
  func add(
    _ draft: ItemDraft, images: [ItemImage], vendor: Int = StoredVendor.marketID, passwordHash: String,
    at date: Date,
    key: IdempotencyKey?, answer: @Sendable (StoredItem) throws -> Data
  ) throws -> Data {
    try write { database in
      let answers = IdempotencyRecords(database: database)
      if let key, let body = try answers.body(for: key, at: date) { return body }
      let items = ItemRows(database: database)
      let id = try items.insert(draft, vendor: vendor, passwordHash: passwordHash, at: date)
      try ImageRows(database: database).insert(images, ofItem: id)
      let body = try answer(items.existing(id))
      if let key { try answers.keep(body, for: key, at: date) }
      return body
    }
  }

  /// Changes an item whose password hash is still the one that was checked; nil when it is not, or the item has gone.
  ///
  /// - Parameters:
  ///   - images: The images that take the place of all that are there; nil leaves them.
  ///   - thumbnail: The id of an image of the item that is to be its first.
  ///   - change: Makes the new draft of the present one, or refuses.
  func edit(
    id: Int, passwordHash: String, images: [ItemImage]? = nil, thumbnail: Int? = nil,
    change: @Sendable (ItemDraft) throws -> ItemDraft
  ) throws -> StoredItem? {
    try withItem(id, passwordHash) { database, present in
      let items = ItemRows(database: database)
      try items.update(id, to: change(present.draft))
      let rows = ImageRows(database: database)
      if let images {
        try rows.delete(ofItem: id)
        try rows.insert(images, ofItem: id)
      }
      if let thumbnail { try rows.putFirst(thumbnail, among: present.images, ofItem: id) }
      return try items.existing(id)
    }
  }

  /// Deletes an item with its images and returns what it was; nil as for `edit`.
  func delete(id: Int, passwordHash: String) throws -> StoredItem? {
    try withItem(id, passwordHash) { database, present in
      try ImageRows(database: database).delete(ofItem: id)
      try ItemRows(database: database).delete(id)
      return present
    }
  }

  // MARK: Vendors

  func vendors() throws -> [Vendor] {
    try read { try VendorRows(database: $0).all() } ?? []
  }

  func addVendor(name: String, identifier: String, secretHash: String, at date: Date) throws -> Vendor {
    try write {
      try VendorRows(database: $0).insert(
        name: name, identifier: identifier, secretHash: secretHash, at: date)
    }
  }

  /// Whether there was such a vendor.
  func removeVendor(id: Int) throws -> Bool {
    try file.exists && write { try VendorRows(database: $0).remove(id) }
  }

  // MARK: Transactions

  /// Nil when there is no file to read.
  private func read<Result>(_ work: (Database) throws -> Result) throws -> Result? {
    guard openDatabase != nil || file.exists else { return nil }
    let database = try database()
    return try database.transaction(for: .reading) { try work(database) }
  }

  private func write<Result>(_ work: (Database) throws -> Result) throws -> Result {
    let database = try database()
    return try database.transaction(for: .writing) { try work(database) }
  }

  private func withItem(
    _ id: Int, _ passwordHash: String, _ work: (Database, StoredItem) throws -> StoredItem
  ) throws -> StoredItem? {
    guard openDatabase != nil || file.exists else { return nil }
    return try write { database in
      let items = ItemRows(database: database)
      guard try items.passwordHash(ofItem: id) == passwordHash else { return nil }
      return try work(database, items.existing(id))
    }
  }

  private func database() throws -> Database {
    if let openDatabase { return openDatabase }
    let database = try file.open()
    openDatabase = database
    return database
  }
}
