import Foundation
import HTTP
import OpenMarket
import TestSupport
import Testing

/// The pager over a server that is slow, fails or has changed, on real terminals. Serialized, since each test is
/// several processes.
@Suite(.serialized) struct PagerServerTests {
  private static let hints = "space: more  /: search  g: grid  r: refresh  q: quit"

  /// A market that, once it is slow, answers requests for targets with a prefix only when the gate is open.
  private struct SlowMarket {
    let gate = Gate()
    let isSlow = Locked(false)
    let served: ServedMarket

    init(selling count: Int, slowAt target: String = "/items/1") async throws {
      served = try ServedMarket(
        .threeHoursAgo,
        behind: { [gate, isSlow] market in
          MockSession { request in
            if isSlow.value, request.target.hasPrefix(target) { try await gate.wait() }
            return try await market.response(to: request)
          }
        })
      try await NetworkManager(session: served).sell(count)
    }
  }

  @Test func `an error while scrolling is a line, and r tries again`() async throws {
    let isClosed = Locked(true)
    let served = try ServedMarket(
      .threeHoursAgo,
      behind: { market in
        MockSession { request in
          guard isClosed.value, request.target.hasPrefix("/items/2") else {
            return try await market.response(to: request)
          }
          return HTTPResponse(status: 400, headers: [:], body: Data(#"{"reason":"closed for lunch"}"#.utf8))
        }
      })
    try await NetworkManager(session: served).sell(30)
    let line = "market list --timeout \(patientSeconds) --server \(served.url) --per-page 5; echo exit $?"
    let terminal = try TerminalProgram(try Home(), line, rows: 9)
    try await terminal.shows(lastLine: "1–5 of 30 · \(Self.hints)")
    terminal.type(" ")
    try await terminal.shows(
      """
      ID  TITLE                                 PRICE     STOCK  ADDED
       1  Brass lamp 1                      KRW 1,000         1  3 hours ago
       2  Brass lamp 2                      KRW 2,000         2  3 hours ago
       3  기계식 키보드 3                   KRW 3,000         3  3 hours ago
       4  Brass lamp 4                      KRW 4,000  sold out  3 hours ago
       5  Brass lamp 5                      KRW 5,000         1  3 hours ago
      Error: The market rejected the request: closed for lunch
      1–5 of 30 · r: try again  /: search  q: quit
      """)
    isClosed.withLock { $0 = false }
    terminal.type("r")
    try await terminal.shows(lastLine: "1–10 of 30 · \(Self.hints)")
  }

  @Test func `a second refresh cancels the first without an error`()
    async throws
  {
    let market = try await SlowMarket(selling: 30)
    let line =
      "market list --timeout \(patientSeconds) --server \(market.served.url) --no-cache --per-page 5; echo exit $?"
    let terminal = try TerminalProgram(try Home(), line, rows: 9)
    try await terminal.shows(lastLine: "1–5 of 30 · \(Self.hints)")
    market.isSlow.withLock { $0 = true }
    terminal.type("r")
    try await terminal.shows(lastLine: "loading · \(Self.hints)")
    try await market.gate.isReached()
    terminal.type("r")
    try await market.gate.isReached(by: 2)
    market.gate.open()
    try await terminal.shows(lastLine: "1–5 of 30 · \(Self.hints)")
    #expect(!terminal.seen.text.contains("Error"))
  }

  @Test func `cached rows are shown at once, and current ones are drawn over them`() async throws {
    let market = try await SlowMarket(selling: 30)
    let home = try Home()
    let line = "market list --timeout \(patientSeconds) --server \(market.served.url) --per-page 4"
    _ = try await Program(home: home).run(line)
    market.isSlow.withLock { $0 = true }
    let terminal = try TerminalProgram(home, line, rows: 8)
    try await market.gate.isReached()
    try await terminal.shows(part: "refreshing")
    #expect(terminal.seen.text.contains(" 4  Brass lamp 4 "))
    _ = try await NetworkManager(session: market.served).edit(
      id: 2, ItemPatch(title: "맥북 프로"), password: "hunter2")
    market.gate.open()
    try await terminal.shows(
      """
         ID  TITLE                                 PRICE     STOCK  ADDED
          1  Brass lamp 1                      KRW 1,000         1  3 hours ago
      ~   2  맥북 프로                         KRW 2,000         2  3 hours ago
          3  기계식 키보드 3                   KRW 3,000         3  3 hours ago
          4  Brass lamp 4                      KRW 4,000  sold out  3 hours ago
      1–4 of 30 · 1 changed · \(Self.hints)
      """)
    terminal.type("x")
    try await terminal.shows(lastLine: "1–4 of 30 · \(Self.hints)")
    terminal.type("q")
  }

  @Test func `cached cards are shown at once, and changed ones come below with marks`()
    async throws
  {
    let market = try await SlowMarket(selling: 7)
    let home = try Home()
    let line =
      "market list --grid --images none --per-page 3 --timeout \(patientSeconds) --server \(market.served.url)"
    _ = try await Program(home: home).run(
      "market list --per-page 3 --timeout \(patientSeconds) --server \(market.served.url)")
    market.isSlow.withLock { $0 = true }
    let terminal = try TerminalProgram(home, line, rows: 17)
    try await market.gate.isReached()
    // The last line is there before the cards.
    let cards = "#1 Brass lamp 1            #2 Brass lamp 2            #3 기계식"
    try await eventually("the screen shows the cards, refreshing") {
      terminal.seen.text.hasPrefix(cards) && terminal.seen.text.contains("refreshing")
    }
    try await NetworkManager(session: market.served).delete(id: 1, password: "hunter2")
    _ = try await NetworkManager(session: market.served).edit(
      id: 2, ItemPatch(title: "맥북 프로"), password: "hunter2")
    market.gate.open()
    try await terminal.shows(
      """
      #1 Brass lamp 1            #2 Brass lamp 2            #3 기계식 키보드 3
      KRW 1,000                  KRW 2,000                  KRW 3,000
      1 in stock                 2 in stock                 3 in stock
      no images                  no images                  no images

      1 changed · 1 gone
      ~ #2 맥북 프로             #4 Brass lamp 4
      KRW 2,000                  KRW 4,000
      2 in stock                 sold out
      no images                  no images

      1–3 of 6 · 1 changed · 1 gone · space: more  /: search  g: table  q: quit
      """)
    terminal.type("q")
  }

  /// Six items, each with an image, as cards, once so many images have been requested that do not come.
  private func waitingForCards(_ market: SlowMarket, by count: Int = 3) async throws -> TerminalProgram {
    for id in 1...6 {
      let pixel = ItemImage(filename: "a.png", content: .bytes(Pixel.png))
      _ = try await NetworkManager(session: market.served).edit(
        id: id, ItemPatch(images: [pixel]), password: "hunter2")
    }
    market.isSlow.withLock { $0 = true }
    let line =
      "market list --grid --images none --no-cache --per-page 4 --timeout \(patientSeconds) --server \(market.served.url); echo exit $?"
    let terminal = try TerminalProgram(try Home(), line, rows: 16)
    try await market.gate.isReached(by: count)
    try await terminal.shows(
      lastLine: "1–4 of 6 · loading · space: more  /: search  g: table  r: refresh  q: quit")
    return terminal
  }

  @Test func `q does not wait for images`() async throws {
    let market = try await SlowMarket(selling: 6, slowAt: "/images/")
    let terminal = try await waitingForCards(market)
    terminal.type("q")
    // No card has been drawn, so there is no place to tell.
    try await terminal.shows("exit 0")
  }

  @Test func `a list that is left before the last cards counts those that were drawn`() async throws {
    let market = try await SlowMarket(selling: 6, slowAt: "/images/4")
    let terminal = try await waitingForCards(market, by: 1)
    try await terminal.shows(part: "3.png")
    terminal.type("q")
    try await terminal.shows(
      """
      #1 Brass lamp 1            #2 Brass lamp 2            #3 기계식 키보드 3
      KRW 1,000                  KRW 2,000                  KRW 3,000
      1 in stock                 2 in stock                 3 in stock
      1.png · 1×1 · 67 bytes     2.png · 1×1 · 67 bytes     3.png · 1×1 · 67 bytes

      1–3 of 6
      exit 0
      """)
  }

  @Test func `the table does not wait for images, and search words can be typed meanwhile`()
    async throws
  {
    let market = try await SlowMarket(selling: 6, slowAt: "/images/")
    let terminal = try await waitingForCards(market)
    terminal.type("/la")
    try await terminal.shows(lastLine: "/la")
    terminal.type("\u{1B}")
    try await terminal.shows(
      lastLine: "1–4 of 6 · loading · space: more  /: search  g: table  r: refresh  q: quit")
    terminal.type("g")
    try await terminal.shows(
      """

      ID  TITLE                                 PRICE     STOCK  ADDED
       1  Brass lamp 1                      KRW 1,000         1  3 hours ago
       2  Brass lamp 2                      KRW 2,000         2  3 hours ago
       3  기계식 키보드 3                   KRW 3,000         3  3 hours ago
       4  Brass lamp 4                      KRW 4,000  sold out  3 hours ago
      1–4 of 6 · \(Self.hints)
      """)
    terminal.type("q")
  }

  @Test func `cards come in order once their images are there, and later ones wait`()
    async throws
  {
    let market = try await SlowMarket(selling: 6, slowAt: "/images/")
    let terminal = try await waitingForCards(market)
    terminal.type(" ")
    market.gate.open()
    try await terminal.shows(
      """
      #1 Brass lamp 1            #2 Brass lamp 2            #3 기계식 키보드 3
      KRW 1,000                  KRW 2,000                  KRW 3,000
      1 in stock                 2 in stock                 3 in stock
      1.png · 1×1 · 67 bytes     2.png · 1×1 · 67 bytes     3.png · 1×1 · 67 bytes

      #4 Brass lamp 4
      KRW 4,000
      sold out
      4.png · 1×1 · 67 bytes

      #5 Brass lamp 5            #6 기계식 키보드 6
      KRW 5,000                  KRW 6,000
      1 in stock                 2 in stock
      5.png · 1×1 · 67 bytes     6.png · 1×1 · 67 bytes

      1–6 of 6 · /: search  g: table  r: refresh  q: quit
      """)
    terminal.type("q")
  }
}
