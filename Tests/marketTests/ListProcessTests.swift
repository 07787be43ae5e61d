import Foundation
import HTTP
import OpenMarket
import TestSupport
import Testing

/// Lists that are longer than the terminal, on real ones: keys in, screens out. Serialized, since each test is several processes.
@Suite(.serialized) struct ListProcessTests {
  @Test func `rows come on request, the last ones stay, and the terminal is restored`() async throws {
    let terminal = try TerminalProgram(
      try await Home.selling(30), "echo before; market list; echo exit $?", rows: 10,
      environment: ["MARKET_IMAGES": "none"])
    try await terminal.shows(
      """
      market · 30 items
        ID  TITLE                                 PRICE     STOCK  ADDED
      >  1  Brass lamp 1                      KRW 1,000         1  3 hours ago
         2  Brass lamp 2                      KRW 2,000         2  3 hours ago
         3  기계식 키보드 3                   KRW 3,000         3  3 hours ago
         4  Brass lamp 4                      KRW 4,000  sold out  3 hours ago
         5  Brass lamp 5                      KRW 5,000         1  3 hours ago
         6  기계식 키보드 6                   KRW 6,000         2  3 hours ago
         7  Brass lamp 7                      KRW 7,000         3  3 hours ago
      1–7 of 30 · \(Self.hints)
      """)
    #expect(!terminal.seen.isCursorShown)
    #expect(!terminal.isAsItWas)
    // The mouse stays the terminal's, so that text can be selected.
    #expect(terminal.seen.modes == ["?1049", "?2004"])
    terminal.type(" ")
    try await terminal.shows(part: "7–13 of 30")
    terminal.type("q")
    try await terminal.shows(
      """
       7  Brass lamp 7       KRW 7,000         3  3 hours ago
       8  Brass lamp 8       KRW 8,000  sold out  3 hours ago
       9  기계식 키보드 9    KRW 9,000         1  3 hours ago
      10  Brass lamp 10     KRW 10,000         2  3 hours ago
      11  Brass lamp 11     KRW 11,000         3  3 hours ago
      12  기계식 키보드 12  KRW 12,000  sold out  3 hours ago
      13  Brass lamp 13     KRW 13,000         1  3 hours ago
      7–13 of 30
      exit 0
      """)
    #expect(terminal.seen.history == ["before", "ID  TITLE                  PRICE     STOCK  ADDED"])
    #expect(terminal.isAsItWas)
    #expect(terminal.seen.isCursorShown)
    #expect(terminal.seen.modes == [])
  }

  private static let hints = "space: more  /: search  Enter: show  g: grid  ?: keys  q: quit"

  /// The program over a market of thirty items, once its first rows are on the screen.
  private func list(_ words: String = "", columns: Int = 80, rows: Int = 10) async throws -> TerminalProgram {
    let line = "trap : INT QUIT; market list \(words); echo exit $?"
    let terminal = try TerminalProgram(
      try await Home.selling(30), line, columns: columns, rows: rows, environment: ["MARKET_IMAGES": "none"])
    try await terminal.shows(part: "space: more")
    return terminal
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
    try await terminal.shows(part: "1–5 of 10 · space: more")
    #expect(terminal.seen.text.contains("> 30  기계식 키보드 30 "))
    #expect(!terminal.seen.isCursorShown)
    terminal.type("\u{1B}")
    try await terminal.shows(part: "1–5 of 30 · space: more")
    terminal.type("q")
    try await terminal.shows(lastLine: "exit 0")
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
      try await Home.selling(30), "set -m; market list; echo exit $?", rows: 10,
      environment: ["MARKET_IMAGES": "none"])
    try await terminal.shows(part: "space: more")
    terminal.send(signal)
    try await terminal.shows(part: "exit \(128 + signal)")
    #expect(terminal.isAsItWas)
    #expect(terminal.seen.isCursorShown)
    #expect(terminal.seen.modes == [])
    #expect(!terminal.seen.text.contains("space: more"))
  }

  @Test func `Ctrl-C is a signal, and leaves nothing`() async throws {
    let terminal = try await list(rows: 8)
    terminal.type("\u{3}")
    try await terminal.shows("exit 130")
    #expect(terminal.isAsItWas)
  }

  @Test func `closing the window ends the program`() async throws {
    let home = try await Home.selling(30)
    let line = "trap : HUP; market list; echo exit $? > $HOME/ended"
    let terminal = try TerminalProgram(home, line, rows: 10, environment: ["MARKET_IMAGES": "none"])
    try await terminal.shows(part: "space: more")
    terminal.hangUp()
    // The file is there a moment before the words in it are.
    try await eventually("the file 'ended' is written") {
      (try? home.text(of: "ended"))?.hasSuffix("\n") == true
    }
    #expect(try home.text(of: "ended") == "exit 0\n")
  }

  @Test(arguments: ["--no-pager", "--quiet", "--no-input", "| cat", "--json=id", "--page 2 > /dev/null"])
  func `options that leave no screen print one page`(words: String) async throws {
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
  func `variables that leave no screen print one page`(environment: [String: String]) async throws {
    let terminal = try TerminalProgram(
      try await Home.selling(30), "market list; echo exit $?", rows: 10, environment: environment)
    try await terminal.shows(lastLine: "exit 0")
    #expect(terminal.seen.history.first?.hasPrefix("ID  TITLE ") == true)
    #expect(terminal.seen.text.contains("1–20 of 30 · next: market list --page 2\nexit 0"))
  }

  @Test func `a list that fits on the screen is printed, and stays`() async throws {
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

  @Test func `cards that fit on the screen are printed, and stay`() async throws {
    let terminal = try TerminalProgram(
      try await Home.selling(3), "market list --grid --images none; echo exit $?", rows: 10)
    try await terminal.shows(
      """
      #1 Brass lamp 1            #2 Brass lamp 2            #3 기계식 키보드 3
      KRW 1,000                  KRW 2,000                  KRW 3,000
      1 in stock                 2 in stock                 3 in stock
      no images                  no images                  no images
      1–3 of 3
      exit 0
      """)
  }

  @Test func `the status bar is translated to Korean, and fits`() async throws {
    let terminal = try TerminalProgram(
      try await Home.selling(30), "market list; echo exit $?", columns: 60, rows: 8,
      environment: ["LANG": "ko_KR.UTF-8", "MARKET_IMAGES": "none"])
    try await terminal.shows(
      """
      market · 30건
        번호  상품명                          가격  재고  등록
      >    1  Brass lamp 1                 1,000원     1  3시간 전
           2  Brass lamp 2                 2,000원     2  3시간 전
           3  기계식 키보드 3              3,000원     3  3시간 전
           4  Brass lamp 4                 4,000원  품절  3시간 전
           5  Brass lamp 5                 5,000원     1  3시간 전
      30개 중 1–5 · 스페이스: 더 보기  ?: 단축키  q: 종료
      """)
  }
}
