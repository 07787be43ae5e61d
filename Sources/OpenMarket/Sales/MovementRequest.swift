package import Foundation

/// A change of an item's stock that a seller reports.
package struct MovementRequest: Sendable, Equatable {
  /// The change to record. Quantities count pieces, from 1.
  package enum Action: Sendable, Equatable {
    /// `price` is that of one piece; nil for the item's present one.
    case sell(quantity: Int, price: Decimal?)
    case restock(quantity: Int, cost: Decimal?)
    /// A return of sold pieces. Pieces that cannot be sold again leave the stock at once.
    case `return`(quantity: Int, isResellable: Bool)
    case writeOff(quantity: Int, RemovalReason)
    /// Changes the stock by a number other than 0.
    case adjust(by: Int)
    /// Takes back a sale and records it with other terms, or with 0 pieces not again; or a delivery with another cost. Nil
    /// leaves the quantity, the price or the cost.
    case correct(entry: Int, quantity: Int? = nil, price: Decimal? = nil, cost: Decimal? = nil)
  }

  package var itemID: Int
  package var action: Action
  package var note: String?
  /// The seller's name for a sale; a sale of an item has one reference, and is recorded once under it.
  package var reference: String?
  /// When it happened; nil for now.
  package var time: ReportedTime?
  /// Whether the stock was counted after a sale, a delivery, a return or a write-off: it stays as it was counted. Other
  /// movements do not have this.
  package var isAlreadyCounted: Bool
  /// The number of the sale that a return is from, its first movement's; nil for the newest sales. No API has it.
  package var sale: Int?

  package init(
    itemID: Int, _ action: Action, note: String? = nil, reference: String? = nil, time: ReportedTime? = nil,
    isAlreadyCounted: Bool = false
  ) {
    (self.itemID, self.action, self.note) = (itemID, action, note)
    // White space at the ends is no other reference.
    self.reference = reference?.trimmingCharacters(in: .whitespacesAndNewlines)
    (self.time, self.isAlreadyCounted) = (time, isAlreadyCounted)
  }
}

extension MovementRequest {
  /// The texts that tell a request from others.
  package var texts: [String] {
    ["\(itemID)", "\(action)", note ?? "", reference ?? "", time?.text ?? "", "\(isAlreadyCounted)"]
      + (sale.map { ["\($0)"] } ?? [])
  }
}

/// Limits of a movement.
package enum MovementLimits {
  package static let noteBytes = 1_000
  package static let referenceBytes = 200
  /// Most movements of one request.
  package static let requests = 100
  /// Most movements that one request writes: a return may take back several sales, and a correction several returns.
  package static let written = 1_000
  /// Most late movements that are read for the cost of a piece at a time: some tenths of a millisecond.
  static let late = 1_000
  /// Changes of the title and prices that are kept of an item.
  static let changes = 100
  /// Most pieces of an item that are sold, returned and corrected, all added up.
  static let pieces = 1_000_000_000_000

  /// Most that the sales and costs of an item add up to in absolute amounts, in ten-thousandths: 10¹⁵ minor units, as far
  /// as `StoredColumns.anyNumber` holds that.
  static func amount(in currency: Currency) -> Int {
    var amount = 1_000_000_000_000_000
    for _ in (currency.minorDigits ?? 4)..<4 {
      let (product, overflow) = amount.multipliedReportingOverflow(by: 10)
      if overflow { return largestAmount }
      amount = product
    }
    return min(amount, largestAmount)
  }

  private static let largestAmount = 4_000_000_000_000_000_000
}

extension MovementRequest {
  /// Throws the first rule that the request breaks, as far as it is known without the item.
  package func validate() throws(ValidationError) {
    switch action {
    case .sell(let quantity, let price):
      try Self.check(quantity)
      if let price { try ValidDraft.check(.price, price, in: nil) }
    case .restock(let quantity, let cost):
      try Self.check(quantity)
      if let cost { try ValidDraft.check(.cost, cost, in: nil) }
    case .return(let quantity, _), .writeOff(let quantity, _): try Self.check(quantity)
    case .adjust(let change):
      if change == 0 { throw ValidationError(.quantity, .zero, value: "0") }
      try Self.check(Int(clamping: change.magnitude))
    case .correct(_, let quantity, let price, let cost):
      if let quantity, quantity != 0 { try Self.check(quantity) }
      if let price { try ValidDraft.check(.price, price, in: nil) }
      if let cost { try ValidDraft.check(.cost, cost, in: nil) }
      if quantity == nil, price == nil, cost == nil { throw ValidationError(.price, .missing) }
    }
    if let note { try ValidDraft.check(.note, note, atMost: MovementLimits.noteBytes) }
    if let reference {
      if reference.isEmpty { throw ValidationError(.reference, .empty, value: "") }
      try ValidDraft.check(.reference, reference, atMost: MovementLimits.referenceBytes)
    }
  }

  private static func check(_ quantity: Int) throws(ValidationError) {
    if quantity == 0 { throw ValidationError(.quantity, .zero, value: "0") }
    if quantity < 0 { throw ValidationError(.quantity, .negative, value: String(quantity)) }
    if quantity > ItemLimits.stock {
      throw ValidationError(.quantity, .above(limit: String(ItemLimits.stock)), value: String(quantity))
    }
  }
}

/// A movement that was recorded, or was there already.
package struct RecordedMovement: Sendable, Equatable {
  package var movement: Movement
  package let title: String
  /// The code on the receipt of a sale.
  package let receipt: ReceiptCode?
  /// Whether it is reported for a time before the item was added.
  package let predatesItem: Bool
  /// When the returned pieces were sold; nil for other movements.
  package var soldAt: Date?
  /// Whether it is a sale that was recorded under its reference before.
  package var isRepeated = false
}
