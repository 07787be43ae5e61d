/// The use cases of the ledger. They throw `LedgerRefusal`, too.
extension Marketplace {
  /// The days of a market that has items.
  package func calendar() async throws -> SalesCalendar {
    try await store.calendar().orThrow(StoreError.inaccessible)
  }

  /// Records movements in one transaction, all or none. A request that is repeated under the same `key` records nothing
  /// again.
  ///
  /// - Parameters:
  ///   - requests: The movements, each with the password of its item.
  ///   - key: The text of an Idempotency-Key; nil without one.
  ///   - client: The network address of the client, by which wrong passwords are limited; nil in this process.
  package func record(
    _ requests: [(request: MovementRequest, password: String)], key: String?, client: String?
  ) async throws -> RecordedMovements {
    for (request, _) in requests { try request.validate() }
    if let key { try IdempotencyKey.validate(key) }
    try await store.admitWrite()
    let movements = try await authorized(requests, client)
    let key = key.map { IdempotencyKey($0, recording: requests.map(\.request)) }
    var recorded = try await store.record(movements, key: key, at: now())
    if recorded == nil {
      // An item may have got the password hash of its seller meanwhile.
      recorded = try await store.record(authorized(requests, client), key: key, at: now())
    }
    guard let recorded else { throw MarketplaceError.noSuchItem(id: requests.first?.request.itemID ?? 0) }
    return recorded
  }

  /// Returns the movements that would be recorded, and changes nothing.
  package func plan(
    _ requests: [(request: MovementRequest, password: String)], client: String?
  ) async throws -> RecordedMovements {
    for (request, _) in requests { try request.validate() }
    return try await store.plan(authorized(requests, client), at: now()).orThrow(
      MarketplaceError.noSuchItem(id: requests.first?.request.itemID ?? 0))
  }

  private func authorized(
    _ requests: [(request: MovementRequest, password: String)], _ client: String?
  ) async throws -> [AuthorizedMovement] {
    var movements: [AuthorizedMovement] = []
    for (request, password) in requests {
      let hash = try await authorize(request.itemID, .password(password), client: client)
      movements.append(AuthorizedMovement(request: request, passwordHash: hash))
    }
    return movements
  }

  /// A page of an item's history, for the right password.
  func history(
    ofItem id: Int, page: Int, size: Int, password: String, client: String?
  ) async throws -> HistoryPage {
    _ = try await authorize(id, .password(password), client: client)
    return try await store.history(ofItem: id, page, size: size)
  }

  /// Throws for credentials with which an item cannot be changed.
  package func check(_ credentials: Credentials, ofItem id: Int, client: String?) async throws {
    _ = try await authorize(id, credentials, client: client)
  }

  /// Whether an item is of the seller with these credentials, by what the store has alone: no password of the item is verified.
  /// A password counts as a look-up of all that it opens, once.
  package func owns(_ item: StoredItem, _ credentials: Credentials, client: String?) async throws -> Bool {
    switch credentials {
    case .password("") where isOperated: return true
    case .password(let password):
      guard let hash = try await sellerHash(of: password, isNew: false, client: client),
        try await store.passwordHash(ofItem: item.id) == hash
      else { return false }
      try await countLookUp(hash: hash, client: client)
      return true
    case .vendor(let identifier, let secret):
      return try await vendor(identifier, secret: secret, client: client).vendor == item.vendor
    }
  }

  /// The receipt of the sale that has a movement, for the item's credentials. Throws `LedgerRefusal.notASale` for another movement.
  package func receipt(
    ofMovement id: Int, item: Int, _ credentials: Credentials, client: String?
  ) async throws -> SaleReceipt {
    if try await !owns(self.item(id: item), credentials, client: client) {
      try await check(credentials, ofItem: item, client: client)
    }
    let receipt =
      try await store.read { try SaleRows(database: $0).receipt(ofMovement: id, item: item) } ?? nil
    return try receipt.orThrow(LedgerRefusal.notASale(entry: id))
  }

  /// The sales of a seller on a day; nil for a password without items.
  package func sales(
    of credentials: Credentials, onDay day: CalendarDay, limit: Int, client: String?
  ) async throws -> SalesOfDay? {
    let reader = try await seller(credentials, client, isNew: false)
    guard let hash = reader.passwordHash else { return nil }
    if case .password = credentials { try await countLookUp(hash: hash, client: client) }
    return try await store.sales(ofVendor: reader.vendor, hash: hash, onDay: day, limit: limit)
  }

  /// The last sales of an item that stand, the newest first.
  package func sales(ofItem id: Int, limit: Int) async throws -> [SalesOfDay.Sale] {
    try await store.sales(ofItem: id, limit: limit)
  }

  /// The pieces of items that were sold on these days, today the last; absent for none.
  package func piecesSold(ofItems ids: [Int], days: Int) async throws -> [Int: Int] {
    guard !ids.isEmpty else { return [:] }
    let date = now()
    return try await store.read { database in
      let today = try MarketSettings(database: database).calendar().day(of: date).number
      return try SalesRanking(database, by: .pieces, in: nil)
        .pieces(ofItems: ids, on: today - days + 1...today)
    } ?? [:]
  }

  /// The movements of sales, the newest first.
  func movements(of sales: SalesLookup) async throws -> [RecordedMovement] {
    let date = now()
    return try await store.read { database in
      let today = try MarketSettings(database: database).calendar().day(of: date)
      return try MovementHistory(database: database).movements(of: sales, today: today)
    } ?? []
  }

  /// The item whose movement has this number, for the item's password. Without the right one there is no such movement, and
  /// one that does not exist takes as long and costs a guess, too: an answer tells nothing of the movements of others.
  func item(ofMovement id: Int, password: String?, client: String?) async throws -> Int {
    guard let password else { throw LedgerRefusal.noSuchEntry(id) }
    try validate(.password(password))
    let item = try await store.read { try Movement.row(id, in: $0)?.itemID } ?? nil
    guard !isOperated else { return try item.orThrow(LedgerRefusal.noSuchEntry(id)) }
    var hash: String?
    if let item { hash = try await store.passwordHash(ofItem: item) }
    let isRight = try await passwords.matches(
      password, hash: hash, of: "movement \(id)", by: client, countsUnknown: true, at: clock)
    guard isRight, let item else { throw LedgerRefusal.noSuchEntry(id) }
    return item
  }

  /// The present day at the market; that of this machine where there is no store.
  package func today() async throws -> CalendarDay { try await store.today(at: now()) }

  /// Sales added up. The cost is private: only a market within the process may pass it on.
  func sales(_ query: SalesQuery) async throws -> SalesReport {
    try await store.sales(query)
  }
}
