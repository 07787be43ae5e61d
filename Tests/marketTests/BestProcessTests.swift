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
    let terminal = try TerminalProgram(
      try await Self.home(), "trap : INT QUIT; market best --date 2024-11-20 \(options); echo exit $?",
      columns: columns, rows: rows, environment: ["MARKET_IMAGES": "none"].merging(environment) { $1 })
    // Keys that are typed before it reads them are echoed.
    try await terminal.shows(part: "q: ")
    return terminal
  }

  private static let wednesday = """
    Best sellers, Wed 20 Nov 2024 · 13 sold
       RANK  CHANGE    ID  TITLE                PRICE  SOLD  SHARE     REVENUE
    >     1  up 1       2  Brass lamp 2     KRW 2,000     5  38.5%  KRW 10,000
          2  down 1     1  Brass lamp 1     KRW 1,000     4  30.8%   KRW 4,000
          3  new        3  기계식 키보드 3  KRW 3,000     3  23.1%   KRW 9,000
          4  re-entry   4  Brass lamp 4     KRW 4,000     1   7.7%   KRW 4,000
    """
  private static let tuesday = """
    Best sellers, Tue 19 Nov 2024 · 5 sold
       RANK  CHANGE  ID  TITLE             PRICE  SOLD  SHARE    REVENUE
    >     1  new      1  Brass lamp 1  KRW 1,000     3  60.0%  KRW 3,000
          2  new      2  Brass lamp 2  KRW 2,000     2  40.0%  KRW 4,000
    """

  /// Waits until the screen has these lines between its header and its status bar.
  private func shows(_ terminal: TerminalProgram, _ text: String, last: String, rows: Int = 12) async throws {
    let lines =
      ["market · best sellers"]
      + text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let empty = Array(repeating: "", count: max(0, rows - 1 - lines.count))
    try await terminal.shows((lines + empty + [last]).joined(separator: "\n"))
  }

  private static let hints = "← →: day  Enter: show  d: date  v: grid  ?: keys  q: quit"

  @Test func `arrow keys go from day to day, and the ranking stays on the terminal that is restored`()
    async throws
  {
    let terminal = try await best()
    try await shows(terminal, Self.wednesday, last: Self.hints)
    #expect(!terminal.seen.isCursorShown)
    terminal.type("\u{1B}[D")
    try await shows(terminal, Self.tuesday, last: Self.hints)
    terminal.type("\u{1B}[C\u{1B}[C")
    try await shows(
      terminal, "Best sellers, Thu 21 Nov 2024\nNo sales on Thu 21 Nov 2024\nThe nearest: Wed 20 Nov 2024",
      last: "← →: day  Enter: 2024-11-20  d: date  v: grid  ?: keys  q: quit")
    terminal.type("\r")
    try await shows(terminal, Self.wednesday, last: Self.hints)
    terminal.type("q")
    try await terminal.shows(
      """
      Best sellers, Wed 20 Nov 2024 · 13 sold
      RANK  CHANGE    ID  TITLE                PRICE  SOLD  SHARE     REVENUE
         1  up 1       2  Brass lamp 2     KRW 2,000     5  38.5%  KRW 10,000
         2  down 1     1  Brass lamp 1     KRW 1,000     4  30.8%   KRW 4,000
         3  new        3  기계식 키보드 3  KRW 3,000     3  23.1%   KRW 9,000
         4  re-entry   4  Brass lamp 4     KRW 4,000     1   7.7%   KRW 4,000
      exit 0
      """)
    #expect(terminal.isAsItWas)
    #expect(terminal.seen.isCursorShown)
    #expect(terminal.seen.modes == [])
  }

  @Test(arguments: [("de_DE", "Mo   Tu   We"), ("en_US", "Su   Mo   Tu")])
  func `a calendar begins on the first day of the region's week`(locale: String, names: String) async throws {
    let terminal = try await best("--locale \(locale)")
    terminal.type("d")
    try await terminal.shows(part: names)
    terminal.type("\u{1B}")
    try await terminal.shows(part: "d: date")
  }

  @Test func `the calendar marks the days with sales`() async throws {
    let terminal = try await best()
    terminal.type("d")
    let hints = "← → ↑ ↓: day  PgUp/PgDn: month  Tab: week  Enter: choose  Esc: back"
    try await shows(
      terminal,
      """
       November 2024
       Su   Mo   Tu   We   Th   Fr   Sa
                                 1 *  2
        3    4    5    6    7    8    9
       10   11   12   13   14   15   16
       17   18   19 *[20]* 21   22   23
       24   25   26   27   28   29   30
       * sales
      """, last: hints)
    terminal.type("\u{1B}[D\u{1B}[A")
    try await shows(
      terminal,
      """
       November 2024
       Su   Mo   Tu   We   Th   Fr   Sa
                                 1 *  2
        3    4    5    6    7    8    9
       10   11  [12]  13   14   15   16
       17   18   19 * 20 * 21   22   23
       24   25   26   27   28   29   30
       * sales
      """, last: hints)
    terminal.type("\u{1B}[B\r")
    try await shows(terminal, Self.tuesday, last: Self.hints)
  }

  @Test func `Enter shows an item, and Esc the ranking again`() async throws {
    let terminal = try await best()
    terminal.type("\u{1B}[B\r")
    try await eventually("the screen shows the first item") {
      terminal.seen.text.hasPrefix(
        "market · best sellers\n#1 Brass lamp 1\nKRW 1,000\n1 in stock · added 3 hours ago · no images · no ratings"
      )
    }
    terminal.type("\u{1B}")
    let second = Self.wednesday.replacing(">     1", with: "      1").replacing(
      "      2  down", with: ">     2  down")
    try await shows(terminal, second, last: Self.hints)
  }

  @Test func `at forty columns in Korean there are fewer columns and keys`() async throws {
    try await best(columns: 40, rows: 9, ["LC_MESSAGES": "ko_KR.UTF-8"]).shows(
      """
      market · 베스트셀러
      2024년 11월 20일(수) · 13개 판매
         #  ±       번호  상품명          판매
      >  1  ▲1         2  Brass lamp 2       5
         2  ▼1         1  Brass lamp 1       4
         3  신규       3  기계식 키보드 3    3
         4  재진입     4  Brass lamp 4       1

      ← →: 일  ?: 단축키  q: 종료
      """)
  }

  @Test func `at 120 columns all of it is shown`() async throws {
    try await shows(
      best(columns: 120),
      """
      Best sellers, Wed 20 Nov 2024 · 13 sold
         RANK  CHANGE    ID  TITLE                PRICE  SOLD  SHARE  SOLD IN ALL     REVENUE
      >     1  up 1       2  Brass lamp 2     KRW 2,000     5  38.5%            7  KRW 10,000
            2  down 1     1  Brass lamp 1     KRW 1,000     4  30.8%            7   KRW 4,000
            3  new        3  기계식 키보드 3  KRW 3,000     3  23.1%            3   KRW 9,000
            4  re-entry   4  Brass lamp 4     KRW 4,000     1   7.7%            3   KRW 4,000
      """, last: Self.hints)
  }

  @Test func `g shows cards and the table again, and the chosen item stays chosen`() async throws {
    let terminal = try await best(columns: 60, rows: 14)
    terminal.type("g")
    try await shows(
      terminal,
      """
      Best sellers, Wed 20 Nov 2024 · 13 sold
      > 1 up 1 Brass lamp 2           2 down 1 Brass lamp 1
        KRW 2,000                     KRW 1,000
        5 sold · 38.5%                4 sold · 30.8%

        3 new 기계식 키보드 3         4 re-entry Brass lamp 4
        KRW 3,000                     KRW 4,000
        3 sold · 23.1%                1 sold · 7.7%
      """, last: "← →: day  Enter: show  d: date  v: table  ?: keys  q: quit", rows: 14)
    terminal.type("jg")
    try await shows(
      terminal,
      """
      Best sellers, Wed 20 Nov 2024 · 13 sold
         RANK  CHANGE    ID  TITLE                PRICE  SOLD
            1  up 1       2  Brass lamp 2     KRW 2,000     5
      >     2  down 1     1  Brass lamp 1     KRW 1,000     4
            3  new        3  기계식 키보드 3  KRW 3,000     3
            4  re-entry   4  Brass lamp 4     KRW 4,000     1
      """, last: Self.hints, rows: 14)
  }

  @Test func `Ctrl-C ends it`() async throws {
    let terminal = try await best()
    terminal.type("\u{3}")
    try await terminal.shows(lastLine: "exit 130")
    #expect(terminal.isAsItWas)
    #expect(terminal.seen.modes == [])
  }
}
