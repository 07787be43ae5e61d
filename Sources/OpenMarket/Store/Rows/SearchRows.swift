/// The full-text index of items, and the backlog of texts that are not in it yet. Use it only inside a transaction.
///
/// Writing a long text into the index takes a hundred times as long as writing the item. It waits in the backlog, where
/// searches look too, and is written by transactions of its own, between which other writes come.
struct SearchRows {
  /// Longer texts wait in the backlog, in bytes of UTF-8.
  static let indexedAtOnce = 4_096

  let database: any Database

  /// Stores the text of an item, in the index or in the backlog.
  func put(_ text: String, ofItem id: Int, isNew: Bool) throws {
    // The index may have an older text, or none, of an item with a row in the backlog.
    guard text.utf8.count <= Self.indexedAtOnce, try isNew || !isWaiting(id) else {
      return try wait(text, ofItem: id)
    }
    if isNew {
      try database.run(database.dialect.insertSearchText, .integer(id), .text(text))
    } else {
      try database.run(database.dialect.updateSearchText, .text(text), .integer(id))
    }
  }

  /// Deletes the text of an item; that of a long text waits in the backlog.
  ///
  /// - Parameter bytes: The length of the text, about.
  func delete(ofItem id: Int, bytes: Int) throws {
    guard bytes <= Self.indexedAtOnce, try !isWaiting(id) else {
      return try wait(nil, ofItem: id)
    }
    try database.run(database.dialect.deleteSearchText, .integer(id))
  }

  /// Stores the text of an item that was deleted: the index may still have it.
  func restore(_ text: String, ofItem id: Int) throws {
    try isWaiting(id) ? wait(text, ofItem: id) : put(text, ofItem: id, isNew: true)
  }

  func isWaiting(_ id: Int) throws -> Bool {
    try database.integer("SELECT 1 FROM search_backlog WHERE item_id = ?", .integer(id)) != nil
  }

  private func wait(_ text: String?, ofItem id: Int) throws {
    try database.run("DELETE FROM search_backlog WHERE item_id = ?", .integer(id))
    try database.run(
      "INSERT INTO search_backlog (item_id, text) VALUES (?, ?)", .integer(id), .text(text))
    database.notes.waiting.append(id)
  }

  // MARK: The backlog

  /// The items in the backlog, the oldest row first.
  func waiting() throws -> [Int] {
    try database.rows("SELECT item_id FROM search_backlog ORDER BY number") { $0.integer(0) }
  }

  /// Takes a step of bringing the index up to an item: the former text leaves it, or the present one enters it. Returns
  /// whether there is another step.
  func index(_ id: Int) throws -> Bool {
    let found = try database.rows("SELECT text FROM search_backlog WHERE item_id = ?", .integer(id)) {
      $0.optionalText(0)
    }.first
    guard let text = found else { return false }
    if try database.integer(database.dialect.findSearchText, .integer(id)) != nil {
      try database.run(database.dialect.deleteSearchText, .integer(id))
      if text != nil { return true }
    } else if let text {
      try database.run(database.dialect.insertSearchText, .integer(id), .text(text))
    }
    try database.run("DELETE FROM search_backlog WHERE item_id = ?", .integer(id))
    return false
  }

  /// A selection of the items that hold all words, with those whose text waits in the backlog.
  func selection(_ words: [String]) throws -> SQLCondition {
    // No item has NUL; one database refuses a value with it, another reads a pattern no further than that.
    guard !words.contains(where: { $0.utf8.contains(0) }) else {
      return SQLCondition("SELECT id FROM item WHERE FALSE")
    }
    let indexed = database.dialect.searchSelection(words)
    guard try database.dialect.isRemote || database.integer("SELECT 1 FROM search_backlog LIMIT 1") != nil
    else { return indexed }
    let conditions = words.map { SQLCondition(database.dialect.contains("text"), [.text($0)]) }
    let waiting = SQLCondition.joined([SQLCondition("text IS NOT NULL")] + conditions, by: "AND")
    return SQLCondition(
      """
      SELECT id FROM (
        SELECT id FROM (\(indexed.sql)) AS indexed WHERE id NOT IN (SELECT item_id FROM search_backlog)
        UNION ALL SELECT item_id FROM search_backlog WHERE \(waiting.sql)) AS found
      """, indexed.values + waiting.values)
  }
}

/// Texts that are written to the full-text index one after another, behind the other rows of a batch. A full-text index
/// keeps new texts in memory and writes them before each statement that it may have to undo alone: most that write an item.
/// Between those each text would become a part of the index by itself, and all parts are merged later.
struct SearchBacklog {
  private var texts: [(id: Int, text: String, isNew: Bool)] = []

  mutating func insert(_ text: String, ofItem id: Int) { texts.append((id, text, true)) }
  mutating func update(_ text: String, ofItem id: Int) { texts.append((id, text, false)) }

  /// Writes the texts in the order in which they came.
  mutating func write(to database: any Database) throws {
    let rows = SearchRows(database: database)
    for (id, text, isNew) in texts { try rows.put(text, ofItem: id, isNew: isNew) }
    texts.removeAll()
  }
}
