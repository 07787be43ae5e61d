import Foundation
import HTTP
import OpenMarket
import TestSupport
import Testing

/// Lists of a server that is slow or fails, on real terminals. Serialized, since each test is several processes.
@Suite(.serialized) struct ListServerTests {
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

  @Test func `an error while scrolling leaves the rows, and r tries again`() async throws {
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
    let terminal = try TerminalProgram(try Home(), line, rows: 9, environment: ["MARKET_IMAGES": "none"])
    try await terminal.shows(part: "closed for lunch")
    #expect(terminal.seen.text.contains(" 5  Brass lamp 5 "))
    isClosed.withLock { $0 = false }
    terminal.type("r")
    try await terminal.shows(part: " 6  기계식 키보드 6 ")
    terminal.type("q")
    try await terminal.shows(lastLine: "exit 0")
  }

  @Test func `a short list of a market that counts no items is printed`() async throws {
    let served = try ServedMarket(
      .threeHoursAgo,
      behind: { market in
        MockSession { request in
          var response = try await market.response(to: request)
          response.headers[.totalCount] = nil
          return response
        }
      })
    try await NetworkManager(session: served).sell(3)
    let line = "market list --timeout \(patientSeconds) --server \(served.url); echo exit $?"
    let terminal = try TerminalProgram(try Home(), line, rows: 10)
    try await terminal.shows(lastLine: "exit 0")
    #expect(terminal.seen.text.contains(" 3  기계식 키보드 3 "))
  }

  @Test func `cached rows are shown at once, and current ones are drawn over them`() async throws {
    let market = try await SlowMarket(selling: 30)
    let home = try Home()
    let line = "market list --timeout \(patientSeconds) --server \(market.served.url) --per-page 4"
    _ = try await Program(home: home).run(line)
    market.isSlow.withLock { $0 = true }
    let terminal = try TerminalProgram(home, line, rows: 8, environment: ["MARKET_IMAGES": "none"])
    try await market.gate.isReached()
    try await terminal.shows(part: " 4  Brass lamp 4 ")
    #expect(terminal.seen.text.contains("seen "))
    _ = try await NetworkManager(session: market.served).edit(
      id: 2, ItemPatch(title: "맥북 프로"), password: "hunter2")
    market.gate.open()
    try await terminal.shows(part: " ~ 2  맥북 프로 ")
    terminal.type("q")
  }

  @Test func `q does not wait for images`() async throws {
    let market = try await SlowMarket(selling: 6, slowAt: "/images/")
    let pixel = ItemImage(filename: "a.png", content: .bytes(Pixel.png))
    _ = try await NetworkManager(session: market.served).edit(
      id: 1, ItemPatch(images: [pixel]), password: "hunter2")
    market.isSlow.withLock { $0 = true }
    let line =
      "market list --grid --images kitty --no-cache --timeout \(patientSeconds) --server \(market.served.url); echo exit $?"
    let terminal = try TerminalProgram(try Home(), line, rows: 14)
    try await market.gate.isReached()
    try await terminal.shows(part: "g: table")
    terminal.type("q")
    try await terminal.shows(lastLine: "exit 0")
  }
}
