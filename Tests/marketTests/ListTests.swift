import Console
import Foundation
import TestSupport
import Testing

struct ListTests {
  @Test func `on a narrow terminal the next command is folded as a shell reads it, and never within a word`()
    async throws
  {
    let home = try Home()
    for number in 1...5 { _ = await home.pipe.run("add --title \(number) --price 5 --currency USD") }
    let lines = await home.terminal(32).run("list --per-page 2 --sort -title --no-headers").error
    #expect(
      lines == """
        1–2 of 5
        next: market list --page 2 \\
        --per-page 2 --sort -title \\
        --no-headers

        """)
    // A backslash within quotes would be part of the word.
    let quoted = await home.terminal(32).run("search --per-page 2 --private '5 ' --sort -title").error
    #expect(!quoted.contains("\\"))
  }

  @Test func `an empty market says how to add an item, in output for a person`() async throws {
    let home = try Home()
    let path = home.path + "/.local/share/market/market.db"
    let missing = "! No store at '\(path)' yet"
    let nothing = "! No items for sale yet · add one: market add --title <title> --price <amount>"
    await home.terminal(200).run("list").prints("\(missing)\n\(nothing)")
    await home.terminal(200).run("list --all").prints("\(missing)\n\(nothing)")
    await home.pipe.run("list").prints(missing)
    await home.pipe.run("search lamp").prints("\(missing)")
    await home.terminal(200).run("list --json").prints(missing)
    await home.terminal().run("list --quiet").prints("")
    #expect(home.files(in: ".local").filter { $0 != "state" }.isEmpty)
    // A store that is there and empty is not missing.
    _ = await home.pipe.run("add --title Lamp --price 5")
    _ = await home.pipe.run("delete 1")
    await home.terminal(200).run("list").prints(nothing)
    await home.pipe.run("list").prints("")
  }

  @Test(arguments: ["--store shop/market.db", "--store /nowhere/at/all.db"])
  func `a store in a folder that is not there is refused, unless it is the default one`(option: String)
    async throws
  {
    let home = try Home()
    let path = String(option.dropFirst("--store ".count))
    let folder = path.hasPrefix("/") ? "/nowhere/at" : FileManager.default.currentDirectoryPath + "/shop"
    let outcome = await home.pipe.run("add --title Lamp --price 5 \(option)")
    #expect(outcome.exitCode.rawValue == 2)
    #expect(
      outcome.error.hasPrefix("Error: Invalid value '\(path)' for '--store': there is no folder '\(folder)'"))
    #expect(outcome.output == "")
  }

  @Test(arguments: ["http://market.example", "sqlite://a.db", "postgres:/shop", "host=127.0.0.1"])
  func `a store that looks like an address is refused, and makes no folders`(address: String) async throws {
    let outcome = await (try Home()).pipe.run("add --title Lamp --price 5 --store \(address)")
    #expect(outcome.exitCode.rawValue == 2)
    #expect(
      outcome.error.hasPrefix(
        "Error: Invalid value '\(address)' for '--store': it must be the path of a file, ':memory:', or the address of a database"
      ))
  }

  @Test func `a password in the address of a database is refused, and not shown`() async throws {
    let other = await (try Home()).pipe.run("list --store password=secret")
    #expect(other.exitCode.rawValue == 2 && other.error.contains("'password=***'"))
    let outcome = await (try Home()).pipe.run("list --store postgres://shop:secret@127.0.0.1:1/db")
    #expect(outcome.exitCode.rawValue == 2)
    #expect(
      outcome.error.hasPrefix(
        "Error: Invalid value 'postgres://***@127.0.0.1:1/db' for '--store': it must not have a password"))
  }

  private static let hasLibpq: Bool = {
    let names: [String] = ["libpq.so.5", "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib"]
    return names.contains { dlopen($0, RTLD_LAZY) != nil }
  }()

  @Test func `a database that cannot be reached is a temporary error, and the market says why`() async throws
  {
    let outcome = await (try Home()).pipe.run("list --store postgres://127.0.0.1:1/db")
    guard Self.hasLibpq else {
      #expect(outcome.exitCode == .failed)
      #expect(
        outcome.error == """
          Error: libpq 14 or later is not installed
          Help:  Install libpq 14 or later; on Debian: apt-get install libpq5

          """)
      return
    }
    #expect(outcome.exitCode == .temporary)
    #expect(
      outcome.error.hasPrefix(
        "Error: The database of the store cannot be reached\nHelp:  The database says: "))
  }

  @Test func `a store in memory is gone after the command, which says so`() async throws {
    let home = try Home()
    let note = "! The store is in memory: nothing is kept after this command"
    await home.terminal(200).run("list --store :memory:").prints(
      "\(note)\n! No items for sale yet · add one: market add --title <title> --price <amount>")
    let added = await home.pipe.run("add --title Lamp --price 5 --porcelain --store :memory:")
    #expect(added.output == "1\n")
    #expect(added.error.contains(note.dropFirst(2)))
    await home.pipe.run("list --store :memory: --quiet").prints("")
  }

  @Test func `80 columns hold everything`() async throws {
    let home = try Home()
    try await home.fill()
    await home.terminal(80).run("list").prints(
      """
      ID  TITLE                                         PRICE     STOCK  ADDED
       1  맥북 프로      KRW 1,690,000 → KRW 1,490,000 (−11%)         1  3 days ago
       2  기계식 키보드                            KRW 89,000     1,200  2 days ago
       3  Brass lamp                                USD 12.50  sold out  1 day ago
      ! 1–3 of 3
      """)
  }

  @Test func `80 columns have the SKUs and whole titles before the age`() async throws {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 5 --currency USD --sku L-1")
    await home.terminal(80).run("list --quiet").prints(
      """
      ID  SKU  TITLE     PRICE  STOCK  ADDED
       1  L-1  Lamp   USD 5.00      1  now
      """)
    let long = "Aluminium floor lamp with a dimmer and linen shade"
    _ = await home.pipe.run("add --title '\(long)' --price 5 --currency USD")
    await home.terminal(80).run("list --quiet").prints(
      """
      ID  SKU  TITLE                                                  PRICE  STOCK
       1  L-1  Lamp                                                USD 5.00      1
       2       Aluminium floor lamp with a dimmer and linen shade  USD 5.00      1
      """)
    await home.terminal(73).run("list --quiet").prints(
      """
      ID  TITLE                                                  PRICE  STOCK
       1  Lamp                                                USD 5.00      1
       2  Aluminium floor lamp with a dimmer and linen shade  USD 5.00      1
      """)
  }

  @Test func `200 columns are not filled for their own sake`() async throws {
    let home = try Home()
    try await home.fill()
    #expect(await home.terminal(200).run("list") == home.terminal(80).run("list"))
  }

  @Test func `a wide terminal has the SKUs, and titles are whole before the age is shown`() async throws {
    let home = try Home()
    try await home.fill()
    let long = "Aluminium floor lamp with a dimmer and a linen shade"
    for item in ["'\(long)' --sku FLR-160 --discounted-price 99", "Vase --sku V"] {
      _ = await home.pipe.run("add --price 129 --currency USD --title \(item)")
    }
    // A list without SKUs has no column for them, and one that is sorted by the age shows it.
    await home.terminal(120).run("list --per-page 3 --sort oldest").prints(
      """
      ID  TITLE                                         PRICE     STOCK  ADDED
       1  맥북 프로      KRW 1,690,000 → KRW 1,490,000 (−11%)         1  3 days ago
       2  기계식 키보드                            KRW 89,000     1,200  2 days ago
       3  Brass lamp                                USD 12.50  sold out  1 day ago
      ! 1–3 of 5 · next: market list --page 2 --per-page 3 --sort oldest
      """)
    await home.terminal(110).run("list --page 2 --per-page 3 --sort oldest").prints(
      """
      ID  SKU      TITLE                                                                         PRICE  STOCK  ADDED
       4  FLR-160  Aluminium floor lamp with a dimmer and a linen shade  USD 129.00 → USD 99.00 (−23%)      1  now
       5  V        Vase                                                                     USD 129.00      1  now
      ! 4–5 of 5
      """)
    // There is no room for this title beside the age.
    _ = await home.pipe.run("add --title '\(long), 160 cm, with spare bulbs' --price 129 --currency USD")
    await home.terminal(110).run("list --page 2 --per-page 3 --sort oldest").prints(
      """
      ID  SKU      TITLE                                                                                PRICE  STOCK
       4  FLR-160  Aluminium floor lamp with a dimmer and a linen shade         USD 129.00 → USD 99.00 (−23%)      1
       5  V        Vase                                                                            USD 129.00      1
       6           Aluminium floor lamp with a dimmer and a linen shade, 160 cm, with spare bulbs  USD 129.00      1
      ! 4–6 of 6
      """)
  }

  @Test func `a narrow terminal has no old price, then no age, then no stock`() async throws {
    let home = try Home()
    try await home.fill()
    await home.terminal(70).run("list").prints(
      """
      ID  TITLE                         PRICE     STOCK  ADDED
       1  맥북 프로      KRW 1,490,000 (−11%)         1  3 days ago
       2  기계식 키보드            KRW 89,000     1,200  2 days ago
       3  Brass lamp                USD 12.50  sold out  1 day ago
      ! 1–3 of 3
      """)
    await home.terminal(50).run("list").prints(
      """
      ID  TITLE                         PRICE     STOCK
       1  맥북 프로      KRW 1,490,000 (−11%)         1
       2  기계식 키보드            KRW 89,000     1,200
       3  Brass lamp                USD 12.50  sold out
      ! 1–3 of 3
      """)
    await home.terminal(38).run("list").prints(
      """
      ID  TITLE                        PRICE
       1  맥북 프로     KRW 1,490,000 (−11%)
       2  기계식 키보드           KRW 89,000
       3  sold out · Brass lamp    USD 12.50
      ! 1–3 of 3
      """)
  }

  @Test func `sold out stays visible without a column for the stock`() async throws {
    let home = try Home()
    try await home.fill()
    await home.terminal(40).run("list").prints(
      """
      ID  TITLE                          PRICE
       1  맥북 프로       KRW 1,490,000 (−11%)
       2  기계식 키보드             KRW 89,000
       3  sold out · Brass lamp      USD 12.50
      ! 1–3 of 3
      """)
    _ = await home.pipe.run("add --title 'A very long title' --price 123456789012 --currency KRW --stock 0")
    let row = await home.terminal(40).run("list --per-page 1 --sort newest --no-headers").output
    #expect(row == " 4  sold out · A very long title  now\n")
    let korean = await home.terminal(40).run("list --page 4 --per-page 1 --no-headers --locale ko_KR").output
    #expect(korean == "   4  품절 · A very …  123,456,789,012원\n")
  }

  @Test func `in Korean`() async throws {
    let home = try Home()
    try await home.fill()
    var terminal = home.terminal()
    terminal.environment = ["LC_ALL": "ko_KR.UTF-8"]
    await terminal.run("list --currency-style symbol").prints(
      """
      번호  상품명                                   가격   재고  등록
         1  맥북 프로      ₩1,690,000 → ₩1,490,000 (−11%)      1  3일 전
         2  기계식 키보드                         ₩89,000  1,200  2일 전
         3  Brass lamp                           US$12.50   품절  1일 전
      ! 3개 중 1–3
      """)
    #expect(
      await terminal.run("list")
        == home.terminal().run("list --locale ko_KR"))
    _ = await home.pipe.run("add --title 의자 --price 1")
    #expect(await terminal.run("list --page 4 --per-page 1").text.contains("지금\n"))
    #expect(await home.terminal().run("list --page 4 --per-page 1").text.contains("now\n"))
  }

  @Test func `in colour the old price is struck through`() async throws {
    let home = try Home()
    try await home.fill()
    await home.terminal(colored: true).run("list --per-page 1").prints(
      """
      ␛[1mID␛[22m  ␛[1mTITLE␛[22m                                     ␛[1mPRICE␛[22m  ␛[1mSTOCK␛[22m  \
      ␛[1mADDED␛[22m
       ␛[2m1␛[22m  맥북 프로  ␛[2m␛[9mKRW 1,690,000␛[29m␛[22m␛[2m → ␛[22m␛[1mKRW 1,490,000␛[22m\
      ␛[35m (−11%)␛[39m      1  ␛[2m3 days ago␛[22m
      ! ␛[2m1 of 3 · next: market list --page 2 --per-page 1␛[22m
      """)
    #expect(
      await home.terminal(colored: true).run("list --page 3 --per-page 1").output
        .contains("\u{1B}[31msold out\u{1B}[39m"))
  }

  @Test func `option, environment and terminal decide about colour, in that order`() async throws {
    let home = try Home()
    try await home.fill()
    let plain = await home.terminal().run("list")
    let colored = await home.terminal(colored: true).run("list")
    #expect(plain != colored)
    #expect(await home.terminal().run("list --color always") == colored)
    #expect(await home.terminal(colored: true).run("list --color never") == plain)
    #expect(await home.pipe.run("list --color always").output.contains("\u{1B}") == false)
    var terminal = home.terminal(colored: true)
    for environment in [["NO_COLOR": "1"], ["CLICOLOR": "0"], ["TERM": "dumb"]] {
      terminal.environment = environment
      #expect(await terminal.run("list") == plain, "\(environment)")
    }
    try home.write("color = never\n", to: ".config/market/config")
    #expect(await home.terminal(colored: true).run("list") == plain)
  }

  @Test func `in a pipe fields are separated by tabs, whole and without colour`() async throws {
    let home = try Home()
    try await home.fill()
    await home.pipe.run("list").prints(
      """
      1\t맥북 프로\tKRW\t1690000\t1490000\t1\t2026-11-21T14:58:00+09:00
      2\t기계식 키보드\tKRW\t89000\t\t1200\t2026-11-22T14:58:00+09:00
      3\tBrass lamp\tUSD\t12.5\t\t0\t2026-11-23T14:58:00+09:00
      """)
  }

  @Test func `JSON holds all fields, or the named ones in their order`() async throws {
    let home = try Home()
    try await home.fill()
    let whole = """
      {"id":1,"title":"맥북 프로","price":1690000,"discounted_price":1490000,"currency":"KRW","stock":1,\
      "registration_date":"2026-11-21T14:58:00+09:00","thumbnails":["market://embedded/images/\(Pixel.name(1))"],"rating":null,"rating_count":0,"sku":null,"tags":[],"reorder_at":null,"off_sale":false,"barcodes":[]}
      {"id":2,"title":"기계식 키보드","price":89000,"discounted_price":null,"currency":"KRW","stock":1200,\
      "registration_date":"2026-11-22T14:58:00+09:00","thumbnails":[],"rating":null,"rating_count":0,"sku":null,"tags":[],"reorder_at":null,"off_sale":false,"barcodes":[]}
      {"id":3,"title":"Brass lamp","price":12.5,"discounted_price":null,"currency":"USD","stock":0,\
      "registration_date":"2026-11-23T14:58:00+09:00","thumbnails":[],"rating":null,"rating_count":0,"sku":null,"tags":[],"reorder_at":null,"off_sale":false,"barcodes":[]}
      """
    await home.pipe.run("list --json").prints(whole)
    await home.terminal(colored: true).run("list --json --color always").prints(whole)
    await home.terminal().run("list --json=title,id").prints(
      """
      {"title":"맥북 프로","id":1}
      {"title":"기계식 키보드","id":2}
      {"title":"Brass lamp","id":3}
      """)
  }

  @Test func `a page says its place and the command of the next`() async throws {
    let home = try Home()
    for number in 1...45 { _ = await home.pipe.run("add --title 'Lamp \(number)' --price 5") }
    func place(_ line: String) async -> String { await home.terminal(120).run(line).error }
    #expect(await place("list") == "1–20 of 45 · next: market list --page 2\n")
    #expect(await place("list --page 2") == "21–40 of 45 · next: market list --page 3\n")
    #expect(await place("list --page 3") == "41–45 of 45\n")
    #expect(await place("list --page 4") == "Nothing on page 4 · 45 in all\n")
    #expect(await place("list --page 1000000000") == "Nothing on page 1,000,000,000 · 45 in all\n")
    #expect(await place("list --per-page 500") == "1–45 of 45\n")
    #expect(await place("list --per-page 44 --page 2") == "45 of 45\n")
    #expect(
      await place("list --per-page 30 --sort -title")
        == "1–30 of 45 · next: market list --page 2 --per-page 30 --sort -title\n")
    let store = home.path + "/.local/share/market/market.db"
    #expect(
      await place("list --store \(store)") == "1–20 of 45 · next: market list --page 2 --store \(store)\n")
    // Options that the next page does not need are omitted, and the rest is quoted.
    #expect(
      await place("list --locale en_GB --currency-style symbol --no-headers --color never --verbose")
        .hasSuffix(
          """
          1–20 of 45 · next: market list --page 2 --no-headers --color never --locale en_GB \
          --currency-style symbol

          """))
    #expect(
      await place("list --accessible --store \(store)")
        == "1 to 20 of 45, next: market list --page 2 --store \(store) --accessible\n")
    #expect(
      await place("search 'Lamp 1' --private --per-page 2")
        == "1–2 of 14 · next: market search --page 2 --private --per-page 2 'Lamp 1'\n")
    #expect(home.files(in: ".local/state/market") == ["pending"])
    let odd = home.path + "/a b.db"
    try FileManager.default.copyItem(atPath: store, toPath: odd)
    #expect(
      await home.terminal(200).run(words: ["list", "--store", odd]).error
        == "1–20 of 45 · next: market list --page 2 --store '\(odd)'\n")
    #expect(await place("list --quiet") == "")
    #expect(await place("list --json") == "")
    #expect(await home.pipe.run("list").error == "")
  }

  @Test func `--all writes every page below one header`() async throws {
    let home = try Home()
    try await home.fill()
    await home.terminal(60).run("list --all --per-page 2").prints(
      """
      ID  TITLE                         PRICE  STOCK  ADDED
       1  맥북 프로      KRW 1,490,000 (−11%)      1  3 days ago
       2  기계식 키보드            KRW 89,000  1,200  2 days ago
       3  Brass lamp  USD 12.50  sold out  1 day ago
      """)
    #expect(await home.pipe.run("list --all --per-page 1") == home.pipe.run("list"))
    await home.pipe.run("list --all --per-page 1 --page 3 --json=id").prints("{\"id\":3}")
    await home.pipe.run("list --all --page 9").prints("")
  }

  @Test(arguments: [
    ("best", [1, 2, 3, 4]), ("oldest", [1, 2, 3, 4]), ("newest", [4, 3, 2, 1]), ("price", [3, 1, 4, 2]),
    ("-price", [2, 4, 1, 3]),
    ("title", [4, 2, 1, 3]), ("-title", [3, 1, 2, 4]), ("stock", [3, 4, 1, 2]), ("-stock", [2, 1, 4, 3]),
  ])
  func `each order sorts by its field`(sort: String, ids: [Int]) async throws {
    let home = try Home()
    for (title, price, stock) in [("c", 20, 3), ("b", 40, 4), ("d", 10, 1), ("a", 30, 2)] {
      _ = await home.pipe.run("add --title \(title) --price \(price) --stock \(stock) --currency USD")
      home.wait(seconds: 1)
    }
    let expected = ids.map { "{\"id\":\($0)}" }.joined(separator: "\n")
    await home.pipe.run("list --json=id --sort \(sort)").prints(expected)
    try home.write("sort = \(sort)", to: ".config/market/config")
    await home.pipe.run("list --json=id").prints(expected)
  }

  @Test func `--no-headers omits the header`() async throws {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 12.50")
    await home.terminal().run("list --no-headers").prints(
      """
       1  Lamp   USD 12.50      1  now
      ! 1 of 1
      """)
  }

  @Test func `no line is wider than the terminal, if an amount and half a title fit`() async throws {
    let home = try Home()
    try await home.fill()
    _ = await home.pipe.run(
      "add --title '👨‍👩‍👧 아주 긴 제목의 한글 상품, with a very long title indeed' --price 99999999.99 --discounted-price 1.01"
    )
    for columns in 34...120 {
      let lines = await home.terminal(columns).run("list").output.split(separator: "\n")
      #expect(lines.allSatisfy { $0.displayWidth <= columns }, "\(columns) columns")
    }
  }
}
