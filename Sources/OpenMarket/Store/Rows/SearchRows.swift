/// The full-text index of items, and the backlog of texts that are not in it yet. Use it only inside a transaction.
///
/// Writing a long text into the index takes a hundred times as long as writing the item. It waits in the backlog, where
/// searches look too, and is written by transactions of its own, between which other writes come.
struct SearchRows {
  /// Longer texts wait in the backlog, in bytes of UTF-8.
  static let indexedAtOnce = 4_096

  let database: any Database

  private var searchIndex: SearchIndex { database.dialect.searchIndex }

  /// Has `put` leave texts to the next `writeCollected`, behind the other rows of a batch. A full-text index keeps new texts in
  /// memory, and writes them before each statement that it may have to undo alone: most that write an item. Between those each text
  /// would become a part of the index by itself, and all parts are merged later.
  func collect() { database.notes.laterTexts = [] }

  /// Writes the texts in the order in which they came; later ones are written at once.
  func writeCollected() throws {
    let texts = database.notes.laterTexts ?? []
    database.notes.laterTexts = nil
    for text in texts { try put(text.text, ofItem: text.id, isNew: text.isNew, former: text.former) }
  }

  /// Stores the text of an item, in the index or in the backlog.
  ///
  /// - Parameter former: The length of the text that the index has, in bytes, about.
  func put(_ text: String, ofItem id: Int, isNew: Bool, former: Int = 0) throws {
    guard database.notes.laterTexts == nil else {
      database.notes.laterTexts?.append((text, id, isNew, former))
      return
    }
    // The index may have an older text, or none, of an item with a row in the backlog.
    guard max(text.utf8.count, former) <= Self.indexedAtOnce, try isNew || !isWaiting(id) else {
      return try wait(text, ofItem: id)
    }
    try index(text, ofItem: id, isNew: isNew)
  }

  /// Stores a text in the index.
  func index(_ text: String, ofItem id: Int, isNew: Bool) throws {
    let values = searchIndex.values(text).map { DatabaseValue.text($0) }
    if isNew {
      try database.run(searchIndex.insert, [.integer(id)] + values)
    } else {
      try database.run(searchIndex.update, values + [.integer(id)])
    }
  }

  /// Deletes the text of an item; that of a long text waits in the backlog.
  ///
  /// - Parameter bytes: The length of the text, about.
  func delete(ofItem id: Int, bytes: Int) throws {
    guard bytes <= Self.indexedAtOnce, try !isWaiting(id) else { return try wait(nil, ofItem: id) }
    try database.run(searchIndex.delete, .integer(id))
  }

  /// Stores the text of an item that was deleted: the index may still have it.
  func restore(_ text: String, ofItem id: Int) throws {
    try put(text, ofItem: id, isNew: !isWaiting(id))
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
    try database.integers(of: "SELECT item_id FROM search_backlog ORDER BY number")
  }

  /// Takes a step of bringing the index up to an item: the former text leaves it, or the present one enters it. Returns
  /// whether there is another step.
  func index(_ id: Int) throws -> Bool {
    let found = try database.rows("SELECT text FROM search_backlog WHERE item_id = ?", .integer(id)) {
      $0.optionalText(0)
    }.first
    guard let text = found else { return false }
    if try database.integer(searchIndex.find, .integer(id)) != nil {
      try database.run(searchIndex.delete, .integer(id))
      if text != nil { return true }
    } else if let text {
      try index(text, ofItem: id, isNew: true)
    }
    try database.run("DELETE FROM search_backlog WHERE item_id = ?", .integer(id))
    return false
  }

  // MARK: Searches

  /// The conditions of the items with a match, all of which they meet, with those whose text waits in the backlog.
  ///
  /// - Parameter hasBacklog: Whether texts may wait; nil where that was not found out.
  func conditions(_ match: SearchMatch, hasBacklog: Bool? = nil) throws -> [FilterCondition] {
    // No item has NUL; one database refuses a value with it, another reads a pattern no further than that.
    guard !match.words.contains(where: { $0.utf8.contains(0) }) else {
      return [FilterCondition(among: "SELECT id FROM item WHERE FALSE")]
    }
    let parts = database.dialect.searchParts(match)
    guard try hasBacklog ?? self.hasBacklog() else {
      return parts.map { FilterCondition(among: $0.selection, check: $0.check) }
    }
    // A text that waits is not the one that the index has.
    let found: SQLCondition = "SELECT item_id FROM search_backlog WHERE \(waiting(match))"
    return parts.map { part in
      FilterCondition(
        among: """
          SELECT id FROM (
            SELECT id FROM (\(part.selection)) AS indexed
            WHERE NOT EXISTS (SELECT 1 FROM search_backlog WHERE item_id = indexed.id)
            UNION ALL \(found)) AS found
          """,
        check: part.check.map { check in
          """
          CASE WHEN item.id IN (SELECT item_id FROM search_backlog) THEN item.id IN (\(found)) ELSE \(check) END
          """
        })
    }
  }

  /// Whether texts may wait.
  private func hasBacklog() throws -> Bool {
    try database.dialect.isRemote || database.integer("SELECT 1 FROM search_backlog LIMIT 1") != nil
  }

  /// A condition for the texts in the backlog.
  private func waiting(_ match: SearchMatch) -> SQLCondition {
    let part = searchIndex.part(match.extent)
    let conditions = match.patterns.map { forms in
      SQLCondition.joined(
        forms.map { SQLCondition(database.dialect.contains(part), [.text($0)]) }, by: "OR")
    }
    return .joined([SQLCondition("text IS NOT NULL")] + conditions, by: "AND")
  }

  /// The items with all words in some texts.
  struct Match {
    /// They meet all of these.
    let conditions: [FilterCondition]
    /// They meet none of these: those that do are in a match before.
    let better: [SQLCondition]
  }

  /// Each match, the best first, without the items of the matches before it. Nil where the database ranks them in one statement.
  func matches(_ words: [String]) throws -> [Match]? {
    guard database.dialect.searchRanking == nil else { return nil }
    let hasBacklog = try hasBacklog()
    var better: [SQLCondition] = []
    return try SearchMatch.all(words).map { match in
      let found = Match(conditions: try conditions(match, hasBacklog: hasBacklog), better: better)
      // An item that has the words as parts has the whole words of the same texts, and all that the texts before have.
      if !match.isWhole { better = [] }
      better.append(.joined(found.conditions.map(\.check), by: "AND"))
      return found
    }
  }

  /// A SELECT of the ids of the items that hold all words, and of the places of their matches; nil where the database has an index
  /// for each match.
  func ranking(_ words: [String]) -> SQLCondition? {
    database.dialect.searchRanking?.selection(words, waiting(SearchMatch(words: words)))
  }
}

extension SQLCondition {
  /// A SELECT of the ids that are in none of some others.
  func apart(from others: [SQLCondition]) -> SQLCondition {
    guard !others.isEmpty else { return self }
    let conditions = others.map {
      SQLCondition("NOT EXISTS (SELECT 1 FROM (\($0)) AS other WHERE other.id = found.id)")
    }
    return "SELECT id FROM (\(self)) AS found WHERE \(.joined(conditions, by: "AND"))"
  }
}
