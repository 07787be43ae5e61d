/// The full-text index of items.
struct SearchIndex: Sendable {
  /// The values by which it has a text.
  let values: @Sendable (_ text: String) -> [String]
  /// Statements for the text of an item: with its id and the values of the text; the values and the id; the id.
  let insert: String
  let update: String
  let delete: String
  /// A row if there is a text of an item, with the value `id`.
  let find: String
  /// The values of the text of an item as the index has it, with the value `id`.
  let stored: String
  /// The ids of items that are not there, and whose texts the index has.
  let surplus: String
  /// Makes the index again from the texts that it has; nil where each text is indexed by itself.
  let rebuild: String?
  /// An expression for a part of a text that is in a column `text`.
  let part: @Sendable (SearchText.Extent) -> String
}

/// The texts in which an item must have all words.
package struct SearchMatch: Sendable {
  /// How many items of a search are counted. That there are more is found at once; how many takes as long as reading them all.
  package static let counted = 10_000

  /// Folded, none empty.
  let words: [String]
  var extent = SearchText.Extent.text
  /// Whether each stands alone there.
  var isWhole = false

  /// In the order in which they fit, the best first.
  static func all(_ words: [String]) -> [SearchMatch] {
    SearchText.Extent.allCases.flatMap { extent in
      [true, false].map { SearchMatch(words: words, extent: extent, isWhole: $0) }
    }
  }

  /// The patterns of each word, of which an item has one: the word, and the singular of a plural as a whole word.
  var patterns: [[String]] {
    words.map { word in
      [isWhole ? SearchText.wholePattern(of: word) : SearchText.pattern(of: word)]
        + SearchText.singulars(of: word).map(SearchText.wholePattern)
    }
  }
}

/// A condition of a search.
struct SearchPart {
  /// A SELECT of the ids of the items that meet it: each id once, in a column `id`.
  let selection: SQLCondition
  /// The condition of an item that is there already; nil where the database finds that by the SELECT as fast.
  let check: SQLCondition?
}

/// A search with the place of each item in the order of `SearchMatch.all`, counted from 0.
struct SearchRanking: Sendable {
  /// A SELECT of the ids and places of the items whose text holds every word, in columns `found` and `place`: those of the index,
  /// and those of the backlog for whose text `waiting` holds.
  let selection: @Sendable (_ words: [String], _ waiting: SQLCondition) -> SQLCondition
  /// A SELECT of the ids of some items of a search that many items meet, in their order: the `ranked` newest of them by their places,
  /// then the others. For all of them `conditions` holds, and their text holds every word or `vendors` holds.
  let newest: @Sendable (_ search: Frequent, _ ranked: Int, _ window: Range<Int>) -> SQLCondition
  /// A condition of an item that is there already: its text holds every word.
  let check: @Sendable (_ words: [String]) -> SQLCondition

  struct Frequent: Sendable {
    let words: [String]
    let conditions: SQLCondition
    let vendors: SQLCondition?
  }
}
