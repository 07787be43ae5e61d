import Foundation
import TestSupport
import Testing

@testable import OpenMarket

/// Pages of a history, compared with the whole one.
struct MovementHistoryTests {
  private static let now = Date(timeIntervalSince1970: 1_795_240_680)

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `a page is a part of the whole history`(seed: UInt64) async throws {
    var chance = SeededChance(seed: seed)
    let store = Store(at: .ofOneTest, .patient())
    let draft = try ValidDraft(ItemDraft(title: "0", price: Price(1, .usDollar), stock: 9_000))
    _ = try await store.add(draft, images: [], passwordHash: "h", at: Self.now, key: nil)
    // Newest last: a movement's number, or the new title or price.
    var expected = ["1"]
    for step in 1...Int.random(in: 20...90, using: &chance) {
      if Int.random(in: 0..<3, using: &chance) == 0 {
        let (changesTitle, changesPrice) =
          [(true, false), (false, true), (true, true)].randomElement(using: &chance)
          ?? (true, true)
        _ = try await store.edit(id: 1, passwordHash: "h", at: Self.now) { present in
          var draft = present
          if changesTitle { draft.title = "\(step)" }
          if changesPrice { draft.price = Price(Decimal(step), .usDollar) }
          return try ValidDraft(draft)
        }
        if changesTitle { expected.append("title \(step)") }
        if changesPrice { expected.append("price \(step)") }
      } else {
        let count = Int.random(in: 1...20, using: &chance)
        let one = AuthorizedMovement(
          request: MovementRequest(itemID: 1, .sell(quantity: 1, price: nil)), passwordHash: "h")
        let recorded = try await store.record(Array(repeating: one, count: count), key: nil, at: Self.now)
        expected += try #require(recorded).movements.map { String($0.movement.id) }
      }
    }
    expected.reverse()
    for _ in 0..<20 {
      let size = Int.random(in: 1...70, using: &chance)
      let number = Int.random(in: 1...(expected.count / size + 2), using: &chance)
      let page = try await store.history(ofItem: 1, number, size: size)
      let texts = page.entries.map { entry in
        switch entry {
        case .movement(let movement, _): String(movement.id)
        case .title(let change): "title \(change.after)"
        case .price(let change): "price \(change.after.price.amount)"
        }
      }
      #expect(
        texts == Array(expected.dropFirst((number - 1) * size).prefix(size)), "page \(number) of \(size)")
      #expect(page.total == expected.count)
    }
  }
}
