import Foundation

/// The two forms of the newer API (v2). They differ in dates and in the keys of a page, so no response satisfies both.
package enum ProductContract: String, Sendable, CaseIterable {
  /// 2021-12 to 2022-08: `page_no`, `/secret`, dates with `.00`.
  case v2a
  /// 2022-10 to 2024: `pageNo`, `/archived`, dates without a fraction.
  case v2b

  /// The currencies of lists unless others are chosen: the ones that most clients know. Any other makes strict clients lose
  /// the whole page.
  package static let listedCurrencies = currencies(["KRW", "USD"])

  /// The currencies of the contract, in which products can be added and found by their ids.
  static let currencies = currencies(["KRW", "USD", "JPY", "HKD"])

  private static func currencies(_ codes: [String]) -> Set<Currency> {
    Set(codes.compactMap { Currency($0) })
  }

  var other: Self { self == .v2a ? .v2b : .v2a }

  /// The path component at which a vendor requests a deletion token.
  var deletionPath: String {
    switch self {
    case .v2a: "secret"
    case .v2b: "archived"
    }
  }

  /// The day of a date, in exactly the format that clients parse. The time is always midnight: some clients read it by a
  /// clock of 12 hours, and would lose the page with an item of the afternoon.
  func text(of date: Date, in calendar: SalesCalendar) -> String {
    "\(calendar.day(of: date))T00:00:00\(self == .v2a ? ".00" : "")"
  }
}

/// How v2 shows products: the form of the API that was chosen, and the market's days.
struct ProductForm {
  let contract: ProductContract
  let calendar: SalesCalendar
  /// Whether fractional prices are rounded up, for clients that read integers.
  let wholePrices: Bool

  func date(of item: StoredItem) -> String { contract.text(of: item.registrationDate, in: calendar) }

  func draft(of item: StoredItem) -> ItemDraft { wholePrices ? item.draft.withWholePrices : item.draft }
}
