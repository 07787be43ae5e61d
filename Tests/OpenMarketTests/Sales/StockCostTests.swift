import Foundation
import TestSupport
import Testing

@testable import OpenMarket

/// The moving average: on values, and random histories in a store against a brute force.
struct StockCostTests {
  private static let start = Date(timeIntervalSince1970: 1_795_240_680)

  private func cost(_ changes: (inout StockCost) -> Void) -> StockCost {
    var cost = StockCost(in: .usDollar)
    changes(&cost)
    return cost
  }

  // MARK: Values

  @Test func `the average is of all pieces that are there`() {
    let twenty = cost {
      $0.add(.opening, 10, at: 5)
      $0.add(.received, 10, at: 9)
    }
    #expect(twenty.average == Price(7, .usDollar) && twenty.value == Price(140, .usDollar))
    let six = cost {
      $0.add(.opening, 3, at: 0.10)
      $0.add(.received, 3, at: 0.11)
    }
    #expect(six.average(ofLeaving: 6)?.amount == 0.105)
    #expect(six.average(ofLeaving: 1)?.amount == 0.11)
  }

  @Test func `unknown costs stay out of the average, and found pieces come in at it`() {
    let known = cost {
      $0.add(.opening, 10, at: nil)
      $0.add(.received, 2, at: 5)
      $0.add(.received, 10, at: nil)
    }
    #expect(known.average?.amount == 5 && known.stock == 22 && known.pieces == 2)
    // Pieces of unknown cost leave first, at the average: 2 at 5 are left, and 2 at 9 make 7.
    let mixed = cost {
      $0.add(.opening, 10, at: nil)
      $0.add(.received, 2, at: 5)
      $0.add(.sold, -10, at: 5)
      $0.add(.received, 2, at: 9)
    }
    #expect(mixed.average?.amount == 7)
    #expect(cost { $0.add(.opening, 3, at: nil) }.average == nil)
    // The last piece leaves its average behind.
    let found = cost {
      $0.add(.opening, 2, at: 5)
      $0.add(.removed, -2, at: nil)
      $0.add(.counted, 1, at: nil)
    }
    #expect(found.average?.amount == 5 && found.value?.amount == 5)
    let none = cost {
      $0.add(.opening, 2, at: 5)
      $0.add(.sold, -2, at: 5)
    }
    #expect(none.average?.amount == 5 && none.value?.amount == 0)
    let stated = cost {
      $0.add(.opening, 0, at: 4)
      $0.add(.counted, 3, at: nil)
    }
    #expect(stated.value?.amount == 12)
  }

  @Test func `a delivery that is taken back leaves no cost of its own`() {
    let typed = cost {
      $0.add(.opening, 10, at: nil)
      $0.add(.received, 5, at: 900)
      $0.add(.received, 10, at: 9)
      $0.add(.correction, -5, at: 900, takesBack: true)
    }
    #expect(typed.average?.amount == 9)
    let only = cost {
      $0.add(.opening, 10, at: nil)
      $0.add(.received, 5, at: 900)
      $0.add(.correction, -5, at: 900, takesBack: true)
    }
    #expect(only.average == nil)
  }

  @Test func `pieces that come back and cannot be sold again leave the average as it was`() {
    var stock = cost {
      $0.add(.opening, 12, at: 7)
      $0.add(.received, 14, at: 12)
      $0.add(.sold, -2, at: 7)
    }
    let before = stock
    stock.add(.returned, 2, at: 7)
    stock.add(.removed, -2, at: 7)
    #expect(stock == before)
    // Beside pieces of unknown cost, too.
    var mixed = cost {
      $0.add(.opening, 10, at: nil)
      $0.add(.received, 4, at: 5)
    }
    mixed.add(.returned, 2, at: 9)
    mixed.add(.removed, -2, at: 9)
    #expect(mixed.average?.amount == 5 && mixed.pieces == 4 && mixed.stock == 14)
  }

  @Test func `an amount beyond what a ledger adds up leaves the average`() {
    let much = cost {
      $0.add(.opening, 1_000_000_000_000, at: nil)
      $0.add(.correction, 0, at: 1_000_000_000_000)
      $0.add(.sold, -1, at: 1_000_000_000_000)
    }
    #expect(much.average?.amount == 1_000_000_000_000 && much.pieces == 0)
  }

  @Test func `single pieces and all of them cost what was paid`() {
    var rest = cost { $0.add(.opening, 3, at: 1) }
    rest.add(.received, 4, at: 0.11)
    var sum: Decimal = 0
    for _ in 1...7 {
      let piece = rest.average(ofLeaving: 1)?.amount ?? 0
      sum += piece
      rest.add(.sold, -1, at: piece)
    }
    #expect(sum == 3.44)
  }

  // MARK: Histories

  /// An item's stock as a person would note it: the average of the pieces of known cost.
  private struct Pieces {
    var stock = 0.0
    var known = 0.0
    var average: Double?

    var total: Double { known * (average ?? 0) }

    mutating func take(_ change: Change, _ quantity: Double) {
      switch change {
      case .enter(let cost):
        stock += quantity
        guard let cost else { return }
        // More may have left before than were there.
        let entering = min(quantity, max(0, stock))
        average = known > 0 ? (total + cost * entering) / (known + entering) : cost
        known += entering
      case .find:
        stock += quantity
        if average != nil { known += min(quantity, max(0, stock)) }
      case .leave(let cost):
        stock -= quantity
        let left = max(0, min(known, stock))
        if let cost, left > 0, left < known { average = max(0, total - cost * (known - left)) / left }
        known = left
      case .discard(let cost):
        stock -= quantity
        let left = max(0, min(known - quantity, stock))
        if left > 0, left < known { average = max(0, total - cost * (known - left)) / left }
        known = left
      case .takeBack(let cost):
        guard quantity > 0 else { return }
        stock -= quantity
        let left = max(0, min(known - quantity, stock))
        average = left > 0 ? max(0, total - cost * (known - left)) / left : nil
        known = left
      case .set(let cost): (known, average) = (stock, cost)
      case .unset(let set, let before):
        let left = max(0, min(known - set.known + before.known, stock))
        average = left > 0 ? max(0, total - set.total + before.total) / left : before.average
        known = left
      }
    }
  }

  private indirect enum Change {
    /// Nil is an unknown cost.
    case enter(Double?)
    case find
    /// At a recorded cost, or at the average.
    case leave(Double?)
    /// At the cost with which they came back.
    case discard(Double)
    case takeBack(Double)
    case set(Double)
    /// Takes back that the cost was set.
    case unset(Pieces, before: Pieces)
  }

  /// A line of the ledger.
  private struct Event {
    /// When it happened.
    let time: Date
    let change: Change
    let quantity: Double
  }

  /// The pieces by the lines for times up to one, in the order in which they were recorded.
  private static func pieces(_ events: [Event], by time: Date = .distantFuture) -> Pieces {
    var pieces = Pieces()
    for event in events where event.time <= time { pieces.take(event.change, event.quantity) }
    return pieces
  }

  private func last(in store: Store) async throws -> Movement? {
    let entry = try await store.history(ofItem: 1, 1, size: 1).entries.first
    guard case .movement(let movement, _)? = entry else { return nil }
    return movement
  }

  /// A line that can be taken back.
  private struct Standing {
    let id: Int
    let event: Event
    var isSale = false
    /// The pieces before and after a cost was set.
    var set: (before: Pieces, after: Pieces)?
  }

  @Test(arguments: 1...8)
  func `random histories have the average that a brute force has`(seed: UInt64) async throws {
    var chance = SeededChance(seed: seed)
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &chance) }
    func double(_ cost: Decimal?) -> Double? { cost.map { NSDecimalNumber(decimal: $0).doubleValue } }
    let store = Store(at: .ofOneTest, .patient())
    let stock = number(0...6)
    var draft = ItemDraft(title: "t", price: Price(5, .usDollar), stock: stock)
    draft.cost = number(0...1) == 0 ? nil : Decimal(number(1...9))
    _ = try await store.add(ValidDraft(draft), images: [], passwordHash: "h", at: Self.start, key: nil)
    // A sale for a time before the item was added takes its pieces from the opening stock.
    var events = [Event(time: .distantPast, change: .enter(double(draft.cost)), quantity: Double(stock))]
    var opening = (id: 1, cost: double(draft.cost))
    var standing: [Standing] = []
    var references: [String: (id: Int, quantity: Int)] = [:]
    var outcomes: [String: Int] = [:]
    func record(_ request: MovementRequest, at now: Date) async throws -> [RecordedMovement] {
      try await store.record([AuthorizedMovement(request: request, passwordHash: "h")], key: nil, at: now)?
        .movements ?? []
    }
    /// Corrects the cost of what came in.
    func correct(
      _ id: Int, to cost: Decimal, from former: Double?, quantity: Double, time: Date, at now: Date
    )
      async throws -> Movement
    {
      let recorded = try await record(MovementRequest(itemID: 1, .correct(entry: id, cost: cost)), at: now)
      let new = try #require(recorded.first?.movement)
      events.append(Event(time: time, change: .enter(double(cost)), quantity: quantity))
      events.append(
        Event(time: time, change: former.map { .takeBack($0) } ?? .leave(nil), quantity: quantity))
      return new
    }
    for step in 1...200 {
      let now = Self.start + Double(step) * 1_000
      let quantity = number(1...5)
      let past = number(0...2) == 0 ? now - Double(number(1...40) * 1_000 + step) : nil
      let time = past.flatMap { ReportedTime($0.formatted(.iso8601)) }
      let cost = number(0...3) == 0 ? nil : Decimal(number(1...900)) / 100
      let reference = number(0...2) == 0 ? "r\(number(1...3))" : nil
      do {
        switch number(0...10) {
        case 0...6:
          let kind = number(0...6)
          let action: MovementRequest.Action =
            kind < 3
            ? .restock(quantity: quantity, cost: cost)
            : kind < 6 ? .sell(quantity: quantity, price: nil) : .writeOff(quantity: quantity, .lost)
          let request = MovementRequest(itemID: 1, action, reference: reference, time: time)
          let name = "\(kind < 3 ? 0 : kind < 6 ? 1 : 2) \(reference ?? "")"
          let recorded = try await record(request, at: now)
          let movement = try #require(recorded.first?.movement)
          if reference != nil, let former = references[name] {
            // The reference means once.
            #expect(
              recorded.first?.isRepeated == true && former.id == movement.id && former.quantity == quantity)
            outcomes["repeated", default: 0] += 1
            continue
          }
          #expect(recorded.first?.isRepeated == false)
          if reference != nil { references[name] = (movement.id, quantity) }
          if kind >= 3, kind < 6 {
            let (found, before) = (double(movement.cost), Self.pieces(events, by: past ?? now).average)
            #expect((found == nil) == (before == nil), "seed \(seed), step \(step)")
            if let found, let before {
              #expect(abs(found - before) <= 0.005 / Double(quantity) + 0.001, "seed \(seed), step \(step)")
            }
            outcomes[past == nil ? "sold" : "sold late", default: 0] += 1
          }
          let event = Event(
            time: movement.reportedAt,
            change: kind < 3 ? .enter(double(cost)) : .leave(kind < 6 ? double(movement.cost) : nil),
            quantity: Double(quantity))
          events.append(event)
          standing.append(Standing(id: movement.id, event: event, isSale: movement.kind == .sold))
        case 7:
          let value = Decimal(number(1...900)) / 100
          let present = try #require(await store.item(id: 1))
          draft = present.draft
          draft.cost = value
          let valid = try ValidDraft(draft)
          let former = try await last(in: store)
          _ = try await store.edit(id: 1, passwordHash: "h", at: now) { _ in valid }
          let set = try #require(try await last(in: store))
          guard set.id != former?.id else { continue }
          #expect(set.cost == value && set.quantity == 0)
          let before = Self.pieces(events)
          let event = Event(time: now, change: .set(double(value) ?? 0), quantity: 0)
          events.append(event)
          standing.append(Standing(id: set.id, event: event, set: (before, Self.pieces(events))))
          outcomes["set", default: 0] += 1
        case 8:
          let value = Decimal(number(1...900)) / 100
          // A correction to the cost that an entry has records nothing.
          if number(0...2) == 0 {
            guard double(value) != opening.cost else { continue }
            // The first correction of the opening stock counts from the beginning, as that does.
            let new = try await correct(
              opening.id, to: value, from: opening.cost, quantity: Double(stock),
              time: opening.id == 1 ? .distantPast : Self.start, at: now)
            opening = (new.id, double(value))
            outcomes["corrected opening", default: 0] += 1
          } else if let index = standing.indices.randomElement(using: &chance),
            case .enter(let former) = standing[index].event.change, former != double(value)
          {
            let (id, event) = (standing[index].id, standing[index].event)
            let new = try await correct(
              id, to: value, from: former, quantity: event.quantity, time: event.time, at: now)
            // Taking the correction back would bring the former cost back.
            standing.remove(at: index)
            for (name, former) in references where former.id == id {
              references[name] = (new.id, former.quantity)
            }
            outcomes["corrected", default: 0] += 1
          }
        case 9:
          let before = Self.pieces(events)
          let isResellable = number(0...1) == 0
          let action = MovementRequest.Action.return(quantity: quantity, isResellable: isResellable)
          let recorded = try await record(MovementRequest(itemID: 1, action, time: time), at: now)
          for movement in recorded.map(\.movement) {
            let cost = double(movement.cost)
            let change: Change =
              movement.kind == .returned ? .enter(cost) : cost.map { .discard($0) } ?? .leave(nil)
            events.append(
              Event(
                time: movement.reportedAt, change: change, quantity: Double(abs(movement.quantity))))
          }
          if let average = before.average, before.known > 0, !isResellable,
            recorded.last?.movement.cost != nil
          {
            let after = try #require(Self.pieces(events).average)
            #expect(abs(after - average) < 0.001, "seed \(seed), step \(step)")
          }
          outcomes[isResellable ? "returned" : "discarded", default: 0] += 1
        default:
          guard let index = standing.indices.randomElement(using: &chance) else { continue }
          let line = standing[index]
          try await store.write { _ = try SaleLedger($0, at: now).takeBack([line.id], ofItem: 1) }
          standing.remove(at: index)
          references = references.filter { $1.id != line.id }
          let (time, change): (Date, Change) =
            switch line.event.change {
            case .enter(let cost): (line.event.time, cost.map { .takeBack($0) } ?? .leave(nil))
            case .leave(let cost?): (line.event.time, .enter(cost))
            case .leave: (line.isSale ? line.event.time : now, .find)
            default: (now, line.set.map { .unset($0.after, before: $0.before) } ?? .find)
            }
          events.append(Event(time: time, change: change, quantity: line.event.quantity))
          outcomes["undone", default: 0] += 1
        }
      } catch let refusal as LedgerRefusal {
        if case .otherTerms(_, let entry, _, _, _) = refusal {
          #expect(references.values.contains { $0.id == entry })
        }
        outcomes[String("\(refusal)".prefix { $0 != "(" }), default: 0] += 1
      }
      let expected = Self.pieces(events)
      let found = try await store.read { try StockValueRows(database: $0).costs(of: SQLCondition("TRUE"))[1] }
      let average = found.flatMap { double($0?.average?.amount) }
      #expect((expected.average == nil) == (average == nil), "seed \(seed), step \(step)")
      if let average, let expected = expected.average {
        #expect(abs(average - expected) <= 0.0061, "seed \(seed), step \(step): \(outcomes)")
      }
    }
    for outcome in [
      "sold", "sold late", "set", "corrected", "corrected opening", "returned", "discarded", "undone",
    ] {
      #expect(outcomes[outcome, default: 0] > 0, "\(outcome): \(outcomes)")
    }
    #expect(try await store.read { try StoreCheck.findings(in: $0) } == [])
  }
}

extension StockCost {
  fileprivate mutating func add(
    _ kind: MovementKind, _ quantity: Int, at cost: Decimal?, takesBack: Bool = false
  ) {
    add(kind, quantity, in: .usDollar, at: cost?.tenThousandths, takesBack: takesBack)
  }
}
