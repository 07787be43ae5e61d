import Console
import HTTP
import OpenMarket

/// All that `--limit` sets.
struct ServerLimits {
  var http = HTTPLimits()
  var reviews = ReviewRates()
}

/// The limits that `--limit` sets, by name, and the properties that they set.
enum ServerLimit: String, CaseIterable {
  case requestLine = "request-line"
  case fields
  case fieldCount = "field-count"
  case body
  case upload
  case bodies
  case unsent
  case spooled
  case headSeconds = "head-seconds"
  case bodyRate = "body-rate"
  case responseSeconds = "answer-seconds"
  case idleSeconds = "idle-seconds"
  case connections
  case clientConnections = "client-connections"
  case halfClosedSeconds = "half-closed-seconds"
  case drainSeconds = "drain-seconds"
  case stopSeconds = "stop-seconds"
  case itemReviews = "item-reviews"
  case clientReviews = "client-reviews"
  case clientItemReviews = "client-item-reviews"

  /// 10⁹ bytes or seconds: practically unlimited, and the product of two fits 64 bits.
  private static let largest = 1_000_000_000

  private var path: WritableKeyPath<ServerLimits, Int> {
    switch self {
    case .requestLine: \.http.requestLine
    case .fields: \.http.fields
    case .fieldCount: \.http.fieldCount
    case .body: \.http.body
    case .upload: \.http.upload
    case .bodies: \.http.bodiesInFlight
    case .unsent: \.http.unsent
    case .spooled: \.http.spooled
    case .headSeconds: \.http.headSeconds
    case .bodyRate: \.http.bodyRate
    case .responseSeconds: \.http.responseSeconds
    case .idleSeconds: \.http.idleSeconds
    case .connections: \.http.connections
    case .clientConnections: \.http.clientConnections
    case .halfClosedSeconds: \.http.halfClosedSeconds
    case .drainSeconds: \.http.drainSeconds
    case .stopSeconds: \.http.stopSeconds
    case .itemReviews: \.reviews.ofItem
    case .clientReviews: \.reviews.ofClient
    case .clientItemReviews: \.reviews.ofClientAtItem
    }
  }

  /// The default limits, changed by the values of `--limit`, of the form `name=number`.
  static func limits(_ given: GivenOption) throws(UsageError) -> ServerLimits {
    var limits = ServerLimits()
    for word in given.texts {
      let halves = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard let name = halves.first, let limit = ServerLimit(rawValue: name) else {
        throw given.unknown(halves.first ?? word, among: allCases.map(\.rawValue))
      }
      guard halves.count == 2, let number = Int(halves[1]), (1...largest).contains(number) else {
        throw given.invalid(
          word, "use '\(name)=<number>' with a whole number from 1 to \(grouped: largest)")
      }
      limits[keyPath: limit.path] = number
    }
    return limits
  }
}
