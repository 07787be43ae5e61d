import Console
import Foundation
import HTTP
import OpenMarket
import TestSupport
import Testing

@testable import market

/// Changes of several items, as a person and a program see them.
struct BulkEditTests {
  /// Four items with tags.
  private func home() async throws -> Home {
    let home = try Home()
    for line in [
      "add --title 'Brass lamp' --price 12.50 --currency USD --stock 0 --tag summer",
      "add --title '기계식 키보드' --price 89000 --currency KRW --stock 3 --tag summer --tag desk",
      "add --title 'Desk' --price 120000 --discounted-price 99000 --currency KRW --stock 1 --tag desk",
      "add --title 'Chair' --price 45300 --currency KRW --stock 7",
    ] {
      #expect(await home.pipe.run(line).exitCode == .done)
    }
    return home
  }

  @Test func `rounding leaves no price of nothing, and no discount of nothing`() async throws {
    let home = try await home()
    for words in [
      "add --title Pin --price 1.50 --currency USD",
      "add --title Cup --price 1000 --discounted-price 990 --currency KRW",
    ] {
      #expect(await home.pipe.run(words).exitCode == .done)
    }
    #expect(
      await home.pipe.run("edit 5 6 --price +5% --round 100 --yes").exitCode == .done)
    await home.pipe.run("show 5 --json=price").prints(#"{"price":1.58}"#)
    await home.pipe.run("show 6 --json=price,discounted_price").prints(
      #"{"price":1100,"discounted_price":1000}"#)
    #expect(await home.pipe.run("edit 6 --price -9% --round 1000 --yes").exitCode == .done)
    await home.pipe.run("show 6 --json=price,discounted_price").prints(
      #"{"price":1000,"discounted_price":null}"#)
  }

  @Test func `a discount that comes to 0 is refused, and 0 that is given is none`() async throws {
    let home = try await home()
    for change in ["--discount 100%", "--discount 120000", "--price -99000"] {
      await home.pipe.run("edit 3 \(change)").prints(
        """
        ! #3: A discounted price of 0 means none; a gift is '--price 0'
        exit 6
        """)
    }
    for change in ["3", "2-3 --yes"] {
      #expect(await home.pipe.run("edit 2-3 --discounted-price 500 --yes").exitCode == .done)
      #expect(await home.pipe.run("edit \(change) --discounted-price 0").exitCode == .done)
      await home.pipe.run("show 3 --json=discounted_price").prints(#"{"discounted_price":null}"#)
    }
    #expect(
      await home.pipe.run("add --title Pen --price 5 --discounted-price 0 --currency USD").exitCode == .done)
    await home.pipe.run("show 5 --json=price,discounted_price").prints(
      #"{"price":5,"discounted_price":null}"#)
  }

  @Test func `the plan is shown and asked for`() async throws {
    let home = try await home()
    var terminal = home.terminal()
    terminal.input = ["y"]
    await terminal.run("edit --tag desk --discount 20% --round 100").prints(
      """
      ! #2 기계식 키보드
      !   Discounted price  none → KRW 71,200
      ! #3 Desk
      !   Discounted price  KRW 99,000 → KRW 96,000
      ! Prices are rounded to KRW 100
      ! Change these 2 items? [y/N] Changed 2 items
      """)
    terminal.input = ["n"]
    await terminal.run("edit 2-4 --price +5%").prints(
      """
      ! #2 기계식 키보드
      !   Price             KRW 89,000 → KRW 93,450
      !   Discounted price  KRW 71,200 → KRW 74,760
      ! #3 Desk
      !   Price             KRW 120,000 → KRW 126,000
      !   Discounted price  KRW 96,000 → KRW 100,800
      ! #4 Chair
      !   Price  KRW 45,300 → KRW 47,565
      ! Prices are rounded to KRW 1
      ! Change these 3 items? [y/N] Nothing was changed.
      exit 8
      """)
  }

  @Test func `an item of another seller is named, and the others are changed`() async throws {
    let home = try await home()
    for password in ["mine", "of another seller"] {
      var other = home.pipe
      other.environment["MARKET_PASSWORD"] = password
      #expect(await other.run("add --title Vase --price 5 --currency USD").exitCode == .done)
    }
    var served = home.served()
    served.environment["MARKET_PASSWORD"] = "mine"
    await served.run("edit 5 6 --stock +1 --yes").prints(
      """
      5\tstock\t1\t2
      ! #6: The item has another password
      ! Changed 1 item
      exit 7
      """)
  }

  @Test func `several items are not changed at a market without batches`() async throws {
    let home = try Home()
    let market = try TemporaryMarket()
    var pipe = home.pipe
    pipe.session = MockSession { request in
      let isKnown = ["/item", "/item/1", "/item/2"].contains(request.target)
      return isKnown ? try await market.response(to: request) : HTTPResponse(status: 404)
    }
    pipe.environment = ["MARKET_SERVER": "https://market.example", "MARKET_PASSWORD": "hunter2"]
    _ = await pipe.run("add --title Lamp --price 5 --currency USD --stock 5")
    _ = await pipe.run("add --title Desk --price 5 --currency USD --stock 5")
    let result = await pipe.run("edit 1 2 --stock +1 --yes")
    #expect(result.exitCode == .refused)
    #expect(result.error.contains("This market takes one item at a time"))
    for id in 1...2 {
      #expect(try await NetworkManager(session: market).item(id: id).stock == 5)
    }
  }

  @Test func `in a pipe it takes --yes, and prints each changed field`() async throws {
    let home = try await home()
    await home.pipe.run("edit 2 3 --stock -1").prints(
      """
      ! Error: Confirmation is required; pass '--yes' to change several items without a prompt
      ! Help:  Run it in an interactive terminal to be prompted
      exit 2
      """)
    await home.pipe.run("edit 2 3 --stock -1 --yes").prints(
      """
      2\tstock\t3\t2
      3\tstock\t1\t0
      ! Changed 2 items
      """)
    await home.pipe.run("edit 1-9 --add-tag new --dry-run").prints(
      """
      1\ttags\tsummer\tsummer|new
      2\ttags\tsummer|desk\tsummer|desk|new
      3\ttags\tdesk\tdesk|new
      4\ttags\t\tnew
      ! Dry run, nothing changed.
      """)
  }

  @Test func `with ids tags are set, without ids they choose and are not set`() async throws {
    let home = try await home()
    await home.pipe.run("edit 1 2 --tag sale --yes --quiet").prints(
      "1\ttags\tsummer\tsale\n2\ttags\tsummer|desk\tsale")
    await home.pipe.run("edit --tag sale --stock 5 --yes --quiet").prints("1\tstock\t0\t5\n2\tstock\t3\t5")
    await home.pipe.run("edit --tag sale --remove-tag sale --add-tag autumn --yes --quiet").prints(
      "1\ttags\tsale\tautumn\n2\ttags\tsale\tautumn")
    await home.pipe.run("list --json=id,tags").prints(
      #"{"id":1,"tags":["autumn"]}"# + "\n" + #"{"id":2,"tags":["autumn"]}"# + "\n"
        + #"{"id":3,"tags":["desk"]}"# + "\n" + #"{"id":4,"tags":[]}"#)
    await home.pipe.run("edit --currency USD --min 10 --price -0.50 --yes --quiet").prints(
      "1\tprice\t12.5\t12")
  }

  @Test func `the tags of items with a tag are removed`() async throws {
    let home = try await home()
    await home.pipe.run("edit --tag summer --no-tags --yes --quiet").prints(
      "1\ttags\tsummer\t\n2\ttags\tsummer|desk\t")
    await home.pipe.run("list --tag desk --json=id").prints(#"{"id":3}"#)
  }

  @Test(arguments: [
    ("--min ₩100", [2, 3, 4]), ("--min USD10", [1]), ("--min '10 USD'", [1]), ("--min '₩90,000'", [3]),
    ("--max ₩89000 --min 45301", [2]), ("--max ₩50000", [4]), ("--min $5 --currency USD", [1]),
    ("--min KRW1 --currency KRW", [2, 3, 4]), ("--min 1,000", [2, 3, 4]),
  ])
  func `an amount of a filter is written as a price, and its currency chooses`(
    options: String, ids: [Int]
  ) async throws {
    let home = try await home()
    await home.pipe.run("list --json=id \(options)").prints(
      ids.map { #"{"id":\#($0)}"# }.joined(separator: "\n"))
  }

  @Test(arguments: [
    ("--min abc", "Invalid value 'abc' for '--min': it must be an amount, such as 12.50"),
    ("--min -5", "Invalid value '-5' for '--min': it must be an amount, such as 12.50"),
    (
      "--min $5",
      "Invalid value '$5' for '--min': several currencies have this sign; name one with '--currency <code>'"
    ),
    (
      "--min ₩5 --currency USD",
      "Invalid value '₩5' for '--min': its currency is KRW, but '--currency USD' is in USD"
    ),
    (
      "--min ₩5 --max USD9", "Invalid value 'USD9' for '--max': its currency is USD, but '--min ₩5' is in KRW"
    ),
  ])
  func `an amount of a filter that is none, or of another currency, is refused`(
    options: String, message: String
  ) async throws {
    let outcome = await (try Home()).pipe.run("list \(options)")
    #expect(outcome.exitCode == .usage)
    #expect(outcome.error.hasPrefix("Error: \(message)"), "\(outcome.error)")
    var terminal = try Home().terminal()
    terminal.environment = ["LC_MESSAGES": "ko_KR.UTF-8"]
    if options == "--min abc" {
      let korean = await terminal.run("list \(options)").error
      #expect(korean.contains("12.50 같은 금액으로 입력하세요"), "\(korean)")
    }
  }

  @Test func `the currency of the environment chooses nothing`() async throws {
    let home = try await home()
    var pipe = home.pipe
    pipe.environment["MARKET_CURRENCY"] = "USD"
    await pipe.run("edit --max 45300 --stock 9 --yes --quiet").prints("1\tstock\t0\t9\n4\tstock\t7\t9")
  }

  @Test func `all or none are changed in a store on this machine`() async throws {
    let home = try await home()
    await home.pipe.run("edit 1-4 --stock -1 --yes").prints(
      """
      ! #1: Stock '-1' is negative
      ! Error: 1 of 4 items cannot be changed; nothing was changed
      ! Help:  Leave out the items that are named above
      exit 6
      """)
    await home.pipe.run("edit 2 8 --stock 4 --yes").prints(
      """
      ! No item with id '8'
      ! Error: 1 of 2 items cannot be changed; nothing was changed
      ! Help:  Leave out the items that are named above
      exit 6
      """)
    _ = await home.pipe.run("delete 4 --yes")
    #expect(await home.pipe.run("edit 2 4 --stock 4 --yes").error.hasPrefix("Item 4 is in the trash\n"))
    // A range may have gaps.
    await home.pipe.run("edit 2-8 --stock 7 --yes --quiet").prints("2\tstock\t3\t7\n3\tstock\t1\t7")
  }

  @Test func `ids come from standard input as a list writes them`() async throws {
    let home = try await home()
    var pipe = home.pipe
    pipe.input = ["3\tDesk\tKRW", "", "1 2"]
    await pipe.run("edit - --note 'ask first' --yes --quiet").prints(
      "1\tnote\t\task first\n3\tnote\t\task first")
    // Some items of a range may not exist.
    pipe.input = ["3-9", "1"]
    await pipe.run("edit - --stock 2 --yes --quiet").prints("1\tstock\t0\t2\n3\tstock\t1\t2\n4\tstock\t7\t2")
    for (word, code) in [("9-3", ExitCode.usage), ("3-", .usage), ("Desk-2", .notFound)] {
      pipe.input = [word]
      #expect(await pipe.run("edit - --stock 1 --yes").exitCode == code, "\(word)")
    }
    pipe.input = ["1-2000000"]
    #expect(await pipe.run("edit - --stock 1 --yes").exitCode == .usage)
    pipe.input = ["7", "Desk"]
    await pipe.run("edit - --stock 1 --yes").prints(
      """
      ! Error: No item has the SKU or barcode 'Desk'
      ! Help:  Find it with 'market list <word>', or give its id
      exit 3
      """)
  }

  @Test(arguments: [
    (
      "edit 4 --sold-out",
      "Invalid value '4' for '<id>': '--sold-out' chooses items by itself: give ids or filters"
    ),
    ("edit", "Missing <id>"), ("edit 1", "No changes given"), ("edit 1 2", "No changes given"),
    ("edit 1 2 --title x", "'--title' changes one item, named by its id"),
    ("edit 1 2 --sku x", "'--sku' changes one item, named by its id"),
    (
      "edit 1 --price 5%",
      "Invalid value '5%' for '--price': a change in per cent begins with a sign, such as '+5%'"
    ),
    (
      "edit 1 --price -101%",
      "Invalid value '-101%' for '--price': a change is such as '+5%', '-500' or '+0.50'"
    ),
    ("edit 1 --discount 101%", "Invalid value '101%' for '--discount': a discount is such as '20%' or '500'"),
    (
      "edit 1 2 --stock 1 --round 5",
      "Invalid value '5' for '--round': it rounds what '--price +5%' or '--discount 20%' change"
    ),
    ("edit 1 2 --tag a --add-tag b", "'--tag' and '--add-tag' cannot be used together"),
    ("edit 1-2000000 --stock 1", "The range '1-2000000' has more than 1,000,000 ids"),
    ("edit 9-4 --stock 1", "No item has the SKU or barcode '9-4'"),
    ("edit 1 2 --tag a --no-tags", "'--tag' and '--no-tags' cannot be used together"),
    ("edit --below 0 --stock 1", "Invalid value '0' for '--below': it must be a whole number from 1"),
  ])
  func `what is wrong is told before anything is read`(line: String, message: String) async throws {
    let outcome = await (try Home()).pipe.run(line)
    #expect(outcome.exitCode == .usage)
    #expect(outcome.error.hasPrefix("Error: \(message)"), "\(outcome.error)")
  }

  @Test func `one item changes by its price without a question`() async throws {
    let home = try await home()
    await home.pipe.run("edit 3 --price +10%").prints(
      """
      3\tprice\t120000\t132000
      3\tdiscounted_price\t99000\t108900
      ! Prices are rounded to KRW 1
      ! Changed 1 item
      """)
    await home.pipe.run("edit 3 --price -140000").prints(
      """
      ! #3: Price '-8000' is negative
      exit 6
      """)
  }

  @Test(arguments: [40, 80]) func `what differs is seen on a narrow terminal`(columns: Int) async throws {
    let home = try await home()
    let words = String(repeating: "word ", count: 30)
    _ = await home.pipe.run(
      "edit 2 --tag summer --tag indoor --tag brass --tag sale --description '\(words)old'")
    var terminal = home.terminal(columns)
    terminal.input = ["n", "n"]
    let tags = await terminal.run("edit 2 4 --add-tag autumn").error
    #expect(
      tags.contains(
        columns == 40
          ? "Tags  …sale → …sale, autumn"
          : "Tags  summer, indoor, brass, sale → summer, indoor, brass, sale, autumn"), "\(tags)")
    let texts = await terminal.run("edit 2 4 --description '\(words)new'").error
    #expect(texts.contains(/…[word ]*old → …[word ]*new\n/), "\(texts)")
  }

  @Test func `in Korean`() async throws {
    let home = try await home()
    var terminal = home.terminal(40)
    terminal.environment = ["LC_MESSAGES": "ko_KR.UTF-8"]
    terminal.input = ["y"]
    await terminal.run("edit 1-2 --price +5%").prints(
      """
      ! #1 Brass lamp
      !   가격  USD 12.50 → USD 13.13
      ! #2 기계식 키보드
      !   가격  89,000원 → 93,450원
      ! 가격은 1원, USD 0.01 단위로 반올림합니다
      ! 상품 2개를 수정할까요? [y/N] 상품 2개를 수정했습니다
      """)
  }

  @Test func `a list ends with its totals`() async throws {
    let home = try await home()
    await home.pipe.run("list --in-stock --json=id --totals").prints(
      """
      {"id":2}
      {"id":3}
      {"id":4}
      {"total":{"currency":"KRW","items":3,"pieces":11,"value":683100}}
      """)
    await home.pipe.run("list --tag summer --columns id --totals").prints(
      "1\n2\ntotal\tKRW\t1\t3\t267000\ntotal\tUSD\t1\t0\t0")
    await home.terminal().run("list --max 45300 --columns id,stock --totals --no-pager").prints(
      """
      ID     STOCK
       1  sold out
       4         7
      Total KRW 317,100 · 7 in stock · 1 item
      Total USD 0.00 · 0 in stock · 1 item
      ! 1–2 of 2
      """)
    await home.pipe.run("list --vendor nobody --totals").prints("")
  }

  @Test func `a plan is JSON with the values before and after`() async throws {
    let home = try await home()
    await home.pipe.run("edit 1 2 --discount 20% --dry-run --json -q").prints(
      #"""
      {"id":1,"title":"Brass lamp","changes":[{"field":"discounted_price","before":null,"after":"10"}]}
      {"id":2,"title":"기계식 키보드","changes":[{"field":"discounted_price","before":null,"after":"71200"}]}
      """#)
    await home.pipe.run("edit 4 --stock 9 --dry-run --json=changes,id -q").prints(
      #"{"changes":[{"field":"stock","before":"7","after":"9"}],"id":4}"#)
    #expect(await home.pipe.run("edit 1 2 --stock 1 --json=price").exitCode == .usage)
  }

  @Test func `none of several is changed where one cannot be, also at a server`() async throws {
    let home = try await home()
    for pipe in [home.pipe, home.served()] {
      await pipe.run("edit 2 99 --stock 5 --yes").prints(
        """
        ! No item with id '99'
        ! Error: 1 of 2 items cannot be changed; nothing was changed
        ! Help:  Leave out the items that are named above
        exit 6
        """)
      #expect(await pipe.run("delete 2 99 --yes").exitCode == .refused)
    }
    #expect(await home.pipe.run("delete 2 3 --yes").exitCode == .done)
    #expect(await home.pipe.run("trash restore 2 3 4").exitCode == .refused)
    await home.pipe.run("list --json=id,stock").prints(#"{"id":1,"stock":0}"# + "\n" + #"{"id":4,"stock":7}"#)
  }

  @Test func `an amount is for each item of a range, if they have one currency`() async throws {
    let home = try await home()
    await home.pipe.run("restock 2-4:3 --cost 50 --dry-run -q").prints(
      "would record\t2\treceived\t3\t6\nwould record\t3\treceived\t3\t4\nwould record\t4\treceived\t3\t10")
    #expect(await home.pipe.run("restock 2-4:3 --cost 50 --yes").exitCode == .done)
    await home.pipe.run("show 2 4 --json=cost").prints("{\"cost\":50}\n{\"cost\":50}")
    await home.pipe.run("restock 1-2 --quantity 3 --cost 5 --yes").prints(
      """
      ! Error: The prices of these items are in KRW, USD
      ! Help:  Give an amount for items of one currency at a time
      exit 2
      """)
    #expect(await home.pipe.run("restock --currency KRW --quantity 3 --cost 60 --yes").exitCode == .done)
  }

  @Test func `what lists print in a pipe names their items`() async throws {
    let home = try await home()
    _ = await home.pipe.run("sell 4:2 --reference o1")
    for (line, ids) in [
      ("best --date today", "4"), ("history 4", "4"), ("history --reference o1", "4"),
      ("list --sort title", "1 4 3 2"),
    ] {
      var pipe = home.pipe
      pipe.input = await home.pipe.run(line).output.split(separator: "\n").map(String.init)
      let found = await pipe.run("show - --json=id").output.split { !$0.isNumber }.joined(separator: " ")
      #expect(found == ids, "\(line)")
    }
    // An item without a SKU, where that is the first column.
    var pipe = home.pipe
    pipe.input = ["\tChair"]
    #expect(await pipe.run("show -").error.contains("Line 1 of standard input has no 'id'"))
  }

  @Test func `a report has the columns of what it adds up`() async throws {
    let home = try await home()
    _ = await home.pipe.run("sell 4:2")
    await home.pipe.run("sales --by item --columns id,title").prints("4\tChair")
    await home.pipe.run("sales --columns id,title").prints(
      """
      ! Error: Invalid value 'id' for '--columns'
      ! Help:  Choose from day, pieces, revenue, currency
      exit 2
      """)
  }

  @Test func `one entry of the log has all changes, and takes them back`() async throws {
    let home = try await home()
    let before = await home.pipe.run("list --json").text
    #expect(await home.pipe.run("edit --tag desk --price +5% --add-tag sale --yes").exitCode == .done)
    let log = await home.pipe.run("log").output.split(separator: "\n").filter { $0.hasPrefix("5\t") }
    #expect(log.count == 5)
    #expect(log.allSatisfy { $0.split(separator: "\t")[2] == "edit" }, "\(log)")
    // The price of each item has the number of the entry in its history.
    for id in Set(log.map { $0.split(separator: "\t")[4] }) {
      let prices = await home.pipe.run("history \(id)").output.split(separator: "\n").filter {
        $0.contains("\tprice\t")
      }
      #expect(prices.map { $0.prefix(id.count + 3) } == ["\(id)\t5\t"])
    }
    #expect(await home.pipe.run("undo --yes").exitCode == .done)
    #expect(await home.pipe.run("list --json").text == before)
    await home.pipe.run("list --tag sale").prints("")
  }
}

/// Changes of several items at a server.
@Suite(.serialized) struct ServedBulkEditTests {
  private static let item =
    #"{"id":7,"title":"Lamp","price":5,"currency":"USD","stock":0,"thumbnails":[],"registration_date":1795240680}"#

  @Test func `a server that ignores filters is asked for no change`() async throws {
    let server = try ScriptedServer { request in
      request.line.hasPrefix("POST ")
        ? [.respond("200 OK", ["Content-Type: application/jsonl", "Connection: close"], body: "")]
        : [.respond("200 OK", ["Connection: close"], body: #"{"page":1,"items":[\#(Self.item)]}"#)]
    }
    var pipe = try Home().pipe
    pipe.environment = ["MARKET_SERVER": "http://\(server.authority)", "MARKET_PASSWORD": "hunter2"]
    await pipe.run("edit --sold-out --stock 3 --yes").prints(
      """
      ! Error: This market does not filter its items
      ! Help:  This needs a server of 'market serve'
      exit 6
      """)
    #expect(server.requests.allSatisfy { !$0.line.hasPrefix("POST /items HTTP") })
    await pipe.run("list --sold-out").prints(
      """
      ! Error: This market does not filter its items
      ! Help:  This needs a server of 'market serve'
      exit 6
      """)
  }
}
