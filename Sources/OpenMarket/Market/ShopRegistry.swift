package import Foundation
import SystemSupport

/// The settings that buyers see, in the store: every server of it has them, and so has a backup. Only the operator changes them, at the
/// store itself; no API does.
package struct ShopRegistry: Sendable {
  private let store: Store

  package init(at location: StoreLocation) {
    store = Store(at: location, .forCommand)
  }

  /// The values that are set; none where there is no store.
  package func values() async throws -> [ShopSetting: String] {
    try await ClientError.reporting { try await store.shop() }
  }

  /// Sets a value, or removes it. Makes the store where there is none.
  package func set(_ setting: ShopSetting, to value: String?) async throws {
    try await ClientError.reporting {
      try await store.write { try MarketSettings(database: $0).setShop(setting, value ?? "") }
    }
  }

  /// Stores an image as the logo. Throws a `ValidationError` for what is no whole PNG or JPEG image, or is too large.
  package func setLogo(_ image: ItemImage) async throws {
    guard image.content.count <= ShopSetting.logoBytes else {
      throw ValidationError(.images, .longerThan(bytes: ShopSetting.logoBytes), value: image.filename)
    }
    let logo = try image.stripped()
    let name = "\(StoredImage.digest(of: logo.bytes)).\(logo.info.format.fileExtension)"
    try await ClientError.reporting {
      try await store.write { database in
        let settings = MarketSettings(database: database)
        try settings.setLogo(logo.bytes)
        try settings.setShop(.logo, name)
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
      return try settings.shop(.logo) == name ? try settings.logo() : nil
    } ?? nil
  }

  /// Where buyers reach a vendor; nil where only the shop has an address.
  package func contact(ofVendor id: Int) async throws -> String? {
    try await store.read { try MarketSettings(database: $0).contact(ofVendor: id) } ?? nil
  }
}
