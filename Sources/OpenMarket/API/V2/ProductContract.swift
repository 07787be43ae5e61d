import Foundation

/// The two forms of the newer API (v2). They differ in dates and in the keys of a page, so no response satisfies both.
package enum ProductContract: String, Sendable, CaseIterable {
  /// 2021-12 to 2022-08: `page_no`, `/secret`, dates with `.00`.
  case v2a
  /// 2022-10 to 2024: `pageNo`, `/archived`, dates without a fraction.
  case v2b

  /// The currencies that clients of either form decode; any other makes strict ones lose the whole page.
  static let currencies: Set<String> = ["KRW", "USD", "JPY", "HKD"]

  /// The path component at which a vendor requests a deletion token.
  var deletionPath: String {
    switch self {
    case .v2a: "secret"
    case .v2b: "archived"
    }
  }

  /// A date in UTC, in exactly the format that clients parse.
  func text(of date: Date) -> String {
    let text = date.formatted(Date.ISO8601FormatStyle())
    return text.dropLast() + (self == .v2a ? ".00" : "")
  }
}
