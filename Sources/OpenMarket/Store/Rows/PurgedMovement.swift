import Foundation

/// A movement that is forgotten.
struct PurgedMovement {
  let id: Int
  let kind: MovementKind
  let quantity: Int
  let currency: String
  /// In ten-thousandths.
  let price: Int
  let cost: Int
  let sale: Int?
  /// Microseconds since 1970.
  let recordedAt: Int
  let day: Int

  init(_ row: any DatabaseRow) throws(StoreError) {
    (id, kind) = (row.integer(0), try row.value(1, MovementKind.init))
    (quantity, currency) = (row.integer(2), row.text(3))
    (price, cost, sale) = (row.integer(4), row.optionalInteger(5) ?? 0, row.optionalInteger(6))
    (recordedAt, day) = (row.integer(7), row.integer(8))
  }

  var isOfSale: Bool { kind == .sold || kind == .returned || kind == .correction && sale != nil }
  var isFirstOfSale: Bool { kind == .sold && sale == nil }
}

/// The sums of purged movements. Sums of an older version can be beyond 64 bits: they are cut as its tables are.
struct PurgedSums {
  struct Place: Hashable {
    let day: Int
    let currency: String
  }

  struct Sold {
    var pieces = Decimal()
    var revenue = Decimal()
  }

  /// Absolute values, as an item has them.
  let pieces: Int
  let amount: Int
  private(set) var sold: [Place: Sold] = [:]

  init(_ movements: [PurgedMovement]) {
    var (pieces, amount) = (Decimal(), Decimal())
    for movement in movements {
      let quantity = Decimal(movement.quantity)
      if movement.kind == .received { amount += (quantity * Decimal(movement.cost)).magnitude }
      guard movement.isOfSale else { continue }
      let revenue = -quantity * Decimal(movement.price)
      pieces += quantity.magnitude
      amount += revenue.magnitude + (quantity * Decimal(movement.cost)).magnitude
      sold[Place(day: movement.day, currency: movement.currency), default: Sold()].pieces -= quantity
      sold[Place(day: movement.day, currency: movement.currency), default: Sold()].revenue += revenue
    }
    (self.pieces, self.amount) = (pieces.cutToInteger, amount.cutToInteger)
  }
}

extension Decimal {
  /// The whole number, cut at the limits that the migration of old stores has.
  var cutToInteger: Int {
    let limit = Decimal(SaleTotals.limit)
    // Foundation converts large amounts by way of a floating-point number.
    return Int("\(max(-limit, min(limit, self)))") ?? 0
  }
}
