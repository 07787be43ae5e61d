/// The items that hold every word somewhere in their title or description, as SQL. The words are values of the statement
/// and never part of it.
struct SearchClause {
  let sql: String
  let values: [Database.Value]

  /// Words beyond this many are not looked for.
  private static let mostWords = 16

  /// Nil when there are no words, and so nothing to look for.
  init?(_ text: String) {
    let words = SearchText.fold(text).split(whereSeparator: \.isWhitespace).prefix(Self.mostWords).map(
      String.init)
    guard !words.isEmpty else { return nil }
    // No item holds NUL, and SQLite would read no further.
    guard !text.utf8.contains(0) else {
      (sql, values) = ("WHERE FALSE", [])
      return
    }
    var conditions = words.filter { $0.unicodeScalars.count < SearchText.run }.map { word in
      // Runs that begin with the word: there is one wherever it stands, because the text is longer than its words.
      (
        sql: "id IN (SELECT doc FROM item_search_run WHERE term >= ? AND term <= ?)",
        values: [Database.Value.text(word), .text(word + "\u{10FFFF}")]
      )
    }
    let phrases = words.filter { $0.unicodeScalars.count >= SearchText.run }.map(Self.phrase)
    if !phrases.isEmpty {
      // All in one expression: the index then skips through a word that half the items have, by the one that few have.
      conditions.append(
        (
          "id IN (SELECT rowid FROM item_search WHERE item_search MATCH ?)",
          [.text(phrases.joined(separator: " AND "))]
        ))
    }
    sql = "WHERE " + conditions.map(\.sql).joined(separator: " AND ")
    values = conditions.flatMap(\.values)
  }

  /// In quotes the runs have to follow each other, which finds the word wherever it begins. Scalar by scalar, as SQLite
  /// reads: to Swift a quotation mark with an accent is another character.
  private static func phrase(_ word: String) -> String {
    "\"" + word.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
  }
}
