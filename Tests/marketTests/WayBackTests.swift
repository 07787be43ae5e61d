import Foundation
import TestSupport
import Testing

/// The trash, the log and undo, as a person and a script see them.
struct WayBackTests {
  @Test func `a deleted item is listed and restored, in a pipe and on a terminal`() async throws {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 12.50 --currency USD --sku L-1")
    _ = await home.pipe.run("delete 1")
    await home.pipe.run("trash").prints(
      "1\tLamp\tmarket\t2026-11-21T14:58:00+09:00\t2026-12-21T14:58:00+09:00")
    await home.pipe.run("trash --json").prints(
      #"{"id":1,"title":"Lamp","vendor_name":"market","deleted_at":"2026-11-21T14:58:00+09:00","#
        + #""expires_at":"2026-12-21T14:58:00+09:00","sku":"L-1"}"#)
    await home.pipe.run("trash --json=title,id").prints(#"{"title":"Lamp","id":1}"#)
    await home.pipe.run("trash --columns expires_at,id").prints("2026-12-21T14:58:00+09:00\t1")
    await home.terminal(30).run("trash --quiet").prints(
      """
      ID  TITLE  UNTIL
       1  Lamp   2026-12-21 14:58
      """)
    await home.terminal().run("trash").prints(
      """
      ID  SKU  TITLE  SELLER  DELETED  UNTIL
       1  L-1  Lamp   market  now      2026-12-21 14:58
      ! 1 of 1
      """)
    await home.pipe.run("trash restore 1 --dry-run").prints(
      "would restore\t1\tLamp\n! Dry run, nothing changed.")
    await home.terminal().run("restore 1").prints("Restored #1 Lamp")
    await home.terminal().run("trash").prints("! The trash is empty")
    await home.pipe.run("restore 1").prints(
      """
      ! Error: Item 1 is not in the trash
      ! Help:  Run 'market trash' to see what can be restored
      exit 3
      """)
  }

  @Test(arguments: [false, true])
  func `several items that one command deletes or restores are one write`(isServed: Bool) async throws {
    let home = try Home()
    var pipe = isServed ? home.served() : home.pipe
    pipe.environment["MARKET_PASSWORD"] = "hunter2"
    for _ in 1...3 { #expect(await pipe.run("add --title Lamp --price 1 --currency USD").exitCode == .done) }
    #expect(await pipe.run("delete 1 2 3 --yes").exitCode == .done)
    await pipe.run("undo --yes").prints(
      "undone\t4\trestored\t3\tLamp\nundone\t4\trestored\t2\tLamp\nundone\t4\trestored\t1\tLamp")
    #expect(await pipe.run("delete 1 2 --yes").exitCode == .done)
    #expect(await pipe.run("trash restore 1 2").exitCode == .done)
    let undone = await pipe.run("undo --yes")
    #expect(undone.output.hasSuffix("deleted\t2\tLamp\nundone\t12\tdeleted\t1\tLamp\n"))
    await pipe.run("list --columns id").prints("3")
  }

  @Test(arguments: [false, true])
  func `deleted items are restored by their SKUs and ranges, and other commands say where they are`(
    isServed: Bool
  ) async throws {
    let home = try Home()
    var pipe = isServed ? home.served() : home.pipe
    if isServed { pipe.environment["MARKET_PASSWORD"] = "hunter2" }
    for sku in ["L-1", "123", "2024-001", "L-4"] {
      #expect(await pipe.run("add --title Lamp --price 1 --currency USD --sku \(sku)").exitCode == .done)
    }
    #expect(await pipe.run("delete 1-4 --yes").exitCode == .done)
    if !isServed {
      for line in ["show 1", "sell L-1", "restock l-1", "edit id:1 --price 3", "delete 1 --yes"] {
        await pipe.run(line).prints(
          """
          ! Error: Item 1 is in the trash
          ! Help:  Bring it back: 'market trash restore 1'
          exit 3
          """)
      }
    }
    await pipe.run("trash restore l-1 sku:123 2024-001").prints(
      "restored\t1\tLamp\nrestored\t2\tLamp\nrestored\t3\tLamp")
    await pipe.run("restore 3-9").prints("restored\t4\tLamp")
    for name in ["L-1", "2-9"] {
      await pipe.run("restore \(name)").prints(
        """
        ! Error: Item '\(name)' is not in the trash
        ! Help:  Run 'market trash' to see what can be restored
        exit 3
        """)
    }
  }

  @Test func `a SKU that is taken meanwhile is exit 6, and another one is given`() async throws {
    let home = try Home()
    for _ in 1...2 {
      _ = await home.pipe.run("add --title Lamp --price 1 --currency USD --sku L-1")
      _ = await home.pipe.run("delete 1")
    }
    await home.pipe.run("restore 1").prints(
      """
      ! Error: The SKU of item 1 is taken by another item now
      ! Help:  Give it another one: 'market trash restore 1 --sku <sku>'
      exit 6
      """)
    await home.pipe.run("restore 1 --sku L-2").prints("restored\t1\tLamp")
    await home.pipe.run("restore 1 2 --sku L-3").fails(2)
  }

  @Test func `the trash is emptied after a question, and kept as long as the market says`() async throws {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 1 --currency USD")
    _ = await home.pipe.run("delete 1")
    await home.pipe.run("trash empty").prints(
      """
      ! Error: Confirmation is required; pass '--yes' to empty the trash without a prompt
      ! Help:  Run it in an interactive terminal to be prompted
      exit 2
      """)
    var terminal = home.terminal()
    terminal.input = ["n"]
    await terminal.run("trash empty").prints(
      "! #1 Lamp\n! Delete this item for good? [y/N] Nothing was deleted.\nexit 8")
    await home.pipe.run("trash empty --yes").prints("deleted\t1\tLamp")
    await home.pipe.run("trash keep").prints("30")
    await home.pipe.run("trash keep 0").prints("changed\t0")
    _ = await home.pipe.run("add --title Vase --price 1 --currency USD")
    await home.terminal().run("delete 2 --yes").prints(
      "Deleted #2 Vase\n! Item 2 was deleted for good: the trash is turned off, or has no room")
    await home.pipe.run("trash keep 4000").fails(2)
    _ = await home.pipe.run("add --title Desk --price 1 --currency USD")
    terminal.input = ["n"]
    await terminal.run("delete 3").prints(
      """
      ! #3 Desk · USD 1.00
      ! The history goes too; sales stay in the totals.
      ! Delete this item for good? [y/N] Nothing was deleted.
      exit 8
      """)
  }

  @Test(arguments: [40, 80, 120])
  func `the plan, the question and the report fit the terminal`(columns: Int) async throws {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 12.50 --currency USD --stock 9")
    _ = await home.pipe.run("edit 1 --price 10 --stock 8 --description 'Works as on the first day'")
    for command in ["history", "undo"] {
      var terminal = home.terminal(columns)
      terminal.input = ["y"]
      let outcome = await terminal.run(command)
      for line in (outcome.output + outcome.error).split(separator: "\n") where !line.contains("?") {
        #expect(line.count <= columns, "\(line)")
      }
    }
    await home.pipe.run("show 1 --json=price,stock,descriptions").prints(
      #"{"price":12.5,"stock":9,"descriptions":""}"#)
  }

  @Test func `an edit is logged and taken back, and the undo is taken back`() async throws {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 12.50 --currency USD --stock 9")
    _ = await home.pipe.run("edit 1 --price 10 --title 'Lamp 2'")
    await home.pipe.run("log").prints(
      """
      2\t2026-11-21T14:58:00+09:00\tedit\t\tedited\t1\tLamp 2\ttitle\tLamp\tLamp 2
      2\t2026-11-21T14:58:00+09:00\tedit\t\tedited\t1\tLamp 2\tprice\t12.5\t10
      1\t2026-11-21T14:58:00+09:00\tadd\t\tadded\t1\tLamp
      """)
    await home.pipe.run("undo").prints(
      """
      ! Error: Confirmation is required; pass '--yes' to take it back without a prompt
      ! Help:  Run it in an interactive terminal to be prompted
      exit 2
      """)
    var terminal = home.terminal()
    terminal.input = ["y"]
    await terminal.run("undo").prints(
      """
      Undid entry 2 (entry 3)
      ! Undo entry 2 (edit):
      ! #1 Lamp · Title Lamp 2 → Lamp · Price USD 10.00 → USD 12.50
      ! Undo this? [y/N] ⟨no line end⟩
      """)
    await home.pipe.run("undo 2 --yes").prints(
      """
      ! Error: Entry 2 was taken back already, by entry 3
      ! Help:  Take that back: 'market undo 3'
      exit 6
      """)
    await home.pipe.run("undo --dry-run").prints(
      """
      would undo\t3\tedited\t1\tLamp 2\ttitle\tLamp\tLamp 2
      would undo\t3\tedited\t1\tLamp 2\tprice\t12.5\t10
      ! Dry run, nothing changed.
      """)
    await home.pipe.run("undo --yes").prints(
      """
      undone\t3\tedited\t1\tLamp 2\ttitle\tLamp\tLamp 2
      undone\t3\tedited\t1\tLamp 2\tprice\t12.5\t10
      """)
    await home.terminal().run("log").prints(
      """
      ENTRY  WHEN  COMMAND  CHANGE
          4  now   undo     takes back 3 · #1 Lamp 2 · Title Lamp → Lamp 2 · Price US…
          3  now   undo     taken back by 4 · #1 Lamp · Title Lamp 2 → Lamp · Price U…
          2  now   edit     #1 Lamp 2 · Title Lamp → Lamp 2 · Price USD 12.50 → USD 1…
          1  now   add      #1 Lamp · added
      ! 1–4 of 4
      """)
    await home.pipe.run("undo 9 --yes").fails(3)
    // Without a prompt it is refused as an entry that there is not, and not for the want of '--yes'.
    #expect(await home.pipe.run("undo 9").exitCode == .notFound)
  }

  @Test func `the plan of an import lists what stays, and its sales stay, whatever is forced`() async throws {
    let home = try Home()
    let table = home.path + "/items.csv"
    try "title,price,currency,stock\nLamp,5,USD,3\nVase,6,USD,3\nDesk,7,USD,3\n"
      .write(toFile: table, atomically: true, encoding: .utf8)
    _ = await home.pipe.run("import \(table) --yes")
    _ = await home.pipe.run("sell 1")
    _ = await home.pipe.run("edit 2 --title 'My vase'")
    await home.pipe.run("undo 1 --yes").prints(
      "undone\t1\tdeleted\t3\tDesk\nstays\t1\tchanged\t2\tVase\nstays\t1\tsold\t1\tLamp")
    await home.pipe.run("undo --yes").prints("undone\t6\trestored\t3\tDesk")
    await home.pipe.run("undo 1 --yes --force").prints(
      "undone\t1\tdeleted\t3\tDesk\nundone\t1\tdeleted\t2\tMy vase\nstays\t1\tsold\t1\tLamp")
    await home.pipe.run("list --json=id").prints(#"{"id":1}"#)
  }

  @Test func `prices of the log are money, in the currency of their time`() async throws {
    let home = try Home()
    _ = await home.pipe.run("add --title Desk --price 50000 --currency KRW")
    _ = await home.pipe.run("edit 1 --price 45000 --stock 1200")
    _ = await home.pipe.run("edit 1 --price 30.5 --currency USD")
    _ = await home.pipe.run("edit 1 --discounted-price 20")
    await home.terminal(120).run("log --no-headers").prints(
      """
          4  now   edit     #1 Desk · Discounted price none → USD 20.00
          3  now   edit     #1 Desk · Price KRW 45,000 → USD 30.50 · Currency KRW → USD
          2  now   edit     #1 Desk · Price KRW 50,000 → KRW 45,000 · Stock 1 → 1,200
          1  now   add      #1 Desk · added
      ! 1–4 of 4
      """)
    await home.pipe.run("log 1 --per-page 3").prints(
      """
      4\t2026-11-21T14:58:00+09:00\tedit\t\tedited\t1\tDesk\tdiscounted_price\t\t20
      3\t2026-11-21T14:58:00+09:00\tedit\t\tedited\t1\tDesk\tprice\t45000\t30.5
      3\t2026-11-21T14:58:00+09:00\tedit\t\tedited\t1\tDesk\tcurrency\tKRW\tUSD
      2\t2026-11-21T14:58:00+09:00\tedit\t\tedited\t1\tDesk\tprice\t50000\t45000
      2\t2026-11-21T14:58:00+09:00\tedit\t\tedited\t1\tDesk\tstock\t1\t1200
      """)
    var terminal = home.terminal(120)
    terminal.environment = ["LC_ALL": "ko_KR.UTF-8"]
    await terminal.run("log --no-headers --per-page 1 --page 3").prints(
      """
         2  지금  수정  #1 Desk · 가격 50,000원 → 45,000원 · 재고 1 → 1,200
      ! 4개 중 3
      """)
  }

  @Test func `Korean says what is taken back`() async throws {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 12.50 --currency USD --stock 9")
    _ = await home.pipe.run("edit 1 --stock 4")
    var terminal = home.terminal()
    terminal.environment = ["LC_MESSAGES": "ko_KR.UTF-8"]
    terminal.input = ["네"]
    await terminal.run("undo").prints(
      """
      2번 기록을 되돌렸습니다(기록 3번)
      ! 2번 기록 되돌리기(수정):
      ! #1 Lamp · 재고 4 → 9
      ! 이 변경을 되돌릴까요? [y/N] ⟨no line end⟩
      """)
  }

  @Test func `a dry run of an export, of a deleted review and of a new seller changes nothing`() async throws
  {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 12.50 --currency USD")
    _ = await home.pipe.run("review 1 --stars 4")
    let path = home.path + "/items.csv"
    await home.pipe.run("export -o \(path) --dry-run").prints(
      "would write\t\(path)\t1\n! Dry run, nothing written.")
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(await home.pipe.run("reviews delete 1 --dry-run").output.hasPrefix("id\t1\n"))
    #expect(await home.pipe.run("reviews 1 --json=id").output == "{\"id\":1}\n")
    await home.pipe.run("seller add Ida --dry-run").prints("would add\tIda\n! Dry run, nothing added.")
    #expect(await home.pipe.run("seller list --columns name").output == "")
  }
}

extension Outcome {
  /// Compares the exit code alone.
  fileprivate func fails(_ code: Int32, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(Int32(exitCode.rawValue) == code, sourceLocation: sourceLocation)
  }
}
