import Foundation
import TestSupport
import Testing

@testable import OpenMarket

/// Random writes over two stores on one file, compared with what a person would add up.
struct LedgerPropertyTests {
  /// The sales of one item in one currency on one day.
  private struct Place: Hashable {
    let day: CalendarDay
    let item: Int
    let currency: String
  }

  private static let start = Date(timeIntervalSince1970: 1_795_240_680)

  private static func draft(_ chance: inout SeededChance) throws -> ValidDraft {
    try ValidDraft(
      ItemDraft(
        title: "item \(Int.random(in: 1...99, using: &chance))",
        price: Price(
          Decimal(Int.random(in: 1...50, using: &chance)),
          try #require(Currency(Bool.random(using: &chance) ? "USD" : "KRW"))),
        stock: Int.random(in: 0...20, using: &chance)))
  }

  private static func request(
    item id: Int, entries: Int, _ now: Date, _ chance: inout SeededChance
  ) -> MovementRequest {
    let quantity = Int.random(in: 1...4, using: &chance)
    let action: MovementRequest.Action =
      switch Int.random(in: 0..<10, using: &chance) {
      case 0..<4:
        .sell(
          quantity: quantity,
          price: Bool.random(using: &chance) ? nil : Decimal(Int.random(in: 1...9, using: &chance)))
      case 4: .restock(quantity: quantity, cost: Bool.random(using: &chance) ? 3 : nil)
      case 5, 6: .return(quantity: quantity, isResellable: Bool.random(using: &chance))
      case 7: .writeOff(quantity: quantity, .lost)
      case 8: .adjust(by: Bool.random(using: &chance) ? quantity : -quantity)
      default:
        .correct(
          entry: Int.random(in: 1...max(1, entries), using: &chance),
          quantity: [nil, nil, 0, quantity][Int.random(in: 0..<4, using: &chance)],
          price: Int.random(in: 0..<3, using: &chance) == 0
            ? nil : Decimal(Int.random(in: 0...9, using: &chance)),
          cost: Bool.random(using: &chance) ? 2 : nil)
      }
    let past = now - Double(Int.random(in: 0...20, using: &chance)) * 43_200
    return MovementRequest(
      itemID: id, action, reference: Int.random(in: 0..<4, using: &chance) == 0 ? "o\(quantity)" : nil,
      time: Bool.random(using: &chance) ? ReportedTime(past.formatted(.iso8601)) : nil,
      isAlreadyCounted: Int.random(in: 0..<5, using: &chance) == 0)
  }

  @Test(arguments: 1...3)
  func `the stock is the sum of movements, and totals are what was sold`(seed: UInt64) async throws {
    var chance = SeededChance(seed: seed)
    let folder = try TemporaryFolder()
    var options = Store.Options.patient()
    options.timeZone = TimeZone(identifier: ["Asia/Seoul", "America/Santiago", "UTC"][Int(seed % 3)])
    let stores = (0..<2).map { _ in Store(at: folder.store("a.db"), options) }
    var ids: [Int] = []
    var outcomes: [String: Int] = [:]
    for step in 0..<250 {
      let store = stores[Int.random(in: 0..<2, using: &chance)]
      let now = Self.start + Double(step) * 20_000
      let id = ids.randomElement(using: &chance) ?? 0
      switch Int.random(in: 0..<20, using: &chance) {
      case 0, 1,
        _ where ids.isEmpty:
        let added = try await store.add(
          Self.draft(&chance), images: [], passwordHash: "h", at: now, key: nil)
        ids.append(try #require(added).id)
      case 2:
        _ = try await store.delete(id: id, passwordHash: "h", at: now)
        ids.removeAll { $0 == id }
      case 3, 4:
        let draft = try Self.draft(&chance)
        _ = try await store.edit(id: id, passwordHash: "h", isCount: true, at: now) { _ in draft }
      default:
        let count = Int.random(in: 1...3, using: &chance)
        let requests = (0..<count).map { _ in Self.request(item: id, entries: step * 2, now, &chance) }
        do {
          let recorded = try await store.record(
            requests.map { AuthorizedMovement(request: $0, passwordHash: "h") }, key: nil, at: now)
          outcomes[recorded == nil ? "gone" : "recorded", default: 0] += 1
        } catch let refusal as LedgerRefusal {
          outcomes[String("\(refusal)".prefix { $0 != "(" }), default: 0] += 1
        }
      }
    }
    // The sequence reached what it is to reach.
    for outcome in ["recorded", "notEnough", "notSold"] {
      #expect(outcomes[outcome, default: 0] > 0, "\(outcome): \(outcomes)")
    }
    try check(folder.store("a.db").database())
  }

  /// Adds the ledger up without the program's own statements.
  private func check(_ database: any Database) throws {
    let movements = try database.rows(
      "SELECT \(Movement.columns) FROM movement ORDER BY id", as: Movement.init)
    let calendar = try MarketSettings(database: database).calendar()
    var stocks: [Int: Int] = [:]
    var expected: [String: [Int]] = [:]
    for movement in movements {
      stocks[movement.itemID, default: 0] += movement.quantity
      #expect(movement.stock == stocks[movement.itemID])
      #expect(movement.stock >= 0)
      let isOfSale =
        movement.kind == .sold || movement.kind == .returned
        || movement.kind == .correction && movement.sale != nil
      guard isOfSale else { continue }
      let day = calendar.day(of: movement.reportedAt)
      let key = "\(day.number) \(movement.itemID) \(movement.price.currency.code)"
      let revenue = NSDecimalNumber(decimal: movement.price.amount * 10_000).intValue
      let former = expected[key] ?? [0, 0]
      expected[key] = [former[0] - movement.quantity, former[1] - movement.quantity * revenue]
    }
    let found = try database.rows("SELECT day, item_id, currency, pieces, revenue FROM sale_total") {
      ("\($0.integer(0)) \($0.integer(1)) \($0.text(2))", [$0.integer(3), $0.integer(4)])
    }
    #expect(Dictionary(uniqueKeysWithValues: found) == expected.filter { $1 != [0, 0] })
    let items = try database.rows("SELECT id, stock FROM item") { ($0.integer(0), $0.integer(1)) }
    for (id, stock) in items { #expect(stocks[id] == stock) }
    try checkSales(of: movements, database)
    try checkNumbers(of: movements, database)
    #expect(try StoreCheck.findings(in: database) == [])
  }

  /// Compares the sales as they stand with those that the movements give.
  private func checkSales(of movements: [Movement], _ database: any Database) throws {
    var expected: [Int: [Int?]] = [:]
    for movement in movements {
      if movement.kind == .sold, movement.sale == nil {
        expected[movement.id] = [movement.itemID, movement.id, movement.id, -movement.quantity]
      } else if let sale = movement.sale, var row = expected[sale] {
        row[3] = (row[3] ?? 0) - movement.quantity
        // A correction begins with the reversal of the sale, and ends with its replacement.
        if movement.kind == .correction, movement.reverses == row[1] { row[2] = movement.id }
        if movement.kind == .sold { row[1] = movement.id }
        expected[sale] = row
      }
    }
    let found = try database.rows("SELECT id, item_id, entry, since, standing FROM sale") { row in
      (row.integer(0), (1...4).map { Optional(row.integer($0)) })
    }
    #expect(Dictionary(uniqueKeysWithValues: found) == expected)
  }

  /// Compares the numbers of the items' ledgers.
  private func checkNumbers(of movements: [Movement], _ database: any Database) throws {
    var numbers: [Int: [Int]] = [:]
    for movement in movements {
      var row = numbers[movement.itemID] ?? [0, 0, 0]
      row[0] += 1
      let isOfSale = [.sold, .returned].contains(movement.kind) || movement.sale != nil
      let price = isOfSale ? movement.price.amount : 0
      let cost = isOfSale || movement.kind == .received ? movement.cost ?? 0 : 0
      if isOfSale { row[1] += abs(movement.quantity) }
      row[2] += abs(movement.quantity) * NSDecimalNumber(decimal: (price + cost) * 10_000).intValue
      numbers[movement.itemID] = row
    }
    let found = try database.rows(
      "SELECT id, movements, moved_pieces, moved_amount FROM item WHERE movements <> 0"
    ) { row in
      (row.integer(0), (1...3).map { row.integer($0) })
    }
    #expect(Dictionary(uniqueKeysWithValues: found) == numbers)
  }

  @Test func `sales of several stores at once never sell more than there is`() async throws {
    let folder = try TemporaryFolder()
    let stores = (0..<3).map { _ in Store(at: folder.store("a.db"), .patient()) }
    let draft = try ValidDraft(ItemDraft(title: "t", price: Price(5, .usDollar), stock: 40))
    _ = try await stores[0].add(draft, images: [], passwordHash: "h", at: Self.start, key: nil)
    let sold = try await withThrowingTaskGroup(of: Int.self) { group in
      for store in stores {
        for _ in 0..<30 {
          group.addTask {
            let request = MovementRequest(itemID: 1, .sell(quantity: 1, price: nil))
            do {
              _ = try await store.record(
                [AuthorizedMovement(request: request, passwordHash: "h")], key: nil, at: Self.start)
              return 1
            } catch LedgerRefusal.notEnough { return 0 }
          }
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(sold == 40)
    let database = try folder.store("a.db").database()
    #expect(try database.integer("SELECT stock FROM item") == 0)
    try check(database)
  }

  @Test func `a check finds what does not add up`() async throws {
    let folder = try TemporaryFolder()
    let store = Store(at: folder.store("a.db"), .patient())
    let draft = try ValidDraft(ItemDraft(title: "t", price: Price(5, .usDollar), stock: 4))
    _ = try await store.add(draft, images: [], passwordHash: "h", at: Self.start, key: nil)
    let request = MovementRequest(itemID: 1, .sell(quantity: 1, price: nil))
    _ = try await store.record(
      [AuthorizedMovement(request: request, passwordHash: "h")], key: nil, at: Self.start)
    func findings(after script: String) async throws -> [StoreCheck.Finding]? {
      try folder.store("a.db").database().execute(script)
      return try await StoreCheck(at: folder.store("a.db")).findings()?.findings
    }
    #expect(try await findings(after: "") == [])
    #expect(
      try await findings(after: "UPDATE item SET stock = 9") == [.stock(item: 1, stock: 9, movements: 3)])
    #expect(
      try await findings(after: "UPDATE item SET stock = 3; UPDATE movement SET stock = 2 WHERE id = 2")
        == [.running(movement: 2)])
    let day = SalesCalendar(timeZone: .current).day(of: Self.start)
    #expect(
      try await findings(
        after: "UPDATE movement SET stock = 3 WHERE id = 2; UPDATE sale_total SET pieces = 2")
        == [.total(item: 1, day: day, currency: "USD")])
    #expect(
      try await findings(after: "DELETE FROM sale_total") == [.total(item: 1, day: day, currency: "USD")])
    #expect(try await StoreCheck(at: folder.store("none.db")).findings() == nil)
  }

  @Test func `a check reads the numbers that were given and the index of texts`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.db")
    let store = Store(at: .file(path), .patient())
    let draft = try ValidDraft(ItemDraft(title: "Desk lamp", price: Price(5, .usDollar), stock: 4))
    _ = try await store.add(draft, images: [], passwordHash: "h", at: Self.start, key: nil)
    func findings(after script: String) async throws -> [StoreCheck.Finding]? {
      try SQLiteDatabase(path: path, .shared).execute(script)
      return try await StoreCheck(at: .file(path)).findings()?.findings
    }
    #expect(
      try await findings(after: "UPDATE sqlite_sequence SET seq = 0 WHERE name = 'item'")
        == [.damage("sqlite_sequence: item has the id 1")])
    let sequence = "UPDATE sqlite_sequence SET seq = 1 WHERE name = 'item';"
    #expect(
      try await findings(
        after: "\(sequence) INSERT INTO item_search (rowid, title) VALUES (2, 'ghost')")
        == [.searchText("item_search: item 2")])
    #expect(
      try await findings(after: "DELETE FROM item_search")
        == [.searchText("item_search: item 1")])
    #expect(
      try await findings(after: "INSERT INTO item_search (rowid, title) VALUES (1, 'test lamp')")
        == [])
    // The text ends at the first character, the index has all of its runs.
    var bytes = try Data(contentsOf: URL(filePath: path))
    let text = try #require(bytes.range(of: Data("test lamp".utf8)))
    bytes[text.lowerBound + 1] = 0
    try bytes.write(to: URL(filePath: path))
    #expect(try await findings(after: "") == [.searchIndex("item_search: 7 <> 0")])
  }

  @Test func `another time zone moves sales to other days`() async throws {
    let folder = try TemporaryFolder()
    var options = Store.Options.patient()
    options.timeZone = TimeZone(identifier: "UTC")
    let store = Store(at: folder.store("a.db"), options)
    let draft = try ValidDraft(ItemDraft(title: "t", price: Price(5, .usDollar), stock: 4))
    _ = try await store.add(draft, images: [], passwordHash: "h", at: Self.start, key: nil)
    let request = MovementRequest(
      itemID: 1, .sell(quantity: 2, price: nil), time: ReportedTime("2026-10-31T20:00"))
    _ = try await store.record(
      [AuthorizedMovement(request: request, passwordHash: "h")], key: nil, at: Self.start)
    #expect(try await store.sales(SalesQuery()).rows.map(\.day?.description) == ["2026-10-31"])
    let seoul = try #require(TimeZone(identifier: "Asia/Seoul"))
    try await store.write { try MarketSettings(database: $0).setTimeZone(seoul) }
    #expect(try await store.sales(SalesQuery()).rows.map(\.day?.description) == ["2026-11-01"])
    try check(folder.store("a.db").database())
  }

  @Test func `a receipt leads to its sale, until all of it has come back`() async throws {
    let folder = try TemporaryFolder()
    let store = Store(at: folder.store("a.db"), .patient())
    let draft = try ValidDraft(ItemDraft(title: "t", price: Price(5, .usDollar), stock: 4))
    for _ in 1...2 {
      _ = try await store.add(draft, images: [], passwordHash: "h", at: Self.start, key: nil)
    }
    func record(_ action: MovementRequest.Action) async throws -> [RecordedMovement] {
      let request = MovementRequest(itemID: 1, action)
      return try await store.record(
        [AuthorizedMovement(request: request, passwordHash: "h")], key: nil, at: Self.start)?.movements ?? []
    }
    func sale(ofReceipt code: String, item id: Int = 1) async throws -> ReceiptSale? {
      let code = try #require(ReceiptCode(code))
      return try await store.read { try SaleRows(database: $0).sale(ofReceipt: code, item: id) } ?? nil
    }
    let receipt = try #require(try await record(.sell(quantity: 2, price: nil)).first?.receipt)
    #expect(try await sale(ofReceipt: receipt.text) == ReceiptSale(sale: 3, standing: 2))
    #expect(try await sale(ofReceipt: receipt.text, item: 2) == nil)
    #expect(try await sale(ofReceipt: "A234567A234567AA") == nil)
    let corrected = try await record(.correct(entry: 3, price: 4))
    #expect(corrected.last?.receipt == receipt)
    #expect(try await sale(ofReceipt: receipt.text) == ReceiptSale(sale: 3, standing: 2))
    for standing in [1, 0] {
      _ = try await record(.return(quantity: 1, isResellable: true))
      let found = try await sale(ofReceipt: receipt.text)
      #expect(found == ReceiptSale(sale: 3, standing: standing))
      #expect(found?.stands == (standing > 0))
    }
  }
}
