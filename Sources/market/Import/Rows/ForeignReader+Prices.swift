import Foundation
import OpenMarket
import Tables

/// The price and the discounted price of a row from another shop. `0.00` in a column that need not have an amount is none.
extension ForeignReader {
  struct Prices {
    /// The cells of the amounts, which may be computed of those of the file.
    var price: ForeignCell?
    var discounted: ForeignCell?
    var currency: String?
    /// A discount that is more than the price, and is left out.
    var excess: ForeignCell?
  }

  /// The cells of the columns price, discounted_price and currency, each amount with the surcharge of a variant. Several variants in
  /// one row have a list of surcharges, which is none of their item.
  func prices(of row: TableRow, isVariant: Bool) -> Prices {
    var found = cellsOfProduct(row)
    let isList = !isVariant && fields.value(.optionList, row)?.contains { ",|\n".contains($0) } == true
    // An amount that cannot be read is an error of the row, as a price that cannot be.
    for field in [.discountAmount, .discountPercent] + (isList ? [] : [ForeignField.surcharge]) {
      if let cell = fields.cell(field, row), amount(cell, ofPercent: true) == nil {
        return Prices(price: cell, currency: found.currency)
      }
    }
    guard !isList, let surcharge = fields.cell(.surcharge, row).flatMap({ amount($0) }), surcharge != 0 else {
      return found
    }
    for path in [\Prices.price, \.discounted] {
      guard let cell = found[keyPath: path], let amount = amount(cell) else { continue }
      found[keyPath: path] = cell.with(text(amount + surcharge))
    }
    return found
  }

  private func cellsOfProduct(_ row: TableRow) -> Prices {
    if format.has(.priceByCurrency) { return priceByCurrency(row) }
    // That of the row, as in a seller's own table; else that of `--currency`.
    let isNamed = options.currency != nil || columns.entry(of: .price)?.currencies.isEmpty == false
    let currency = fields.value(.currency, row)?.plainCell ?? (isNamed ? nil : format.defaultCurrency?.code)
    let regular = fields.cell(.regularPrice, row)
    let selling = fields.cell(.sellingPrice, row) ?? computed(row)
    var found = Prices(price: regular ?? selling, currency: currency)
    guard let regular, let selling, fields.value(.isOnSale, row).map(Self.isNo) != true else { return found }
    if let high = amount(regular), let low = amount(selling) {
      if low < 0, fields.value(.sellingPrice, row) == nil {
        found.excess = fields.cell(row, selling.position)
        return found
      }
      // The price before a discount need not have an amount, and may be an old one.
      if format.has(.regularPriceIsOptional), high == 0 || low >= high {
        return Prices(price: selling, currency: currency)
      }
    }
    found.discounted = selling
    return found
  }

  /// The price less a discount that is an amount or a percentage.
  private func computed(_ row: TableRow) -> ForeignCell? {
    guard let price = fields.cell(.regularPrice, row).flatMap({ amount($0) }) else { return nil }
    let isPercentage =
      fields.value(.discountUnit, row).map { ["%", "percent"].contains($0.plainCell.lowercased()) } == true
    if let percent = fields.cell(isPercentage ? .discountAmount : .discountPercent, row),
      let part = amount(percent, ofPercent: true), part > 0
    {
      return percent.with(text(rounded(price * (100 - part) / 100, row)))
    }
    guard !isPercentage, let cell = fields.cell(.discountAmount, row), let discount = amount(cell),
      discount > 0
    else { return nil }
    return cell.with(text(price - discount))
  }

  /// The column of `--currency`, else of the default currency, else the only one with an amount.
  private func priceByCurrency(_ row: TableRow) -> Prices {
    let found = fields.prices.compactMap { price in
      fields.cell(row, price.position).map { (price.currency, $0) }
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

  private func amount(_ cell: ForeignCell, ofPercent: Bool = false) -> Decimal? {
    let text = ofPercent ? cell.text.replacing("%", with: "") : cell.text
    return (try? CellAmount(text, options, decimalSign: decimalSign))?.number.amount
  }

  private var decimalSign: CellNumber.DecimalSign { options.cellDecimalSign(isText: false) }

  /// An amount as the reader of cells understands it.
  private func text(_ amount: Decimal) -> String {
    decimalSign == .comma ? "\(amount)".replacing(".", with: ",") : "\(amount)"
  }
}
