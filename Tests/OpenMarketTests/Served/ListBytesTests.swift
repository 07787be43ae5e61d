import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// Lists that are encoded piece by piece have the bytes that `JSON.encode` writes.
@Suite struct ListBytesTests {
  private struct Page<Row: Encodable>: Encodable {
    let pageNo: Int
    let itemsPerPage: Int
    let totalCount: Int
    let offset: Int
    let limit: Int
    let lastPage: Int
    let hasNext: Bool
    let hasPrev: Bool
    let pages: [Row]
  }

  /// A product of a list, in the keys of v2b.
  private struct Product: ObjectCodable {
    let item: StoredItem
    let base: ImageBase
    let date: String

    static func pass(_ product: Self?, _ json: ObjectMembers) throws -> Self {
      let product = try #require(product)
      let (draft, vendor, base) = (product.item.draft, product.item.vendor, product.base)
      let price = draft.price.amount
      _ = try json("id", product.item.id)
      _ = try json("vendor_id", vendor.id)
      _ = try json("vendorName", vendor.name)
      _ = try json("name", draft.title)
      _ = try json("description", draft.description)
      _ = try json("thumbnail", base.text(ofThumbnail: product.item.images.first ?? .placeholder))
      _ = try json("currency", draft.price.currency)
      _ = try json("price", price)
      _ = try json("bargain_price", draft.discountedPrice ?? price)
      _ = try json("discounted_price", price - (draft.discountedPrice ?? price))
      _ = try json("stock", draft.stock)
      _ = try json("created_at", product.date)
      _ = try json("issued_at", product.date)
      return product
    }
  }

  private static let texts =
    ["", "a", "\"\\/\u{7F}\u{2028}", "맥북 💻 e\u{301}", "</script>", "\u{FEFF}\u{FFFD}"]
    + (1..<0x20).compactMap { Unicode.Scalar($0).map { "a\(Character($0))b" } }

  /// A market with items whose fields are as different as a market allows.
  private func market(_ options: LocalMarket.Options) async throws -> (LocalMarket, Store) {
    let store = Store(at: .memory, .patient())
    let vendor = try await store.addVendor(
      name: "가게 \"A\"", identifier: "v", secretHash: "", at: TemporaryMarket.now)
    let png = try ItemImage(path: MockData.path("macbook.png")).stripped()
    for (number, text) in Self.texts.enumerated() {
      let won = try #require(Currency("KRW"))
      let draft = ItemDraft(
        title: "t\(number)\(text)", description: text + String(repeating: text, count: number),
        price: Price(Decimal(number) * 1_000, won),
        discountedPrice: number % 3 == 0 ? nil : Decimal(number) * 500, stock: number)
      _ = try await store.add(
        ValidDraft(draft), images: Array(repeating: png, count: number % 3),
        vendor: number % 2 == 0 ? StoredVendor.marketID : vendor.id, passwordHash: "h",
        at: TemporaryMarket.now + Double(number) / 7, key: nil)
    }
    return (LocalMarket(store, options), store)
  }

  private static let targets = [1, 2, 3].flatMap { page in [1, 10, 20, 33, 500].map { (page, $0) } }

  @Test(arguments: [false, true])
  func `a list of v1 has the bytes of its items encoded together`(wholePrices: Bool) async throws {
    var options = LocalMarket.Options()
    options.publicURLs = [URL(string: "https://m.example/a%20market/")].compactMap(\.self)
    options.roundsPrices = wholePrices
    let (market, _) = try await market(options)
    for (page, size) in Self.targets {
      let response = try await market.response(
        to: HTTPRequest(.get, target: "/items/\(page)?per_page=\(size)"))
      let decoded = try JSON.decode(PageBody.self, from: response.body)
      #expect(decoded.items.count == min(size, max(0, Self.texts.count - (page - 1) * size)))
      #expect(try JSON.encode(decoded) == response.body, "\(page), \(size)")
    }
  }

  @Test(arguments: ProductContract.allCases)
  func `a list of v2 has the bytes of its products encoded together`(contract: ProductContract) async throws {
    var options = LocalMarket.Options()
    options.publicURLs = [URL(string: "https://m.example/a%20market/")].compactMap(\.self)
    options.products = contract
    let (market, store) = try await market(options)
    let base = try #require(options.publicURLs.first)
    for (page, size) in Self.targets {
      var query = PageQuery(page, size: size, sort: .newest)
      query.readsDescriptions = true
      let (items, total) = try await store.page(query)
      let form = ProductForm(
        contract: contract, calendar: try #require(try await store.calendar()), wholePrices: false)
      let last = (total + size - 1) / size
      let expected = Page(
        pageNo: page, itemsPerPage: size, totalCount: total, offset: (page - 1) * size, limit: page * size,
        lastPage: last, hasNext: page < last, hasPrev: page > 1,
        pages: items.map { Product(item: $0, base: ImageBase(base), date: form.date(of: $0)) })
      let response = try await market.response(
        to: HTTPRequest(.get, target: "/api/products?page_no=\(page)&items_per_page=\(size)"))
      let isPastTheEnd = items.isEmpty && page > 1
      let body = try contract == .v2a ? JSON.encodeInSnakeCase(expected) : JSON.encode(expected)
      #expect(response.body == (isPastTheEnd ? Data() : body), "\(page), \(size)")
    }
  }
  @Test func `a page whose escaped texts are longer than expected is encoded with more memory`() async throws
  {
    let (market, store) = try await market(LocalMarket.Options())
    let text = "a" + String(repeating: "\u{1}", count: 65_535)
    for number in 1...40 {
      _ = try await store.add(
        ValidDraft(ItemDraft(title: "Item \(number)", description: text, price: Price(1, .usDollar))),
        images: [],
        passwordHash: "h", at: TemporaryMarket.now, key: nil)
    }
    let response = try await market.response(
      to: HTTPRequest(.get, target: "/api/products?page_no=1&items_per_page=40"))
    #expect(response.status == 200)
    let escaped = String(repeating: "\\u0001", count: 65_535)
    #expect(String(decoding: response.body, as: UTF8.self).components(separatedBy: escaped).count == 41)
  }
}
