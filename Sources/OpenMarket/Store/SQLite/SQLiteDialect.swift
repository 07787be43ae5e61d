extension Dialect {
  /// SQLite with its FTS5 full-text index, whose trigram tokenizer finds any part of a word.
  static let sqlite = Dialect(
    isRemote: false,
    searchIndexes: SearchText.Extent.allCases.map(searchIndex),
    deleteTags: "DELETE FROM item_tag",
    addToCount: {
      """
      INSERT INTO \($0) (level, block, count) VALUES (?, ?, ?)
      ON CONFLICT (level, block) DO UPDATE SET count = \($0).count + excluded.count
      """
    },
    contains: contains,
    damages: damages,
    isOtherType: { column, type in "typeof(\(column)) NOT IN ('null', '\(type)')" },
    searchParts: parts,
    countInAll: countInAll,
    searchRanking: nil,
    joined: { "group_concat(\($0), ' ')" },
    tagged: "SELECT item_id AS id FROM item_tag WHERE tag = ?",
    insertTag: "INSERT INTO item_tag (tag, item_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
    itemOfRank: nil,
    unratedItemOfRank: nil)

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
          SELECT 'vendor' AS name, max(id) AS id FROM vendor UNION ALL SELECT 'item', max(id) FROM item
          UNION ALL SELECT 'image', max(id) FROM image UNION ALL SELECT 'movement', max(id) FROM movement
          UNION ALL SELECT 'item_change', max(id) FROM item_change UNION ALL SELECT 'review', max(id) FROM review
          UNION ALL SELECT 'log_change', max(id) FROM log_change) AS stored
        WHERE id > coalesce((SELECT max(seq) FROM sqlite_sequence AS given WHERE given.name = stored.name), 0)
        """, .other
      ),
      (
        """
        SELECT CAST(item_id AS TEXT), \(Damage.tags.rawValue) FROM (
          SELECT item_id FROM item_detail WHERE tags IS NOT NULL AND length(tags) - length(replace(tags, '|', '')) + 1
            <> (SELECT count(*) FROM item_tag WHERE item_id = item_detail.item_id)
          UNION ALL SELECT item_id FROM item_tag WHERE NOT EXISTS (
            SELECT 1 FROM item_detail
            WHERE item_id = item_tag.item_id AND instr('|' || tags || '|', '|' || tag || '|') > 0)) AS unequal
        """, .other
      ),
    ] + SearchText.Extent.allCases.flatMap(damages)

  /// The statements that compare the index of a part with its texts, and these with the items.
  private static func damages(of extent: SearchText.Extent) -> [(sql: String, subject: Damage)] {
    let table = table(extent)
    return [
      (
        """
        SELECT '\(table): item ' || id, \(Damage.searchText.rawValue) FROM (
          SELECT id FROM item WHERE id NOT IN (SELECT id FROM \(table)_content)
          UNION ALL SELECT id FROM \(table)_content WHERE id NOT IN (SELECT id FROM item)) AS unequal
        \(extent == .text ? "WHERE id NOT IN (SELECT item_id FROM search_backlog)" : "")
        """, .searchIndex
      ),
      (
        """
        SELECT '\(table): ' || indexed || ' <> ' || expected, \(Damage.searchIndex.rawValue) FROM (
          SELECT (SELECT count(*) FROM \(table)_run) AS indexed,
            (SELECT coalesce(sum(max(0, length(c0) - 2)), 0) FROM \(table)_content) AS expected)
        WHERE indexed <> expected
        """, .searchIndex
      ),
    ]
  }

  /// The full-text table of a part of the texts. That of its runs has the same name with `_run`.
  private static func table(_ extent: SearchText.Extent) -> String {
    switch extent {
    case .title: "item_search_title"
    case .head: "item_search_head"
    case .text: "item_search"
    }
  }

  private static func searchIndex(_ extent: SearchText.Extent) -> SearchIndex {
    let table = table(extent)
    return SearchIndex(
      extent: extent,
      insert: "INSERT INTO \(table) (rowid, text) VALUES (?, ?)",
      update: "UPDATE \(table) SET text = ?1 WHERE rowid = ?2 AND text <> ?1",
      delete: "DELETE FROM \(table) WHERE rowid = ?",
      find: "SELECT 1 FROM \(table)_docsize WHERE id = ?",
      stored: "SELECT c0 FROM \(table)_content WHERE id = ?",
      surplus: "SELECT id FROM \(table)_content WHERE id NOT IN (SELECT id FROM item)",
      rebuild: "INSERT INTO \(table) (\(table)) VALUES ('rebuild')")
  }

  private static let contains: @Sendable (String) -> String = { "instr(\($0), ?) > 0" }

  /// Each word that is shorter than a run of the index, and all others together: the index then skips through a word that half the
  /// items have, by the one that few have.
  private static func parts(_ match: SearchMatch) -> [SearchPart] {
    let table = table(match.extent)
    func check(_ patterns: [String]) -> SQLCondition {
      let contained = SQLCondition.joined(
        patterns.map { SQLCondition(contains("c0"), [.text($0)]) }, by: "AND")
      return SQLCondition(
        "EXISTS (SELECT 1 FROM \(table)_content AS stored WHERE stored.id = item.id AND \(contained.sql))",
        contained.values)
    }
    let short = match.shortPatterns
    let long = match.patterns.filter { $0.unicodeScalars.count >= SearchText.run }
    let phrases =
      long.isEmpty
      ? []
      : [
        SearchPart(
          selection: SQLCondition(
            "SELECT rowid AS id FROM \(table) WHERE \(table) MATCH ?",
            [.text(long.map(phrase).joined(separator: " AND "))]),
          check: check(long))
      ]
    return phrases
      + short.map { word in
        // One run begins with the word wherever it stands, because the text is longer than its words.
        SearchPart(
          selection: SQLCondition(
            "SELECT DISTINCT doc AS id FROM \(table)_run WHERE term >= ? AND term <= ?",
            [.text(word), .text(word + "\u{10FFFF}")]),
          check: check([word]))
      }
  }

  private static func countInAll(_ parts: [SQLCondition], _ apart: [SQLCondition]) -> SQLCondition {
    let rows =
      parts.enumerated().map { SQLCondition("SELECT id, \($0) AS part FROM (\($1.sql))", $1.values) }
      + apart.map {
        SQLCondition("SELECT id, \(SQLiteIntersection.excluded) AS part FROM (\($0.sql))", $0.values)
      }
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
