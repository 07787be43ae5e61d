import Foundation
import HTTP
import OpenMarket
import TestSupport
import Testing

@testable import market

struct VendorTests {
  @Test func `adding a vendor prints its secret once`() async throws {
    let home = try Home()
    let added = await home.pipe.run("vendor add '중고나라'")
    #expect(
      added.output.wholeMatch(
        of:
          #/id\t2\nname\t중고나라\nidentifier\t[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\nsecret\t[0-9a-z]{20}\n/#
      )
        != nil, "\(added.output)")
    #expect(added.error == "Store the secret now: it is not shown again.\n")
    #expect(added.exitCode == .done)
    let secret = try #require(added.output.split(whereSeparator: \.isWhitespace).last)
    await home.pipe.run("vendor list").prints("2\t중고나라\t2026-11-21T14:58:00+09:00\t")
    await home.pipe.run("vendor list --json").prints(
      #"{"id":2,"name":"중고나라","registration_date":"2026-11-21T14:58:00+09:00","contact":null}"#)
    let store = try Data(contentsOf: URL(filePath: home.path + "/.local/share/market/market.db"))
    #expect(store.range(of: Data(secret.utf8)) == nil)
    #expect(try home.mode(of: ".local/share/market/market.db") == 0o600)
  }

  @Test func `buyers reach a seller at its address until that is removed`() async throws {
    let home = try Home()
    _ = await home.pipe.run("seller add Ida")
    let set = await home.pipe.run("seller contact 2 '+82 10-1234-5678'")
    #expect(set.error == "Buyers reach seller #2 at +82 10-1234-5678\n" && set.exitCode == .done)
    #expect(await home.pipe.run("seller contact 2").error == "Seller #2 has no address\n")
    #expect(await home.pipe.run("seller contact 9 a@b.example").exitCode == .notFound)
    for words in ["''", "'at the counter'", "http://shop.example", "javascript:alert(1)", "ida@"] {
      #expect(await home.pipe.run("seller contact 2 \(words)").exitCode == .usage, "\(words)")
    }
    for (typed, stored) in [
      ("mailto:ida@market.example", "ida@market.example"), ("tel:+82-10-1234-5678", "+82-10-1234-5678"),
      ("https://pf.kakao.com/_shop", "https://pf.kakao.com/_shop"),
    ] {
      #expect(
        await home.pipe.run("seller contact 2 \(typed)").error == "Buyers reach seller #2 at \(stored)\n")
      #expect(await home.pipe.run("seller list").output.hasSuffix("\t\(stored)\n"))
    }
    await home.terminal().run("seller list").prints(
      """
      ID  NAME  CONTACT                     ADDED
       2  Ida   https://pf.kakao.com/_shop  now
      """)
  }

  @Test func `an app with an identifier, a secret and an id of its own signs in`() async throws {
    let home = try Home()
    let words = "seller add red --identifier C4B3F2D8-6061-11e9 --secret password --id 12"
    await home.pipe.run("\(words) --quiet").prints(
      "id\t12\nname\tred\nidentifier\tc4b3f2d8-6061-11e9\nsecret\tpassword")
    let body = HTTPBody(Data(#"{"secret":"password"}"#.utf8))
    let request = HTTPRequest(
      .post, target: "/api/products/12/archived", headers: ["identifier": "c4b3f2d8-6061-11e9"], body: body)
    let market = home.market(at: .file(home.path + "/.local/share/market/market.db"))
    // There is no such product; a wrong secret is 401.
    #expect(try await market.response(to: request).status == 404)
    for (name, taken) in [
      ("blue --identifier c4b3f2d8-6061-11E9", "c4b3f2d8-6061-11e9"), ("blue --id 12", "12"),
      ("blue --id 1", "1"),
    ] {
      await home.pipe.run("seller add \(name)").prints(
        """
        ! Error: Another seller has '\(taken)' already
        ! Help:  Run 'market seller list' to see all sellers
        exit 6
        """)
    }
    // A dry run finds the ids and the names that are taken, too.
    for id in [1, 12] {
      #expect(await home.pipe.run("seller add blue --id \(id) --dry-run").exitCode == .refused)
    }
    await home.pipe.run("seller add Red --dry-run").prints(
      """
      ! Error: Invalid value 'Red' for '<seller>': it can be mistaken for the existing name 'red'
      ! Help:  Run 'market seller add --help' to see the usage
      exit 2
      """)
    await home.pipe.run("seller add blue --dry-run").prints("would add\tblue\n! Dry run, nothing added.")
    // The next one follows the highest, and no number comes again.
    #expect(await home.pipe.run("seller remove 12 --yes").exitCode == .done)
    #expect(await home.pipe.run("seller add red --id 12").exitCode == .refused)
    let file = try home.write("swordfish\n", to: "secret", mode: 0o600)
    let added = await home.pipe.run("seller add green --secret-file \(file) --json --quiet").output
    #expect(added.hasPrefix(#"{"id":13,"name":"green""#) && added.hasSuffix("\"secret\":\"swordfish\"}\n"))
    for words in ["--secret a --secret-file \(file)", "--id 0", "--identifier 'a b'", "--secret ''"] {
      #expect(await home.pipe.run("seller add blue \(words)").exitCode == .usage, "\(words)")
    }
  }

  @Test func `adding a vendor with --json`() async throws {
    let outcome = await (try Home()).pipe.run("vendor add 'A \"B\"' --json --quiet")
    #expect(outcome.error == "")
    #expect(
      outcome.output.wholeMatch(
        of: #/\{"id":2,"name":"A \\"B\\"","identifier":"[0-9a-f-]{36}","secret":"[0-9a-z]{20}"\}\n/#) != nil,
      "\(outcome.output)")
  }

  @Test func `vendors are listed oldest first, with a hint while there are none`() async throws {
    let home = try Home()
    await home.pipe.run("vendor list").prints("")
    await home.terminal().run("vendor list").prints("! No sellers yet · the first: market seller add <name>")
    #expect(home.files(in: ".local/share/market").isEmpty)
    for name in ["one", "'two words'"] { _ = await home.pipe.run("vendor add \(name)") }
    await home.terminal().run("vendor list").prints(
      """
      ID  NAME       ADDED
       2  one        now
       3  two words  now
      """)
  }

  @Test func `the credentials are aligned on a terminal`() async throws {
    let home = try Home()
    let added = await home.terminal().run("vendor add '중고\u{1B}[2J나라' --locale ko")
    #expect(
      added.output.wholeMatch(
        of: #/번호     2\n이름     중고\\u\{1B\}\[2J나라\n식별자   [0-9a-f-]{36}\n비밀 키  [0-9a-z]{20}\n/#) != nil,
      "\(added.output)")
  }

  @Test func `a vendor is removed once, and its id is not given again`() async throws {
    let home = try Home()
    for name in ["one", "two"] { _ = await home.pipe.run("vendor add \(name)") }
    await home.pipe.run("vendor remove 3 --yes").prints("removed\t3\ttwo")
    await home.pipe.run("vendor remove 3 --yes").prints(
      "! Error: No seller with id '3'\n! Help:  Run 'market seller list' to see all sellers\nexit 3")
    #expect(await home.pipe.run("vendor add three").output.hasPrefix("id\t4\n"))
    await home.pipe.run("vendor list --json").prints(
      """
      {"id":2,"name":"one","registration_date":"2026-11-21T14:58:00+09:00","contact":null}
      {"id":4,"name":"three","registration_date":"2026-11-21T14:58:00+09:00","contact":null}
      """)
  }

  @Test(arguments: ["1", "2"])
  func `neither the market itself nor an unknown vendor can be removed`(id: String) async throws {
    let outcome = await (try Home()).pipe.run("vendor remove \(id) --yes")
    #expect(outcome.error.hasPrefix("Error: No seller with id '\(id)'\n"))
    #expect(outcome.exitCode == .notFound)
  }

  @Test func `a vendor is removed after a prompt that names it`() async throws {
    let home = try Home()
    _ = await home.pipe.run("vendor add '중고\u{1B}[2J나라'")
    var terminal = home.terminal()
    terminal.input = ["n"]
    await terminal.run("vendor remove 2").prints(
      #"""
      ! #2 중고\u{1B}[2J나라
      ! Remove this seller? Its items stay for sale. [y/N] Nothing was removed.
      exit 8
      """#)
    terminal.input = ["y"]
    await terminal.run("vendor remove 2").prints(
      #"""
      Removed seller #2 중고\u{1B}[2J나라
      ! #2 중고\u{1B}[2J나라
      ! Remove this seller? Its items stay for sale. [y/N] ⟨no line end⟩
      """#)
    await home.pipe.run("vendor list").prints("")
  }

  @Test func `without a prompt a vendor is removed with --yes only`() async throws {
    let home = try Home()
    _ = await home.pipe.run("vendor add one")
    let refusal = """
      ! Error: Confirmation is required; pass '--yes' to remove the seller without a prompt
      ! Help:  Run it in an interactive terminal to be prompted
      exit 2
      """
    // 80 columns.
    let wrapped = refusal.replacing("without a prompt", with: "without a\n!        prompt")
    var pipe = home.pipe
    pipe.input = ["y"]
    await pipe.run("vendor remove 2").prints(refusal)
    await home.terminal().run("vendor remove 2 --no-input").prints(wrapped)
    var terminal = home.terminal()
    terminal.environment = ["CI": "1"]
    await terminal.run("vendor remove 2").prints(wrapped)
    await home.pipe.run("vendor list --json").prints(
      #"{"id":2,"name":"one","registration_date":"2026-11-21T14:58:00+09:00","contact":null}"#)
  }

  @Test func `a dry run names the vendor and keeps it`() async throws {
    let home = try Home()
    _ = await home.pipe.run("vendor add one")
    await home.pipe.run("vendor remove 2 --dry-run").prints(
      "would remove\t2\tone\n! Dry run, nothing removed.")
    await home.terminal().run("vendor remove 2 -n").prints(
      "#2 one\n! Dry run, nothing removed. Would remove:")
    #expect(await home.pipe.run("vendor list").output.hasPrefix("2\tone\t"))
  }

  @Test(arguments: [
    ("vendor", "Missing <subcommand>"), ("vendor add", "Missing <seller>"),
    ("vendor remove", "Missing <seller>"),
    ("vendor list 2", "Unexpected argument '2'"), ("vendor add one two", "Unexpected argument 'two'"),
    ("vendor sell 2", "No such command 'sell'"),
    ("vendor remove one", "Invalid value 'one' for '<seller>': an id is a whole number from 1"),
    ("vendor list --dry-run", "No such option '--dry-run'"),
    ("vendor list --yes", "No such option '--yes'"),
    ("vendor remove 0", "Invalid value '0' for '<seller>': an id is a whole number from 1"),
  ])
  func `a usage error exits with 2`(line: String, message: String) async throws {
    let outcome = await (try Home()).pipe.run(line)
    #expect(outcome.error.hasPrefix("Error: \(message)\n"), "\(outcome.error)")
    #expect(outcome.output == "")
    #expect(outcome.exitCode == .usage)
  }

  @Test(arguments: ["", " ", String(repeating: "긴", count: 334)])
  func `an invalid name is refused, and no store is created`(name: String) async throws {
    let home = try Home()
    let outcome = await home.pipe.run("vendor add '\(name)'")
    #expect(outcome.error.contains("for '<seller>': a name is 1 to 1000 bytes of text\n"))
    #expect(outcome.output == "")
    #expect(outcome.exitCode == .usage)
    #expect(home.files(in: ".local/share/market").isEmpty)
  }

  @Test func `a name that looks like another is refused`() async throws {
    let home = try Home()
    #expect(await home.pipe.run("vendor add 'Lamp Shop'").exitCode == .done)
    await home.pipe.run("vendor add 'Larnp-Shор'").prints(
      """
      ! Error: Invalid value 'Larnp-Shор' for '<seller>': it can be mistaken for the existing name 'Lamp Shop'
      ! Help:  Run 'market seller add --help' to see the usage
      exit 2
      """)
    await home.pipe.run("vendor add ｍarket --locale ko_KR").prints(
      """
      ! 오류:   잘못된 '<판매자>' 값 'ｍarket': 기존 이름과 혼동할 수 있습니다: 'market'
      ! 도움말: 'market seller add --help' 명령으로 사용법을 볼 수 있습니다
      exit 2
      """)
  }

  @Test func `ls and rm are understood as list and remove`() async throws {
    let home = try Home()
    _ = await home.pipe.run("vendor add one")
    #expect(await home.pipe.run("vendor ls") == home.pipe.run("vendor list"))
    await home.pipe.run("vendor rm 2 --yes").prints("removed\t2\tone")
    await home.pipe.run("vendor ls").prints("")
  }
}
