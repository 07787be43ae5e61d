import Foundation
import HTTP
import OpenMarket
import TestSupport
import Testing

/// Commands at a server that has the requests of v1 and nothing else.
@Suite(.serialized) struct PlainServerTests {
  /// A market without the requests beside v1, and what it is asked to change.
  private struct Plain {
    let home: Home
    let market: TemporaryMarket
    let session: MockSession
    let pipe: Terminal

    init(searches: Bool = false) throws {
      let (home, market) = (try Home(), try TemporaryMarket())
      let session = MockSession { request in
        let components = request.pathComponents ?? []
        let isKnown =
          switch components.first {
          case "items": request.method == .get && components.count == 2 && Int(components[1]) != nil
          case "item": components.count <= 2
          case "images": true
          default: false
          }
        guard isKnown else { return HTTPResponse(status: 404) }
        var request = request
        for name in ["Signature", "Signature-Input"] as [HTTPField.Name] { request.headers[name] = nil }
        if !searches { request.target = String(request.target.prefix { $0 != "?" }) }
        var response = try await market.response(to: request)
        for name in ["Applied-Filters", "Trash-Expires", "Market-Identity", "Vary"] as [HTTPField.Name] {
          response.headers[name] = nil
        }
        return response
      }
      (self.home, self.market, self.session) = (home, market, session)
      var pipe = home.pipe
      pipe.session = session
      pipe.environment = ["MARKET_SERVER": "https://market.example", "MARKET_PASSWORD": "hunter2"]
      self.pipe = pipe
    }
  }

  @Test func `items are listed, shown, added, edited and deleted`() async throws {
    let plain = try Plain()
    try plain.home.write(Pixel.png, to: "lamp.png")
    let image = plain.home.path + "/lamp.png"
    await plain.pipe.run("add --title Lamp --price 5 --currency USD --porcelain --image \(image)").prints("1")
    _ = await plain.pipe.run("add --title Vase --price 6 --currency USD")
    // The currency is that of the items.
    await plain.pipe.run("add --title Desk --price 80 --porcelain").prints("3")
    #expect(await plain.pipe.run("delete 3 --yes -q").exitCode == .done)
    await plain.pipe.run("edit 1 --price 4").prints("price\t5\t4")
    await plain.pipe.run("show 1 --json=title,price").prints(#"{"title":"Lamp","price":4}"#)
    #expect(await plain.pipe.run("images 1 --output \(plain.home.path)/saved").exitCode == .done)
    #expect(await plain.pipe.run("delete 2 --yes -q").exitCode == .done)
    await plain.pipe.run("list --json=id").prints(#"{"id":1}"#)
  }

  @Test func `an item has a password also where a key is set, which such a market does not know`()
    async throws
  {
    let plain = try Plain()
    let home = try Home()
    let file = try home.write(String(repeating: "0a", count: 32) + "\n", to: "market.key", mode: 0o600)
    var pipe = home.pipe
    pipe.session = plain.session
    pipe.environment = ["MARKET_SERVER": "https://market.example", "MARKET_KEY_FILE": file]
    #expect(await pipe.run("add --title Lamp --price 5 --currency USD").exitCode == .done)
    let sent = try #require(plain.session.requests.last { $0.method == .post })
    #expect(sent.wire.contains(/name=\x22password\x22\s+\S{8,}/))
    pipe.environment = ["MARKET_SERVER": "https://market.example"]
    await pipe.run("edit 1 --price 4").prints("price\t5\t4")
  }

  @Test func `a missing password names no key, which such a market does not have`() async throws {
    let plain = try Plain()
    _ = await plain.pipe.run("add --title Lamp --price 5 --currency USD")
    var other = try Home().pipe
    other.session = plain.session
    other.environment = ["MARKET_SERVER": "https://market.example"]
    let outcome = await other.run("edit 1 --price 4")
    #expect(outcome.exitCode == .wrongPassword)
    #expect(outcome.error.hasSuffix("Help:  Pass it with '--password-file <file>' or MARKET_PASSWORD\n"))
  }

  private static let noLedger = "This market records neither sales nor changes of stock"
  private static let noFields =
    "This market has no more of an item than title, description, price, stock and images"
  private static let noChanges =
    "This market takes new values alone, and no '--price +5%', '--discount 20%' or '--add-tag'"

  @Test(arguments: [
    ("log", "This market keeps no log of changes"),
    ("log 1", "This market keeps no log of changes"),
    ("undo --yes", "This market keeps no log of changes"),
    ("undo 1 --dry-run", "This market keeps no log of changes"),
    ("trash", "This market has no trash: what is deleted there is gone"),
    ("restore 1", "This market has no trash: what is deleted there is gone"),
    ("sell 1", noLedger), ("restock 1:2", noLedger), ("history 1", noLedger), ("best", noLedger),
    ("edit 1 --stock +3", noLedger),
    ("edit 1 --note x", noFields), ("edit 1 --cost 4", noFields), ("edit 1 --sku A-1 --price 4", noFields),
    ("add --title Desk --price 4 --currency USD --tag x", noFields),
    ("edit 1 --price +5%", noChanges), ("edit 1 --add-tag x", noChanges),
    ("show A-1", "This market finds items by their ids alone"),
    ("list vase", "This market does not search its items"),
    ("list --sort newest", "This market does not sort its items"),
    ("list --sort -price --all", "This market does not sort its items"),
    ("orders", "This market has no commands for its operator"),
    ("zone", "This market has no commands for its operator"),
    ("reviews 1", "This market keeps no reviews"),
    ("list --sold-out", "This market does not filter its items"),
    ("list --totals", "This market does not add up items"),
    ("edit 1 2 --price 3 --yes", "This market takes one item at a time"),
    ("edit --sold-out --price 3 --yes", "This market takes one item at a time"),
  ])
  func `what needs another server says so, and changes nothing`(command: String, message: String) async throws
  {
    let plain = try Plain()
    _ = await plain.pipe.run("add --title Lamp --price 5 --currency USD")
    _ = await plain.pipe.run("add --title Vase --price 6 --currency USD")
    let before = try await plain.market.manager.page(PageQuery()).items
    let outcome = await plain.pipe.run(command)
    #expect(
      outcome.error.hasSuffix(
        "Error: \(message)\nHelp:  This needs a server of 'market serve'\n"), "\(outcome)")
    // The list stands above the totals.
    #expect(
      outcome.exitCode == .refused && outcome.output.isEmpty == !command.contains("totals"), "\(outcome)")
    #expect(try await plain.market.manager.page(PageQuery()).items == before)
  }

  @Test func `what a server without words and orders lists in order, and with the words, is shown`()
    async throws
  {
    let plain = try Plain()
    for (title, price) in [("Lamp", 5), ("Lampshade", 6)] {
      _ = await plain.pipe.run("add --title \(title) --price \(price) --currency USD")
    }
    for command in ["list LAMP", "list --sort price", "list --sort title", "list lamp --sort oldest"] {
      await plain.pipe.run("\(command) --json=id").prints("{\"id\":1}\n{\"id\":2}")
    }
  }

  @Test func `what a server without identity finds in descriptions is shown`() async throws {
    let plain = try Plain(searches: true)
    _ = await plain.pipe.run("add --title Lamp --description brass --price 5 --currency USD")
    await plain.pipe.run("list brass --json=id").prints("{\"id\":1}")
    await plain.pipe.run("list brass vase --json=id").prints("")
  }

  @Test func `nothing is imported, and an export names the list`() async throws {
    let plain = try Plain()
    let path = try plain.home.write("sku,title,price\nA-1,Lamp,5\n", to: "items.csv")
    for options in ["", " --atomic", " --dry-run"] {
      await plain.pipe.run("import \(path) --currency USD --yes\(options)").prints(
        """
        ! Error: This market takes one item at a time
        ! Help:  This needs a server of 'market serve'
        exit 6
        """)
    }
    await plain.pipe.run("export").prints(
      """
      ! Error: This server does not export items
      ! Help:  List them: 'market list --all --json'
      exit 6
      """)
    #expect(try await plain.market.manager.page(PageQuery()).items.isEmpty)
  }

  @Test func `a deletion is for good, and says so before`() async throws {
    let plain = try Plain()
    _ = await plain.pipe.run("add --title Lamp --price 5 --currency USD")
    var terminal = plain.home.terminal()
    (terminal.session, terminal.environment) = (plain.session, plain.pipe.environment)
    terminal.input = ["n"]
    await terminal.run("delete 1").prints(
      """
      ! #1 Lamp · USD 5.00
      ! The history goes too; sales stay in the totals.
      ! Delete this item for good? [y/N] Nothing was deleted.
      exit 8
      """)
  }
}
