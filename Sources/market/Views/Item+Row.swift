import OpenMarket

extension Item {
  /// The fields of a row for other programs: id, title, currency, price, discounted price (empty when there is none),
  /// stock, date.
  func fields(_ presenter: Presenter) -> [String] {
    [
      String(id), title, price.currency.code, "\(price.amount)", discountedPrice.map { "\($0.amount)" } ?? "",
      String(stock), presenter.timestamp(registrationDate),
    ]
  }
}
