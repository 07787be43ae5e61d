import Foundation
import OpenMarket
import Tables

/// The price and the discounted price of a row from another shop. `0.00` in a column that need not have an amount is none.
struct ForeignPrices: Sendable {
  private let fields: ForeignColumns
  private let format: ForeignFormat
  private let options: RowOptions
  /// The currency of a header, `Price (CAD)`.
  private let headerCurrency: Currency?

  init(_ fields: ForeignColumns, format: ForeignFormat, options: RowOptions) {
    self.fields = fields
    self.format = format
    self.options = options
    let named = fields.header(of: .regularPrice).map { HeaderUnit($0).currencies } ?? []
    headerCurrency = named.count == 1 ? named[0] : nil
  }

  /// An amount, and the cell that it comes from.
  struct Price {
    let amount: String
    let cell: ForeignCell
  }

  /// The prices of a row.
  struct Found {
    var price: Price?
    var discounted: Price?
    var currency: String?
    /// Until when the discounted price holds, or why it is left out, by the column that says so.
    var warning: (defect: RowDefect, field: ForeignField)?
  }

  /// The cells of the columns price, discounted_price and currency, each amount with the surcharge of a variant. Several variants in
  /// one row have a list of surcharges, which is none of their item.
  func cells(of row: TableRow, isVariant: Bool) -> Found {
    var found = cellsOfProduct(row)
    let isList = !isVariant && fields.value(.optionList, row)?.contains { ",|\n".contains($0) } == true
    // An amount that cannot be read is an error of the row, as a price that cannot be.
    for field in [.discountAmount, .discountPercent] + (isList ? [] : [ForeignField.surcharge]) {
      if let cell = fields.cell(field, row), amount(cell.text.replacing("%", with: "")) == nil {
        return Found(price: cell.price, currency: found.currency)
      }
    }
    guard !isList, let surcharge = fields.value(.surcharge, row).flatMap(amount), surcharge != 0 else {
      return found
    }
    func added(_ price: Price?) -> Price? {
      price.map { price in
        amount(price.amount).map { Price(amount: text($0 + surcharge), cell: price.cell) } ?? price
      }
    }
    (found.price, found.discounted) = (added(found.price), added(found.discounted))
    return found
  }

  private func cellsOfProduct(_ row: TableRow) -> Found {
    if format.has(.priceByCurrency) { return priceByCurrency(row) }
    // That of the row, as in a seller's own table; else that of `--currency`.
    let currency =
      fields.value(.currency, row)?.plainCell
      ?? headerCurrency?.code
      ?? (options.currency == nil ? format.defaultCurrency?.code : nil)
    let (regular, selling) = (
      fields.cell(.regularPrice, row).map(\.price),
      fields.cell(.sellingPrice, row).map(\.price) ?? computed(row)
    )
    guard let regular, let selling else { return Found(price: selling ?? regular, currency: currency) }
    let (isNow, warning) = saleTime(row)
    guard isNow else { return Found(price: regular, currency: currency, warning: warning) }
    let found = Found(price: regular, discounted: selling, currency: currency, warning: warning)
    guard let high = amount(regular.amount), let low = amount(selling.amount) else { return found }
    // The column that need not have an amount: that of the price before the discount, or of the one with it.
    let isOld = format.has(.regularPriceIsOptional)
    if isOld ? high == 0 : low == 0 { return Found(price: isOld ? selling : regular, currency: currency) }
    if low == high || isOld && low > high { return Found(price: selling, currency: currency) }
    return found
  }

  /// Whether the sale of a row runs, with a warning that says until when, or why it does not.
  private func saleTime(_ row: TableRow) -> (isNow: Bool, warning: (RowDefect, ForeignField)?) {
    if fields.value(.isOnSale, row).map(ForeignReader.isNo) == true { return (false, nil) }
    // PrestaShop writes `0000-00-00` for none, and Google both times in one cell.
    func text(_ field: ForeignField) -> String? {
      let text = fields.value(field, row)?.plainCell
      if let times = text?.split(separator: "/"), times.count == 2 {
        return String(times[field == .saleStart ? 0 : 1])
      }
      return text?.hasPrefix("0000-00-00") == true ? nil : text
    }
    if let start = text(.saleStart) {
      guard let isBegun = verdict(on: start, { $0 <= options.now }) else {
        return (false, (.saleUnclear, .saleStart))
      }
      guard isBegun else { return (false, (.saleLeftOut, .saleStart)) }
    }
    guard let end = text(.saleEnd) else { return (true, nil) }
    // A day is meant as a whole; Magento writes it with the time of its begin.
    let day: TimeInterval = format.has(.datesHaveTheMonthFirst) || !end.contains(":") ? 86_400 : 0
    guard let runs = verdict(on: end, { $0.addingTimeInterval(day) > options.now }) else {
      return (false, (.saleUnclear, .saleEnd))
    }
    return (runs, (runs ? .saleEnds : .saleLeftOut, .saleEnd))
  }

  /// Whether a date meets a condition; nil for what is no date, and where its readings disagree.
  private func verdict(on text: String, _ condition: (Date) -> Bool) -> Bool? {
    let verdicts = Set(dates(text).map(condition))
    return verdicts.count == 1 ? verdicts.first : nil
  }

  /// The dates that a text can mean: ISO 8601, a day with its year behind, in the order of this shop or in both, `15/12/2026`,
  /// `12/31/26, 12:00 AM`, `1.12.2026`, one with the English name of its month, or seconds since 1970.
  private func dates(_ text: String) -> [Date] {
    if let date = CellDate(text, in: options.timeZone) { return [date.date] }
    if text.utf8.count == 10, let seconds = Double(text) { return [Date(timeIntervalSince1970: seconds)] }
    func day(_ year: Substring, _ month: some CustomStringConvertible, _ day: Substring) -> Date? {
      CellDate("\(year.count == 2 ? "20" : "")\(year)/\(month)/\(day)", in: options.timeZone)?.date
    }
    if let parts = text.wholeMatch(of: /(\d{1,2})([\/.\-])(\d{1,2})\2(\d{2}|\d{4})(,? \d{1,2}:\d\d.*)?/) {
      let (one, other, year) = (parts.1, parts.3, parts.4)
      let (monthFirst, dayFirst) = (day(year, one, other), day(year, other, one))
      if parts.2 == "." { return [dayFirst].compactMap(\.self) }
      if format.has(.datesHaveTheMonthFirst), let monthFirst { return [monthFirst] }
      return [monthFirst, dayFirst].compactMap(\.self)
    }
    let dayFirst = text.replacing(/([A-Za-z]+)\.? (\d{1,2}),? (\d{4})/) { "\($0.2) \($0.1) \($0.3)" }
    if let parts = dayFirst.wholeMatch(of: /(\d{1,2})\.? ([A-Za-z]{3,})\.? (\d{4})/),
      let index = DamagedKey.monthNames.firstIndex(where: { $0.hasPrefix(parts.2.lowercased()) })
    {
      return [day(parts.3, index + 1, parts.1)].compactMap(\.self)
    }
    return []
  }

  /// The price less a discount that is an amount or a percentage.
  private func computed(_ row: TableRow) -> Price? {
    guard let price = fields.value(.regularPrice, row).flatMap(amount) else { return nil }
    let isPercentage =
      fields.value(.discountUnit, row).map { ["%", "percent"].contains($0.plainCell.lowercased()) } == true
    if let percent = fields.cell(isPercentage ? .discountAmount : .discountPercent, row),
      let part = amount(percent.text.replacing("%", with: "")), part > 0
    {
      return Price(amount: text(rounded(price * (100 - part) / 100, row)), cell: percent)
    }
    if !isPercentage, let cell = fields.cell(.discountAmount, row), let discount = amount(cell.text),
      discount > 0
    {
      return Price(amount: text(price - discount), cell: cell)
    }
    return nil
  }

  /// The column of `--currency`, else of the default currency, else the only one with an amount.
  private func priceByCurrency(_ row: TableRow) -> Found {
    let found = fields.prices.compactMap { price in
      fields.cell(row, price.position).map { (price.currency, $0.price) }
    }
    let chosen =
      if let currency = options.currency {
        found.first { $0.0 == currency }
      } else {
        found.first { $0.0 == options.defaultCurrency } ?? (found.count == 1 ? found.first : nil)
      }
    return Found(price: chosen?.1, currency: chosen?.0.code)
  }

  /// A computed amount to the unit of the row's currency, a half up.
  private func rounded(_ amount: Decimal, _ row: TableRow) -> Decimal {
    let named = fields.value(.currency, row).flatMap { Currency($0.plainCell) } ?? options.currency
    return (named ?? format.defaultCurrency ?? options.defaultCurrency)?.rounded(amount) ?? amount
  }

  private func amount(_ text: String) -> Decimal? { (try? CellAmount(text, options))?.number.amount }

  /// An amount as the reader of cells understands it.
  private func text(_ amount: Decimal) -> String {
    options.cellDecimalSign == .comma ? "\(amount)".replacing(".", with: ",") : "\(amount)"
  }
}

extension ForeignCell {
  fileprivate var price: ForeignPrices.Price { .init(amount: text, cell: self) }
}
