import Console
import Foundation
import OpenMarket
import TestSupport
import Testing

@testable import market

/// `market review` and `market reviews` in a pipe and on a terminal.
struct ReviewTests {
  private func home() async throws -> Home {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 5 --currency USD")
    return home
  }

  private static let passwords = ".local/share/market/passwords"

  @Test func `a review in a pipe is a line for each field, and one line in the list`() async throws {
    let home = try await home()
    let written = await home.pipe.run("review 1 --stars 4 --text 'As described.' --author 김철수")
    #expect(
      written.output == """
        id\t1
        item_id\t1
        stars\t4
        text\tAs described.
        author\t김철수
        verified\tfalse
        folded\tfalse
        reviewed_at\t2026-11-21T14:58:00+09:00

        """)
    #expect(
      written.error.hasPrefix("A password was created for your reviews at this market; it is stored in '"))
    await home.pipe.run("reviews 1").prints(
      "1\t1\t4\tAs described.\t김철수\tfalse\tfalse\t2026-11-21T14:58:00+09:00\t\t\t")
    await home.pipe.run("reviews 1 --json").prints(
      """
      {"id":1,"item_id":1,"stars":4,"text":"As described.","author":"김철수","verified":false,"folded":false,\
      "reviewed_at":"2026-11-21T14:58:00+09:00","edited_at":null,"answer":null,"answered_at":null}
      """)
    await home.pipe.run("reviews 1 --all --columns stars,id").prints("4\t1")
    await home.pipe.run("reviews 1 --json=stars,text").prints(#"{"stars":4,"text":"As described."}"#)
    await home.pipe.run("list --json=rating,rating_count").prints(#"{"rating":4,"rating_count":1}"#)
    await home.pipe.run("reviews 9").prints(
      "! Error: No item with id '9'\n! Help:  Run 'market list' to see what is for sale\nexit 3")
  }

  @Test func `on a terminal each action reports what it did`() async throws {
    let home = try await home()
    _ = await home.pipe.run("review 1 --stars 3")
    let terminal = home.terminal()
    await terminal.run("review 1 --stars 5 --text Good").prints(
      "#2 ★★★★★ · now\n  Good\n! Reviewed item #1, as review #2")
    await terminal.run("review answer 2 --text Thanks").prints(
      "#2 ★★★★★ · now\n  Good\n  Seller's answer · now\n  Thanks\n! Answered review #2")
    await terminal.run("review answer 2 --text Again").prints(
      "! Error: Review 2 has another answer already\nexit 6")
    await terminal.run("review fold 2 --locale ko_KR").prints(
      "#2 ★★★★★ · 지금\n  판매자가 접은 리뷰\n  판매자 답글 · 지금\n  Thanks\n! 리뷰를 접었습니다: #2")
    await terminal.run("review delete 1 --yes").prints("#1 ★★★☆☆ · now\n! Deleted review #1")
    await terminal.run("review delete 1 --yes").prints(
      """
      ! Error: No review with id '1'
      ! Help:  Run 'market reviews <id>' to see the reviews of an item
      exit 3
      """)
    await terminal.run("review remove 2 --reason spam --yes --json=id").prints(#"{"id":2}"#)
    await terminal.run("reviews 1").prints(
      "! No reviews of item 1 yet · the first: market reviews write 1 --stars <number>")
  }

  @Test func `deleting asks on a terminal, and does not where it cannot`() async throws {
    let home = try await home()
    for _ in 1...2 { _ = await home.pipe.run("review 1 --stars 3") }
    var terminal = home.terminal()
    terminal.input = ["n"]
    await terminal.run("review delete 1").prints(
      "! #1 ★★★☆☆ · now\n! Delete review 1 for good? [y/N] Nothing was deleted.\nexit 8")
    await terminal.run("review remove 2 --reason spam").prints(
      "! #2 ★★★☆☆ · now\n! Delete review 2 for good? [y/N] Nothing was deleted.\nexit 8")
    #expect(await terminal.run("review delete 9").error.hasPrefix("Error: No review with id '9'\n"))
    #expect(await home.pipe.run("review delete 1 --json=id").output == "{\"id\":1}\n")
    #expect(await terminal.run("review remove 2 --reason spam --no-input").exitCode == .done)
  }

  @Test func `the passwords of reviews are kept apart from those of items`() async throws {
    let home = try await home()
    _ = await home.served().run("add --title Desk --price 5 --currency USD")
    _ = await home.pipe.run("review 1 --stars 3")
    let (items, reviews) = (home.files(in: Self.passwords), home.files(in: Self.passwords + "/reviews"))
    #expect(items.count == 2)
    #expect(items.last == "reviews")
    #expect(reviews == [items[0]])
    #expect(try home.mode(of: Self.passwords + "/reviews/" + reviews[0]) == 0o600)
    func secret(_ path: String) throws -> Substring? { try home.text(of: path).split(separator: "\n").first }
    #expect(
      try secret(Self.passwords + "/" + items[0]) != secret(Self.passwords + "/reviews/" + reviews[0]))
    let file = home.path + "/" + Self.passwords
    await home.pipe.run("review delete 1 --password-file \(file)/\(items[0])").prints(
      """
      ! Error: Wrong password for review 1, read from '\(file)/\(items[0])'
      ! Help:  Pass the right one with '--password-file <file>' or MARKET_PASSWORD
      exit 4
      """)
    await home.served().run("review fold 1 --password-file \(file)/reviews/\(items[0]) --locale ko_KR")
      .prints(
        """
        ! 오류:   1번 리뷰의 상품의 비밀번호가 일치하지 않습니다 (파일 '\(file)/reviews/\(items[0])')
        ! 도움말: 올바른 비밀번호를 '--password-file <파일>' 또는 MARKET_PASSWORD로 지정하세요
        exit 4
        """)
  }

  @Test func `a password is asked for on a terminal`() async throws {
    let home = try await home()
    var pipe = home.pipe
    pipe.environment = ["MARKET_PASSWORD": "mine"]
    _ = await pipe.run("review 1 --stars 3")
    var terminal = home.terminal()
    terminal.input = ["mine"]
    let outcome = await terminal.run("review delete 1 --yes")
    #expect(outcome.exitCode == .done)
    #expect(outcome.error.hasPrefix("Password for review 1: "))
  }

  @Test func `the text may come through standard input`() async throws {
    let home = try await home()
    var pipe = home.pipe
    pipe.input = ["First line", "둘째 줄"]
    await pipe.run("review 1 --stars 5 --text - --json=text --quiet").prints(#"{"text":"First line\n둘째 줄"}"#)
    pipe.input = [String(repeating: "가", count: 5_001)]
    #expect(
      await pipe.run("review answer 1 --text -").error.hasPrefix("Error: Answer '가가"))
    pipe.input = [String(repeating: "x", count: 30_000)]
    await pipe.run("review answer 1 --text -").prints(
      "! Error: Answer is longer than 5,000 characters\n! Help:  Pass a different value with '--text'\nexit 2"
    )
    #expect(await pipe.run("review 1 --stars 5 --text - --password-file -").exitCode == .usage)
  }

  @Test(arguments: [
    ("review", "Missing <item>"), ("review 1", "Missing required option: '--stars'"),
    ("review 1 --stars 0", "Invalid value '0' for '--stars': it must be a whole number from 1 to 5"),
    ("review 1 --stars 4.5", "Invalid value '4.5' for '--stars': it must be a whole number from 1 to 5"),
    ("review 1 2 --stars 4", "Unexpected argument '2'"),
    ("review 1,2 --stars 4", "Invalid value '1,2' for '<item>': give one id"),
    ("review undo 1", "Unexpected argument '1'"), ("review fodl 1", "No such command 'fodl'"),
    ("review delete", "Missing <review>"),
    ("review delete x", "Invalid value 'x' for '<review>': an id is a whole number from 1"),
    ("review answer 1", "Missing required option: '--text'"),
    ("review answer 1 --text ''", "Answer is empty"),
    ("review remove 1", "Missing required option: '--reason'"),
    ("review remove 1 --reason ''", "Reason is empty"),
    ("review fold 1 --stars 3", "No such option '--stars'"),
    ("review delete 1 --text x", "No such option '--text'"),
    ("review 1 --stars 3 --reason x", "No such option '--reason'"),
    ("reviews 1 --sort best", "Invalid value 'best' for '--sort'"),
    (
      "reviews 1 --per-page 51", "Invalid value '51' for '--per-page': it must be a whole number from 1 to 50"
    ),
    (
      "reviews 1 --page 0",
      "Invalid value '0' for '--page': it must be a whole number from 1 to 1,000,000,000"
    ),
    ("list --sort lowest", "Invalid value 'lowest' for '--sort'"),
  ])
  func `a usage error exits with 2 and changes nothing`(line: String, message: String) async throws {
    let home = try await home()
    let outcome = await home.pipe.run(line)
    #expect(outcome.error.hasPrefix("Error: \(message)\n"), "\(outcome.error)")
    #expect(outcome.output == "")
    #expect(outcome.exitCode == .usage)
    await home.pipe.run("reviews 1").prints("")
  }

  @Test func `a receipt of no sale is refused`() async throws {
    let home = try await home()
    let outcome = await home.pipe.run("review 1 --stars 5 --receipt ABC")
    #expect(
      outcome.error
        == "Error: No sale of this item has the receipt 'ABC'\nHelp:  Check the code, or leave '--receipt' out\n"
    )
    #expect(outcome.exitCode == .refused)
  }

  @Test func `a review that is written again keeps what is not given`() async throws {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 5 --currency USD --stock 2")
    let code = try #require(await home.pipe.run("sell 1").output.split(separator: "\n").first)
    let again = "review 1 --receipt \(code) --json=stars,text,author"
    _ = await home.pipe.run("review 1 --stars 2 --text Slow --author Kim --receipt \(code)")
    await home.pipe.run("\(again) --stars 4").prints(#"{"stars":4,"text":"Slow","author":"Kim"}"#)
    await home.pipe.run("\(again) --stars 4 --text Fine").prints(#"{"stars":4,"text":"Fine","author":"Kim"}"#)
    await home.pipe.run(
      words: again.split(separator: " ").map(String.init) + ["--stars", "4", "--text", "", "--author", ""]
    )
    .prints(#"{"stars":4,"text":"","author":null}"#)
  }

  @Test func `a receipt marks a verified purchase, and a return takes the mark`() async throws {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 5 --currency USD --stock 2")
    let code = try #require(await home.pipe.run("sell 1").output.split(separator: "\n").first)
    #expect(code.count == 16)
    _ = await home.pipe.run("review 1 --stars 2 --receipt \(code) --quiet")
    await home.pipe.run("review 1 --stars 4 --receipt \(code) --json=id,stars,verified").prints(
      #"{"id":1,"stars":4,"verified":true}"#)
    await home.terminal().run("reviews 1").prints(
      """
      ★★★★☆ 4.0 (1) · 1 verified
      5★                                0
      4★ ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ 1
      3★                                0
      2★                                0
      1★                                0

      #1 ★★★★☆ · verified purchase · now · edited
      ! 1 of 1
      """)
    var pipe = home.pipe
    pipe.environment = ["MARKET_PASSWORD": "the seller's"]
    await pipe.run("review 1 --stars 5 --receipt \(code)").prints(
      """
      ! Error: Wrong password for the review with this receipt
      ! Help:  Pass the right one with '--password-file <file>' or MARKET_PASSWORD
      exit 4
      """)
    #expect(await home.pipe.run("return 1").exitCode == .done)
    await home.pipe.run("reviews 1 --json=verified").prints(#"{"verified":false}"#)
    #expect(await home.pipe.run("check").exitCode == .done)
  }

  @Test func `--curl prints the requests without passwords`() async throws {
    let home = try await home()
    await home.pipe.run("reviews 1 --sort lowest --curl").prints(
      """
      curl 'http://127.0.0.1:8080/item/1/reviews?sort=lowest' --header 'Cache-Control: max-age=0' \
      --header 'Accept: application/json' --header 'Market-Client: 1'
      """)
    await home.pipe.run("review fold 7 --curl").prints(
      """
      curl --request PATCH 'http://127.0.0.1:8080/review/7' --header 'Content-Type: application/json' \
      --header 'Accept: application/json' --header 'Market-Client: 1' --data '{"folded":true,"password":"********"}'
      """)
    #expect(home.files(in: Self.passwords + "/reviews").isEmpty)
  }

  // MARK: Servers

  @Test func `all commands do the same at a server`() async throws {
    let home = try Home()
    let market = try ServedMarket()
    var pipe = home.pipe
    pipe.environment = ["MARKET_SERVER": market.url, "MARKET_PASSWORD": "p"]
    #expect(await pipe.run("add --title Lamp --price 5 --currency USD --porcelain").output == "1\n")
    for stars in [5, 2] { #expect(await pipe.run("review 1 --stars \(stars)").exitCode == .done) }
    #expect(await pipe.run("review answer 2 --text Sorry --json=answer").output == "{\"answer\":\"Sorry\"}\n")
    #expect(await pipe.run("review fold 2 --json=folded").output == "{\"folded\":true}\n")
    await pipe.run("reviews 1 --sort lowest --json=stars").prints("{\"stars\":2}\n{\"stars\":5}")
    #expect(await pipe.run("review delete 2 --json=id").output == "{\"id\":2}\n")
    await pipe.run("list --sort rating --json=rating,rating_count").prints(#"{"rating":5,"rating_count":1}"#)
    await pipe.run("review remove 1 --reason spam").prints(
      """
      ! Error: Only the operator of the market may do this
      ! Help:  Run it where the store is, or name the key of the market by MARKET_KEY_FILE
      exit 4
      """)
    pipe.environment["MARKET_PASSWORD"] = "guess"
    await pipe.run("review fold 1").prints(
      """
      ! Error: Wrong password for the item of review 1, read from MARKET_PASSWORD
      ! Help:  Pass the right one with '--password-file <file>' or MARKET_PASSWORD
      exit 4
      """)
  }

  @Test func `too many reviews in an hour exit with 5`() async throws {
    let home = try Home()
    var options = LocalMarket.Options.forTests
    options.reviews.ofItem = 1
    let market = try ServedMarket(options)
    var pipe = home.pipe
    pipe.environment = ["MARKET_SERVER": market.url, "MARKET_PASSWORD": "p"]
    _ = await pipe.run("add --title Lamp --price 5 --currency USD")
    #expect(await pipe.run("review 1 --stars 5").exitCode == .done)
    await pipe.run("review 1 --stars 5").prints(
      """
      ! Error: Too many requests; the server '\(market.url)' responded: Too many reviews: try again in 3600 s
      ! Help:  Try again later
      exit 5
      """)
  }

  @Test func `a market without reviews says so with exit code 6, and shows its items as before`() async throws
  {
    let item =
      #"{"id":1,"title":"Lamp","price":5,"currency":"USD","stock":1,"thumbnails":[],"registration_date":1795240680,"descriptions":"","images":[]}"#
    let server = try ScriptedServer { request in
      if request.line.hasPrefix("GET /item/1 ") { return [.respond("200 OK", body: item)] }
      if request.line.hasPrefix("GET /items/1") {
        return [.respond("200 OK", body: #"{"page":1,"items":[\#(item)]}"#)]
      }
      return [.respond("404 Not Found", body: #"{"error":true,"reason":"Not Found"}"#)]
    }
    let home = try Home()
    var pipe = home.pipe
    pipe.environment = ["MARKET_SERVER": "http://\(server.authority)", "MARKET_PASSWORD": "p"]
    for line in [
      "reviews 1", "review 1 --stars 5", "review delete 1", "review answer 1 --text a", "review fold 1",
    ] {
      await pipe.run(line).prints(
        """
        ! Error: This market keeps no reviews
        ! Help:  This needs a server of 'market serve'
        exit 6
        """)
    }
    await pipe.run("reviews 1 --locale ko_KR").prints(
      """
      ! 오류:   이 마켓에는 리뷰 기능이 없습니다
      ! 도움말: 'market serve'로 실행한 서버에서만 사용할 수 있습니다
      exit 6
      """)
    var terminal = home.terminal(120)
    terminal.environment = ["MARKET_SERVER": "http://\(server.authority)"]
    await terminal.run("show 1").prints("#1 Lamp\nUSD 5.00\n1 in stock · added now · no images")
  }

  // MARK: Hostile text

  @Test func `what others write cannot control the terminal`() async throws {
    let home = try await home()
    for text in ["\u{1B}[2J\u{1B}]0;x\u{7}", "\u{202E}abc", "a\rb", "\u{9B}31m", "\u{200B}\u{2028}x"] {
      _ = await home.pipe.run(words: ["review", "1", "--stars", "5", "--text", text, "--author", text])
      let id = await home.pipe.run("reviews 1 --per-page 1 --json=id").output.filter(\.isNumber)
      _ = await home.pipe.run(words: ["review", "answer", id, "--text", text])
    }
    for line in ["reviews 1", "show 1", "reviews 1 --accessible", "reviews 1 --json"] {
      for terminal in [home.terminal(60), home.pipe] {
        let outcome = await terminal.run(line)
        #expect(HostileTextTests.dangers(in: outcome.output, allowing: ["\t"]) == [], "\(line)")
      }
    }
    #expect(await home.pipe.run("reviews 1").output.split(separator: "\n").count == 5)
  }
}
