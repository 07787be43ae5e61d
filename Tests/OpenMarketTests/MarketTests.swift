import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

/// The behaviour of a market that is embedded, recorded, or served over a socket.
@Suite struct MarketTests {
  private static let won = Currency("KRW")

  private func manager(_ market: SampleMarket) async throws -> NetworkManager {
    NetworkManager(session: try await market.session())
  }

  private func url(_ name: String) throws -> URL {
    try #require(URL(string: "market://embedded/images/\(name)"))
  }

  /// Item 1 as the full item.
  private func macbook() throws -> Item {
    let won = try #require(Self.won)
    return Item(
      id: 1, title: "MacBook Pro", price: Price(1_690_000, won), discountedPrice: Price(1_490_000, won),
      stock: 3,
      thumbnails: [try url(MockData.png(1))], registrationDate: TemporaryMarket.now,
      description: "M1, 16 GB\n\"as new\"", images: [try url(MockData.png(1))], imageNames: ["macbook.png"],
      rating: Self.rating)
  }

  /// The rating of item 1.
  private static let rating = Rating(counts: [0, 0, 0, 1, 2]).summary

  @Test(arguments: SampleMarket.allCases)
  func `the list is ordered from oldest to newest`(market: SampleMarket) async throws {
    let page = try await manager(market).page(PageQuery())
    #expect(page.number == 1)
    #expect(page.total == 3)
    #expect(page.items.map(\.id) == [1, 2, 3])
    #expect(page.items.map(\.title) == ["MacBook Pro", "맥북 에어 💻", "Mac mini"])
    #expect(page.items.map(\.price.amount.description) == ["1690000", "12.5", "0"])
    #expect(page.items.map(\.discountedPrice?.amount) == [1_490_000, nil, nil])
    #expect(page.items.map(\.stock) == [3, 0, 1_000_000_000_000])
    #expect(
      page.items.map(\.thumbnails) == [
        [try url(MockData.png(1))], [try url(MockData.png(2)), try url(MockData.jpg(3))], [],
      ])
    #expect(page.items.allSatisfy { $0.description == nil && $0.images == nil })
  }

  @Test(arguments: SampleMarket.allCases)
  func `a page past the end is empty`(market: SampleMarket) async throws {
    #expect(try await manager(market).page(PageQuery(2)) == ItemPage(number: 2, items: [], total: 3))
  }

  @Test(arguments: SampleMarket.allCases)
  func `pages yields the only page`(market: SampleMarket) async throws {
    var ids: [[Int]] = []
    for try await page in try await manager(market).pages() { ids.append(page.items.map(\.id)) }
    #expect(ids == [[1, 2, 3]])
  }

  @Test(arguments: SampleMarket.allCases)
  func `the full item has its description and images`(market: SampleMarket) async throws {
    #expect(try await manager(market).item(id: 1) == macbook())
  }

  @Test(arguments: SampleMarket.allCases)
  func `an unknown id is noSuchItem for reads, edits and deletes`(market: SampleMarket) async throws {
    let manager = try await manager(market)
    await #expect(throws: ClientError.noSuchItem(id: 4)) { try await manager.item(id: 4) }
    await #expect(throws: ClientError.noSuchItem(id: 4)) {
      try await manager.edit(id: 4, ItemPatch(), password: SampleMarket.password)
    }
    await #expect(throws: ClientError.noSuchItem(id: 4)) {
      try await manager.delete(id: 4, password: SampleMarket.password)
    }
  }

  @Test(arguments: SampleMarket.allCases)
  func `an added item has an id, a date and images`(market: SampleMarket) async throws {
    let draft = ItemDraft(title: "Mac mini", price: Price(1, .usDollar))
    let image = try ItemImage(path: MockData.path("macbook.jpg"))
    #expect(
      try await manager(market).add(draft, images: [image], password: SampleMarket.password)
        == Item(
          id: 4, title: "Mac mini", price: Price(1, .usDollar), discountedPrice: nil, stock: 1,
          thumbnails: [try url(MockData.jpg(4))], registrationDate: TemporaryMarket.now, description: "",
          images: [try url(MockData.jpg(4))], imageNames: ["macbook.jpg"], rating: Rating().summary))
  }

  @Test(arguments: SampleMarket.allCases)
  func `six images are rejected with the message that clients expect`(market: SampleMarket) async throws {
    let image = try ItemImage(path: MockData.path("macbook.jpg"))
    let manager = try await manager(market)
    await #expect(throws: ClientError.rejected(reason: "The number of images must be 5 or less")) {
      try await manager.add(
        ItemDraft(title: "Mac mini", price: Price(1, .usDollar)), images: Array(repeating: image, count: 6),
        password: SampleMarket.password)
    }
  }

  @Test(arguments: SampleMarket.allCases)
  func `an edit changes only the fields it names`(market: SampleMarket) async throws {
    let patch = ItemPatch(title: "MacBook Air", discount: ItemPatch.Discount.none, images: [])
    let before = try macbook()
    #expect(
      try await manager(market).edit(id: 1, patch, password: SampleMarket.password)
        == Item(
          id: 1, title: "MacBook Air", price: before.price, discountedPrice: nil, stock: 3, thumbnails: [],
          registrationDate: before.registrationDate, description: before.description, images: [],
          rating: Self.rating))
  }

  @Test(arguments: SampleMarket.allCases)
  func `an empty edit verifies the password and changes nothing`(market: SampleMarket) async throws {
    let manager = try await manager(market)
    #expect(try await manager.edit(id: 1, ItemPatch(), password: SampleMarket.password) == macbook())
    await #expect(throws: ClientError.wrongPassword(id: 1)) {
      try await manager.edit(id: 1, ItemPatch(), password: "guess")
    }
  }

  @Test(arguments: SampleMarket.allCases)
  func `a delete returns the deleted item`(market: SampleMarket) async throws {
    let manager = try await manager(market)
    #expect(try await manager.delete(id: 1, password: SampleMarket.password) == macbook())
  }

  @Test(arguments: SampleMarket.allCases)
  func `a wrong password deletes nothing`(market: SampleMarket) async throws {
    let manager = try await manager(market)
    await #expect(throws: ClientError.wrongPassword(id: 1)) {
      try await manager.delete(id: 1, password: "guess")
    }
    #expect(try await manager.item(id: 1) == macbook())
  }

  @Test(arguments: SampleMarket.allCases)
  func `an item's image is served with its type`(market: SampleMarket) async throws {
    let session = try await market.session()
    let response = try await session.response(to: HTTPRequest(.get, target: "/images/1.png"))
    #expect(response.headers["Content-Type"] == "image/png")
    #expect(response.body == (try MockData.bytes("macbook.png")))
  }
}
