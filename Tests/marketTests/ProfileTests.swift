import Foundation
import Testing

@testable import market

/// `[market.shop]` in the config file, `--profile`, its former name `--market`, and MARKET_PROFILE.
struct ProfileTests {
  private let home: Home
  private let file: String

  init() throws {
    home = try Home()
    file = try home.write(
      """
      currency = EUR
      per-page = 50

      [market.shop]
      server = http://shop.invalid
      currency = KRW
      password-file = /run/shop
      [market.garage]
      store = \(home.path)/garage.db
      [market.가게]
      locale = ko_KR

      """, to: ".config/market/config")
  }

  /// The lines of `market config` about these settings.
  private func settings(
    _ names: [String], _ words: String = "", _ environment: [String: String] = [:]
  ) async -> [String] {
    var pipe = home.pipe
    pipe.environment = environment
    return await pipe.run("config " + words).output.split(separator: "\n").map(String.init)
      .filter { line in names.contains { line.hasPrefix($0 + "\t") } }
  }

  @Test(arguments: ["config set currency KRW", "list"])
  func `a name that no profile can have is told as such`(line: String) async throws {
    let message = "'bad name' cannot be the name of a profile"
    for home in [home, try Home()] {
      await home.pipe.run("\(line) --market 'bad name'").prints(
        """
        ! Error: \(message)
        ! Help:  A name has letters, digits, '-' and '_', up to 40
        exit 2
        """)
    }
  }

  @Test func `option comes before variable, variable before profile, profile before the rest of the file`()
    async
  {
    let names = ["currency", "per-page"]
    #expect(await settings(names) == ["currency\tEUR\t\(file)", "per-page\t50\t\(file)"])
    #expect(
      await settings(names, "--market shop") == [
        "currency\tKRW\t\(file) [market.shop]", "per-page\t50\t\(file)",
      ])
    let variables = ["MARKET_PROFILE": "shop"]
    #expect(
      await settings(names, "", variables) == [
        "currency\tKRW\t\(file) [market.shop]", "per-page\t50\t\(file)",
      ])
    #expect(
      await settings(names, "--market garage", variables) == [
        "currency\tEUR\t\(file)", "per-page\t50\t\(file)",
      ])
    #expect(
      await settings(["currency"], "", variables.merging(["MARKET_CURRENCY": "USD"]) { $1 })
        == ["currency\tUSD\tMARKET_CURRENCY"])
    #expect(await settings(["currency"], "", ["MARKET_PROFILE": ""]) == ["currency\tEUR\t\(file)"])
    #expect(
      await settings(["server"], "--market shop --server http://near.invalid")
        == ["server\thttp://near.invalid\toption"])
    let screen = await home.terminal(120).run("config --market shop")
    #expect(screen.output.contains("currency        KRW"))
    #expect(screen.output.contains("profile shop\n"))
  }

  @Test func `a profile chooses the market`() async throws {
    await home.pipe.run("list --profile shop --curl").prints(
      """
      curl 'http://shop.invalid/items/1?per_page=50' --header 'Cache-Control: max-age=0' \
      --header 'Accept: application/json' --header 'Market-Client: 1'
      """)
    #expect(await home.pipe.run("--market garage add --title Saw --price 8").exitCode == .done)
    await home.pipe.run("list --json=title,currency --store \(home.path)/garage.db").prints(
      #"{"title":"Saw"}"#.replacing("}", with: #","currency":"EUR"}"#).replacing(
        #","currency""#, with: #","currency""#))
    await home.pipe.run("list --json=id").prints(
      "! No store at '\(home.path)/.local/share/market/market.db' yet")
    #expect(await home.pipe.run("--market garage add --title Axe --price 9").exitCode == .done)
    // The command that goes on is one of the same market.
    let page = await home.terminal(100).run("list --per-page 1 --no-pager --profile garage")
    #expect(page.error.contains("market list --page 2 --per-page 1 --no-pager --profile garage\n"))
    await home.pipe.run("check --market garage").prints("The store is sound: 2 items, 2 movements")
  }

  @Test func `the words of a run are in the language of its profile`() async throws {
    await home.pipe.run("show 1 --market 가게").prints(
      """
      ! 오류:   1번 상품이 없습니다
      ! 도움말: '\(home.path)/.local/share/market/market.db'에 아직 저장소가 없습니다. 다른 저장소는 '--store <파일>'로 지정하세요
      exit 3
      """)
  }

  @Test func `an unknown profile is an error that names those that there are`() async throws {
    await home.pipe.run("list --market shp").prints(
      """
      ! Error: The config file '\(file)' has no profile 'shp'
      ! Help:  Did you mean 'shop'? Choose from shop, garage, 가게
      exit 2
      """)
    await home.pipe.run("config --market wholesale").prints(
      """
      ! Error: The config file '\(file)' has no profile 'wholesale'
      ! Help:  Choose from shop, garage, 가게
      exit 2
      """)
    var pipe = home.pipe
    pipe.environment = ["MARKET_PROFILE": "wholesale"]
    await pipe.run("list").prints(
      """
      ! Error: MARKET_PROFILE names the profile 'wholesale', which the config file '\(file)' does not have
      ! Help:  Choose from shop, garage, 가게
      exit 2
      """)
    let shown = await pipe.run("config")
    #expect(shown.exitCode == .done)
    #expect(shown.error.hasPrefix("Warning: MARKET_PROFILE names the profile 'wholesale', which"))
    #expect(await pipe.run("help").exitCode == .done)
    let empty = try Home()
    await empty.pipe.run("list --market shop").prints(
      """
      ! Error: The config file '\(empty.path)/.config/market/config' has no profile 'shop'
      ! Help:  Add one with 'market config set server <url> --profile shop', or with 'market config edit'
      exit 2
      """)
  }

  @Test func `a line in brackets that is no profile is a mistake, and what follows it belongs to none`()
    async throws
  {
    try home.write("[shop]\ncurrency = KRW\n[market.a b]\n[market.]\n", to: ".config/market/config")
    let outcome = await home.pipe.run("config")
    #expect(
      outcome.error == """
        Warning: Unknown section '[shop]' on line 1 of '\(file)'
        Help:    A profile begins with a line such as [market.shop]
        Warning: Unknown section '[market.a b]' on line 3 of '\(file)'
        Help:    A profile begins with a line such as [market.shop]
        Warning: Unknown section '[market.]' on line 4 of '\(file)'
        Help:    A profile begins with a line such as [market.shop]

        """)
    #expect(!outcome.output.contains("KRW"))
  }

  @Test func `a mistake in a profile is one where it is chosen`() async throws {
    try home.write("[market.shop]\ncurrency = WON\n", to: ".config/market/config")
    #expect(await home.pipe.run("list").exitCode == .done)
    await home.pipe.run("list --market shop").prints(
      """
      ! Error: Invalid value 'WON' for 'currency': it must be a code that ISO 4217 lists, such as KRW
      ! Help:  Correct line 2 of the config file '\(file)'
      exit 2
      """)
  }

  @Test func `the password of a profile is not for another market`() async {
    let name = ["password-file"]
    #expect(await settings(name, "--market shop") == ["password-file\t/run/shop\t\(file) [market.shop]"])
    for (words, variables) in [
      ("--server http://other.invalid", [:]), ("--store other.db", [:]),
      ("", ["MARKET_SERVER": "http://other.invalid"]),
      ("", ["MARKET_STORE": "other.db"]),
    ] as [(String, [String: String])] {
      #expect(await settings(name, "--market shop " + words, variables) == ["password-file\t\tdefault"])
    }
  }

  @Test func `a variable that names another market than the chosen profile is said`() async {
    var pipe = home.pipe
    pipe.environment = ["MARKET_STORE": home.path + "/other.db"]
    await pipe.run("list --market garage").prints(
      """
      ! MARKET_STORE is set, and has precedence over the profile 'garage'
      ! No store at '\(home.path)/other.db' yet
      """.replacing(
        "! No store at '\(home.path)/other.db' yet", with: "! No store at '\(home.path)/other.db' yet"))
    #expect(await pipe.run("list --market garage --quiet").error == "")
  }

  @Test func `settings are written to a profile, which is made with the first`() async throws {
    let text = try home.text(of: ".config/market/config")
    await home.pipe.run("config set currency USD --market shop").prints(
      "! currency = USD, in the profile 'shop' of '\(file)'")
    #expect(
      try home.text(of: ".config/market/config")
        == text.replacing("currency = KRW", with: "currency = USD"))
    #expect(await home.pipe.run("config set timeout 5 --market shop").exitCode == .done)
    #expect(await home.pipe.run("config set timeout 9").exitCode == .done)
    #expect(await home.pipe.run("config set server http://new.invalid --market new").exitCode == .done)
    #expect(await home.pipe.run("config unset currency --market shop").exitCode == .done)
    #expect(
      try home.text(of: ".config/market/config") == """
        currency = EUR
        per-page = 50
        timeout = 9

        [market.shop]
        server = http://shop.invalid
        password-file = /run/shop
        timeout = 5
        [market.garage]
        store = \(home.path)/garage.db
        [market.가게]
        locale = ko_KR

        [market.new]
        server = http://new.invalid

        """)
    await home.pipe.run("config get server --market new").prints("http://new.invalid")
    #expect(await home.pipe.run("config set server http://new.invalid --market 'a b'").exitCode == .usage)
    var pipe = home.pipe
    pipe.environment = ["MARKET_PROFILE": "shop"]
    await pipe.run("config set timeout 7").prints(
      """
      ! timeout = 7, in '\(file)'
      ! The profile 'shop' is chosen by MARKET_PROFILE, and has precedence
      """)
  }

  @Test func `a setting goes before the first section of a file that begins with one`() async throws {
    try home.write("\u{FEFF}# mine\r\n[market.shop]\r\ncurrency = KRW", to: ".config/market/config")
    // As bytes: Foundation leaves out the mark of a file that it reads as text.
    let contents = { try Data(contentsOf: URL(filePath: file)) }
    let changed = "\u{FEFF}currency = EUR\n# mine\r\n[market.shop]\r\ncurrency = KRW"
    #expect(await home.pipe.run("config set currency EUR").exitCode == .done)
    #expect(try contents() == Data(changed.utf8))
    #expect(await home.pipe.run("config set sort price --market shop").exitCode == .done)
    #expect(try contents() == Data((changed + "\nsort = price\n").utf8))
  }

  @Test func `names of profiles are completed, and ids of items of their markets`() async throws {
    await home.pipe.run(words: ["--complete", "--", "list", "--profile", ""]).prints("shop\t\ngarage\t\n가게\t")
    await home.pipe.run(words: ["--complete", "--", "list", "--profile=g"]).prints("--profile=garage\t")
    #expect(await home.pipe.run("add --title Saw --price 8 --market garage").exitCode == .done)
    await home.pipe.run(words: ["--complete", "--", "show", "--market", "garage", ""]).prints("1\tSaw")
  }
}
