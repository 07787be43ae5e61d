import TestSupport
import Testing

/// Best sellers on real terminals: keys in, screens out. Serialized, since each test is several processes.
@Suite(.serialized) struct BestProcessTests {
  /// Items and sales of 2024, so that the clock of the machine does not matter.
  private static func home() async throws -> Home {
    let home = try await Home.selling(4)
    try await home.sell([
      DaySales("2024-11-01", 4, 2, 8_000), DaySales("2024-11-19", 1, 3, 3_000),
      DaySales("2024-11-19", 2, 2, 4_000),
      DaySales("2024-11-20", 2, 5, 10_000), DaySales("2024-11-20", 1, 4, 4_000),
      DaySales("2024-11-20", 3, 3, 9_000), DaySales("2024-11-20", 4, 1, 4_000),
    ])
    return home
  }

  private func best(
    _ options: String = "", columns: Int = 80, rows: Int = 12, _ environment: [String: String] = [:]
  ) async throws -> TerminalProgram {
    try TerminalProgram(
      try await Self.home(), "trap : INT QUIT; market best --date 2024-11-20 \(options); echo exit $?",
      columns: columns, rows: rows, environment: environment)
  }

  @Test func `arrow keys go from day to day, and the terminal is restored`() async throws {
    let terminal = try await best()
    try await terminal.shows("A1")
    #expect(!terminal.seen.isCursorShown)
    terminal.type("\u{1B}[D")
    try await terminal.shows("A2")
    terminal.type("\u{1B}[C\u{1B}[C")
    try await terminal.shows("A3")
    terminal.type("\r")
    try await terminal.shows("A1")
    terminal.type("q")
    try await terminal.shows("A4")
    #expect(terminal.isAsItWas)
    #expect(terminal.seen.isCursorShown)
  }

  @Test func `the calendar marks the days with sales`() async throws {
    let terminal = try await best()
    terminal.type("d")
    try await terminal.shows("B1")
    terminal.type("\u{1B}[D\u{1B}[A")
    try await terminal.shows("B2")
    terminal.type("\u{1B}[B\r")
    try await terminal.shows("B3")
  }

  @Test func `Enter shows an item`() async throws {
    let terminal = try await best()
    terminal.type("\u{1B}[B\r")
    try await terminal.shows("C1")
    terminal.type("\u{1B}")
    try await terminal.shows("C2")
  }

  @Test func `at forty columns in Korean there are fewer columns and keys`() async throws {
    try await best(columns: 40, rows: 6, ["LC_MESSAGES": "ko_KR.UTF-8"]).shows("D1")
  }

  @Test func `at 120 columns all of it is shown`() async throws {
    try await best(columns: 120).shows("E1")
  }

  @Test func `g shows cards and the table again`() async throws {
    let terminal = try await best(columns: 60, rows: 20, ["MARKET_IMAGES": "none"])
    terminal.type("g")
    try await terminal.shows("F1")
    terminal.type("g")
    try await terminal.shows("F2")
  }

  @Test func `Ctrl-C ends it`() async throws {
    let terminal = try await best()
    try await eventually { terminal.seen.text.contains("q: quit") }
    terminal.send(2)
    try await terminal.shows(lastLine: "exit 130")
    #expect(terminal.isAsItWas)
  }
}
