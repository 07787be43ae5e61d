import Foundation

/// The items, in one SQLite file: all SQL about them is here.
///
/// Reading never makes a file: a market that nobody has added to is empty, not absent.
actor ItemStore {
  private let file: StoreFile
  private let queue = SerialQueue(label: "store")
  private var openDatabase: Database?

  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  init(path: String) {
    file = StoreFile(path: path)
  }

  // MARK: Reading

  /// The items on a page, and how many there are on all pages, as of one moment.
  func page(_ query: PageQuery) throws -> (items: [StoredItem], total: Int) {
    guard let database = try database(creating: false) else { return ([], 0) }
    return try database.transaction(for: .reading) {
      let ranks = ItemRanks(database: database)
      let total = try ranks.total()
      let (first, overflow) = (query.number - 1).multipliedReportingOverflow(by: query.size)
      guard !overflow, first < total else { return ([], total) }
      let window = first..<min(first + query.size, total)
      return (try items(database, in: window, of: total, sorted: query.sort), total)
    }
  }

  /// The full item.
  func item(id: Int) throws -> StoredItem? {
    guard let database = try database(creating: false) else { return nil }
    return try database.transaction(for: .reading) { try item(id: id, in: database) }
  }

  func passwordHash(ofItem id: Int) throws -> String? {
    try database(creating: false)?
      .rows("SELECT password_hash FROM item WHERE id = ?", .integer(id)) { $0.text(0) }.first
  }

  func bytes(of image: StoredImage) throws -> Data? {
    try database(creating: false)?
      .rows(
        "SELECT bytes FROM image WHERE id = ? AND format = ?", .integer(image.id),
        .text(image.format.rawValue)
      ) { $0.blob(0) }.first
  }

  // MARK: Writing

  /// Stores a new item and returns the answer that `answer` makes of it; under a key that has been answered before,
  /// stores nothing and returns the answer of that time. When this returns, it is on the disk.
  func add(
    _ draft: ItemDraft, images: [ItemImage], passwordHash: String, at date: Date, key: IdempotencyKey?,
    answer: @Sendable (StoredItem) throws -> Data
  ) throws -> Data {
    guard let database = try database(creating: true) else { throw StoreError.inaccessible }
    return try database.transaction(for: .writing) {
      let answers = StoredAnswers(database: database)
      if let key, let body = try answers.body(for: key, at: date) { return body }
      try database.run(
        """
        INSERT INTO item
          (title, currency, price, discounted_price, stock, registration_date, password_hash, description)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        .text(draft.title), .text(draft.price.currency.code), .amount(draft.price.amount),
        .amount(draft.discountedPrice), .integer(draft.stock), .date(date), .text(passwordHash),
        .text(draft.description))
      let id = database.lastInsertedID
      try insert(images, ofItem: id, into: database)
      let body = try answer(stored(id, in: database))
      if let key { try answers.keep(body, for: key, at: date) }
      return body
    }
  }

  /// Changes an item whose password hash is still the one that was checked; nil when it is not, or the item has
  /// gone. `change` makes the new draft of the present one, or refuses.
  func edit(
    id: Int, passwordHash: String, images: [ItemImage]?, change: @Sendable (ItemDraft) throws -> ItemDraft
  ) throws -> StoredItem? {
    guard let database = try database(creating: false) else { return nil }
    return try database.transaction(for: .writing) {
      guard let present = try item(id: id, passwordHash: passwordHash, in: database) else { return nil }
      let draft = try change(present.draft)
      try database.run(
        """
        UPDATE item SET title = ?, currency = ?, price = ?, discounted_price = ?, stock = ?, description = ?
        WHERE id = ?
        """,
        .text(draft.title), .text(draft.price.currency.code), .amount(draft.price.amount),
        .amount(draft.discountedPrice), .integer(draft.stock), .text(draft.description), .integer(id))
      if let images {
        try database.run("DELETE FROM image WHERE item_id = ?", .integer(id))
        try insert(images, ofItem: id, into: database)
      }
      return try stored(id, in: database)
    }
  }

  /// Deletes an item with its pictures and returns what it was; nil as for `edit`.
  func delete(id: Int, passwordHash: String) throws -> StoredItem? {
    guard let database = try database(creating: false) else { return nil }
    return try database.transaction(for: .writing) {
      guard let item = try item(id: id, passwordHash: passwordHash, in: database) else { return nil }
      try database.run("DELETE FROM image WHERE item_id = ?", .integer(id))
      try database.run("DELETE FROM item WHERE id = ?", .integer(id))
      return item
    }
  }

  // MARK: Rows

  private func database(creating: Bool) throws -> Database? {
    if let openDatabase { return openDatabase }
    guard creating || file.exists else { return nil }
    let database = try file.open()
    openDatabase = database
    return database
  }

  private static let columns = "id, title, currency, price, discounted_price, stock, registration_date"

  private func items(
    _ database: Database, in window: Range<Int>, of total: Int, sorted sort: PageQuery.Sort
  ) throws -> [StoredItem] {
    // The end of a list is as near as its beginning when it is read backwards.
    let mirrored = total - window.upperBound..<total - window.lowerBound
    switch sort {
    case .oldest:
      let start = try ItemRanks(database: database).start(ofRank: window.lowerBound)
      return try rows(
        database, "WHERE id >= ? ORDER BY id LIMIT ? OFFSET ?", .integer(start.id), .integer(window.count),
        .integer(start.skip))
    case .newest:
      return try items(database, in: mirrored, of: total, sorted: .oldest).reversed()
    case .price, .priceDescending, .title, .titleDescending, .stock, .stockDescending:
      let order = Self.orders[sort] ?? .init(column: "id", isDescending: false)
      let backwards = mirrored.lowerBound < window.lowerBound
      // The index alone is walked to the page; whole rows are read only on it.
      let found = try rows(
        database,
        "WHERE id IN (SELECT id FROM item \(order.clause(reversed: backwards)) LIMIT ? OFFSET ?) \(order.clause(reversed: backwards))",
        .integer(window.count), .integer(backwards ? mirrored.lowerBound : window.lowerBound))
      return backwards ? found.reversed() : found
    }
  }

  private struct Order {
    let column: String
    let isDescending: Bool

    func clause(reversed: Bool) -> String {
      let direction = isDescending != reversed ? "DESC" : "ASC"
      return "ORDER BY \(column) \(direction), id \(direction)"
    }
  }

  private static let orders: [PageQuery.Sort: Order] = [
    .price: Order(column: "price", isDescending: false),
    .priceDescending: Order(column: "price", isDescending: true),
    .title: Order(column: "title", isDescending: false),
    .titleDescending: Order(column: "title", isDescending: true),
    .stock: Order(column: "stock", isDescending: false),
    .stockDescending: Order(column: "stock", isDescending: true),
  ]

  private func rows(_ database: Database, _ clause: String, _ values: Database.Value...) throws
    -> [StoredItem]
  {
    try database.rows("SELECT \(Self.columns) FROM item \(clause)", values) { row throws(StoreError) in
      try StoredItem(row, description: "", images: images(ofItem: row.integer(0), in: database))
    }
  }

  private func item(id: Int, in database: Database) throws -> StoredItem? {
    try database.rows("SELECT \(Self.columns), description FROM item WHERE id = ?", .integer(id)) {
      row throws(StoreError) in
      try StoredItem(row, description: row.text(7), images: images(ofItem: id, in: database))
    }.first
  }

  private func item(id: Int, passwordHash: String, in database: Database) throws -> StoredItem? {
    let hashes = try database.rows("SELECT password_hash FROM item WHERE id = ?", .integer(id)) { $0.text(0) }
    return try hashes == [passwordHash] ? item(id: id, in: database) : nil
  }

  private func stored(_ id: Int, in database: Database) throws -> StoredItem {
    guard let item = try item(id: id, in: database) else { throw StoreError.damaged }
    return item
  }

  private func images(ofItem id: Int, in database: Database) throws(StoreError) -> [StoredImage] {
    try database.rows("SELECT id, format FROM image WHERE item_id = ? ORDER BY position", .integer(id)) {
      row throws(StoreError) in
      guard let format = ImageFormat(rawValue: row.text(1)) else { throw StoreError.damaged }
      return StoredImage(id: row.integer(0), format: format)
    }
  }

  private func insert(_ images: [ItemImage], ofItem id: Int, into database: Database) throws {
    for (position, image) in images.enumerated() {
      let info = try image.info()
      try database.run(
        "INSERT INTO image (item_id, position, format, width, height, bytes) VALUES (?, ?, ?, ?, ?, ?)",
        .integer(id), .integer(position), .text(info.format.rawValue), .integer(info.width),
        .integer(info.height), .blob(try AnonymousImage(image.bytes()).bytes))
    }
  }
}
