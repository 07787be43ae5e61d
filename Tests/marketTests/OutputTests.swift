import Console
import Foundation
import OpenMarket
import TestSupport
import Testing

/// Output that cannot be written.
struct OutputTests {
  @Test(arguments: [0, 10, 60, 100])
  func `a closed pipe ends the command with success`(capacity: Int) async throws {
    let home = try Home()
    try await home.fill()
    let local = home.market(at: .file(home.path + "/.local/share/market/market.db"))
    let store = MockSession { try await local.response(to: $0) }
    for line in ["list --all --per-page 1", "list", "show 1 2 3", "show 1 2 3 --json"] {
      var pipe = home.pipe
      pipe.session = store
      pipe.capacity = capacity
      pipe.failure = .closedPipe
      let outcome = await pipe.run(line)
      #expect(outcome.exitCode == .done, "\(line)")
      #expect(outcome.error == "", "\(line)")
    }
    // The list of all was not read to its end: the first page, and the one that was fetched ahead.
    let pages = store.requests.prefix { $0.target.hasPrefix("/items/") && $0.target.hasSuffix("per_page=1") }
    #expect(pages.count <= 3)
  }

  @Test(arguments: [
    "list", "list --json", "list --all", "show 1", "show 1 --json", "add --title Desk --price 5",
    "add --title Desk --price 5 --porcelain", "add --title Desk --price 5 --dry-run -q", "edit 1 --stock 4",
    "edit 1 --stock 5 --json", "delete 1", "delete 1 --dry-run -q", "config", "config --json", "help",
    "help add",
    "help exit-codes", "list --help", "--version", "list --curl",
  ])
  func `a full disk is a failure`(line: String) async throws {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 5")
    var pipe = home.pipe
    pipe.capacity = 1
    await pipe.run(line).prints(
      "! Error: The output could not be written: no space left\nexit 1")
  }

  @Test func `--quiet leaves data and errors`() async throws {
    let home = try Home()
    await home.terminal().run("list -q").prints("")
    await home.terminal().run("add --title Lamp --price 5 --porcelain -q").prints("1")
    await home.terminal().run("add --title Lamp --price 5 --dry-run -q").prints(
      "  Title  Lamp\n  Price  USD 5.00\n  Stock  1")
    await home.terminal().run("show 9 -q").prints(
      "! Error: No item with id '9'\n! Help:  Run 'market list' to see what is for sale\nexit 3")
  }

  @Test func `--verbose logs requests and responses to stderr`() async throws {
    let home = try Home()
    var pipe = home.pipe
    let missing = "No store at '\(home.path)/.local/share/market/market.db' yet"
    for more in ["--verbose", ""] {
      let outcome = await pipe.run("list \(more)")
      #expect(outcome.output == "")
      #expect(
        outcome.error.replacing(#/\d+ ms/#, with: "n ms") == """
          \(missing)
          > GET market://embedded/items/1 (0 bytes)
          < 200 (21 bytes, n ms)

          """)
      pipe.environment["MARKET_DEBUG"] = "1"
    }
  }
}
