import Console
import Foundation
import OpenMarket
import Testing
import Wording

@testable import market

struct ListDiffTests {
  private static let now = Date(timeIntervalSince1970: 1_795_240_680)

  private func item(_ id: Int, _ title: String = "Lamp", at date: Date = .distantPast) -> Item {
    Item(
      id: id, title: title, price: Price(5, .usDollar), discountedPrice: nil, stock: 1, thumbnails: [],
      registrationDate: date, description: nil, images: nil)
  }

  @Test func `items are changed, new or gone`() {
    let after = [item(1), item(3, "Desk"), item(9, at: Self.now - 10)]
    let changes = ListDiff(from: [item(1), item(2), item(3)], to: after, since: Self.now - 180)
    #expect(changes.marks == [3: .changed, 9: .new])
    #expect(changes.others(of: after).map(\.id) == [3, 9])
  }

  @Test func `an item that came from another page is not new`() {
    let after = [item(1), item(3), item(21, at: Self.now - 86_400)]
    let changes = ListDiff(from: [item(1), item(2), item(3)], to: after, since: Self.now - 180)
    #expect(changes.marks == [:])
    #expect(changes.others(of: after).map(\.id) == [21])
  }

  @Test(arguments: [(-30, true), (-59, true), (-61, false)])
  func `the market's clock may be a minute behind`(seconds: Double, isNew: Bool) {
    let after = [item(1, at: Self.now + seconds)]
    #expect(ListDiff(from: [], to: after, since: Self.now).marks == (isNew ? [1: .new] : [:]))
  }

  @Test func `an item that may have moved to the next page is not gone`() {
    let before = (1...5).map { item($0) }
    func words(_ after: [Item]) -> String? {
      let format = OutputFormat.fixture(now: Self.now)
      return ListDiff(from: before, to: after, since: Self.now - 180).words(format).map(format.text)
    }
    let new = item(9, at: Self.now)
    #expect(words([new] + before.prefix(4)) == "1 new")
    #expect(words([new] + before.prefix(3)) == "1 new · 1 gone")
    #expect(words(Array(before.prefix(4))) == "1 gone")
    #expect(words([new] + before.dropFirst()) == "1 new · 1 gone")
  }
}
