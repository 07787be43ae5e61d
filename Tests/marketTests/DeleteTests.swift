import Foundation
import HTTP
import TestSupport
import Testing

struct DeleteTests {
  @Test func `the prompt shows title and price`() async throws {
    let home = try Home()
    try await home.fill()
    var terminal = home.terminal()
    terminal.input = ["y"]
    await terminal.run("delete 1").prints(
      """
      Deleted #1 맥북 프로
      ! #1 맥북 프로 · KRW 1,690,000 → KRW 1,490,000 (−11%)
      ! Delete this item? It can be restored. [y/N] Until 2026-12-24 14:58 it can be brought back: market trash restore 1
      """)
    await terminal.run("delete 2 3").prints(
      """
      Deleted #2 기계식 키보드
      Deleted #3 Brass lamp
      ! #2 기계식 키보드 · KRW 89,000
      ! #3 Brass lamp · USD 12.50
      ! Delete these 2 items? They can be restored. [y/N] Until 2026-12-24 14:58 it can be brought back: market trash restore 2 3
      """)
    await home.pipe.run("list").prints("")
  }

  @Test(arguments: ["n", "", "yess", "ja", "1"])
  func `anything but yes is a no`(answer: String) async throws {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 5")
    var terminal = home.terminal()
    terminal.input = [answer]
    await terminal.run("delete 1").prints(
      """
      ! #1 Lamp · USD 5.00
      ! Delete this item? It can be restored. [y/N] Nothing was deleted.
      exit 8
      """)
    await home.pipe.run("list --json=id").prints(#"{"id":1}"#)
  }

  @Test func `the end of input is a no`() async throws {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 5")
    await home.terminal().run("delete 1").prints(
      """
      ! #1 Lamp · USD 5.00
      ! Delete this item? It can be restored. [y/N] 
      ! Nothing was deleted.
      exit 8
      """)
  }

  @Test func `--yes deletes without a prompt`() async throws {
    let home = try Home()
    try await home.fill()
    await home.terminal().run("delete 1 --yes").prints(
      "Deleted #1 맥북 프로\n! Until 2026-12-24 14:58 it can be brought back: market trash restore 1")
    await home.terminal().run("delete 2 3 -y --no-input").prints(
      "Deleted #2 기계식 키보드\nDeleted #3 Brass lamp\n! Until 2026-12-24 14:58 it can be brought back: market trash restore 2 3"
    )
  }

  /// Three places where no prompt can be shown: a pipe, a terminal with `--no-input`, and one with `CI`.
  private static func promptless(_ home: Home) -> [(terminal: Terminal, option: String)] {
    var job = home.terminal()
    job.environment = ["CI": "1"]
    return [(home.pipe, ""), (home.terminal(), " --no-input"), (job, "")]
  }

  @Test func `without a prompt one item is deleted, and printed`() async throws {
    let home = try Home()
    for (terminal, option) in Self.promptless(home) {
      let id = await home.pipe.run(
        "add --title Lamp --price 12.50 --currency USD --description 'Works.\nA bit scratched.' --porcelain"
      ).output.prefix { $0 != "\n" }
      let first = terminal.columns == nil ? "deleted\t\(id)\tLamp" : "Deleted #\(id) Lamp"
      await terminal.run("delete \(id)\(option)").prints(
        first + "\n" + #"{"id":\#(id),"title":"Lamp","price":12.5,"discounted_price":null,"currency":"USD","#
          + #""stock":1,"registration_date":"2026-11-21T14:58:00+09:00","sku":null,"tags":[],"reorder_at":null,"off_sale":false,"barcodes":[],"#
          + #""descriptions":"Works.\nA bit scratched."}"#
          + (terminal.columns == nil
            ? "" : "\n! Until 2026-12-21 14:58 it can be brought back: market trash restore \(id)"))
    }
    await home.pipe.run("list").prints("")
  }

  @Test func `without a prompt several items are deleted with --yes only, and nothing is sent`() async throws
  {
    let home = try Home()
    try await home.fill()
    for (terminal, option) in Self.promptless(home) {
      let recorded = MockSession { _ in HTTPResponse(status: 500) }
      var terminal = terminal
      terminal.session = recorded
      // The store at hand would be asked whether the numbers are SKUs, too.
      terminal.environment["MARKET_SERVER"] = "https://market.example"
      terminal.input = ["y"]
      await terminal.run("delete 1 2\(option)").prints(
        """
        ! Error: Confirmation is required; pass '--yes' to delete 2 items without a prompt
        ! Help:  Run it in an interactive terminal to be prompted
        exit 2
        """)
      #expect(recorded.requests.isEmpty)
    }
    await home.pipe.run("list --json=id").prints("{\"id\":1}\n{\"id\":2}\n{\"id\":3}")
  }

  @Test func `the whole item is printed also when the market answers a deletion with its id`() async throws {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 5 --currency USD --description Works")
    let store = home.market(at: .file(home.path + "/.local/share/market/market.db"))
    var pipe = home.pipe
    pipe.session = MockSession { request in
      let response = try await store.response(to: request)
      return request.method == .delete ? HTTPResponse(status: 200, body: Data(#"{"id":1}"#.utf8)) : response
    }
    await pipe.run("delete 1").prints(
      "deleted\t1\tLamp\n" + #"{"id":1,"title":"Lamp","price":5,"discounted_price":null,"currency":"USD","#
        + #""stock":1,"registration_date":"2026-11-21T14:58:00+09:00","sku":null,"tags":[],"reorder_at":null,"off_sale":false,"barcodes":[],"#
        + #""descriptions":"Works"}"#)
  }

  @Test func `none of several is deleted where one is not there, which is named`() async throws {
    let home = try Home()
    try await home.fill()
    await home.terminal().run("delete 3 99 1 --yes").prints(
      """
      ! Error: No item with id '99'
      ! Help:  Run 'market list' to see what is for sale
      ! Error: 1 of 3 items cannot be changed; nothing was changed
      ! Help:  Leave out the items that are named above
      exit 6
      """)
    var terminal = home.terminal()
    terminal.input = ["yes"]
    await terminal.run("delete 98 2").prints(
      """
      ! Error: No item with id '98'
      ! Help:  Run 'market list' to see what is for sale
      ! Error: 1 of 2 items cannot be changed; nothing was changed
      ! Help:  Leave out the items that are named above
      exit 6
      """)
  }

  @Test func `no prompt is shown for unknown items`() async throws {
    let home = try Home()
    try await home.fill()
    await home.terminal().run("delete 9").prints(
      """
      ! Error: No item with id '9'
      ! Help:  Run 'market list' to see what is for sale
      exit 3
      """)
  }

  @Test func `a dry run lists the items and deletes none`() async throws {
    let home = try Home()
    try await home.fill()
    await home.terminal().run("delete 1 9 --dry-run").prints(
      """
      ! Error: No item with id '9'
      ! Help:  Run 'market list' to see what is for sale
      ! Error: 1 of 2 items cannot be changed; nothing was changed
      ! Help:  Leave out the items that are named above
      exit 6
      """)
    await home.pipe.run("delete 1 1 -n").prints(
      """
      would delete\t1\t맥북 프로
      ! Dry run, nothing deleted.
      """)
    await home.pipe.run("list --json=id").prints("{\"id\":1}\n{\"id\":2}\n{\"id\":3}")
  }

  @Test func `the requests as curl commands`() async throws {
    let home = try Home()
    await home.terminal().run("delete 3 4 --curl").prints(
      """
      curl --request DELETE 'http://127.0.0.1:8080/item/3' --header 'Content-Type: application/json' \
      --header 'Accept: application/json' --header 'Market-Client: 1' --data '{"password":"********"}'
      curl --request DELETE 'http://127.0.0.1:8080/item/4' --header 'Content-Type: application/json' \
      --header 'Accept: application/json' --header 'Market-Client: 1' --data '{"password":"********"}'
      """)
  }
}
