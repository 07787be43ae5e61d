import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

struct TrashTests {
  private static let start = Date(timeIntervalSince1970: 1_795_240_680)
  private static let pixel =
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgBAAAAwACS/Xd6gAAAABJRU5ErkJggg==")
    ?? Data()

  private let folder: TemporaryFolder
  private let clock = Locked(TrashTests.start)
  private let market: LocalMarket
  private let store: Store

  init() throws {
    folder = try TemporaryFolder()
    var options = Store.Options.patient()
    options.now = { [clock] in clock.value }
    store = Store(at: folder.store(), options)
    market = Self.market(store, clock)
  }

  private static func market(_ store: Store, _ clock: Locked<Date>) -> LocalMarket {
    var options = LocalMarket.Options.forTests
    options.now = { clock.value }
    return LocalMarket(store, options)
  }

  private var manager: NetworkManager { NetworkManager(session: market) }

  private func add(_ title: String = "Lamp", sku: String? = nil, description: String = "") async throws -> Int
  {
    let draft = ItemDraft(
      title: title, description: description, price: Price(12.5, .usDollar), discountedPrice: 10, stock: 9,
      sku: sku, tags: ["a", "b"], note: "n")
    return try await manager.add(
      draft, images: [ItemImage(filename: "1.png", content: .bytes(Self.pixel))], password: "p"
    ).id
  }

  private func findings() async throws -> [StoreCheck.Finding]? {
    try await StoreCheck(at: folder.store()).findings()?.findings
  }

  private func count(_ table: String, _ condition: String = "TRUE") async throws -> Int {
    try await store.read { try $0.integer("SELECT count(*) FROM \(table) WHERE \(condition)") } as? Int ?? -1
  }

  @Test func `a deleted item is gone for every reader, and comes back as it was`() async throws {
    let id = try await add(sku: "L-1", description: "빛 " + String(repeating: "long ", count: 2_000))
    try await manager.sell(id, 2)
    _ = try await manager.edit(id: id, ItemPatch(title: "Lamp 2"), password: "p")
    let review = try await manager.review(item: id, ReviewDraft(stars: 4, text: "good"), password: "r")
    let before = try await manager.item(id: id)
    let history = try await manager.history(ofItem: id, page: 1, size: 50, password: "p")
    let image = try #require(before.images?.first)
    let expiry = try await manager.deletion(id: id, password: "p").expiry
    #expect(expiry == Date(timeIntervalSince1970: 1_795_240_680 + 30 * 86_400))
    #expect(try await findings() == [])
    await #expect(throws: ClientError.noSuchItem(id: id)) { try await manager.item(id: id) }
    await #expect(throws: ClientError.noSuchReview(id: review.id)) { try await manager.review(id: review.id) }
    #expect(try await manager.image(at: image).bytes == Self.pixel)
    for query in [PageQuery(), PageQuery(search: "빛"), PageQuery(sort: .rating)] {
      let page = try await manager.page(query)
      #expect(page.items == [] && page.total == 0)
    }
    #expect(try await manager.export(ExportQuery(.skus(["L-1"])), password: "p") == [])
    #expect(try await manager.bestSellers(BestQuery(.last(.day))).items.isEmpty)
    #expect(try await manager.restore(id: id, sku: nil, password: "p") == before)
    #expect(try await manager.item(id: id) == before)
    #expect(try await manager.history(ofItem: id, page: 1, size: 50, password: "p") == history)
    #expect(try await manager.review(id: review.id) == review)
    #expect(try await manager.image(at: image).bytes == Self.pixel)
    #expect(try await manager.page(PageQuery(search: "빛")).items.map(\.id) == [id])
    #expect(try await manager.page(PageQuery(sort: .rating)).items.map(\.rating?.count) == [1])
    #expect(try await manager.trash(1, size: 20, password: "p").items == [])
    #expect(try await findings() == [])
    #expect(try await count("item", "deleted IS NOT NULL") == 0)
  }

  @Test func `items in the trash are found by the conditions of lists`() async throws {
    let ids = [try await add("one"), try await add("two")]
    let plain = try await manager.add(
      ItemDraft(title: "three", price: Price(1, .usDollar), stock: 0, tags: ["a_"]), images: [], password: "p"
    ).id
    for id in ids + [plain] { try await manager.delete(id: id, password: "p") }
    for (condition, value, found) in [
      (ItemCondition.tag, ListFilter.Value.words(["b", "a"]), ids), (.tag, .words(["a_"]), [plain]),
      (.tag, .words(["A"]), []), (.soldOut, .flag, [plain]), (.withoutImage, .flag, [plain]),
      (.min, .amount(10), ids), (.offSale, .flag, []), (.vendor, .text("market"), ids + [plain]),
    ] {
      var filter = ListFilter()
      filter[condition] = value
      let page = try await manager.trash(1, size: 9, filter, password: "p")
      #expect(page.items.map(\.id).sorted() == found && page.total == found.count, "\(condition)")
    }
  }

  @Test func `the trash has a seller's own items, the last deleted first`() async throws {
    let ids = [try await add("one"), try await add("two"), try await add("three")]
    let other = try await manager.add(
      ItemDraft(title: "other", price: Price(1, .usDollar)), images: [], password: "q"
    ).id
    for id in ids {
      try await manager.delete(id: id, password: "p")
      clock.withLock { $0 += 1 }
    }
    try await manager.delete(id: other, password: "q")
    let pages = [
      try await manager.trash(1, size: 2, password: "p"), try await manager.trash(2, size: 2, password: "p"),
    ]
    #expect(pages.map(\.total) == [3, 3])
    #expect(pages.flatMap(\.items).map(\.title) == ["three", "two", "one"])
    #expect(try await manager.trash(1, size: 9, password: "q").items.map(\.id) == [other])
    #expect(try await manager.trash(1, size: 9, password: "guess").items == [])
    await #expect(throws: ClientError.wrongPassword(id: other)) {
      try await manager.restore(id: other, sku: nil, password: "p")
    }
  }

  @Test func `a SKU that was taken meanwhile needs another, and an imported row comes back as an item`()
    async throws
  {
    let id = try await add(sku: "S")
    try await manager.delete(id: id, password: "p")
    let newer = try await add(sku: "S")
    await #expect(throws: ClientError.skuTakenMeanwhile(id: id, sku: nil)) {
      try await manager.restore(id: id, sku: nil, password: "p")
    }
    await #expect(throws: ClientError.skuTakenMeanwhile(id: id, sku: "S")) {
      try await manager.restore(id: id, sku: "S", password: "p")
    }
    #expect(try await manager.restore(id: id, sku: "T", password: "p").sku == "T")
    #expect(try await manager.item(id: newer).sku == "S")
    var line = BatchItem(.add, key: "row 1")
    (line.title, line.price, line.currency) = ("Row", 1, "USD")
    let first = try await manager.apply([(line, nil)], password: "p").first?.id ?? 0
    try await manager.delete(id: first, password: "p")
    let second = try await manager.apply([(line, nil)], password: "p").first?.id ?? 0
    #expect(try await manager.restore(id: first, sku: nil, password: "p").title == "Row")
    #expect(try await manager.apply([(line, nil)], password: "p").first?.id == second)
    #expect(try await findings() == [])
  }

  @Test func `after its time an item is gone, with its images and reviews, and its sales stay`() async throws
  {
    _ = try await store.change(SettingsChange(trashDays: 2), at: .now)
    let (sold, unsold) = (try await add("sold"), try await add("unsold"))
    try await manager.sell(sold, 2)
    for id in [sold, unsold] {
      _ = try await manager.review(item: id, ReviewDraft(stars: 4), password: "r")
      try await manager.delete(id: id, password: "p")
    }
    clock.withLock { $0 += 2 * 86_400 - 1 }
    #expect(try await manager.trash(1, size: 9, password: "p").total == 2)
    clock.withLock { $0 += 1 }
    #expect(try await manager.trash(1, size: 9, password: "p").total == 0)
    await #expect(throws: ClientError.notInTrash("\(sold)")) {
      try await manager.restore(id: sold, sku: nil, password: "p")
    }
    // A process looks once a minute; this one has begun now.
    let later = Self.market(Store(at: folder.store(), store.options), clock)
    _ = try await NetworkManager(session: later).add(
      ItemDraft(title: "next", price: Price(1, .usDollar)), images: [], password: "p")
    for table in ["image", "image_digest", "review"] {
      try await eventually("\(table) is empty") { try await count(table) == 0 }
    }
    #expect(try await count("item", "state = 4") == 1)
    #expect(try await count("movement", "item_id = \(sold)") == 2)
    #expect(try await count("movement", "item_id = \(unsold)") == 0)
    #expect(try await findings() == [])
  }

  @Test func `with 0 days items are deleted for good`() async throws {
    _ = try await store.change(SettingsChange(trashDays: 0), at: .now)
    let id = try await add()
    #expect(try await manager.deletion(id: id, password: "p").expiry == nil)
    #expect(try await count("item") == 0)
    #expect(try await count("image") == 0)
  }

  @Test func `a purge forgets what is in the trash`() async throws {
    let id = try await add()
    try await manager.sell(id, 1)
    try await manager.delete(id: id, password: "p")
    let marketplace = Marketplace(Store(at: folder.store()), isOperated: true)
    let request = PurgeRequest(item: id)
    #expect(try await marketplace.purgePlan(request).counts.items == 1)
    _ = try await marketplace.purge(request)
    for table in ["item", "image", "movement"] {
      #expect(try await count(table) == 0, "\(table)")
    }
    #expect(try await findings() == [])
  }

  @Test(.ofFiles) func `a client without bytes left loses the oldest of its own trash first`() async throws {
    var options = Store.Options.patient()
    options.now = { [clock] in clock.value }
    options.clientBytes = 800_000
    let limited = NetworkManager(session: Self.market(Store(at: folder.store(), options), clock))
    let description = String(repeating: "x", count: 60_000)
    func add() async throws -> Int {
      try await limited.add(
        ItemDraft(title: "t", description: description, price: Price(1, .usDollar)), images: [], password: "p"
      ).id
    }
    try await WorkClient.$current.withValue("192.0.2.1") {
      var ids: [Int] = []
      // Deleting gives nothing back while the item is in the trash, and the trash gives way to what is added.
      for _ in 1...30 {
        let id = try await add()
        ids.append(id)
        try await limited.delete(id: id, password: "p")
      }
      let left = try await limited.trash(1, size: 50, password: "p").items.map(\.id)
      #expect(left == ids.suffix(left.count).reversed())
      #expect((1..<30).contains(left.count))
    }
  }

  @Test(.ofFiles) func `where the store is full the oldest trash goes, and then deleting is final`()
    async throws
  {
    var options = Store.Options.patient()
    options.now = { [clock] in clock.value }
    options.limit = 1_500_000
    let limited = NetworkManager(session: Self.market(Store(at: folder.store(), options), clock))
    let description = String(repeating: "x", count: 60_000)
    var added: [Int] = []
    func add() async throws {
      added.append(
        try await limited.add(
          ItemDraft(title: "t", description: description, price: Price(1, .usDollar)), images: [],
          password: "p"
        ).id)
    }
    for _ in 1...4 { try await add() }
    for id in added { try await limited.delete(id: id, password: "p") }
    do {
      while added.count < 100 { try await add() }
      Issue.record("The store has no limit")
    } catch {
      #expect(error as? ClientError != nil)
    }
    // The oldest items in the trash gave way before a write was refused.
    let left = try await limited.trash(1, size: 9, password: "p").items.map(\.id)
    #expect(left.count < 3)
    #expect(left == added[..<4].suffix(left.count).reversed())
    try await limited.delete(id: added[4], password: "p")
    #expect(try await findings() == [])
  }

  @Test(.ofFiles) func `a write loses no more of the trash than it needs, and nothing where it is refused`()
    async throws
  {
    var options = Store.Options.patient()
    options.now = { [clock] in clock.value }
    options.limit = 3_000_000
    let limited = NetworkManager(session: Self.market(Store(at: folder.store(), options), clock))
    let image = WholePNG(width: 300, height: 400).data
    #expect(image.count > 300_000)
    func add(images: Int) async throws -> Int {
      try await limited.add(
        ItemDraft(title: "t", price: Price(1, .usDollar)),
        images: (0..<images).map { ItemImage(filename: "\($0).png", content: .bytes(image)) }, password: "p"
      ).id
    }
    func trash() async throws -> [Int] {
      try await limited.trash(1, size: 9, password: "p").items.map(\.id)
    }
    func log() async throws -> Int { try await limited.log(1, size: 40, password: "p").entries.count }
    for _ in 1...6 { _ = try await add(images: 1) }
    for id in 1...3 {
      clock.withLock { $0 += 1 }
      try await limited.delete(id: id, password: "p")
    }
    let entries = try await log()
    // Not even the whole trash has so much room.
    let refusal = await #expect(throws: ClientError.self) { try await add(images: 5) }
    #expect(refusal.map { "\($0)".contains("507") } == true, "\(String(describing: refusal))")
    #expect(try await trash() == [3, 2, 1])
    #expect(try await log() == entries)
    #expect(try await add(images: 2) == 7)
    #expect(try await trash() == [3, 2])
    #expect(try await log() > 0)
    #expect(try await findings() == [])
  }

  @Test(.ofFiles)
  func `trash within its owner's share goes for the owner's own writes alone, and above it for any write`()
    async throws
  {
    var options = Store.Options.patient()
    options.now = { [clock] in clock.value }
    options.limit = 4_000_000
    let limited = NetworkManager(session: Self.market(Store(at: folder.store(), options), clock))
    let image = ItemImage(filename: "a.png", content: .bytes(WholePNG(width: 300, height: 400).data))
    func add(from network: String) async throws -> Int {
      try await WorkClient.$current.withValue(network) {
        try await limited.add(
          ItemDraft(title: "t", price: Price(1, .usDollar)), images: [image], password: "p"
        ).id
      }
    }
    func isFull(for network: String) async -> Bool {
      let error = await #expect(throws: ClientError.self) {
        while true { _ = try await add(from: network) }
      }
      return error.map { "\($0)".contains("507") } == true
    }
    func trash() async throws -> [Int] {
      try await limited.trash(1, size: 9, password: "p").items.map(\.id)
    }
    // An image has 360 kB, the share is 400 kB.
    let owner = "192.0.2.1"
    for _ in 1...3 {
      let id = try await add(from: owner)
      clock.withLock { $0 += 1 }
      try await WorkClient.$current.withValue(owner) { try await limited.delete(id: id, password: "p") }
    }
    #expect(try await trash() == [3, 2, 1])
    #expect(await isFull(for: "198.51.100.1"))
    #expect(try await trash() == [3])
    #expect(await isFull(for: "203.0.113.1"))
    #expect(try await trash() == [3])
    _ = try await add(from: owner)
    #expect(try await trash() == [])
    #expect(await isFull(for: owner))
    #expect(try await findings() == [])
  }

  @Test(arguments: 1...3)
  func `random deletions, restorations and purges leave a store that adds up`(seed: UInt64) async throws {
    var chance = SeededChance(seed: seed)
    var listed: [Int: Item] = [:]
    var trashed: [Int: Item] = [:]
    for _ in 1...60 {
      switch Int.random(in: 0..<6, using: &chance) {
      case 0, 1:
        let id = try await add("item \(Int.random(in: 1...9, using: &chance))")
        listed[id] = try await manager.item(id: id)
      case 2:
        guard let id = listed.keys.sorted().randomElement(using: &chance) else { continue }
        try? await manager.sell(id, 1)
        _ = try await manager.review(item: id, ReviewDraft(stars: 3), password: "r")
        listed[id] = try await manager.item(id: id)
      case 3, 4:
        guard let id = listed.keys.sorted().randomElement(using: &chance) else { continue }
        try await manager.delete(id: id, password: "p")
        trashed[id] = listed.removeValue(forKey: id)
      default:
        guard let id = trashed.keys.sorted().randomElement(using: &chance) else { continue }
        if Bool.random(using: &chance) {
          #expect(try await manager.restore(id: id, sku: nil, password: "p") == trashed[id], "seed \(seed)")
          listed[id] = trashed.removeValue(forKey: id)
        } else {
          try await manager.discard(id: id, password: "p")
          trashed[id] = nil
        }
      }
    }
    #expect(try await manager.page(PageQuery(size: 100)).items.map(\.id) == listed.keys.sorted())
    #expect(
      try await manager.trash(1, size: 100, password: "p").items.map(\.id).sorted() == trashed.keys.sorted())
    #expect(try await findings() == [], "seed \(seed)")
  }
}

extension NetworkManager {
  fileprivate func sell(_ id: Int, _ quantity: Int) async throws {
    _ = try await record([(MovementRequest(itemID: id, .sell(quantity: quantity, price: nil)), "p")])
  }
}
