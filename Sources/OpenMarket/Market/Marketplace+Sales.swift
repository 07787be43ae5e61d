import Foundation

/// The use cases of the ledger. They throw `LedgerRefusal`, too.
extension Marketplace {
  /// Records movements in one transaction, all or none. A request that is repeated under the same `key` records nothing
  /// again.
  ///
  /// - Parameters:
  ///   - requests: The movements, each with the password of its item.
  ///   - key: The text of an Idempotency-Key; nil without one.
  ///   - client: The network address of the client, by which wrong passwords are limited; nil in this process.
  func record(
    _ requests: [(request: MovementRequest, password: String)], key: String?, client: String?
  ) async throws -> RecordedMovements {
    for (request, _) in requests { try request.validate() }
    if let key { try IdempotencyKey.validate(key) }
    try bytes?.check(client, at: now())
    var movements: [AuthorizedMovement] = []
    for (request, password) in requests {
      let hash = try await authorize(request.itemID, .password(password), client)
      movements.append(AuthorizedMovement(request: request, passwordHash: hash))
    }
    let recorded = try await store.record(
      movements, key: key.map { MovementKey($0, requests.map(\.request)) }, at: now())
    guard let recorded else { throw MarketplaceError.noSuchItem(id: requests.first?.request.itemID ?? 0) }
    if !recorded.isRepeated {
      bytes?.spend(requests.reduce(0) { $0 + $1.request.bytes }, by: client, at: now())
    }
    return recorded
  }

  /// A page of an item's history, for the right password.
  func history(
    ofItem id: Int, page: Int, size: Int, password: String, client: String?
  ) async throws -> HistoryPage {
    _ = try await authorize(id, .password(password), client)
    return try await store.history(ofItem: id, page, size: size)
  }

  /// The item whose movement has this number.
  func item(ofMovement id: Int) async throws -> Int {
    guard let item = try await store.item(ofMovement: id) else { throw LedgerRefusal.noSuchEntry(id) }
    return item
  }

  /// Sales added up. The cost is private: only a market within the process may pass it on.
  func sales(_ query: SalesQuery) async throws -> SalesReport {
    try await store.sales(query)
  }
}

extension MovementRequest {
  /// About as many bytes as it takes in the store.
  fileprivate var bytes: Int { 200 + (note?.utf8.count ?? 0) + (reference?.utf8.count ?? 0) }
}
