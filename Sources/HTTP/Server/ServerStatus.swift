import Synchronization
import SystemSupport

/// Counts and states of a server, for health checks and metrics. The server and the session behind it share one.
///
/// Each event loop counts in a `ResponseCounts` of its own, so that no loop waits for another.
package final class ServerStatus: Sendable {
  /// The classes of paths by which requests are counted: `/things` for that path and all below it; the last is `other`.
  package let routes: [String]
  private let indices: [Substring: Int]
  private let start = MonotonicClock.milliseconds()
  private let loops = Mutex<[ResponseCounts]>([])
  private let refusals = Mutex<[RefusalReason: Int]>([:])
  private let connections = Mutex<(limit: Int, count: @Sendable () -> Int)>((.max, { 0 }))
  private let hasBegunToDrain = Atomic<Bool>(false)

  /// - Parameter names: The first components of the paths that are counted by themselves; empty for the root.
  package init(routes names: [String]) {
    routes = names.map { "/" + $0 } + ["other"]
    indices = Dictionary(names.enumerated().map { (Substring($1), $0) }) { first, _ in first }
  }

  /// Whether the server is about to stop, and clients have to go elsewhere. It still answers.
  package var isDraining: Bool { hasBegunToDrain.load(ordering: .relaxed) }

  package func beginDraining() { hasBegunToDrain.store(true, ordering: .relaxed) }

  /// Whole milliseconds since the server was made.
  package var uptime: Int { MonotonicClock.milliseconds() - start }

  package var connectionCount: Int { connections.withLock(\.count)() }

  /// The most connections at one time.
  package var connectionLimit: Int { connections.withLock(\.limit) }

  /// Whether nearly all connections are taken: what holds one without need has to end.
  package var isCrowded: Bool {
    let limit = connectionLimit
    return connectionCount >= limit - limit / 16
  }

  /// The responses of each route so far, in the order of `routes`.
  package var responses: [RouteCounts] {
    var sum = [RouteCounts](repeating: RouteCounts(), count: routes.count)
    for loop in loops.withLock(\.self) { loop.add(to: &sum) }
    return sum
  }

  /// How many responses so far were the bytes of an earlier one.
  package var preparedResponses: Int {
    loops.withLock(\.self).reduce(0) { $0 + $1.preparedResponses }
  }

  /// The requests and connections that were refused so far.
  package func refused(for reason: RefusalReason) -> Int { refusals.withLock { $0[reason, default: 0] } }

  package func noteRefusal(_ reason: RefusalReason) { refusals.withLock { $0[reason, default: 0] += 1 } }

  func setConnections(limit: Int, count: @escaping @Sendable () -> Int) {
    connections.withLock { $0 = (limit, count) }
  }

  /// The counts of one more event loop.
  func makeCounts() -> ResponseCounts {
    let counts = ResponseCounts(routes: routes.count)
    loops.withLock { $0.append(counts) }
    return counts
  }

  /// The index of a target's route in `routes`.
  func route(of target: String) -> Int {
    let (slash, mark) = (UInt8(ascii: "/"), UInt8(ascii: "?"))
    guard target.utf8.first == slash else { return routes.count - 1 }
    let first = target.utf8.drop { $0 == slash }.prefix { $0 != slash && $0 != mark }
    return indices[Substring(first)] ?? routes.count - 1
  }
}

/// Why a server refuses a request or a connection that it would take at another time.
package enum RefusalReason: String, Sendable, CaseIterable {
  /// All connections are taken.
  case connections
  /// All connections of one client are taken.
  case clientConnections = "client_connections"
  /// One client behind a proxy has too many open requests.
  case clientRequests = "client_requests"
  /// The temporary files are full.
  case spooled
  /// Too much work waits.
  case overload
  /// One client sends more than it may in a time.
  case rateLimit = "rate_limit"
}

/// The responses to the requests of one route.
package struct RouteCounts: Sendable, Equatable {
  /// By class of status, from 1xx to 5xx.
  package var statuses = [Int](repeating: 0, count: 5)
  /// By duration: at most the bound with the same index, and longer than the one before; the last has no bound.
  package var durations = [Int](repeating: 0, count: bounds.count + 1)
  /// The sum of all durations.
  package var milliseconds = 0

  /// In milliseconds.
  package static let bounds = [1, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000]

  package init() {}

  mutating func note(status: Int, milliseconds: Int) {
    statuses[min(max(status / 100, 1), 5) - 1] += 1
    durations[Self.bounds.firstIndex { milliseconds <= $0 } ?? Self.bounds.count] += 1
    self.milliseconds += milliseconds
  }

  fileprivate mutating func add(_ other: RouteCounts) {
    for index in statuses.indices { statuses[index] += other.statuses[index] }
    for index in durations.indices { durations[index] += other.durations[index] }
    milliseconds += other.milliseconds
  }
}

/// The responses of one event loop. Its lock is contended only while metrics are read.
final class ResponseCounts: Sendable {
  private struct Counts: Sendable {
    var routes: [RouteCounts]
    var prepared = 0
  }

  private let counts: Mutex<Counts>

  init(routes: Int) {
    counts = Mutex(Counts(routes: [RouteCounts](repeating: RouteCounts(), count: routes)))
  }

  func note(route: Int, status: Int, milliseconds: Int, isPrepared: Bool = false) {
    counts.withLock { counts in
      counts.routes[route].note(status: status, milliseconds: milliseconds)
      if isPrepared { counts.prepared += 1 }
    }
  }

  var preparedResponses: Int { counts.withLock(\.prepared) }

  func add(to sum: inout [RouteCounts]) {
    let routes = counts.withLock(\.routes)
    for (index, counts) in routes.enumerated() { sum[index].add(counts) }
  }
}
