import Foundation

/// The cost of an item's stock by the moving average. Each movement stores the cost after it.
///
/// Pieces of a known cost change the average, and all leave at it, but those that come back broken: they leave at the cost with which
/// they came. Pieces of unknown cost stay out of the average and leave first; pieces that a count finds come in at it. What a sale cost is rounded to the currency's unit; the rest stays with what is left, so that
/// the parts add up to what was paid.
struct StockCost: Sendable, Equatable {
  private(set) var currency: Currency
  private(set) var stock = 0
  /// Pieces in stock of which the cost is known.
  private(set) var pieces = 0
  /// Their cost, in ten-thousandths; that of one piece where there is none. Nil where it is not known.
  private(set) var amount: Int?

  init(in currency: Currency, stock: Int = 0, pieces: Int = 0, amount: Int? = nil) {
    (self.currency, self.stock, self.pieces, self.amount) = (currency, stock, pieces, amount)
  }

  /// The cost of one piece, in the currency's units; nil where it is not known.
  var average: Price? { price(amount(of: 1)) }

  /// The cost of the whole stock, in the currency's units; nil where it is not known.
  var value: Price? { price(amount(of: stock)) }

  /// The cost of one of several pieces, as the ledger has it.
  func average(ofLeaving quantity: Int) -> Price? {
    price(amount(of: quantity).map { Self.quotient($0, max(1, quantity)) })
  }

  private func amount(of quantity: Int) -> Int128? {
    guard let amount else { return nil }
    var unit = 1
    for _ in (currency.minorDigits ?? Self.digits)..<Self.digits { unit *= 10 }
    return Self.quotient(Int128(amount) * Int128(quantity), max(1, pieces) * unit) * Int128(unit)
  }

  private func price(_ amount: Int128?) -> Price? {
    amount.map { Price(Decimal(tenThousandths: Int(clamping: $0)), currency) }
  }

  // MARK: Movements

  /// - Parameters:
  ///   - currency: That of the item when it moved; another one than before leaves no cost.
  ///   - cost: Of one piece, in ten-thousandths; nil where it is not known.
  ///   - takesBack: Whether it takes back or replaces a movement that belongs to no sale.
  mutating func add(
    _ kind: MovementKind, _ quantity: Int, in currency: Currency, at cost: Int?, takesBack: Bool
  ) {
    if currency != self.currency { (self.currency, pieces, amount) = (currency, 0, nil) }
    stock += quantity
    switch kind {
    case .correction where quantity == 0:
      if let cost, !takesBack { keep(stock, Int128(cost) * Int128(stock), cost) }
    case .correction where quantity < 0 && takesBack && cost != nil:
      takeBack(-quantity, at: cost ?? 0)
    case .removed where cost != nil: leave(at: cost, -quantity)
    case .correction where quantity > 0 && cost == nil, .counted where quantity > 0: find(quantity)
    default: quantity < 0 ? leave(at: cost) : enter(quantity, at: cost)
    }
  }

  private mutating func enter(_ quantity: Int, at cost: Int?) {
    guard let cost else { return }
    // At a time before the others came in, more may have left than were there.
    let entering = min(quantity, max(0, stock))
    keep(pieces + entering, total + Int128(cost) * Int128(entering), cost)
  }

  /// Pieces come in at the average.
  private mutating func find(_ quantity: Int) {
    guard let amount else { return }
    let found = pieces + min(quantity, max(0, stock))
    keep(found, Self.quotient(Int128(amount) * Int128(found), max(1, pieces)), amount)
  }

  /// - Parameters:
  ///   - cost: That of one piece as it was recorded; nil for the average.
  ///   - quantity: The pieces of known cost that leave in any case; others leave after those of unknown cost.
  private mutating func leave(at cost: Int?, _ quantity: Int = 0) {
    let left = max(0, min(pieces - quantity, stock))
    guard let amount, left < pieces else { return }
    let rest =
      cost.map { Int128(amount) - Int128($0) * Int128(pieces - left) }
      ?? Self.quotient(Int128(amount) * Int128(left), pieces)
    // The last pieces leave the average behind, for the ones that a count finds.
    keep(left, rest, exactAverage)
  }

  /// Takes a delivery back; with the last pieces of known cost the average is not known any more.
  private mutating func takeBack(_ quantity: Int, at cost: Int) {
    let left = max(0, min(pieces - quantity, stock))
    keep(left, total - Int128(cost) * Int128(pieces - left), nil)
  }

  /// Takes back that the cost was set.
  mutating func takeBack(_ set: StockCost, before: StockCost) {
    let left = max(0, min(pieces - set.pieces + before.pieces, stock))
    keep(left, total - set.total + before.total, before.exactAverage)
  }

  private var total: Int128 { pieces > 0 ? Int128(amount ?? 0) : 0 }

  /// The cost of one piece in ten-thousandths.
  var exactAverage: Int? { amount.map { Int(Self.quotient(Int128($0), max(1, pieces))) } }

  /// - Parameters:
  ///   - amount: The cost of pieces; beyond what an item's ledger adds up their average is kept alone.
  ///   - average: The cost of one piece, where there is none.
  private mutating func keep(_ pieces: Int, _ amount: Int128, _ average: Int?) {
    let isBounded = amount <= MovementLimits.amount(in: currency)
    if pieces > 0, isBounded {
      (self.pieces, self.amount) = (pieces, Int(max(0, amount)))
    } else {
      (self.pieces, self.amount) = (
        0, isBounded ? average : Int(Self.quotient(amount, max(1, pieces)))
      )
    }
  }

  /// The decimals of amounts in the ledger.
  private static let digits = 4

  /// Rounds a quotient of numbers that are not negative.
  private static func quotient(_ amount: Int128, _ divisor: Int) -> Int128 {
    (amount + Int128(divisor / 2)) / Int128(divisor)
  }
}
