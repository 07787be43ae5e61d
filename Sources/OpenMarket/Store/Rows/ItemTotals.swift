import Synchronization

/// How many items a list has.
struct ItemTotals: Sendable, Equatable {
  let items: Int
  /// How many of them have ratings; 0 where that was not counted.
  var rated = 0
  /// How many of the items are in currencies that the list leaves out, and how many of these have ratings.
  var unlisted = 0
  var unlistedRated = 0
  /// Whether the numbers are those of the transaction, and not of a moment before it.
  var isPresent = true
}

/// Remembers how many items are on sale, and how many of them are in currencies that a list leaves out: an index is read for them.
final class TotalsCache: Sendable {
  private struct Counted: Sendable {
    let version: UInt64?
    let date: ContinuousClock.Instant
    let currencies: Set<Currency>
    let hasRated: Bool
    let totals: ItemTotals
  }

  /// For how long a server does not count many items again.
  private let age: Duration
  /// Fewer items than this are counted for each version of the store.
  private let many: Int
  private let counted = Mutex<[Counted]>([])
  /// The lists whose numbers are known: those of the APIs differ in their currencies.
  private static let most = 4

  init(many: Int = 10_000, age: Duration = .seconds(1)) { (self.many, self.age) = (many, age) }

  /// The numbers for a query; nil for one with conditions, which are counted with these. Use it only inside a transaction.
  ///
  /// - Parameters:
  ///   - version: The store's version from before the transaction read anything; nil if it was not read.
  ///   - present: Reads the version.
  func totals(
    for query: PageQuery, in database: any Database, version: UInt64?, present: () -> UInt64?
  ) throws -> ItemTotals? {
    guard query.search == nil, query.filter.isEmpty else { return nil }
    let currencies = query.currencies ?? []
    let readsRated = ItemOrder(query.sort, isReversed: false) == nil
    let known = counted.withLock { $0.first { $0.currencies == currencies && $0.hasRated == readsRated } }
    if let known, let version, known.version == version {
      // The first read decides which version the transaction has: this one, if it is still the present one then.
      if database.dialect.isRemote { return known.totals }
      _ = try database.integer("SELECT 1 FROM vendor LIMIT 1")
      if present() == version { return known.totals }
    }
    if !readsRated, var totals = known?.totals, let date = known?.date, totals.items >= many,
      date + age > .now
    {
      totals.isPresent = false
      return totals
    }
    let totals = try count(currencies, readsRated: readsRated, database)
    let isOfVersion = version != nil && (database.dialect.isRemote || present() == version)
    let new = Counted(
      version: isOfVersion ? version : nil, date: .now, currencies: currencies, hasRated: readsRated,
      totals: totals)
    counted.withLock { all in
      all.removeAll { $0.currencies == currencies && $0.hasRated == readsRated }
      all = [new] + all.prefix(Self.most - 1)
    }
    return totals
  }

  private func count(
    _ currencies: Set<Currency>, readsRated: Bool, _ database: any Database
  ) throws -> ItemTotals {
    let unlisted = currencies.isEmpty ? SQLCondition("FALSE") : SQLCondition.unlisted(currencies)
    let all = ItemScope.listed.count.sql
    let rated = readsRated ? "\(all) AND rating IS NOT NULL" : "\(all) AND FALSE"
    return try database.rows(
      "SELECT (\(all)), (\(all) AND (\(unlisted.sql))), (\(rated)), (\(rated) AND (\(unlisted.sql)))",
      unlisted.values + unlisted.values
    ) {
      ItemTotals(
        items: $0.integer(0), rated: $0.integer(2), unlisted: $0.integer(1), unlistedRated: $0.integer(3))
    }.first ?? ItemTotals(items: 0)
  }
}
