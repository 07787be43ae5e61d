/// The state of the aggregate function `count_in_all(id, part, parts)` of SQL: how many ids stand in all of the parts, which are
/// numbered from 0, and not in part −1. An id may come again. `count(DISTINCT id)` sorts the rows of a word that half of the items
/// have; this sets a bit for each, and takes a fifth of the time.
final class SQLiteIntersection {
  static let name = "count_in_all"
  /// The most parts, of which each may take a few megabytes.
  private static let partLimit = SearchText.wordLimit

  private var excluded = IDSet()
  private var parts: [IDSet] = []

  func add(_ id: Int, toPart part: Int, of count: Int) {
    while parts.count < min(count, Self.partLimit) { parts.append(IDSet()) }
    if parts.indices.contains(part) { parts[part].insert(id) } else { excluded.insert(id) }
  }

  var count: Int {
    guard var common = parts.first else { return 0 }
    for part in parts.dropFirst() { common.formIntersection(part) }
    common.subtract(excluded)
    return common.count
  }
}
