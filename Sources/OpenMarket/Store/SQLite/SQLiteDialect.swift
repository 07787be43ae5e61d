extension Dialect {
  /// SQLite with its FTS5 full-text index, whose trigram tokenizer finds any part of a word.
  static let sqlite = Dialect(
    isRemote: false,
    searchIndex: searchIndex,
    contains: contains,
    damages: damages,
    isOtherType: { column, type in "typeof(\(column)) NOT IN ('null', '\(type)')" },
    searchParts: parts,
    countInAll: countInAll,
    long: nil,
    searchRanking: nil,
    joined: { "group_concat(\($0), ' ')" })

  /// `integrity_check` reads virtual tables from SQLite 3.44 on alone: the index of texts is compared with them here. A text
  /// of n characters has n − 2 runs of three.
  private static let damages: [(sql: String, subject: Damage)] =
    [
      (
        """
        SELECT integrity_check, CASE WHEN integrity_check LIKE '%item_search%' THEN \(Damage.searchIndex.rawValue) ELSE 0 END
        FROM pragma_integrity_check WHERE integrity_check <> 'ok'
        """, .other
      ),
      (
        """
        SELECT "table" || ' ' || coalesce(rowid, '') || ': foreign key', 0 FROM pragma_foreign_key_check
        """, .other
      ),
      (
        """
        SELECT 'sqlite_sequence: ' || name || ' has the id ' || id, 0 FROM (
          \(StoreTable.all.filter { $0.numbering == .unique }.map { "SELECT '\($0.name)' AS name, max(id) AS id FROM \($0.name)" }
            .joined(separator: " UNION ALL "))) AS stored
        WHERE id > coalesce((SELECT max(seq) FROM sqlite_sequence AS given WHERE given.name = stored.name), 0)
        """, .other
      ),
      (
        """
        SELECT 'item_search: item ' || id, \(Damage.searchText.rawValue) FROM (
          SELECT id FROM item WHERE state < 2 AND NOT EXISTS (SELECT 1 FROM item_search_content AS stored WHERE stored.id = item.id)
          UNION ALL SELECT id FROM item_search_content AS stored WHERE NOT EXISTS (SELECT 1 FROM item WHERE item.id = stored.id AND state < 2)) AS unequal
        WHERE NOT EXISTS (SELECT 1 FROM search_backlog WHERE item_id = unequal.id)
        """, .searchIndex
      ),
      (
        """
        SELECT 'item_search: ' || indexed || ' <> ' || expected, \(Damage.searchIndex.rawValue) FROM (
          SELECT (SELECT count(*) FROM item_search_run) AS indexed, (
            SELECT coalesce(sum(\(["c0", "c1", "c2"].map { "max(0, coalesce(length(\($0)), 0) - 2)" }.joined(separator: " + "))), 0)
            FROM item_search_content) AS expected)
        WHERE indexed <> expected
        """, .searchIndex
      ),
    ]

  /// The columns of the index, the longest first: its runs take the fewest bytes.
  private static let searchIndex = SearchIndex(
    values: { SearchText.lines(of: $0) },
    insert: "INSERT INTO item_search (rowid, title, labels, description) VALUES (?, ?, ?, ?)",
    update: "UPDATE item_search SET title = ?, labels = ?, description = ? WHERE rowid = ?",
    delete: "DELETE FROM item_search WHERE rowid = ?",
    find: "SELECT 1 FROM item_search_content WHERE id = ?",
    stored: "SELECT c2, c1, c0 FROM item_search_content WHERE id = ?",
    surplus: """
      SELECT id FROM item_search_content AS stored WHERE NOT EXISTS (SELECT 1 FROM item WHERE item.id = stored.id AND state < 2)
      """,
    rebuild: "INSERT INTO item_search (item_search) VALUES ('rebuild')",
    part: { extent in
      let rest = "substr(text, instr(text, char(10)) + 1)"
      return switch extent {
      case .title: "substr(text, 1, instr(text, char(10)))"
      case .head: "substr(text, 1, instr(text, char(10)) + instr(\(rest), char(10)))"
      case .text: "text"
      }
    })

  private static let contains: @Sendable (String) -> String = { "instr(\($0), ?) > 0" }

  /// The columns of the index with a part of the texts.
  private static func columns(_ extent: SearchText.Extent) -> [(name: String, stored: String)] {
    let all = [("title", "c2"), ("labels", "c1"), ("description", "c0")]
    return switch extent {
    case .title: Array(all.prefix(1))
    case .head: Array(all.prefix(2))
    case .text: all
    }
  }

  /// Each word that is shorter than a run of the index, and all others together: the index then skips through a word that half the
  /// items have, by the one that few have.
  private static func parts(_ match: SearchMatch) -> [SearchPart] {
    let columns = columns(match.extent)
    func check(_ patterns: [[String]]) -> SQLCondition {
      let contained = SQLCondition.joined(
        patterns.map { forms in
          .joined(
            forms.flatMap { form in columns.map { SQLCondition(contains($0.stored), [.text(form)]) } },
            by: "OR")
        }, by: "AND")
      return "EXISTS (SELECT 1 FROM item_search_content AS stored WHERE stored.id = item.id AND \(contained))"
    }
    // Shorter than a run of the index; none of them is a plural.
    let short = match.patterns.filter { $0[0].unicodeScalars.count < SearchText.run }
    let long = match.patterns.filter { $0[0].unicodeScalars.count >= SearchText.run }
    let isAll = match.extent == .text
    let filter = isAll ? "" : "{\(columns.map(\.name).joined(separator: " "))} : "
    let phrases =
      long.isEmpty
      ? []
      : [
        SearchPart(
          selection: SQLCondition(
            "SELECT rowid AS id FROM item_search WHERE item_search MATCH ?",
            [
              .text(
                long.map { "\(filter)(\($0.map(phrase).joined(separator: " OR ")))" }.joined(
                  separator: " AND "))
            ]),
          check: check(long))
      ]
    let inColumns =
      isAll ? "" : "AND col IN (\(columns.map { "'\($0.name)'" }.joined(separator: ", ")))"
    return phrases
      + short.map { word in
        // One run begins with the word wherever it stands, because the text is longer than its words.
        SearchPart(
          selection: SQLCondition(
            "SELECT DISTINCT doc AS id FROM item_search_run WHERE term >= ? AND term <= ? \(inColumns)",
            [.text(word[0]), .text(word[0] + "\u{10FFFF}")]),
          check: check([word]))
      }
  }

  private static func countInAll(_ parts: [SQLCondition], _ apart: [SQLCondition]) -> SQLCondition {
    let numbered = Array(parts.enumerated()) + apart.map { (SQLiteIntersection.excluded, $0) }
    let rows = numbered.map { SQLCondition("SELECT id, \(sql: $0) AS part FROM (\($1))") }
    return SQLCondition(
      """
      SELECT \(SQLiteIntersection.name)(id, part, \(parts.count))
      FROM (\(rows.map(\.sql).joined(separator: " UNION ALL ")))
      """, rows.flatMap(\.values))
  }

  /// In quotes the runs have to follow each other, which finds the word wherever it begins. Scalar by scalar, as SQLite
  /// reads: to Swift a quotation mark with an accent is another character.
  private static func phrase(_ word: String) -> String {
    "\"" + word.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
  }
}
