import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

/// Every write request, byte for byte; `wire` shows images by their length.
@Suite struct WireTests {
  private static let server = URL(string: "https://example.org:8080/open%20market/")

  /// The only request of a call, as text.
  private func wire(_ call: (NetworkManager) async throws -> Void) async throws -> String {
    let session = MockSession { _ in
      HTTPResponse(
        status: 200, headers: ["Content-Type": "application/json"], body: try MockData.bytes("item-1.json"))
    }
    try await call(
      NetworkManager(
        session: session, server: try #require(Self.server), boundary: { "cut" }, idempotencyKey: { "key-1" })
    )
    let request = try #require(session.requests.first)
    #expect(session.requests.count == 1)
    #expect(request.scheme == "https")
    #expect(request.authority == "example.org:8080")
    return request.wire
  }

  @Test func `an item without images has one empty images[] part`() async throws {
    let draft = ItemDraft(
      title: "맥북 \"Pro\"", description: "M1\nused", price: Price(12.5, .usDollar), stock: 3)
    let wire = try await wire { _ = try await $0.add(draft, images: [], password: "secret") }
    #expect(
      wire == """
        POST /open%20market/item
        Content-Type: multipart/form-data; boundary=cut
        Accept: application/json
        Market-Client: 1
        Idempotency-Key: key-1

        --cut
        Content-Disposition: form-data; name="title"

        맥북 "Pro"
        --cut
        Content-Disposition: form-data; name="descriptions"

        M1
        used
        --cut
        Content-Disposition: form-data; name="price"

        12.5
        --cut
        Content-Disposition: form-data; name="currency"

        USD
        --cut
        Content-Disposition: form-data; name="stock"

        3
        --cut
        Content-Disposition: form-data; name="password"

        secret
        --cut
        Content-Disposition: form-data; name="images[]"; filename=""
        Content-Type: application/octet-stream


        --cut--

        """)
  }

  @Test func `each image is one part with the type of its bytes`() async throws {
    let won = try #require(Currency("KRW"))
    let draft = ItemDraft(title: "MacBook", price: Price(1_690_000, won), discountedPrice: 1_490_000)
    let images = [
      try ItemImage(path: MockData.path("macbook.png")),
      ItemImage(filename: "a \"b\"\n.png", content: .bytes(try MockData.bytes("macbook.jpg"))),
    ]
    let wire = try await wire { _ = try await $0.add(draft, images: images, password: "secret") }
    #expect(
      wire == """
        POST /open%20market/item
        Content-Type: multipart/form-data; boundary=cut
        Accept: application/json
        Market-Client: 1
        Idempotency-Key: key-1

        --cut
        Content-Disposition: form-data; name="title"

        MacBook
        --cut
        Content-Disposition: form-data; name="descriptions"


        --cut
        Content-Disposition: form-data; name="price"

        1690000
        --cut
        Content-Disposition: form-data; name="currency"

        KRW
        --cut
        Content-Disposition: form-data; name="stock"

        1
        --cut
        Content-Disposition: form-data; name="discounted_price"

        1490000
        --cut
        Content-Disposition: form-data; name="password"

        secret
        --cut
        Content-Disposition: form-data; name="images[]"; filename="macbook.png"
        Content-Type: image/png

        ⟨1428 bytes of macbook.png⟩
        --cut
        Content-Disposition: form-data; name="images[]"; filename="a %22b%22%0A.png"
        Content-Type: image/jpeg

        ⟨328 bytes⟩
        --cut--

        """)
  }

  @Test(arguments: [
    (ItemPatch(), ""),
    (ItemPatch(title: "t"), part("title", "t")),
    (ItemPatch(description: "d"), part("descriptions", "d")),
    (ItemPatch(amount: 5), part("price", "5")),
    (ItemPatch(currency: .usDollar), part("currency", "USD")),
    (ItemPatch(stock: 0), part("stock", "0")),
    (ItemPatch(discount: .to(4)), part("discounted_price", "4")),
    (ItemPatch(discount: ItemPatch.Discount.none), part("discounted_price", "")),
  ])
  func `an edit sends the changed fields, the password and nothing else`(patch: ItemPatch, parts: String)
    async throws
  {
    let wire = try await wire { _ = try await $0.edit(id: 7, patch, password: "secret") }
    #expect(
      wire == """
        PATCH /open%20market/item/7
        Content-Type: multipart/form-data; boundary=cut
        Accept: application/json
        Market-Client: 1

        \(parts)\(Self.part("password", "secret"))--cut--

        """)
  }

  @Test func `an edit of images sends all of them`() async throws {
    let image = try ItemImage(path: MockData.path("macbook.jpg"))
    let wire = try await wire { _ = try await $0.edit(id: 7, ItemPatch(images: [image]), password: "secret") }
    #expect(
      wire == """
        PATCH /open%20market/item/7
        Content-Type: multipart/form-data; boundary=cut
        Accept: application/json
        Market-Client: 1

        \(Self.part("password", "secret"))--cut
        Content-Disposition: form-data; name="images[]"; filename="macbook.jpg"
        Content-Type: image/jpeg

        ⟨328 bytes of macbook.jpg⟩
        --cut--

        """)
  }

  @Test func `a delete sends JSON with the password`() async throws {
    let wire = try await wire { _ = try await $0.delete(id: 1, password: "s\"\\/é\n") }
    #expect(
      wire == #"""
        DELETE /open%20market/item/1
        Content-Type: application/json
        Accept: application/json
        Market-Client: 1

        {"password":"s\"\\/é\n"}
        """#)
  }

  private static func part(_ name: String, _ text: String) -> String {
    "--cut\nContent-Disposition: form-data; name=\"\(name)\"\n\n\(text)\n"
  }
}
