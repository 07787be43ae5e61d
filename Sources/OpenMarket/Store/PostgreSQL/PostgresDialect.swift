extension Dialect {
  /// PostgreSQL without extensions: the texts of items, with an index of all their runs of one, two and three characters (GIN), and
  /// compared with LIKE where a word is longer.
  static let postgreSQL = Dialect(
    isRemote: true,
    searchIndex: SearchIndex(
      values: { [$0] },
      insert: "INSERT INTO item_search (id, text) VALUES (?, ?)",
      update: "UPDATE item_search SET text = ? WHERE id = ?",
      delete: "DELETE FROM item_search WHERE id = ?",
      find: "SELECT 1 FROM item_search WHERE id = ?",
      stored: "SELECT text FROM item_search WHERE id = ?",
      surplus:
        "SELECT id FROM item_search WHERE NOT EXISTS (SELECT 1 FROM item WHERE item.id = item_search.id AND state < 2)",
      rebuild: nil,
      part: part),
    contains: { "strpos(\($0), ?) > 0" },
    damages: [
      (
        """
        SELECT 'item_search: item ' || id, \(Damage.searchText.rawValue) FROM (
          SELECT id FROM item WHERE state < 2 AND NOT EXISTS (SELECT 1 FROM item_search WHERE item_search.id = item.id)
          UNION ALL SELECT id FROM item_search WHERE NOT EXISTS (SELECT 1 FROM item WHERE item.id = item_search.id AND state < 2)) AS unequal
        WHERE NOT EXISTS (SELECT 1 FROM search_backlog WHERE item_id = unequal.id)
        """, .other
      )
    ],
    // Every column has a type.
    isOtherType: { _, _ in "FALSE" },
    searchParts: { [SearchPart(selection: selection($0.words, columns: "id"), check: nil)] },
    countInAll: nil,
    long: LongWrites(lockItem: "SELECT 1 FROM item WHERE id = ? FOR NO KEY UPDATE") { codes in
      """
      SELECT 1 FROM item_code WHERE vendor_id IN (SELECT id FROM vendor) AND \(codes)
        AND (vendor_id <> \(.integer(Seller.unknown.vendor)) OR seller_id <> \(.integer(Seller.unknown.id)))
      GROUP BY vendor_id, code, seller_id HAVING count(*) > 1 LIMIT 1
      """
    },
    searchRanking: SearchRanking(
      selection: { words, waiting in
        let place = place(words)
        return """
          SELECT found, place FROM (\(selection(words, columns: "id AS found, \(place) AS place"))) AS indexed
          WHERE NOT EXISTS (SELECT 1 FROM search_backlog WHERE item_id = found)
          UNION ALL SELECT item_id, \(place) FROM search_backlog WHERE \(waiting)
          """
      },
      newest: newest,
      check: { words in
        """
        EXISTS (SELECT 1 FROM (
          SELECT coalesce((SELECT text FROM search_backlog WHERE item_id = item.id),
            (SELECT text FROM item_search WHERE item_search.id = item.id)) AS text OFFSET 0) AS searched
        WHERE \(containsAll(words, in: "text")))
        """
      }),
    joined: { "string_agg(\($0), ' ')" })

  /// Every word is in a text.
  private static func containsAll(_ words: [String], in text: String) -> SQLCondition {
    .joined(SearchMatch(words: words).patterns.map { named($0, in: text) }, by: "AND")
  }

  /// One of the patterns is in a text.
  private static func named(_ forms: [String], in text: String) -> SQLCondition {
    .joined(forms.map { SQLCondition("strpos(\(text), CAST(? AS TEXT)) > 0", [.text($0)]) }, by: "OR")
  }

  @Sendable private static func newest(
    _ search: SearchRanking.Frequent, ranked: Int, _ window: Range<Int>
  ) -> SQLCondition {
    let text = "coalesce(waiting, indexed)"
    let named = containsAll(search.words, in: text)
    let found = search.vendors.map { .joined([named, $0], by: "OR") } ?? named
    let all = SQLCondition.joined([search.conditions, found], by: "AND")
    // The items are walked in the order of their ids.
    let newest: SQLCondition = """
      SELECT item.id AS found, \(sql: text) AS text FROM item
      LEFT JOIN (SELECT id AS indexed_id, text AS indexed FROM item_search) AS texts ON indexed_id = item.id
      LEFT JOIN (SELECT item_id AS waiting_id, text AS waiting FROM search_backlog) AS waits ON waiting_id = item.id
      WHERE \(all) ORDER BY item.id DESC
      """
    let page: SQLCondition = "LIMIT \(.integer(window.count)) OFFSET \(.integer(window.lowerBound))"
    guard window.lowerBound < ranked else {
      return "SELECT found FROM (\(newest) \(page)) AS newest ORDER BY found DESC"
    }
    return """
      SELECT found FROM (\(newest) LIMIT \(.integer(ranked))) AS newest
      ORDER BY \(place(search.words)), found DESC \(page)
      """
  }

  /// - Parameter columns: The columns of the SELECT, which are computed of `id` and `text`.
  private static func selection(_ words: [String], columns: SQLCondition) -> SQLCondition {
    let conditions = SearchMatch(words: words).patterns.map { forms in
      SQLCondition.joined(forms.map(indexed), by: "OR")
    }
    let all = SQLCondition.joined(conditions, by: "AND")
    // OFFSET keeps the planner from walking through all items in the order of a page until it has found enough, which a rare word
    // never gives: the index finds all items first.
    return "SELECT \(columns) FROM (SELECT id, text FROM item_search WHERE \(all) OFFSET 0) AS matching"
  }

  /// A pattern is in the text: by its runs, which the index has, and where it is longer than one by the text itself.
  private static func indexed(_ pattern: String) -> SQLCondition {
    let scalars = Array(pattern.unicodeScalars)
    let runs = scalars.count <= SearchText.run ? [pattern] : runs(of: scalars)
    let places = runs.map { _ in "CAST(? AS TEXT)" }.joined(separator: ", ")
    // A SELECT, whose value the planner does not know: else it would compute the runs of each text where it expects many.
    let indexed = SQLCondition("text_runs(text) @> (SELECT ARRAY[\(places)])", runs.map { .text($0) })
    return scalars.count <= SearchText.run
      ? indexed : .joined([indexed, SQLCondition("strpos(text, ?) > 0", [.text(pattern)])], by: "AND")
  }

  /// The place of an item by its text: the first match that it has. The last one is that of all items that are found.
  private static func place(_ words: [String]) -> SQLCondition {
    let matches = SearchMatch.all(words).dropLast()
    let cases = matches.enumerated().map { place, match in
      let conditions = match.patterns.map { named($0, in: part(match.extent)) }
      return SQLCondition("WHEN \(.joined(conditions, by: "AND")) THEN \(sql: place)")
    }
    return SQLCondition(
      "CASE \(cases.map(\.sql).joined(separator: " ")) ELSE \(matches.count) END", cases.flatMap(\.values))
  }

  /// A part of a text, which has a line for the title and a line for the SKU and the tags.
  @Sendable private static func part(_ extent: SearchText.Extent) -> String {
    switch extent {
    case .title: "split_part(text, chr(10), 1)"
    case .head: "(split_part(text, chr(10), 1) || chr(10) || split_part(text, chr(10), 2))"
    case .text: "text"
    }
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
