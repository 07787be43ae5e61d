package import Foundation
import SystemSupport

/// The settings that buyers see, in the store: every server of it has them, and so has a backup. Only the operator changes them, at the
/// store itself; no API does.
package struct ShopRegistry: Sendable {
  private let store: Store
  private let isPlan: Bool

  /// - Parameter isPlan: Whether values are checked, and none is written.
  package init(at location: StoreLocation, isPlan: Bool = false) {
    (store, self.isPlan) = (Store(at: location, .forCommand), isPlan)
  }

  /// The values that are set; none where there is no store.
  package func values() async throws -> [ShopSetting: String] {
    try await ClientError.reporting { try await store.shop() }
  }

  /// Sets a value, or removes it. Makes the store where there is none.
  package func set(_ setting: ShopSetting, to value: String?, at date: Date = Date()) async throws {
    guard !isPlan else { return }
    try await ClientError.reporting {
      try await store.write { try Self.set(setting, to: value ?? "", in: $0, at: date) }
    }
  }

  private static func set(
    _ setting: ShopSetting, to value: String, in database: any Database, at date: Date
  ) throws {
    let settings = MarketSettings(database: database)
    let former = try settings.shop(setting) ?? ""
    guard former != value else { return }
    try settings.setShop(setting, value)
    try LogRows(database, at: date).record(.configure, .setting(setting.rawValue, former, value))
  }

  /// Stores an image as the logo. Throws a `ValidationError` for what is no whole PNG or JPEG image, or is too large.
  package func setLogo(_ image: ItemImage, at date: Date = Date()) async throws {
    guard image.content.count <= ShopSetting.logoBytes else {
      throw ValidationError(.images, .longerThan(bytes: ShopSetting.logoBytes), value: image.filename)
    }
    let logo = try image.stripped()
    guard !isPlan else { return }
    let name = "\(StoredImage.digest(of: logo.bytes)).\(logo.info.format.fileExtension)"
    try await ClientError.reporting {
      try await store.write { database in
        try MarketSettings(database: database).addLogo(logo.bytes, named: name)
        try Self.set(.logo, to: name, in: database, at: date)
      }
    }
  }
}

extension Store {
  /// The settings that buyers see, those that are not empty.
  func shop() async throws -> [ShopSetting: String] {
    try await read { database in
      let settings = MarketSettings(database: database)
      return try ShopSetting.allCases.reduce(into: [:]) { values, setting in
        if let value = try settings.shop(setting), !value.isEmpty { values[setting] = value }
      }
    } ?? [:]
  }
}

extension Marketplace {
  /// The settings that buyers see.
  package func shop() async throws -> [ShopSetting: String] { try await store.shop() }

  /// The bytes of the logo; nil for a name that is not the present one's.
  package func logo(named name: String) async throws -> Data? {
    try await store.read { database in
      let settings = MarketSettings(database: database)
      return try settings.shop(.logo) == name ? try settings.logo(named: name) : nil
    } ?? nil
  }

  /// Where buyers reach a vendor; nil where only the shop has an address.
  package func contact(ofVendor id: Int) async throws -> String? {
    try await store.read { try MarketSettings(database: $0).contact(ofVendor: id) } ?? nil
  }
}
