import Foundation
import TestSupport
import Testing

@testable import OpenMarket

/// The items of a password, or of a vendor's secret.
struct SellerItemsTests {
  private static let now = TemporaryMarket.now

  private let store = Store(at: .ofOneTest, .patient())
  private var marketplace: Marketplace { Marketplace(store, passwordCost: 1) { Self.now } }

  private func add(_ title: String, _ password: String, isOffSale: Bool = false) async throws -> Int {
    var draft = ItemDraft(title: title, price: Price(5, .usDollar))
    draft.details.offSale = isOffSale
    return try await marketplace.add(
      ValidDraft(draft), images: [], credentials: .password(password), key: nil, client: nil
    ).item.id
  }

  private func items(
    _ password: String, before id: Int? = nil, limit: Int = 10, client: String? = nil
  ) async throws -> [StoredItem] {
    try await marketplace.items(of: .password(password), before: id, limit: limit, client: client)
  }

  @Test func `a seller gets the own items alone, the newest first, in parts, with what is off sale`()
    async throws
  {
    #expect(try await items("mine") == [])
    var own: [Int] = []
    for number in 1...7 {
      own.append(try await add("Mine \(number)", "mine", isOffSale: number == 3))
      _ = try await add("Other \(number)", "other")
    }
    #expect(try await items("mine").map(\.id) == own.reversed())
    #expect(try await items("mine", limit: 3).map(\.id) == own.suffix(3).reversed())
    #expect(try await items("mine", before: own[4], limit: 3).map(\.id) == own[1...3].reversed())
    #expect(try await items("mine", before: own[0]) == [])
    #expect(try await items("nobody's") == [])
    #expect(try await items("mine").map(\.draft.details.offSale).filter { $0 == true }.count == 1)
  }

  @Test func `a vendor with an account gets its items by its secret, and nothing by a wrong one`()
    async throws
  {
    _ = try await add("Mine", "mine")
    let vendor = try await marketplace.addVendor(name: "Ida")
    let credentials = Credentials.vendor(identifier: vendor.identifier, secret: vendor.secret)
    let item = try await marketplace.add(
      ValidDraft(ItemDraft(title: "Vase", price: Price(5, .usDollar))), images: [], credentials: credentials,
      key: nil, client: nil
    ).item
    let found = try await marketplace.items(of: credentials, before: nil, limit: 5, client: nil)
    #expect(found.map(\.id) == [item.id])
    await #expect(throws: MarketplaceError.unknownVendor) {
      try await marketplace.items(
        of: .vendor(identifier: vendor.identifier, secret: "guess"), before: nil, limit: 5, client: nil)
    }
  }

  /// A password that fits nothing costs as much as one that fits: which it was is not told to a client that has guessed too often.
  @Test func `passwords are guesses at those of all sellers, of which a network has five`() async throws {
    _ = try await add("Mine", "mine")
    let marketplace = marketplace
    func look(_ password: String, from client: String) async throws -> Int {
      try await marketplace.items(of: .password(password), before: nil, limit: 5, client: client).count
    }
    #expect(try await look("mine", from: "192.0.2.1") == 1)
    for number in 1...4 { #expect(try await look("guess \(number)", from: "192.0.2.1") == 0) }
    for password in ["guess 5", "another"] {
      await #expect(throws: MarketplaceError.tooManyAttempts(retryAfter: 30)) {
        try await look(password, from: "192.0.2.1")
      }
    }
    // One that was counted counts no more, and another network has its own.
    #expect(try await look("mine", from: "192.0.2.1") == 1)
    #expect(try await look("mine", from: "198.51.100.1") == 1)
  }

  @Test func `the trash and the log of a password are such look-ups, too`() async throws {
    _ = try await add("Mine", "mine")
    let marketplace = marketplace
    func look(_ password: String) async throws {
      let credentials = Credentials.password(password)
      _ = try await marketplace.trash(1, size: 5, credentials, client: "192.0.2.1")
      _ = try await marketplace.log(1, size: 5, credentials, client: "192.0.2.1")
    }
    for password in ["mine", "guess 1", "guess 2", "guess 3", "guess 4", "mine"] { try await look(password) }
    await #expect(throws: MarketplaceError.tooManyAttempts(retryAfter: 30)) {
      try await marketplace.trash(1, size: 5, .password("guess 5"), client: "192.0.2.1")
    }
    await #expect(throws: MarketplaceError.tooManyAttempts(retryAfter: 30)) {
      try await marketplace.log(1, size: 5, .password("guess 5"), client: "192.0.2.1")
    }
  }

  @Test(.enabled(if: !TestDatabase.isServer))
  func `the items are found by an index, which reads no row of another seller`() async throws {
    _ = try await add("Mine", "mine")
    for vendor in [StoredVendor.marketID, 2] {
      let plan = try await store.read { database in
        let own = try SellerRows(database).condition(ofVendor: vendor, hash: "hash")
        return try database.rows(
          "EXPLAIN QUERY PLAN SELECT id FROM item WHERE \(own.sql) AND id < ? ORDER BY id DESC LIMIT ?",
          own.values + [.integer(5), .integer(5)]
        ) { $0.text(3).replacing("COVERING ", with: "") }
      }
      #expect(
        plan == ["SEARCH item USING INDEX item_by_seller (vendor_id=? AND seller_id=? AND rowid<?)"])
    }
  }
}
