import Console
import Foundation
import OpenMarket
import Testing
import Wording

@testable import market

struct PagerTests {
  private static let now = Date(timeIntervalSince1970: 1_795_240_680)

  private func item(_ id: Int, _ title: String = "Lamp") -> Item {
    Item(
      id: id, title: title, price: Price(5, .usDollar), discountedPrice: nil, stock: 1, thumbnails: [],
      registrationDate: Self.now, description: nil, images: nil)
  }

  private func items(_ ids: some Sequence<Int>) -> [Item] { ids.map { item($0) } }

  private func page(
    _ number: Int, _ ids: some Sequence<Int>, of total: Int?, _ freshness: Freshness = .current
  )
    -> Fetched<ItemPage>
  {
    Fetched(ItemPage(number: number, items: items(ids), total: total), freshness)
  }

  /// A list in pages of ten.
  private func pager(isGrid: Bool = false) -> Pager {
    Pager(PageQuery(size: 10), isGrid: isGrid) { $0.map { "no \($0)" } ?? "nothing" }
  }

  /// The event with which the list begins, on a screen with room for so many rows of a table and three cards.
  private func opened(_ page: Fetched<ItemPage>, screenful: Int = 8, grid: Int? = 3) -> ListEvent {
    .opened(page, room(screenful, grid: grid))
  }

  private func room(_ screenful: Int, grid: Int? = 3) -> ListSpace {
    var room = ListSpace(table: { _ in screenful })
    if let grid { room.grid = { _ in grid } }
    return room
  }

  private func received(_ query: PageQuery, _ page: Fetched<ItemPage>) -> ListEvent {
    .page(query, page, took: .zero)
  }

  private func failed(_ query: PageQuery) -> ListEvent { .failed(query, Self.error, took: .zero) }

  /// The next row of cards, of so many items.
  private func cards(_ count: Int) -> ListEvent { .cards(.init(lines: ["\(count) cards"], count: count)) }

  private func query(_ number: Int, search: String? = nil) -> PageQuery {
    PageQuery(number, size: 10, search: search)
  }

  private static let error = ClientError.rejected(reason: "closed")

  private let space = ListEvent.key(.character(" "))
  private func key(_ character: Character) -> ListEvent { .key(.character(character)) }

  private func line(_ pager: Pager, columns: Int = 80) -> String {
    let format = OutputFormat.fixture(now: Self.now)
    return pager.statusBar(columns: columns, format, style: .plain).text
  }

  @Test func `a screenful is shown, and the next page is prefetched when few rows are left`() {
    var pager = pager()
    #expect(
      pager.handle(opened(page(1, 1...10, of: 25), screenful: 5))
        == .init(pieces: [.items(items(1...5), areFirst: true)]))
    #expect(line(pager) == "1–5 of 25 · space: more  /: search  g: grid  r: refresh  q: quit")
    // Five rows are left: enough. Four are few.
    #expect(
      pager.handle(.key(.enter))
        == .init(pieces: [.items(items(6...6), areFirst: false)], request: query(2)))
    // One request at a time.
    #expect(pager.handle(.key(.down)) == .init(pieces: [.items(items(7...7), areFirst: false)]))
    #expect(pager.handle(received(query(2), page(2, 11...20, of: 25))) == .init())
    #expect(pager.handle(space) == .init(pieces: [.items(items(8...12), areFirst: false)]))
  }

  @Test func `a screenful that is requested before the next page has come is completed by it`() {
    var pager = pager()
    #expect(
      pager.handle(opened(page(1, 1...10, of: 25)))
        == .init(pieces: [.items(items(1...8), areFirst: true)], request: query(2)))
    #expect(pager.handle(space) == .init(pieces: [.items(items(9...10), areFirst: false)]))
    #expect(line(pager) == "1–10 of 25 · loading · space: more  /: search  g: grid  r: refresh  q: quit")
    // Pressing the key again does not add up.
    #expect(pager.handle(space) == .init())
    #expect(
      pager.handle(received(query(2), page(2, 11...20, of: 25)))
        == .init(pieces: [.items(items(11...18), areFirst: false)], request: query(3)))
  }

  @Test func `no page is requested past the end, and a list that was scrolled stays open`() {
    var pager = pager()
    _ = pager.handle(opened(page(1, 1...10, of: 12)))
    #expect(pager.handle(space).request == nil)
    #expect(
      pager.handle(received(query(2), page(2, 11...12, of: 12)))
        == .init(pieces: [.items(items(11...12), areFirst: false)]))
    #expect(line(pager) == "1–12 of 12 · /: search  g: grid  r: refresh  q: quit")
    #expect(pager.handle(space) == .init())
  }

  @Test func `a list that is all in sight ends by itself`() {
    var pager = pager()
    #expect(
      pager.handle(opened(page(1, 1...10, of: 12), screenful: 40))
        == .init(pieces: [.items(items(1...10), areFirst: true)], request: query(2)))
    #expect(
      pager.handle(received(query(2), page(2, 11...12, of: 12)))
        == .init(pieces: [.items(items(11...12), areFirst: false)], isOver: true))
  }

  @Test func `without a total, pages are requested until one is short`() {
    var pager = pager()
    _ = pager.handle(opened(page(1, 1...10, of: nil)))
    #expect(line(pager) == "1–8 · space: more  /: search  g: grid  r: refresh  q: quit")
    _ = pager.handle(space)
    #expect(pager.handle(received(query(2), page(2, 11...19, of: nil))).request == nil)
    #expect(pager.handle(space) == .init(pieces: [.items(items(17...19), areFirst: false)]))
  }

  @Test func `a market that sends the same page for every number comes to an end`() {
    var pager = pager()
    _ = pager.handle(opened(page(1, 1...10, of: 1_000)))
    _ = pager.handle(space)
    #expect(pager.handle(received(query(2), page(2, 1...10, of: 1_000))).request == query(3))
    #expect(pager.handle(received(query(3), page(3, 1...10, of: 1_000))) == .init())
    #expect(line(pager) == "1–10 of 1,000 · /: search  g: grid  r: refresh  q: quit")
  }

  @Test func `rows that moved to the next page are shown once`() {
    var pager = pager()
    _ = pager.handle(opened(page(1, 1...10, of: 25)))
    _ = pager.handle(space)
    // Two items were added in front meanwhile.
    #expect(
      pager.handle(received(query(2), page(2, 9...18, of: 27))).pieces
        == [.items(items(11...16), areFirst: false)])
  }

  @Test func `pages are fetched again when a deletion may have moved rows onto them`() {
    var pager = pager()
    _ = pager.handle(opened(page(1, 1...10, of: 25)))
    // Item 3 was deleted meanwhile, and 11 is on page 1.
    #expect(
      pager.handle(received(query(2), page(2, 12...21, of: 24))) == .init(request: query(1)))
    #expect(
      pager.handle(received(query(1), page(1, [1, 2] + Array(4...11), of: 24)))
        == .init(request: query(2)))
    #expect(pager.handle(received(query(2), page(2, 12...21, of: 24))) == .init())
    #expect(
      pager.handle(space)
        == .init(pieces: [.items(items(9...16), areFirst: false)]))
    #expect(
      pager.handle(space)
        == .init(pieces: [.items(items(17...21), areFirst: false)], request: query(3)))
    // Once for each page, so that a list that keeps shrinking continues.
    #expect(
      pager.handle(received(query(3), page(3, [], of: 20))) == .init(request: query(2)))
    #expect(pager.handle(received(query(2), page(2, 15...24, of: 20))).isOver == false)
    #expect(pager.isAtEnd)
  }

  @Test func `pages that are fetched again and hold no new item are not the end of the list`() {
    var pager = pager()
    _ = pager.handle(opened(page(1, 1...10, of: 100)))
    _ = pager.handle(received(query(2), page(2, 11...20, of: 100)))
    #expect(pager.handle(space).request == query(3))
    _ = pager.handle(space)
    // The last 25 items were deleted meanwhile, so none has moved up.
    #expect(pager.handle(received(query(3), page(3, 21...30, of: 75))) == .init(request: query(1)))
    #expect(pager.handle(received(query(1), page(1, 1...10, of: 75))) == .init(request: query(2)))
    #expect(pager.handle(received(query(2), page(2, 11...20, of: 75))) == .init(request: query(3)))
    #expect(
      pager.handle(received(query(3), page(3, 21...30, of: 75))).pieces
        == [.items(items(21...24), areFirst: false)])
  }

  @Test func `the failure of a page that the person waits for is reported, and the rows stay`() {
    var pager = pager()
    _ = pager.handle(opened(page(1, 1...10, of: 25)))
    _ = pager.handle(space)
    #expect(
      pager.handle(failed(query(2))) == .init(pieces: [.failure(Self.error)]))
    #expect(line(pager) == "1–10 of 25 · r: try again  /: search  q: quit")
    #expect(pager.handle(key("r")) == .init(request: query(2)))
    #expect(
      pager.handle(received(query(2), page(2, 11...20, of: 25))).pieces
        == [.items(items(11...18), areFirst: false)])
  }

  @Test func `the failure of a prefetch is silent, and the page is requested again`() {
    var pager = pager()
    _ = pager.handle(opened(page(1, 1...10, of: 25)))
    #expect(pager.handle(failed(query(2))) == .init())
    #expect(line(pager) == "1–8 of 25 · space: more  /: search  g: grid  r: refresh  q: quit")
    #expect(
      pager.handle(space) == .init(pieces: [.items(items(9...10), areFirst: false)], request: query(2)))
  }

  @Test func `search words are typed on the last line, and the list continues with the results`() {
    var pager = pager()
    _ = pager.handle(opened(page(1, 1...10, of: 25)))
    for character in "/ 맥ㅂ" { _ = pager.handle(key(character)) }
    #expect(line(pager) == "/ 맥ㅂ")
    _ = pager.handle(.key(.backspace))
    _ = pager.handle(key("북"))
    // Command keys are letters in search words.
    for character in " q" { _ = pager.handle(key(character)) }
    #expect(
      pager.handle(.key(.enter))
        == .init(
          pieces: [.lines(["/맥북 q"])], request: query(1, search: "맥북 q"), search: "맥북 q", cancelsCards: true))
    #expect(line(pager) == "loading · space: more  /: search  g: grid  r: refresh  Esc: back  q: quit")
    // The response to the request before it is ignored.
    #expect(pager.handle(received(query(2), page(2, 11...20, of: 25))) == .init())
    #expect(
      pager.handle(received(query(1, search: "맥북 q"), page(1, [7, 9], of: 2)))
        == .init(pieces: [.items(items([7, 9]), areFirst: true)]))
    #expect(line(pager) == "1–2 of 2 · /: search  g: grid  r: refresh  Esc: back  q: quit")
  }

  @Test func `a search without results says so, and no words mean the whole list`() {
    var pager = pager()
    _ = pager.handle(opened(page(1, 1...10, of: 25)))
    for character in "/zz" { _ = pager.handle(key(character)) }
    _ = pager.handle(.key(.enter))
    #expect(
      pager.handle(received(query(1, search: "zz"), page(1, [], of: 0)))
        == .init(pieces: [.lines(["no zz"])]))
    #expect(line(pager) == "/: search  g: grid  r: refresh  Esc: back  q: quit")
    _ = pager.handle(key("/"))
    #expect(
      pager.handle(.key(.enter)) == .init(pieces: [.lines(["/"])], request: query(1), cancelsCards: true))
  }

  @Test func `Esc cancels the search words, then leaves the list`() {
    var pager = pager()
    _ = pager.handle(opened(page(1, 1...10, of: 25)))
    for character in "/맥" { _ = pager.handle(key(character)) }
    #expect(pager.handle(.key(.escape)) == .init())
    #expect(line(pager) == "1–8 of 25 · space: more  /: search  g: grid  r: refresh  q: quit")
    #expect(pager.handle(.key(.escape)) == .init(isOver: true))
  }

  @Test func `the row on top is the last of the screenful before, and the first one below the header`() {
    var pager = pager()
    _ = pager.handle(opened(page(1, 1...10, of: 40)))
    #expect(pager.top == 0)
    _ = pager.handle(.page(query(2), page(2, 11...20, of: 40), took: .zero))
    _ = pager.handle(.key(.character(" ")))
    // Rows 9 to 16 came, below row 8.
    #expect(pager.shown == 16)
    #expect(pager.top == 7)
    _ = pager.handle(.key(.down))
    #expect(pager.top == 8)
  }

  @Test func `r begins again at the top`() {
    var pager = pager()
    _ = pager.handle(opened(page(1, 1...10, of: 25)))
    _ = pager.handle(space)
    #expect(pager.handle(key("r")) == .init(pieces: [.lines([""])], request: query(1), cancelsCards: true))
    #expect(
      pager.handle(received(query(1), page(1, 3...12, of: 23)))
        == .init(pieces: [.items(items(3...10), areFirst: true)], request: query(2)))
    #expect(line(pager) == "1–8 of 23 · space: more  /: search  g: grid  r: refresh  q: quit")
  }

  @Test func `g shows the last screenful as cards, and again as a table`() {
    var pager = pager()
    _ = pager.handle(opened(page(1, 1...10, of: 25)))
    _ = pager.handle(received(query(2), page(2, 11...20, of: 25)))
    _ = pager.handle(space)
    #expect(
      pager.handle(key("g"))
        == .init(pieces: [.lines([""]), .items(items(9...11), areFirst: true)], cancelsCards: true))
    #expect(line(pager) == "1–11 of 25 · loading · space: more  /: search  g: table  r: refresh  q: quit")
    #expect(pager.handle(cards(3)) == .init(pieces: [.row(["3 cards"])], wantsCards: true))
    #expect(pager.handle(.cards(nil)) == .init())
    #expect(line(pager) == "1–11 of 25 · space: more  /: search  g: table  r: refresh  q: quit")
    #expect(pager.handle(space).pieces == [.items(items(12...14), areFirst: false)])
    #expect(
      pager.handle(key("g")).pieces == [.lines([""]), .items(items(12...19), areFirst: true)])
  }

  @Test func `before the first cards the terminal is asked which images it draws`() {
    var pager = pager()
    _ = pager.handle(opened(page(1, 1...10, of: 25), grid: nil))
    #expect(pager.handle(key("g")) == .init(needsImageProtocol: true))
    #expect(
      pager.handle(.room(room(8)))
        == .init(pieces: [.lines([""]), .items(items(1...3), areFirst: true)], cancelsCards: true))
    // A window of another size changes nothing but the room.
    #expect(pager.handle(.room(room(8, grid: 2))) == .init())
    _ = pager.handle(.cards(nil))
    #expect(pager.handle(space).pieces == [.items(items(4...5), areFirst: false)])
  }

  @Test func `the status bar fits, and the most useful keys stay longest`() {
    var pager = pager()
    _ = pager.handle(opened(page(1, 1...10, of: 25)))
    let lines = [65, 64, 52, 43, 32, 20, 9, 5].map { line(pager, columns: $0) }
    #expect(
      lines == [
        "1–8 of 25 · space: more  /: search  g: grid  r: refresh  q: quit",
        "1–8 of 25 · space: more  /: search  g: grid  q: quit",
        "1–8 of 25 · space: more  /: search  q: quit",
        "1–8 of 25 · space: more  q: quit",
        "1–8 of 25 · q: quit",
        "1–8 of 25 · q: quit",
        "1–8 of …",
        "1–8…",
      ])
    _ = pager.handle(key("/"))
    for character in "기계식 키보드" { _ = pager.handle(key(character)) }
    #expect([20, 15, 10].map { line(pager, columns: $0) } == ["/기계식 키보드", "/계식 키보드", "/ 키보드"])
  }

  @Test func `while cards are drawn no more rows are handed out, and none is left out`() {
    var pager = pager(isGrid: true)
    _ = pager.handle(opened(page(1, 1...10, of: 10)))
    #expect(pager.handle(space) == .init())
    #expect(pager.handle(space) == .init())
    #expect(line(pager) == "1–3 of 10 · loading · space: more  /: search  g: table  r: refresh  q: quit")
    // The table has all of them again.
    var turned = pager
    #expect(
      turned.handle(key("g"))
        == .init(pieces: [.lines([""]), .items(items(1...8), areFirst: true)], cancelsCards: true))
    #expect(
      pager.handle(.cards(nil)) == .init(pieces: [.items(items(4...6), areFirst: false)]))
    #expect(pager.handle(.cards(nil)) == .init())
  }

  @Test func `cards that were not drawn are not counted when the list is left`() {
    var pager = pager(isGrid: true)
    _ = pager.handle(opened(page(1, 1...10, of: 10), grid: 6))
    _ = pager.handle(cards(2))
    #expect(line(pager).hasPrefix("1–6 of 10 · loading"))
    #expect(pager.handle(key("q")) == .init(isOver: true))
    #expect(pager.shown == 2)
  }

  @Test func `a message waits for the cards above it`() {
    var pager = pager(isGrid: true)
    _ = pager.handle(opened(page(1, 1...10, of: 25, seen)))
    #expect(pager.handle(failed(query(1))) == .init())
    #expect(pager.handle(cards(3)).pieces == [.row(["3 cards"])])
    #expect(pager.handle(.cards(nil)).pieces.first == .failure(Self.error))
  }

  @Test func `a key keeps a list open that is all in sight and still being drawn`() {
    var pager = pager(isGrid: true)
    #expect(
      pager.handle(opened(page(1, 1...3, of: 3))) == .init(pieces: [.items(items(1...3), areFirst: true)]))
    var typing = pager
    _ = typing.handle(key("/"))
    #expect(typing.handle(.cards(nil)) == .init())
    #expect(pager.handle(.cards(nil)) == .init(isOver: true))
  }

  // MARK: Back from a search

  /// A list of which eleven rows are shown, and the results of a search in it.
  private func searched() -> Pager {
    var pager = pager()
    _ = pager.handle(opened(page(1, 1...10, of: 25)))
    _ = pager.handle(received(query(2), page(2, 11...20, of: 25)))
    for _ in 1...3 { _ = pager.handle(.key(.enter)) }
    for character in "/lamp" { _ = pager.handle(key(character)) }
    _ = pager.handle(.key(.enter))
    _ = pager.handle(received(query(1, search: "lamp"), page(1, [7, 9], of: 2)))
    return pager
  }

  @Test func `Esc goes back from search results to the list, and there it leaves`() {
    var pager = searched()
    #expect(
      pager.handle(.key(.escape))
        == .init(pieces: [.lines([""]), .items(items(4...11), areFirst: true)], cancelsCards: true))
    #expect(line(pager) == "1–11 of 25 · space: more  /: search  g: grid  r: refresh  q: quit")
    #expect(pager.handle(space).pieces == [.items(items(12...19), areFirst: false)])
    #expect(pager.handle(.key(.escape)) == .init(isOver: true))
  }

  @Test func `q leaves the results of a search`() {
    var pager = searched()
    #expect(pager.handle(key("q")) == .init(isOver: true))
  }

  @Test
  func `Esc goes back to the list from a search in search results, and from results that were refreshed`() {
    var pager = searched()
    for character in "/desk" { _ = pager.handle(key(character)) }
    _ = pager.handle(.key(.enter))
    // Also before the market has answered.
    _ = pager.handle(key("r"))
    #expect(pager.handle(.key(.escape)).pieces == [.lines([""]), .items(items(4...11), areFirst: true)])
    // Its response then is ignored.
    #expect(pager.handle(received(query(1, search: "desk"), page(1, [], of: 0))) == .init())
  }

  @Test func `a list that was being refreshed when the search began is refreshed again`() {
    var pager = pager()
    _ = pager.handle(opened(page(1, 1...10, of: 25, seen)))
    for character in "/lamp" { _ = pager.handle(key(character)) }
    _ = pager.handle(.key(.enter))
    #expect(
      pager.handle(.key(.escape))
        == .init(
          pieces: [.lines([""]), .items(items(1...8), areFirst: true)], request: query(1), cancelsCards: true)
    )
  }

  @Test func `a request that the session cancels is no failure`() {
    var pager = pager()
    _ = pager.handle(opened(page(1, 1...10, of: 25)))
    _ = pager.handle(space)
    #expect(pager.handle(.failed(query(2), .cancelled, took: .zero)) == .init())
    #expect(line(pager) == "1–10 of 25 · space: more  /: search  g: grid  r: refresh  q: quit")
    #expect(pager.handle(space) == .init(request: query(2)))
  }

  // MARK: Cached lists

  private let seen = Freshness.cached(since: Self.now - 180)

  private func changes(_ before: some Sequence<Int>, _ after: some Sequence<Int>) -> ListDiff {
    ListDiff(from: items(before), to: items(after), since: Self.now - 180)
  }

  @Test func `a cached page is fetched again, and no other page meanwhile`() {
    var pager = pager()
    #expect(
      pager.handle(opened(page(1, 1...10, of: 25, seen)))
        == .init(pieces: [.items(items(1...8), areFirst: true)], request: query(1)))
    #expect(
      line(pager)
        == "1–8 of 25 · seen 3 minutes ago · refreshing · space: more  /: search  q: quit")
    #expect(pager.handle(received(query(1), page(1, 1...10, of: 25))) == .init(request: query(2)))
    #expect(line(pager) == "1–8 of 25 · space: more  /: search  g: grid  r: refresh  q: quit")
    #expect(pager.handle(space).pieces == [.items(items(9...10), areFirst: false)])
  }

  @Test func `the changes are shown until a key is pressed`() {
    var pager = pager()
    _ = pager.handle(opened(page(1, 1...10, of: 25, seen)))
    _ = pager.handle(received(query(1), page(1, 3...12, of: 23)))
    #expect(
      line(pager, columns: 90)
        == "1–8 of 23 · 2 new · 2 gone · space: more  /: search  g: grid  r: refresh  q: quit")
    _ = pager.handle(.key(.enter))
    #expect(line(pager) == "1–9 of 23 · space: more  /: search  g: grid  r: refresh  q: quit")
  }

  @Test func `command keys work on a Korean keyboard that is set to Hangul`() {
    var pager = pager()
    _ = pager.handle(opened(page(1, 1...10, of: 25), grid: nil))
    #expect(pager.handle(key("ㅎ")).needsImageProtocol)
    #expect(pager.handle(key("ㅓ")).pieces == [.items(items(9...9), areFirst: false)])
    _ = pager.handle(key("/"))
    _ = pager.handle(key("ㅂ"))
    #expect(line(pager) == "/ㅂ")
    _ = pager.handle(.key(.escape))
    #expect(pager.handle(key("ㅂ")).isOver)
  }

  @Test func `the current rows replace the cached ones`() {
    var pager = pager()
    _ = pager.handle(opened(page(1, 1...10, of: 25, seen)))
    #expect(
      pager.handle(received(query(1), page(1, 3...12, of: 23)))
        == .init(
          pieces: [.changed(to: items(3...10), changes(1...8, 3...10), canReplace: true)], request: query(2))
    )
    #expect(pager.handle(space).pieces == [.items(items(11...12), areFirst: false)])
  }

  @Test func `after another program has written on the screen, nothing is drawn over`() {
    var pager = pager()
    _ = pager.handle(opened(page(1, 1...10, of: 25, seen)))
    #expect(pager.handle(.resumed) == .init())
    #expect(
      pager.handle(received(query(1), page(1, 3...12, of: 23))).pieces
        == [.changed(to: items(3...10), changes(1...8, 3...10), canReplace: false)])
  }

  @Test func `changes come below if a key was pressed meanwhile`() {
    var pager = pager()
    _ = pager.handle(opened(page(1, 1...10, of: 25, seen)))
    _ = pager.handle(.key(.enter))
    #expect(
      pager.handle(received(query(1), page(1, 3...12, of: 23)))
        == .init(
          pieces: [.changed(to: items(3...11), changes(1...9, 3...11), canReplace: false)],
          request: query(2)))
    #expect(pager.handle(.key(.enter)).pieces == [.items(items(12...12), areFirst: false)])
  }

  @Test func `cards have no marks if nothing has changed`() {
    var pager = pager()
    _ = pager.handle(opened(page(1, 1...10, of: 25, seen)))
    #expect(
      pager.handle(key("g")).pieces == [.lines([""]), .items(items(1...3), areFirst: true)])
    #expect(pager.handle(received(query(1), page(1, 1...10, of: 25))).pieces == [])
    _ = pager.handle(key("g"))
    #expect(line(pager) == "1–8 of 25 · space: more  /: search  g: grid  r: refresh  q: quit")
  }

  @Test func `a failed refresh is reported, and the age stays`() {
    var pager = pager()
    _ = pager.handle(opened(page(1, 1...10, of: 25, seen)))
    #expect(
      pager.handle(failed(query(1))) == .init(pieces: [.failure(Self.error)]))
    #expect(
      line(pager, columns: 90)
        == "1–8 of 25 · seen 3 minutes ago · space: more  /: search  g: grid  r: refresh  q: quit")
    #expect(pager.handle(key("r")) == .init(pieces: [.lines([""])], request: query(1), cancelsCards: true))
  }

  @Test func `the cached rows stay, with their age, if the market cannot be reached`() {
    var pager = pager()
    _ = pager.handle(opened(page(1, 1...10, of: 25, seen)))
    let offline = Freshness.offline(since: Self.now - 180, .noResponse(server: "x", .unreachable))
    #expect(pager.handle(received(query(1), page(1, 1...10, of: 25, offline))).pieces == [])
    #expect(
      [80, 64, 50, 43, 42, 28].map { line(pager, columns: $0) } == [
        "1–8 of 25 · offline · 3 minutes ago · space: more  r: refresh  q: quit",
        "1–8 of 25 · offline · space: more  r: refresh  q: quit",
        "offline · space: more  r: refresh  q: quit",
        "offline · space: more  r: refresh  q: quit",
        "offline · r: refresh  q: quit",
        "offline · q: quit",
      ])
  }
}
