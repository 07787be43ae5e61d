/// A setting of the market that its buyers see. The raw value is its name in the table of settings.
package enum ShopSetting: String, Sendable, CaseIterable {
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
}
