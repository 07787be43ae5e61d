extension Dialect {
  /// SQLite with its FTS5 full-text index, whose trigram tokenizer finds any part of a word.
  static let sqlite = Dialect(
    migrations: SQLiteSchema.migrations,
    insertSearchText: "INSERT INTO item_search (rowid, text) VALUES (?, ?)",
    updateSearchText: "UPDATE item_search SET text = ? WHERE rowid = ?",
    deleteSearchText: "DELETE FROM item_search WHERE rowid = ?",
    searchCondition: search)

  private static func search(_ words: [String]) -> SQLCondition {
    // No item holds NUL, and SQLite reads a pattern no further than that.
    guard !words.contains(where: { $0.utf8.contains(0) }) else { return SQLCondition("FALSE") }
    let phrases = words.filter { $0.unicodeScalars.count >= SearchText.run }.map(phrase)
    // The longest first; equally long ones stay in their order.
    var short = words.filter { $0.unicodeScalars.count < SearchText.run }
      .sorted { $0.unicodeScalars.count > $1.unicodeScalars.count }
    let indexed: SQLCondition
    if phrases.isEmpty {
      // Runs that begin with the word: there is one wherever it stands, because the text is longer than its words. That
      // reads every place where the word stands, so it is done for one word only.
      let word = short.removeFirst()
      indexed = SQLCondition(
        "id IN (SELECT doc FROM item_search_run WHERE term >= ? AND term <= ?)",
        [.text(word), .text(word + "\u{10FFFF}")])
    } else {
      // All in one expression: the index then skips through a word that half the items have, by the one that few have.
      indexed = SQLCondition(
        "id IN (SELECT rowid FROM item_search WHERE item_search MATCH ?)",
        [.text(phrases.joined(separator: " AND "))])
    }
    // The other short words are looked for in the texts that were found.
    let checked = short.map { word in
      SQLCondition(
        "instr((SELECT c0 FROM item_search_content WHERE item_search_content.id = item.id), ?) > 0",
        [.text(word)])
    }
    return .joined([indexed] + checked, by: "AND")
  }

  /// In quotes the runs have to follow each other, which finds the word wherever it begins. Scalar by scalar, as SQLite
  /// reads: to Swift a quotation mark with an accent is another character.
  private static func phrase(_ word: String) -> String {
    "\"" + word.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
  }
}
