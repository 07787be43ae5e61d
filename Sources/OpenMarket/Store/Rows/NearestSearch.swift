import Foundation

/// A search with results in place of one without: each word in another form or spelling where no item has it, and without the words
/// that have no results together with the others. Use it only inside a transaction.
///
/// Makes at most 48 lookups: for each of 8 words at most five by itself, and one together with those before it.
struct NearestSearch {
  let database: any Database
  /// The search with no results, with its conditions.
  let query: PageQuery
  let now: Date
  /// The words by which spelling is corrected, read where they are needed.
  let known: () throws -> KnownWords

  /// The words of the search; nil where none has a result.
  func words() throws -> [String]? {
    let wanted = SearchText.words(in: query.search ?? "")
    var found: [String] = []
    for word in wanted {
      guard let form = try form(of: word), !found.contains(form) else { continue }
      found.append(form)
    }
    guard try found.count > 1 && !hasResults(found) else {
      return found.isEmpty || found == wanted ? nil : found
    }
    var together = [found[0]]
    for word in found.dropFirst() where try hasResults(together + [word]) { together.append(word) }
    return together
  }

  /// The word, or another form or spelling of it, by which items are found.
  private func form(of word: String) throws -> String? {
    if try hasResults([word]) { return word }
    let forms = try SearchText.otherForms(of: word).filter { try hasResults([$0]) }
    let known = try self.known()
    if let form = forms.first(where: known.contains) { return form }
    // A form that is no word by itself is part of a longer one, which may be the closest.
    guard let close = known.closest(to: word), try hasResults([close]) else { return forms.first }
    return close
  }

  private func hasResults(_ words: [String]) throws -> Bool {
    var query = query
    query.search = words.joined(separator: " ")
    guard let found = try ItemFilter(query, now: now, database: database)?.selection() else { return false }
    return try !database.integers(of: "SELECT 1 FROM (\(found)) AS found LIMIT 1").isEmpty
  }
}

extension SearchText {
  /// Korean particles, the longer ones first.
  private static let particles = [
    "에서는", "에서", "에게", "까지", "부터", "처럼", "보다", "마다", "하고", "이나", "으로", "을", "를", "이", "가", "은", "는", "의", "에",
    "로", "도", "과", "와", "들", "만",
  ]

  /// Up to four forms of a folded word that items may have in its place: an English singular or plural, a Korean word without its
  /// particle.
  static func otherForms(of word: String) -> [String] {
    if let particle = particles.first(where: { word.hasSuffix($0) && word.count > $0.count }) {
      return [String(word.dropLast(particle.count))]
    }
    return forms(of: word, [("ies", "y"), ("s", ""), ("es", ""), ("y", "ies")])
  }

  /// The words that a folded word may be the English plural of.
  static func singulars(of word: String) -> [String] {
    word.hasSuffix("ss") ? [] : forms(of: word, [("ies", "y"), ("s", ""), ("es", "")])
  }

  private static func forms(of word: String, _ endings: [(String, String)]) -> [String] {
    guard word.count > 3, word.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
    else { return [] }
    return endings.compactMap { ending, other in
      word.hasSuffix(ending) ? word.dropLast(ending.count) + other : nil
    }
  }
}

/// The words of the titles and tags of the newest items on sale, by which the spelling of a search is corrected.
struct KnownWords: Sendable {
  /// Items that are read, words that are known, and letters of a word: what a correction takes in time and memory.
  static let items = 10_000
  private static let most = 10_000
  private static let letters = 4...32
  private static let bytes = 4 * letters.upperBound

  /// With the letters of each, and the number of its items, the most first.
  private let words: [(word: String, letters: [Unicode.Scalar], count: Int)]
  /// How many items were read.
  let rows: Int

  /// Use it only inside a transaction.
  init(of database: any Database) throws {
    var counts: [String: Int] = [:]
    var rows = 0
    try database.eachRow(
      of: """
        SELECT title, tags FROM item
        WHERE id IN (\(ItemScope.listed.selection) ORDER BY id DESC LIMIT \(sql: Self.items))
        """
    ) { row in
      rows += 1
      let text = row.text(0) + " " + (row.optionalText(1) ?? "")
      for word in Set(text.foldedWithoutAccents.split { !$0.isLetter && !$0.isNumber })
      where word.utf8.count <= Self.bytes && (counts.count < Self.most || counts[String(word)] != nil) {
        counts[String(word), default: 0] += 1
      }
    }
    self.rows = rows
    words = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.compactMap { word, count in
      Self.letters(of: word).map { (word, $0, count) }
    }
  }

  func contains(_ word: String) -> Bool { words.contains { $0.word == word } }

  /// The word in the most titles and tags that has one letter more, fewer or another one, or two exchanged.
  func closest(to word: String) -> String? {
    guard let letters = Self.letters(of: word) else { return nil }
    return words.first { Self.isClose($0.letters, letters) }?.word
  }

  /// The letters of a word, those of Hangul syllables each; nil for a word that is not corrected: a short one, or one with digits, in
  /// which another digit is another thing.
  private static func letters(of word: String) -> [Unicode.Scalar]? {
    guard !word.contains(where: \.isNumber), word.utf8.count <= bytes else { return nil }
    let scalars = Array(word.decomposedStringWithCanonicalMapping.unicodeScalars)
    return letters.contains(scalars.count) ? scalars : nil
  }

  /// Whether two different words are one edit apart.
  private static func isClose(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Bool {
    guard abs(one.count - other.count) <= 1 else { return false }
    let shorter = min(one.count, other.count)
    let start = (0..<shorter).first { one[$0] != other[$0] } ?? shorter
    let end =
      (0..<shorter - start).first { one[one.count - 1 - $0] != other[other.count - 1 - $0] } ?? shorter
      - start
    let (left, right) = (one[start..<one.count - end], other[start..<other.count - end])
    return max(left.count, right.count) == 1 || left.count == 2 && left.elementsEqual(right.reversed())
  }
}
