import Foundation
import HTTP
import OpenMarket
import TestSupport
import Testing

/// `market browse` on real terminals: keys in, screens out. Serialized, since each test is several processes.
@Suite(.serialized) struct BrowseProcessTests {
  private func browse(
    _ words: String = "", items: Int = 30, columns: Int = 80, rows: Int = 12,
    _ environment: [String: String] = [:]
  ) async throws -> (home: Home, terminal: TerminalProgram) {
    let home = try await Home.selling(items)
    let terminal = try TerminalProgram(
      home, "echo before; trap : INT QUIT; market browse \(words); echo exit $?", columns: columns,
      rows: rows,
      environment: ["MARKET_IMAGES": "none"].merging(environment) { $1 })
    try await terminal.shows(part: "\n> ")
    return (home, terminal)
  }

  private func sees(
    _ terminal: TerminalProgram, _ part: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try? await eventually("the screen shows: \(part)") { terminal.seen.text.contains(part) }
    try #require(terminal.seen.text.contains(part), "\(terminal.seen.text)", sourceLocation: sourceLocation)
    try #require(terminal.seen.unknown == [], sourceLocation: sourceLocation)
  }

  @Test func `the list is on a screen of its own, and what was there before comes back`() async throws {
    let (_, terminal) = try await browse()
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
         8  Brass lamp 8                      KRW 8,000  sold out  3 hours ago
         9  기계식 키보드 9                   KRW 9,000         1  3 hours ago
      1 of 30 · Enter: show  /: search  f: filters  v: grid  a: add  ?: keys  q: quit
      """)
    #expect(!terminal.seen.isCursorShown)
    #expect(terminal.seen.modes.isSuperset(of: ["?1049", "?1000", "?1006", "?2004"]))
    terminal.type("q")
    try await terminal.shows("before\nexit 0")
    #expect(terminal.isAsItWas)
    #expect(terminal.seen.isCursorShown)
    #expect(terminal.seen.modes == [])
  }

  /// The work of a seller in a minute, in windows of any size.
  ///
  /// - Parameter sees: Waits until a text is on the screen.
  private func sell(
    in terminal: TerminalProgram, of home: Home, sees: (String) async throws -> Void
  ) async throws {
    try home.write(Pixel.png, to: "desk.png")
    terminal.type("a")
    try await sees("Add an item")
    terminal.type("Oak desk\t120000\tKRW\t\t\t\t\t\t\t\(home.path)/des\t")
    try await sees("desk.png")
    terminal.resize(columns: 120, rows: 30)
    try await sees("│ Title            [Oak desk")
    terminal.type("\r")
    try await sees("Added #31")
    terminal.resize(columns: 60, rows: 16)
    terminal.type("/oak")
    try await sees("Oak desk")
    terminal.type("\r")
    try await sees("“oak”")
    terminal.type("\r")
    try await sees("1 image")
    let added = try await home.embeddedMarket.item(id: 31)
    #expect(added.images?.count == 1)
    terminal.type("e")
    try await sees("Currency")
    terminal.type("\t\u{15}99000\r")
    // The new price may be seen before the command has ended, and until then the form takes no keys.
    try await sees("Changed #31")
    try await sees("KRW 99,000")
    terminal.type("x")
    try await sees("Pieces")
    terminal.type("\r")
    try await sees("Receipt")
    terminal.type("\u{1B}")
    // Behind the receipt.
    try await sees("History")
    try await sees("sold out")
    terminal.type("d")
    try await sees("Delete this item?")
    terminal.type("y")
    try await sees("Deleted #31")
    await #expect(throws: (any Error).self) { try await home.embeddedMarket.item(id: 31) }
    terminal.type("u")
    try await sees("Undo this?")
    terminal.type("y")
    try await sees("Restored #31")
    let restored = try await home.embeddedMarket.item(id: 31)
    #expect(restored.title == "Oak desk")
    #expect(restored.price.amount == 99_000)
    #expect(restored.stock == 0)
    terminal.type("q")
    terminal.type("q")
    try await sees("exit 0")
  }

  @Test func `a seller adds with an image, finds, edits, sells, deletes and undoes, in windows of any size`()
    async throws
  {
    let (home, terminal) = try await browse()
    try await sell(in: terminal, of: home) { try await sees(terminal, $0) }
    #expect(terminal.isAsItWas)
  }

  /// tmux understands what the program writes, and is asked for its screen: while a window becomes smaller, it may draw lines of
  /// the former size on the terminal of the test. It ends with that one.
  @Test(.enabled(if: isInstalled("tmux"), "left out: tmux is not installed"))
  func `the same in tmux, which is left as it was`() async throws {
    let home = try await Home.selling(30)
    let settings = ["status off", "destroy-unattached on", "escape-time 0"]
    try home.write(settings.map { "set -g \($0)\n" }.joined(), to: "tmux.conf")
    let output = try home.write("", to: "tmux.txt")
    let tmux = ["tmux", "-S", "\(home.path)/tmux"]
    let start = tmux + ["-u", "-f", "\(home.path)/tmux.conf", "new-session"]
    let terminal = try TerminalProgram(
      home, start.joined(separator: " ") + " 'market browse; echo exit $?; cat'", rows: 12,
      environment: ["MARKET_IMAGES": "none"])
    @Sendable func ask(_ words: String...) async throws -> String {
      try home.write("", to: "tmux.txt")
      _ = try await ChildProcess(tmux + words, output: .file(output), error: .null).end()
      return try String(contentsOfFile: output, encoding: .utf8)
    }
    func sees(_ part: String) async throws {
      do {
        try await eventually("tmux shows: \(part)") { try await ask("capture-pane", "-p").contains(part) }
      } catch {
        Issue.record("\(part) is not in \(try await ask("capture-pane", "-p"))")
        throw error
      }
    }
    try await sees("\n> ")
    try await sell(in: terminal, of: home, sees: sees)
    #expect(
      try await ask("display-message", "-p", "#{alternate_on} #{mouse_any_flag} #{cursor_flag}") == "0 0 1\n")
  }

  @Test func `a password that is not stored is asked for at a server`() async throws {
    let served = try ServedMarket(.threeHoursAgo)
    try await NetworkManager(session: served).sell(12)
    let terminal = try TerminalProgram(
      try Home(), "market browse --timeout \(patientSeconds) --server \(served.url); echo exit $?", rows: 12,
      environment: ["MARKET_IMAGES": "none"])
    try await terminal.shows(part: "\n> ")
    terminal.type("d")
    try await sees(terminal, "Delete this item?")
    terminal.type("y")
    try await sees(terminal, "Password of the item")
    terminal.type("wrong\r")
    try await sees(terminal, "The password is wrong")
    terminal.type("\u{15}hunter2\r")
    try await sees(terminal, "Deleted #1")
    #expect(!terminal.seen.text.contains("hunter2"))
    await #expect(throws: (any Error).self) { try await NetworkManager(session: served).item(id: 1) }
  }

  @Test func `what another program changes is on the screen by itself`() async throws {
    let (home, terminal) = try await browse()
    _ = try await home.embeddedMarket.edit(id: 2, ItemPatch(title: "Renamed"), password: "hunter2")
    try await sees(terminal, "~ 2  Renamed")
    try await sees(terminal, "  2  Renamed")
  }

  @Test func `a server that is gone leaves the rows, and is back by itself`() async throws {
    let isGone = Locked(false)
    let served = try ServedMarket(
      .threeHoursAgo,
      behind: { market in
        MockSession { request in
          guard isGone.value else { return try await market.response(to: request) }
          return HTTPResponse(status: 503, headers: [:], body: Data())
        }
      })
    try await NetworkManager(session: served).sell(12)
    let terminal = try TerminalProgram(
      try Home(), "market browse --timeout \(patientSeconds) --server \(served.url); echo exit $?", rows: 12,
      environment: ["MARKET_IMAGES": "none"])
    try await terminal.shows(part: "\n> ")
    isGone.withLock { $0 = true }
    terminal.type("r")
    try await sees(terminal, "offline")
    terminal.type("jj")
    try await sees(terminal, ">  3")
    isGone.withLock { $0 = false }
    try await eventually("the screen no longer says offline") { !terminal.seen.text.contains("offline") }
  }

  @Test(arguments: [
    (SIGINT, Int32(130)), (SIGTERM, Int32(143)), (SIGHUP, Int32(129)), (SIGQUIT, Int32(131)),
  ])
  func `a signal that ends it restores the terminal`(signal: Int32, code: Int32) async throws {
    let (_, terminal) = try await browse()
    terminal.type("?")
    try await sees(terminal, "One row up")
    if signal == SIGINT || signal == SIGQUIT {
      terminal.type(signal == SIGINT ? "\u{3}" : "\u{1C}")
      try await terminal.shows(part: "exit \(code)")
    } else {
      terminal.send(signal)
      _ = try await terminal.end()
    }
    #expect(terminal.isAsItWas)
    #expect(terminal.seen.isCursorShown)
    #expect(terminal.seen.modes == [])
    #expect(!terminal.seen.text.contains("One row up"))
  }

  @Test func `Ctrl-Z gives the terminal back, and after fg the screen is drawn whole`() async throws {
    let home = try await Home.selling(30)
    let terminal = try TerminalProgram(
      home, "set -m; market browse; echo stopped; read key; fg > /dev/null; echo exit $?", rows: 10,
      environment: ["MARKET_IMAGES": "none"])
    try await terminal.shows(part: "\n> ")
    terminal.type("\u{1A}")
    try await eventually("the program is stopped, and the screen is given back") {
      terminal.seen.text.contains("stopped") && !terminal.seen.modes.contains("?1049")
    }
    terminal.type("\n")
    try await eventually("the program has the screen again, with its prompt") {
      terminal.seen.modes.contains("?1049") && terminal.seen.text.contains("\n> ")
    }
    terminal.resize(columns: 60, rows: 12)
    terminal.type("G")
    try await sees(terminal, "> 30")
    terminal.type("q")
    try await terminal.shows(lastLine: "exit 0")
    #expect(terminal.isAsItWas)
    #expect(terminal.seen.modes == [])
  }

  @Test func `b turns a list that is read into it, at its row`() async throws {
    let home = try await Home.selling(30)
    let terminal = try TerminalProgram(
      home, "market list; echo exit $?", rows: 10, environment: ["MARKET_IMAGES": "none"])
    try await terminal.shows(part: "space: more")
    terminal.type(" ")
    try await sees(terminal, "7–13 of 30")
    terminal.type("b")
    try await sees(terminal, "7 of 30 · ")
    #expect(terminal.seen.text.contains(">  7  Brass lamp 7"))
    terminal.type("q")
    try await terminal.shows(lastLine: "exit 0")
  }

  @Test func `with --curl it prints the request of its first page`() async throws {
    let terminal = try TerminalProgram(
      try await Home.selling(3), "market browse lamp --in-stock --curl; echo over", columns: 200)
    try await terminal.shows(lastLine: "over")
    #expect(terminal.seen.text.contains("/items/1?in-stock=1&q=lamp"))
    #expect(terminal.seen.modes == [])
  }

  @Test(arguments: ["TERM=dumb market browse", "market browse | cat", "market browse < /dev/null"])
  func `where there is no screen, one line says what to use`(line: String) async throws {
    let terminal = try TerminalProgram(try await Home.selling(3), "\(line); echo over")
    try await terminal.shows(lastLine: "over")
    #expect(
      terminal.seen.text == """
        Error: 'market browse' requires an interactive terminal; use 'market list'
        over
        """)
  }

  @Test func `with --accessible it is a prompt for the same commands`() async throws {
    let home = try await Home.selling(3)
    let terminal = try TerminalProgram(
      home, "market browse --accessible; echo exit $?", columns: 160, rows: 90,
      environment: ["MARKET_PASSWORD": "hunter2"])
    // Keys that are typed ahead of a prompt are echoed in front of it.
    func seesPrompt(_ number: Int) async throws {
      let prompt = "Command (help lists them):"
      try await eventually("prompt \(number) is shown") {
        let text = terminal.seen.text
        return text.hasSuffix(prompt)
          && text.split(separator: prompt, omittingEmptySubsequences: false).count
            == number + 1
      }
    }
    try await seesPrompt(1)
    terminal.type("edit 2 --title 'Tall lamp'\n")
    try await seesPrompt(2)
    #expect(terminal.seen.text.contains("Changed #2"))
    terminal.type("2\n")
    try await seesPrompt(3)
    #expect(terminal.seen.text.contains("Title: Tall lamp"))
    terminal.type("delete 2\n")
    try await sees(terminal, "It can be restored.")
    terminal.type("y\n")
    try await seesPrompt(4)
    #expect(terminal.seen.text.contains("Deleted #2"))
    terminal.type("help\n")
    try await seesPrompt(5)
    for line in [
      "sell: Record sales; prints their receipt.", "next: Show the next page", "quit: Leave this prompt.",
    ] {
      #expect(terminal.seen.text.contains("\n" + line), "\(line)")
    }
    #expect(!terminal.seen.text.contains("\nserve"))
    terminal.type("quit\n")
    try await terminal.shows(lastLine: "exit 0")
    #expect(terminal.seen.modes == [])
    #expect(terminal.seen.unknown == [])
  }
}
