import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

struct UndoTests {
  private static let start = Date(timeIntervalSince1970: 1_795_240_680)

  private let folder: TemporaryFolder
  private let clock = Locked(UndoTests.start)
  private let manager: NetworkManager
  private let operation: NetworkManager
  private let store: Store

  init() throws {
    folder = try TemporaryFolder()
    var options = Store.Options.patient()
    options.now = { [clock] in clock.value }
    store = Store(at: folder.store(), options)
    var market = LocalMarket.Options.forTests
    market.now = { [clock] in clock.value }
    market.reviews.ofItem = 10_000
    market.reviews.ofClient = 10_000
    manager = NetworkManager(session: LocalMarket(store, market))
    market.isOperated = true
    operation = NetworkManager(session: LocalMarket(Store(at: folder.store(), options), market))
  }

  private func add(_ title: String = "Lamp", stock: Int = 9, sku: String? = nil) async throws -> Int {
    let draft = ItemDraft(
      title: title, description: "old", price: Price(12.5, .usDollar), stock: stock, sku: sku, tags: ["a"])
    return try await manager.add(draft, images: [try Self.image("macbook.png")], password: "p").id
  }

  private static func image(_ name: String) throws -> ItemImage {
    ItemImage(filename: name, content: .bytes(try MockData.bytes(name)))
  }

  @discardableResult
  private func undo(_ entry: Int? = nil, isForced: Bool = false) async throws -> UndoResult {
    let newest = try await store.log(1, size: 1, ofItem: nil)?.entries.first?.id
    guard let id = entry ?? newest else { throw UndoRefusal.noSuchEntry(nil) }
    do {
      let plan = try await operation.undo(id, isForced: isForced, isPlan: true, password: "")
      let result = try await operation.undo(id, isForced: isForced, isPlan: false, password: "")
      // PostgreSQL gives no number twice, not even those of a plan that is rolled back.
      func compared(_ changes: [LogChange]) -> [LogChange] {
        guard TestDatabase.isServer else { return changes }
        return changes.map { change in
          var change = change
          change.movements = change.movements.map { _ in 0 }
          return change
        }
      }
      #expect(compared(plan.changes) == compared(result.changes) && plan.remaining == result.remaining)
      return result
    } catch {
      if case .undo(let refusal) = error { throw refusal }
      throw error
    }
  }

  private func record(_ item: Int, _ action: MovementRequest.Action) async throws {
    _ = try await manager.record([(MovementRequest(itemID: item, action), "p")])
  }

  private func findings() async throws -> [StoreCheck.Finding]? {
    try await StoreCheck(at: folder.store()).findings()?.findings
  }

  private func log() async throws -> [LogEntry] {
    try await store.log(1, size: 500, ofItem: nil)?.entries ?? []
  }

  @Test func `an edit is taken back with its texts, tags and images, and the undo is taken back, too`()
    async throws
  {
    let id = try await add(sku: "S")
    let before = try await manager.item(id: id)
    var patch = ItemPatch(title: "Lamp 2", discount: .to(3), stock: 4)
    patch.description = "new"
    patch.images = [try Self.image("macbook.jpg"), try Self.image("macbook.png")]
    let after = try await manager.edit(id: id, patch, password: "p")
    let result = try await undo()
    #expect(result.changes.map(\.kind) == [.edited])
    #expect(try await manager.item(id: id) == before)
    #expect(try await manager.image(at: try #require(before.images?.first)).bytes.count > 0)
    await #expect(throws: (any Error).self) { try await manager.image(at: try #require(after.images?.first)) }
    #expect(try await findings() == [])
    try await undo()
    #expect(try await manager.item(id: id) == after)
    try await undo()
    #expect(try await manager.item(id: id) == before)
    // Each takes the one before it back.
    let entries = try await log()
    #expect(entries.map(\.undoes) == entries.dropFirst().prefix(3).map(\.id) + [nil, nil])
    #expect(try await findings() == [])
  }

  @Test func `a response has the part of a long text that differs`() async throws {
    let id = try await add()
    let text = String(repeating: "word ", count: 1_000)
    for end in ["old", "new"] {
      var patch = ItemPatch()
      patch.description = text + end
      _ = try await manager.edit(id: id, patch, password: "p")
    }
    let page = try await manager.log(ofItem: id, 1, size: 1, password: "p")
    let field = try #require(page.entries.first?.changes.first?.fields.first)
    let beginning = "…" + String(repeating: "word ", count: 10)
    #expect(field == .init(name: "description", before: beginning + "old", after: beginning + "new"))
  }

  @Test func `a deletion, an addition and a restoration are taken back`() async throws {
    let id = try await add()
    let item = try await manager.item(id: id)
    try await manager.delete(id: id, password: "p")
    try await undo()
    #expect(try await manager.item(id: id) == item)
    try await undo(1)
    #expect(try await manager.trash(1, size: 9, password: "p").items.map(\.id) == [id])
    _ = try await manager.restore(id: id, sku: nil, password: "p")
    try await undo()
    #expect(try await manager.trash(1, size: 9, password: "p").items.map(\.id) == [id])
  }

  @Test func `the undo of a deletion is taken back, also of an item that was sold before`() async throws {
    let id = try await add()
    try await record(id, .sell(quantity: 1, price: nil))
    try await manager.delete(id: id, password: "p")
    for _ in 1...2 {
      try await undo()
      #expect(try await manager.item(id: id).stock == 8)
      try await undo()
      #expect(try await manager.trash(1, size: 9, password: "p").items.map(\.id) == [id])
    }
    // A sale after it stays.
    try await undo()
    let restoring = try #require(try await log().first?.id)
    try await record(id, .sell(quantity: 1, price: nil))
    await #expect(throws: UndoRefusal.self) { try await undo(restoring, isForced: true) }
    #expect(try await findings() == [])
  }

  @Test func `what has changed since is refused, and taken back by force`() async throws {
    let id = try await add()
    _ = try await manager.edit(id: id, ItemPatch(title: "Lamp 2"), password: "p")
    _ = try await manager.edit(id: id, ItemPatch(title: "Lamp 3"), password: "p")
    await #expect(throws: UndoRefusal.changed(item: id, title: "Lamp 3")) { try await undo(2) }
    await #expect(throws: UndoRefusal.changed(item: id, title: "Lamp 3")) { try await undo(1) }
    let by = try #require(try await undo(2, isForced: true).undo)
    #expect(try await manager.item(id: id).title == "Lamp")
    await #expect(throws: UndoRefusal.undone(2, by: by)) { try await undo(2) }
    await #expect(throws: UndoRefusal.noSuchEntry(99)) { try await undo(99) }
  }

  @Test func `an unknown entry, another's and a wrong password get the same answers`() async throws {
    let id = try await add()
    _ = try await manager.edit(id: id, ItemPatch(title: "Lamp 2"), password: "p")
    let marketplace = Marketplace(store, passwordCost: 1, now: { [clock] in clock.value })
    func answers(_ entry: Int, _ client: String) async throws -> [String] {
      var answers: [String] = []
      for _ in 1...8 {
        do {
          _ = try await marketplace.undo(
            entry, isForced: false, isPlan: true, .password("guess"), client: client)
          answers.append("undone")
        } catch {
          answers.append(error as? UndoRefusal == .noSuchEntry(entry) ? "no such entry" : "\(error)")
        }
      }
      return answers
    }
    let wrong = try await answers(2, "192.0.2.1")
    #expect(Set(wrong).count == 2)
    let unknown = try await answers(99, "192.0.2.2")
    #expect(unknown == wrong)
  }

  @Test func `a stock is taken back by its difference, so that what was sold since stays sold`() async throws
  {
    let id = try await add(stock: 10)
    _ = try await manager.edit(id: id, ItemPatch(stock: 14), password: "p")
    try await record(id, .sell(quantity: 3, price: nil))
    await #expect(throws: UndoRefusal.changed(item: id, title: "Lamp")) { try await undo(2) }
    try await undo(2, isForced: true)
    #expect(try await manager.item(id: id).stock == 7)
    #expect(try await findings() == [])
  }

  @Test func `sales, returns, deliveries, losses and corrections are taken back by further movements`()
    async throws
  {
    let id = try await add(stock: 20)
    let actions: [MovementRequest.Action] = [
      .sell(quantity: 4, price: 9), .return(quantity: 1, isResellable: true),
      .return(quantity: 1, isResellable: false), .restock(quantity: 5, cost: 3),
      .writeOff(quantity: 2, .lost),
      .adjust(by: 3),
    ]
    var stocks: [Int] = []
    for action in actions {
      stocks.append(try await manager.item(id: id).stock)
      try await record(id, action)
    }
    let sold = try await manager.sales(SalesQuery(by: .currency)).rows.map(\.pieces)
    #expect(sold == [2])
    for stock in stocks.reversed() {
      let newest = try #require(try await log().first { $0.undoes == nil && $0.undone == nil })
      try await undo(newest.id)
      #expect(try await manager.item(id: id).stock == stock)
      #expect(try await findings() == [])
    }
    #expect(try await manager.sales(SalesQuery(by: .currency)).rows.map(\.pieces) == [])
    // Taken back in turn, the sale counts again.
    try await undo(try #require(try await log().first { $0.undone != nil && $0.command == .sell }?.undone))
    #expect(try await manager.sales(SalesQuery(by: .currency)).rows.map(\.pieces) == [4])
    #expect(try await findings() == [])
  }

  @Test func `a corrected price and a voided sale get their terms back`() async throws {
    let id = try await add(stock: 20)
    try await record(id, .sell(quantity: 4, price: 9))
    try await record(id, .return(quantity: 1, isResellable: true))
    let entry = try #require(
      try await manager.history(ofItem: id, page: 1, size: 9, password: "p").entries.compactMap { entry in
        if case .movement(let movement, _) = entry, movement.kind == .sold { movement.id } else { nil }
      }.first)
    try await record(id, .correct(entry: entry, quantity: nil, price: 5, cost: nil))
    func revenue() async throws -> [Decimal] {
      try await manager.sales(SalesQuery(by: .currency)).rows.map(\.revenue.amount)
    }
    #expect(try await revenue() == [15])
    try await undo()
    #expect(try await revenue() == [27])
    try await undo()
    #expect(try await revenue() == [15])
    #expect(try await findings() == [])
  }

  @Test func `an answer and a fold are taken back, and a review is its author's`() async throws {
    let id = try await add()
    let review = try await manager.review(item: id, ReviewDraft(stars: 4, text: "good"), password: "r")
    await #expect(throws: UndoRefusal.notUndoable(.reviewed)) { try await undo() }
    _ = try await manager.answer(review: review.id, "Thanks", password: "p")
    try await undo()
    #expect(try await manager.review(id: review.id) == review)
    try await undo()
    #expect(try await manager.review(id: review.id).answer?.text == "Thanks")
    _ = try await manager.fold(review: review.id, password: "p")
    try await undo()
    #expect(try await manager.review(id: review.id).isFolded == false)
  }

  @Test func `an import is taken back as a whole, without what was sold, edited and reviewed since`()
    async throws
  {
    let former = try await add("old", stock: 3, sku: "OLD")
    var lines: [(item: BatchItem, images: [ItemImage]?)] = (1...5).map { number in
      var line = BatchItem(.add, key: "row \(number)")
      (line.title, line.price, line.currency, line.stock) = ("new \(number)", 5, "USD", 2)
      return (line, nil)
    }
    var change = BatchItem(.update)
    (change.sku, change.title, change.stock, change.reference) = ("OLD", "changed", 8, "R")
    lines.append((change, nil))
    let ids = try await manager.apply(lines, password: "p").compactMap(\.id)
    try await record(ids[0], .sell(quantity: 1, price: nil))
    _ = try await manager.edit(id: ids[1], ItemPatch(title: "mine"), password: "p")
    _ = try await manager.review(item: ids[2], ReviewDraft(stars: 5), password: "r")
    try await manager.delete(id: ids[3], password: "p")
    let result = try await undo(2)
    #expect(result.remaining.map(\.reason) == [.deleted, .reviewed, .edited, .sold])
    #expect(result.changes.map(\.kind) == [.edited, .deleted])
    #expect(try await manager.item(id: former).title == "old")
    #expect(try await manager.item(id: former).stock == 3)
    #expect(try await findings() == [])
    // The changes that were taken back come back, too.
    try await undo(result.undo)
    #expect(try await manager.item(id: former).title == "changed")
    #expect(try await manager.item(id: ids[4]).title == "new 5")
    #expect(try await findings() == [])
  }

  @Test func `a sold item of an import stays, however often it was edited before`() async throws {
    var line = BatchItem(.add, key: "row")
    (line.title, line.price, line.currency, line.stock) = ("new", 5, "USD", 2)
    let id = try #require(try await manager.apply([(line, nil)], password: "p").first?.id)
    for number in 1...LogLimits.shown + 1 {
      _ = try await manager.edit(id: id, ItemPatch(title: "\(number)"), password: "p")
    }
    try await record(id, .sell(quantity: 1, price: nil))
    await #expect(throws: UndoRefusal.nothingLeft(1)) { try await undo(1, isForced: true) }
    // A sale that was taken back holds nothing.
    try await undo()
    try await undo(1, isForced: true)
    #expect(try await manager.trash(1, size: 9, password: "p").items.map(\.id) == [id])
  }

  @Test func `an edit whose images were not kept is refused, and nothing of it is taken back`() async throws {
    let id = try await add()
    var patch = ItemPatch(title: "new")
    patch.images = [try Self.image("macbook.jpg")]
    let edited = try await manager.edit(id: id, patch, password: "p")
    _ = try await store.write { database in
      try database.execute("DELETE FROM image_digest WHERE image_id = 1; DELETE FROM image WHERE id = 1")
    }
    await #expect(throws: UndoRefusal.imagesGone(item: id)) { try await undo(isForced: true) }
    #expect(try await manager.item(id: id) == edited)
  }

  @Test func `settings are taken back, and vendors are not`() async throws {
    _ = try await add()
    _ = try await operation.change(SettingsChange(trashDays: 7))
    try await undo()
    #expect(try await store.trashDays() == 30)
    _ = try await operation.addVendor(name: "Kim", id: nil, identifier: nil, secret: nil)
    await #expect(throws: UndoRefusal.notUndoable(.vendorAdded)) { try await undo() }
  }

  @Test func `of two processes that take one entry back, one does`() async throws {
    let id = try await add()
    try await manager.delete(id: id, password: "p")
    let others = (1...4).map { _ in Store(at: folder.store()) }
    let outcomes = await withTaskGroup(of: Result<UndoResult?, any Error>.self) { group in
      for other in others {
        group.addTask {
          do {
            return .success(try await other.undo(2, isForced: false, isPlan: false, at: Self.start))
          } catch {
            return .failure(error)
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.count { if case .success = $0 { true } else { false } } == 1)
    let by = try #require(try await log().first?.id)
    for case .failure(let error) in outcomes { #expect(error as? UndoRefusal == .undone(2, by: by)) }
    #expect(try await findings() == [])
  }

  @Test func `the log has a limit, and what it forgets frees the images that it kept`() async throws {
    let id = try await add()
    for name in ["macbook.jpg", "macbook.png"] {
      var patch = ItemPatch()
      patch.images = [try Self.image(name)]
      _ = try await manager.edit(id: id, patch, password: "p")
    }
    func images() async throws -> Int? {
      try await store.read { try $0.integer("SELECT count(*) FROM image") } ?? nil
    }
    #expect(try await images() == 3)
    _ = try await store.write { try LogRows($0, at: Self.start).forgetOldest() }
    #expect(try await images() == 1)
    await #expect(throws: UndoRefusal.noSuchEntry(nil)) { try await undo() }
    _ = try await manager.edit(id: id, ItemPatch(title: "t"), password: "p")
    #expect(try await store.log(1, size: 9, ofItem: id)?.isCut == true)
  }

  @Test func `a client takes back a bounded number of changes, and its log has no long texts`() async throws {
    let id = try await add()
    var patch = ItemPatch()
    patch.description = String(repeating: "x", count: 60_000)
    _ = try await manager.edit(id: id, patch, password: "p")
    let entries = try await manager.log(ofItem: id, 1, size: 9, password: "p").entries
    #expect(
      entries.map(\.changes) == [
        [LogChange(.edited, item: id)], [LogChange(.added, item: id, title: "Lamp")],
      ])
    let result = try await manager.undo(entries[0].id, isForced: false, isPlan: true, password: "p")
    #expect(result.changes.first?.fields.first?.before?.utf8.count == 253)
    #expect(result.changes.first?.fields.first?.after == "old")
    let lines: [(item: BatchItem, images: [ItemImage]?)] = (1...101).map { number in
      var line = BatchItem(.add, key: "row \(number)")
      (line.title, line.price, line.currency) = ("new \(number)", 5, "USD")
      return (line, nil)
    }
    _ = try await manager.apply(lines, password: "p")
    let entry = try #require(try await log().first?.id)
    await #expect(throws: ClientError.undo(.tooMany(entry))) {
      try await manager.undo(entry, isForced: false, isPlan: false, password: "p")
    }
    #expect(try await undo(entry).changes.count == 101)
  }

  /// The items with all that a client sees of them, the trash, and the stocks and sales of all.
  private func state() async throws -> [String] {
    let items = try await manager.export(ExportQuery(limit: 500), password: "p").map { item in
      var item = item
      (item.version, item.versionKey, item.images) = (nil, nil, nil)
      return "\(item)"
    }
    let images = try await manager.page(PageQuery(size: 100)).items.map { "\($0.id) \($0.thumbnails)" }
    let sales = try await manager.sales(SalesQuery(by: .item)).rows.map { "\($0)" }
    return items + images + sales
  }

  @Test(arguments: 1...4)
  func `random writes, all taken back in reverse, leave the market as it was`(seed: UInt64) async throws {
    var chance = SeededChance(seed: seed)
    for number in 1...4 { _ = try await add("start \(number)", stock: 20) }
    for id in 1...4 { try await record(id, .sell(quantity: 3, price: nil)) }
    let start = try await state()
    let first = try #require(try await log().first?.id)
    for step in 1...40 {
      clock.withLock { $0 += 60 }
      let listed = try await manager.page(PageQuery(size: 100)).items.map(\.id)
      guard let id = listed.randomElement(using: &chance) else { continue }
      let quantity = Int.random(in: 1...4, using: &chance)
      do {
        switch Int.random(in: 0..<11, using: &chance) {
        case 0: _ = try await add("item \(step)")
        case 1: try await manager.delete(id: id, password: "p")
        case 2:
          var patch = ItemPatch(
            title: "edit \(step)", discount: Bool.random(using: &chance) ? .to(2) : ItemPatch.Discount.none)
          patch.description = "text \(step)"
          patch.details[.tags] = .list(["t\(step)"])
          _ = try await manager.edit(id: id, patch, password: "p")
        case 3:
          var patch = ItemPatch()
          patch.images = [try Self.image("macbook.jpg")]
          _ = try await manager.edit(id: id, patch, password: "p")
        case 4: _ = try await manager.edit(id: id, ItemPatch(stock: 10 + quantity), password: "p")
        case 5: try await record(id, .sell(quantity: quantity, price: Bool.random(using: &chance) ? nil : 7))
        case 6: try await record(id, .return(quantity: quantity, isResellable: Bool.random(using: &chance)))
        case 7: try await record(id, .restock(quantity: quantity, cost: 2))
        case 8: try await record(id, .writeOff(quantity: quantity, .broken))
        case 9:
          let entry = Int.random(in: 1...60, using: &chance)
          try await record(
            id,
            .correct(
              entry: entry, quantity: Bool.random(using: &chance) ? nil : quantity, price: 6, cost: nil))
        default:
          var add = BatchItem(.add, key: "row \(step)")
          (add.title, add.price, add.currency) = ("row \(step)", 3, "USD")
          var update = BatchItem(.update, id: id)
          (update.title, update.stock) = ("row of \(id)", 30)
          _ = try await manager.apply([(add, nil), (update, nil)], password: "p")
        }
      } catch let error as ClientError {
        // The ledger refuses some.
        guard case .ledger = error else { throw error }
      }
    }
    let entries = try await log().filter { $0.id > first }
    #expect(entries.count > 10)
    for entry in entries {
      clock.withLock { $0 += 60 }
      do { try await undo(entry.id) } catch {
        Issue.record("seed \(seed): entry \(entry.id) \(entry.command) \(entry.changes): \(error)")
        return
      }
    }
    #expect(try await state() == start, "seed \(seed)")
    #expect(try await findings() == [], "seed \(seed)")
  }
}
