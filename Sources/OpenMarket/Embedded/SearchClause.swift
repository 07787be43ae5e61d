import Foundation

/// The items that hold every word somewhere in their title or description, as SQL. The words are values of the
/// statement and never part of it.
struct SearchClause {
  let sql: String
  let values: [Database.Value]

  /// Nil when there are no words, and so nothing to look for. More than sixteen words are not looked for either.
  init?(_ text: String) {
    let words = text.split(whereSeparator: \.isWhitespace).prefix(16)
    guard !words.isEmpty else { return nil }
    // No item holds NUL, and in a pattern SQLite would read no further.
    guard !text.utf8.contains(0) else {
      (sql, values) = ("WHERE FALSE", [])
      return
    }
    let one = #"(title LIKE ? ESCAPE '\' OR description LIKE ? ESCAPE '\')"#
    sql = "WHERE " + words.map { _ in one }.joined(separator: " AND ")
    values = words.flatMap { word -> [Database.Value] in
      // Composed, as keyboards write it: Hangul that some systems take apart would match nothing.
      // Scalar by scalar, as SQLite reads: to Swift `%` with an accent is another character.
      let escaped = word.precomposedStringWithCanonicalMapping.unicodeScalars.map {
        "%_\\".unicodeScalars.contains($0) ? "\\\($0)" : String($0)
      }
      let pattern = Database.Value.text("%" + escaped.joined() + "%")
      return [pattern, pattern]
    }
  }
}
