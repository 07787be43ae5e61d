import Foundation
import HTTP
import SystemSupport

/// `GET /settings`: the settings that a market keeps in its store.
struct ShowSettings: OperatorRequest {
  typealias Response = StoredSettings

  static let route = Route(method: .get, path: "/settings")

  static func read(_ received: ReceivedRequest) throws -> Self { Self() }

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse {
    try .privateJSON(await api.marketplace.settings())
  }
}

/// `PATCH /settings`: changes them, in one transaction. A new time zone adds all sales up again.
struct ChangeSettings: OperatorRequest {
  typealias Response = StoredSettings

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
    try .privateJSON(await api.marketplace.change(change, isPlan: isPlan))
  }
}
