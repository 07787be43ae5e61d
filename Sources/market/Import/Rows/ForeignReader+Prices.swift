import Foundation
import OpenMarket
import Tables

/// The price and the discounted price of a row from another shop. `0.00` in a column that need not have an amount is none.
extension ForeignReader {
  typealias Price = (amount: String, cell: ForeignCell)

  struct Prices {
    var price: Price?
    var discounted: Price?
    var currency: String?
    /// Until when the discounted price holds, or why it is left out, by the column that says so.
    var warning: (defect: RowDefect, field: ForeignField)?
  }

  /// The cells of the columns price, discounted_price and currency, each amount with the surcharge of a variant. Several variants in
  /// one row have a list of surcharges, which is none of their item.
  func prices(of row: TableRow, isVariant: Bool) -> Prices {
    var found = cellsOfProduct(row)
    let isList = !isVariant && fields.value(.optionList, row)?.contains { ",|\n".contains($0) } == true
    // An amount that cannot be read is an error of the row, as a price that cannot be.
    for field in [.discountAmount, .discountPercent] + (isList ? [] : [ForeignField.surcharge]) {
      if let cell = fields.cell(field, row), amount(cell.text.replacing("%", with: "")) == nil {
        return Prices(price: cell.price, currency: found.currency)
      }
    }
    guard !isList, let surcharge = fields.value(.surcharge, row).flatMap(amount), surcharge != 0 else {
      return found
    }
    func added(_ price: Price?) -> Price? {
      price.map { price in
        amount(price.amount).map { (text($0 + surcharge), price.cell) } ?? price
      }
    }
    (found.price, found.discounted) = (added(found.price), added(found.discounted))
    return found
  }

  private func cellsOfProduct(_ row: TableRow) -> Prices {
    if format.has(.priceByCurrency) { return priceByCurrency(row) }
    // That of the row, as in a seller's own table; else that of `--currency`.
    let currency =
      fields.value(.currency, row)?.plainCell ?? headerCurrency?.code
      ?? (options.currency == nil ? format.defaultCurrency?.code : nil)
    let (regular, selling) = (
      fields.cell(.regularPrice, row).map(\.price),
      fields.cell(.sellingPrice, row).map(\.price) ?? computed(row)
    )
    var found = Prices(price: regular ?? selling, currency: currency)
    guard let regular, let selling, fields.value(.isOnSale, row).map(Self.isNo) != true else { return found }
    let sale = SaleTime(
      start: fields.value(.saleStart, row), end: fields.value(.saleEnd, row), options,
      hasMonthFirst: format.has(.datesHaveTheMonthFirst))
    found.warning = sale.defect.map { ($0, sale.isAboutEnd ? .saleEnd : .saleStart) }
    guard sale.isNow else { return found }
    found.discounted = selling
    guard let high = amount(regular.amount), let low = amount(selling.amount) else { return found }
    if low < 0, fields.value(.sellingPrice, row) == nil {
      let isAmount = fields.cell(.discountAmount, row) == selling.cell
      found.discounted = nil
      found.warning = (.discountLeftOut, isAmount ? .discountAmount : .discountPercent)
      return found
    }
    // The column that need not have an amount: that of the price before the discount, or of the one with it.
    let isOld = format.has(.regularPriceIsOptional)
    if isOld ? high == 0 : low == 0 { return Prices(price: isOld ? selling : regular, currency: currency) }
    if low == high || isOld && low > high { return Prices(price: selling, currency: currency) }
    return found
  }

  /// The price less a discount that is an amount or a percentage.
  private func computed(_ row: TableRow) -> Price? {
    guard let price = fields.value(.regularPrice, row).flatMap(amount) else { return nil }
    let isPercentage =
      fields.value(.discountUnit, row).map { ["%", "percent"].contains($0.plainCell.lowercased()) } == true
    if let percent = fields.cell(isPercentage ? .discountAmount : .discountPercent, row),
      let part = amount(percent.text.replacing("%", with: "")), part > 0
    {
      return (text(rounded(price * (100 - part) / 100, row)), percent)
    }
    if !isPercentage, let cell = fields.cell(.discountAmount, row), let discount = amount(cell.text),
      discount > 0
    {
      return (text(price - discount), cell)
    }
    return nil
  }

  /// The column of `--currency`, else of the default currency, else the only one with an amount.
  private func priceByCurrency(_ row: TableRow) -> Prices {
    let found = fields.prices.compactMap { price in
      fields.cell(row, price.position).map { (price.currency, $0.price) }
    }
    let chosen =
      if let currency = options.currency {
        found.first { $0.0 == currency }
      } else {
        found.first { $0.0 == options.defaultCurrency } ?? (found.count == 1 ? found.first : nil)
      }
    return Prices(price: chosen?.1, currency: chosen?.0.code)
  }

  /// A computed amount to the unit of the row's currency, a half up.
  private func rounded(_ amount: Decimal, _ row: TableRow) -> Decimal {
    let named = fields.value(.currency, row).flatMap { Currency($0.plainCell) } ?? options.currency
    return (named ?? format.defaultCurrency ?? options.defaultCurrency)?.rounded(amount) ?? amount
  }

  private func amount(_ text: String) -> Decimal? {
    (try? CellAmount(text, options, decimalSign: decimalSign))?.number.amount
  }

  private var decimalSign: CellNumber.DecimalSign { options.cellDecimalSign(isText: false) }

  /// An amount as the reader of cells understands it.
  private func text(_ amount: Decimal) -> String {
    decimalSign == .comma ? "\(amount)".replacing(".", with: ",") : "\(amount)"
  }
}

extension ForeignCell {
  fileprivate var price: ForeignReader.Price { (text, self) }
}
