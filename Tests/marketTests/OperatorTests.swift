import Foundation
import HTTP
import OpenMarket
import TestSupport
import Testing

/// Whoever can open a store is its operator: commands on it need no password of an item.
struct OperatorTests {
  /// A store in which two sellers have added items, and a person elsewhere who has a copy of it.
  private struct Restored {
    let home: Home
    let pipe: Terminal

    init() async throws {
      let seller = try Home()
      var pipe = seller.pipe
      for (password, title) in [("hunter2", "Lamp"), ("hunter3", "Vase")] {
        pipe.environment["MARKET_PASSWORD"] = password
        _ = await pipe.run("add --title \(title) --price 5 --currency USD --stock 9 --sku \(title)-1")
      }
      home = try Home()
      let copy = home.path + "/copy.db"
      _ = await pipe.run("backup \(copy)")
      var own = home.pipe
      own.environment["MARKET_STORE"] = copy
      self.pipe = own
    }
  }

  @Test func `items of a restored store are changed, sold, deleted and put back without a password`()
    async throws
  {
    let restored = try await Restored()
    let pipe = restored.pipe
    await pipe.run("edit 1 --price 4").prints("price\t5\t4")
    await pipe.run("edit Vase-1 --price 7").prints("price\t5\t7")
    #expect(await pipe.run("edit 1 2 --add-tag old --yes").exitCode == .done)
    for command in ["sell Lamp-1:2", "restock 2:3 --cost 2", "write-off 1 --reason lost", "sell 1 2"] {
      #expect(await pipe.run(command).exitCode == .done, "\(command)")
    }
    await pipe.run("list --sort oldest --json=id,stock").prints(
      "{\"id\":1,\"stock\":5}\n{\"id\":2,\"stock\":11}")
    #expect(await pipe.run("history 2").exitCode == .done)
    await pipe.run("show 2 --json=title").prints(#"{"title":"Vase"}"#)
    #expect(await pipe.run("delete 1 2 --yes").exitCode == .done)
    #expect(await pipe.run("restore 2").exitCode == .done)
    #expect(await pipe.run("undo --yes").exitCode == .done)
    #expect(restored.home.files(in: ".local/share/market/passwords").isEmpty)
    // A password that is given is that of new items alone.
    var other = pipe
    other.environment["MARKET_PASSWORD"] = "hunter4"
    #expect(await other.run("restore 1").exitCode == .done)
    await other.run("edit 1 --price 6").prints("price\t4\t6")
  }

  @Test func `a review is answered and folded without the password of its item`() async throws {
    let restored = try await Restored()
    _ = await restored.pipe.run("review 1 --stars 4 --text Nice")
    #expect(await restored.pipe.run("review answer 1 --text Thanks").exitCode == .done)
    #expect(await restored.pipe.run("review fold 1").exitCode == .done)
  }

  @Test func `a table imported again finds its items, whoever added them`() async throws {
    let restored = try await Restored()
    let path = try restored.home.write(
      "sku,title,price,currency,stock\nLAMP-1,Lamp,5,USD,9\nVase-1,Vase,8,USD,9\n", to: "items.csv")
    #expect(await restored.pipe.run("import \(path) --yes").exitCode == .done)
    await restored.pipe.run("list --sort oldest --json=id,price").prints(
      "{\"id\":1,\"price\":5}\n{\"id\":2,\"price\":8}")
    #expect(restored.home.files(in: ".local/share/market/passwords").isEmpty)
    // Rows without a key, which another seller has imported before.
    let keyless = try restored.home.write("title,price,currency\nDesk,80,USD\n", to: "desks.csv")
    for password in ["hunter5", "hunter6"] {
      var pipe = restored.pipe
      pipe.environment["MARKET_PASSWORD"] = password
      #expect(await pipe.run("import \(keyless) --yes").exitCode == .done)
    }
    await restored.pipe.run("search Desk --json=id").prints(#"{"id":3}"#)
  }

  @Test func `a SKU that several sellers have stops an import, which names the items`() async throws {
    let restored = try await Restored()
    // A seller at the server may have the SKU, too.
    let server = NetworkManager(
      session: restored.home.market(at: .file(restored.home.path + "/copy.db")))
    let other = ItemDraft(title: "Other lamp", price: Price(6, .usDollar), sku: "Lamp-1")
    _ = try await server.add(other, images: [], password: "hunter4")
    // In another case, none of them has it exactly.
    for sku in ["Lamp-1", "LAMP-1"] {
      let path = try restored.home.write("sku,title,price,currency\n\(sku),Lamp,4,USD\n", to: "items.csv")
      await restored.pipe.run("import \(path) --yes").prints(
        """
        ! Error: Several items have the SKU or barcode '\(sku)': 1, 3
        ! Help:  Give each item a SKU of its own, or name the items by '--key id'
        exit 2
        """)
    }
    // All of them are named.
    _ = try await server.add(
      ItemDraft(title: "Other vase", price: Price(6, .usDollar), sku: "Vase-1"), images: [],
      password: "hunter4")
    let path = try restored.home.write(
      "sku,title,price,currency\nVase-1,Vase,4,USD\nNew,Desk,4,USD\nLamp-1,Lamp,4,USD\n", to: "items.csv")
    let refused = await restored.pipe.run("import \(path) --yes")
    #expect(
      refused.error.hasPrefix(
        "Error: Several items have the SKU or barcode 'Lamp-1': 1, 3; Several items have the SKU or barcode 'Vase-1': 2, 4\n"
      ))
    await restored.pipe.run("list --sort oldest --json=price").prints(
      "{\"price\":5}\n{\"price\":5}\n{\"price\":6}\n{\"price\":6}")
  }

  @Test func `a client of a server needs the password all the same`() async throws {
    let restored = try await Restored()
    let store = restored.home.path + "/copy.db"
    for password in ["", "guess"] {
      await #expect(throws: ClientError.self) {
        try await NetworkManager(session: restored.home.market(at: .file(store))).edit(
          id: 1, ItemPatch(title: "Stolen"), password: password)
      }
    }
    var pipe = restored.home.pipe
    let market = restored.home.market(at: .file(store))
    pipe.session = MockSession { try await market.response(to: $0) }
    pipe.environment = ["MARKET_SERVER": "http://127.0.0.1:8080", "MARKET_PASSWORD": "guess"]
    #expect(await pipe.run("edit 1 --title Stolen").exitCode == .wrongPassword)
    await pipe.run("show 1 --json=title").prints(#"{"title":"Lamp"}"#)
  }

  // MARK: At a server

  /// A store with an item of its operator, behind a server at this address.
  private struct Served {
    let home: Home
    let session: MockSession

    init() async throws {
      home = try Home()
      await home.pipe.run("add --title Lamp --price 5 --currency USD --stock 9 --cost 2 --porcelain").prints(
        "1")
      var options = LocalMarket.Options.forTests
      options.addresses = { ["http://127.0.0.1:8080"] }
      options.now = { [home] in home.now }
      let market = LocalMarket(at: .file(home.path + "/.local/share/market/market.db"), options)
      session = MockSession { try await market.response(to: $0) }
    }

    func terminal(_ home: Home) -> Terminal {
      var pipe = home.pipe
      pipe.session = session
      pipe.environment["MARKET_SERVER"] = "http://127.0.0.1:8080"
      return pipe
    }

    /// Terminals of another home, without the key of the market and with it.
    func elsewhere() async throws -> (other: Terminal, keyed: Terminal) {
      let file = home.path + "/market.key"
      await home.pipe.run("key --output \(file)").prints("")
      let other = terminal(try Home())
      var keyed = other
      keyed.environment["MARKET_KEY_FILE"] = file
      return (other, keyed)
    }
  }

  /// Commands that only the operator may run on an item without a password.
  private static let commands = [
    "edit 1 --price 4", "sell 1:2", "restock 1:3 --cost 3", "write-off 1 --reason lost", "history 1",
    "orders",
    "sales --margin", "log", "trash", "export", "edit 1 --add-tag old --yes", "delete 1 --yes", "restore 1",
    "undo --yes", "zone", "zone America/Nuuk --dry-run", "zone America/Nuuk --yes", "trash keep 9",
    "trash keep",
    "seller add red --id 12 --secret s3cret", "seller contact 12 red@market.example", "seller list",
    "seller remove 12 --yes",
    "restore 1", "sales forget 1 --yes", "delete 1 --yes", "trash purge --deleted-before 2100-01-01 --yes",
  ]

  @Test func `at a server that has the store open the operator needs no password`() async throws {
    let served = try await Served()
    let other = served.terminal(try Home())
    for command in Self.commands {
      #expect(await other.run(command).exitCode != .done || command == "export", "\(command)")
    }
    #expect(await other.run("edit 1 --price 3").exitCode == .wrongPassword)
    let pipe = served.terminal(served.home)
    for command in Self.commands { #expect(await pipe.run(command).exitCode == .done, "\(command)") }
    await pipe.run("add --title Desk --price 80 --currency USD --porcelain").prints("2")
    #expect(served.home.files(in: ".local/share/market") == ["market.db"])
    // A password that is set takes nothing from the operator, as at the store itself; it is that of what is added.
    var secret = pipe
    secret.environment["MARKET_PASSWORD"] = "hunter2"
    #expect(await secret.run("zone UTC --yes").exitCode == .done)
    #expect(await secret.run("edit 2 --price 81").exitCode == .done)
    await secret.run("add --title Vase --price 9 --currency USD --porcelain").prints("3")
    var seller = other
    seller.environment["MARKET_PASSWORD"] = "hunter2"
    await seller.run("edit 3 --price 8").prints("price\t9\t8")
  }

  @Test func `a new item with another password does not get the SKU of an item at the store`() async throws {
    let home = try Home()
    #expect(await home.pipe.run("add --title Lamp --price 5 --currency USD --sku A1").exitCode == .done)
    var other = home.pipe
    other.environment["MARKET_PASSWORD"] = "hunter2"
    let refused = await other.run("add --title Lamp --price 5 --currency USD --sku a1")
    #expect(refused.exitCode == .refused && refused.error.contains("SKU 'a1' is taken by another item"))
    #expect(await other.run("add --title Desk --price 5 --currency USD --sku A2").exitCode == .done)
    await home.pipe.run("list --columns id,sku --sort oldest").prints("1\tA1\n2\tA2")
  }

  @Test func `elsewhere the operator has the key, which no request holds`() async throws {
    let served = try await Served()
    let file = served.home.path + "/market.key"
    await served.home.pipe.run("key --output \(file)").prints("")
    #expect(try served.home.mode(of: "market.key") == 0o600)
    let key = try served.home.text(of: "market.key").trimmingCharacters(in: .newlines)
    await served.home.pipe.run("key").prints(key)
    await served.home.pipe.run("key --new --yes --output \(file)").prints(
      "! Error: The file '\(file)' already exists\n! Help:  Choose another path\nexit 1")
    // A key that cannot be written does not replace the present one.
    #expect(await served.home.pipe.run("key --new --yes --output \(file)/x").exitCode == .failed)
    await served.home.pipe.run("key").prints(key)
    let other = try Home()
    var pipe = served.terminal(other)
    pipe.environment["MARKET_KEY_FILE"] = file
    for command in Self.commands { #expect(await pipe.run(command).exitCode == .done, "\(command)") }
    await pipe.run("add --title Desk --price 80 --currency USD --porcelain").prints("2")
    #expect(other.files(in: ".local/share/market").isEmpty)
    #expect(served.session.requests.contains { $0.headers[.signatureInput] != nil })
    // Items off sale are listed and chosen, too.
    #expect(await pipe.run("edit 2 --off-sale").exitCode == .done)
    await pipe.run("list --off-sale --json=id").prints(#"{"id":2}"#)
    await pipe.run("show --off-sale --json=id").prints(#"{"id":2}"#)
    #expect(await pipe.run("edit 2 --on-sale").exitCode == .done)
    #expect(!served.session.requests.contains { $0.wire.contains(key) })
    // A profile names the file, too.
    try other.write(
      "[market.shop]\nserver = http://127.0.0.1:8080\nkey-file = \(file)\n", to: ".config/market/config")
    pipe.environment = [:]
    #expect(await pipe.run("restock 2 --profile shop").exitCode == .done)

    await served.home.pipe.run("key --new --dry-run").prints("! Dry run, nothing changed.")
    var seller = served.home.terminal()
    seller.input = ["n"]
    let kept = await seller.run("key --new")
    #expect(kept.exitCode == .declined && kept.error.contains("Replace the key?"))
    await served.home.pipe.run("key").prints(key)
    await served.home.pipe.run("key --new").prints(
      """
      ! Error: Confirmation is required; pass '--yes' to replace the key without a prompt
      ! Help:  Run it in an interactive terminal to be prompted
      exit 2
      """)
    await served.home.pipe.run("key").prints(key)
    let new = await served.home.pipe.run("key --new --yes").output
    #expect(new.count == 65 && new != key + "\n")
    let refused = await pipe.run("restock 2 --profile shop")
    #expect(refused.exitCode == .wrongPassword)
    #expect(
      refused.error.contains(
        "Help:  Write the present key with 'market key --output <file>' at the store, or name this address there with 'market serve --public-url'"
      ))
  }

  @Test func `at a server the operator alone sees costs`() async throws {
    let served = try await Served()
    let (other, keyed) = try await served.elsewhere()
    for pipe in [served.terminal(served.home), keyed, served.home.pipe] {
      #expect(await pipe.run("show 1").output.hasSuffix("\ncost\t2\n"))
      await pipe.run("show 1 --json=id,cost").prints(#"{"id":1,"cost":2}"#)
      #expect(await pipe.run("list --totals --json=id").output.hasSuffix(#""value":45,"cost":18}}"# + "\n"))
      await pipe.run("export --format jsonl --columns id,cost").prints(
        #"{"id":1,"cost":2}"# + "\n! Exported 1 item")
      #expect(await pipe.run("export").output.hasPrefix("id,"))
      #expect(await pipe.run("export").output.contains(",cost\r\n"))
    }
    // On a terminal an item that is cached is drawn first without its cost.
    var terminal = try Home().terminal()
    (terminal.session, terminal.environment) = (keyed.session, keyed.environment)
    for _ in 1...2 { #expect(await terminal.run("show 1").output.contains("cost USD 2.00")) }
    var seller = other
    seller.environment["MARKET_PASSWORD"] = "hunter2"
    for pipe in [other, seller] {
      for command in ["show 1", "show 1 --json", "list --totals --json", "export"] {
        let outcome = await pipe.run(command)
        #expect(outcome.exitCode == .done && !outcome.output.contains("cost"), "\(command)")
      }
      #expect(await pipe.run("export --columns id,cost").exitCode == .wrongPassword)
    }
    // A seller is told no cost of what it changes, either.
    #expect(
      await seller.run("add --title Vase --price 9 --currency USD --stock 9 --cost 5").exitCode == .done)
    await seller.run("edit 2 --cost 6").prints("cost\t6")
    for command in ["restock 2 --cost 6 --json", "sell 2 --json"] {
      let told = await keyed.run(command + " --dry-run").output
      #expect(told.contains(#","cost":6,"#), "\(told)")
      let outcome = await seller.run(command)
      #expect(outcome.exitCode == .done && !outcome.output.contains("cost"), "\(command)")
    }
  }

  @Test func `a file that has no key, or that others can read, is refused before anything is sent`()
    async throws
  {
    let served = try await Served()
    var pipe = served.terminal(try Home())
    let key = try #require(
      try await Store(at: .file(served.home.path + "/.local/share/market/market.db")).operatorKey()
    ).text
    for (text, mode, message) in [
      ("", 0o600, "The file '⟨file⟩' has no key of a market"),
      ("hunter2", 0o600, "The file '⟨file⟩' has no key of a market"),
      (key.dropLast() + "g", 0o600, "The file '⟨file⟩' has no key of a market"),
      (key, 0o644, "Other users can read the file '⟨file⟩'"),
    ] {
      let file = try served.home.write(text, to: "market.key", mode: mode)
      pipe.environment["MARKET_KEY_FILE"] = file
      let outcome = await pipe.run("edit 1 --price 3")
      #expect(outcome.error.hasPrefix("Error: \(message.replacing("⟨file⟩", with: file))\n"))
      #expect(outcome.exitCode == .usage)
    }
    #expect(!served.session.requests.contains { $0.method != .get })
  }

  @Test func `an item gets a password, by which a seller changes it at a server`() async throws {
    let served = try await Served()
    let file = try served.home.write("hunter2\n", to: "secret", mode: 0o600)
    var seller = served.terminal(try Home())
    seller.environment["MARKET_PASSWORD"] = "hunter2"
    #expect(await seller.run("edit 1 --price 4").exitCode == .wrongPassword)
    await seller.run("edit 1 --set-password \(file)").prints(
      """
      ! Error: Only the operator of the market may do this
      ! Help:  Run it where the store is, or name the key of the market by MARKET_KEY_FILE
      exit 4
      """)
    await served.home.pipe.run("edit 1 --set-password \(file)").prints("password\t1\tLamp")
    await seller.run("edit 1 --price 4").prints("price\t5\t4")
    // The operator goes on without it, and gives another one through the server.
    try served.home.write("hunter3", to: "secret", mode: 0o600)
    await served.terminal(served.home).run("edit 1 --set-password \(file)").prints("password\t1\tLamp")
    #expect(await seller.run("edit 1 --price 5").exitCode == .wrongPassword)
    await served.home.pipe.run("edit 1 --price 6").prints("price\t4\t6")
    await served.home.pipe.run("edit 1 --set-password \(file) --price 7").prints(
      """
      ! Error: '--set-password' and '--price' cannot be used together
      ! Help:  Use only one of them
      exit 2
      """)
    #expect(await served.home.pipe.run("edit 9 --set-password \(file)").exitCode == .notFound)
    // The log has both, and neither is taken back.
    let log = await served.home.pipe.run("log --json").output
    #expect(log.components(separatedBy: #""kind":"password_set""#).count == 3)
    let entries = await served.home.pipe.run("log").output.split(separator: "\n")
    let entry = entries.first { $0.contains("password_set") }?.prefix { $0 != "\t" } ?? ""
    await served.home.pipe.run("undo \(entry) --yes").prints(
      "! Error: A password is not taken back: set another one with '--set-password'\nexit 6")
  }

  @Test func `a market that is made for its key is said, and has it at once when it is served`() async throws
  {
    let home = try Home()
    let made = await home.pipe.run("key")
    #expect(made.error == "The store '\(home.path)/.local/share/market/market.db' was made\n")
    await home.pipe.run("key").prints(made.output.trimmingCharacters(in: .newlines))
  }

  @Test func `the settings that buyers see are changed through a server, with the key alone`() async throws {
    let served = try await Served()
    let (other, keyed) = try await served.elsewhere()
    for command in ["set shop-title Corner", "get shop-title", "unset shop-title"] {
      #expect(await other.run("config \(command)").exitCode == .wrongPassword, "\(command)")
    }
    await keyed.run("config set shop-title Corner").prints(
      "! shop-title is set in the market http://127.0.0.1:8080")
    await keyed.run("config get shop-title").prints("Corner")
    #expect(await keyed.run("config set shop-logo \(MockData.path("macbook.png"))").exitCode == .done)
    await served.home.pipe.run("config get shop-title").prints("Corner")
    #expect(await served.home.pipe.run("config get shop-logo").output.hasSuffix(".png\n"))
    #expect(await keyed.run("config set shop-title Other --dry-run").exitCode == .done)
    await keyed.run("config get shop-title").prints("Corner")
    #expect(await keyed.run("config unset shop-title").exitCode == .done)
    #expect(await keyed.run("config get shop-title").exitCode == .notFound)
    // The request is the change itself, and nothing is asked before.
    let printed = await keyed.run("config set shop-title X --curl").output
    #expect(printed.hasPrefix("curl --request PATCH 'http://127.0.0.1:8080/settings'"), "\(printed)")
  }
}
