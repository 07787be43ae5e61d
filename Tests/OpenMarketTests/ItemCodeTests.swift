import Foundation
import TestSupport
import Testing

@testable import OpenMarket

/// SKUs and barcodes, and the codes by which they find items.
struct ItemCodeTests {
  @Test(
    arguments: [
      ("8801234567893", "8801234567893"), ("012345678905", "012345678905"), ("96385074", "96385074"),
      ("0012345678905", "0012345678905"), ("00012345678905", "00012345678905"),
      // The examples of ISO 2108 and of the International ISBN Agency.
      ("978-3-16-148410-0", "9783161484100"), ("3-16-148410-X", "9783161484100"),
      ("316148410x", "9783161484100"),
      ("0 306 40615 2", "9780306406157"),
      // A label of a shop, whose last digit checks nothing.
      ("8801234567891", "8801234567891"),
      // A wrong check digit of an ISBN, other numbers of digits, other characters.
      ("3-16-148410-1", nil), ("123", nil), ("", nil),
      ("12345678905", nil), ("000000000000000", nil), ("88O1234567893", nil), ("８８０１２３４５６７８９３", nil),
    ] as [(String, String?)])
  func `a barcode is its digits`(text: String, digits: String?) {
    #expect(Barcode(text)?.digits == digits)
  }

  @Test func `all forms of a barcode, and a SKU in any case, have one code`() {
    let upc = ["012345678905", "0012345678905", "00012345678905"].map(ItemCode.code)
    #expect(Set(upc).count == 1)
    #expect(ItemCode.code(of: "LMP-7") == ItemCode.code(of: "lmp-7"))
    #expect(ItemCode.code(of: "CAF\u{C9}") == ItemCode.code(of: "cafe\u{301}"))
    #expect(ItemCode.codes(of: "3-16-148410-X").contains(ItemCode.code(of: "9783161484100")))
    // Zeros before a number that is no barcode count.
    #expect(ItemCode.code(of: "0012") != ItemCode.code(of: "12"))
    #expect(ItemCode.code(of: "12345678905") != ItemCode.code(of: "012345678905"))
  }
}

/// Items in a store, by their codes.
@Suite struct CodeStoreTests {
  private let market: TemporaryMarket
  private let store: Store

  init() throws {
    market = try TemporaryMarket()
    store = Store(at: market.location, .patient(timeout: .seconds(60)))
  }

  @discardableResult
  private func add(
    _ title: String = "Lamp", sku: String? = nil, barcodes: [String] = [], password: String = "p"
  ) async throws -> Int {
    var draft = ItemDraft(title: title, price: Price(5, .usDollar), sku: sku)
    draft.details[.barcodes] = .list(barcodes)
    return try await market.manager.add(draft, images: [], password: password).id
  }

  private func patch(_ barcodes: [String]) -> ItemPatch {
    var patch = ItemPatch()
    patch.details[.barcodes] = .list(barcodes)
    return patch
  }

  /// The items that words name, of the seller with a password.
  private func named(_ words: String..., password: String? = "p") async throws -> [Int?] {
    try await market.manager.export(ExportQuery(.skus(words)), password: password).map(\.id)
  }

  private func findings() async throws -> [StoreCheck.Finding]? {
    try await StoreCheck(at: market.location).findings()?.findings
  }

  @Test func `barcodes are kept with their zeros, and found in each form`() async throws {
    let id = try await add(barcodes: ["012345678905", "978-3-16-148410-0"])
    #expect(try await market.manager.item(id: id).details.barcodes == ["012345678905", "9783161484100"])
    for word in ["012345678905", "0012345678905", "3-16-148410-X", "9783161484100"] {
      #expect(try await named(word) == [id], "\(word)")
      guard !word.contains("-") else { continue }
      #expect(try await market.manager.page(PageQuery(search: word)).items.map(\.id) == [id], "\(word)")
    }
    #expect(try await named("12345678905", "316148410") == [])
    _ = try await market.manager.edit(id: id, patch(["96385074"]), password: "p")
    #expect(try await named("012345678905", "96385074") == [id])
    #expect(try await market.manager.page(PageQuery(search: "012345678905")).items == [])
    _ = try await market.manager.edit(id: id, patch([]), password: "p")
    #expect(try await named("96385074") == [])
    #expect(try await findings() == [])
  }

  @Test func `a code is one item's among those of a seller`() async throws {
    let first = try await add(sku: "Lmp-7", barcodes: ["012345678905"])
    await #expect(throws: ClientError.barcodeTaken("0012345678905")) {
      try await add(barcodes: ["96385074", "0012345678905"])
    }
    await #expect(throws: ClientError.skuTaken("0012345678905")) { try await add(sku: "0012345678905") }
    await #expect(throws: ClientError.skuTaken("LMP-7")) { try await add(sku: "LMP-7") }
    let second = try await add("Desk", sku: "DSK", barcodes: ["96385074"])
    await #expect(throws: ClientError.barcodeTaken("96385074")) {
      try await market.manager.edit(id: first, patch(["96385074"]), password: "p")
    }
    #expect(try await market.manager.item(id: first).details.barcodes == ["012345678905"])
    // Its own stay its own, in another form, too.
    _ = try await market.manager.edit(id: first, patch(["0012345678905"]), password: "p")
    // Another seller's codes are independent.
    let other = try await add("Vase", sku: "LMP-7", barcodes: ["012345678905"], password: "q")
    #expect(try await named("lmp-7", "012345678905") == [first])
    #expect(try await named("lmp-7", "012345678905", password: "q") == [other])
    #expect(try await named("012345678905", "DSK", password: nil) == [first, second, other])
    #expect(try await findings() == [])
  }

  @Test func `an item in the trash leaves its codes, and needs them when it is restored`() async throws {
    let id = try await add(sku: "A", barcodes: ["96385074"])
    try await market.manager.delete(id: id, password: "p")
    #expect(try await named("a", "96385074") == [])
    let newer = try await add(sku: "B", barcodes: ["96385074"])
    await #expect(throws: ClientError.undo(.taken(item: id, .barcode))) {
      try await market.manager.restore(id: id, sku: nil, password: "p")
    }
    try await market.manager.delete(id: newer, password: "p")
    #expect(try await market.manager.restore(id: id, sku: "C", password: "p").sku == "C")
    #expect(try await named("c", "96385074") == [id])
    #expect(try await named("a") == [])
    #expect(try await findings() == [])
  }

  @Test func `an undo gives codes back, unless another item has them`() async throws {
    let id = try await add(sku: "A", barcodes: ["96385074"])
    _ = try await market.manager.edit(id: id, patch([]), password: "p")
    _ = try await market.manager.undo(2, isForced: false, isPlan: false, password: "p")
    #expect(try await named("96385074") == [id])
    _ = try await market.manager.edit(id: id, patch([]), password: "p")
    try await add(barcodes: ["96385074"])
    await #expect(throws: ClientError.undo(.taken(item: id, .barcode))) {
      try await market.manager.undo(4, isForced: false, isPlan: false, password: "p")
    }
    #expect(try await findings() == [])
  }

  @Test func `SKUs of an earlier program that differ in case alone stay, and are found exactly`() async throws
  {
    let (one, two) = (try await add(sku: "abc"), try await add("Desk", sku: "other"))
    try await store.write { database in
      try database.run("UPDATE item SET sku = 'ABC' WHERE id = ?", .integer(two))
      try CodeRows(database: database).write()
    }
    #expect(try await findings() == [])
    #expect(
      try await StoreCheck(at: market.location).mergedCodes() == [
        MergedCode(first: one, last: two, code: "abc")
      ])
    #expect(try await named("abc") == [one])
    #expect(try await named("ABC") == [two])
    #expect(try await named("aBc") == [one, two])
    // Each keeps its SKU, and none gets that of the other.
    for id in [one, two] {
      _ = try await market.manager.edit(id: id, ItemPatch(title: "Vase"), password: "p")
    }
    await #expect(throws: ClientError.skuTaken("ABC")) {
      try await market.manager.edit(id: one, ItemPatch(sku: "ABC"), password: "p")
    }
    _ = try await market.manager.edit(id: two, ItemPatch(sku: "def"), password: "p")
    #expect(try await StoreCheck(at: market.location).mergedCodes() == [])
    #expect(try await named("aBc") == [one])
    #expect(try await findings() == [])
  }

  @Test func `a line of a batch names an item by its SKU in any case, and leaves it`() async throws {
    let id = try await add(sku: "Lmp-7", barcodes: ["96385074"])
    var lines: [BatchItem] = []
    for (name, stock) in [("LMP-7", 3), ("96385074", 4)] {
      var line = BatchItem(.update)
      (line.sku, line.stock) = (name, stock)
      lines.append(line)
      #expect(try await market.manager.apply([(line, nil)], password: "p").map(\.id) == [id])
      let item = try await market.manager.item(id: id)
      #expect((item.sku, item.stock) == ("Lmp-7", stock))
    }
    // Lines of one batch have their codes for themselves, too.
    lines = [("x", ["012345678905"]), ("X", []), ("y", ["0012345678905"])].enumerated().map { number, codes in
      var line = BatchItem(.add, key: "\(number)")
      (line.title, line.price, line.currency, line.sku) = ("Row", 1, "USD", codes.0)
      if !codes.1.isEmpty { line.details[.barcodes] = .list(codes.1) }
      return line
    }
    let results = try await market.manager.apply(lines.map { ($0, nil) }, password: "p")
    #expect(results.map(\.refusal) == [nil, .taken(.sku), .taken(.barcode)])
    #expect(try await findings() == [])
  }
}
