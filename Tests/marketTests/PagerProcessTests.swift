import Foundation
import HTTP
import OpenMarket
import TestSupport
import Testing

/// The list on real terminals: keys in, screens out. Serialized, since each test is several processes.
@Suite(.serialized) struct PagerProcessTests {
  @Test func `rows come on request, and the terminal is restored`() async throws {
    let terminal = try TerminalProgram(try await Home.selling(30), "market list; echo exit $?", rows: 10)
    try await terminal.shows(
      """
      ID  TITLE                                  PRICE     STOCK  ADDED
       1  Brass lamp 1                       KRW 1,000         1  3 hours ago
       2  Brass lamp 2                       KRW 2,000         2  3 hours ago
       3  기계식 키보드 3                    KRW 3,000         3  3 hours ago
       4  Brass lamp 4                       KRW 4,000  sold out  3 hours ago
       5  Brass lamp 5                       KRW 5,000         1  3 hours ago
       6  기계식 키보드 6                    KRW 6,000         2  3 hours ago
       7  Brass lamp 7                       KRW 7,000         3  3 hours ago
       8  Brass lamp 8                       KRW 8,000  sold out  3 hours ago
      1–8 of 30 · space: more  /: search  g: grid  r: refresh  q: quit
      """)
    #expect(!terminal.seen.isCursorShown)
    #expect(!terminal.isAsItWas)
    terminal.type("j")
    try await terminal.shows(lastLine: "1–9 of 30 · space: more  /: search  g: grid  r: refresh  q: quit")
    terminal.type(" ")
    try await terminal.shows(
      """
       9  기계식 키보드 9                    KRW 9,000         1  3 hours ago
      10  Brass lamp 10                     KRW 10,000         2  3 hours ago
      11  Brass lamp 11                     KRW 11,000         3  3 hours ago
      12  기계식 키보드 12                  KRW 12,000  sold out  3 hours ago
      13  Brass lamp 13                     KRW 13,000         1  3 hours ago
      14  Brass lamp 14                     KRW 14,000         2  3 hours ago
      15  기계식 키보드 15                  KRW 15,000         3  3 hours ago
      16  Brass lamp 16                     KRW 16,000  sold out  3 hours ago
      17  Brass lamp 17                     KRW 17,000         1  3 hours ago
      1–17 of 30 · space: more  /: search  g: grid  r: refresh  q: quit
      """)
    terminal.type("q")
    try await terminal.shows(
      """
      11  Brass lamp 11                     KRW 11,000         3  3 hours ago
      12  기계식 키보드 12                  KRW 12,000  sold out  3 hours ago
      13  Brass lamp 13                     KRW 13,000         1  3 hours ago
      14  Brass lamp 14                     KRW 14,000         2  3 hours ago
      15  기계식 키보드 15                  KRW 15,000         3  3 hours ago
      16  Brass lamp 16                     KRW 16,000  sold out  3 hours ago
      17  Brass lamp 17                     KRW 17,000         1  3 hours ago
      1–17 of 30
      exit 0
      """)
    #expect(terminal.isAsItWas)
    #expect(terminal.seen.isCursorShown)
    #expect(terminal.seen.modes == [])
  }

  private static let hints = "space: more  /: search  g: grid  r: refresh  q: quit"

  /// The program over a market of thirty items, once its first rows are on the screen.
  private func list(_ words: String = "", columns: Int = 80, rows: Int = 10) async throws -> TerminalProgram {
    let line = "trap : INT QUIT; market list \(words); echo exit $?"
    let terminal = try TerminalProgram(try await Home.selling(30), line, columns: columns, rows: rows)
    try await terminal.shows(part: "space: more")
    return terminal
  }

  @Test func `at forty columns the table has fewer columns, and the status bar fewer keys`() async throws {
    try await list(columns: 40, rows: 8).shows(
      """
      ID  TITLE                PRICE     STOCK
       1  Brass lamp 1     KRW 1,000         1
       2  Brass lamp 2     KRW 2,000         2
       3  기계식 키보드 3  KRW 3,000         3
       4  Brass lamp 4     KRW 4,000  sold out
       5  Brass lamp 5     KRW 5,000         1
       6  기계식 키보드 6  KRW 6,000         2
      1–6 of 30 · space: more  q: quit
      """)
  }

  @Test func `search words are typed in Korean and deleted by the syllable`() async throws {
    let terminal = try await list(columns: 120, rows: 8)
    terminal.type("/")
    try await terminal.shows(lastLine: "/")
    terminal.type("키보드릉")
    try await terminal.shows(lastLine: "/키보드릉")
    #expect(terminal.seen.isCursorShown)
    #expect(terminal.seen.cursor == [7, 9])
    terminal.type("\u{7F}")
    try await terminal.shows(lastLine: "/키보드")
    #expect(terminal.seen.cursor == [7, 7])
    terminal.type("\r")
    try await terminal.shows(
      """
      ID  TITLE                                  PRICE     STOCK  ADDED
      30  기계식 키보드 30                  KRW 30,000         2  3 hours ago
      27  기계식 키보드 27                  KRW 27,000         3  3 hours ago
      24  기계식 키보드 24                  KRW 24,000  sold out  3 hours ago
      21  기계식 키보드 21                  KRW 21,000         1  3 hours ago
      18  기계식 키보드 18                  KRW 18,000         2  3 hours ago
      15  기계식 키보드 15                  KRW 15,000         3  3 hours ago
      1–6 of 10 · space: more  /: search  g: grid  r: refresh  Esc: back  q: quit
      """)
    #expect(terminal.seen.history.last == "/키보드")
    #expect(!terminal.seen.isCursorShown)
  }

  @Test func `Esc cancels the search words, and then leaves the list`() async throws {
    let terminal = try await list()
    terminal.type("/맥북")
    try await terminal.shows(lastLine: "/맥북")
    terminal.type("\u{1B}")
    try await terminal.shows(lastLine: "1–8 of 30 · \(Self.hints)")
    terminal.type("\u{1B}")
    try await terminal.shows(lastLine: "exit 0")
    #expect(terminal.isAsItWas)
  }

  @Test func `Esc goes back from search results to the list, and there it leaves`() async throws {
    let terminal = try await list(columns: 120)
    terminal.type("j/키보드\r")
    try await terminal.shows(
      lastLine: "1–8 of 10 · space: more  /: search  g: grid  r: refresh  Esc: back  q: quit")
    terminal.type("\u{1B}")
    try await terminal.shows(lastLine: "1–9 of 30 · \(Self.hints)")
    #expect(terminal.seen.text.contains(" 9  기계식 키보드 9 "))
    terminal.type("\u{1B}")
    try await terminal.shows(lastLine: "exit 0")
    #expect(terminal.isAsItWas)
  }

  @Test func `rows that follow in a narrower window are narrower`() async throws {
    let terminal = try await list()
    terminal.resize(columns: 40, rows: 8)
    try await terminal.shows(lastLine: "1–8 of 30 · space: more  q: quit")
    terminal.type("j")
    try await terminal.shows(
      """
       4  Brass lamp 4                       K
       5  Brass lamp 5                       K
       6  기계식 키보드 6                    K
       7  Brass lamp 7                       K
       8  Brass lamp 8                       K
      ID  TITLE                PRICE     STOCK
       9  기계식 키보드 9  KRW 9,000         1
      1–9 of 30 · space: more  q: quit
      """)
  }

  @Test(arguments: [
    SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGILL, SIGTRAP, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF,
    SIGXCPU, SIGSYS,
  ])
  func `the terminal is restored after every signal`(signal: Int32) async throws {
    try await end(signal)
  }

  @Test(
    .disabled(if: WaitLimit.isSanitized, "the sanitizer keeps these signals to itself"),
    arguments: [SIGSEGV, SIGBUS, SIGFPE])
  func `the terminal is restored after a crash`(signal: Int32) async throws {
    try await end(signal)
  }

  private func end(_ signal: Int32) async throws {
    // The shell is not in the foreground meanwhile, as the person's own is not.
    let terminal = try TerminalProgram(
      try await Home.selling(30), "set -m; market list; echo exit $?", rows: 10)
    try await terminal.shows(lastLine: "1–8 of 30 · \(Self.hints)")
    terminal.send(signal)
    try await terminal.shows(part: "exit \(128 + signal)")
    #expect(terminal.isAsItWas)
    #expect(terminal.seen.isCursorShown)
    #expect(terminal.seen.modes == [])
    #expect(!terminal.seen.text.contains("space: more"))
  }

  @Test func `Ctrl-C is a signal, and leaves nothing but the rows`() async throws {
    let terminal = try await list(rows: 6)
    terminal.type("\u{3}")
    try await terminal.shows(
      """
       1  Brass lamp 1                       KRW 1,000         1  3 hours ago
       2  Brass lamp 2                       KRW 2,000         2  3 hours ago
       3  기계식 키보드 3                    KRW 3,000         3  3 hours ago
       4  Brass lamp 4                       KRW 4,000  sold out  3 hours ago
      exit 130
      """)
    #expect(terminal.isAsItWas)
  }

  @Test func `Ctrl-Z restores the terminal, and after fg the list continues`() async throws {
    let line = "set -m; market list; echo stopped; fg > /dev/null; echo exit $?"
    let terminal = try TerminalProgram(try await Home.selling(30), line, rows: 10)
    try await terminal.shows(lastLine: "1–8 of 30 · \(Self.hints)")
    terminal.type("\u{1A}")
    try await terminal.shows(part: "stopped")
    try await terminal.shows(lastLine: "1–8 of 30 · \(Self.hints)")
    terminal.type("j")
    try await terminal.shows(lastLine: "1–9 of 30 · \(Self.hints)")
    terminal.type("q")
    try await terminal.shows(lastLine: "exit 0")
    #expect(terminal.isAsItWas)
  }

  @Test func `closing the window ends the program`() async throws {
    let home = try await Home.selling(30)
    let line = "trap : HUP; market list; echo exit $? > $HOME/ended"
    let terminal = try TerminalProgram(home, line, rows: 10)
    try await terminal.shows(part: "space: more")
    terminal.hangUp()
    // The file is there a moment before the words in it are.
    try await eventually("the file 'ended' is written") {
      (try? home.text(of: "ended"))?.hasSuffix("\n") == true
    }
    #expect(try home.text(of: "ended") == "exit 0\n")
  }

  @Test(arguments: ["--no-pager", "--quiet", "--no-input", "| cat", "--json=id", "--page 2 > /dev/null"])
  func `options that turn the pager off print one page`(words: String) async throws {
    let terminal = try TerminalProgram(
      try await Home.selling(30), "market list \(words); echo exit $?", rows: 40)
    try await terminal.shows(lastLine: "exit 0")
  }

  @Test func `in the background one page is printed, and the keys go to the shell`() async throws {
    let terminal = try TerminalProgram(
      try await Home.selling(30), "set -m; market list & wait; read key; echo exit $key", rows: 40)
    try await terminal.shows(part: "1–20 of 30 · next: market list --page 2")
    terminal.type("q\n")
    try await terminal.ends(with: "exit q")
    #expect(terminal.isAsItWas)
  }

  @Test(arguments: [["TERM": "dumb"], ["TERM": ""], ["PAGER": "cat"], ["PAGER": ""]])
  func `variables that turn the pager off print one page`(environment: [String: String]) async throws {
    let terminal = try TerminalProgram(
      try await Home.selling(30), "market list; echo exit $?", rows: 10, environment: environment)
    try await terminal.shows(lastLine: "exit 0")
    #expect(terminal.seen.history.first?.hasPrefix("ID  TITLE ") == true)
    #expect(terminal.seen.text.contains("1–20 of 30 · next: market list --page 2\nexit 0"))
  }

  @Test func `a list that fits on the screen is printed without a pager`() async throws {
    let terminal = try TerminalProgram(try await Home.selling(3), "market list; echo exit $?", rows: 10)
    try await terminal.shows(
      """
      ID  TITLE                PRICE  STOCK  ADDED
       1  Brass lamp 1     KRW 1,000      1  3 hours ago
       2  Brass lamp 2     KRW 2,000      2  3 hours ago
       3  기계식 키보드 3  KRW 3,000      3  3 hours ago
      1–3 of 3
      exit 0
      """)
  }

  @Test func `g shows cards instead of rows, and rows again`() async throws {
    let terminal = try await list("--images none", rows: 14)
    terminal.type("g")
    try await terminal.shows(
      """
       9  기계식 키보드 9                    KRW 9,000         1  3 hours ago
      10  Brass lamp 10                     KRW 10,000         2  3 hours ago
      11  Brass lamp 11                     KRW 11,000         3  3 hours ago
      12  기계식 키보드 12                  KRW 12,000  sold out  3 hours ago

      #1 Brass lamp 1            #2 Brass lamp 2            #3 기계식 키보드 3
      KRW 1,000                  KRW 2,000                  KRW 3,000
      1 in stock                 2 in stock                 3 in stock
      no images                  no images                  no images

      #4 Brass lamp 4            #5 Brass lamp 5            #6 기계식 키보드 6
      KRW 4,000                  KRW 5,000                  KRW 6,000
      sold out                   1 in stock                 2 in stock
      no images                  no images                  no images

      1–6 of 30 · space: more  /: search  g: table  r: refresh  q: quit
      """.split(separator: "\n", omittingEmptySubsequences: false).suffix(14).joined(separator: "\n"))
    terminal.type("g")
    try await terminal.shows(lastLine: "1–12 of 30 · space: more  /: search  g: grid  r: refresh  q: quit")
    #expect(
      terminal.seen.text.hasPrefix(
        "ID  TITLE                                  PRICE     STOCK  ADDED\n 1  Brass lamp 1 "))
  }

  @Test func `the status bar is translated to Korean, and fits`() async throws {
    let terminal = try TerminalProgram(
      try await Home.selling(30), "market list; echo exit $?", columns: 60, rows: 5,
      environment: ["LANG": "ko_KR.UTF-8"])
    try await terminal.shows(
      """
      번호  상품명                            가격  재고  등록
         1  Brass lamp 1                   1,000원     1  3시간 전
         2  Brass lamp 2                   2,000원     2  3시간 전
         3  기계식 키보드 3                3,000원     3  3시간 전
      30개 중 1–3 · 스페이스: 더 보기  /: 검색  q: 종료
      """)
  }
}
