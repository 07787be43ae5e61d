/// The full-text index of items. Use it only inside a transaction.
struct SearchRows {
  let database: any Database

  func insert(_ text: String, ofItem id: Int) throws {
    try database.run(database.dialect.insertSearchText, .integer(id), .text(text))
  }

  func update(_ text: String, ofItem id: Int) throws {
    try database.run(database.dialect.updateSearchText, .text(text), .integer(id))
  }

  func delete(ofItem id: Int) throws {
    try database.run(database.dialect.deleteSearchText, .integer(id))
  }
}

/// Texts that are written to the full-text index one after another, behind the other rows of a batch. SQLite keeps new texts
/// in memory and writes them to the index before each statement that it may have to undo alone: most that write an item.
/// Between those each text would become a part of the index by itself, and all parts are merged later.
struct SearchBacklog {
  private var texts: [(id: Int, text: String, isNew: Bool)] = []

  mutating func insert(_ text: String, ofItem id: Int) { texts.append((id, text, true)) }
  mutating func update(_ text: String, ofItem id: Int) { texts.append((id, text, false)) }

  /// Writes the texts in the order in which they came.
  mutating func write(to database: any Database) throws {
    let rows = SearchRows(database: database)
    for (id, text, isNew) in texts {
      if isNew { try rows.insert(text, ofItem: id) } else { try rows.update(text, ofItem: id) }
    }
    texts.removeAll()
  }
}
