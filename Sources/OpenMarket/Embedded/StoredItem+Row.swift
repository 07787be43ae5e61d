import Foundation

extension StoredItem {
  /// A row of `item` in the order id, title, currency, price, discounted_price, stock, registration_date.
  init(_ row: Database.Row, description: String, images: [StoredImage]) throws(StoreError) {
    guard let currency = Currency(row.text(2)) else { throw .damaged }
    self.init(
      id: row.integer(0),
      draft: ItemDraft(
        title: row.text(1), description: description,
        price: Price(Decimal(tenThousandths: row.integer(3)), currency),
        discountedPrice: row.optionalInteger(4).map(Decimal.init(tenThousandths:)), stock: row.integer(5)),
      registrationDate: Date(timeIntervalSince1970: Double(row.integer(6)) / 1_000_000), images: images)
  }
}

extension Database.Value {
  /// An amount of money, in ten-thousandths; the limits of prices keep it within 64 bits.
  static func amount(_ amount: Decimal) -> Self {
    .integer(NSDecimalNumber(decimal: amount * 10_000).intValue)
  }

  static func amount(_ amount: Decimal?) -> Self {
    amount.map { .amount($0) } ?? .null
  }

  /// A date, in microseconds since 1970.
  static func date(_ date: Date) -> Self {
    .integer(Int((date.timeIntervalSince1970 * 1_000_000).rounded()))
  }
}

extension Decimal {
  fileprivate init(tenThousandths: Int) {
    let (units, rest) = tenThousandths.quotientAndRemainder(dividingBy: 10_000)
    self = rest == 0 ? Decimal(units) : Decimal(tenThousandths) / 10_000
  }
}
