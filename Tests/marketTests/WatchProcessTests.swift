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
    let terminal = try TerminalProgram(home, "market list --watch; echo exit $?", columns: 60, rows: 8)
    try await terminal.shows(
      """
         ID  TITLE                PRICE  STOCK  ADDED
          1  Brass lamp 1     KRW 1,000      1  3 hours ago
          2  Brass lamp 2     KRW 2,000      2  3 hours ago
          3  기계식 키보드 3  KRW 3,000      3  3 hours ago
      1–3 of 3 · watching  q: quit
      """)
    _ = try await home.embeddedMarket.edit(id: 2, ItemPatch(title: "맥북 프로"), password: "hunter2")
    try await terminal.shows(
      """
         ID  TITLE                PRICE  STOCK  ADDED
          1  Brass lamp 1     KRW 1,000      1  3 hours ago
      ~   2  맥북 프로        KRW 2,000      2  3 hours ago
          3  기계식 키보드 3  KRW 3,000      3  3 hours ago
      1–3 of 3 · 1 changed · watching  q: quit
      """)
    _ = try await home.embeddedMarket.delete(id: 1, password: "hunter2")
    // For five seconds after the first change, both are marked.
    try await terminal.shows(part: "1 gone · watching  q: quit")
    terminal.type("q")
    try await terminal.ends(with: "1–2 of 2\nexit 0")
    #expect(terminal.isAsItWas)
    #expect(terminal.seen.isCursorShown)
  }

  @Test func `a search without results is watched, too`() async throws {
    let home = try await Home.selling(3)
    let terminal = try TerminalProgram(home, "market search desk --watch", columns: 60, rows: 8)
    try await terminal.shows(lastLine: "No items match 'desk' · watching  q: quit")
    terminal.type("q")
    #expect(try await terminal.end() == 0)
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

  @Test func `lines that the terminal folds are drawn over, too`() async throws {
    let home = try Home()
    try home.write("", to: ".local/share/market/.keep")
    let won = try #require(Currency("KRW"))
    func draft(_ title: String) -> ItemDraft {
      ItemDraft(title: title, price: Price(Decimal(1_234_567_890_123), won), stock: 1)
    }
    let lamp = try await home.embeddedMarket.add(draft("Lamp"), images: [], password: "hunter2")
    // The terminal is narrower than the variable says, and the row wider than the terminal.
    let terminal = try TerminalProgram(
      home, "market list --watch", columns: 24, rows: 8, environment: ["COLUMNS": "120"])
    try await terminal.shows(
      """
         ID  TITLE
            PRICE
          1  Lamp   KRW 1,234,
      567,890,123
      1 of 1 · watc…  q: quit
      """)
    for title in ["Desk", "Chair", "Bed"] {
      _ = try await home.embeddedMarket.edit(id: lamp.id, ItemPatch(title: title), password: "hunter2")
      try await terminal.shows(part: title)
    }
    try await terminal.shows(
      """
         ID  TITLE
            PRICE
      ~   1  Bed    KRW 1,234,
      567,890,123
      1 of 1 · 1 ch…  q: quit
      """)
    terminal.type("q")
  }
}
