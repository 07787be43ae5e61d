import Foundation
import HTTP
import OpenMarket
import TestSupport
import Testing

@testable import market

/// The commands of the ledger, each at an embedded market and at a server.
@Suite(.serialized) struct LedgerTests {
  /// Two items, ten lamps for USD 12.50 and three chairs for KRW 20,000, in a market of the time zone of Seoul.
  private final class Shop: Sendable {
    let home: Home
    private let server: ServedMarket?

    init(isServed: Bool) async throws {
      let home = try Home()
      self.home = home
      if isServed {
        var options = LocalMarket.Options.forTests
        options.now = { home.now }
        options.timeZone = TimeZone(identifier: "Asia/Seoul")
        server = try ServedMarket(options)
      } else {
        server = nil
      }
      for item in [
        "Lamp --price 12.50 --currency USD --stock 10", "Chair --price 20000 --currency KRW --stock 3",
      ] {
        _ = await run("add --title \(item)")
      }
      home.wait(days: 1)
    }

    func terminal(columns: Int?) -> Terminal {
      var terminal = Terminal(home: home, columns: columns)
      if let server { terminal.environment["MARKET_SERVER"] = server.url }
      return terminal
    }

    func run(_ line: String, columns: Int? = nil) async -> Outcome {
      await terminal(columns: columns).run(line)
    }

    /// The note of a server on a report without dates; empty for a store.
    var year: String {
      guard server != nil, let seoul = TimeZone(identifier: "Asia/Seoul") else { return "" }
      let style = Date.ISO8601FormatStyle(timeZone: seoul).year().month().day()
      let days = [home.now - 365 * 86_400, home.now].map { $0.formatted(style) }
      return "Sales from \(days[0]) to \(days[1]); others with '--from' and '--to'"
    }

    /// The note behind the output of a pipe.
    var yearNote: String { year.isEmpty ? "" : "\n! " + year }

    var stocks: String {
      get async { await run("list --json=stock").output.filter { $0.isNumber || $0 == "\n" } }
    }
  }

  @Test(arguments: [false, true])
  func `an order prints one receipt, and the same order says that it is recorded`(isServed: Bool) async throws
  {
    let shop = try await Shop(isServed: isServed)
    let first = await shop.run("sell 1:2 2 --reference o1")
    #expect(first.text.wholeMatch(of: /[A-Z2-7]{16}/) != nil)
    shop.home.wait(seconds: 120)
    await shop.run("sell 1:2 2 --reference o1").prints(
      first.text + "\n! Already recorded as entry 3 (2 minutes ago); another part: --reference o1/2")
    for line in ["sell 1:3 --reference o1", "sell 1:2 2:2 --reference o1"] {
      #expect(await shop.run(line).exitCode == .refused)
    }
    await shop.run("sell 1 --reference o1 --price 3 --quantity 2").prints(
      """
      ! Error: Already recorded as entry 3: 2 × USD 12.50 of item 1, not 2 × USD 3.00
      ! Help:  Another part: --reference o1/2; 'market correct 3' changes the recorded one
      exit 6
      """)
    #expect(await shop.stocks == "8\n2\n")
  }

  @Test(arguments: [false, true])
  func `a reference counts without white space at its ends`(isServed: Bool) async throws {
    let shop = try await Shop(isServed: isServed)
    for line in ["sell 1:2", "restock 1:5", "write-off 1:1 --reason lost"] {
      #expect(await shop.run("\(line) --reference 'r1 '").exitCode == .done, "\(line)")
      let again = await shop.run("\(line) --reference ' r1'")
      #expect(again.error.hasPrefix("Already recorded as entry "), "\(again.text)")
    }
    #expect(await shop.stocks == "12\n3\n")
    #expect(await shop.run("history 1 --reference 'r1\t' --columns reference").output.contains("r1\n"))
    for line in ["correct --reference ' r1' 1 --quantity 1 --yes", "return 1 --reference 'r1 '"] {
      #expect(await shop.run(line).exitCode == .done, "\(line)")
    }
    #expect(await shop.stocks == "14\n3\n")
    await shop.run("return 1 --reference r1").prints(
      """
      ! Error: All pieces of 'r1' came back already
      ! Help:  Run 'market history 1' to see its sales
      exit 6
      """)
  }

  @Test(arguments: [false, true])
  func `a delivery and a write-off are recorded once under their reference`(isServed: Bool) async throws {
    let shop = try await Shop(isServed: isServed)
    for (line, terms) in [
      ("restock 1:5 --cost 8 --reference PO1", "3\t1\treceived\t5"),
      ("write-off 1:5 --reason lost --reference PO1", "4\t1\tremoved\t-5"),
    ] {
      let first = await shop.run(line)
      #expect(first.output.hasPrefix(terms), "\(first.text)")
      shop.home.wait(seconds: 120)
      await shop.run(line).prints(
        first.text
          + "\n! Already recorded as entry \(terms.prefix(1)) (2 minutes ago); another part: --reference PO1/2"
      )
    }
    #expect(await shop.stocks == "10\n3\n")
    await shop.run("restock 1:5 --cost 9 --reference PO1").prints(
      """
      ! Error: Already recorded as entry 3: item 1 with another cost
      ! Help:  Another part: --reference PO1/2; 'market correct 3' changes the recorded one
      exit 6
      """)
    for line in ["restock 1:5 --reference PO1", "write-off 1:5 --reason lost --reference PO1"] {
      let other = await shop.run("\(line) --at 2026-11-20")
      #expect(other.error.contains(": item 1 for another time\n") && other.exitCode == .refused, "\(line)")
    }
    await shop.run("restock 1:6 --reference PO1").prints(
      """
      ! Error: Already recorded as entry 3: 5 of item 1, not 6
      ! Help:  Another part: --reference PO1/2
      exit 6
      """)
    await shop.run("write-off 1:5 --reason broken --reference PO1").prints(
      """
      ! Error: Already recorded as entry 4: item 1 with another reason
      ! Help:  Another part: --reference PO1/2
      exit 6
      """)
    #expect(await shop.run("restock 1:2 --reference PO1/2").exitCode == .done)
    #expect(await shop.stocks == "12\n3\n")
  }

  @Test(arguments: [false, true])
  func `a sale before the item was added takes its pieces from the opening stock`(isServed: Bool) async throws
  {
    let shop = try await Shop(isServed: isServed)
    let plan = await shop.run("sell 1:3 --at 2026-11-01 --dry-run")
    #expect(plan.error.hasSuffix("Would be recorded, for a time before item 1 was added\n"))
    for (option, left) in [("", 7), (" --already-counted", 10)] {
      let sale = await shop.run("sell 1:3 --at 2026-11-01 --reference s\(left)\(option)")
      #expect(sale.error == "Recorded, for a time before item 1 was added\n")
      #expect(await shop.stocks == "\(left)\n3\n")
      let entries = await shop.run("history 1 --json=id,kind").output.split(separator: "\n")
      let entry = try #require(entries.first { $0.contains("sold") }?.firstMatch(of: /\d+/))
      #expect(await shop.run("correct \(entry.output) --quantity 0").exitCode == .done)
      #expect(await shop.stocks == "10\n3\n")
    }
  }

  @Test(arguments: [false, true])
  func `a dry run shows what would be recorded`(isServed: Bool) async throws {
    let shop = try await Shop(isServed: isServed)
    for (line, data) in [
      ("sell 1:2 2 --reference o1", "would record\t1\tsold\t-2\t8\nwould record\t2\tsold\t-1\t2"),
      ("restock 1:5", "would record\t1\treceived\t5\t15"),
      ("write-off 2 --reason lost", "would record\t2\tremoved\t-1\t2"),
    ] {
      await shop.run(line + " --dry-run").prints(data + "\n! Dry run, nothing changed.")
    }
    await shop.run("sell 1:2 --dry-run", columns: 80).prints(
      """
      #1 Lamp  2 × USD 12.50  USD 25.00  8 left
      Total                   USD 25.00
      ! Dry run, nothing changed. Would record:
      """)
    await shop.run("sell 1:11 --dry-run").prints(
      """
      ! Error: Item 1 has 10 in stock, not 11
      ! Help:  Nothing was recorded; enter what came in with 'market restock 1'
      exit 6
      """)
    await shop.run("return 1 --dry-run").prints(
      """
      ! Error: Item 1 has no sale to take back
      ! Help:  Run 'market history 1' to see its sales
      exit 6
      """)
    #expect(await shop.stocks == "10\n3\n")
    #expect(await shop.run("history 1 --json=id").output == "{\"id\":1}\n")
    #expect(
      await shop.run("sell 1 --dry-run --json=id,receipt,quantity").output
        == "{\"id\":null,\"receipt\":null,\"quantity\":-1}\n")
  }

  @Test(arguments: [false, true])
  func `a correction finds its entry by reference and item, and is asked for`(isServed: Bool) async throws {
    let shop = try await Shop(isServed: isServed)
    for line in [
      "edit 1 --sku LMP-7", "sell 1:3 2 --reference order-81", "restock 1:5 --cost 8 --reference PO1",
    ] {
      #expect(await shop.run(line).exitCode == .done)
    }
    let correct = "correct --reference order-81 LMP-7 --quantity 1"
    await shop.run(correct + " --dry-run", columns: 80).prints(
      """
      #1 Lamp · 3 × USD 12.50 → 1 × USD 12.50 · 14 in stock
      ! Dry run, nothing changed. Would record:
      """)
    #expect(await shop.stocks == "12\n2\n")
    for (answer, stock) in [("n", 12), ("y", 14)] {
      var terminal = shop.terminal(columns: 80)
      terminal.input = [answer]
      let outcome = await terminal.run(correct)
      #expect(
        outcome.text.contains(
          "! #1 Lamp · 3 × USD 12.50 → 1 × USD 12.50 · 14 in stock\n! Correct this? [y/N] "))
      #expect(await shop.stocks == "\(stock)\n2\n")
    }
    // The correction stands under the reference, and a delivery has one, too.
    #expect(await shop.run("correct --reference order-81 1 --quantity 2").exitCode == .done)
    #expect(await shop.run("correct --reference PO1 LMP-7 --cost 9").exitCode == .done)
    await shop.run("correct --reference none LMP-7 --quantity 2").prints(
      """
      ! Error: No sale of item 1 has the reference 'none'
      ! Help:  Run 'market history <id>' to see the sales of an item
      exit 3
      """)
    _ = await shop.run("restock 1 --cost 8 --reference order-81")
    #expect(
      await shop.run("correct --reference order-81 LMP-7 --cost 7").error.hasPrefix(
        "Error: Several entries have the reference 'order-81': "))
  }

  @Test func `orders are what each sale recorded, as it was corrected, without undone ones`() async throws {
    let shop = try await Shop(isServed: false)
    for line in ["sell 1:2 2 --reference o1", "sell 1", "sell 2 --reference void"] {
      _ = await shop.run(line)
    }
    #expect(await shop.run("undo --yes").exitCode == .done)
    #expect(await shop.run("correct 5 --quantity 3").exitCode == .done)
    let week = await shop.run("orders --json=reference,items,sum,currency").output
    #expect(
      week == """
        {"reference":null,"items":[{"id":1,"title":"Lamp","quantity":3,"unit_price":12.5}],"sum":37.5,"currency":"USD"}
        {"reference":"o1","items":[{"id":2,"title":"Chair","quantity":1,"unit_price":20000}],"sum":20000,"currency":"KRW"}
        {"reference":"o1","items":[{"id":1,"title":"Lamp","quantity":2,"unit_price":12.5}],"sum":25,"currency":"USD"}

        """)
    // A Tuesday of the month, in an earlier week.
    #expect(await shop.run("sell 1:2 --at 2026-11-10").exitCode == .done)
    #expect(await shop.run("orders --week --all --json=reference,items,sum,currency").output == week)
    let month = await shop.run("orders --month").output.split(separator: "\n")
    #expect(month.count == 4)
    #expect(month.last?.wholeMatch(of: /2026-11-10T00:00:00\+09:00\t\t[A-Z2-7]{16}\t1:2\t25\tUSD/) != nil)
    #expect(await shop.run("orders --date 2026-11-10").output.split(separator: "\n") == month.suffix(1))
    #expect(await shop.run("orders --date 2026-11-11", columns: 80).text == "! No orders")
    let table = await shop.run("orders --date 2026-11-10", columns: 80).output
    #expect(table.contains("2 × Lamp") && table.contains("USD 25.00") && table.hasPrefix("SOLD "))
    await shop.run("orders --date 2026-11-10 --columns sum,reference,currency").prints("25\t\tUSD")
    await shop.run("orders --date 2026-11-10", columns: 24).prints(
      "ITEMS           SUM\n2 × Lamp  USD 25.00")
    await shop.run("sales --date 2026-11-10 --all --columns revenue,day").prints("25\t2026-11-10")
    #expect(await shop.home.served().run("orders").exitCode == .wrongPassword)
  }

  @Test func `the order of a receipt is taken back, its newest entry first`() async throws {
    let shop = try await Shop(isServed: false)
    let receipt = await shop.run("sell 1:2 2").output.trimmingCharacters(in: .whitespacesAndNewlines)
    _ = await shop.run("sell 1")
    _ = await shop.run("return 1")
    #expect(await shop.run("undo --receipt \(receipt) --dry-run").output.contains("would undo\t3"))
    #expect(await shop.run("undo --receipt \(receipt) --yes").exitCode == .done)
    #expect(await shop.stocks == "10\n3\n")
    #expect(await shop.run("undo 3 --receipt \(receipt) --yes").exitCode == .usage)
    // An order that is taken back is not recorded again by its receipt.
    #expect(await shop.run("undo --receipt \(receipt) --yes").exitCode == .notFound)
    #expect(await shop.stocks == "10\n3\n")
  }

  @Test func `an undone sale frees its reference`() async throws {
    let shop = try await Shop(isServed: false)
    let sale = "sell 1:2 --reference order-81"
    _ = await shop.run(sale)
    #expect(await shop.run("undo --yes").exitCode == .done)
    #expect(await shop.run(sale).exitCode == .done)
    #expect(await shop.stocks == "8\n3\n")
  }

  @Test(arguments: [false, true])
  func `more than there is is refused, and nothing of the request is recorded`(isServed: Bool) async throws {
    let shop = try await Shop(isServed: isServed)
    await shop.run("sell 1:2 2:4").prints(
      """
      ! Error: Item 2 has 3 in stock, not 4
      ! Help:  Nothing was recorded; enter what came in with 'market restock 2'
      exit 6
      """)
    await shop.run("write-off 1 --reason lost --quantity 11").prints(
      """
      ! Error: Item 1 has 10 in stock, not 11
      ! Help:  Nothing was recorded; enter what came in with 'market restock 1'
      exit 6
      """)
    await shop.run("edit 2 --stock -4").prints(
      """
      ! Error: Item 2 has 3 in stock, not 4
      ! Help:  Nothing was recorded; enter what came in with 'market restock 2'
      exit 6
      """)
    #expect(await shop.stocks == "10\n3\n")
    await shop.run("sell 3").prints(
      """
      ! Error: No item with id '3'
      ! Help:  Run 'market list' to see what is for sale
      exit 3
      """)
  }

  @Test(arguments: [false, true])
  func `the history has every movement with the stock after it`(isServed: Bool) async throws {
    let shop = try await Shop(isServed: isServed)
    for line in [
      "sell 1:2 --reference o1", "restock 1 --quantity 5 --cost 8 --note 'from Kim'",
      "return 1 --reference o1 --not-resellable", "write-off 1 --reason own-use", "edit 1 --stock +2",
      "edit 1 --stock 20 --was 14", "edit 1 --title 'Brass lamp' --discounted-price 10",
      "sell 1 --at 2026-11-22T19:00 --already-counted --price 11.90",
    ] {
      #expect(await shop.run(line).exitCode == .done, "\(line)")
      shop.home.wait(seconds: 3_600)
    }
    // A server sends no cost.
    func own(_ text: String) -> String {
      isServed
        ? text.replacing(" · cost USD 8.00", with: "").replacing(#","cost":8"#, with: #","cost":null"#) : text
    }
    await shop.run("history 1", columns: 100).withEqualReceipts.prints(
      own(
        """
        ENTRY  RECORDED     KIND        CHANGE  STOCK      PRICE  DETAILS
           11  1 hour ago   sold            −1     20  USD 11.90  for 2026-11-22 19:00 · cost USD 8.00
                                                                  receipt ABCDEFGHIJKLMNO2
           10  1 hour ago   adjustment      +1     21  USD 10.00  for 2026-11-22 19:00
            9  2 hours ago  price                                 Discounted price none → USD 10.00
            9  2 hours ago  title                                 Lamp → Brass lamp
            9  3 hours ago  counted         +6     20  USD 12.50  20 counted, 14 expected
            8  4 hours ago  adjustment      +2     14  USD 12.50
            7  5 hours ago  removed         −1     12  USD 12.50  own use
            6  6 hours ago  removed         −1     13  USD 12.50  not resellable · o1
            5  6 hours ago  returned        +1     14  USD 12.50  of entry 3 · o1
            4  7 hours ago  received        +5     13  USD 12.50  from Kim · cost USD 8.00
            3  8 hours ago  sold            −2      8  USD 12.50  o1 · receipt ABCDEFGHIJKLMNO2
            1  1 day ago    opening        +10     10  USD 12.50
        ! 1–12 of 12
        """))
    await shop.run("history 1 --json --limit 3").withEqualReceipts.prints(
      own(
        #"""
        {"id":11,"kind":"sold","quantity":-1,"stock":20,"unit_price":11.9,"currency":"USD","note":null,"reference":null,"recorded_at":"2026-11-22T21:58:00+09:00","reported_at":"2026-11-22T19:00:00+09:00","counted":null,"expected":null,"reason":null,"reverses":null,"cost":8,"receipt":"ABCDEFGHIJKLMNO2","item_id":1,"title":null,"before":null,"after":null}
        {"id":10,"kind":"correction","quantity":1,"stock":21,"unit_price":10,"currency":"USD","note":null,"reference":null,"recorded_at":"2026-11-22T21:58:00+09:00","reported_at":"2026-11-22T19:00:00+09:00","counted":null,"expected":null,"reason":null,"reverses":null,"cost":null,"receipt":null,"item_id":1,"title":null,"before":null,"after":null}
        {"id":9,"kind":"price","quantity":null,"stock":null,"unit_price":null,"currency":null,"note":null,"reference":null,"recorded_at":"2026-11-22T20:58:00+09:00","reported_at":"2026-11-22T20:58:00+09:00","counted":null,"expected":null,"reason":null,"reverses":null,"cost":null,"receipt":null,"item_id":1,"title":null,"before":{"price":12.5,"discounted_price":null,"currency":"USD"},"after":{"price":12.5,"discounted_price":10,"currency":"USD"}}
        """#))
    await shop.run("history 1 --limit 2 --page 4").prints(
      """
      1\t7\tremoved\t-1\t12\t12.5\tUSD\t\t\t2026-11-22T17:58:00+09:00\t2026-11-22T17:58:00+09:00\t\t
      1\t6\tremoved\t-1\t13\t12.5\tUSD\t\to1\t2026-11-22T16:58:00+09:00\t2026-11-22T16:58:00+09:00\t\t
      """)
    await shop.run("history 1 --json=kind,counted,expected --page 2 --limit 3").prints(
      #"""
      {"kind":"title","counted":null,"expected":null}
      {"kind":"counted","counted":20,"expected":14}
      {"kind":"correction","counted":null,"expected":null}
      """#)
  }

  @Test(arguments: [false, true])
  func `a count is refused where the stock moved since it was read`(isServed: Bool) async throws {
    let shop = try await Shop(isServed: isServed)
    _ = await shop.run("sell 1:2")
    await shop.run("edit 1 --stock 5 --was 10").prints(
      """
      ! Error: The stock of item 1 is 8, not 10
      ! Help:  Nothing was changed; count again and pass '--was' with the stock that is there
      exit 6
      """)
    await shop.run("edit 1 --stock 5 --was 8").prints("stock\t8\t5")
    await shop.run("edit 1 --was 5 --title Lamp").prints(
      """
      ! Error: Missing required option: '--stock'
      ! Help:  Run 'market edit --help' to see the usage
      exit 2
      """)
    for other in ["--title Lamp", "--was 5"] {
      await shop.run("edit 1 --stock +5 \(other)").prints(
        """
        ! Error: Invalid value '+5' for '--stock': with a sign it is the only change
        ! Help:  Run 'market edit --help' to see the usage
        exit 2
        """)
    }
    for quantity in ["1000000000001", "99999999999999999999"] {
      let refused = await shop.run("sell 1 --quantity \(quantity)")
      #expect(refused.text.hasPrefix("! Error: Quantity '\(quantity)' is above 1000000000000\n"))
    }
  }

  @Test(arguments: [false, true])
  func `returns are taken from the newest sales, at most what was sold`(isServed: Bool) async throws {
    let shop = try await Shop(isServed: isServed)
    for line in ["sell 1:2 --reference o1", "sell 1:3 --price 10"] { _ = await shop.run(line) }
    await shop.run("return 1 --quantity 4 --json=kind,quantity,stock,unit_price,reverses,reference").prints(
      #"""
      {"kind":"returned","quantity":3,"stock":8,"unit_price":10,"reverses":4,"reference":null}
      {"kind":"returned","quantity":1,"stock":9,"unit_price":12.5,"reverses":3,"reference":"o1"}
      """#)
    await shop.run("return 1 --quantity 2").prints(
      """
      ! Error: At most 1 of item 1 can be returned, not 2
      ! Help:  Run 'market history 1' to see its sales
      exit 6
      """)
    #expect(await shop.run("return 1 --reference o2").exitCode == .refused)
    #expect(await shop.run("return 2").exitCode == .refused)
    #expect(await shop.stocks == "9\n3\n")
  }

  @Test(arguments: [false, true])
  func `a correction takes the sale back and counts on its day`(isServed: Bool) async throws {
    let shop = try await Shop(isServed: isServed)
    for line in ["sell 1:3 --at 2026-11-21T16:00", "return 1 --at 2026-11-22T10:00"] {
      #expect(await shop.run(line).exitCode == .done)
    }
    await shop.run("sales").prints("2026-11-21\t3\t37.5\tUSD\n2026-11-22\t-1\t-12.5\tUSD" + shop.yearNote)
    await shop.run("correct 3 --price 4 --json=id,kind,quantity,stock,unit_price,reverses").prints(
      #"""
      {"id":5,"kind":"correction","quantity":3,"stock":11,"unit_price":12.5,"reverses":3}
      {"id":6,"kind":"correction","quantity":-1,"stock":10,"unit_price":12.5,"reverses":4}
      {"id":7,"kind":"returned","quantity":1,"stock":11,"unit_price":4,"reverses":4}
      {"id":8,"kind":"sold","quantity":-3,"stock":8,"unit_price":4,"reverses":3}
      """#)
    await shop.run("sales").prints("2026-11-21\t3\t12\tUSD\n2026-11-22\t-1\t-4\tUSD" + shop.yearNote)
    await shop.run("correct 3 --price 5").prints(
      """
      ! Error: Entry 3 was corrected already
      ! Help:  Entry 8 stands for it now: 'market correct 8'
      exit 6
      """)
    for line in ["correct 8 --price 4", "correct 8 --quantity 3 --price 4"] {
      await shop.run(line).prints("! Nothing changes: the entry has these terms already")
    }
    await shop.run("correct 8 --quantity 0 --price 4").prints(
      """
      ! Error: '--quantity 0' and '--price' cannot be used together
      ! Help:  Use only one of them
      exit 2
      """)
    #expect(await shop.run("correct 8 --price 5").exitCode == .done)
    await shop.run("sales --by currency").prints("2\t10\tUSD" + shop.yearNote)
    #expect(await shop.run("correct 1 --price 5").exitCode == .refused)
    #expect(await shop.run("correct 99 --price 5").exitCode == .notFound)
  }

  @Test(arguments: [false, true])
  func `sales are added up by day, item and currency`(isServed: Bool) async throws {
    let shop = try await Shop(isServed: isServed)
    for line in [
      "sell 1:2 2 --at 2026-11-20T23:59", "sell 1 --at 2026-11-21T00:00", "sell 2 --at 2026-11-21",
    ] {
      #expect(await shop.run(line).exitCode == .done, "\(line)")
    }
    await shop.run("sales", columns: 80).prints(
      (shop.year.isEmpty ? "" : shop.year + "\n") + """
        DAY         PIECES     REVENUE
        2026-11-20       1  KRW 20,000  ██████████████████████████████
        2026-11-20       2   USD 25.00  ██████████████████████████████
        2026-11-21       1  KRW 20,000  ██████████████████████████████
        2026-11-21       1   USD 12.50  ███████████████
        Total: 2 pieces, KRW 40,000
        Total: 3 pieces, USD 37.50
        """)
    await shop.run("sales --by item --from 2026-11-21 --to 2026-11-21").prints(
      "1\tLamp\t1\t12.5\tUSD\n2\tChair\t1\t20000\tKRW")
    await shop.run("sales --by currency --json").prints(
      #"""
      {"pieces":2,"revenue":40000,"currency":"KRW"}
      {"pieces":3,"revenue":37.5,"currency":"USD"}
      """# + shop.yearNote)
    _ = await shop.run("delete 1 --yes")
    await shop.run("sales --by item").prints("1\tLamp\t3\t37.5\tUSD\n2\tChair\t2\t40000\tKRW" + shop.yearNote)
    await shop.run("sales --accessible --by currency", columns: 60).prints(
      (shop.year.isEmpty ? "" : shop.year + "\n") + """
        Currency: KRW
        Pieces: 2
        Revenue: KRW 40,000

        Currency: USD
        Pieces: 3
        Revenue: USD 37.50

        """)
    await shop.run("sales --from 2026-12-01", columns: 60).prints("! No sales")
  }

  @Test(arguments: [false, true])
  func `a time in the future, or before a later count, is refused`(isServed: Bool) async throws {
    let shop = try await Shop(isServed: isServed)
    await shop.run("sell 1 --at 2026-11-22T15:00").prints(
      """
      ! Error: The time is in the future
      ! Help:  Pass the time of the sale with '--at', in the market's time zone
      exit 6
      """)
    let past = await shop.run("sell 1 --at 2026-11-20", columns: 120)
    #expect(past.error == "Recorded, for a time before item 1 was added\n")
    #expect(past.exitCode == .done)
    _ = await shop.run("edit 1 --stock 9")
    await shop.run("sell 1 --at 2026-11-21T23:00").prints(
      """
      ! Error: Item 1 was counted after this time
      ! Help:  Pass '--already-counted' to leave the stock as it was counted, or a time after the count
      exit 6
      """)
    #expect(await shop.run("sell 1 --at 2026-11-21T23:00 --already-counted").exitCode == .done)
    #expect(await shop.stocks == "9\n3\n")
  }

  @Test func `the margin is revenue less cost, for the operator only`() async throws {
    let shop = try await Shop(isServed: false)
    for line in ["restock 1 --cost 8", "sell 1:2", "sell 2", "return 1"] { _ = await shop.run(line) }
    await shop.run("sales --by item --margin").prints(
      "1\tLamp\t1\t12.5\tUSD\t8\t4.5\n2\tChair\t1\t20000\tKRW\t\t")
    await shop.home.served().run("sales --margin").prints(
      """
      ! Error: Only the operator of the market may do this
      ! Help:  Run it where the store is, or name the key of the market by MARKET_KEY_FILE
      exit 4
      """)
  }

  @Test func `the cost of what is sold is the moving average`() async throws {
    let home = try Home()
    func margin() async -> String { await home.pipe.run("sales --margin --by currency").output }
    _ = await home.pipe.run("add --title Lamp --price 20 --currency USD --stock 10 --cost 5")
    for line in ["restock 1:10 --cost 9", "sell 1:20"] { _ = await home.pipe.run(line) }
    #expect(await margin() == "20\t400\tUSD\t140\t260\n")
    _ = await home.pipe.run("add --title Pin --price 1 --currency EUR --stock 3 --cost 0.10")
    for line in ["restock 2:3 --cost 0.11", "sell 2:6"] { _ = await home.pipe.run(line) }
    #expect(await margin().contains("6\t6\tEUR\t0.63\t5.37\n"))
    // No cost of a piece is that of seven.
    _ = await home.pipe.run("add --title Nut --price 1 --currency GBP --stock 3 --cost 0.10")
    for line in ["restock 3:4 --cost 0.11", "sell 3:7"] { _ = await home.pipe.run(line) }
    #expect(await margin().contains("7\t7\tGBP\t0.74\t6.26\n"))
  }

  @Test func `a sale for a time before a delivery has the average that stood then`() async throws {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 20 --currency USD --stock 10 --cost 5")
    home.wait(days: 2)
    _ = await home.pipe.run("restock 1:10 --cost 9")
    for line in ["sell 1:2 --at yesterday --quiet", "sell 1:2"] { _ = await home.pipe.run(line) }
    await home.pipe.run("history 1 --columns kind,cost").prints(
      "sold\t7.22\nsold\t5\nreceived\t9\nopening\t5")
    // A late delivery changes no recorded sale.
    _ = await home.pipe.run("restock 1:10 --cost 1 --at yesterday")
    #expect(
      await home.pipe.run("history 1 --columns kind,cost").output.hasSuffix(
        "sold\t7.22\nsold\t5\nreceived\t9\nopening\t5\n"))
  }

  @Test(arguments: ["edit 1 --cost 6", "correct 1 --cost 6", "correct 2 --cost 6"])
  func `a cost that was recorded for the first time is taken back`(command: String) async throws {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 20 --currency USD --stock 10")
    _ = await home.pipe.run("restock 1:5")
    #expect(await home.pipe.run(command).exitCode == .done)
    await home.pipe.run("show 1 --json=cost,stock").prints(#"{"cost":6,"stock":15}"#)
    #expect(await home.pipe.run("undo --yes").output.hasSuffix("\tcost\t6\t\n"))
    await home.pipe.run("show 1 --json=cost,stock").prints(#"{"cost":null,"stock":15}"#)
    // And that is taken back again.
    #expect(await home.pipe.run("undo --yes").exitCode == .done)
    await home.pipe.run("show 1 --json=cost,stock").prints(#"{"cost":6,"stock":15}"#)
    #expect(await home.pipe.run("check").exitCode == .done)
  }

  @Test func `the cost of what is there can be set, corrected and undone`() async throws {
    let home = try Home()
    func cost() async -> String? {
      await home.pipe.run("show 1").output.split(separator: "\n").last.map(String.init)
    }
    _ = await home.pipe.run("add --title Lamp --price 20 --currency USD --stock 10 --cost 5")
    _ = await home.pipe.run("restock 1:10 --cost 9")
    #expect(await cost() == "cost\t7")
    await home.pipe.run("edit 1 --cost 6.50").prints("cost\t7\t6.5")
    await home.pipe.run("edit 1 --cost 6.50").prints("")
    await home.pipe.run("log --page 1 --per-page 1").prints(
      "3\t2026-11-21T14:58:00+09:00\tedit\t\tmoved\t1\tLamp\tcost\t7\t6.5")
    #expect(await cost() == "cost\t6.5")
    await home.pipe.run("undo --yes").prints("undone\t3\tmoved\t1\tLamp\tcost\t6.5\t7")
    #expect(await cost() == "cost\t7")
    for (line, expected) in [("correct 1 --cost 4", "cost\t6.5"), ("correct 2 --cost 8", "cost\t6")] {
      #expect(await home.pipe.run(line).exitCode == .done, "\(line)")
      #expect(await cost() == expected)
    }
    // On a terminal and in a pipe the former cost is told, too.
    await home.terminal(80).run("correct 5 --cost 5 --dry-run").prints(
      """
      #1 Lamp · cost USD 4.00 → USD 5.00 · 20 in stock
      ! Dry run, nothing changed. Would record:
      """)
    await home.pipe.run("correct 5 --cost 5 --dry-run").prints(
      """
      would record\t1\treceived\t10\t30\t5
      would record\t1\tcorrection\t-10\t20\t4
      ! Dry run, nothing changed.
      """)
    await home.terminal(80).run("restock 1:5 --cost 3 --dry-run").prints(
      """
      #1 Lamp · received +5 · cost USD 3.00 · 25 in stock
      ! Dry run, nothing changed. Would record:
      """)
    #expect(await home.pipe.run("edit 1 --cost 3 --title Brass").exitCode == .done)
    #expect(await cost() == "cost\t3")
    #expect(await home.pipe.run("export --columns id,cost").output == "id,cost\r\n1,3\r\n")
    await home.pipe.run("list --totals").prints(
      "1\tBrass\tUSD\t20\t\t20\t2026-11-21T14:58:00+09:00\ntotal\tUSD\t1\t20\t400\t60")
    #expect(
      await home.terminal().run("list --totals --no-pager").output.contains(
        "Total USD 400.00 · cost USD 60.00 · 20 in stock"))
    await home.pipe.run("correct 1 --quantity 3").prints(
      """
      ! Error: Entry 1 is not a sale
      ! Help:  'market undo' takes other entries back; 'market history <id> --changes' shows their numbers
      exit 6
      """)
    #expect(await home.pipe.run("check").exitCode == .done)
  }

  @Test func `sales that all came back on their day are no row, with costs and without`() async throws {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 5 --currency USD --stock 9")
    for line in [
      "restock 1 --cost 2", "sell 1 --at 2026-11-20T10:00", "return 1 --at 2026-11-20T11:00", "sell 1",
    ] {
      #expect(await home.pipe.run(line + " --quiet").exitCode == .done, "\(line)")
    }
    await home.pipe.run("sales").prints("2026-11-21\t1\t5\tUSD")
    await home.pipe.run("sales --margin").prints("2026-11-21\t1\t5\tUSD\t2\t3")
  }

  @Test func `a market without these paths keeps no sales`() async throws {
    let item =
      #"{"id":7,"title":"Lamp","price":5,"currency":"USD","stock":1,"thumbnails":[],"registration_date":1795240680}"#
    let server = try ScriptedServer { request in
      request.line.contains("GET /item/7 ")
        ? [.respond("200 OK", body: item)]
        : [.respond("404 Not Found", body: #"{"error":true,"reason":"Not Found"}"#)]
    }
    var pipe = try Home().pipe
    pipe.environment = ["MARKET_SERVER": "http://\(server.authority)", "MARKET_PASSWORD": "hunter2"]
    for line in [
      "sell 7", "restock 7", "return 7", "write-off 7 --reason lost", "history 7", "sales",
      "correct 3 --price 4", "edit 7 --stock +1",
    ] {
      let outcome = await pipe.run(line)
      #expect(
        outcome.text == """
          ! Error: This market records neither sales nor changes of stock
          ! Help:  This needs a server of 'market serve'
          exit 6
          """, "\(line)")
    }
  }

  @Test func `items with passwords of their own are sold together`() async throws {
    let home = try Home()
    for (title, password) in [("a", "one"), ("b", "two")] {
      var pipe = home.pipe
      pipe.environment = ["MARKET_PASSWORD": password]
      _ = await pipe.run("add --title \(title) --price 5")
    }
    var terminal = home.served(home.terminal())
    terminal.input = ["one", "two"]
    let outcome = await terminal.run("sell 1 2")
    #expect(outcome.exitCode == .done)
    // Two sales, their sum and the code.
    #expect(outcome.output.split(separator: "\n").count == 4)
    var pipe = home.served()
    pipe.environment["MARKET_PASSWORD"] = "one"
    let refused = await pipe.run("sell 2")
    #expect(refused.exitCode == .wrongPassword)
    #expect(await pipe.run("history 2").exitCode == .wrongPassword)
  }

  @Test func `the store is sound, or the findings are lines`() async throws {
    let shop = try await Shop(isServed: false)
    _ = await shop.run("sell 1:2")
    let store = shop.home.path + "/.local/share/market/market.db"
    await shop.run("check").prints("The store is sound: 2 items, 3 movements")
    await shop.run("check", columns: 80).prints("The store is sound: 2 items, 3 movements")
    await shop.run("check --store \(store).none").prints(
      """
      ! Error: There is no store '\(store).none'
      ! Help:  Check the path, or pass another with '--store'
      exit 1
      """)
    #expect(FileManager.default.fileExists(atPath: store))
    let home = try Home()
    await home.pipe.run("check").prints("! No store at '\(home.path)/.local/share/market/market.db' yet")
  }

  @Test(arguments: [false, true])
  func `a recorded sale is the same one after a count and a correction`(isServed: Bool) async throws {
    let shop = try await Shop(isServed: isServed)
    let sale = "sell 1 --at 2026-11-21T23:00 --reference o1"
    let first = await shop.run(sale)
    _ = await shop.run("edit 1 --stock 9")
    for line in [sale, "sell 1 --reference o1"] { #expect(await shop.run(line).output == first.output) }
    await shop.run("sell 1 --at 2026-11-20T23:00 --reference o1").prints(
      """
      ! Error: Already recorded as entry 3: item 1 for another time
      ! Help:  Another part: --reference o1/2
      exit 6
      """)
    await shop.run(sale + " --quantity 2").prints(
      """
      ! Error: Already recorded as entry 3: 1 × USD 12.50 of item 1, not 2 × USD 12.50
      ! Help:  Another part: --reference o1/2; 'market correct 3' changes the recorded one
      exit 6
      """)
    _ = await shop.run("correct 3 --price 2")
    for price in ["", " --price 2", " --price 12.50"] {
      #expect(await shop.run(sale + price).output == first.output)
    }
    await shop.run(sale + " --price 5").prints(
      """
      ! Error: Already recorded as entry 6: 1 × USD 2.00 of item 1, not 1 × USD 5.00
      ! Help:  Another part: --reference o1/2; 'market correct 6' changes the recorded one
      exit 6
      """)
    #expect(await shop.run("history 1 --json=id").output.split(separator: "\n").count == 5)
  }

  @Test(arguments: [false, true])
  func `only a sale before a count was counted already`(isServed: Bool) async throws {
    let shop = try await Shop(isServed: isServed)
    let refusal =
      """
      ! Error: Item 1 was not counted after this time
      ! Help:  Leave '--already-counted' out
      exit 6
      """
    await shop.run("sell 1 --quantity 500 --already-counted").prints(refusal)
    await shop.run("sell 1 --at 2026-11-22T09:00 --already-counted").prints(refusal)
    _ = await shop.run("edit 1 --stock 9")
    await shop.run("sell 1 --already-counted").prints(refusal)
    for time in ["2026-11-22T09:00", "2026-11-01"] {
      #expect(await shop.run("sell 1 --at \(time) --already-counted").exitCode == .done)
    }
    // The stock that an item is added with is counted too.
    #expect(await shop.run("sell 2 --quantity 500 --at 2026-11-01 --already-counted").exitCode == .done)
    #expect(await shop.stocks == "9\n3\n")
  }

  @Test func `a history on several pages is one table`() async throws {
    let shop = try await Shop(isServed: false)
    for line in ["sell 1", "edit 1 --stock 123456", "sell 1:1000", "restock 1", "sell 1"] {
      _ = await shop.run(line)
    }
    let whole = await shop.run("history 1", columns: 80)
    // A header and six entries: the count and the receipts of three sales take a line more each.
    #expect(whole.output.split(separator: "\n").count == 11)
    #expect(await shop.run("history 1 --all --per-page 2", columns: 80) == whole)
  }

  @Test func `requests are printed with masked passwords`() async throws {
    let shop = try await Shop(isServed: false)
    let lines = ["sell 1 --reference o1 --price 11.90", "sell 1:2 2", "history 1"]
    var printed: [String] = []
    for line in lines { printed.append(await shop.run(line + " --curl").text) }
    #expect(
      printed.map { $0.replacing(/Idempotency-Key: [0-9A-F-]+/, with: "Idempotency-Key: ⟨key⟩") } == [
        "curl --request POST 'http://127.0.0.1:8080/item/1/movements' --header 'Content-Type: application/json' --header 'Accept: application/json' --header 'Market-Client: 1' --header 'Idempotency-Key: ⟨key⟩' --data '{\"kind\":\"sold\",\"password\":\"********\",\"price\":11.9,\"quantity\":1,\"reference\":\"o1\"}'",
        "curl --request POST 'http://127.0.0.1:8080/movements' --header 'Content-Type: application/json' --header 'Accept: application/json' --header 'Market-Client: 1' --header 'Idempotency-Key: ⟨key⟩' --data '{\"movements\":[{\"item\":1,\"kind\":\"sold\",\"password\":\"********\",\"quantity\":2},{\"item\":2,\"kind\":\"sold\",\"password\":\"********\",\"quantity\":1}]}'",
        "curl 'http://127.0.0.1:8080/item/1/movements?page=1&per_page=20' --header 'Cache-Control: max-age=0' --user ':********' --header 'Accept: application/json' --header 'Market-Client: 1'",
      ])
  }

  @Test(arguments: [false, true])
  func `a sale is found again by its reference and its receipt`(isServed: Bool) async throws {
    let shop = try await Shop(isServed: isServed)
    let receipt = await shop.run("sell 1:2 --reference o1").output.trimmingCharacters(in: .newlines)
    for line in ["return 1 --reference o1", "sell 1", "sell 2 --reference o1"] { _ = await shop.run(line) }
    // At a server the sales of one item are looked through.
    let item = isServed ? "1 " : ""
    let columns = "--columns id,item_id,kind,quantity,receipt"
    await shop.run("history \(item)--receipt \(receipt.lowercased()) \(columns)").prints(
      "4\t1\treturned\t1\t\n3\t1\tsold\t-2\t\(receipt)")
    await shop.run("history \(item)--reference o1 --columns id,item_id,kind").prints(
      (isServed ? "" : "6\t2\tsold\n") + "4\t1\treturned\n3\t1\tsold")
    let table = await shop.run("history \(item)--reference o1", columns: 80).output
    #expect(table.contains("3  1 Lamp"), "\(table)")
    let refused = await shop.run("history \(item)--reference o1 --page 2")
    #expect(refused.exitCode == .usage && refused.text.contains("cannot be used together"), "\(refused.text)")
    let all = await shop.run("history \(item)--reference o1 --all --per-page 1 --columns id,item_id,kind")
    all.prints((isServed ? "" : "6\t2\tsold\n") + "4\t1\treturned\n3\t1\tsold")
    await shop.run("history 2 --receipt \(receipt)").prints(
      """
      ! Error: No sale has the receipt '\(receipt)'
      ! Help:  Run 'market history <id>' to see the sales of an item
      exit 3
      """)
    await shop.run("history 1 --reference nope").prints(
      """
      ! Error: No sale of item 1 has the reference 'nope'
      ! Help:  Run 'market history <id>' to see the sales of an item
      exit 3
      """)
    guard isServed else { return }
    await shop.run("history --reference o1").prints(
      """
      ! Error: A server finds a sale by its item only
      ! Help:  Name the item: 'market history <id> --reference <text>'
      exit 2
      """)
  }

  @Test(arguments: [false, true])
  func `sales are added up by tag, and of a day, week or month`(isServed: Bool) async throws {
    let shop = try await Shop(isServed: isServed)
    _ = await shop.run("edit 1 --tag light --tag brass")
    for line in ["sell 1:2 --at 2026-11-15T10:00", "sell 1 --at yesterday", "sell 2 --at 08:30"] {
      #expect(await shop.run(line + " --quiet").exitCode == .done, "\(line)")
    }
    // The clock is at 2026-11-22, a Sunday.
    await shop.run("sales --month 2026-11 --by tag", columns: 50).prints(
      """
      Sales, November 2026
      TAG     PIECES     REVENUE
      brass        3   USD 37.50  ██████████████████████
      light        3   USD 37.50  ██████████████████████
      no tag       1  KRW 20,000  ██████████████████████
      Total: 1 piece, KRW 20,000
      Total: 3 pieces, USD 37.50
      An item with several tags counts under each of
      them
      """)
    await shop.run("sales --month=2026-11 --by tag --json=tag,pieces").prints(
      #"""
      {"tag":"brass","pieces":3}
      {"tag":"light","pieces":3}
      {"tag":null,"pieces":1}
      """#)
    // Without a value the present one, so far.
    for week in ["--week", "--week 2026-W47"] {
      await shop.run("sales \(week) --by currency").prints("1\t20000\tKRW\n1\t12.5\tUSD")
    }
    await shop.run("sales --month --by currency").prints("1\t20000\tKRW\n3\t37.5\tUSD")
    await shop.run("sales --date yesterday").prints("2026-11-21\t1\t12.5\tUSD")
    await shop.run("sales --date 오늘").prints("2026-11-22\t1\t20000\tKRW")
    await shop.run("sales --from 11-21 --to today").prints(
      "2026-11-21\t1\t12.5\tUSD\n2026-11-22\t1\t20000\tKRW")
    let mixed = await shop.run("sales --week --from 11-21")
    #expect(mixed.error.hasPrefix("Error: '--week' and '--from' cannot be used together\n"))
  }

  @Test(arguments: [false, true])
  func `the sales of a deleted item stay with its tags`(isServed: Bool) async throws {
    let shop = try await Shop(isServed: isServed)
    _ = await shop.run("edit 1 --tag light --tag brass")
    for line in ["sell 1:2", "sell 2"] { #expect(await shop.run(line).exitCode == .done, "\(line)") }
    let report = "sales --by tag --from today --json=tag,pieces"
    let before = await shop.run(report).output
    #expect(
      before == """
        {"tag":"brass","pieces":2}
        {"tag":"light","pieces":2}
        {"tag":null,"pieces":1}

        """)
    #expect(await shop.run("delete 1 --yes").exitCode == .done)
    #expect(await shop.run(report).output == before, "in the trash")
    #expect(await shop.run("trash empty --yes").exitCode == .done)
    #expect(await shop.run(report).output == before, "gone for good")
  }

  @Test func `the opening stock has a cost, and the total says how much of it is known`() async throws {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 20 --currency USD --stock 5 --cost 8")
    _ = await home.pipe.run("add --title Desk --price 50 --currency USD --stock 5")
    for line in ["sell 1:3", "sell 2"] { _ = await home.pipe.run(line) }
    await home.terminal(80).run("sales --margin --by item").prints(
      """
      ID  TITLE  PIECES    REVENUE       COST     MARGIN
       1  Lamp        3  USD 60.00  USD 24.00  USD 36.00  ████████████████████████████
       2  Desk        1  USD 50.00                        ███████████████████████▎
      Total: 4 pieces, USD 110.00 · cost of 3 of 4 pieces known: USD 24.00
      """)
    await home.pipe.run("history 1 --columns kind,cost").prints("sold\t8\nopening\t8")
    await home.pipe.run("check").prints("The store is sound: 2 items, 4 movements")
  }

  @Test(arguments: [
    ("18:30", "2026-11-21T18:30"), ("yesterday", "2026-11-20T00:00"), ("어제 9:00", nil),
    ("어제 09:00", "2026-11-20T09:00"),
    ("2026/11/20", "2026-11-20T00:00"), ("11-20 18:30", "2026-11-20T18:30"), ("12-31", "2025-12-31T00:00"),
    ("soon", nil), ("25:00", nil),
  ])
  func `a time may be without a year or a day`(given: String, expected: String?) async throws {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 20 --currency USD --stock 5")
    home.wait(seconds: 8 * 3_600)
    let outcome = await home.pipe.run("sell 1 --at '\(given)' --json=reported_at --quiet")
    guard let expected else {
      #expect(
        outcome.error == """
          Error: '\(given)' is not a time
          Help:  For example 2026-11-20T18:30, 2026-11-20, or leave '--at' out for now

          """)
      return
    }
    #expect(outcome.output == "{\"reported_at\":\"\(expected):00+09:00\"}\n")
  }
}
