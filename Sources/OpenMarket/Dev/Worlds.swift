package import Foundation
import HTTP
import Synchronization
import SystemSupport

/// The worlds of a server for development: the one at the root, and those that requests have named.
package final class Worlds: Sendable {
  package struct Options: Sendable {
    /// How each world answers; `products` is the form of v2 without a prefix.
    package var market = LocalMarket.Options()
    /// How long a world is kept without a request.
    package var idle = Duration.seconds(3_600)
    /// The present in the dates of responses; nil for the real one.
    package var now: Date?
    /// The faults of all worlds.
    package var common = CommonFaults()
    /// Origins of web pages that may make worlds.
    package var origins: [String] = []
    /// Makes the page at `/dev`; nil for none.
    package var page: WorldPage?

    package init() {}
  }

  /// The first components of paths that other servers do not have.
  package static let routeNames = ["w", "dev"] + ProductContract.allCases.map(\.rawValue)

  /// Most worlds beside the one at the root. Of more, one that had no request for a minute makes room.
  static let most = 256
  private static let idleBeforeEviction = 60_000
  /// Most bytes of the items and images of one world.
  static let largest = 16 << 20

  let root: World
  let contract: ProductContract
  let now: Date?
  let page: WorldPage?
  private let origins: [String]
  private let seed: DevSeed
  private let market: LocalMarket.Options
  private let common: CommonFaults
  private let idle: Int
  private let budget = SnapshotBudget()
  private let worlds = Mutex<[String: World]>([:])

  package init(_ seed: DevSeed, _ options: Options = Options()) {
    self.seed = seed
    (contract, now, common) = (options.market.products, options.now, options.common)
    (page, origins) = (options.page, options.origins)
    idle = Int(options.idle / .milliseconds(1))
    var market = options.market
    market.passwordCost = DevSeed.passwordCost
    market.storeLimit = Self.largest
    market.clientBytes = nil
    market.pageMemory = 0
    if let now {
      market.now = { now }
      market.clock = { Date() }
    }
    root = World("", seed: seed.contents, market, faults: Faults(common), budget: budget)
    // Pages have links that begin at the root.
    market.pages = nil
    self.market = market
    Task { [weak self] in
      while let pause = self?.forgetIdle() { try? await Task.sleep(for: .milliseconds(pause)) }
    }
  }

  /// Forgets the worlds that had no request for too long. Returns the milliseconds until it is worth another look.
  private func forgetIdle() -> Int {
    // Stores are closed outside the lock.
    let count = worlds.withLock { worlds in
      let forgotten = worlds.filter { ($0.value.idleTime ?? 0) > idle }
      for name in forgotten.keys { worlds[name] = nil }
      return forgotten
    }.count
    if count > 0 { ProcessMemory.returnFree() }
    return min(max(idle / 2, 50), 60_000)
  }

  /// The world with a name, which is made where there is none. Throws an `APIError` where there are too many, and where a page of
  /// another origin would make it: an image in a page can send a request, and so take the room of all worlds.
  func world(_ name: String, for request: HTTPRequest) throws(APIError) -> World {
    guard !name.isEmpty else { return root }
    return try worlds.withLock { worlds throws(APIError) in
      for (name, world) in worlds where (world.idleTime ?? 0) > idle { worlds[name] = nil }
      if let world = worlds[name] {
        world.noteUse()
        return world
      }
      let isAllowed = origins.contains("*") || request.headers[.origin].map(origins.contains) == true
      guard isAllowed || !request.isFromForeignPage else { throw APIError.crossOrigin }
      if worlds.count >= Self.most { try makeRoom(&worlds) }
      let world = World(name, seed: seed.contents, market, faults: Faults(common), budget: budget)
      worlds[name] = world
      return world
    }
  }

  private func makeRoom(_ worlds: inout [String: World]) throws(APIError) {
    let longest = worlds.max { ($0.value.idleTime ?? 0) < ($1.value.idleTime ?? 0) }
    guard let longest, (longest.value.idleTime ?? 0) > Self.idleBeforeEviction else {
      throw APIError(
        status: 503, code: .overloaded,
        reason: "There are \(Self.most) worlds in use: DELETE those that are not needed", retryAfter: 60)
    }
    worlds[longest.key] = nil
  }

  /// The summary of the world at the root.
  package func summary() async throws -> StoreSummary { try await root.summary() }

  /// Forgets a world. Returns whether there was one.
  func forget(_ name: String) -> Bool {
    let world = worlds.withLock { $0.removeValue(forKey: name) }
    _ = world?.faults.release()
    return world != nil
  }

  var sellers: [DevSeller] { seed.sellers }

  /// The worlds in alphabetical order, behind that at the root.
  var neighbours: [WorldOverview.Neighbour] {
    let named = worlds.withLock { $0.values.sorted { $0.name < $1.name } }
    return ([root] + named).filter { ($0.idleTime ?? 0) <= idle || $0.name.isEmpty }.map {
      WorldOverview.Neighbour(
        name: $0.name, requests: $0.journal.total, idle: ($0.idleTime ?? 0) / 1_000)
    }
  }
}
