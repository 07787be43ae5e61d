import Foundation
import HTTP
import SystemSupport

/// `GET /settings`: the settings that a market keeps in its store.
struct ShowSettings: OperatorRequest {
  typealias Response = SettingsBody

  static let route = Route(method: .get, path: "/settings")

  static func read(_ received: ReceivedRequest) throws -> Self { Self() }

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse {
    try .privateJSON(SettingsBody(await api.marketplace.settings()))
  }
}

/// `PATCH /settings`: changes them, in one transaction. A new time zone adds all sales up again.
struct ChangeSettings: OperatorRequest {
  typealias Response = SettingsBody

  static let route = Route(method: .patch, path: "/settings")
  /// Settings that are sent again change nothing.
  static let isRepeatable = true

  let change: SettingsChange
  /// Whether the result is told and nothing is changed.
  let isPlan: Bool

  private struct Body: Codable {
    var timeZone: String?
    var trashDays: Int?
    var plan: Bool?

    private enum CodingKeys: String, CodingKey {
      case plan
      case timeZone = "time_zone"
      case trashDays = "trash_days"
    }
  }

  static func read(_ received: ReceivedRequest) throws -> Self {
    let body = try received.message.json(Body.self)
    let zone = try body.timeZone.map { name in
      try TimeZone(named: name).orThrow(
        APIError.malformed(
          "time_zone '\(name)' is no name of the time zone database", field: "time_zone"))
    }
    if let days = body.trashDays, !TrashTime.range.contains(days) {
      throw APIError.malformed("trash_days '\(days)' is not from 0 to 3650", field: "trash_days")
    }
    return Self(change: SettingsChange(timeZone: zone, trashDays: body.trashDays), isPlan: body.plan ?? false)
  }

  func write(to message: inout HTTPRequest, boundary: String) throws {
    try message.setJSON(
      Body(timeZone: change.timeZone?.name, trashDays: change.trashDays, plan: isPlan ? true : nil))
  }

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse {
    try .privateJSON(SettingsBody(await api.marketplace.change(change, isPlan: isPlan)))
  }
}

/// The JSON of the settings of a market.
struct SettingsBody: Codable {
  struct Move: Codable {
    let from: String
    let to: String
    let count: Int
  }

  let timeZone: String
  let trashDays: Int
  /// The sales and returns that a new time zone moves to another day; absent where no zone was asked for.
  let moved: [Move]?

  private enum CodingKeys: String, CodingKey {
    case moved
    case timeZone = "time_zone"
    case trashDays = "trash_days"
  }

  init(_ settings: StoredSettings) {
    (timeZone, trashDays) = (settings.timeZone, settings.trashDays)
    moved = settings.moved?.map { Move(from: $0.from.description, to: $0.to.description, count: $0.count) }
  }

  /// Throws for a day that no calendar has.
  func settings() throws(JSONDefect) -> StoredSettings {
    var moves: [MovedSales]?
    if let moved {
      moves = []
      for move in moved {
        guard let from = CalendarDay(move.from), let to = CalendarDay(move.to) else { throw .notExpected }
        moves?.append(MovedSales(from: from, to: to, count: move.count))
      }
    }
    return StoredSettings(timeZone: timeZone, trashDays: trashDays, moved: moves)
  }
}
