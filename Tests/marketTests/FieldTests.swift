import Foundation
import HTTP
import TestSupport
import Testing

/// SKU, tags and note in commands, and the columns of a list.
struct FieldTests {
  /// The options of a market in this process and of one that is served.
  private func eachMarket(_ work: (Home, String) async throws -> Void) async throws {
    try await work(Home(), "")
    let served = try ServedMarket()
    try await work(Home(), " --server \(served.url)")
  }

  private func lamp(_ home: Home, _ market: String) async -> Outcome {
    await home.pipe.run(
      "add --title Lamp --price 5 --currency USD --sku LMP-7 --tag brass --tag '조명 2' --note 'from Kim' --porcelain\(market)"
    )
  }

  @Test func `an item is added with SKU, tags and note, and shown without the note`() async throws {
    try await eachMarket { home, market in
      #expect(await lamp(home, market).output == "1\n")
      await home.pipe.run("show 1 --json=sku,tags\(market)").prints(
        #"{"sku":"LMP-7","tags":["brass","조명 2"]}"#)
      let piped = await home.pipe.run("show 1\(market)").output
      #expect(piped.contains("sku\tLMP-7\ntags\tbrass\ntags\t조명 2\n"))
      let card = await home.terminal().run("show 1\(market)").output
      #expect(card.contains("SKU LMP-7 · tags brass, 조명 2"), "\(card)")
      var flat = home.terminal()
      flat.environment = ["ACCESSIBLE": "1"]
      let lines = await flat.run("show 1\(market)").output
      #expect(lines.contains("SKU: LMP-7\nTags: brass, 조명 2\n"), "\(lines)")
      for output in [piped, card, lines, await home.pipe.run("show 1 --json\(market)").output] {
        #expect(!output.contains("Kim"))
      }
      for words in ["lmp-7", "조명", "bras"] {
        await home.pipe.run("search \(words) --json=id --private\(market)").prints(#"{"id":1}"#)
      }
      await home.pipe.run("search Kim --json=id --private\(market)").prints("")
    }
  }

  @Test func `an edit sets, replaces and removes them`() async throws {
    try await eachMarket { home, market in
      _ = await lamp(home, market)
      await home.pipe.run("edit 1 --sku B --tag old\(market)").prints("sku\tLMP-7\tB\ntags\tbrass|조명 2\told")
      await home.terminal().run("edit 1 --no-sku --no-tags --note paid\(market)").prints(
        """
        #1 Lamp
          SKU   B → none
          Tags  old → none
          Note  not shown → paid
        ! Changed #1
        """)
      await home.pipe.run("edit 1 --no-note --dry-run\(market)").prints(
        "note\t\n! Dry run, nothing changed.")
      await home.pipe.run("edit 1 --no-note\(market)").prints("note\t")
      await home.pipe.run("edit 1 --no-tags\(market)").prints("")
      await home.pipe.run("edit 1 --tag b --tag a --json=tags,sku\(market)").prints(
        #"{"tags":["b","a"],"sku":null}"#)
    }
  }

  @Test func `previews show them`() async throws {
    let home = try Home()
    let line =
      "add --title Lamp --price 5 --currency USD --sku 'A 1' --tag x --tag y --note 'from Kim' --dry-run"
    await home.terminal().run(line).prints(
      """
        Title  Lamp
        Price  USD 5.00
        Stock  1
        SKU    A 1
        Tags   x, y
        Note   from Kim
      ! Dry run, nothing added. Would add:
      """)
    await home.pipe.run(line).prints(
      """
      title\tLamp
      price\t5
      currency\tUSD
      stock\t1
      sku\tA 1
      tags\tx|y
      note\tfrom Kim
      ! Dry run, nothing added.
      """)
  }

  @Test func `a SKU that the seller has is refused with 6, and another seller may have it at a server`()
    async throws
  {
    try await eachMarket { home, market in
      _ = await lamp(home, market)
      try home.write("another\n", to: "other", mode: 0o600)
      let refusal = """
        ! Error: SKU 'LMP-7' is taken by another item
        ! Help:  Each item of a seller needs its own SKU; pass another one with '--sku'
        exit 6
        """
      let add = "add --title Desk --price 5 --currency USD --sku LMP-7"
      await home.pipe.run("\(add)\(market)").prints(refusal)
      _ = await home.pipe.run("add --title Desk --price 5 --currency USD\(market)")
      await home.pipe.run("edit 2 --sku LMP-7\(market)").prints(refusal)
      // In another case it is the same.
      await home.pipe.run("edit 2 --sku lmp-7\(market)").prints(refusal.replacing("LMP-7", with: "lmp-7"))
      await home.pipe.run("edit 1 --sku lmp-7\(market)").prints("sku\tLMP-7\tlmp-7")
      var korean = home.pipe
      korean.environment = ["LC_MESSAGES": "ko_KR.UTF-8"]
      await korean.run("\(add)\(market)").prints(
        """
        ! 오류:   다른 상품이 사용 중인 상품 코드입니다: 'LMP-7'
        ! 도움말: 상품마다 상품 코드가 달라야 합니다. '--sku'로 다른 코드를 지정하세요
        exit 6
        """)
      let others = await home.pipe.run("\(add) --password-file \(home.path)/other\(market)")
      #expect(others.exitCode == (market.isEmpty ? .refused : .done))
    }
  }

  @Test(arguments: [
    ("add --title a --price 5 --sku ''", "SKU '' is empty", "Pass a different value with '--sku'"),
    (
      "add --title a --price 5 --tag 'a|b'", "Tag 'a|b' contains a '|'",
      "Pass a different value with '--tag'"
    ),
    (
      "add --title a --price 5 --tag a --tag a", "Tag 'a' is given twice",
      "Pass a different value with '--tag'"
    ),
    (
      "add --title a --price 5" + (1...21).map { " --tag \($0)" }.joined(),
      "Too many tags: an item can have at most 20", "Pass '--tag' at most 20 times"
    ),
    ("add --title a --price 5 --note ''", "Note is empty", "Pass a different value with '--note'"),
    ("edit 1 --sku ' a'", "SKU ' a' begins or ends with white space", "Pass a different value with '--sku'"),
    ("edit 1 --sku ''", "SKU '' is empty", "Pass a different value with '--sku'"),
    (
      "edit 1 --sku a --no-sku", "'--sku' and '--no-sku' cannot be used together", "Use only one of them"
    ),
    (
      "edit 1 --tag a --no-tags", "'--tag' and '--no-tags' cannot be used together",
      "Use only one of them"
    ),
    (
      "list --columns id,skus", "Invalid value 'skus' for '--columns'", "Did you mean 'sku'?"
    ),
    (
      "list --columns id --json", "'--columns' and '--json' cannot be used together",
      "Use only one of them"
    ),
  ])
  func `an invalid value is refused before anything is sent`(
    line: String, message: String, help: String
  ) async throws {
    let home = try Home()
    _ = await lamp(home, "")
    let outcome = await home.pipe.run(line)
    #expect(outcome.exitCode == .usage)
    #expect(outcome.error.hasPrefix("Error: \(message)\nHelp:  \(help)"), "\(outcome.error)")
    await home.pipe.run("show 1 --json=sku,tags").prints(#"{"sku":"LMP-7","tags":["brass","조명 2"]}"#)
  }

  @Test func `--columns chooses the columns of a pipe, a table and plain lines`() async throws {
    try await eachMarket { home, market in
      _ = await lamp(home, market)
      _ = await home.pipe.run(
        "add --title 'Long\tdesk' --price 12.50 --discounted-price 9 --stock 0 --currency USD\(market)")
      await home.pipe.run("list --columns tags,sku,title,id,discounted_price,rating,rating_count\(market)")
        .prints(
          "brass|조명 2\tLMP-7\tLamp\t1\t\t\t0\n\t\tLong\\tdesk\t2\t9\t\t0")
      await home.terminal().run(
        "list --columns id,sku,title,tags,price,discounted_price,stock --no-pager\(market)"
      )
      .prints(
        """
        ID  SKU    TITLE       TAGS               PRICE  DISCOUNTED PRICE     STOCK
         1  LMP-7  Lamp        brass, 조명 2   USD 5.00                           1
         2         Long\\tdesk                 USD 12.50          USD 9.00  sold out
        ! 1–2 of 2
        """)
      await home.terminal(30).run("list --columns id,title,sku,price,stock --no-pager\(market)").prints(
        """
        ID  TITLE       SKU
         1  Lamp        LMP-7
         2  Long\\tdesk
        ! 1–2 of 2
        """)
      var flat = home.terminal()
      flat.environment = ["ACCESSIBLE": "1"]
      await flat.run("list --columns title,sku,tags,stock --no-pager\(market)").prints(
        """
        Title: Lamp
        SKU: LMP-7
        Tags: brass, 조명 2
        Stock: 1

        Title: Long\\tdesk
        SKU: none
        Tags: none
        Stock: sold out

        ! 1 to 2 of 2
        """)
      let next = await home.terminal(200).run("list --columns id,sku --per-page 1 --no-pager\(market)")
      #expect(
        next.error.contains("next: market list --page 2 --per-page 1 --columns id,sku"), "\(next.error)")
      await home.pipe.run("search lamp --columns sku --private\(market)").prints("LMP-7")
    }
  }
}
