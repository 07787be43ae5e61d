import Console
import Foundation
import HTTP
import TestSupport
import Testing
import Wording

@testable import OpenMarket
@testable import market

/// The words of the log and of the plan of an undo for each kind of change.
struct LogWordsTests {
  /// The columns of `market log` in a pipe, without entry, time, command and item.
  private func log(_ pipe: Terminal, _ line: String = "log") async -> [String] {
    await pipe.run(line).output.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).dropFirst(7).joined(separator: " > ")
    }
  }

  private func home(_ options: String = "") async throws -> Home {
    let home = try Home()
    let outcome = await home.pipe.run("add --title Lamp --price 12.50 --currency USD --stock 20 \(options)")
    #expect(outcome.exitCode == .done)
    return home
  }

  @Test func `images are named by their files, before and after`() async throws {
    let market = try TemporaryMarket()
    for session in [nil, MockSession { try await market.response(to: $0) }] as [(any Session)?] {
      let home = try Home()
      var pipe = home.pipe
      if let session {
        pipe.session = session
        pipe.environment = ["MARKET_SERVER": "https://market.example", "MARKET_PASSWORD": "hunter2"]
      }
      for name in ["front.png", "back.png", "dot.png"] { _ = try home.write(Pixel.png, to: name) }
      let images = ["front", "back"].map { "--image \(home.path)/\($0).png" }.joined(separator: " ")
      _ = await pipe.run("add --title Lamp --price 5 --currency USD \(images)")
      _ = await pipe.run("images 1 add \(home.path)/dot.png")
      _ = await pipe.run("images 1 move 3 1")
      _ = await pipe.run("images 1 remove 2")
      #expect(
        await log(pipe, "log 1") == [
          "images > dot.png|front.png|back.png > dot.png|back.png",
          "images > front.png|back.png|dot.png > dot.png|front.png|back.png",
          "images > front.png|back.png > front.png|back.png|dot.png", "",
        ])
      let json = await pipe.run("log 1 --json --per-page 1").output
      #expect(
        json.contains(
          #"{"field":"images","before":["dot.png","front.png","back.png"],"after":["dot.png","back.png"]}"#),
        "\(json)")
      await pipe.run("undo 4 --dry-run -q").prints(
        "would undo\t4\tedited\t1\tLamp\timages\tdot.png|back.png\tdot.png|front.png|back.png")
      var terminal = home.terminal(120)
      (terminal.session, terminal.environment) = (pipe.session, pipe.environment)
      let shown = await terminal.run("log 1 --per-page 1").output
      #expect(shown.contains("#1 Lamp · Images dot.png, front.png, back.png → dot.png, back.png"), "\(shown)")
    }
  }

  @Test func `images without names are told by their numbers`() async throws {
    let home = try Home()
    for name in ["1.png", "2.png"] { _ = try home.write(Pixel.png, to: name) }
    _ = await home.pipe.run(
      "add --title Lamp --price 5 --currency USD --image \(home.path)/1.png --image \(home.path)/2.png")
    try SQLiteDatabase(path: home.path + "/.local/share/market/market.db", .shared)
      .execute("UPDATE image SET name = NULL")
    _ = await home.pipe.run("images 1 move 2 1")
    #expect(await log(home.pipe).first == "images > 1|2 > 2|1")
    await home.terminal().run("log --per-page 1 --no-headers --quiet").prints(
      "    2  now   edit     #1 Lamp · Images 1, 2 → 2, 1")
  }

  @Test func `a corrected cost and a corrected price are told`() async throws {
    let home = try await home()
    _ = await home.pipe.run("restock 1:3 --cost 5")
    _ = await home.pipe.run("sell 1:2 --price 9")
    #expect(await home.pipe.run("correct 2 --cost 7").exitCode == .done)
    #expect(await home.pipe.run("correct 3 --price 8").exitCode == .done)
    #expect(await log(home.pipe).prefix(2) == ["price > 9 > 8", "cost > 5 > 7"])
    await home.pipe.run("undo 4 --dry-run -q").prints("would undo\t4\tmoved\t1\tLamp\tcost\t7\t5")
    var terminal = home.terminal()
    terminal.input = ["n"]
    await terminal.run("undo 4").prints(
      """
      ! Undo entry 4 (correct):
      ! #1 Lamp · Cost USD 7.00 → USD 5.00
      ! Undo this? [y/N] Nothing was changed.
      exit 8
      """)
  }

  @Test func `of an import only what was sold stays as sold`() async throws {
    let home = try Home()
    let table = home.path + "/items.csv"
    let rows = "ABCDE".map { "\($0),\($0.lowercased()),6,USD,5\n" }.joined()
    try ("sku,title,price,currency,stock\n" + rows).write(toFile: table, atomically: true, encoding: .utf8)
    _ = await home.pipe.run("import \(table) --yes")
    _ = await home.pipe.run("edit 1 --stock +1")
    _ = await home.pipe.run("restock 2:3")
    _ = await home.pipe.run("sell 3")
    try "sku,price\nC,7\nD,7\n".write(toFile: table, atomically: true, encoding: .utf8)
    _ = await home.pipe.run("import \(table) --yes")
    _ = await home.pipe.run("edit 3 --price 9")
    await home.pipe.run("undo 1 --dry-run -q").prints(
      """
      would undo\t1\tdeleted\t5\te
      stays\t1\tchanged\t4\td
      stays\t1\tsold\t3\tc
      stays\t1\tchanged\t2\tb
      stays\t1\tchanged\t1\ta
      """)
    // It was sold before this import.
    await home.pipe.run("undo 9 --dry-run -q").prints(
      """
      would undo\t9\tedited\t4\td\tprice\t7\t6
      stays\t9\tchanged\t3\tc
      """)
  }

  @Test func `values are in the words of the plan of an edit`() async throws {
    let home = try await home("--tag a_b --tag '50%'")
    _ = await home.pipe.run("edit 1 --off-sale --reorder-at 1200 --tag new")
    await home.terminal(120).run("log --per-page 1 --no-headers --quiet").prints(
      "    2  now   edit     #1 Lamp · Tags a_b, 50% → new · Reorder at none → 1,200 · Off sale none → yes")
    var terminal = home.terminal(120)
    terminal.environment = ["LC_MESSAGES": "ko_KR.UTF-8"]
    terminal.input = ["n"]
    let plan = await terminal.run("undo").error
    #expect(plan.contains("판매 중지 예 → 없음"), "\(plan)")
  }

  @Test func `the commands are words of the language`() async throws {
    let home = try await home()
    _ = await home.pipe.run("edit 1 --title Lantern")
    _ = await home.pipe.run("delete 1")
    let lines = await home.terminal().run("log --quiet --no-headers --locale ko_KR").output.split(
      separator: "\n")
    for (line, word) in zip(lines, ["삭제", "수정", "등록"]) { #expect(line.contains("  \(word)  #1 "), "\(line)") }
    for command in LogCommand.allCases {
      #expect(Language.korean.text(command.words) != Language.english.text(command.words), "\(command)")
    }
  }

  @Test func `a change of a review names the item`() async throws {
    let home = try await home()
    _ = await home.pipe.run("review 1 --stars 4")
    let lines = await home.terminal().run("log --no-headers").output
    #expect(lines.contains("reviews  #1 Lamp · review 1 written"), "\(lines)")
  }

  @Test func `on a narrow terminal the change stands below its entry`() async throws {
    let home = try Home()
    _ = await home.pipe.run(
      "add --title 'Brass lamp with a long title of an item' --price 12.50 --currency USD --tag summer")
    _ = await home.pipe.run("edit 1 --price 10 --tag summer --tag desk --tag sale")
    _ = await home.pipe.run("undo --yes")
    let wider = await home.terminal(79).run("log --quiet").output
    #expect(wider.contains("#1 Brass lamp with a long title of an item\n    Price  USD 12.50 → USD 10.00\n"))
    await home.terminal(40).run("log --quiet").prints(
      """
      3 · now · undo · takes back 2
        #1 Brass lamp with a long title of an…
          Price  USD 10.00 → USD 12.50
          Tags   summer, desk, sale → summer
      2 · now · edit · taken back by 3
        #1 Brass lamp with a long title of an…
          Price  USD 12.50 → USD 10.00
          Tags   summer → summer, desk, sale
      1 · now · add
        #1 Brass lamp with a long tit… · added
      """)
    // In a table a long title leaves room for the change.
    await home.terminal(80).run("log --no-headers --quiet --page 2 --per-page 1").prints(
      "    2  now   edit     taken back by 3 · #1 Brass lamp with a l… · Price USD 12.…")
  }

  @Test func `an item that is not there has no log`() async throws {
    let home = try await home()
    #expect(await home.pipe.run("history") == home.pipe.run("log"))
    #expect(await home.pipe.run("history 1 --changes --json") == home.pipe.run("log 1 --json"))
    await home.pipe.run("log 99999").prints(
      """
      ! Error: No item with id '99999'
      ! Help:  Run 'market list' to see what is for sale
      exit 3
      """)
  }

  @Test func `all of the log is listed, with chosen columns or fields`() async throws {
    let home = try await home()
    for _ in 1...3 { _ = await home.pipe.run("edit 1 --stock +1") }
    await home.pipe.run("history --all --columns entry,command").prints(
      "4\tedit --stock\n3\tedit --stock\n2\tedit --stock\n1\tadd")
    await home.pipe.run("history --all --page 2 --per-page 3 --json=entry,count").prints(
      #"{"entry":1,"count":1}"#)
    await home.terminal().run("history --columns entry,command --page 2 --per-page 3").prints(
      """
      ENTRY  COMMAND
          1  add
      ! 4 of 4
      """)
    #expect(await home.pipe.run("history --columns entry,kind").exitCode == .usage)
  }
}
