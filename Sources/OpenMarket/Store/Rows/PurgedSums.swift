import Foundation

/// A movement that is forgotten, with its day.
typealias PurgedMovement = (day: Int, movement: Movement)

/// The sums of purged movements. Sums of an older version can be beyond 64 bits: they are cut as its tables are.
struct PurgedSums {
  struct Sold {
    var pieces = Decimal()
    var revenue = Decimal()
  }

  /// Absolute values, as an item has them.
  let pieces: Int
  let amount: Int
  private(set) var sold: [SaleDay: Sold] = [:]

  init(_ movements: [PurgedMovement]) {
    var (pieces, amount) = (Decimal(), Decimal())
    for (day, movement) in movements {
      let quantity = Decimal(movement.quantity)
      let cost = (quantity * Decimal(movement.cost?.tenThousandths ?? 0)).magnitude
      if movement.kind == .received { amount += cost }
      guard movement.kind.isOfSale(movement.sale) else { continue }
      let revenue = -quantity * Decimal(movement.price.amount.tenThousandths)
      pieces += quantity.magnitude
      amount += revenue.magnitude + cost
      let place = SaleDay(day: day, currency: movement.price.currency.code)
      sold[place, default: Sold()].pieces -= quantity
      sold[place, default: Sold()].revenue += revenue
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
