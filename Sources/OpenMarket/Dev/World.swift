import Foundation
import HTTP
import Synchronization
import SystemSupport

/// A market of its own in memory, which begins as a copy of a seed: what a test or an app does in it is seen there alone.
final class World: Sendable {
  /// Empty for the one at the root.
  let name: String
  let journal = Journal()
  let faults: Faults
  private let store: Store
  private let seed: StoreSnapshot
  private let budget: SnapshotBudget
  private let sessions: [ProductContract: any Session]
  private let snapshots = Mutex<[String: StoreSnapshot]>([:])
  private let use: Mutex<Use>

  private struct Use {
    var last: Int
    var open = 0
  }

  /// Most snapshots of a world.
  static let mostSnapshots = 16

  init(
    _ name: String, seed: StoreSnapshot, _ options: LocalMarket.Options, faults: Faults,
    budget: SnapshotBudget
  ) {
    (self.name, self.seed, self.faults, self.budget) = (name, seed, faults, budget)
    var storeOptions = options.ofStore
    storeOptions.contents = seed
    let store = Store(at: .memory, storeOptions)
    self.store = store
    var (sessions, first): ([ProductContract: any Session], LocalMarket?) = ([:], nil)
    for contract in ProductContract.allCases {
      var options = options
      options.products = contract
      let market = LocalMarket(store, options, beside: first)
      first = first ?? market
      sessions[contract] = JournalSession(
        FaultSession(market, faults, contract), journal, contract: contract)
    }
    self.sessions = sessions
    use = Mutex(Use(last: MonotonicClock.milliseconds()))
  }

  deinit {
    budget.giveBack(snapshots.withLock { $0.values.reduce(0) { $0 + $1.count } })
  }

  /// The response of the world to a request for it, in a form of v2.
  func response(to request: HTTPRequest, in contract: ProductContract) async throws -> HTTPResponse {
    guard let session = sessions[contract] else { throw APIError.notFound }
    use.withLock { $0.open += 1 }
    defer { use.withLock { $0 = Use(last: MonotonicClock.milliseconds(), open: $0.open - 1) } }
    return try await session.response(to: request)
  }

  func summary() async throws -> StoreSummary {
    try await store.summary(listing: ProductContract.listedCurrencies)
  }

  /// Milliseconds since the last request; nil while one is open.
  var idleTime: Int? { use.withLock { $0.open > 0 ? nil : MonotonicClock.milliseconds() - $0.last } }

  func noteUse() { use.withLock { $0.last = MonotonicClock.milliseconds() } }

  /// Restores the seed, or a snapshot. Throws an `APIError` for a snapshot that there is not.
  func reset(to name: String?) async throws {
    guard let name else { return try await store.restore(seed) }
    guard let snapshot = snapshots.withLock({ $0[name] }) else {
      throw APIError(
        status: 404, code: .notFound, reason: "There is no snapshot '\(name)'", field: "snapshot")
    }
    try await store.restore(snapshot)
  }

  /// Keeps the present contents under a name, in place of those that it had.
  func keepSnapshot(_ name: String) async throws {
    guard let snapshot = try await store.snapshot() else { throw StoreError.inaccessible }
    guard budget.take(snapshot.count) else {
      throw APIError(
        status: 507, code: .storeLimit,
        reason: "All snapshots together take more than \(SnapshotBudget.limit >> 20) MiB")
    }
    let replaced: (isKept: Bool, bytes: Int) = snapshots.withLock { snapshots in
      guard snapshots[name] != nil || snapshots.count < Self.mostSnapshots else {
        return (false, snapshot.count)
      }
      defer { snapshots[name] = snapshot }
      return (true, snapshots[name]?.count ?? 0)
    }
    budget.giveBack(replaced.bytes)
    guard replaced.isKept else {
      throw APIError(
        status: 507, code: .storeLimit, reason: "A world has at most \(Self.mostSnapshots) snapshots")
    }
  }
}

/// The bytes of all snapshots of a server.
final class SnapshotBudget: Sendable {
  static let limit = 256 << 20
  private let used = Atomic(0)

  func take(_ count: Int) -> Bool {
    guard used.add(count, ordering: .relaxed).newValue <= Self.limit else {
      giveBack(count)
      return false
    }
    return true
  }

  func giveBack(_ count: Int) { used.subtract(count, ordering: .relaxed) }
}
