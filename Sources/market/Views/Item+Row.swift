import Console
import OpenMarket

extension Item {
  /// What the fields of a row are.
  static let columns = [
    Phrase("id"), Phrase("title"), Phrase("currency"), Phrase("price"), "discounted price", Phrase("stock"),
    Phrase("date"),
  ]

  /// The fields of a row for other programs; the discounted price is empty when there is none.
  func fields(_ presenter: Presenter) -> [String] {
    [
      String(id), title, price.currency.code, "\(price.amount)", discountedPrice.map { "\($0.amount)" } ?? "",
      String(stock), presenter.timestamp(registrationDate),
    ]
  }
}
