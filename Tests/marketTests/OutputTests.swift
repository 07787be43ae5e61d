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
    "list", "list --json", "list --all", "show 1", "show 1 --json", "add --title Desk --price 5 --dry-run -q",
    "delete 1 --dry-run -q", "config", "config --json", "help", "help add",
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

  /// A command that writes, and what it says of that where its output is lost. Expects the items of `Home.fill`, of which item 2
  /// was sold as entry 4, item 3 is in the trash and item 1 has a review.
  private static let writes: [(line: String, record: String)] = [
    ("add --title Desk --price 5", "Added #4"), ("add --title Desk --price 5 --porcelain", "Added #4"),
    ("add --title Desk --price 5 --json", "Added #4"),
    ("edit 1 --stock 4", "Changed #1"), ("edit 1 --stock 4 --json", "Changed #1"),
    ("edit 1 2 --stock 4 --yes", "Changed #1, Changed #2"), ("edit 2 --stock +1", "Entry 5"),
    ("delete 1", "Deleted #1"), ("delete 1 2 --yes", "Deleted #1"),
    ("trash restore 3", "Restored #3"), ("trash empty --yes", "Deleted #3"),
    ("trash keep 9", "Deleted items are kept for 9 days now"),
    ("undo 5 --yes", "Undid entry 5 (entry 8)"),
    ("sell 1:1 2:2", "Entry 5, Entry 6, Receipt ABCDEFGHIJKLMNO2"), ("restock 1", "Entry 5"),
    ("return 2", "Entry 5"), ("write-off 2 --reason lost", "Entry 5"),
    ("correct 4 --price 4", "Entry 5, Entry 6, Receipt ABCDEFGHIJKLMNO2"),
    ("reviews write 2 --stars 5", "Reviewed item #2, as review #2"),
    ("reviews answer 1 --text Hi", "Answered review #1"),
    ("reviews fold 1", "Folded review #1"), ("reviews delete 1 --yes", "Deleted review #1"),
    ("reviews remove 1 --reason spam --yes", "Deleted review #1"),
    ("seller remove 2 --yes", "Removed seller #2"),
    ("images 1 remove 1", "Changed #1"), ("import HOME/items.csv --yes", "1 added"),
    ("seller add Kim", "Added seller #3, whose secret was not shown: 'market seller remove 3' removes it"),
    ("key --new --yes", "The market has a new key"), ("zone UTC --yes", "The time zone is UTC now"),
    ("sales forget 2 --yes", "1 movement forgotten"),
    ("trash purge --sales-of 2 --yes", "1 movement forgotten"),
    ("backup HOME/copy.db", "Backed up to 'HOME/copy.db'"),
    ("copy HOME/.local/share/market/market.db HOME/copy.db", "Copied to 'HOME/copy.db'"),
  ]

  @Test(arguments: writes, [ConsoleError.closedPipe, .cannotWrite(reason: "no space left")])
  func `a write whose output is lost is partly done, and says what it was`(
    write: (line: String, record: String), failure: ConsoleError
  ) async throws {
    let home = try Home()
    try await home.fill()
    for line in ["sell 2", "delete 3", "review 1 --stars 4", "vendor add Lee"] {
      _ = await home.pipe.run(line)
    }
    try home.write("title,price,currency\nDesk,5,USD\n", to: "items.csv")
    var pipe = home.pipe
    (pipe.capacity, pipe.failure) = (1, failure)
    let outcome = await pipe.run(write.line.replacing("HOME", with: home.path)).withEqualReceipts
    #expect(outcome.exitCode == .partial)
    let reason =
      failure == .closedPipe
      ? "Recorded, but the reader closed the output"
      : "Recorded, but the output could not be written: no space left"
    let record = write.record.replacing("HOME", with: home.path)
    #expect(
      outcome.error.hasSuffix("Error: \(reason)\nHelp:  \(record). Do not run the command again\n"),
      "\(outcome.error)")
  }

  /// A new command belongs in one of both lists.
  @Test func `each command writes nothing, or says what it has written`() {
    let reading: Set = [
      "list", "browse", "show", "best", "trash", "export", "history", "sales", "orders",
      "reviews",
      "serve", "dev",
      "seller", "seller list", "config", "config get", "completion", "help",
    ]
    // They report on stderr, or print a repair or a migration.
    let silent: Set = [
      "config set", "config unset", "config edit", "seller contact", "check", "dev reset",
    ]
    let written = Self.writes.map(\.line)
    for command in CommandDeclaration.all where !reading.union(silent).contains(command.words) {
      #expect(written.contains { $0.hasPrefix(command.words + " ") }, "\(command.words)")
    }
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
