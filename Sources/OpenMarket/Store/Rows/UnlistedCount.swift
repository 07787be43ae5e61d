import Synchronization

/// How many items are in currencies that a list leaves out: counted once for each version of the store, since an index has to
/// be read as far as there are such items.
final class UnlistedCount: Sendable {
  private struct Counted: Sendable {
    let version: UInt64
    let currencies: Set<Currency>
    let count: Int
  }

  private let last = Mutex<Counted?>(nil)

  /// The number for a query, and that of all items where it was read with it. Nil where it is not known and the query needs it less
  /// than the time that counting takes: a search is slower with the condition than without, and still faster than a count of all
  /// items. Use it only inside a transaction.
  ///
  /// - Parameters:
  ///   - version: The store's version from before the transaction read anything; nil if it was not read.
  ///   - present: Reads the version.
  func count(
    for query: PageQuery, in database: any Database, version: UInt64?, present: () -> UInt64?
  ) throws -> (unlisted: Int?, totals: ItemRanks.Totals?) {
    guard let currencies = query.currencies else { return (0, nil) }
    let ranks = ItemRanks(database: database)
    if database.dialect.isRemote {
      guard query.search == nil else { return (nil, nil) }
      let unlisted = SQLCondition.unlisted(currencies)
      let counts = try database.rows(
        "SELECT \(ItemRanks.Totals.columns), (SELECT count(*) FROM item WHERE \(unlisted.sql))",
        unlisted.values
      ) { row throws(StoreError) in (totals: try ItemRanks.Totals(row), unlisted: row.integer(2)) }.first
      return (counts?.unlisted, counts?.totals)
    }
    // The first read decides which version the transaction has: this one, if it is still the present one then.
    let totals = try ranks.totals()
    guard totals.items > 0 else { return (0, totals) }
    let isOfVersion = version != nil && present() == version
    let known = last.withLock { $0 }
    if isOfVersion, let known, known.version == version, known.currencies == currencies {
      return (known.count, totals)
    }
    guard query.search == nil else { return (nil, totals) }
    let count = try ItemRows(database: database).count(.unlisted(currencies))
    if isOfVersion, let version {
      last.withLock { $0 = Counted(version: version, currencies: currencies, count: count) }
    }
    return (count, totals)
  }
}
