import Console
import Foundation
import OpenMarket
import Testing
import Wording

@testable import market

struct WatchTests {
  private static let now = Date(timeIntervalSince1970: 1_795_240_680)

  private func item(_ id: Int, _ title: String = "Lamp", at date: Date = .distantPast) -> Item {
    Item(
      id: id, title: title, price: Price(5, .usDollar), discountedPrice: nil, stock: 1, thumbnails: [],
      registrationDate: date, description: nil, images: nil)
  }

  private func page(_ items: [Item]) -> Fetched<ItemPage> {
    Fetched(ItemPage(number: 1, items: items, total: items.count), .current)
  }

  private func received(_ items: [Item]) -> ListEvent { .page(PageQuery(), page(items), took: .zero) }

  private func room(_ count: Int) -> ListSpace { ListSpace(table: { _ in count }) }

  /// A list of three items, on a screen with room for so many.
  private func watch(room count: Int = 8) -> Watch {
    var watch = Watch(PageQuery())
    _ = watch.handle(.opened(page([item(1), item(2), item(3)]), room(count)), at: Self.now)
    return watch
  }

  private func words(_ watch: Watch) -> String? {
    let format = OutputFormat.fixture(now: Self.now)
    return watch.changes.words(format).map(format.text)
  }

  @Test func `a page is fetched again after every response, every failure and every cancellation`() {
    var watch = Watch(PageQuery())
    let opened = watch.handle(.opened(page([item(1)]), room(8)), at: Self.now)
    #expect(opened == .init(fetchesAfter: .milliseconds(250)))
    #expect(watch.handle(received([item(1)]), at: Self.now) == .init(fetchesAfter: .milliseconds(250)))
    let error = ClientError.rejected(reason: "closed")
    #expect(
      watch.handle(.failed(PageQuery(), error, took: .seconds(1)), at: Self.now).fetchesAfter == .seconds(30))
    #expect(watch.failure == error)
    #expect(watch.items.map(\.id) == [1])
    #expect(
      watch.handle(.failed(PageQuery(), .cancelled, took: .zero), at: Self.now).fetchesAfter == .seconds(30))
    _ = watch.handle(received([item(1)]), at: Self.now)
    #expect(watch.failure == nil)
  }

  @Test func `a mark stays until the next change, however long that takes`() {
    var watch = watch()
    _ = watch.handle(received([item(1), item(2, "Desk"), item(3)]), at: Self.now + 1)
    #expect(watch.changes.marks == [2: .changed])
    _ = watch.handle(received([item(1), item(2, "Desk"), item(3)]), at: Self.now + 600)
    #expect(watch.changes.marks == [2: .changed])
    _ = watch.handle(received([item(1), item(2, "Desk"), item(3, "Chair")]), at: Self.now + 601)
    #expect(watch.changes.marks == [3: .changed])
  }

  @Test func `a mark stays for five seconds, however many changes follow`() {
    var watch = watch()
    let new = item(4, at: Self.now)
    _ = watch.handle(received([item(1), item(2), item(3), new]), at: Self.now + 1)
    _ = watch.handle(received([item(1), item(2, "Desk"), item(3), new]), at: Self.now + 2)
    // As it was before: that is a change, too.
    _ = watch.handle(received([item(1), item(2), item(3), new]), at: Self.now + 3)
    _ = watch.handle(received([item(2), item(3), new]), at: Self.now + 4)
    #expect(watch.changes.marks == [2: .changed, 4: .new])
    #expect(words(watch) == "1 new · 1 changed · 1 gone")
    _ = watch.handle(received([item(2), item(3, "Chair"), new]), at: Self.now + 5.9)
    #expect(words(watch) == "1 new · 2 changed · 1 gone")
    _ = watch.handle(received([item(2), item(3, "Bed"), new]), at: Self.now + 6)
    #expect(words(watch) == "2 changed · 1 gone")
    _ = watch.handle(received([item(2), item(3, "Lamp"), new]), at: Self.now + 9)
    #expect(watch.changes.marks == [3: .changed])
  }

  @Test func `an item that is changed after it was added is new`() {
    var watch = watch()
    _ = watch.handle(received([item(1), item(2), item(3), item(4, at: Self.now)]), at: Self.now + 1)
    _ = watch.handle(received([item(1), item(2), item(3), item(4, "Desk", at: Self.now)]), at: Self.now + 2)
    #expect(watch.changes.marks == [4: .new])
    _ = watch.handle(received([item(1), item(2), item(3)]), at: Self.now + 3)
    #expect(words(watch) == "1 gone")
  }

  @Test func `changes out of sight are not marked, and rows that a larger window shows are not new`() {
    var watch = watch(room: 2)
    #expect(watch.items.map(\.id) == [1, 2])
    _ = watch.handle(received([item(1), item(2), item(3, "Desk")]), at: Self.now + 1)
    #expect(watch.changes.isEmpty)
    #expect(watch.handle(.room(room(8)), at: Self.now + 2) == .init())
    #expect(watch.items.map(\.id) == [1, 2, 3])
    #expect(watch.changes.isEmpty)
  }

  @Test(arguments: [Key.character("q"), .character("ㅂ"), .escape, .control("d")])
  func `these keys leave`(key: Key) {
    var watch = watch()
    #expect(watch.handle(.key(.character("x")), at: Self.now) == .init())
    #expect(watch.handle(.key(key), at: Self.now) == .init(isOver: true))
    #expect(watch.handle(.closed, at: Self.now) == .init(isOver: true))
  }

  @Test func `after another program has written on the screen, nothing is drawn over`() {
    var watch = watch()
    #expect(watch.handle(.resumed, at: Self.now) == .init(isScreenLost: true))
  }
}

struct PollIntervalTests {
  private let page = ItemPage(number: 1, items: [], total: 0)
  private let other = ItemPage(number: 1, items: [], total: 1)

  @Test func `a market that answers at once is asked four times a second`() {
    var interval = PollInterval()
    #expect(interval.delay == .milliseconds(250))
    for _ in 1...100 { interval.note(page, after: .microseconds(200)) }
    #expect(interval.delay == .milliseconds(250))
  }

  @Test func `requests take a hundredth of the time, and less while nothing changes`() {
    var interval = PollInterval()
    interval.note(page, after: .milliseconds(40))
    let first = interval.delay
    #expect(first >= .seconds(4) && first <= .seconds(5))
    for _ in 1...100 { interval.note(page, after: .milliseconds(40)) }
    #expect(interval.delay == .seconds(30))
    interval.note(other, after: .milliseconds(40))
    #expect(interval.delay == .seconds(4))
  }

  @Test func `a market that does not answer is asked less and less often`() {
    var interval = PollInterval()
    for _ in 1...100 { interval.note(nil, after: .milliseconds(100)) }
    #expect(interval.delay == .seconds(30))
  }
}
