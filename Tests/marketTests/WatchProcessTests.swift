import Foundation
import OpenMarket
import TestSupport
import Testing

/// A list that is watched, on real terminals. Serialized, since each test is several processes.
@Suite(.serialized) struct WatchProcessTests {
  @Test func `a watched list is drawn again when the market changes, and the changes are marked`()
    async throws
  {
    let home = try await Home.selling(3)
    let terminal = try TerminalProgram(
      home, "market list --watch; echo exit $?", columns: 60, rows: 8,
      environment: ["MARKET_IMAGES": "none"])
    try await terminal.shows(
      """
      market · 3 items
        ID  TITLE                        PRICE  STOCK  ADDED
      >  1  Brass lamp 1             KRW 1,000      1  3 hours ago
         2  Brass lamp 2             KRW 2,000      2  3 hours ago
         3  기계식 키보드 3          KRW 3,000      3  3 hours ago


      1–3 of 3 · /: search  g: grid  ?: keys  q: quit
      """)
    _ = try await home.embeddedMarket.edit(id: 2, ItemPatch(title: "맥북 프로"), password: "hunter2")
    try await terminal.shows(part: " ~ 2  맥북 프로 ")
    #expect(terminal.seen.text.hasPrefix("market · 3 items · 1 changed\n"))
    _ = try await home.embeddedMarket.delete(id: 1, password: "hunter2")
    // For five seconds after the first change, both are marked.
    try await terminal.shows(part: "1 gone")
    terminal.type("q")
    try await terminal.ends(with: "1–2 of 2\nexit 0")
    #expect(terminal.isAsItWas)
    #expect(terminal.seen.isCursorShown)
  }

  @Test func `a search without results is watched, too`() async throws {
    let home = try await Home.selling(3)
    let terminal = try TerminalProgram(
      home, "market search desk --watch; echo exit $?", columns: 60, rows: 8,
      environment: ["MARKET_IMAGES": "none"])
    try await terminal.shows(part: "  No items match 'desk'")
    terminal.type("q")
    try await terminal.shows("No items match 'desk'\nexit 0")
  }

  @Test(arguments: [["TERM": "dumb"], ["ACCESSIBLE": "1"]])
  func `a terminal that cannot be drawn over is refused`(environment: [String: String]) async throws {
    let terminal = try TerminalProgram(
      try await Home.selling(3), "market list --watch; echo exit $?", environment: environment)
    try await terminal.shows(
      """
      Error: '--watch' requires an interactive terminal
      Help:  Omit '--watch', or run it in a terminal
      exit 2
      """)
  }
}
