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
      $0.add(10, at: 5)
      $0.add(10, at: 9)
    }
    #expect(twenty.average == Price(7, .usDollar) && twenty.value == Price(140, .usDollar))
    let six = cost {
      $0.add(3, at: 0.10)
      $0.add(3, at: 0.11)
    }
    #expect(six.average(ofLeaving: 6)?.amount == 0.105)
    #expect(six.average(ofLeaving: 1)?.amount == 0.11)
  }

  @Test func `unknown costs stay out of the average, and found pieces come in at it`() {
    let known = cost {
      $0.add(10, at: nil)
      $0.add(2, at: 5)
      $0.add(10, at: nil)
    }
    #expect(known.average?.amount == 5 && known.pieces == 22)
    #expect(cost { $0.add(3, at: nil) }.average == nil)
    // The last piece leaves its average behind.
    let found = cost {
      $0.add(2, at: 5)
      $0.remove(2, at: nil)
      $0.add(1, at: nil)
    }
    #expect(found.average?.amount == 5 && found.value?.amount == 5)
    let stated = cost {
      $0.add(0, at: 4)
      $0.add(3, at: nil)
    }
    #expect(stated.value?.amount == 12)
  }

  @Test func `what single pieces cost adds up to what was paid`() {
    var rest = cost { $0.add(3, at: 1) }
    rest.add(4, at: 0.11)
    var sum: Decimal = 0
    for _ in 1...7 {
      let piece = rest.average(ofLeaving: 1)?.amount ?? 0
      sum += piece
      rest.remove(1, at: piece)
    }
    #expect(sum == 3.44)
  }

  // MARK: Histories

  /// What happened to the pieces, apart from what was taken back.
  private struct Event {
    enum Change {
      case enter(Double?)
      /// At a recorded cost, or at the average.
      case leave(Double?)
      case set(Double)
    }

    let time: Date
    let number: Int
    var change: Change
    let quantity: Double
  }

  /// The average by time, one event after the other.
  private static func average(_ opening: Double?, _ stock: Double, _ events: [Event], by time: Date)
    -> Double?
  {
    var (pieces, average) = (stock, opening)
    for event in events.filter({ $0.time <= time }).sorted(by: { ($0.time, $0.number) < ($1.time, $1.number) }
    ) {
      switch event.change {
      case .set(let cost): average = cost
      case .enter(let cost):
        if let cost, let former = average, pieces > 0 {
          average = (former * pieces + cost * event.quantity) / (pieces + event.quantity)
        } else if let cost {
          average = cost
        }
        pieces += event.quantity
      case .leave(let cost):
        if let cost, let former = average, pieces > event.quantity {
          average = max(0, former * pieces - cost * event.quantity) / (pieces - event.quantity)
        }
        pieces -= event.quantity
      }
    }
    return average
  }

  @Test(arguments: 1...6)
  func `random histories have the average that a brute force has`(seed: UInt64) async throws {
    var chance = SeededChance(seed: seed)
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &chance) }
    let store = Store(at: .ofOneTest, .patient())
    var opening: Decimal? = number(0...1) == 0 ? nil : Decimal(number(1...9))
    let stock = number(0...6)
    var draft = ItemDraft(title: "t", price: Price(5, .usDollar), stock: stock)
    draft.cost = opening
    _ = try await store.add(ValidDraft(draft), images: [], passwordHash: "h", at: Self.start, key: nil)
    var events: [Event] = []
    /// The movements that can be taken back, and what stands under each reference.
    var standing: [Int: MovementRequest] = [:]
    var references: [String: (id: Int, quantity: Int)] = [:]
    var outcomes: [String: Int] = [:]
    func double(_ cost: Decimal?) -> Double? { cost.map { NSDecimalNumber(decimal: $0).doubleValue } }
    func record(_ request: MovementRequest, at now: Date) async throws -> [RecordedMovement] {
      try await store.record([AuthorizedMovement(request: request, passwordHash: "h")], key: nil, at: now)?
        .movements ?? []
    }
    for step in 1...150 {
      let now = Self.start + Double(step) * 1_000
      let quantity = number(1...5)
      let past = number(0...2) == 0 ? now - Double(number(1...40) * 1_000 + step) : nil
      let time = past.flatMap { ReportedTime($0.formatted(.iso8601)) }
      let cost = number(0...3) == 0 ? nil : Decimal(number(1...900)) / 100
      let reference = number(0...2) == 0 ? "r\(number(1...3))" : nil
      do {
        switch number(0...9) {
        case 0...2, 3...5, 6:
          let kind = number(0...6)
          let action: MovementRequest.Action =
            kind < 3
            ? .restock(quantity: quantity, cost: cost)
            : kind < 6 ? .sell(quantity: quantity, price: nil) : .writeOff(quantity: quantity, .lost)
          let request = MovementRequest(itemID: 1, action, reference: reference, time: time)
          let name = "\(kind < 3 ? 0 : kind < 6 ? 1 : 2) \(reference ?? "")"
          let before = Self.average(double(opening), Double(stock), events, by: past ?? now)
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
          standing[movement.id] = request
          let change: Event.Change =
            kind < 3 ? .enter(double(cost)) : .leave(kind < 6 ? double(movement.cost) : nil)
          if kind >= 3, kind < 6 {
            let found = double(movement.cost)
            #expect((found == nil) == (before == nil), "seed \(seed), step \(step)")
            if let found, let before {
              #expect(abs(found - before) <= 0.005 / Double(quantity) + 0.0002, "seed \(seed), step \(step)")
            }
            outcomes["sold", default: 0] += 1
          }
          events.append(
            Event(time: movement.reportedAt, number: movement.id, change: change, quantity: Double(quantity)))
        case 7:
          let value = Decimal(number(1...900)) / 100
          let present = try #require(await store.item(id: 1))
          draft = present.draft
          draft.cost = value
          let valid = try ValidDraft(draft)
          _ = try await store.edit(id: 1, passwordHash: "h", at: now) { _ in valid }
          let last = try await store.history(ofItem: 1, 1, size: 1).entries.first
          guard case .movement(let movement, _)? = last, movement.cost == value, movement.quantity == 0,
            !events.contains(where: { $0.number == movement.id })
          else { continue }
          standing[movement.id] = MovementRequest(itemID: 1, .adjust(by: 1))
          events.append(
            Event(
              time: movement.reportedAt, number: movement.id, change: .set(double(value) ?? 0), quantity: 0))
          outcomes["set", default: 0] += 1
        case 8:
          let value = Decimal(number(1...900)) / 100
          if number(0...1) == 0 {
            _ = try await record(MovementRequest(itemID: 1, .correct(entry: 1, cost: value)), at: now)
            opening = value
          } else if let (id, request) = standing.sorted(by: { $0.key < $1.key }).randomElement(
            using: &chance),
            case .restock = request.action
          {
            let recorded = try await record(
              MovementRequest(itemID: 1, .correct(entry: id, cost: value)), at: now)
            let new = try #require(recorded.first?.movement)
            // Taking the correction back would bring the former cost back.
            standing[id] = nil
            for (name, former) in references where former.id == id {
              references[name] = (new.id, former.quantity)
            }
            if let index = events.firstIndex(where: { $0.number == id }) {
              events[index] = Event(
                time: new.reportedAt, number: new.id, change: .enter(double(value)),
                quantity: events[index].quantity)
            }
          }
          outcomes["corrected", default: 0] += 1
        default:
          guard let id = standing.keys.sorted().randomElement(using: &chance) else { continue }
          // Nothing of what is taken back remains, and its reference is free.
          try await store.write { _ = try SaleLedger($0, at: now).takeBack([id], ofItem: 1) }
          standing[id] = nil
          events.removeAll { $0.number == id }
          references = references.filter { $1.id != id }
          outcomes["undone", default: 0] += 1
        }
      } catch let refusal as LedgerRefusal {
        if case .otherTerms(_, let entry, _, _, _) = refusal {
          #expect(references.values.contains { $0.id == entry })
        }
        outcomes[String("\(refusal)".prefix { $0 != "(" }), default: 0] += 1
      }
      let expected = Self.average(double(opening), Double(stock), events, by: .distantFuture)
      let found = try await store.read { try MovementRows.costs(ofItems: [1], in: $0)[1]?.average?.amount }
      #expect((expected == nil) == (double(found ?? nil) == nil), "seed \(seed), step \(step)")
      if let expected, let found = double(found ?? nil) {
        #expect(abs(found - expected) <= 0.0061, "seed \(seed), step \(step): \(outcomes)")
      }
    }
    for outcome in ["sold", "set", "corrected", "undone"] {
      #expect(outcomes[outcome, default: 0] > 0, "\(outcomes)")
    }
    #expect(try await store.read { try StoreCheck.findings(in: $0) } == [])
  }
}
