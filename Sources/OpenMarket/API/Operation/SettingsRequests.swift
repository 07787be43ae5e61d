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

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse {
    try .privateJSON(await api.marketplace.change(change, isPlan: isPlan))
  }
}

extension ChangeSettings: ObjectCodable {
  /// The body of the request.
  static func pass(_ settings: Self?, _ json: ObjectMembers) throws -> Self {
    let zone = try json.optional("time_zone", settings?.change.timeZone?.name).map { name in
      try TimeZone(named: name).orThrow(
        JSONDefect.notValid("time_zone", reason: "'\(name)' is no name of the time zone database"))
    }
    let days = try json.optional("trash_days", settings?.change.trashDays)
    if let days, !TrashTime.range.contains(days) {
      throw JSONDefect.notValid("trash_days", reason: "'\(days)' is not from 0 to 3650")
    }
    let shop = try json.optional("shop", settings?.change.shop) ?? [:]
    for (setting, text) in shop where !ShopSetting.allows(text) {
      throw JSONDefect.notValid(
        "shop",
        reason: "'\(setting.rawValue)' is too long, invisible, or has a character that XML cannot carry")
    }
    // It is set by its image alone.
    if shop[.logo]?.isEmpty == false { throw JSONDefect.notValid("shop", reason: "'shop_logo' has an image") }
    let logo = try json.optional("logo", settings?.change.logo?.base64EncodedString()).map { text in
      try Data(base64Encoded: text).orThrow(JSONDefect.notValid("logo", reason: "it is not base64"))
    }
    return Self(
      change: SettingsChange(timeZone: zone, trashDays: days, shop: shop, logo: logo),
      isPlan: try json.flag("plan", settings?.isPlan))
  }
}
