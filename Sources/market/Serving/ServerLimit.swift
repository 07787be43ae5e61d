import Console
import HTTP

/// The limits that `--limit` sets, by name, and the properties of `HTTPLimits` that they set.
enum ServerLimit: String, CaseIterable {
  case requestLine = "request-line"
  case fields
  case fieldCount = "field-count"
  case body
  case upload
  case bodies
  case spooled
  case headSeconds = "head-seconds"
  case bodyRate = "body-rate"
  case responseSeconds = "answer-seconds"
  case idleSeconds = "idle-seconds"
  case connections
  case clientConnections = "client-connections"
  case halfClosedSeconds = "half-closed-seconds"
  case stopSeconds = "stop-seconds"

  /// 10⁹ bytes or seconds: practically unlimited, and the product of two fits 64 bits.
  private static let largest = 1_000_000_000

  private var path: WritableKeyPath<HTTPLimits, Int> {
    switch self {
    case .requestLine: \.requestLine
    case .fields: \.fields
    case .fieldCount: \.fieldCount
    case .body: \.body
    case .upload: \.upload
    case .bodies: \.bodiesInFlight
    case .spooled: \.spooled
    case .headSeconds: \.headSeconds
    case .bodyRate: \.bodyRate
    case .responseSeconds: \.responseSeconds
    case .idleSeconds: \.idleSeconds
    case .connections: \.connections
    case .clientConnections: \.clientConnections
    case .halfClosedSeconds: \.halfClosedSeconds
    case .stopSeconds: \.stopSeconds
    }
  }

  /// The default limits, changed by words of the form `name=number`. Throws a `UsageError` for an unknown name or an
  /// invalid number.
  static func limits(_ words: [String], in declaration: CommandDeclaration) throws -> HTTPLimits {
    var limits = HTTPLimits()
    for word in words {
      let halves = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard let name = halves.first, let limit = ServerLimit(rawValue: name) else {
        throw UsageError(
          .notAChoice(halves.first ?? word, option: "--limit", choices: allCases.map(\.rawValue)),
          in: declaration)
      }
      guard halves.count == 2, let number = Int(halves[1]), (1...largest).contains(number) else {
        throw UsageError(
          .invalidValue(
            word, option: "--limit",
            reason: "use '\(name)=<number>' with a whole number from 1 to \(grouped: largest)"),
          in: declaration)
      }
      limits[keyPath: limit.path] = number
    }
    return limits
  }
}
