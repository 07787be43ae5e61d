import Foundation
import OpenMarket
import Tables

/// The price and the discounted price of a row from another shop. `0.00` in a column that need not have an amount is none.
struct ForeignPrices: Sendable {
  private let fields: ForeignColumns
  private let format: ForeignFormat
  private let options: RowOptions

  init(_ fields: ForeignColumns, format: ForeignFormat, options: RowOptions) {
    self.fields = fields
    self.format = format
    self.options = options
  }

  /// An amount, and the cell that it comes from.
  struct Price {
    let amount: String
    let cell: ForeignCell

    init(_ cell: ForeignCell) { self.init(amount: cell.text, cell: cell) }

    init(amount: String, cell: ForeignCell) { (self.amount, self.cell) = (amount, cell) }
  }

  /// The cells of the columns price, discounted_price and currency, each amount with the surcharge of a variant.
  func cells(of row: TableRow) -> (price: Price?, discounted: Price?, currency: String?) {
    var found = cellsOfProduct(row)
    guard let surcharge = fields.value(.surcharge, row).flatMap(amount), surcharge != 0 else { return found }
    func added(_ price: Price?) -> Price? {
      price.map { price in
        amount(price.amount).map { Price(amount: text($0 + surcharge), cell: price.cell) } ?? price
      }
    }
    (found.price, found.discounted) = (added(found.price), added(found.discounted))
    return found
  }

  private func cellsOfProduct(_ row: TableRow) -> (price: Price?, discounted: Price?, currency: String?) {
    if format == .medusa { return priceByCurrency(row) }
    var currency: String?
    // Shops in Korea, unless another currency is named.
    if options.currency == nil, format == .cafe24 || format == .smartstore { currency = "KRW" }
    let (regular, selling) = (
      fields.cell(.regularPrice, row).map { Price($0) },
      fields.cell(.sellingPrice, row).map { Price($0) } ?? computed(row)
    )
    guard let regular, let selling else { return (selling ?? regular, nil, currency) }
    guard let high = amount(regular.amount), let low = amount(selling.amount) else {
      return (regular, selling, currency)
    }
    // The column that need not have an amount: that of the price before the discount, or of the one with it.
    let isOld = format == .shopify || format == .cafe24
    if isOld ? high == 0 : low == 0 { return (isOld ? selling : regular, nil, currency) }
    if low == high || isOld && low > high { return (selling, nil, currency) }
    return (regular, selling, currency)
  }

  /// The price less a discount that is an amount or a percentage.
  private func computed(_ row: TableRow) -> Price? {
    guard let price = fields.value(.regularPrice, row).flatMap(amount) else { return nil }
    let isPercentage = fields.value(.discountUnit, row)?.plainCell == "%"
    if let percent = fields.cell(isPercentage ? .discountAmount : .discountPercent, row),
      let part = amount(percent.text.replacing("%", with: "")), part > 0
    {
      return Price(amount: text(price * (100 - part) / 100), cell: percent)
    }
    if !isPercentage, let cell = fields.cell(.discountAmount, row), let discount = amount(cell.text),
      discount > 0
    {
      return Price(amount: text(price - discount), cell: cell)
    }
    return nil
  }

  /// The column of `--currency`, else of the default currency, else the only one with an amount.
  private func priceByCurrency(_ row: TableRow) -> (price: Price?, discounted: Price?, currency: String?) {
    let found = fields.prices.compactMap { price in
      fields.cell(row, price.position).map { (price.currency, Price($0)) }
    }
    let chosen =
      if let currency = options.currency {
        found.first { $0.0 == currency }
      } else {
        found.first { $0.0 == options.defaultCurrency } ?? (found.count == 1 ? found.first : nil)
      }
    return (chosen?.1, nil, chosen?.0.code)
  }

  private func amount(_ text: String) -> Decimal? {
    (try? CellAmount(text, options))?.number.amount
  }

  /// An amount as the reader of cells understands it.
  private func text(_ amount: Decimal) -> String {
    options.cellDecimalSign == .comma ? "\(amount)".replacing(".", with: ",") : "\(amount)"
  }
}
