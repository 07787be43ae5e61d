import Foundation

extension StoredItem {
  /// The columns that `init` reads, of `item` joined with `vendor`.
  static let columns = """
    item.id, item.vendor_id, vendor.name, item.title, item.currency, item.price, item.discounted_price, item.stock, \
    item.registration_date
    """

  init(_ row: Database.Row, description: String, images: [StoredImage]) throws(StoreError) {
    guard let currency = Currency(row.text(4)) else { throw .damaged }
    self.init(
      id: row.integer(0), vendor: StoredVendor(id: row.integer(1), name: row.text(2)),
      draft: ItemDraft(
        title: row.text(3), description: description,
        price: Price(Decimal(tenThousandths: row.integer(5)), currency),
        discountedPrice: row.optionalInteger(6).map(Decimal.init(tenThousandths:)), stock: row.integer(7)),
      registrationDate: row.date(8), images: images)
  }
}

extension Database.Row {
  /// A date, stored in microseconds since 1970.
  func date(_ column: Int32) -> Date {
    Date(timeIntervalSince1970: Double(integer(column)) / 1_000_000)
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
