import Foundation
import HTTP

/// A request for a ranking, `GET /best/{date}?period&by&currency&limit`. The date is any day of the period, or `last` for
/// the last period that is over. Writing it and reading it back are beside each other.
extension BestQuery {
  /// The first component of its path.
  static let path = "best"
  private static let lastPeriod = "last"

  /// The request without an address: the first day of the period, and the query items that differ from the defaults,
  /// sorted by name, so that one ranking has one address.
  var request: HTTPRequest {
    // Every cache has to validate what it stored (RFC 9111 §5.2.1.1).
    HTTPRequest(.get, target: target, headers: [.cacheControl: "max-age=0"])
  }

  /// The path and query of the request.
  var target: String {
    var items: [String] = []
    if measure != .pieces { items.append("by=\(measure.rawValue)") }
    if let currency { items.append("currency=\(currency.code)") }
    if limit != Self.defaultLimit { items.append("limit=\(limit)") }
    if let name = time.scale.name, time.scale != .day { items.append("period=\(name)") }
    return "/\(Self.path)/\(date)" + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
  }

  private var date: String {
    guard case .period(let period) = time, let day = period.days?.lowerBound else { return Self.lastPeriod }
    return day.description
  }

  /// Reads a request; unknown query items are ignored. Throws the `APIError` of one that the API does not have.
  init(_ request: HTTPRequest) throws {
    guard let path = request.pathComponents, path.count == 2, path[0] == Self.path else {
      throw APIError.notFound
    }
    try request.allow([.get])
    var scale = SalesPeriod.Scale.day
    var query = BestQuery(.last(.day))
    for item in request.queryItems {
      let value = item.value ?? ""
      switch item.name {
      case "period":
        scale = try Self.choice(value, of: "period", among: SalesPeriod.Scale.allCases) { $0.name }
      case "by":
        query.measure = try Self.choice(value, of: "by", among: Measure.allCases) { $0.rawValue }
      case "currency":
        guard let currency = Currency(value) else {
          throw APIError.invalid("currency", "currency '\(value)' is not a currency that ISO 4217 lists")
        }
        query.currency = currency
      case "limit":
        guard let limit = Int.positive(value), limit <= Self.largestLimit else {
          throw APIError.invalid(
            "limit", "limit '\(value)' is not a whole number from 1 to \(Self.largestLimit)")
        }
        query.limit = limit
      default:
        continue
      }
    }
    if path[1] == Self.lastPeriod {
      query.time = .last(scale)
    } else {
      guard let day = CalendarDay(path[1]) else {
        throw APIError.invalid("date", "The date '\(path[1])' is not a day such as 2026-11-20, nor 'last'")
      }
      query.time = .period(SalesPeriod(scale, containing: day))
    }
    self = query
  }

  private static func choice<Value>(
    _ text: String, of field: String, among values: [Value], named name: (Value) -> String?
  ) throws -> Value {
    guard let value = values.first(where: { name($0) == text }) else {
      let known = values.compactMap(name).joined(separator: ", ")
      throw APIError.invalid(field, "\(field) '\(text)' is none of \(known)")
    }
    return value
  }
}

extension APIError {
  /// A value that is not valid, in this part of the request.
  static func invalid(_ field: String, _ reason: String) -> APIError {
    APIError(status: 400, code: .malformed, reason: reason, field: field)
  }

  /// A day, week or month that has not begun in the market's time zone.
  static func future(_ period: SalesPeriod) -> APIError {
    APIError(status: 400, code: .inFuture, reason: "'\(period)' is in the future", field: "date")
  }
}
