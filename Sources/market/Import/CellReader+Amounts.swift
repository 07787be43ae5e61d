import Foundation
import OpenMarket

/// Amounts and numbers.
extension CellReader {
  mutating func number(_ cell: String, _ entry: ColumnMap.Entry) -> CellNumber? {
    do {
      return try CellNumber(cell.plainCell, decimalSign: options.cellDecimalSign)
    } catch {
      add(.number(error), entry)
      return nil
    }
  }

  mutating func amount(_ cell: String, _ entry: ColumnMap.Entry) -> CellAmount? {
    do {
      return try CellAmount(cell, options)
    } catch {
      add(.number(error), entry)
      return nil
    }
  }

  mutating func readStock(_ cell: String, _ entry: ColumnMap.Entry) {
    guard let number = number(cell, entry) else { return }
    guard let stock = number.whole else {
      add(.invalid(ValidationError(.stock, .notAWholeNumber, value: cell)), entry)
      return
    }
    check(entry) { () throws(ValidationError) in try ValidDraft.check(stock: stock) }
    row.fields.stock = stock
  }

  mutating func readCurrency(_ text: String, _ entry: ColumnMap.Entry) {
    // A sign that several currencies share names none; a code and `원` do.
    let found = Currency(text) ?? Currency.named(text).flatMap { $0.count == 1 ? $0.first : nil }
    currency = found
    if let found, found.kind == .money { return }
    hasBadCurrency = true
    add(
      found.map { .notMoney($0) } ?? .invalid(ValidationError(.currency, .notInISO4217, value: text)), entry)
  }

  mutating func finishAmounts() {
    guard price != nil || discount != nil else {
      row.fields.currency = currency
      return
    }
    // An amount in an unknown currency cannot be checked, and its cell is not what is wrong.
    guard !hasBadCurrency, let currency = rowCurrency() else { return }
    row.fields.currency = currency
    if let price { row.fields.amount = checked(price.amount, .price, price.entry, currency) }
    if let discount {
      row.fields.discountedPrice = checked(discount.amount, .discountedPrice, discount.entry, currency)
      if let amount = row.fields.amount, let discounted = row.fields.discountedPrice {
        check(discount.entry) { () throws(ValidationError) in
          try ValidDraft.check(discountedPrice: discounted, below: amount)
        }
      }
    }
  }

  /// The currency of the row's amounts: of its column, else of `--currency`, else of a code or a sign beside an amount, else
  /// the default one. Nil, and a problem, where there is none, or where two of them contradict each other.
  private mutating func rowCurrency() -> Currency? {
    let given = currency ?? options.currency
    var (candidates, isConsistent) = (given.map { [$0] } ?? [], true)
    for (amount, entry) in [price, discount].compactMap(\.self) where !amount.currencies.isEmpty {
      if candidates.isEmpty {
        candidates = amount.currencies
        continue
      }
      let common = candidates.filter(amount.currencies.contains)
      if common.isEmpty {
        add(candidates.count == 1 ? .currencyContradicts(candidates[0]) : .currencyAmbiguous, entry)
        isConsistent = false
      } else {
        candidates = common
      }
    }
    guard isConsistent else { return nil }
    if candidates.count == 1 {
      guard candidates[0].kind == .money else {
        if let entry = price?.entry ?? discount?.entry { add(.notMoney(candidates[0]), entry) }
        return nil
      }
      return candidates[0]
    }
    if let fallback = options.defaultCurrency, candidates.isEmpty || candidates.contains(fallback) {
      row.fields.assumesCurrency = candidates.isEmpty
      return fallback
    }
    if let entry = price?.entry ?? discount?.entry {
      add(candidates.isEmpty ? .currencyMissing : .currencyAmbiguous, entry)
    }
    return nil
  }

  /// The amount if it breaks no rule. The rules are only asked for those that may break one: a comparison of decimals takes
  /// longer than the rest of the cell.
  private mutating func checked(
    _ amount: CellAmount, _ field: ItemField, _ entry: ColumnMap.Entry, _ currency: Currency
  ) -> Decimal {
    let value = amount.number.amount
    let isClearlyValid =
      !amount.number.isNegative && amount.number.decimals <= currency.minorDigits ?? 0
      && amount.number.digits < 100_000_000_000_000
    if !isClearlyValid {
      check(entry) { () throws(ValidationError) in try ValidDraft.check(field, value, in: currency) }
    }
    return value
  }
}
