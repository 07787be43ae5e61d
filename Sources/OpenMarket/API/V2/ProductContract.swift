import Foundation

/// The two forms of the newer API (v2). They part ways in dates and in the names of a page's keys, which no one answer
/// can have both ways.
package enum ProductContract: String, Sendable, CaseIterable {
  /// 2021-12 to 2022-08: `page_no`, `/secret`, dates with `.00`.
  case v2a
  /// 2022-10 to 2024: `pageNo`, `/archived`, dates without a fraction.
  case v2b

  /// The currencies that clients of either form decode; any other makes strict ones lose the whole page.
  static let currencies: Set<String> = ["KRW", "USD", "JPY", "HKD"]

  /// The path component that a vendor asks for a deletion token at.
  var deletionPath: String {
    switch self {
    case .v2a: "secret"
    case .v2b: "archived"
    }
  }

  /// A date in UTC, to the letter as clients parse it.
  func text(of date: Date) -> String {
    let text = date.formatted(Date.ISO8601FormatStyle())
    return text.dropLast() + (self == .v2a ? ".00" : "")
  }
}
