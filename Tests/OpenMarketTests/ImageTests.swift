import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

/// Images of items: upload, replacement and deletion.
@Suite struct ImageTests {
  private static let draft = ItemDraft(title: "t", price: Price(1, .usDollar))

  /// The paths of an item's images, without their digests.
  private func paths(_ item: Item) -> [String] {
    item.images?.map { $0.path().replacing(/-[0-9a-f]{32}/, with: "") } ?? []
  }

  private func get(_ path: String, _ market: TemporaryMarket) async throws -> HTTPResponse {
    let response = try await market.response(to: HTTPRequest(.get, target: path))
    let type = response.headers["Content-Type"].map { ["Content-Type": $0] as HTTPHeaders }
    return HTTPResponse(status: response.status, headers: type ?? [:], body: response.body)
  }

  private func served(_ name: String, _ type: String) throws -> HTTPResponse {
    HTTPResponse(status: 200, headers: ["Content-Type": type], body: try MockData.bytes(name))
  }

  @Test func `an edit replaces all images and deletes the old ones`() async throws {
    let market = try TemporaryMarket()
    let manager = market.manager
    let png = try ItemImage(path: MockData.path("macbook.png"))
    let jpeg = try ItemImage(path: MockData.path("macbook.jpg"))

    let item = try await manager.add(Self.draft, images: [png, jpeg], password: "p")
    #expect(paths(item) == ["/images/1.png", "/images/2.jpg"])
    #expect(try await get("/images/1.png", market) == served("macbook.png", "image/png"))
    #expect(try await get("/images/2.jpg", market) == served("macbook.jpg", "image/jpeg"))
    #expect(try await get("/images/1.jpg", market).status == 404)

    let edited = try await manager.edit(id: item.id, ItemPatch(images: [jpeg]), password: "p")
    #expect(paths(edited) == ["/images/3.jpg"])
    #expect(edited.thumbnails == edited.images)
    #expect(try await get("/images/1.png", market).status == 404)
    #expect(try await get("/images/2.jpg", market).status == 404)
    #expect(try await get("/images/3.jpg", market) == served("macbook.jpg", "image/jpeg"))

    #expect(
      try await paths(manager.edit(id: item.id, ItemPatch(stock: 2), password: "p")) == ["/images/3.jpg"])
    #expect(try await paths(manager.edit(id: item.id, ItemPatch(images: []), password: "p")) == [])
    #expect(try await get("/images/3.jpg", market).status == 404)

    #expect(
      try await paths(manager.edit(id: item.id, ItemPatch(images: [png]), password: "p")) == ["/images/4.png"]
    )
    try await manager.delete(id: item.id, password: "p")
    try await manager.discard(id: item.id, password: "p")
    #expect(try await get("/images/4.png", market).status == 404)
  }

  @Test func `a rejected edit leaves the images unchanged`() async throws {
    let market = try TemporaryMarket()
    let manager = market.manager
    let png = try ItemImage(path: MockData.path("macbook.png"))
    let item = try await manager.add(Self.draft, images: [png], password: "p")
    let broken = ItemImage(filename: "x.png", content: .bytes(try MockData.bytes("macbook.png").dropLast()))
    for (patch, password) in [
      (ItemPatch(images: []), "q"), (ItemPatch(images: [png, broken]), "p"),
      (ItemPatch(title: "", images: []), "p"),
    ] {
      await #expect(throws: ClientError.self) {
        try await manager.edit(id: item.id, patch, password: password)
      }
    }
    #expect(try await manager.item(id: item.id) == item)
    #expect(try await get("/images/1.png", market) == served("macbook.png", "image/png"))
  }

  @Test func `the item that an edit returns has the file names of its own images`() async throws {
    let market = try TemporaryMarket()
    let image = try ItemImage(path: MockData.path("macbook.png"))
    let id = try await market.manager.add(Self.draft, images: [], password: "p").id
    let marketplace = Marketplace(Store(at: market.location), passwordCost: 1)
    func edit(_ name: String) async throws -> StoredItem {
      try await marketplace.edit(
        id: id, images: [ItemImage(filename: name, content: image.content)], credentials: .password("p"),
        client: nil
      ) { $0 }
    }
    let first = try await edit("first.png")
    let second = try await edit("second.png")
    #expect(first.imageNames == [1: "first.png"] && second.imageNames == [2: "second.png"])
    let deleted = try await marketplace.delete(id: id, .password("p"), client: nil).item
    #expect(deleted == second)
    #expect(try await marketplace.restore(id: id, sku: nil, .password("p"), client: nil) == second)
    #expect(try await marketplace.item(id: id, withImageNames: true) == second)
  }

  @Test func `five images keep their order`() async throws {
    let png = try ItemImage(path: MockData.path("macbook.png"))
    let jpeg = try ItemImage(path: MockData.path("macbook.jpg"))
    let item = try await TemporaryMarket().manager.add(
      Self.draft, images: [jpeg, png, png, jpeg, png], password: "p")
    #expect(
      paths(item) == ["/images/1.jpg", "/images/2.png", "/images/3.png", "/images/4.jpg", "/images/5.png"])
  }

  @Test func `an image file that is deleted before the upload adds no item`() async throws {
    let market = try TemporaryMarket()
    let path = market.folder.path("x.png")
    try MockData.bytes("macbook.png").write(to: URL(filePath: path))
    let image = try ItemImage(path: path)
    try FileManager.default.removeItem(atPath: path)
    await #expect(
      throws: ClientError.noResponse(server: "market://embedded", .unreadableBody(path: path))
    ) { try await market.manager.add(Self.draft, images: [image], password: "p") }
    #expect(try await market.manager.page(PageQuery()).total == 0)
  }
}
