extension Dialect {
  /// PostgreSQL without extensions: the texts of items with all their runs of one, two and three characters, under an index of
  /// arrays (GIN), and compared with LIKE where a word is longer.
  static let postgreSQL = Dialect(
    isRemote: true,
    insertSearchText: """
      INSERT INTO item_search (id, text, runs)
      SELECT id, text, text_runs(text) FROM (VALUES (CAST(? AS BIGINT), CAST(? AS TEXT))) AS given (id, text)
      """,
    updateSearchText: """
      UPDATE item_search SET text = given.text, runs = text_runs(given.text)
      FROM (VALUES (CAST(? AS TEXT), CAST(? AS BIGINT))) AS given (text, id) WHERE item_search.id = given.id
      """,
    deleteSearchText: "DELETE FROM item_search WHERE id = ?",
    findSearchText: "SELECT 1 FROM item_search WHERE id = ?",
    storedSearchText:
      "SELECT CASE WHEN runs = search_runs(text) THEN text ELSE '' END FROM item_search WHERE id = ?",
    surplusSearchTexts: "SELECT id FROM item_search WHERE id NOT IN (SELECT id FROM item)",
    rebuildSearchIndex: nil,
    deleteTags: nil,
    addToCount: { "INSERT INTO \($0)_change (level, block, change) VALUES (?, ?, ?)" },
    contains: { "strpos(\($0), ?) > 0" },
    damages: [
      (
        """
        SELECT 'item_search: item ' || id, \(Damage.searchText.rawValue) FROM (
          SELECT id FROM item WHERE id NOT IN (SELECT id FROM item_search)
          UNION ALL SELECT id FROM item_search WHERE id NOT IN (SELECT id FROM item)) AS unequal
        WHERE id NOT IN (SELECT item_id FROM search_backlog)
        """, .other
      ),
      (
        """
        SELECT 'item_search: item ' || id, \(Damage.searchText.rawValue) FROM item_search WHERE runs <> text_runs(text)
        """, .other
      ),
    ],
    // Every column has a type.
    isOtherType: { _, _ in "FALSE" },
    searchSelection: search,
    joined: { "string_agg(\($0), ' ')" },
    tagged:
      "SELECT item_id AS id FROM item_detail WHERE string_to_array(tags, '|') @> ARRAY[CAST(? AS TEXT)]",
    insertTag: nil,
    itemOfRank: "listed_item_of_rank(?, FALSE)",
    unratedItemOfRank: "listed_item_of_rank(?, TRUE)")

  private static func search(_ words: [String]) -> SQLCondition {
    let conditions = words.flatMap { word in
      let scalars = Array(word.unicodeScalars)
      let runs = scalars.count <= SearchText.run ? [word] : runs(of: scalars)
      let places = Array(repeating: "CAST(? AS TEXT)", count: runs.count).joined(separator: ", ")
      let indexed = SQLCondition("runs @> ARRAY[\(places)]", runs.map { .text($0) })
      return scalars.count <= SearchText.run
        ? [indexed] : [indexed, SQLCondition("strpos(text, ?) > 0", [.text(word)])]
    }
    let all = SQLCondition.joined(conditions, by: "AND")
    // OFFSET keeps the planner from walking through all items in the order of a page until it has found enough, which a rare word
    // never gives: the index finds all items first.
    return SQLCondition(
      "SELECT id FROM (SELECT id FROM item_search WHERE \(all.sql) OFFSET 0) AS matching", all.values)
  }

  /// Runs of a long word that are looked up: the others would find hardly fewer items.
  private static let mostRuns = 16

  private static func runs(of scalars: [Unicode.Scalar]) -> [String] {
    let starts = 0...scalars.count - SearchText.run
    return starts.prefix(mostRuns).map { start in
      var run = ""
      for scalar in scalars[start..<start + SearchText.run] { run.unicodeScalars.append(scalar) }
      return run
    }
  }
}
