import Foundation

/// The numbers of an item's ledger.
struct LedgerSums: Equatable {
  var movements = 0
  /// Pieces sold, returned and corrected: absolute values added up.
  var pieces = 0
  /// Their prices and costs, and the costs of what was received, in ten-thousandths: absolute values added up.
  var amount = 0

  /// With more movements. Throws `LedgerRefusal.amountTooLarge` where an item would have more than can be added up: since
  /// each item is bounded, so is every sum over the movements of an item.
  func adding(_ sums: MovementSums, currency: Currency, ofItem id: Int) throws(LedgerRefusal) -> Self {
    let (pieces, piecesOverflow) = pieces.addingReportingOverflow(sums.pieces)
    let (amount, amountOverflow) = amount.addingReportingOverflow(sums.amount)
    // A movement without sale and cost is recorded even where an older version has exceeded the limits.
    let isBounded =
      (sums.pieces == 0 || !piecesOverflow && pieces <= MovementLimits.pieces)
      && (sums.amount == 0 || !amountOverflow && amount <= MovementLimits.amount(in: currency))
    guard isBounded else { throw .amountTooLarge(item: id) }
    return Self(movements: movements + sums.count, pieces: pieces, amount: amount)
  }
}

/// A day and a currency in which something was sold.
struct SaleDay: Hashable {
  let day: Int
  let currency: String
}

/// The sums of movements of one item.
struct MovementSums: Equatable {
  /// Pieces and revenue, in ten-thousandths, net of returns.
  struct Sold: Equatable {
    var pieces = 0
    var revenue = 0
  }

  let count: Int
  /// Pieces sold, returned and corrected: absolute values added up.
  private(set) var pieces = 0
  /// Their prices and costs, and the costs of what was received, in ten-thousandths: absolute values added up.
  private(set) var amount = 0
  private(set) var sold: [SaleDay: Sold] = [:]

  /// Throws `LedgerRefusal.amountTooLarge` where a sum is beyond 64 bits.
  ///
  /// - Parameter day: The day of a reported time; nil for the present.
  init(_ movements: [NewMovement], on day: (Date?) -> CalendarDay) throws(LedgerRefusal) {
    count = movements.count
    for movement in movements {
      let cost = movement.cost?.tenThousandths ?? 0
      guard movement.kind.isOfSale(movement.sale) else {
        if movement.kind == .received { try add(movement.quantity, cost, to: \.amount, movement: movement) }
        continue
      }
      let price = movement.price.amount.tenThousandths
      try add(movement.quantity, 1, to: \.pieces, movement: movement)
      try add(movement.quantity, price, to: \.amount, movement: movement)
      try add(movement.quantity, cost, to: \.amount, movement: movement)
      // The absolute values fit, and so do these.
      let place = SaleDay(
        day: day(movement.reportedAt).number, currency: movement.price.currency.code)
      sold[place, default: Sold()].pieces -= movement.quantity
      sold[place, default: Sold()].revenue -= movement.quantity * price
    }
  }

  private mutating func add(
    _ quantity: Int, _ amount: Int, to sum: WritableKeyPath<Self, Int>, movement: NewMovement
  ) throws(LedgerRefusal) {
    let (product, overflow) = quantity.multipliedReportingOverflow(by: amount)
    // `Int.min` has no absolute value.
    let (total, totalOverflow) = self[keyPath: sum].addingReportingOverflow(abs(max(product, -.max)))
    guard !overflow, !totalOverflow else { throw .amountTooLarge(item: movement.itemID) }
    self[keyPath: sum] = total
  }
}

extension MovementKind {
  /// Whether a movement adds to the totals of its day: a sale, a return, or what takes one of them back.
  func isOfSale(_ sale: Int?) -> Bool {
    self == .sold || self == .returned || self == .correction && sale != nil
  }
}
