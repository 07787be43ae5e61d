/// Checks a store as a whole: the database's own checks, and that the ledger and the reviews add up to what the tables say, and
/// that items and their details have the same seller.
package struct StoreCheck: Sendable {
  /// A defect of a store.
  package enum Finding: Sendable, Equatable {
    /// In the words of the database.
    case damage(String)
    /// The index of searches does not have the text of an item, in the words of the database.
    case searchText(String)
    /// The index of searches is damaged as a whole, in the words of the database.
    case searchIndex(String)
    /// A value that its column cannot have.
    case value(StoredPlace)
    /// The stock of an item is not the sum of its movements.
    case stock(item: Int, stock: Int, movements: Int)
    /// The stock that a movement gives is not the sum up to it.
    case running(movement: Int)
    /// The total of an item on a day is not that of its sales.
    case total(item: Int, day: CalendarDay, currency: String)
    /// The sales and costs of an item add up to more than the market can count.
    case uncountable(item: Int)
    /// The number of an item's movements or their sums are not those of its movements.
    case ledger(item: Int)
    /// The state of a sale after its returns and corrections is not that of its movements.
    case sale(Int)
    /// The rating of an item is not what its reviews add up to.
    case rating(item: Int)
    /// A review has the mark of a verified purchase without its sale, or the other way round.
    case mark(review: Int)
    /// The seller by whom the SKU and the keys of an item are unique is not the seller of the item.
    case seller(item: Int)
    /// The tags by which an item is found are not its own.
    case tags(item: Int)
    /// The SKU and the barcodes by which an item is found are not its own.
    case codes(item: Int)
    /// The number of an item's images is not how many it has.
    case images(item: Int)
    /// The key by which an item is ordered is not that of its title.
    case title(item: Int)
  }

  /// How much was checked.
  package struct Counts: Sendable, Equatable {
    package let items: Int
    package let movements: Int

    init(of database: any Database) throws {
      items = try database.number("SELECT count(*) FROM item WHERE state < 2")
      movements = try database.number("SELECT count(*) FROM movement")
    }
  }

  /// Most findings of a kind that are reported.
  package static let most = 100

  private let store: Store

  package init(at location: StoreLocation) {
    store = Store(at: location, .forWholeStore)
  }

  /// Checks the store; nil if there is none. Throws `StoreError` for a file that cannot be opened as a store.
  ///
  /// - Parameter limit: The most findings of a kind.
  package func findings(limit: Int = most) async throws -> (counts: Counts, findings: [Finding])? {
    try await store.read { database in
      (try Counts(of: database), try Self.findings(in: database, limit: limit))
    }
  }

  /// References that stand several times, as earlier programs recorded them: sound, and still worth a look.
  ///
  /// - Parameter limit: The most that are reported.
  package func repeatedReferences(limit: Int = most) async throws -> [RepeatedReference] {
    try await store.read { try MovementRows.repeatedReferences(in: $0, limit: limit) } ?? []
  }

  /// SKUs that differ in case alone, as earlier programs took them: sound, and found where they are written exactly.
  ///
  /// - Parameter limit: The most that are reported.
  package func mergedCodes(limit: Int = most) async throws -> [MergedCode] {
    try await store.read { try CodeRows(database: $0).merged(limit: limit) } ?? []
  }

  static func findings(in database: any Database, limit most: Int = most) throws -> [Finding] {
    var found: [Finding] = []
    for check in database.dialect.damages {
      found += try reported(as: check.subject) {
        try database.rows(check.sql) { row in .damage(row.text(0), Damage(rawValue: row.integer(1)) ?? .other)
        }
      }.prefix(most)
    }
    found += try reported { try tags(in: database, limit: most) }
    let values = try DamagedValues(database: database).places(limit: most).map { Finding.value($0) }
    found += values
    // Sums of values that no column can have mean nothing, and may be beyond 64 bits.
    guard values.isEmpty else { return found }
    let checks: [() throws -> [Finding]] = [
      { try orphans(in: database, limit: most) }, { try stocks(in: database, limit: most) },
      { try LedgerCheck.findings(in: database, limit: most) },
      { try RatingRows(database: database).damagedItems(limit: most).map { .rating(item: $0) } },
      { try ReviewRows(database: database).wronglyMarked(limit: most).map { .mark(review: $0) } },
      { try sellers(in: database, limit: most) },
      { try CodeRows(database: database).wrongItems(limit: most).map { .codes(item: $0) } },
      { try ImageRows(database: database).miscountedItems(limit: most).map { .images(item: $0) } },
      { try TitleKeys(database: database).wrongItems(limit: most).map { .title(item: $0) } },
    ]
    for check in checks { found += try reported(check) }
    return found
  }

  /// The findings of a check; one that cannot read on is ended by a finding.
  ///
  /// - Parameter subject: What is damaged then.
  private static func reported(
    as subject: Damage = .other, _ check: () throws -> [Finding]
  ) throws -> [Finding] {
    do {
      return try check()
    } catch let error as StoreError where error.kind == .damaged {
      let words = error.databaseError?.message ?? "integer overflow"
      return [error.place.map { .value($0) } ?? .damage(words, subject)]
    }
  }

  /// Images and reviews whose item is neither for sale nor in the trash; those of item 0 are kept by the log.
  private static func orphans(in database: any Database, limit most: Int) throws -> [Finding] {
    try ["image", "review"].flatMap { table in
      try database.rows(
        """
        SELECT id, item_id FROM \(table) WHERE item_id <> 0
          AND NOT EXISTS (SELECT 1 FROM item WHERE item.id = item_id AND state < 4) ORDER BY id LIMIT ?
        """, .integer(most)
      ) { Finding.damage("\(table): id \($0.integer(0)) is of item \($0.integer(1)), which is not there") }
    }
  }

  private static func sellers(in database: any Database, limit most: Int) throws -> [Finding] {
    let rows = try SellerRows(database)
    var found: [Finding] = []
    try database.run(
      "SELECT id, vendor_id, password_hash, seller_id FROM item WHERE state < 2 ORDER BY id", []
    ) {
      row in
      guard found.count < most,
        rows.seller(vendor: row.integer(1), passwordHash: row.text(2)).id != row.integer(3)
      else { return }
      found.append(.seller(item: row.integer(0)))
    }
    return found
  }

  private static func tags(in database: any Database, limit most: Int) throws -> [Finding] {
    try database.rows(
      """
      SELECT CAST(item_id AS TEXT) FROM (
        SELECT id AS item_id FROM item
        LEFT JOIN (SELECT item_id, count(*) AS tagged FROM item_tag GROUP BY item_id) AS counted ON counted.item_id = item.id
        WHERE state < 2 AND length(tags) - length(replace(tags, '|', '')) + 1 <> coalesce(tagged, 0)
        UNION SELECT item_id FROM item_tag WHERE NOT EXISTS (
          SELECT 1 FROM item
          WHERE id = item_id AND state < 2 AND replace('|' || tags || '|', '|' || tag || '|', '') <> '|' || tags || '|')) AS unequal
      ORDER BY item_id LIMIT ?
      """, .integer(most)
    ) { .tags(item: Int($0.text(0)) ?? 0) }
  }

  private static func stocks(in database: any Database, limit most: Int) throws -> [Finding] {
    let stocks = try database.rows(
      """
      SELECT id, stock, moved FROM (
        SELECT id, stock, (SELECT CAST(coalesce(sum(1.0 * quantity), 0) AS BIGINT) FROM movement WHERE item_id = item.id) AS moved
        FROM item WHERE state < 2) AS sums
      WHERE stock <> moved ORDER BY id LIMIT ?
      """, .integer(most)
    ) { Finding.stock(item: $0.integer(0), stock: $0.integer(1), movements: $0.integer(2)) }
    let running = try database.rows(
      """
      SELECT id FROM (
        SELECT id, stock, sum(1.0 * quantity) OVER (PARTITION BY item_id ORDER BY id) AS moved FROM movement) AS sums
      WHERE stock <> moved ORDER BY id LIMIT ?
      """, .integer(most)
    ) { Finding.running(movement: $0.integer(0)) }
    return stocks + running
  }
}

extension StoreCheck.Finding {
  /// - Parameter subject: What is damaged.
  fileprivate static func damage(_ words: String, _ subject: Damage) -> Self {
    switch subject {
    case .searchText: .searchText(words)
    case .searchIndex: .searchIndex(words)
    case .other: .damage(words)
    }
  }
}
