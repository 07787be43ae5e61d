import Foundation
import TestSupport
import Testing

@testable import market

/// Plans in files.
struct ImportPlanTests {
  @Test(arguments: [false, true])
  func `a plan is applied later, and rows that changed in between are refused and listed`(isServed: Bool)
    async throws
  {
    let market = try ImportMarket(isServed: isServed)
    let path = market.home.path
    _ = try await market.importing("sku,title,price\nA,Lamp,1000\nB,Desk,2000\nC,Chair,3000\n")
    let planned = try await market.importing(
      "sku,title,price\nA,Lantern,\nB,Table,\nC,Bench,\nD,Shelf,4000\n", "--plan \(path)/plan.jsonl")
    #expect(planned.exitCode == .done)
    #expect(planned.output.hasPrefix("1 to add, 3 to change\n"))
    #expect(try await market.items().count == 3)
    _ = await market.run("edit 1 --title Lampe")
    _ = await market.run("delete 3 --yes")
    // The plan is applied as it was shown, whatever the file contains by now.
    try market.home.write("sku\n", to: "items.csv")
    let applied = await market.run(
      "import --apply \(path)/plan.jsonl --yes --results \(path)/results.csv")
    applied.prints(
      """
      1 added, 1 updated, 2 rejected
      ! Row 2: #1 title is 'Lampe' now, changed since the plan
      ! Row 4: The item was deleted since the plan was made
      ! Correct HOME/items.csv.rejects.csv, then: market import HOME/items.csv.rejects.csv
      exit 7
      """, in: market)
    #expect(
      try market.text(of: "results.csv").split(separator: "\r\n").dropFirst().map {
        $0.replacing("HOME/items.csv,", with: "")
      } == [
        "2,rejected,1,title,,changed,\"#1 title is 'Lampe' now, changed since the plan\"", "3,updated,2,,,,",
        "4,rejected,3,,,no-such-item,The item was deleted since the plan was made", "5,added,4,,,,",
      ])
    #expect(
      try await market.items() == [
        #"{"currency":"KRW","price":1000,"sku":"A","stock":1,"title":"Lampe"}"#,
        #"{"currency":"KRW","price":2000,"sku":"B","stock":1,"title":"Table"}"#,
        #"{"currency":"KRW","price":4000,"sku":"D","stock":1,"title":"Shelf"}"#,
      ])
    // Applied again, it adds nothing, and its changes are those that are there.
    let again = await market.run("import --apply \(path)/plan.jsonl --yes")
    #expect(again.output == "1 added, 1 unchanged, 2 rejected\n")
    #expect(try await market.items().count == 3)
  }

  @Test func `a plan says which currency it assumes, and how many more new items there are`() async throws {
    let market = try ImportMarket()
    let rows = (1...7).map { "Lamp \($0),\($0)\n" }.joined()
    try market.home.write("title,price\n" + rows, to: "items.csv")
    await market.run("import \(market.home.path)/items.csv --dry-run").prints(
      """
      The currency is USD, the default. Choose another with '--currency' or MARKET_CURRENCY
      7 to add
        7 rows read

      Row 2  new  Lamp 1 · USD 1.00 · 1 in stock
      Row 3  new  Lamp 2 · USD 2.00 · 1 in stock
      Row 4  new  Lamp 3 · USD 3.00 · 1 in stock
      Row 5  new  Lamp 4 · USD 4.00 · 1 in stock
      Row 6  new  Lamp 5 · USD 5.00 · 1 in stock
      … and 2 more new items; see all with '--verbose'
      """)
  }

  @Test func `a plan is applied after confirmation, and names what it deletes`() async throws {
    let market = try ImportMarket()
    let path = market.home.path
    _ = try await market.importing("sku,title,price\nA,Lamp,1000\nB,Desk,2000\n")
    let plan = try await market.importing("sku,command\nB,delete\n", "--plan \(path)/plan")
    plan.prints(
      """
      1 to delete
        1 row read

      Row 2  delete  #2 Desk
      """, in: market)
    await market.run("import --apply \(path)/plan").prints(
      """
      ! Error: Confirmation is required
      ! Help:  Pass '--yes' to apply the plan
      exit 2
      """)
    await market.run("import --apply \(path)/plan", columns: 80, input: ["n"]).prints(
      """
      ! 1 to delete
      ! Delete 1 item? [y/N] Nothing was changed.
      exit 8
      """)
    #expect(try await market.items().count == 2)
    #expect(market.home.files(in: ".local/state/market/imports") == [])
    await market.run("import --apply \(path)/plan", columns: 80, input: ["y"]).prints(
      """
      1 deleted
      ! 1 to delete
      ! Delete 1 item? [y/N] next: market list
      """)
    #expect(try await market.items().count == 1)
  }

  @Test func `a plan is for its market, and must be whole`() async throws {
    let market = try ImportMarket()
    let path = market.home.path
    _ = try await market.importing("sku,title,price\nA,Lamp,1000\n", "--plan \(path)/plan.jsonl")
    let other = try ImportMarket(isServed: true, home: market.home)
    await other.run("import --apply \(path)/plan.jsonl --yes").prints(
      """
      ! Error: The plan 'HOME/plan.jsonl' was made for another market
      ! Help:  Make a new plan with '--plan <file>'
      exit 6
      """, in: market)
    let plan = try market.home.text(of: "plan.jsonl")
    for (name, text) in [
      ("cut.jsonl", plan.split(separator: "\n").dropLast().joined(separator: "\n") + "\n"),
      ("empty.jsonl", ""),
      ("table.jsonl", "sku,title\n"),
      ("changed.jsonl", plan.replacing(#""line":2"#, with: #""line":"2""#)),
      // Another file than the plan has.
      ("beyond.jsonl", plan.replacing(#""file":0"#, with: #""file":1"#)),
      ("before.jsonl", plan.replacing(#""file":0"#, with: #""file":-1"#)),
      (
        "bare.jsonl",
        plan.replacing(/"item":{.*},"line"/, with: #""line""#)
      ),
    ] {
      #expect(text != plan)
      try market.home.write(text, to: name)
      await market.run("import --apply \(path)/\(name) --yes").prints(
        """
        ! Error: 'HOME/\(name)' is not a complete import plan
        exit 2
        """, in: market)
    }
    #expect(try await market.items() == [])
  }

  @Test func `a plan is a file that can be read twice`() async throws {
    let market = try ImportMarket()
    let path = market.home.path
    #expect(mkfifo("\(path)/pipe", 0o600) == 0)
    for name in ["\(path)/pipe", path, "/dev/zero"] {
      await market.run("import --apply \(name) --yes").prints(
        """
        ! Error: The file '\(name.replacing(path, with: "HOME"))' cannot be read
        exit 2
        """, in: market)
    }
  }

  @Test(arguments: ["--dry-run --plan p", "--plan p --apply q", "--resume --dry-run", "--apply p items.csv"])
  func `steps that exclude each other are a usage error`(options: String) async throws {
    let market = try ImportMarket()
    #expect(await market.run("import items.csv \(options)").exitCode == .usage)
    #expect(await market.run("import").exitCode == .usage)
  }

  @Test func `an import that was not stopped cannot go on`() async throws {
    let market = try ImportMarket()
    let path = try market.home.write("sku,title,price\nA,Lamp,1000\n", to: "items.csv")
    await market.run("import \(path) --resume").prints(
      """
      ! Error: There is no stopped import of 'HOME/items.csv'
      ! Help:  Run the import without '--resume'
      exit 2
      """, in: market)
  }

  @Test func `a plan shows images outside its folders, and is applied with a confirmation only`() async throws
  {
    let market = try ImportMarket()
    try market.home.write(Pixel.png, to: "secret.png")
    try market.home.write(Pixel.png, to: "shop/own.png")
    try market.home.write(
      "title,price,images\nLamp,1,../secret.png|own.png\nDesk,1,own.png\n", to: "shop/items.csv")
    let plain = "import \(market.home.path)/shop/items.csv --currency KRW"
    let left = await market.run("\(plain) --yes")
    #expect(
      left.text(in: market).contains(
        """
        ! Images outside the folders of the import, or in a private network, are left out; --allow-outside reads them (1):
        !   'HOME/shop/../secret.png'
        """))
    #expect(left.exitCode == .done)
    let images = await market.run("list --json=thumbnails").output.split(separator: "\n")
    #expect(images.map { $0.components(separatedBy: "/images/").count - 1 } == [1, 1])
    _ = await market.run("delete 1 2 --yes")
    _ = await market.run("trash empty --yes")
    let command = "\(plain) --allow-outside"
    let lines = """
      Images outside the folders of the import, or in a private network (1):
        'HOME/shop/../secret.png'
      """
    let shown = await market.run("\(command) --dry-run")
    #expect(shown.text(in: market).contains(lines))
    let refused = await market.run(command)
    #expect(refused.exitCode == .usage)
    #expect(try await market.items() == [])
    let korean = await market.run("\(command) --dry-run", environment: ["LANG": "ko_KR.UTF-8"])
    #expect(korean.output.contains("가져오기 폴더 밖이나 사설 네트워크에 있는 사진(1장):"))
    let planned = await market.run("\(command) --plan \(market.home.path)/plan")
    #expect(planned.text(in: market).contains(lines))
    let applied = await market.run("import --apply \(market.home.path)/plan --yes")
    #expect(applied.error.contains("'\(market.home.path)/shop/../secret.png'"))
    #expect(applied.exitCode == .done)
  }

  @Test(arguments: ["127.0.0.1", "10.1.2.3", "192.168.0.9", "[fd00::1]", "localhost", "nas.local"])
  func `a plan shows addresses in private networks`(host: String) async throws {
    let market = try ImportMarket()
    let table = "title,price,images\nLamp,1,https://\(host)/1.png\nDesk,1,https://shop.example/1.png\n"
    let left = try await market.importing(table, "--dry-run")
    #expect(
      left.output.contains(
        "in a private network, are left out; --allow-outside reads them (1):\n  'https://\(host)/1.png'\n"))
    let shown = try await market.importing(table, "--dry-run --allow-outside")
    #expect(shown.output.contains("Images outside the folders of the import, or in a private network (1):"))
    #expect(shown.output.contains("  'https://\(host)/1.png'\n"))
  }

  @Test func `a plan that was edited or cut is refused`() async throws {
    let market = try ImportMarket()
    let path = market.home.path + "/plan"
    _ = try await market.importing("sku,title,price\nA,Lamp,1000\nB,Desk,2000\n", "--plan \(path)")
    let plan = try market.home.text(of: "plan")
    let lines = plan.split(separator: "\n").map(String.init)
    let edits = [
      plan.replacing("1000", with: "1"), plan.replacing("Desk", with: "Disk"), plan + lines[1] + "\n",
      lines.dropFirst().joined(separator: "\n") + "\n", lines.dropLast().joined(separator: "\n") + "\n",
      // A row is missing.
      lines.filter { !$0.contains("Lamp") }.joined(separator: "\n") + "\n", String(plan.dropLast()),
      plan.replacing("{\"action\"", with: "{ \"action\""), "",
      plan.replacing("\"plan\":3", with: "\"plan\":2"),
    ]
    for edit in edits {
      try market.home.write(edit, to: "plan")
      let outcome = await market.run("import --apply \(path) --yes")
      #expect([.usage, .refused].contains(outcome.exitCode), "\(edit)")
      #expect(try await market.items() == [])
    }
    try market.home.write(edits[0], to: "plan")
    await market.run("import --apply \(path) --yes").prints(
      """
      ! Error: The plan 'HOME/plan' was changed after it was written
      ! Help:  Make a new plan with '--plan <file>'
      exit 6
      """, in: market)
    try market.home.write(plan, to: "plan")
    #expect(await market.run("import --apply \(path) --yes").exitCode == .done)
  }
}
