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
  ) throws -> (unlisted: UnlistedItems?, totals: ItemRanks.Totals?) {
    guard let currencies = query.currencies else { return (UnlistedItems.none, nil) }
    if database.dialect.isRemote {
      return query.search == nil ? try inOneStatement(currencies, database) : (nil, nil)
    }
    // The first read decides which version the transaction has: this one, if it is still the present one then.
    let totals = try ItemRanks(database: database).totals()
    guard totals.items > 0 else { return (UnlistedItems.none, totals) }
    let isOfVersion = version != nil && present() == version
    let known = last.withLock { $0 }
    if isOfVersion, let known, known.version == version, known.currencies == currencies {
      return (UnlistedItems(count: known.count), totals)
    }
    guard query.search == nil else { return (nil, totals) }
    let onSale = try FilterConditions.onSale(in: database)
    let count = try ItemRows(database: database).count(
      .joined([.unlisted(currencies)] + [onSale].compactMap(\.self), by: "AND"))
    if isOfVersion, let version {
      last.withLock { $0 = Counted(version: version, currencies: currencies, count: count) }
    }
    return (UnlistedItems(count: count), totals)
  }

  /// The numbers with one statement, for a database where each is a round trip.
  func inOneStatement(
    _ currencies: Set<Currency>, _ database: any Database
  ) throws -> (unlisted: UnlistedItems?, totals: ItemRanks.Totals?) {
    let onSale = try FilterConditions.onSale(in: database)
    let unlisted = SQLCondition.joined(
      [.unlisted(currencies)] + [onSale].compactMap(\.self), by: "AND")
    let counts = try database.rows(
      """
      SELECT \(ItemRanks.Totals.columns), (SELECT count(*) FROM item WHERE \(unlisted.sql)),
        (SELECT count(*) FROM rating JOIN item ON item.id = rating.item_id WHERE \(unlisted.sql))
      """, unlisted.values + unlisted.values
    ) { row throws(StoreError) in
      (UnlistedItems(count: row.integer(2), rated: row.integer(3)), try ItemRanks.Totals(row))
    }.first
    return (counts?.0, counts?.1)
  }
}

/// The items in currencies that a list leaves out.
struct UnlistedItems {
  static let none = UnlistedItems(count: 0, rated: 0)

  let count: Int
  /// How many of them have ratings; nil where that was not counted.
  var rated: Int?
}
