import Foundation
import OpenMarket
import TestSupport
import Testing

@testable import market

struct ConfigTests {
  @Test func `each setting is listed with its source`() async throws {
    let home = try Home()
    try home.write("# mine\n\ncurrency = KRW\nper-page=50\n  timeout = 5  \n", to: ".config/market/config")
    var terminal = home.terminal(100)
    terminal.environment = ["MARKET_LOCALE": "de_DE", "MARKET_PASSWORD_FILE": "/run/secret", "LANG": "ja_JP"]
    let store = home.path + "/.local/share/market/market.db"
    await terminal.run("config --server https://market.example").prints(
      """
      SETTING         VALUE                                             FROM
      server          https://market.example                            option
      store           \(store)  default
      timeout         5                                                 config file
      max-time        600                                               default
      cacert          –                                                 default
      password-file   /run/secret                                       MARKET_PASSWORD_FILE
      key-file        –                                                 default
      currency        KRW                                               config file
      currency-style  auto                                              default
      locale          de_DE                                             MARKET_LOCALE
      color           auto                                              default
      images          –                                                 default
      per-page        50                                                config file
      sort            best                                              default
      shop-title      –                                                 default
      shop-contact    –                                                 default
      shop-about      –                                                 default
      shop-logo       –                                                 default
      shop-colour     –                                                 default
      """)
  }

  @Test(arguments: [40, 60])
  func `on a narrow terminal a value has a line of its own, and is whole`(columns: Int) async throws {
    let home = try Home()
    var terminal = home.terminal(columns)
    terminal.environment = ["MARKET_PASSWORD_FILE": "/run/user/1000/secrets/a/long/way/down/password"]
    let store = home.path + "/.local/share/market/market.db"
    #expect(
      await terminal.run("config").output.hasPrefix(
        """
        server · default
          –
        store · default
          \(store)
        timeout · default
          30
        max-time · default
          600
        cacert · default
          –
        password-file · MARKET_PASSWORD_FILE
          /run/user/1000/secrets/a/long/way/down/password
        key-file · default
          –
        currency · default

        """))
  }

  @Test func `piped and as JSON`() async throws {
    let home = try Home()
    var pipe = home.pipe
    pipe.environment = ["MARKET_STORE": "garage.db", "MARKET_CURRENCY": "EUR", "MARKET_SERVER": ""]
    await pipe.run("config").prints(
      """
      server\t\tdefault
      store\tgarage.db\tMARKET_STORE
      timeout\t30\tdefault
      max-time\t600\tdefault
      cacert\t\tdefault
      password-file\t\tdefault
      key-file\t\tdefault
      currency\tEUR\tMARKET_CURRENCY
      currency-style\tauto\tdefault
      locale\t\tdefault
      color\tauto\tdefault
      images\t\tdefault
      per-page\t20\tdefault
      sort\tbest\tdefault
      shop-title\t\tdefault
      shop-contact\t\tdefault
      shop-about\t\tdefault
      shop-logo\t\tdefault
      shop-colour\t\tdefault
      """)
    await pipe.run("config --json --store attic.db --locale de_DE").prints(
      """
      {"name":"server","value":null,"source":"default"}
      {"name":"store","value":"attic.db","source":"option"}
      {"name":"timeout","value":"30","source":"default"}
      {"name":"max-time","value":"600","source":"default"}
      {"name":"cacert","value":null,"source":"default"}
      {"name":"password-file","value":null,"source":"default"}
      {"name":"key-file","value":null,"source":"default"}
      {"name":"currency","value":"EUR","source":"MARKET_CURRENCY"}
      {"name":"currency-style","value":"auto","source":"default"}
      {"name":"locale","value":"de_DE","source":"option"}
      {"name":"color","value":"auto","source":"default"}
      {"name":"images","value":null,"source":"default"}
      {"name":"per-page","value":"20","source":"default"}
      {"name":"sort","value":"best","source":"default"}
      {"name":"shop-title","value":null,"source":"default"}
      {"name":"shop-contact","value":null,"source":"default"}
      {"name":"shop-about","value":null,"source":"default"}
      {"name":"shop-logo","value":null,"source":"default"}
      {"name":"shop-colour","value":null,"source":"default"}
      """)
  }

  @Test func `values of an address's query are masked, and whole for 'config get'`() async throws {
    let home = try Home()
    var pipe = home.pipe
    let store = "postgres://127.0.0.1:9/m?sslkey=s3cret&service=x"
    pipe.environment = ["MARKET_STORE": store]
    for words in ["config", "config --json"] {
      let outcome = await pipe.run(words)
      #expect(outcome.output.contains("postgres://127.0.0.1:9/m?sslkey=***&service=***"))
      #expect(!outcome.output.contains("s3cret"))
    }
    await pipe.run("config get store").prints(store)
  }

  @Test func `a change of the shop is in the log, and is undone with its logo`() async throws {
    let home = try Home()
    func get(_ name: String) async -> String { await home.pipe.run("config get shop-\(name)").output }
    _ = await home.pipe.run("config set shop-title Corner")
    _ = await home.pipe.run("config set shop-title 'Corner Shop'")
    // A value that is set again is no entry.
    _ = await home.pipe.run("config set shop-title 'Corner Shop'")
    let log = await home.pipe.run("history --json=command,changes").output
    #expect(
      log == """
        {"command":"config set","changes":[{"kind":"set","fields":[{"field":"shop_title","before":"Corner","after":"Corner Shop"}]}]}
        {"command":"config set","changes":[{"kind":"set","fields":[{"field":"shop_title","before":"","after":"Corner"}]}]}

        """)
    #expect(await home.terminal().run("history").output.contains("shop-title Corner → Corner Shop"))
    #expect(await home.pipe.run("undo 1 --yes").exitCode != .done)
    #expect(await home.pipe.run("undo --yes").exitCode == .done)
    #expect(await get("title") == "Corner\n")
    #expect(await home.pipe.run("undo 1 --yes").exitCode == .done)
    #expect(await home.pipe.run("config get shop-title").exitCode == .notFound)
    for image in ["macbook.png", "macbook.jpg"] {
      _ = await home.pipe.run("config set shop-logo \(MockData.path(image))")
    }
    let second = await get("logo")
    #expect(await home.pipe.run("undo --yes").exitCode == .done)
    #expect(await get("logo").hasSuffix(".png\n"))
    #expect(await home.pipe.run("undo --yes").exitCode == .done)
    #expect(await get("logo") == second && second.hasSuffix(".jpg\n"))
  }

  @Test func `settings of the shop are in the store, with the contents of files`() async throws {
    let home = try Home()
    let text = try home.write("Open on weekdays.\n\nhttps://shop.example\n", to: "about.txt")
    let logo = MockData.path("macbook.png")
    for (name, value) in [
      ("title", "'Corner Shop'"), ("contact", "shop@market.example"), ("about", text), ("logo", logo),
      ("colour", "'#AA5500'"),
    ] {
      let set = await home.pipe.run("config set shop-\(name) \(value)")
      #expect(set.exitCode == .done, "\(set.error)")
    }
    await home.pipe.run("config get shop-title").prints("Corner Shop")
    await home.pipe.run("config get shop-about").prints("Open on weekdays.\\n\\nhttps://shop.example")
    #expect(await home.pipe.run("config").output.contains("shop-contact\tshop@market.example\tmarket\n"))
    let store = Store(at: .file(home.path + "/.local/share/market/market.db"), .forCommand)
    let stored = try await Marketplace(store, isOperated: true).settings().shop
    #expect(stored?[.colour] == "#AA5500" && stored?[.logo]?.hasSuffix(".png") == true)
    for words in ["shop-colour red", "shop-logo \(text)", "shop-contact ''", "shop-contact counter"] {
      #expect(await home.pipe.run("config set \(words)").exitCode == .usage, "\(words)")
    }
    let large = home.path + "/large.png"
    let bytes = try Data(contentsOf: URL(filePath: logo))
    try (bytes + Data(count: ShopSetting.logoBytes)).write(to: URL(filePath: large))
    for path in [text, large, home.path + "/none.png"] {
      let refused = await home.pipe.run("config set shop-logo \(path)")
      #expect(refused.exitCode == .usage)
      #expect(
        refused.error.hasPrefix(
          "Error: Invalid value '\(path)' for 'shop-logo': it must be the path of a PNG or JPEG image of up to 256 KiB\n"
        ))
    }
    // Neither a file that is no text nor one that is too long is the shop's text.
    let unseen = ["a\u{FFFE}", "\u{3164}\u{2060}"]
    let unread = [Data([0xFF, 0xFE, 0x00]), Data(count: ShopSetting.aboutBytes + 1)]
    for contents in unread + unseen.map({ Data($0.utf8) }) {
      let path = home.path + "/about.txt"
      try contents.write(to: URL(filePath: path))
      #expect(await home.pipe.run("config set shop-about \(path)").exitCode == .usage)
    }
    for path in ["none.txt", "none.MD", "./none", "/none/about"] {
      let refused = await home.pipe.run("config set shop-about \(path)")
      #expect(refused.exitCode == .usage && refused.error.contains("'\(path)' for 'shop-about'"))
    }
    for text in unseen {
      let refused = await home.pipe.run("config set shop-about \(text)")
      #expect(refused.exitCode == .usage && refused.error.contains("for 'shop-about'"))
    }
    let about = try home.write("Open on weekdays.\n\nhttps://shop.example\n", to: "about.txt")
    for text in ["https://shop.example", "Lamps", "'In and/or out'", about] {
      #expect(await home.pipe.run("config set shop-about \(text)").exitCode == .done, "\(text)")
    }
    for words in ["set shop-title Other", "get shop-title", "unset shop-title"] {
      var remote = home.pipe
      remote.environment["MARKET_SERVER"] = "http://127.0.0.1:1"
      #expect(await remote.run("config \(words)").exitCode == .temporary, "\(words)")
    }
    await home.pipe.run("config get shop-about").prints("Open on weekdays.\\n\\nhttps://shop.example")
    #expect(await home.pipe.run("config unset shop-title").exitCode == .done)
    #expect(await home.pipe.run("config get shop-title").exitCode == .notFound)
  }

  @Test func `option comes before variable, variable before file, file before default`() async throws {
    let home = try Home()
    var pipe = home.pipe
    func locale(_ words: String = "") async -> String {
      await pipe.run("config " + words).output.split(separator: "\n").first { $0.hasPrefix("locale\t") }
        .map(String.init) ?? ""
    }
    #expect(await locale() == "locale\t\tdefault")
    try home.write("locale = fr_FR", to: ".config/market/config")
    #expect(await locale() == "locale\tfr_FR\t\(home.path)/.config/market/config")
    pipe.environment["MARKET_LOCALE"] = "de_DE"
    #expect(await locale() == "locale\tde_DE\tMARKET_LOCALE")
    #expect(await locale("--locale=ko_KR") == "locale\tko_KR\toption")
  }

  @Test func `XDG folders are used when they are absolute, and ignored when they are not`() async throws {
    let home = try Home()
    try home.write("currency = CHF", to: "elsewhere/market/config")
    var pipe = home.pipe
    pipe.environment = [
      "XDG_CONFIG_HOME": home.path + "/elsewhere", "XDG_DATA_HOME": home.path + "/data",
      "XDG_STATE_HOME": home.path + "/state",
    ]
    let price = "add --title Lamp --price 5 --json=currency --quiet"
    await pipe.run(price).prints(#"{"currency":"CHF"}"#)
    #expect(home.files(in: "data/market") == ["market.db"])
    #expect(home.files(in: ".local").isEmpty)
    pipe.environment = ["XDG_CONFIG_HOME": "elsewhere", "XDG_DATA_HOME": "./data"]
    await pipe.run(price).prints(#"{"currency":"USD"}"#)
    #expect(home.files(in: ".local/share/market") == ["market.db"])
  }

  @Test func `the nearer of server and store is the market that is asked`() async throws {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 5")
    try home.write("server = http://market.invalid", to: ".config/market/config")
    var pipe = home.pipe
    let store = home.path + "/.local/share/market/market.db"
    await pipe.run("list --json=id --store \(store)").prints(#"{"id":1}"#)
    pipe.environment["MARKET_STORE"] = store
    await pipe.run("list --json=id").prints(#"{"id":1}"#)
    await pipe.run("list --server http://other.invalid --curl").prints(
      """
      curl 'http://other.invalid/items/1' --header 'Cache-Control: max-age=0' \
      --header 'Accept: application/json' --header 'Market-Client: 1'
      """)
    pipe.environment["MARKET_SERVER"] = "http://near.invalid/shop/"
    await pipe.run("list --curl --page 2 --per-page 5").prints(
      """
      curl 'http://near.invalid/shop/items/2?per_page=5' --header 'Cache-Control: max-age=0' \
      --header 'Accept: application/json' --header 'Market-Client: 1'
      """)
  }

  @Test(arguments: [
    (
      "currency = KRW\ncurency = KRW", "Unknown setting 'curency' on line 2 of '⟨file⟩'",
      "Did you mean 'currency'?"
    ),
    (
      "zzzzzzzzzzzz=1", "Unknown setting 'zzzzzzzzzzzz' on line 1 of '⟨file⟩'",
      "Run 'market help config' to see the settings"
    ),
    (
      "# one\n\nKRW\n", "Line 3 of '⟨file⟩' is not 'name = value'",
      "Write one setting per line, such as 'currency = KRW'"
    ),
    (
      "currency = WON",
      "Invalid value 'WON' for 'currency': it must be a code that ISO 4217 lists, such as KRW",
      "Correct line 1 of the config file '⟨file⟩'"
    ),
    (
      "store =", "Invalid value '' for 'store': it must not be empty",
      "Correct line 1 of the config file '⟨file⟩'"
    ),
    (
      "images = bitmap", "Invalid value 'bitmap' for 'images': choose from auto, kitty, blocks, none",
      "Correct line 1 of the config file '⟨file⟩'"
    ),
    (
      "sort = a\u{1B}[31mb",
      "Invalid value 'a\\u{1B}[31mb' for 'sort': choose from best, oldest, newest, price, -price, title, -title, stock, -stock, rating, -rating",
      "Correct line 1 of the config file '⟨file⟩'"
    ),
  ])
  func `a mistake in the config file is named by its line`(text: String, message: String, hint: String)
    async throws
  {
    let home = try Home()
    let file = try home.write(text, to: ".config/market/config")
    let expected = "! Error: \(message)\n! Help:  \(hint)\nexit 2".replacing("⟨file⟩", with: file)
    await home.pipe.run("list").prints(expected)
    let config = await home.pipe.run("config")
    #expect(config.exitCode == .done)
    #expect(config.output.split(separator: "\n").count == Setting.allCases.count)
    #expect(
      config.error
        == "Warning: \(message)\nHelp:    \(hint)\n".replacing("⟨file⟩", with: file))
  }

  @Test(arguments: ["auto", "iterm", "sixel"])
  func `a protocol of images that earlier releases had means the terminal's own`(value: String) async throws {
    let home = try Home()
    _ = try home.write("images = \(value)", to: ".config/market/config")
    #expect(await home.pipe.run("list").exitCode == .done)
  }

  @Test func `config shows the settings in spite of unknown ones, which it names with their lines`()
    async throws
  {
    let home = try Home()
    let file = try home.write(
      "currency = KRW\ncurency = EUR\npassword = hunter2\n", to: ".config/market/config")
    let known = await home.pipe.run("config --quiet")
    let outcome = await home.pipe.run("config")
    #expect(known.exitCode == .done)
    #expect(known.error == "")
    #expect(known.output.contains("currency\tKRW\t\(file)\n"))
    #expect(
      outcome
        == Outcome(
          output: known.output,
          error: """
            Warning: Unknown setting 'curency' on line 2 of '\(file)'
            Help:    Did you mean 'currency'?
            Warning: Unknown setting 'password' on line 3 of '\(file)'
            Help:    Run 'market help config' to see the settings

            """, exitCode: .done))
  }

  @Test func `a config file that is no text, or a folder, is refused`() async throws {
    let home = try Home()
    let file = try home.write(.init([0x63, 0xFF]), to: ".config/market/config")
    await home.pipe.run("list").prints(
      """
      ! Error: The config file '\(file)' is not UTF-8 text
      ! Help:  Save it as UTF-8
      exit 2
      """)
    let other = try Home()
    try other.write("", to: ".config/market/config/readme")
    await other.pipe.run("list").prints(
      """
      ! Error: The config file '\(other.path)/.config/market/config' cannot be read
      ! Help:  Check its permissions
      exit 2
      """)
  }

  @Test func `a config file may come from an editor on another system`() async throws {
    let home = try Home()
    try home.write("\u{FEFF}currency = KRW\r\nsort = price\r\n", to: ".config/market/config")
    let config = home.path + "/.config/market/config"
    let lines = await home.pipe.run("config").output.split(separator: "\n").filter { $0.hasSuffix(config) }
    #expect(lines == ["currency\tKRW\t\(config)", "sort\tprice\t\(config)"])
  }

  @Test(arguments: [
    (
      "MARKET_SERVER", "market.example",
      "Invalid value 'market.example' for 'MARKET_SERVER': write 'https://market.example' or 'http://market.example'"
    ),
    (
      "MARKET_SERVER", "https://me:pw@market.example",
      "Invalid value 'https://***@market.example' for 'MARKET_SERVER': it must not contain a name or password"
    ),
    (
      "MARKET_CURRENCY", "WON",
      "Invalid value 'WON' for 'MARKET_CURRENCY': it must be a code that ISO 4217 lists, such as KRW"
    ),
    ("MARKET_LOCALE", "C", "Invalid value 'C' for 'MARKET_LOCALE': it must be a locale, such as ko_KR"),
  ])
  func `a wrong variable is named`(name: String, value: String, message: String) async throws {
    var pipe = try Home().pipe
    pipe.environment = [name: value]
    await pipe.run("list").prints(
      "! Error: \(message)\n! Help:  Unset \(name), or set it to a valid value\nexit 2")
    let config = await pipe.run("config")
    #expect(config.exitCode == .done)
    #expect(config.error.hasPrefix("Warning: \(message)\n"))
  }
}
