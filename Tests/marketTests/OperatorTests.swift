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
    var other = restored.pipe
    other.environment["MARKET_PASSWORD"] = "hunter4"
    _ = await other.run("add --title 'Other lamp' --price 6 --currency USD --sku Lamp-1")
    // In another case, none of them has it exactly.
    for sku in ["Lamp-1", "LAMP-1"] {
      let path = try restored.home.write("sku,title,price,currency\n\(sku),Lamp,4,USD\n", to: "items.csv")
      await restored.pipe.run("import \(path) --yes").prints(
        """
        ! Error: Several items have the SKU or barcode '\(sku)': 1, 3
        ! Help:  Give the id of one
        exit 2
        """)
    }
    await restored.pipe.run("list --sort oldest --json=price").prints(
      "{\"price\":5}\n{\"price\":5}\n{\"price\":6}")
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
}
