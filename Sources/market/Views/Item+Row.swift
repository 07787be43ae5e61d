import Console
import OpenMarket

extension Item {
  /// What the fields of a row are.
  static let columns = [
    LocalizedPhrase("id"), LocalizedPhrase("title"), LocalizedPhrase("currency"), LocalizedPhrase("price"),
    "discounted price", LocalizedPhrase("stock"),
    LocalizedPhrase("date"),
  ]

  /// The fields of a row for other programs; the discounted price is empty when there is none.
  func fields(_ format: OutputFormat) -> [String] {
    [
      String(id), title, price.currency.code, "\(price.amount)", discountedPrice.map { "\($0.amount)" } ?? "",
      String(stock), format.timestamp(registrationDate),
    ]
  }
}
