import Console
import Foundation
import OpenMarket

/// An item as a row of the list.
extension Item {
  static let columns = [
    Table.Column("ID", alignment: .right, minimum: 2),
    Table.Column("TITLE", minimum: 10, flexible: true),
    Table.Column("PRICE", alignment: .right, minimum: 12),
    Table.Column("STOCK", alignment: .right, minimum: 5),
    Table.Column("ADDED", minimum: 6),
  ]

  func cells(_ presenter: Presenter, _ style: Style) -> [Cell] {
    [
      Cell(String(id), style.dim),
      Cell(title),
      Cell(priceRuns(presenter, style)),
      stock == 0 ? Cell("sold out", style.yellow) : Cell(presenter.number(stock)),
      Cell(presenter.age(registrationDate), style.dim),
    ]
  }

  /// The fields of a row for other programs: id, title, currency, price, discounted price (empty when there is none),
  /// stock, date.
  func fields(_ presenter: Presenter) -> [String] {
    [
      String(id), title, price.currency.code, "\(price.amount)", discountedPrice.map { "\($0.amount)" } ?? "",
      String(stock), presenter.timestamp(registrationDate),
    ]
  }
}
