import Testing

@testable import market

/// The policy of all commands that ask before a change.
struct ConfirmationTests {
  /// An item that is sold, three that are not, two reviews, and a vendor; a table that changes an item.
  private static func home() async throws -> Home {
    let home = try Home()
    try home.write("sku,title,price,currency\nL,Lamp,1,USD\n", to: "items.csv")
    for line in [
      "add --title Lamp --price 5 --currency USD --stock 9", "sell 1", "review 1 --stars 5",
      "review 1 --stars 1", "vendor add shop", "add --title Desk --price 5 --currency USD",
      "add --title Chair --price 5 --currency USD",
    ] {
      #expect(await home.pipe.run(line).exitCode == .done, "\(line)")
    }
    return home
  }

  private static let ofOne = ["delete 2", "review delete 1", "review remove 2 --reason spam"]
  private static let ofMore = [
    "delete 2 3", "vendor remove 2", "purge --sales-of 1", "zone Pacific/Auckland", "import HOME/items.csv",
    "import --apply HOME/items.plan",
  ]

  /// All that the commands could change.
  private static func state(_ home: Home) async -> [String] {
    var state: [String] = []
    for line in ["list", "reviews 1", "vendor list", "sales", "zone", "config", "trash keep"] {
      state.append(await home.pipe.run(line).output)
    }
    return state
  }

  private static func line(_ line: String, _ home: Home) async -> String {
    let plan = "import \(home.path)/items.csv --plan \(home.path)/items.plan"
    if line.contains("--apply") { #expect(await home.pipe.run(plan).exitCode == .done) }
    return line.replacing("HOME", with: home.path)
  }

  @Test(arguments: ofOne)
  func `without a prompt, one item or review that its id names goes ahead`(line: String) async throws {
    let home = try await Self.home()
    let before = await Self.state(home)
    #expect(await home.pipe.run(line).exitCode == .done)
    #expect(await Self.state(home) != before)
  }

  @Test(arguments: ofMore)
  func `without a prompt, what reaches further needs --yes`(line: String) async throws {
    let home = try await Self.home()
    let line = await Self.line(line, home)
    let before = await Self.state(home)
    var noInput = home.terminal()
    noInput.input = ["y"]
    for outcome in [await home.pipe.run(line), await noInput.run(line + " --no-input")] {
      #expect(outcome.exitCode == .usage)
      #expect(outcome.error.contains("Confirmation is required"), "\(outcome.error)")
    }
    #expect(await Self.state(home) == before)
    #expect(await home.pipe.run(line + " --yes").exitCode == .done)
    #expect(await Self.state(home) != before)
  }

  @Test(arguments: [
    ("config set currency EUR", "would change\tcurrency\tEUR"),
    ("config unset currency", "would change\tcurrency\t"),
    ("config set shop-title Nook", "would change\tshop-title\tNook"),
    ("config unset shop-title", "would change\tshop-title\t"),
    ("seller contact 2 ida@market.example", "would change\t2\tida@market.example"),
    ("trash keep 7", "would change\t7"),
    ("dev reset --world cart --server http://127.0.0.1:1", "would restore\thttp://127.0.0.1:1\tcart"),
    ("reviews write 1 --stars 4", "would review\t1\t4\tLamp"),
    ("reviews answer 2 --text Sorry --json=id", #"{"id":2}"#),
    ("reviews fold 2 --json=id", #"{"id":2}"#), ("reviews delete 2 --json=id", #"{"id":2}"#),
    ("sales forget 1", "would forget\tmovements\t1\nwould forget\tsales\t1\nstays\t1\tLamp"),
  ])
  func `a dry run says what would be changed, and changes nothing`(line: String, planned: String) async throws
  {
    let home = try await Self.home()
    let before = await Self.state(home)
    await home.pipe.run(line + " --dry-run").prints(planned + "\n! Dry run, nothing changed.")
    let onTerminal = await home.terminal().run(line + " -n")
    #expect(onTerminal.exitCode == .done && onTerminal.error.hasPrefix("Dry run, nothing changed. Would "))
    #expect(await Self.state(home) == before)
  }

  @Test func `a dry run refuses what the change would be refused for`() async throws {
    let home = try await Self.home()
    for line in [
      "config set currency WON", "config set shop-logo none.png", "seller contact 9 ida@market.example",
      "reviews write 9 --stars 4", "reviews fold 9", "reviews answer 2 --text ''", "trash keep 9999",
    ] {
      #expect(await home.pipe.run(line + " --dry-run").exitCode != .done, "\(line)")
    }
  }

  @Test(arguments: ofOne + ofMore)
  func `a person decides`(line: String) async throws {
    let home = try await Self.home()
    let line = await Self.line(line, home)
    let before = await Self.state(home)
    var terminal = home.terminal()
    for answer in ["n", "", "no"] {
      terminal.input = [answer]
      let outcome = await terminal.run(line)
      #expect(
        outcome.exitCode == .declined && outcome.error.contains("[y/N] Nothing was "), "\(outcome.error)")
    }
    #expect(await Self.state(home) == before)
    terminal.input = ["y"]
    #expect(await terminal.run(line).exitCode == .done)
    #expect(await Self.state(home) != before)
  }
}
