import Foundation
import HTTP
import SystemSupport

/// A failure that a request meets, for a client to cope with.
struct FaultEffect: Sendable, Equatable {
  /// Milliseconds before the response; a number of the range is drawn for each request.
  var delay: ClosedRange<Int>?
  /// The status of an error that is returned in place of the response; the market does not see the request.
  var status: Int?
  var retryAfter: Int?
  var flags: Set<Flag> = []

  /// A fault beside a status. The raw value is the key in JSON.
  enum Flag: String, CaseIterable {
    /// The connection is reset when the market has carried the request out.
    case reset
    case truncated
    case brokenJSON = "broken_json"
    case slow
    case emptyPage = "empty_page"
    case pictureNotFound = "picture_404"
    /// The request waits until it is released.
    case hold
  }

  /// Adds the effects of another fault of the same request; the first status counts.
  mutating func add(_ other: FaultEffect) {
    delay = delay ?? other.delay
    if status == nil { (status, retryAfter) = (other.status, other.retryAfter) }
    flags.formUnion(other.flags)
  }
}

/// A fault of the requests of a route: of each, or of one by its number.
struct Fault: Sendable {
  /// `GET /items/*`, where `*` is any method or any component.
  let route: String
  let nth: Int?
  let effect: FaultEffect
  /// The fault as it was given.
  fileprivate let members: [(key: String, value: JSON)]
  /// Requests of the route so far, and how many of them had the fault.
  var requests = 0
  var count = 0

  func matches(method: HTTPMethod, path: [String]) -> Bool {
    let words = route.split(separator: " ")
    let expected = words[1].split(separator: "/")
    return (words[0] == "*" || words[0] == method.rawValue) && expected.count == path.count
      && zip(expected, path).allSatisfy { $0 == "*" || $0 == $1 }
  }

  var json: JSON {
    .object(members + [("requests", .number(String(requests))), ("count", .number(String(count)))])
  }

  /// Reads a member of `faults`. Throws the `APIError` of one that has unknown or wrong keys.
  init(_ json: JSON, number: Int) throws(APIError) {
    func wrong(_ key: String, _ reason: String) -> APIError {
      APIError.refused("faults[\(number)].\(key): \(reason)", field: key)
    }
    guard case .object(let members) = json else { throw wrong("", "a fault is an object") }
    self.members = members
    var (route, nth, effect): (String?, Int?, FaultEffect) = (nil, nil, FaultEffect())
    func whole(_ key: String, _ value: JSON, in range: ClosedRange<Int>) throws(APIError) -> Int {
      guard case .number(let digits) = value, let number = Int(digits), range.contains(number) else {
        throw wrong(key, "it must be a whole number from \(range.lowerBound) to \(range.upperBound)")
      }
      return number
    }
    for (key, value) in members {
      switch key {
      case "route":
        guard case .string(let text) = value, Self.isRoute(text) else {
          throw wrong(key, "use a method and a path, such as 'GET /items/*'")
        }
        route = text
      case "nth": nth = try whole(key, value, in: 1...1_000_000_000)
      case "delay":
        guard case .string(let text) = value, let range = CommonFaults.delay(text) else {
          throw wrong(key, "use a time or a range of times up to 60s, such as '200ms..2s'")
        }
        effect.delay = range
      case "status": effect.status = try whole(key, value, in: 400...599)
      case "retry_after": effect.retryAfter = try whole(key, value, in: 0...86_400)
      default:
        guard let flag = FaultEffect.Flag(rawValue: key) else {
          throw APIError(
            status: 400, code: .unknownField,
            reason: "faults[\(number)]: unknown key '\(key.prefix(60))'; known are \(Self.keys)",
            field: String(key.prefix(60)))
        }
        guard case .truth(let isTrue) = value else { throw wrong(key, "it must be true or false") }
        if isTrue { effect.flags.insert(flag) } else { effect.flags.remove(flag) }
      }
    }
    guard let route else { throw wrong("route", "it is missing") }
    if effect.retryAfter != nil, effect.status == nil { throw wrong("retry_after", "it needs a status") }
    (self.route, self.nth, self.effect) = (route, nth, effect)
  }

  private static let keys =
    "route, nth, delay, status, retry_after, reset, truncated, broken_json, slow, empty_page, picture_404 and hold"

  private static func isRoute(_ text: String) -> Bool {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    return words.count == 2 && !words[0].isEmpty && words[1].hasPrefix("/") && text.utf8.count <= 200
  }
}

/// The faults of all requests of a server, by shares that are counted and drawn from a seed.
package struct CommonFaults: Sendable, Equatable {
  /// A share of the requests of a method that fail with a status.
  package struct Failure: Sendable, Equatable {
    var percent = 100.0
    var status = 503
    var method: String?

    /// Reads `5%`, `503:POST` or `500:5%:GET`. Nil for another text.
    package init?(_ text: String) {
      for word in text.split(separator: ":", omittingEmptySubsequences: false) {
        if word.hasSuffix("%") {
          guard let share = Self.percent(String(word)) else { return nil }
          percent = share
        } else if let number = Int(word) {
          guard (400...599).contains(number) else { return nil }
          status = number
        } else {
          guard !word.isEmpty, word.utf8.allSatisfy({ (65...90).contains($0) }) else { return nil }
          method = String(word)
        }
      }
    }

    /// Reads `2%`. Nil for another text.
    package static func percent(_ text: String) -> Double? {
      guard text.hasSuffix("%"), let share = Decimal(exactly: text.dropLast()), share >= 0, share <= 100
      else {
        return nil
      }
      return NSDecimalNumber(decimal: share).doubleValue
    }
  }

  package var delay: ClosedRange<Int>?
  package var failures: [Failure] = []
  /// Per cent of the requests whose connection is reset.
  package var dropped = 0.0
  package var seed: UInt64 = 1

  package init() {}

  /// Longest delay, in milliseconds.
  private static let longestDelay = 60_000

  /// Reads `200ms..2s`, or one time, as milliseconds. Nil for another text, and for more than a minute.
  package static func delay(_ text: String) -> ClosedRange<Int>? {
    let bounds = text.split(separator: "..", omittingEmptySubsequences: false).map { bound -> Int? in
      let unit = bound.hasSuffix("ms") ? 1 : 1_000
      let digits = bound.dropLast(unit == 1 ? 2 : 1)
      guard bound.hasSuffix("s"), let time = Decimal(exactly: digits), time >= 0 else { return nil }
      let milliseconds = time * Decimal(unit)
      return milliseconds <= Decimal(longestDelay) ? NSDecimalNumber(decimal: milliseconds).intValue : nil
    }
    guard let first = bounds.first ?? nil, let last = bounds.last ?? nil, bounds.count <= 2, first <= last
    else { return nil }
    return first...last
  }

  /// The effect on a request, drawn by its number.
  func effect(on method: HTTPMethod, number: Int) -> FaultEffect? {
    guard delay != nil || !failures.isEmpty || dropped > 0 else { return nil }
    var numbers = SeededNumbers(seed: seed &+ UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9)
    var effect = FaultEffect(delay: delay)
    for failure in failures {
      let isMet = Double.random(in: 0..<100, using: &numbers) < failure.percent
      if isMet, failure.method ?? method.rawValue == method.rawValue, effect.status == nil {
        effect.status = failure.status
      }
    }
    if Double.random(in: 0..<100, using: &numbers) < dropped { effect.flags.insert(.reset) }
    return effect
  }
}
