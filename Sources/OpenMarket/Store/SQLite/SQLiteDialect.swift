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
    searchSelection: search,
    searchCount: count,
    searchAmongNewest: amongNewest,
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

  private static func search(_ match: SearchMatch) -> SQLCondition {
    let (table, phrases) = (table(match.extent), phrases(of: match))
    // The longest first; equally long ones stay in their order.
    let short = match.shortPatterns.sorted { $0.unicodeScalars.count > $1.unicodeScalars.count }
    let (selection, id, text) =
      phrases.isEmpty
      ? (
        "SELECT DISTINCT doc AS id FROM \(table)_run", "doc",
        "(SELECT c0 FROM \(table)_content WHERE id = doc)"
      )
      : ("SELECT rowid AS id FROM \(table)", "rowid", "text")
    var conditions: [SQLCondition] = []
    if !phrases.isEmpty {
      // All in one expression: the index then skips through a word that half the items have, by the one that few have.
      conditions.append(SQLCondition("\(table) MATCH ?", [.text(phrases)]))
    }
    for (index, word) in short.enumerated() {
      let runs = runs(beginningWith: word)
      if phrases.isEmpty, index == 0 {
        conditions.append(runs)
      } else if index < indexedShortWords {
        // With the sign it is a check of what is found; without it SQLite would search once for each id.
        let indexed = SQLCondition("+\(id) IN (SELECT doc FROM \(table)_run WHERE \(runs.sql))", runs.values)
        let contained = SQLCondition(contains(text), [.text(word)])
        conditions.append(
          fewHave(phrases, in: table).map { $0.then(contained, otherwise: indexed) } ?? indexed)
      } else {
        conditions.append(SQLCondition(contains(text), [.text(word)]))
      }
    }
    let all = SQLCondition.joined(conditions, by: "AND")
    return SQLCondition("\(selection) WHERE \(all.sql)", all.values)
  }

  /// Every run of a short word is read once, without the sorting that the rows of `search` take.
  private static func count(_ match: SearchMatch, apart: [SQLCondition]) -> SQLCondition? {
    guard !match.shortPatterns.isEmpty else { return nil }
    let (table, phrases) = (table(match.extent), phrases(of: match))
    let long = SQLCondition("SELECT rowid AS id FROM \(table) WHERE \(table) MATCH ?", [.text(phrases)])
    let short = match.shortPatterns.map { word in
      let runs = runs(beginningWith: word)
      return SQLCondition("SELECT doc AS id FROM \(table)_run WHERE \(runs.sql)", runs.values)
    }
    let all = countInAll((phrases.isEmpty ? [] : [long]) + short, apart)
    guard let few = fewHave(phrases, in: table) else { return all }
    let found = search(match).apart(from: apart)
    let counted = SQLCondition("(SELECT count(*) FROM (\(found.sql)))", found.values)
    let choice = few.then(counted, otherwise: SQLCondition("(\(all.sql))", all.values))
    return SQLCondition("SELECT \(choice.sql)", choice.values)
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

  /// Whether so few texts have the phrases that looking for short words in these texts is faster than reading all runs of the
  /// words; nil where there are no phrases.
  private static func fewHave(_ phrases: String, in table: String) -> SQLCondition? {
    guard !phrases.isEmpty else { return nil }
    return SQLCondition(
      "(SELECT count(*) FROM (SELECT 1 FROM \(table) WHERE \(table) MATCH ? LIMIT \(few))) < \(few)",
      [.text(phrases)])
  }

  private static let few = 20_000

  private static func amongNewest(_ match: SearchMatch, _ count: Int) -> SQLCondition {
    let found = SQLCondition.joined(
      match.patterns.map { SQLCondition(contains("text"), [.text($0)]) }, by: "AND")
    return SQLCondition(
      """
      SELECT id FROM (SELECT id, c0 AS text FROM \(table(match.extent))_content ORDER BY id DESC LIMIT \(count)) AS newest
      WHERE \(found.sql)
      """, found.values)
  }

  /// The expression for the words of a match that are no shorter than a run; empty where there are none.
  private static func phrases(of match: SearchMatch) -> String {
    match.patterns.filter { $0.unicodeScalars.count >= SearchText.run }.map(phrase).joined(separator: " AND ")
  }

  /// The condition of the runs that begin with a short word: there is one wherever it stands, because the text is longer than its
  /// words.
  private static func runs(beginningWith word: String) -> SQLCondition {
    SQLCondition("term >= ? AND term <= ?", [.text(word), .text(word + "\u{10FFFF}")])
  }

  /// How many words that are shorter than a run are looked up in the index. That reads every place where the word stands;
  /// further ones are looked for in the texts that were found.
  private static let indexedShortWords = 2

  /// In quotes the runs have to follow each other, which finds the word wherever it begins. Scalar by scalar, as SQLite
  /// reads: to Swift a quotation mark with an accent is another character.
  private static func phrase(_ word: String) -> String {
    "\"" + word.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
  }
}

extension SQLCondition {
  /// An expression that is one of two, of which only that one is computed.
  fileprivate func then(_ value: SQLCondition, otherwise other: SQLCondition) -> SQLCondition {
    SQLCondition(
      "CASE WHEN \(sql) THEN \(value.sql) ELSE \(other.sql) END", values + value.values + other.values)
  }
}
