import Foundation
import TestSupport
import Testing

@testable import OpenMarket
@testable import market

/// `market check --repair`.
struct CheckRepairTests {
  private let home: Home

  init() async throws {
    home = try Home()
    for title in ["Lamp", "Desk"] {
      #expect(await home.pipe.run("add --title \(title) --price 5 --stock 9").exitCode == .done)
    }
    #expect(await home.pipe.run("sell 1:2").exitCode == .done)
    #expect(await home.pipe.run("review 1 --stars 4").exitCode == .done)
  }

  private func damage(_ statements: String) throws {
    try SQLiteDatabase(path: home.path + "/.local/share/market/market.db", .shared).execute(statements)
  }

  @Test func `tags of an item are named as such`() async throws {
    _ = await home.pipe.run("edit 2 --tag oak")
    try damage("DELETE FROM item_tag")
    await home.pipe.run("check").prints("Item 2: the tags by which lists find it are not its own\nexit 1")
    #expect(await home.pipe.run("check --repair --yes").exitCode == .done)
    await home.pipe.run("list --tag oak --json=id").prints(#"{"id":2}"#)
  }

  @Test func `what was found is JSON, too`() async throws {
    await home.pipe.run("check --json").prints(
      #"{"check":"store","state":"ok","text":"The store is sound: 2 items, 3 movements","advice":null}"#)
    try damage("UPDATE item SET rating = NULL WHERE id = 1; UPDATE item SET movements = 7 WHERE id = 2")
    let store = home.path + "/.local/share/market/market.db"
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: store)
    await home.pipe.run("check --json=check,state,text").prints(
      """
      {"check":"permissions","state":"fail","text":"Permissions of the file: 644"}
      {"check":"store","state":"fail","text":"Item 2: the numbers of its movements are wrong"}
      {"check":"store","state":"fail","text":"Item 1: the rating is not that of its reviews"}
      ! Warning: Other users have access to the store '\(store)'
      ! Help:    Make it private: chmod 600 \(store)
      exit 1
      """)
    await home.pipe.run("check --repair --json --yes").prints(
      """
      ! Error: '--repair' and '--json' cannot be used together
      ! Help:  Use only one of them
      exit 2
      """)
  }

  @Test func `shows what is wrong, asks, rebuilds it and checks again`() async throws {
    try damage(
      "UPDATE item SET rating = NULL WHERE id = 1; UPDATE item SET movements = 7 WHERE id = 2"
    )
    let shown = """
      Item 2: the numbers of its movements are wrong
      Item 1: the rating is not that of its reviews
      """
    await home.pipe.run("check").prints(shown + "\nexit 1")
    await home.pipe.run("check --repair --dry-run").prints(
      shown + """

        ! Dry run, nothing changed. Would rebuild:
        ! Numbers of movements: 1
        ! Ratings: 1
        exit 1
        """)
    await home.pipe.run("check --repair").prints(
      shown + """

        ! Would rebuild:
        ! Numbers of movements: 1
        ! Ratings: 1
        ! Error: Confirmation is required; pass '--yes' to rebuild what is wrong without a prompt
        ! Help:  Run it in an interactive terminal to be prompted
        exit 2
        """)
    var terminal = home.terminal()
    terminal.input = ["n"]
    #expect(await terminal.run("check --repair").exitCode == .declined)
    await home.pipe.run("check").prints(shown + "\nexit 1")
    terminal.input = ["y"]
    let done = await terminal.run("check --repair")
    #expect(done.exitCode == .done)
    #expect(
      done.output == shown + """

        Rebuilt numbers of movements
        Rebuilt ratings
        The store is sound: 2 items, 3 movements

        """)
    #expect(done.error.hasSuffix("Rebuild this? [y/N] "))
    await home.pipe.run("check --repair").prints("The store is sound: 2 items, 3 movements")
    await home.pipe.run("show 1 --json=rating_count").prints(#"{"rating_count":1}"#)
  }

  @Test func `what is left is said`() async throws {
    try damage("UPDATE item SET stock = 3 WHERE id = 2")
    let finding = "Item 2: the stock is 3, its movements add up to 9"
    let hopeless = """
      ! Error: What is wrong cannot be rebuilt
      ! Help:  Restore a backup that 'market check' finds sound, or copy what is left with 'market export'
      """
    await home.pipe.run("check --repair --yes").prints("\(finding)\n\(hopeless)\nexit 1")
    try damage("DELETE FROM sale_total")
    let outcome = await home.pipe.run("check --repair --yes")
    #expect(outcome.exitCode == .partial)
    #expect(outcome.output.hasSuffix("Rebuilt totals of sales\n\(finding)\n"))
    #expect(
      outcome.error == """
        Would rebuild:
        Totals of sales: 1
        1 finding cannot be rebuilt
        Left:
        Error: What is wrong cannot be rebuilt
        Help:  Restore a backup that 'market check' finds sound, or copy what is left with 'market export'

        """)
  }

  @Test func `costs that cannot be counted are named with the command that forgets them`() async throws {
    for line in ["add --title Mug --price 5 --currency USD --stock 2000000", "sell 3:1000000"] {
      #expect(await home.pipe.run(line).exitCode == .done)
    }
    try damage("UPDATE movement SET cost = 9000000000000000 WHERE kind = 'sold' AND quantity = -1000000")
    let finding =
      "Item 3: its sales and costs add up to more than the market can count; 'market sales forget 3' forgets them"
    await home.pipe.run("check").prints("\(finding)\nexit 1")
    await home.pipe.run("check --repair --yes").prints(
      """
      \(finding)
      ! Error: What is wrong cannot be rebuilt
      ! Help:  Run 'market sales forget <id>' for each of these items
      exit 1
      """)
    let copied = await home.pipe.run("copy \(home.path)/.local/share/market/market.db \(home.path)/copy.db")
    #expect(
      copied.error.contains(finding)
        && copied.error.hasSuffix("Help:  Run 'market sales forget <id>' for each of these items\n"))
    for line in ["sales --margin", "correct 5 --price 4"] {
      let refused = await home.pipe.run(line)
      #expect(
        refused.error == """
          Error: The sales and costs of item 3 would add up to more than can be counted
          Help:  Check the quantity and the price, or forget the sales of the item: 'market sales forget 3'

          """, "\(line)")
      #expect(refused.exitCode == .refused)
    }
    #expect(await home.pipe.run("sales forget 3 --yes").exitCode == .done)
    await home.pipe.run("check").prints("The store is sound: 3 items, 4 movements")
    #expect(await home.pipe.run("sales --margin").exitCode == .done)
  }

  @Test func `damage that hides other damage is rebuilt with it`() async throws {
    try damage("UPDATE item SET images = -1 WHERE id = 2; DELETE FROM sale_total WHERE item_id = 1")
    let outcome = await home.pipe.run("check --repair --yes")
    #expect(outcome.exitCode == .done)
    #expect(
      outcome.output == """
        Table 'item', row 'id 2': the value of 'images' is damaged
        Rebuilt rows with damaged values
        Rebuilt totals of sales
        The store is sound: 2 items, 3 movements

        """)
  }

  @Test func `options of a repair need it`() async throws {
    for option in ["--yes", "--dry-run"] {
      await home.pipe.run("check \(option)").prints(
        """
        ! Error: Missing required option: '--repair'
        ! Help:  Run 'market check --help' to see the usage
        exit 2
        """)
    }
    let path = home.path + "/none.db"
    #expect(await home.pipe.run("check --repair --yes --store \(path)").exitCode == .failed)
  }

  @Test func `a store is repaired while it is served`() async throws {
    try damage("DELETE FROM sale_total; UPDATE item SET rating = NULL")
    let server = try await ServingProgram(home)
    let program = Program(home: home)
    let repaired = try await program.run(
      """
      market add --title Saw --price 8 --quiet --server \(server.url) >/dev/null &
      market check --repair --yes >report 2>&1; code=$?; wait
      market list --json=id --server \(server.url); exit $code
      """)
    repaired.prints("{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n")
    server.send(SIGTERM)
    #expect(try await server.end() == 0)
    await home.pipe.run("check").prints("The store is sound: 3 items, 4 movements")
  }
}
