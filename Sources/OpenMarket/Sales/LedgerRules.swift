import Foundation

/// The rules of the ledger on values: which movements a request becomes, or why it is refused. It reads and writes nothing.
struct LedgerRules {
  /// The item of a request.
  struct Item: Sendable, Equatable {
    let id: Int
    let stock: Int
    /// The price of one piece at present, after a discount.
    let price: Price
  }

  /// When the stock of an item was last counted, and stated as the item was added; nil where it was not. A count alone closes
  /// the past: what happened before the item was added is taken from the opening stock.
  struct Counts: Sendable, Equatable {
    var last: Date?
    var opened: Date?
  }

  let item: Item
  let request: MovementRequest
  let now: Date
  /// When it happened, as the request says; nil for now.
  let reported: Date?
  let counts: Counts
  /// The most movements that the request may become.
  let limit: Int

  // MARK: Time

  /// The time of the movements; nil for now. Throws the refusal of one that does not go with the counts of the item.
  private func time() throws(LedgerRefusal) -> Date? {
    let time = reported ?? now
    if time > now { throw .inFuture }
    if isOffset {
      guard isCounted(after: time) else { throw .notCounted(item: item.id) }
    } else if reported != nil, let last = counts.last, last > time {
      throw .beforeCount(item: item.id, counted: last)
    }
    return reported
  }

  private func isCounted(after time: Date) -> Bool {
    [counts.last, counts.opened].contains { $0.map { $0 > time } ?? false }
  }

  /// Whether a later count has the effect of the movements already.
  private var isOffset: Bool {
    switch request.action {
    case .sell, .restock, .return, .writeOff: request.isAlreadyCounted
    case .adjust, .correct: false
    }
  }

  // MARK: Sales

  /// - Parameters:
  ///   - amount: The price of one piece; nil for that of the item.
  ///   - cost: What one of the pieces had cost.
  func sale(
    of quantity: Int, price amount: Decimal?, cost: Price?, receipt: ReceiptCode
  ) throws -> [NewMovement] {
    let currency = item.price.currency
    if let amount { try ValidDraft.check(.price, amount, in: currency) }
    var sale = try new(.sold, -quantity)
    if let amount { sale.price = Price(amount, currency) }
    sale.cost = cost?.currency == currency ? cost?.amount : nil
    sale.receipt = receipt
    return counted([sale])
  }

  func delivery(of quantity: Int, cost: Decimal?) throws -> [NewMovement] {
    if let cost { try ValidDraft.check(.cost, cost, in: item.price.currency) }
    var delivery = try new(.received, quantity)
    delivery.cost = cost
    return counted([delivery])
  }

  func writeOff(of quantity: Int, _ reason: RemovalReason) throws(LedgerRefusal) -> [NewMovement] {
    counted([try new(.removed, -quantity, reason: reason)])
  }

  func adjustment(by change: Int) throws(LedgerRefusal) -> [NewMovement] {
    [try new(.correction, change)]
  }

  // MARK: References

  /// Throws the refusal of a sale, delivery or write-off that stands under its reference with other terms; returns the recorded
  /// movement of an equal one. It is equal whatever was counted since, and after a correction with either terms: the first
  /// report may be repeated later. A price, cost or time that is not given is the recorded one.
  func repeated(_ recorded: ReferencedMovement) throws -> Movement {
    let (first, standing, currency) = (recorded.first, recorded.standing, item.price.currency)
    let given: MovementTerms
    var givenCost: Decimal?
    switch request.action {
    case .sell(let quantity, let amount):
      if let amount { try ValidDraft.check(.price, amount, in: currency) }
      given = .sale(quantity: quantity, amount.map { Price($0, currency) } ?? standing.price)
    case .restock(let quantity, let cost):
      if let cost { try ValidDraft.check(.cost, cost, in: currency) }
      (given, givenCost) = (.delivery(quantity: quantity), cost)
    case .writeOff(let quantity, let reason): given = .writeOff(quantity: quantity, reason)
    case .return, .adjust, .correct: return standing
    }
    let same = [standing, first].first {
      MovementTerms($0) == given && (givenCost == nil || $0.cost == givenCost)
    }
    if let same {
      guard reported == nil || reported?.storedDate == same.reportedAt else {
        throw LedgerRefusal.otherTime(
          item: item.id, entry: standing.id, reference: standing.reference ?? "")
      }
      return same
    }
    throw LedgerRefusal.otherTerms(
      item: item.id, entry: standing.id, reference: standing.reference ?? "", MovementTerms(standing),
      given: given)
  }

  // MARK: Returns

  /// How many sales a return reads: one more than it may take back, to tell a request for too many sales from one for too
  /// many pieces.
  var readSales: Int { most + 1 }
  private var most: Int {
    guard case .return(_, let isResellable) = request.action else { return 0 }
    return max(0, limit - (isResellable ? 0 : 1) - (isResellable && isOffset ? 1 : 0))
  }

  /// Takes pieces back against sales, in their order. The note is that of the first return.
  ///
  /// - Parameter sales: The sale of the reference, or the newest of the item, of which something can be returned; at most
  ///   `readSales`.
  func returns(
    of quantity: Int, isResellable: Bool, from sales: [StandingSale]
  ) throws(LedgerRefusal) -> [NewMovement] {
    let time = try time()
    var rest = quantity
    var movements: [NewMovement] = []
    for sale in sales.prefix(most) where rest > 0 {
      let taken = min(rest, sale.pieces)
      movements.append(
        NewMovement(
          itemID: item.id, kind: .returned, quantity: taken, price: sale.price, cost: sale.cost,
          note: movements.isEmpty ? request.note : nil, reference: sale.reference, reverses: sale.entry,
          sale: sale.id, reportedAt: time))
      rest -= taken
    }
    guard rest == 0 else {
      guard sales.count <= most else { throw .tooMany(item: item.id) }
      throw .notSold(item: item.id, returnable: quantity - rest, quantity: quantity)
    }
    if !isResellable {
      // They leave at the cost with which they come, so that the average of the stock stays.
      var returned = StockCost(in: item.price.currency)
      for movement in movements {
        returned.add(
          .returned, movement.quantity, in: movement.price.currency, at: movement.cost?.tenThousandths,
          takesBack: false)
      }
      var removed = try new(.removed, -quantity, reason: .notResellable)
      if returned.pieces == quantity {
        removed.cost = returned.exactAverage.map(Decimal.init(tenThousandths:))
      }
      movements.append(removed)
    }
    return counted(movements)
  }

  // MARK: Corrections

  /// The most returns of a sale that a correction can move to other terms: two movements each, beside those of the sale and
  /// the one that leaves a counted stock as it is.
  var movableReturns: Int {
    guard case .correct(_, let quantity, _, _) = request.action else { return 0 }
    return max(0, (limit - (quantity == nil ? 2 : 3)) / 2)
  }

  /// Takes a sale back and records it with other terms, and its returns with it, on the days that they were reported for. The
  /// note is that of the sale with the new terms. With 0 pieces the sale is taken back alone, and with the terms that it has nothing is
  /// recorded. The stock stays where it was counted after the sale, and where the sale was recorded as counted already.
  ///
  /// - Parameter sale: The sale of the entry as it stands, with at most `movableReturns` + 1 returns; nil if there is none.
  func correction(
    of former: Movement, quantity: Int?, price amount: Decimal?, cost: Decimal?, in sale: CorrectedSale?
  ) throws -> [NewMovement] {
    guard former.kind == .sold else { throw LedgerRefusal.notASale(entry: former.id) }
    let currency = former.price.currency
    if let amount { try ValidDraft.check(.price, amount, in: currency) }
    if let cost { try ValidDraft.check(.cost, cost, in: currency) }
    guard let sale, sale.entry == former.id, !sale.isVoid else {
      throw LedgerRefusal.alreadyCorrected(
        entry: former.id, by: sale.flatMap { $0.isVoid ? nil : $0.entry })
    }
    guard sale.returned.count <= movableReturns else { throw LedgerRefusal.tooMany(item: item.id) }
    let pieces = quantity ?? -former.quantity
    if pieces == -former.quantity, hasTerms(former, price: amount, cost: cost) { return [] }
    let returned = sale.returned.reduce(0) { $0 + $1.quantity }
    guard pieces >= returned else {
      throw LedgerRefusal.belowReturns(entry: former.id, returned: returned)
    }
    func moved(_ movement: Movement, _ quantity: Int) -> NewMovement {
      var moved = NewMovement(movement.kind, quantity, insteadOf: movement, ofSale: sale.id)
      if let amount { moved.price = Price(amount, currency) }
      moved.cost = cost ?? movement.cost
      return moved
    }
    var movements = [NewMovement(reversing: former, ofSale: sale.id)]
    for movement in sale.returned {
      movements += [
        NewMovement(reversing: movement, ofSale: sale.id), moved(movement, movement.quantity),
      ]
    }
    if pieces > 0 {
      // The sale comes last: meanwhile its pieces are in stock, which does not fall below 0.
      var last = moved(former, -pieces)
      last.note = request.note ?? former.note
      movements.append(last)
    } else {
      movements[0].note = request.note
    }
    let stays = sale.isAlreadyCounted || counts.last.map { $0 > former.reportedAt } ?? false
    return stays ? offset(movements, at: former.reportedAt) : movements
  }

  /// Whether an entry has the terms and the note of a correction already.
  private func hasTerms(_ former: Movement, price: Decimal? = nil, cost: Decimal?) -> Bool {
    (price ?? former.price.amount, cost ?? former.cost, request.note ?? former.note)
      == (former.price.amount, former.cost, former.note)
  }

  /// Takes a delivery or the opening stock back and records it with another cost. The delivery comes first: meanwhile the stock
  /// does not fall below 0.
  ///
  /// - Parameter replacement: The entry that stands for it since it was corrected; nil where it was not.
  func correction(
    ofDelivery former: Movement, quantity: Int?, price: Decimal?, cost: Decimal?, replacement: Int?
  ) throws -> [NewMovement] {
    guard let cost, quantity == nil, price == nil else { throw LedgerRefusal.notASale(entry: former.id) }
    try ValidDraft.check(.cost, cost, in: former.price.currency)
    guard replacement == nil else {
      throw LedgerRefusal.alreadyCorrected(entry: former.id, by: replacement)
    }
    if hasTerms(former, cost: cost) { return [] }
    var delivery = NewMovement(.received, former.quantity, insteadOf: former, ofSale: nil)
    delivery.cost = cost
    delivery.note = request.note ?? former.note
    return [delivery, NewMovement(reversing: former, ofSale: nil)]
  }

  /// Takes back what was recorded of a sale, and records again what that had reversed, each with its own terms and time. Returns
  /// that were recorded since stay.
  ///
  /// - Parameters:
  ///   - recorded: Movements of the sale that are taken back.
  ///   - reversed: Movements of the sale that they had reversed.
  ///   - standing: The sale as it stands; nil for a void one.
  static func takingBack(
    _ recorded: [Movement], restoring reversed: [Movement], in sale: CorrectedSale, standing: Movement?
  ) throws(LedgerRefusal) -> [NewMovement] {
    func again(_ movement: Movement) -> NewMovement {
      var again = NewMovement(movement.kind, movement.quantity, insteadOf: movement, ofSale: sale.id)
      again.note = movement.note
      return again
    }
    let ids = Set(recorded.map(\.id))
    let kept = sale.returned.filter { !ids.contains($0.id) }
    let returned = kept + reversed.filter { $0.kind == .returned }
    // The sale that was recorded is taken back; otherwise it stands as it is, with other returns.
    let sold =
      reversed.last { $0.kind == .sold }
      ?? (recorded.contains { $0.kind == .sold } ? nil : standing)
    let pieces = returned.reduce(0) { $0 + $1.quantity }
    guard pieces <= -(sold?.quantity ?? 0) else {
      throw .belowReturns(entry: standing?.id ?? sale.id, returned: pieces)
    }
    // The sale is reversed first and recorded last: meanwhile its pieces are in stock, which does not fall below 0.
    let former = [standing].compactMap(\.self) + sale.returned
    return former.map { NewMovement(reversing: $0, ofSale: sale.id) } + returned.map(again)
      + (sold.map { [again($0)] } ?? [])
  }

  // MARK: Stock

  private func new(
    _ kind: MovementKind, _ quantity: Int, reason: RemovalReason? = nil
  ) throws(LedgerRefusal) -> NewMovement {
    NewMovement(
      itemID: item.id, kind: kind, quantity: quantity, price: item.price, note: request.note,
      reference: request.reference, reason: reason, reportedAt: try time())
  }

  /// Movements with the correction that leaves the stock as it was counted after them, if the request says so.
  private func counted(_ movements: [NewMovement]) -> [NewMovement] {
    isOffset ? offset(movements, at: reported) : movements
  }

  /// Movements and a correction by which the stock stays; it puts pieces back before they leave, so that the stock does not
  /// fall below 0.
  private func offset(_ movements: [NewMovement], at time: Date?) -> [NewMovement] {
    let change = movements.reduce(0) { $0 + $1.quantity }
    guard change != 0 else { return movements }
    let correction = NewMovement(
      itemID: item.id, kind: .correction, quantity: -change, price: item.price, note: request.note,
      reference: movements.first?.reference, reportedAt: time)
    return change < 0 ? [correction] + movements : movements + [correction]
  }

  /// The stock after each of several movements of one item. Throws the refusal of one that takes more than is there, or
  /// leaves more than an item can have.
  static func stocks(
    after movements: [NewMovement], from stock: Int
  ) throws(LedgerRefusal) -> [Int] {
    var after = stock
    var stocks: [Int] = []
    for movement in movements {
      guard after + movement.quantity >= 0 else {
        throw .notEnough(item: movement.itemID, stock: after, quantity: -movement.quantity)
      }
      after += movement.quantity
      guard after <= ItemLimits.stock else { throw .aboveLimit(item: movement.itemID) }
      stocks.append(after)
    }
    return stocks
  }
}

/// A sale, delivery or write-off that stands under a reference.
struct ReferencedMovement: Sendable, Equatable {
  let first: Movement
  /// The movement that no correction has replaced.
  let standing: Movement
}

/// A sale of which something can be returned.
struct StandingSale: Sendable, Equatable {
  /// The first movement.
  let id: Int
  let reference: String?
  /// The movement that no correction has replaced, and the price and cost of its pieces.
  let entry: Int
  let price: Price
  let cost: Decimal?
  /// Sold pieces that were not returned.
  let pieces: Int
}

/// A sale as a correction finds it.
struct CorrectedSale: Sendable, Equatable {
  /// The first movement.
  let id: Int
  /// The movement that no correction has replaced.
  let entry: Int
  /// Whether a correction has taken it back.
  let isVoid: Bool
  /// Whether it was recorded with a correction that left the stock as it was counted.
  let isAlreadyCounted: Bool
  /// Its returns since the last correction.
  let returned: [Movement]
}

extension MovementTerms {
  fileprivate init(_ movement: Movement) {
    self =
      switch movement.kind {
      case .received: .delivery(quantity: movement.quantity)
      case .removed: .writeOff(quantity: -movement.quantity, movement.reason ?? .lost)
      default: .sale(quantity: -movement.quantity, movement.price)
      }
  }
}
