import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// Sellers without an account are told apart by their password, and what is private of one is in no response to another.
@Suite(.serialized) struct SellerTests {
  private static func add(
    _ title: String, sku: String? = nil, note: String? = nil, password: String, to market: VendorMarket
  ) async throws -> Int {
    var draft = ItemDraft(title: title, price: Price(1, .usDollar))
    (draft.sku, draft.note) = (sku, note)
    return try await NetworkManager(session: market.market).add(
      try ValidDraft(draft), images: [], password: password
    ).id
  }

  /// A batch of one line.
  private static func send(
    _ item: BatchItem, password: String, to market: VendorMarket
  ) async throws -> BatchResult? {
    try await NetworkManager(session: market.market).apply([(item, nil)], password: password).first
  }

  private static func export(
    _ query: ExportQuery, password: String? = nil, from market: VendorMarket
  ) async throws -> [BatchItem] {
    try await NetworkManager(session: market.market).export(query, password: password)
  }

  @Test func `two sellers have the same SKU, and each changes its own item by it`() async throws {
    let market = try await VendorMarket()
    let mine = try await Self.add("Mine", sku: "LAMP-1", password: "mine", to: market)
    let theirs = try await Self.add("Theirs", sku: "LAMP-1", password: "theirs", to: market)
    await #expect(throws: ClientError.skuTaken("LAMP-1")) {
      try await Self.add("Again", sku: "LAMP-1", password: "mine", to: market)
    }
    var change = BatchItem(.update)
    (change.sku, change.stock) = ("LAMP-1", 7)
    for (password, id) in [("mine", mine), ("theirs", theirs)] {
      #expect(try await Self.send(change, password: password, to: market)?.id == id)
    }
    #expect(try await Self.send(change, password: "neither", to: market)?.refusal == .noSuchItem)
    #expect(
      try await Self.export(ExportQuery(.skus(["LAMP-1"])), password: "mine", from: market).map(\.id) == [
        mine
      ])
    #expect(try await Self.export(ExportQuery(.skus(["LAMP-1"])), from: market).map(\.id) == [mine, theirs])
  }

  @Test func `two sellers import rows with the same keys and references`() async throws {
    let market = try await VendorMarket()
    for password in ["mine", "theirs", "mine"] {
      var item = BatchItem(.add, key: "row")
      (item.title, item.price, item.currency, item.reference) = ("Lamp", 1, "USD", "R")
      let result = try await Self.send(item, password: password, to: market)
      #expect(result?.outcome == .added)
      #expect(result?.id == (password == "mine" ? 1 : 2))
    }
    #expect(
      try await Self.export(ExportQuery(.references(["R"])), password: "theirs", from: market).map(\.id) == [
        2
      ])
    #expect(try await Self.export(ExportQuery(.references(["R"])), from: market) == [])
    #expect(try await Self.export(ExportQuery(.keys(["row"])), from: market) == [])
    let titled = ExportQuery(.titles(["Lamp", "lamp", "Desk"]))
    #expect(try await Self.export(titled, password: "theirs", from: market).map(\.id) == [2])
    #expect(try await Self.export(titled, from: market) == [])
    // Two of many items with one title are enough to say that there are several.
    var copy = BatchItem(.add, key: "copy")
    (copy.title, copy.price, copy.currency) = ("Lamp", 1, "USD")
    for number in 1...3 {
      copy.key = "copy-\(number)"
      _ = try await Self.send(copy, password: "theirs", to: market)
    }
    #expect(try await Self.export(titled, password: "theirs", from: market).count == 2)
  }

  @Test func `an export has what is private of its own items alone`() async throws {
    let market = try await VendorMarket()
    var item = BatchItem(.add, key: "row")
    (item.title, item.price, item.currency, item.reference, item.note) = ("Lamp", 1, "USD", "R", "cost 3")
    let image = ItemImage(filename: "a.png", content: .bytes(try MockData.bytes("macbook.png")))
    _ = try await NetworkManager(session: market.market).apply([(item, [image])], password: "mine")
    func seen(_ password: String?) async throws -> [String] {
      let items = try await Self.export(ExportQuery(), password: password, from: market)
      return items.map {
        "\($0.note ?? "-") \($0.reference ?? "-") \($0.key ?? "-") \($0.images?.map(\.count) ?? [])"
      }
    }
    #expect(try await seen("mine").first?.hasPrefix("cost 3 R row [") == true)
    for password in [nil, "theirs"] { #expect(try await seen(password) == ["- - - [0]"]) }
    #expect(try await Self.export(ExportQuery(isOwn: true), password: "theirs", from: market) == [])
  }

  @Test func `exports with wrong passwords lock no owner out, and are guesses at all sellers`() async throws {
    let market = try await VendorMarket()
    for number in 1...8 { _ = try await Self.add("Lamp", note: "n", password: "mine \(number)", to: market) }
    for _ in 1...9 {
      #expect(try await Self.export(ExportQuery(), password: "another", from: market).count == 8)
    }
    for id in 1...8 {
      _ = try await NetworkManager(session: market.market).edit(
        id: id, ItemPatch(stock: 2), password: "mine \(id)")
    }
    for number in 2...5 {
      #expect(try await Self.export(ExportQuery(), password: "guess \(number)", from: market).count == 8)
    }
    await #expect(throws: ClientError.self) {
      try await Self.export(ExportQuery(), password: "guess 6", from: market)
    }
    #expect(try await Self.export(ExportQuery(), password: "another", from: market).count == 8)
    #expect(try await Self.export(ExportQuery(), from: market).count == 8)
  }

  @Test func `an item of one's own under a guess makes it no look-up of another`() async throws {
    let market = try await VendorMarket()
    let secret = try await Self.add("Secret", sku: "S", note: "pin 4711", password: "guess 9", to: market)
    // Each of these would open the item of the ninth.
    func guess(_ number: Int, _ password: String, _ own: Int) async throws {
      switch number % 3 {
      case 0: _ = try await Self.export(ExportQuery(isOwn: true), password: password, from: market)
      case 1:
        let patch = ItemPatch(sku: "S")
        _ = try await NetworkManager(session: market.market).edit(id: own, patch, password: password)
      default:
        var change = BatchItem(.update, id: own)
        change.sku = "S"
        _ = try await Self.send(change, password: password, to: market)
      }
    }
    var tried = 0
    for number in 1...8 {
      let own = try await Self.add("Own", password: "guess \(number)", to: market)
      do {
        try await guess(number, "guess \(number)", own)
        tried += 1
      } catch ClientError.skuTaken {
        tried += 1
      } catch ClientError.unavailable {
        continue
      }
    }
    #expect(tried == 5)
    await #expect(throws: ClientError.self) {
      try await Self.export(ExportQuery(isOwn: true), password: "guess 9", from: market)
    }
    // The item itself is unaffected.
    #expect(
      try await NetworkManager(session: market.market).delete(id: secret, password: "guess 9")?.id == secret)
  }

  @Test func `wrong passwords in batches count for each item that a line names`() async throws {
    let market = try await VendorMarket()
    for _ in 1...2 { _ = try await Self.add("Lamp", password: "mine", to: market) }
    var change = BatchItem(.update, id: 1)
    change.stock = 7
    for number in 1...5 {
      let result = try await Self.send(change, password: "guess \(number)", to: market)
      #expect(result?.refusal == .wrongPassword)
    }
    for password in ["guess", "mine"] {
      #expect(try await Self.send(change, password: password, to: market)?.refusal?.code == "too_many_tries")
    }
    let client = NetworkManager(session: market.market)
    await #expect(throws: ClientError.self) {
      try await client.edit(id: 1, ItemPatch(stock: 2), password: "mine")
    }
    #expect(try await client.edit(id: 2, ItemPatch(stock: 2), password: "mine").stock == 2)
  }

  @Test func `passwords are guessed at the SKU of another five times`() async throws {
    let market = try await VendorMarket()
    _ = try await Self.add("Lamp", sku: "LAMP-1", password: "mine", to: market)
    for number in 1...5 {
      _ = try await Self.add("Guess", sku: "LAMP-1", password: "guess \(number)", to: market)
    }
    await #expect(throws: ClientError.self) {
      try await Self.add("Guess", sku: "LAMP-1", password: "guess 6", to: market)
    }
    #expect(try await Self.add("Other", sku: "DESK-1", password: "guess 6", to: market) > 0)
  }

  @Test func `a version tells nothing of a note, and guards the item`() async throws {
    let market = try await VendorMarket()
    let id = try await Self.add("Lamp", note: "1234", password: "mine", to: market)
    let version = try #require(try await Self.export(ExportQuery(), from: market).first?.version)
    // The reference and the note are not told.
    #expect(version.wholeMatch(of: /v[A-Z2-7]{34}0000[A-Z2-7]{8}0000[A-Z2-7]{15}/) != nil)
    var change = BatchItem(.update, id: id)
    (change.version, change.stock) = (version, 5)
    #expect(try await Self.send(change, password: "mine", to: market)?.outcome == .updated)
    change.stock = 6
    // A reader with the password reads the version of the private fields too.
    let changed = try await Self.export(ExportQuery(), password: "mine", from: market).first?.version
    let refusal = try await Self.send(change, password: "mine", to: market)?.refusal
    guard case .changed(let present, _)? = refusal else { return #expect(refusal == nil, "changed") }
    #expect(present == changed)
  }

  @Test func `a seller is found at another cost of hashes, as of a later version`() async throws {
    let market = try TemporaryMarket()
    var item = BatchItem(.add, key: "row")
    (item.title, item.price, item.currency, item.sku) = ("Lamp", 1, "USD", "LAMP-1")
    _ = try await market.manager.apply([(item, nil)], password: "mine")
    var options = LocalMarket.Options.forTests
    options.passwordCost = 2
    let later = NetworkManager(session: LocalMarket(at: market.location, options))
    #expect(try await later.export(ExportQuery(.skus(["LAMP-1"])), password: "mine").map(\.key) == ["row"])
    #expect(try await later.apply([(item, nil)], password: "mine").map(\.id) == [1])
  }

  @Test(.ofFiles) func `an item of an earlier version becomes one of the seller whose password changes it`()
    async throws
  {
    let market = try await VendorMarket()
    let id = try await Self.add("Lamp", sku: "LAMP-1", note: "n", password: "mine", to: market)
    let hash = try PasswordHash(cost: 1).hash("mine")
    let database = try SQLiteDatabase(path: market.market.store.path(TemporaryMarket.filename), .shared)
    try database.run("UPDATE item SET password_hash = ?", .text(hash))
    for table in ["item", "item_code"] {
      try database.run("UPDATE \(table) SET seller_id = 0", []) { _ throws(StoreError) in }
    }
    #expect(
      try await Self.export(ExportQuery(), password: "mine", from: market).map(\.note) == [nil])
    #expect(
      try await Self.export(ExportQuery(isOwn: true), password: "mine", from: market).map(\.id) == [
        id
      ])
    let named = try await Self.export(
      ExportQuery(.skus(["LAMP-1"])), password: "mine", from: market)
    #expect(named.map(\.id) == [id])
    await #expect(throws: ClientError.wrongPassword(id: id)) {
      try await NetworkManager(session: market.market).edit(id: id, ItemPatch(stock: 2), password: "guess")
    }
    #expect(
      try await NetworkManager(session: market.market).edit(id: id, ItemPatch(stock: 2), password: "mine")
        .stock
        == 2)
    #expect(try await Self.export(ExportQuery(), password: "mine", from: market).map(\.note) == ["n"])
    await #expect(throws: ClientError.skuTaken("LAMP-1")) {
      try await Self.add("Again", sku: "LAMP-1", password: "mine", to: market)
    }
  }
}

extension BatchRefusal {
  /// The code that a market has sent.
  fileprivate var code: String? {
    if case .other(let code, _, _) = self { code } else { nil }
  }
}
