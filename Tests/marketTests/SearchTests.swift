import Foundation
import OpenMarket
import TestSupport
import Testing

@testable import market

@Suite struct SearchTests {
  /// A home with a few items, their ids in this order.
  private static func home(selling titles: [String]) async throws -> Home {
    let home = try Home()
    for title in titles {
      let added = await home.pipe.run(words: ["add", "--title", title, "--price", "5", "--currency", "USD"])
      #expect(added.exitCode == .done)
    }
    return home
  }

  private static let titles = [
    "중고노트북 팝니다", "맥북 프로", "ThinkPad X1 Carbon", "100% wool_sweater", #"12" vinyl"#,
    // As some systems take Hangul apart.
    "한글 노트북".decomposedStringWithCanonicalMapping,
  ]

  @Test(arguments: [
    // Any part of a word, Korean of one syllable too, whichever way it is composed.
    ("노트북", [1, 6]), ("노", [1, 6]), ("북", [1, 2, 6]), ("한글", [6]), ("팝니다", [1]), ("니다", [1]), ("다", [1]),
    ("한".decomposedStringWithCanonicalMapping, [6]),
    // In either case, all words, in any order.
    ("thinkpad", [3]), ("CARBON x1", [3]), ("n", [3, 5]), ("on", [3]), ("x1 wool", []), ("padx", [3]),
    // Nothing in a word means anything but itself.
    ("%", [4]), ("_", [4]), ("l_s", [4]), ("%%", []), ("\"", [5]), ("2\" v", [5]), ("2\"v", [5]),
    ("12\"", [5]),
    ("\"\"\"", []),
    ("\"\u{301}a\"", []), ("*", []), ("lin*", []), ("vin* OR think", []), ("NEAR(vinyl)", []),
  ])
  func `items that contain every word match`(words: String, ids: [Int]) async throws {
    let home = try await Self.home(selling: Self.titles)
    let found = await home.pipe.run(words: ["search", "--json=id", "--sort=oldest", "--", words])
    #expect(found.error == "")
    #expect(found.output == ids.map { "{\"id\":\($0)}\n" }.joined())
  }

  @Test func `an edited item matches its new text, a deleted one nothing`() async throws {
    let home = try await Self.home(selling: ["Lamp", "Lamp"])
    _ = await home.pipe.run("edit 1 --title Chair --description 'beside a lampshade'")
    await home.pipe.run("search lamp --json=id").prints("{\"id\":2}\n{\"id\":1}")
    _ = await home.pipe.run("edit 1 --description ''")
    await home.pipe.run("search lamp --json=id").prints("{\"id\":2}")
    _ = await home.pipe.run("delete 2")
    await home.pipe.run("search lamp --json=id").prints("")
    await home.pipe.run("search CHAIR --json=id").prints("{\"id\":1}")
  }

  @Test func `a page of search results names the command of the next`() async throws {
    let home = try await Self.home(selling: ["a lamp", "b lamp", "c lamp"])
    await home.terminal().run("search -- lamp -x").prints("! No items contain '-x'")
    await home.terminal().run("search lamp --per-page 2 --sort -title").prints(
      """
      ID  TITLE      PRICE  STOCK  ADDED
       3  c lamp  USD 5.00      1  now
       2  b lamp  USD 5.00      1  now
      ! 1–2 of 3 · next: market search --page 2 --per-page 2 --sort -title lamp
      """)
    await home.terminal().run("search --page 2 --per-page 2 --sort -title lamp").prints(
      """
      ID  TITLE      PRICE  STOCK  ADDED
       1  a lamp  USD 5.00      1  now
      ! 3 of 3
      """)
  }

  @Test func `a search that finds nothing names the words that no item has`() async throws {
    let home = try await Self.home(selling: ["brass lamp", "oak desk"])
    for (words, english, translated) in [
      ("lavendr", "No items match 'lavendr'", "'lavendr' 검색 결과가 없습니다"),
      ("oak lavendr", "No items contain 'lavendr'", "'lavendr' 단어가 들어 있는 상품이 없습니다"),
      (
        "soap oak lavendr", "No items contain any of these words: soap, lavendr",
        "다음 단어가 들어 있는 상품이 없습니다: soap, lavendr"
      ),
      (
        "Brass desk", "Each of these words is found, but not all in one item: Brass, desk",
        "각 단어가 들어 있는 상품은 있지만, 모두 들어 있는 상품은 없습니다: Brass, desk"
      ),
      ("soap --sold-out", "No items meet these filters", "이 조건에 맞는 상품이 없습니다"),
      ("soap oak --sold-out", "No items contain 'soap'", "'soap' 단어가 들어 있는 상품이 없습니다"),
      ("oak desk --sold-out", "No items meet these filters", "이 조건에 맞는 상품이 없습니다"),
    ] {
      await home.terminal().run("search \(words)").prints("! \(english)")
      await home.terminal().run("search \(words) --locale ko_KR").prints("! \(translated)")
      await home.pipe.run("search \(words) --json=id").prints("")
    }
  }

  @Test func `a list with words is a search, and one without them is all`() async throws {
    let home = try await Self.home(selling: ["a lamp", "b chair"])
    await home.terminal().run("list lamp --no-headers").prints(
      """
       1  a lamp  USD 5.00      1  now
      ! 1 of 1
      """)
    await home.pipe.run("list --json=id chair").prints(#"{"id":2}"#)
    await home.pipe.run("list --json=id ''").prints("{\"id\":1}\n{\"id\":2}")
    await home.pipe.run("list --history").prints("1\tchair\n2\tlamp")
    await home.pipe.run("list --again 2 --json=id").prints(#"{"id":1}"#)
    await home.terminal().run("list a b --per-page 1 --no-headers --private").prints(
      """
       2  b chair  USD 5.00      1  now
      ! 1 of 1
      """)
  }

  @Test func `the history holds each search once, the newest first`() async throws {
    let home = try Home()
    await home.pipe.run("search --history").prints("! The search history is empty")
    for words in ["lamp", "맥북 14", "lamp", "--private chair", "'two\nlines'"] {
      _ = await home.pipe.run("search \(words)")
    }
    await home.pipe.run("search --history").prints("1\ttwo lines\n2\tlamp\n3\t맥북 14")
    await home.terminal().run("search --history").prints("1  two lines\n2  lamp\n3  맥북 14")
    #expect(try home.mode(of: ".local/state/market/searches") == 0o600)
    #expect(try home.mode(of: ".local/state/market") == 0o700)
    await home.pipe.run("search --clear").prints("! Search history cleared")
    await home.pipe.run("search --history").prints("! The search history is empty")
  }

  @Test func `--again repeats a search by its number`() async throws {
    let home = try await Self.home(selling: ["a lamp", "a chair"])
    for words in ["lamp", "chair"] { _ = await home.pipe.run("search \(words)") }
    await home.pipe.run("search --again 2 --json=title").prints("{\"title\":\"a lamp\"}")
    await home.pipe.run("search --history").prints("1\tchair\n2\tlamp")
    await home.pipe.run("search --again 3").prints(
      """
      ! Error: Invalid value '3' for '--again': there are entries 1 to 2
      ! Help:  Run 'market search --help' to see the usage
      exit 2
      """)
  }

  @Test func `a long search is truncated on a terminal and whole in a pipe`() async throws {
    let home = try Home()
    let words = (1...20).map { "word\($0)" }.joined(separator: " ")
    _ = await home.pipe.run(words: ["search", words])
    await home.terminal(24).run("search --history").prints("1  word1 word2 word3 wo…")
    await home.pipe.run("search --history").prints("1\t\(words)")
  }

  @Test(arguments: ["history", "clear"])
  func `--private needs a search`(option: String) async throws {
    await (try Home()).pipe.run("search --\(option) --private").prints(
      """
      ! Error: '--\(option)' and '--private' cannot be used together
      ! Help:  Use only one of them
      exit 2
      """)
  }

  @Test(arguments: [
    "search", "search ''", "search --history lamp", "search --again 1 --clear", "search --again",
  ])
  func `a search without words is a usage error`(line: String) async throws {
    let outcome = await (try Home()).pipe.run(line)
    #expect(outcome.exitCode == .usage)
    #expect(outcome.output == "")
    #expect(outcome.error.hasPrefix("Error: "))
  }

  @Test func `a long history is cut to the last hundred searches`() async throws {
    let home = try Home()
    _ = await home.pipe.run("search first")
    let path = home.path + "/.local/state/market/searches"
    let many = (1...8_000).map { "words \($0)\n" }.joined()
    try Data(many.utf8).write(to: URL(filePath: path))
    _ = await home.pipe.run("search last")
    let cached = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(cached.count == 100)
    #expect(cached.first == "words 7902")
    #expect(cached.last == "last")
    #expect(home.files(in: ".local/state/market") == ["searches"])
  }

  @Test func `a lock that is never released delays no search`() async throws {
    let home = try Home()
    let path = try home.write("one\n", to: "searches")
    let holder = open(path, O_RDONLY)
    defer { close(holder) }
    #expect(flock(holder, LOCK_SH) == 0)
    try await SearchHistory(path: path, timeout: .milliseconds(20)).add("two")
    #expect(try SearchHistory(path: path).entries() == ["two", "one"])
  }

  @Test func `concurrent searches are not lost when the history is cut`() async throws {
    let home = try Home()
    let many = (1...8_000).map { "words \($0)\n" }.joined()
    for _ in 1...10 {
      let history = SearchHistory(path: try home.write(many, to: "searches"), timeout: .seconds(60))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 1...12 { group.addTask { try await history.add("new \(number)") } }
        try await group.waitForAll()
      }
      let cached = try history.entries().filter { $0.hasPrefix("new ") }
      #expect(Set(cached) == Set((1...12).map { "new \($0)" }))
    }
  }

  @Test func `fields behind --json are searched for, with a hint`() async throws {
    let home = try await Self.home(selling: ["id,title A", "A"])
    await home.pipe.run("search --json id,title A").prints(
      """
      {"id":1,"title":"id,title A","price":5,"discounted_price":null,"currency":"USD","stock":1,\
      "registration_date":"2026-11-21T14:58:00+09:00","thumbnails":[],"rating":null,"rating_count":0,"sku":null,"tags":[],"reorder_at":null,"off_sale":false,"barcodes":[]}
      ! Searching for 'id,title' too; to choose fields, use '--json=id,title'
      """)
    await home.pipe.run("search --json=id id,title").prints(#"{"id":1}"#)
  }

  @Test func `typographic quotes around words and amounts are left out`() async throws {
    let home = try Home()
    _ = await home.pipe.run("add --title 'Brass lamp' --price “12.50” --currency USD")
    for words in ["“lamp”", "“brass lamp”", "‘brass’ lamp --min ‘12’"] {
      await home.pipe.run("list \(words) --json=id,price").prints(#"{"id":1,"price":12.5}"#)
    }
  }
}
