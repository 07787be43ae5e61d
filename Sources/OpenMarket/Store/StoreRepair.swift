/// Rebuilds what a store computes from other rows, where `StoreCheck` has found it wrong: totals, ratings, numbers by which pages are
/// found, and the index of searches.
///
/// It works beside a server: a transaction takes about 50 ms, or one item, and others write between two of them. Each computes
/// what it writes from the rows as they are then, so that one that is ended leaves a store that can be repaired again.
package struct StoreRepair: Sendable {
  /// A kind of rows that can be rebuilt.
  package enum Kind: Sendable, Hashable, CaseIterable {
    /// Rows of derived tables with values that their columns cannot have: they are deleted, and rebuilt as the other kinds.
    case values
    case totals, ledgers, marks, ratings
    /// The whole index of searches of a file, in one transaction.
    case searchIndex
    case searchTexts
    /// Tags, codes, numbers of images and keys of titles, by which lists find and order items.
    case filters
  }

  /// The findings that a repair rebuilds, and the others.
  package struct Plan: Sendable, Equatable {
    /// How many findings there are of each kind, in the order of the kinds; without those of which there is none.
    package var counts: [(kind: Kind, count: Int)] {
      Kind.allCases.compactMap { kind in rebuilt[kind].map { (kind, $0.count) } }
    }
    /// Findings that only a backup can mend.
    package let left: [StoreCheck.Finding]
    fileprivate let rebuilt: [Kind: [StoreCheck.Finding]]

    package var isEmpty: Bool { rebuilt.isEmpty }

    package init(_ findings: [StoreCheck.Finding]) {
      // The mark of a verified purchase is derived from its sale.
      let hasWrongSale = findings.contains { if case .sale = $0 { true } else { false } }
      let kinds = findings.map { (finding: $0, kind: $0.kind == .marks && hasWrongSale ? nil : $0.kind) }
      left = kinds.filter { $0.kind == nil }.map(\.finding)
      rebuilt = Dictionary(grouping: kinds.filter { $0.kind != nil }) { $0.kind ?? .values }
        .mapValues { $0.map(\.finding) }
    }
  }

  /// The most findings of a kind that are rebuilt before the store is checked again.
  package static let most = 100_000

  private static let (transactionTime, pause) = (Duration.milliseconds(50), Duration.milliseconds(50))
  /// Items whose texts are compared at a time.
  private static let comparedItems = 16

  private let store: Store

  package init(at location: StoreLocation) {
    store = Store(at: location, .forWholeStore)
  }

  /// Rebuilds what a plan has.
  package func rebuild(_ plan: Plan) async throws {
    for kind in Kind.allCases {
      guard let findings = plan.rebuilt[kind] else { continue }
      switch kind {
      case .values: try await deleteDamagedRows(findings)
      case .totals:
        try await each(Self.items(of: findings)) { try SaleTotals(database: $0).rebuild(ofItem: $1) }
      case .ledgers:
        try await each(Self.items(of: findings)) { try DerivedRows(database: $0).rebuildLedger(ofItem: $1) }
      case .marks:
        try await each(findings.compactMap(\.review)) { try ReviewRows(database: $0).rebuildMark(of: $1) }
      case .ratings:
        try await each(Self.items(of: findings)) { try RatingRows(database: $0).rebuild(ofItem: $1) }
      case .searchIndex: try await rebuildSearchIndex()
      // The texts are compared with those of a whole index, too.
      case .filters:
        try await each(Self.items(of: findings)) {
          try ImageRows(database: $0).recount(ofItem: $1)
          try TitleKeys(database: $0).rebuild(ofItem: $1)
        }
        if findings.contains(where: { if case .tags = $0 { true } else { false } }) {
          try await write { database, _ in try DetailRows(database: database).indexTags() }
        }
        if findings.contains(where: { if case .codes = $0 { true } else { false } }) {
          try await write { database, _ in try CodeRows(database: database).write() }
        }
      case .searchTexts: if plan.rebuilt[.searchIndex] == nil { try await rebuildSearchTexts() }
      }
    }
  }

  private static func items(of findings: [StoreCheck.Finding]) -> [Int] {
    Set(findings.compactMap(\.item)).sorted()
  }

  /// Does the work for each of some things, as many in a transaction as its time allows.
  private func each<Thing: Sendable>(
    _ things: [Thing], _ work: @escaping @Sendable (any Database, Thing) throws -> Void
  ) async throws {
    var rest = things[...]
    while !rest.isEmpty {
      let present = rest
      let done = try await write { database, end in
        var done = 0
        for thing in present where done == 0 || ContinuousClock.now < end {
          try work(database, thing)
          done += 1
        }
        return done
      }
      rest = rest.dropFirst(done)
    }
  }

  private func write<Result: Sendable>(
    _ work: @escaping @Sendable (any Database, ContinuousClock.Instant) throws -> Result
  ) async throws -> Result {
    try Task.checkCancellation()
    let result = try await store.writeExisting(.deleting) { database in
      try work(database, ContinuousClock.now + Self.transactionTime)
    }
    guard let result else { throw StoreError.inaccessible }
    try await Task.sleep(for: Self.pause)
    return result
  }

  private func deleteDamagedRows(_ findings: [StoreCheck.Finding]) async throws {
    let tables = Set(findings.compactMap { if case .value(let place) = $0 { place.table } else { nil } })
    try await each(tables.sorted()) { database, table in
      let values = DamagedValues(database: database)
      try table == StoreTable.item.name ? values.resetItems() : values.deleteRows(of: table)
    }
  }

  private func rebuildSearchIndex() async throws {
    try await write { database, _ in
      if let statement = database.dialect.searchIndex.rebuild { try database.run(statement) }
    }
    // The texts that it was made of may be wrong, too.
    try await rebuildSearchTexts()
  }

  private func rebuildSearchTexts() async throws {
    while try await write({ database, _ in
      try DerivedRows(database: database).deleteSurplusSearchTexts(limit: Self.comparedItems)
    }) > 0 {}
    var after: Int? = 0
    while let start = after {
      after = try await write { database, end in
        var last = start
        repeat {
          guard
            let next = try DerivedRows(database: database)
              .rebuildSearchTexts(ofItemsAfter: last, limit: Self.comparedItems)
          else { return nil }
          last = next
        } while ContinuousClock.now < end
        return last
      }
    }
  }
}

extension StoreCheck.Finding {
  /// Tables whose rows are all derived from others.
  private static let derivedTables = Set(["sale_total", "item_tag", "item_code"])

  /// The kind of rows that are rebuilt; nil for what cannot be.
  fileprivate var kind: StoreRepair.Kind? {
    switch self {
    case .value(let place) where place.table == StoreTable.item.name:
      StoreTable.derivedOfItem.contains(place.column) ? .values : nil
    case .value(let place): Self.derivedTables.contains(place.table) ? .values : nil
    case .total: .totals
    case .ledger: .ledgers
    case .rating: .ratings
    case .mark: .marks
    case .searchText: .searchTexts
    case .searchIndex: .searchIndex
    case .images, .tags, .codes, .title: .filters
    case .damage, .stock, .running, .uncountable, .sale, .seller: nil
    }
  }

  /// The item whose derived rows are wrong.
  fileprivate var item: Int? {
    switch self {
    case .total(let item, _, _), .ledger(let item), .rating(let item), .images(let item), .title(let item):
      item
    default: nil
    }
  }

  fileprivate var review: Int? { if case .mark(let review) = self { review } else { nil } }
}
