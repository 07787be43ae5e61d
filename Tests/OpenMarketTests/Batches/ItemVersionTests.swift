import Foundation
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// Versions of items by their fields, and batches that change some of them.
struct ItemVersionTests {
  private static let key = ItemVersion.Key("AAAABBBBCCCCDDDDEEEEFFFF")

  private static func lamp(_ change: (inout BatchItem) -> Void = { _ in }) -> BatchItem {
    var item = BatchItem()
    (item.title, item.description, item.price, item.currency) = ("Lamp", "", 5, "USD")
    (item.stock, item.registrationDate, item.note) = (10, Date(timeIntervalSince1970: 1), "Kim")
    change(&item)
    return item
  }

  private static func version(of item: BatchItem, images: [Int] = [], isWhole: Bool = true) -> ItemVersion {
    ItemVersion(of: item, images: images, mark: "ABCDEF", key: key, isWhole: isWhole)
  }

  @Test func `a version begins with a letter and the mark, and has a part for each field`() throws {
    let version = Self.version(of: Self.lamp())
    #expect(version.text.wholeMatch(of: /vABCDEF[A-Z2-7]{59}/) != nil)
    let read = try #require(ItemVersion(version.text))
    #expect(read == version)
    #expect(read.mark == "ABCDEF")
  }

  @Test func `a field that changes is the only one that differs`() {
    let before = Self.version(of: Self.lamp(), images: [1])
    let changes: [(ItemVersion.Field, ItemVersion)] = [
      (.title, Self.version(of: Self.lamp { $0.title = "Lamps" }, images: [1])),
      (.description, Self.version(of: Self.lamp { $0.description = "d" }, images: [1])),
      (.price, Self.version(of: Self.lamp { $0.price = 6 }, images: [1])),
      (.price, Self.version(of: Self.lamp { $0.currency = "EUR" }, images: [1])),
      (.discountedPrice, Self.version(of: Self.lamp { $0.discountedPrice = 5 }, images: [1])),
      (.stock, Self.version(of: Self.lamp { $0.stock = 9 }, images: [1])),
      (.registrationDate, Self.version(of: Self.lamp { $0.registrationDate = .distantPast }, images: [1])),
      (.reference, Self.version(of: Self.lamp { $0.reference = "r" }, images: [1])),
      (.detail(.sku), Self.version(of: Self.lamp { $0.sku = "S" }, images: [1])),
      (.detail(.tags), Self.version(of: Self.lamp { $0.tags = ["a", "b"] }, images: [1])),
      (.detail(.note), Self.version(of: Self.lamp { $0.note = "Lee" }, images: [1])),
      (.detail(.reorderAt), Self.version(of: Self.lamp { $0.details.reorderAt = 3 }, images: [1])),
      (.detail(.offSale), Self.version(of: Self.lamp { $0.details.offSale = true }, images: [1])),
      (.detail(.barcodes), Self.version(of: Self.lamp { $0.details.barcodes = ["96385074"] }, images: [1])),
      (.images, Self.version(of: Self.lamp(), images: [2])),
    ]
    for (field, after) in changes {
      #expect(ItemVersion.Field.allCases.filter { before.differs(from: after, in: $0) } == [field])
    }
    #expect(Set(changes.map(\.0)) == Set(ItemVersion.Field.allCases))
  }

  @Test func `a damaged version is none`() {
    let text = Self.version(of: Self.lamp()).text
    for index in text.indices {
      var damaged = text
      damaged.replaceSubrange(index...index, with: text[index] == "Q" ? "R" : "Q")
      #expect(ItemVersion(damaged) == nil, "\(damaged)")
    }
    for damaged in [String(text.dropLast()), text + "A", text.uppercased(), "", "v", "0123456789abcdef"] {
      #expect(ItemVersion(damaged) == nil, "\(damaged)")
    }
  }

  @Test func `who may not read private fields has a version that does not tell them`() {
    let one = Self.version(of: Self.lamp(), isWhole: false)
    let other = Self.version(of: Self.lamp { ($0.note, $0.reference) = ("Lee", "r") }, isWhole: false)
    #expect(one == other)
    #expect(!one.tells(.detail(.note)) && !one.tells(.reference) && one.tells(.title))
    #expect(!one.differs(from: Self.version(of: Self.lamp { $0.note = "Lee" }), in: .detail(.note)))
  }

  @Test func `with the key a value is recognized, and the same value of another item is not`() {
    let version = Self.version(of: Self.lamp())
    #expect(version.has(.detail(.note), of: Self.lamp(), key: Self.key))
    #expect(!version.has(.detail(.note), of: Self.lamp { $0.note = "Lee" }, key: Self.key))
    #expect(!version.has(.detail(.note), of: Self.lamp(), key: ItemVersion.Key("BAAABBBBCCCCDDDDEEEEFFFF")))
  }

  @Test func `a market gives the key of an item to those who read all of it`() async throws {
    let market = try await VendorMarket()
    var item = Self.lamp()
    (item.action, item.sku) = (.add, "A")
    let manager = NetworkManager(session: market.market)
    _ = try await manager.apply([(item, nil)], password: "mine")
    func read(_ names: ExportQuery.Names?, _ password: String?) async throws -> BatchItem {
      try #require(try await manager.export(ExportQuery(names), password: password).first)
    }
    let own = try await read(.ids([1]), "mine")
    let (key, version) = (ItemVersion.Key(try #require(own.versionKey)), try #require(own.version))
    #expect(try #require(ItemVersion(version)).has(.detail(.note), of: own, key: key))
    #expect(try await read(nil, "mine").versionKey == nil)
    for (names, password) in [(ExportQuery.Names?.some(.ids([1])), "other"), (.ids([1]), nil), (nil, nil)] {
      let item = try await read(names, password)
      #expect(item.versionKey == nil)
      #expect(try #require(item.version.flatMap { ItemVersion($0) }).tells(.detail(.note)) == false)
    }
  }

  @Test func `a change is refused only where another has changed the same field since`() async throws {
    let market = try TemporaryMarket()
    var item = Self.lamp()
    item.action = .add
    let added = try await market.manager.apply([(item, nil)], password: "p")
    var sale = BatchItem(.update, id: 1)
    sale.stock = 9
    let sold = try await market.manager.apply([(sale, nil)], password: "p")
    var change = BatchItem(.update, id: 1)
    (change.version, change.price) = (added[0].version, 6)
    #expect(try await market.manager.apply([(change, nil)], password: "p").map(\.outcome) == [.updated])
    change = BatchItem(.update, id: 1)
    (change.version, change.stock, change.title) = (added[0].version, 12, "Lamps")
    let refused = try await market.manager.apply([(change, nil)], password: "p")
    guard case .changed(let version, let present)? = refused[0].refusal else {
      Issue.record("\(refused)")
      return
    }
    #expect(version != sold[0].version)
    #expect(present.changedFields == [.stock] && present.stock == 9)
    #expect(try await market.manager.item(id: 1).title == "Lamp")
    // A deletion is of all fields.
    var deletion = BatchItem(.delete, id: 1)
    deletion.version = added[0].version
    let kept = try await market.manager.apply([(deletion, nil)], password: "p")
    guard case .changed(_, let fields)? = kept[0].refusal else {
      Issue.record("\(kept)")
      return
    }
    #expect(fields.changedFields == [.price, .stock])
  }

  @Test func `pieces are added to the stock that is there, once for a key`() async throws {
    let market = try TemporaryMarket()
    var item = Self.lamp()
    item.action = .add
    let added = try await market.manager.apply([(item, nil)], password: "p")
    var delivery = BatchItem(.update, key: "k1", id: 1)
    (delivery.stockChange, delivery.version) = (5, added[0].version)
    var sale = BatchItem(.update, id: 1)
    sale.stock = 9
    func send(_ item: BatchItem) async throws -> BatchResult {
      try #require(try await market.manager.apply([(item, nil)], password: "p").first)
    }
    func stock() async throws -> Int { try await market.manager.item(id: 1).stock }
    _ = try await send(sale)
    #expect(try await send(delivery).outcome == .updated)
    #expect(try await stock() == 14)
    #expect(try await send(delivery).outcome == .updated)
    #expect(try await stock() == 14)
    delivery.key = "k2"
    #expect(try await send(delivery).outcome == .updated)
    #expect(try await stock() == 19)
    delivery.stockChange = 6
    #expect(try await send(delivery).refusal == .taken(.rowKey))
    for key in [nil, "", "a b"] {
      delivery.key = key
      #expect(try await send(delivery).outcome == .refused)
    }
    delivery.key = "k3"
    for change in [-20, .max, .min, ItemLimits.stock] {
      delivery.stockChange = change
      #expect(try await send(delivery).outcome == .refused)
    }
    #expect(try await stock() == 19)
  }
}
