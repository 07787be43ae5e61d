package import Foundation

/// The settings that a market keeps in its store.
package struct StoredSettings: Sendable, Equatable, Codable {
  /// The name of the time zone by which days begin.
  package var timeZone: String
  /// The days for which deleted items can be restored.
  package var trashDays: Int
  /// The sales and returns that a change of the time zone moves to another day, the latest days first; nil where there was none.
  package var moved: [MovedSales]?
  /// The settings that buyers see, those that are not empty; nil of a server of an earlier version.
  package var shop: [ShopSetting: String]?

  private enum CodingKeys: String, CodingKey {
    case moved, shop
    case timeZone = "time_zone"
    case trashDays = "trash_days"
  }
}

/// A change of such settings; nil for one that stays.
package struct SettingsChange: Sendable, Equatable {
  package var timeZone: TimeZone?
  /// For items that are deleted from now on; 0 deletes them for good.
  package var trashDays: Int?
  /// Empty for a setting that is removed.
  package var shop: [ShopSetting: String] = [:]
  /// The bytes of an image that becomes the logo.
  package var logo: Data?

  package init(
    timeZone: TimeZone? = nil, trashDays: Int? = nil, shop: [ShopSetting: String] = [:], logo: Data? = nil
  ) {
    (self.timeZone, self.trashDays, self.shop, self.logo) = (timeZone, trashDays, shop, logo)
  }
}

/// Sales and returns of a day that belong to another one in another time zone.
package struct MovedSales: Sendable, Equatable, Codable {
  package let from: CalendarDay
  package let to: CalendarDay
  /// How many sales and returns.
  package let count: Int
}

/// A setting of the market that its buyers see. The raw value is its name in the table of settings.
package enum ShopSetting: String, Sendable, CaseIterable, Codable, CodingKeyRepresentable {
  case title = "shop_title"
  case contact = "shop_contact"
  case about = "shop_about"
  /// The name of the file of the logo: the digest of its bytes, and its format.
  case logo = "shop_logo"
  /// `#` and six hexadecimal digits.
  case colour = "shop_colour"

  /// Most bytes of a text about the shop, and of a logo.
  package static let aboutBytes = 32 << 10
  package static let logoBytes = 256 << 10

  /// Whether a text may be stored: it is not too long, and has what XML can carry and readers can see.
  package static func allows(_ text: String) -> Bool {
    text.utf8.count <= aboutBytes && !text.utf8.contains(0) && !text.holdsNoncharacter && !text.isInvisible
  }
}
