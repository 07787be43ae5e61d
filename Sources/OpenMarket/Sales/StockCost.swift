import Foundation

/// What the pieces of an item that are there have cost: the moving average.
///
/// Pieces of a known cost change it, and all leave at it. Pieces of unknown cost come in at it, or take the first cost that becomes
/// known. What a sale cost is rounded to the currency's unit; the rest stays with what is left, so that the parts add up to
/// what was paid.
struct StockCost: Sendable, Equatable {
  /// Below 0 where a sale is recorded for a time before the delivery that it was taken from.
  private(set) var pieces = 0
  private(set) var currency: Currency
  /// Of all pieces; of one where there is none. Nil where it is not known.
  private var amount: Decimal?

  init(in currency: Currency) { self.currency = currency }

  /// Of one piece, in the currency's units; nil where it is not known.
  var average: Price? {
    amount.map { Price(Self.quotient($0, over: max(1, pieces), digits: digits), currency) }
  }

  /// Of all pieces, in the currency's units; nil where it is not known.
  var value: Price? {
    amount.map { Price(pieces > 0 ? Self.quotient($0, over: 1, digits: digits) : 0, currency) }
  }

  /// Of one of so many pieces, as the ledger has it.
  func average(ofLeaving quantity: Int) -> Price? {
    amount(of: quantity).map {
      Price(Self.quotient($0, over: max(1, quantity), digits: Self.finest), currency)
    }
  }

  private func amount(of quantity: Int) -> Decimal? {
    guard let amount, quantity != max(1, pieces) else { return amount }
    return Self.quotient(amount * Decimal(quantity), over: max(1, pieces), digits: digits)
  }

  private var digits: Int { currency.minorDigits ?? Self.finest }

  // MARK: Changes

  /// - Parameter cost: Of one piece; nil where it is not known.
  mutating func add(_ quantity: Int, at cost: Decimal?) {
    let former = pieces
    pieces += quantity
    if former > 0 {
      // Pieces of unknown cost take a known one.
      let others = amount ?? cost.map { $0 * Decimal(former) }
      let added =
        cost.map { $0 * Decimal(quantity) } ?? amount.map { $0 * Decimal(quantity) / Decimal(former) }
      amount = others.flatMap { others in added.map { others + $0 } }
    } else {
      // Where pieces have left before they came in, those that are left are of these.
      setAverage(cost ?? amount)
    }
  }

  /// - Parameter cost: What one piece had cost, as it was recorded; nil for the average.
  mutating func remove(_ quantity: Int, at cost: Decimal?) {
    defer { pieces -= quantity }
    guard let amount, pieces > 0 else { return }
    let taken = cost.map { $0 * Decimal(quantity) } ?? amount * Decimal(quantity) / Decimal(pieces)
    // The last pieces leave the average behind, for those that a count finds.
    self.amount = quantity < pieces ? max(0, amount - taken) : amount / Decimal(pieces)
  }

  mutating func setAverage(_ cost: Decimal?) { amount = cost.map { $0 * Decimal(max(1, pieces)) } }

  /// The decimals of amounts in the ledger.
  private static let finest = 4

  private static func quotient(_ amount: Decimal, over divisor: Int, digits: Int) -> Decimal {
    var (quotient, rounded) = (amount / Decimal(divisor), Decimal())
    NSDecimalRound(&rounded, &quotient, digits, .plain)
    return rounded
  }
}

// MARK: Ledger

extension StockCost {
  /// After all movements of an item that happened by a time and were not taken back, in the order in which they happened: a
  /// delivery that is recorded later counts from its own time on, and leaves what sales have recorded.
  ///
  /// - Parameter movements: In any order; later ones are passed over.
  init?(after movements: [Movement], by time: Date = .distantFuture) {
    guard let opening = movements.min(by: { $0.id < $1.id }) else { return nil }
    self.init(in: opening.price.currency)
    let corrections = Corrections(movements)
    // What happened before the item was added is taken from the opening stock.
    let others = movements.filter {
      $0.id != opening.id && $0.reportedAt <= time && !corrections.void.contains($0.id)
    }.sorted { ($0.reportedAt, $0.id) < ($1.reportedAt, $1.id) }
    for movement in [opening] + others {
      if movement.price.currency != currency { (currency, amount) = (movement.price.currency, nil) }
      if movement.quantity > 0 || movement.kind == .opening {
        add(movement.quantity, at: corrections.costs[movement.id] ?? movement.cost)
      } else if movement.quantity < 0 {
        remove(-movement.quantity, at: movement.cost)
      } else if movement.kind == .correction {
        setAverage(movement.cost)
      }
    }
  }

  /// What corrections do to the movements before them.
  private struct Corrections {
    /// Movements that were taken back, and the corrections that say so.
    var void: Set<Int> = []
    /// The corrected cost of an opening, by its number.
    var costs: [Int: Decimal] = [:]

    init(_ movements: [Movement]) {
      let kinds = Dictionary(uniqueKeysWithValues: movements.map { ($0.id, $0.kind) })
      // Each can be taken back by a later one alone.
      for movement in movements.sorted(by: { $0.id > $1.id })
      where movement.kind == .correction && !void.contains(movement.id) {
        guard let reversed = movement.reverses, let kind = kinds[reversed] else { continue }
        void.insert(movement.id)
        if kind != .opening {
          void.insert(reversed)
        } else if costs[reversed] == nil {
          costs[reversed] = movement.cost
        }
      }
    }
  }
}
