import Console
import Foundation
import OpenMarket
import Testing

@testable import market

/// The part of a list that is in memory, without a screen.
struct PageWindowTests {
  /// Asks for pages of a list until none is needed.
  private func fill(_ window: inout PageWindow, from ids: [Int], total: Bool = true, largest: Int = .max) {
    for _ in 0..<20 {
      guard let query = window.nextRequest() else { return }
      take(&window, query, from: ids, total: total, largest: largest)
    }
    Issue.record("the window asks without end")
  }

  private func take(
    _ window: inout PageWindow, _ query: PageQuery, from ids: [Int], total: Bool = true, largest: Int = .max
  ) {
    let size = min(query.size, largest)
    let first = min(ids.count, (query.number - 1) * size)
    let page = ItemPage(
      number: query.number, items: BrowserDriver.lamps(ids[first..<min(ids.count, first + size)]),
      total: total ? ids.count : nil)
    window.take(Fetched(page, .current), for: query, at: BrowserDriver.start)
  }

  private func window(_ ids: [Int], height: Int = 10, row: Int = 0) -> PageWindow {
    var window = PageWindow(PageQuery(), row: row)
    window.resize(height: height, width: 1)
    fill(&window, from: ids)
    return window
  }

  private func inSight(_ window: PageWindow) -> [Int?] { window.inSight.map { $0.item?.id } }

  @Test func `pages come ahead of the cursor in both directions, and far ones are dropped`() {
    let ids = Array(1...100_000)
    var window = window(ids)
    #expect(inSight(window) == Array(1...10))
    window.move { $0.move(to: 99_999) }
    fill(&window, from: ids)
    #expect(inSight(window) == Array(99_991...100_000))
    window.move { $0.move(to: 50_000) }
    fill(&window, from: ids)
    #expect(window.current?.id == 50_001)
    #expect(window.held <= 200)
    // A screen ahead and a screen behind are there.
    for row in 49_985...50_015 { #expect(window[row]?.id == row + 1) }
  }

  @Test func `the cursor stays with its item, and the item on its line, when items come in above`() {
    var ids = Array(1...500)
    var window = window(ids)
    window.move { $0.move(to: 203) }
    fill(&window, from: ids)
    let line = window.list.cursor - window.list.top
    ids = Array(-6...0) + ids
    window.refresh()
    fill(&window, from: ids)
    #expect(window.current?.id == 204)
    #expect(window.list.cursor == 210)
    #expect(window.list.cursor - window.list.top == line)
  }

  @Test func `of a deleted item the cursor goes to the one that has its row`() {
    var ids = Array(1...80)
    var window = window(ids)
    window.move { $0.move(to: 20) }
    ids.remove(at: 20)
    window.refresh()
    fill(&window, from: ids)
    #expect(window.current?.id == 22)
    #expect(window.list.count == 79)
    // The last one has none below it.
    window.move { $0.move(to: 78) }
    fill(&window, from: ids)
    ids.removeLast()
    window.refresh()
    fill(&window, from: ids)
    #expect(window.current?.id == 79)
  }

  @Test func `no item is on two rows while pages move`() {
    var ids = Array(1...200)
    var window = window(ids)
    window.move { $0.move(to: 48) }
    fill(&window, from: ids)
    // The last items of the first page are the first ones of the second by now.
    ids = Array(901...904) + ids
    guard let second = window.refreshRequest() else { return }
    take(&window, second, from: ids)
    let shown = (0..<150).compactMap { window[$0]?.id }
    #expect(shown.count == Set(shown).count)
    fill(&window, from: ids)
    #expect((0..<100).map { window[$0]?.id } == ids.prefix(100).map { $0 })
  }

  @Test func `a market with pages of its own size, and one without a total`() {
    let ids = Array(1...70)
    var small = PageWindow(PageQuery())
    small.resize(height: 30, width: 1)
    fill(&small, from: ids, largest: 20)
    #expect(inSight(small) == Array(1...30))
    small.move { $0.move(to: 69) }
    fill(&small, from: ids, largest: 20)
    #expect(small.current?.id == 70)
    var endless = PageWindow(PageQuery())
    endless.resize(height: 30, width: 1)
    fill(&endless, from: ids, total: false)
    for _ in 0..<5 {
      endless.move { $0.move(to: $0.count - 1) }
      fill(&endless, from: ids, total: false)
    }
    #expect(endless.current?.id == 70)
    #expect(endless.list.count == 70)
  }

  @Test func `a market that sends the same page for every number comes to an end`() {
    var window = PageWindow(PageQuery())
    window.resize(height: 30, width: 1)
    let page = ItemPage(number: 1, items: BrowserDriver.lamps(1...50), total: 1_000)
    var requests = 0
    while let query = window.nextRequest(), requests < 20 {
      requests += 1
      window.take(Fetched(page, .current), for: query, at: BrowserDriver.start)
      window.move { $0.move(to: $0.count - 1) }
    }
    #expect(requests < 20)
    #expect(window.list.count == 50)
    #expect(window.current?.id == 50)
  }

  @Test func `a failure stops requests until the market is asked again`() {
    let ids = Array(1...300)
    var window = PageWindow(PageQuery())
    window.resize(height: 10, width: 1)
    guard let first = window.nextRequest() else { return }
    window.fail(.rejected(reason: "closed"), for: first)
    #expect(window.failure != nil)
    #expect(window.nextRequest() == nil)
    guard let again = window.refreshRequest() else { return }
    take(&window, again, from: ids)
    #expect(window.failure == nil)
    #expect(window.current?.id == 1)
  }

  @Test func `a request that another list has replaced is sent again after a refresh`() {
    let ids = Array(1...20)
    var window = PageWindow(PageQuery())
    window.resize(height: 10, width: 1)
    let first = window.nextRequest()
    #expect(first != nil)
    #expect(window.nextRequest() == nil)
    window.refresh()
    #expect(window.nextRequest() == first)
    if let first { take(&window, first, from: ids) }
    #expect(window.current?.id == 1)
  }

  @Test func `changes are marked for five seconds`() {
    let ids = Array(1...20)
    var window = window(ids)
    window.refresh()
    guard let query = window.nextRequest() else { return }
    var items = BrowserDriver.lamps(ids)
    items[2] = BrowserDriver.lamp(3, "Renamed")
    let later = BrowserDriver.start + 60
    window.take(Fetched(ItemPage(number: 1, items: items, total: 20), .current), for: query, at: later)
    #expect(window.marked(at: later + 4).marks == [3: .changed])
    #expect(window.marked(at: later + 5).marks == [:])
  }
}
