import Console
import Foundation
import OpenMarket
import Testing

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

  /// A list in pages of ten on a screen with room for `screenful` items.
  private func pager(screenful: Int = 8) -> Pager {
    Pager(PageQuery(size: 10), room: .init(table: screenful, grid: 3)) {
      $0.map { "no \($0)" } ?? "nothing"
    }
  }

  private func query(_ number: Int, search: String? = nil) -> PageQuery {
    PageQuery(number, size: 10, search: search)
  }

  private static let gone = ErrorReport(message: "gone", exitCode: .temporary)

  private let space = Pager.Event.key(.character(" "))
  private func key(_ character: Character) -> Pager.Event { .key(.character(character)) }

  private func line(_ pager: Pager, columns: Int = 80) -> String {
    let english = Locale(identifier: "en_US")
    let format = OutputFormat(
      language: .english, isAccessible: false, words: english,
      money: english, time: english, timeZone: .gmt, currencyStyle: .code, now: Self.now)
    return pager.statusBar(columns: columns, format, .plain).text
  }

  @Test func `a screenful is shown, and the next page asked for when few rows lie prefetch`() {
    var pager = pager(screenful: 5)
    #expect(
      pager.begin(with: page(1, 1...10, of: 25)) == .init(pieces: [.items(items(1...5), areFirst: true)]))
    #expect(line(pager) == "1–5 of 25 · space: more  /: search  g: grid  r: refresh  q: quit")
    // Five lie ahead: enough. Four are few.
    #expect(
      pager.handle(.key(.enter))
        == .init(pieces: [.items(items(6...6), areFirst: false)], request: query(2)))
    // Never twice at a time.
    #expect(pager.handle(.key(.down)) == .init(pieces: [.items(items(7...7), areFirst: false)]))
    #expect(pager.handle(.answered(query(2), page(2, 11...20, of: 25))) == .init())
    #expect(pager.handle(space) == .init(pieces: [.items(items(8...12), areFirst: false)]))
  }

  @Test func `whoever is faster than the market waits for the rest of the screenful`() {
    var pager = pager()
    #expect(
      pager.begin(with: page(1, 1...10, of: 25))
        == .init(pieces: [.items(items(1...8), areFirst: true)], request: query(2)))
    #expect(pager.handle(space) == .init(pieces: [.items(items(9...10), areFirst: false)]))
    #expect(line(pager) == "1–10 of 25 · loading · space: more  /: search  g: grid  r: refresh  q: quit")
    // Pressing it again and again does not add up.
    #expect(pager.handle(space) == .init())
    #expect(
      pager.handle(.answered(query(2), page(2, 11...20, of: 25)))
        == .init(pieces: [.items(items(11...18), areFirst: false)], request: query(3)))
  }

  @Test func `nothing is asked past the end, and who scrolled stays there`() {
    var pager = pager()
    _ = pager.begin(with: page(1, 1...10, of: 12))
    #expect(pager.handle(space).request == nil)
    #expect(
      pager.handle(.answered(query(2), page(2, 11...12, of: 12)))
        == .init(pieces: [.items(items(11...12), areFirst: false)]))
    #expect(line(pager) == "1–12 of 12 · /: search  g: grid  r: refresh  q: quit")
    #expect(pager.handle(space) == .init())
  }

  @Test func `a list that is all in sight ends by itself`() {
    var pager = pager(screenful: 40)
    #expect(
      pager.begin(with: page(1, 1...10, of: 12))
        == .init(pieces: [.items(items(1...10), areFirst: true)], request: query(2)))
    #expect(
      pager.handle(.answered(query(2), page(2, 11...12, of: 12)))
        == .init(pieces: [.items(items(11...12), areFirst: false)], isOver: true))
  }

  @Test func `a market that does not say how many there are is asked until a page is short`() {
    var pager = pager()
    _ = pager.begin(with: page(1, 1...10, of: nil))
    #expect(line(pager) == "1–8 · space: more  /: search  g: grid  r: refresh  q: quit")
    _ = pager.handle(space)
    #expect(pager.handle(.answered(query(2), page(2, 11...19, of: nil))).request == nil)
    #expect(pager.handle(space) == .init(pieces: [.items(items(17...19), areFirst: false)]))
  }

  @Test func `a market that gives one page forever comes to an end`() {
    var pager = pager()
    _ = pager.begin(with: page(1, 1...10, of: 1_000))
    _ = pager.handle(space)
    #expect(pager.handle(.answered(query(2), page(2, 1...10, of: 1_000))).request == query(3))
    #expect(pager.handle(.answered(query(3), page(3, 1...10, of: 1_000))) == .init())
    #expect(line(pager) == "1–10 of 1,000 · /: search  g: grid  r: refresh  q: quit")
  }

  @Test func `rows that slid onto the next page are shown once`() {
    var pager = pager()
    _ = pager.begin(with: page(1, 1...10, of: 25))
    _ = pager.handle(space)
    // Two were added in front meanwhile.
    #expect(
      pager.handle(.answered(query(2), page(2, 9...18, of: 27))).pieces
        == [.items(items(11...16), areFirst: false)])
  }

  @Test func `rows that slid onto a page that was seen are looked for there, and none is left out`() {
    var pager = pager()
    _ = pager.begin(with: page(1, 1...10, of: 25))
    // 3 is gone meanwhile, and 11 is on page 1.
    #expect(
      pager.handle(.answered(query(2), page(2, 12...21, of: 24))) == .init(request: query(1)))
    #expect(
      pager.handle(.answered(query(1), page(1, [1, 2] + Array(4...11), of: 24)))
        == .init(request: query(2)))
    #expect(pager.handle(.answered(query(2), page(2, 12...21, of: 24))) == .init())
    #expect(
      pager.handle(space)
        == .init(pieces: [.items(items(9...16), areFirst: false)]))
    #expect(
      pager.handle(space)
        == .init(pieces: [.items(items(17...21), areFirst: false)], request: query(3)))
    // Once for each page: a list that shrinks all the time goes on too.
    #expect(
      pager.handle(.answered(query(3), page(3, [], of: 20))) == .init(request: query(2)))
    #expect(pager.handle(.answered(query(2), page(2, 15...24, of: 20))).isOver == false)
    #expect(pager.isAtEnd)
  }

  @Test func `pages that are looked at again and hold nothing new are not the end of the list`() {
    var pager = pager()
    _ = pager.begin(with: page(1, 1...10, of: 100))
    _ = pager.handle(.answered(query(2), page(2, 11...20, of: 100)))
    #expect(pager.handle(space).request == query(3))
    _ = pager.handle(space)
    // Of the last ones 25 are gone meanwhile, so nothing has moved up.
    #expect(pager.handle(.answered(query(3), page(3, 21...30, of: 75))) == .init(request: query(1)))
    #expect(pager.handle(.answered(query(1), page(1, 1...10, of: 75))) == .init(request: query(2)))
    #expect(pager.handle(.answered(query(2), page(2, 11...20, of: 75))) == .init(request: query(3)))
    #expect(
      pager.handle(.answered(query(3), page(3, 21...30, of: 75))).pieces
        == [.items(items(21...24), areFirst: false)])
  }

  @Test func `an error is told to who waits, and what was shown stays`() {
    var pager = pager()
    _ = pager.begin(with: page(1, 1...10, of: 25))
    _ = pager.handle(space)
    #expect(
      pager.handle(.failed(query(2), Self.gone)) == .init(pieces: [.failure(Self.gone)]))
    #expect(line(pager) == "1–10 of 25 · r: try again  /: search  q: quit")
    #expect(pager.handle(key("r")) == .init(request: query(2)))
    #expect(
      pager.handle(.answered(query(2), page(2, 11...20, of: 25))).pieces
        == [.items(items(11...18), areFirst: false)])
  }

  @Test func `an error that nobody waits for is not told, and the page is asked for again`() {
    var pager = pager()
    _ = pager.begin(with: page(1, 1...10, of: 25))
    #expect(pager.handle(.failed(query(2), Self.gone)) == .init())
    #expect(line(pager) == "1–8 of 25 · space: more  /: search  g: grid  r: refresh  q: quit")
    #expect(
      pager.handle(space) == .init(pieces: [.items(items(9...10), areFirst: false)], request: query(2)))
  }

  @Test func `words are typed on the last line, and the list goes on with what they find`() {
    var pager = pager()
    _ = pager.begin(with: page(1, 1...10, of: 25))
    for character in "/ 맥ㅂ" { _ = pager.handle(key(character)) }
    #expect(line(pager) == "/ 맥ㅂ")
    _ = pager.handle(.key(.backspace))
    _ = pager.handle(key("북"))
    // Keys are letters while one types.
    for character in " q" { _ = pager.handle(key(character)) }
    #expect(
      pager.handle(.key(.enter))
        == .init(
          pieces: [.lines(["/맥북 q"])], request: query(1, search: "맥북 q"), search: "맥북 q", isAnew: true))
    #expect(line(pager) == "loading · space: more  /: search  g: grid  r: refresh  q: quit")
    // The page that was under way is of no interest any more.
    #expect(pager.handle(.answered(query(2), page(2, 11...20, of: 25))) == .init())
    #expect(
      pager.handle(.answered(query(1, search: "맥북 q"), page(1, [7, 9], of: 2)))
        == .init(pieces: [.items(items([7, 9]), areFirst: true)]))
    #expect(line(pager) == "1–2 of 2 · /: search  g: grid  r: refresh  q: quit")
  }

  @Test func `a search that finds nothing says so, and no words are the whole list`() {
    var pager = pager()
    _ = pager.begin(with: page(1, 1...10, of: 25))
    for character in "/zz" { _ = pager.handle(key(character)) }
    _ = pager.handle(.key(.enter))
    #expect(
      pager.handle(.answered(query(1, search: "zz"), page(1, [], of: 0)))
        == .init(pieces: [.lines(["no zz"])]))
    #expect(line(pager) == "/: search  g: grid  r: refresh  q: quit")
    _ = pager.handle(key("/"))
    #expect(pager.handle(.key(.enter)) == .init(pieces: [.lines(["/"])], request: query(1), isAnew: true))
  }

  @Test func `Esc leaves the words, then the list`() {
    var pager = pager()
    _ = pager.begin(with: page(1, 1...10, of: 25))
    for character in "/맥" { _ = pager.handle(key(character)) }
    #expect(pager.handle(.key(.escape)) == .init())
    #expect(line(pager) == "1–8 of 25 · space: more  /: search  g: grid  r: refresh  q: quit")
    #expect(pager.handle(.key(.escape)) == .init(isOver: true))
  }

  @Test func `r begins again at the top`() {
    var pager = pager()
    _ = pager.begin(with: page(1, 1...10, of: 25))
    _ = pager.handle(space)
    #expect(pager.handle(key("r")) == .init(pieces: [.lines([""])], request: query(1), isAnew: true))
    #expect(
      pager.handle(.answered(query(1), page(1, 3...12, of: 23)))
        == .init(pieces: [.items(items(3...10), areFirst: true)], request: query(2)))
    #expect(line(pager) == "1–8 of 23 · space: more  /: search  g: grid  r: refresh  q: quit")
  }

  @Test func `g shows the last screenful in the other way`() {
    var pager = pager()
    _ = pager.begin(with: page(1, 1...10, of: 25))
    _ = pager.handle(.answered(query(2), page(2, 11...20, of: 25)))
    _ = pager.handle(space)
    #expect(
      pager.handle(key("g"))
        == .init(pieces: [.lines([""]), .items(items(9...11), areFirst: true)], isAnew: true))
    #expect(line(pager) == "1–11 of 25 · space: more  /: search  g: table  r: refresh  q: quit")
    #expect(pager.handle(space).pieces == [.items(items(12...14), areFirst: false)])
    #expect(
      pager.handle(key("g")).pieces == [.lines([""]), .items(items(12...19), areFirst: true)])
  }

  @Test func `the last line fits, and the words that help most stay longest`() {
    var pager = pager()
    _ = pager.begin(with: page(1, 1...10, of: 25))
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

  @Test func `while something is being drawn no more is handed out, and nothing is left out`() {
    var pager = pager(screenful: 3)
    _ = pager.begin(with: page(1, 1...10, of: 10))
    pager.isDrawing = true
    #expect(pager.handle(space) == .init())
    #expect(pager.handle(space) == .init())
    #expect(line(pager) == "1–3 of 10 · space: more  /: search  g: grid  r: refresh  q: quit")
    // Turned now, all of it comes again.
    var turned = pager
    #expect(
      turned.handle(key("g"))
        == .init(pieces: [.lines([""]), .items(items(1...3), areFirst: true)], isAnew: true))
    pager.isDrawing = false
    #expect(pager.handle(.drawn) == .init(pieces: [.items(items(4...6), areFirst: false)]))
    #expect(pager.handle(.drawn) == .init())
  }

  @Test func `whoever types while a list that is all in sight is drawn is not thrown out`() {
    var pager = pager(screenful: 5)
    #expect(pager.begin(with: page(1, 1...3, of: 3)).isOver)
    pager.isDrawing = true
    var typing = pager
    _ = typing.handle(key("/"))
    #expect(typing.handle(.drawn) == .init())
    #expect(pager.handle(.drawn) == .init(isOver: true))
  }

  // MARK: What was seen before

  private let seen = Freshness.cached(since: Self.now - 180)

  private func changes(_ before: some Sequence<Int>, _ after: some Sequence<Int>) -> ListDiff {
    ListDiff(from: items(before), to: items(after), since: Self.now - 180)
  }

  @Test func `what was seen before is asked for again, and nothing else meanwhile`() {
    var pager = pager()
    #expect(
      pager.begin(with: page(1, 1...10, of: 25, seen))
        == .init(pieces: [.items(items(1...8), areFirst: true)], request: query(1)))
    #expect(
      line(pager)
        == "1–8 of 25 · seen 3 minutes ago · refreshing · space: more  /: search  q: quit")
    #expect(pager.handle(.answered(query(1), page(1, 1...10, of: 25))) == .init(request: query(2)))
    #expect(line(pager) == "1–8 of 25 · space: more  /: search  g: grid  r: refresh  q: quit")
    #expect(pager.handle(space).pieces == [.items(items(9...10), areFirst: false)])
  }

  @Test func `what has been found out is told until a key is pressed`() {
    var pager = pager()
    _ = pager.begin(with: page(1, 1...10, of: 25, seen))
    _ = pager.handle(.answered(query(1), page(1, 3...12, of: 23)))
    #expect(
      line(pager, columns: 90)
        == "1–8 of 23 · 2 new, 2 gone · space: more  /: search  g: grid  r: refresh  q: quit")
    _ = pager.handle(.key(.enter))
    #expect(line(pager) == "1–9 of 23 · space: more  /: search  g: grid  r: refresh  q: quit")
  }

  @Test func `a Korean keyboard need not be switched`() {
    var pager = pager()
    _ = pager.begin(with: page(1, 1...10, of: 25))
    #expect(pager.showsGrid(on: .character("ㅎ")))
    #expect(pager.handle(key("ㅓ")).pieces == [.items(items(9...9), areFirst: false)])
    _ = pager.handle(key("/"))
    _ = pager.handle(key("ㅂ"))
    #expect(line(pager) == "/ㅂ")
    _ = pager.handle(.key(.escape))
    #expect(pager.handle(key("ㅂ")).isOver)
  }

  @Test func `what has changed takes its place`() {
    var pager = pager()
    _ = pager.begin(with: page(1, 1...10, of: 25, seen))
    #expect(
      pager.handle(.answered(query(1), page(1, 3...12, of: 23)))
        == .init(
          pieces: [.changed(to: items(3...10), changes(1...8, 3...10), canReplace: true)], request: query(2))
    )
    #expect(pager.handle(space).pieces == [.items(items(11...12), areFirst: false)])
  }

  @Test func `what has changed comes below for who has gone on`() {
    var pager = pager()
    _ = pager.begin(with: page(1, 1...10, of: 25, seen))
    _ = pager.handle(.key(.enter))
    #expect(
      pager.handle(.answered(query(1), page(1, 3...12, of: 23)))
        == .init(
          pieces: [.changed(to: items(3...11), changes(1...9, 3...11), canReplace: false)],
          request: query(2)))
    #expect(pager.handle(.key(.enter)).pieces == [.items(items(12...12), areFirst: false)])
  }

  @Test func `what has not changed is not marked for who has turned to the other way`() {
    var pager = pager()
    _ = pager.begin(with: page(1, 1...10, of: 25, seen))
    #expect(
      pager.handle(key("g")).pieces == [.lines([""]), .items(items(1...3), areFirst: true)])
    #expect(pager.handle(.answered(query(1), page(1, 1...10, of: 25))).pieces == [])
    _ = pager.handle(key("g"))
    #expect(line(pager) == "1–8 of 25 · space: more  /: search  g: grid  r: refresh  q: quit")
  }

  @Test func `when it cannot be told whether it still is so, that is told, and the age stays`() {
    var pager = pager()
    _ = pager.begin(with: page(1, 1...10, of: 25, seen))
    #expect(
      pager.handle(.failed(query(1), Self.gone)) == .init(pieces: [.failure(Self.gone)]))
    #expect(
      line(pager, columns: 90)
        == "1–8 of 25 · seen 3 minutes ago · space: more  /: search  g: grid  r: refresh  q: quit")
    #expect(pager.handle(key("r")) == .init(pieces: [.lines([""])], request: query(1), isAnew: true))
  }

  @Test func `without an answer what was seen stays, with its age`() {
    var pager = pager()
    _ = pager.begin(with: page(1, 1...10, of: 25, seen))
    let offline = Freshness.offline(since: Self.now - 180, .noResponse(server: "x", .unreachable))
    #expect(pager.handle(.answered(query(1), page(1, 1...10, of: 25, offline))).pieces == [])
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
