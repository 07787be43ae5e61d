import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

/// v2 deletes in two steps: the secret gets a token, and the token deletes the product.
@Suite(.serialized) struct ProductDeletionTests {
  private static let secret = #"{"secret":"SECRET"}"#
  private static let gone = #"404 {"code":404,"message":"Not Found"}"#

  private static func step(_ contract: ProductContract) -> String {
    contract == .v2a ? "/api/products/1/secret" : "/api/products/1/archived"
  }

  /// The path that deletes product 1, built as the clients of a contract do.
  private func path(_ store: VendorMarket, _ contract: ProductContract) async throws -> String {
    let response = try await store.send(.post, Self.step(contract), Self.secret)
    let text = String(decoding: response.body, as: UTF8.self)
    #expect(response.status == 200)
    #expect(response.headers["Content-Type"] == "text/plain; charset=utf-8")
    let token = /[0-9a-z]{33,}/
    switch contract {
    case .v2a:
      #expect(text.wholeMatch(of: token) != nil, "\(text)")
      return "/api/products/1/\(text)"
    case .v2b:
      #expect(text.hasPrefix("/api/products/"))
      #expect(text.dropFirst(14).wholeMatch(of: token) != nil, "\(text)")
      return text
    }
  }

  @Test(arguments: ProductContract.allCases)
  func `a token deletes its product once`(contract: ProductContract) async throws {
    let store = try await VendorMarket(contract)
    let added = try await store.add(VendorMarket.params())
    let path = try await path(store, contract)
    #expect(try await store.send(.get, "/api/products/1").status == 200)
    let deleted = try await store.send(.delete, path)
    #expect(deleted.status == 200)
    #expect(deleted.body == added.body)
    #expect(try await store.send(.get, "/api/products/1").shown == Self.gone)
    // Apps fetch the images that the response names.
    #expect(try await store.send(.get, "/images/1.png").status == 200)
    #expect(try await store.send(.delete, path).shown == Self.gone)
  }

  @Test func `the token path of the other contract says how to serve it`() async throws {
    for contract in ProductContract.allCases {
      let store = try await VendorMarket(contract)
      _ = try await store.add(VendorMarket.params())
      let other = ProductContract.allCases.first { $0 != contract }
      let response = try await store.send(.post, Self.step(try #require(other)), Self.secret)
      let names = (contract.rawValue, try #require(other).rawValue)
      let reason = "this server speaks \(names.0); start it with --api \(names.1)"
      #expect(response.shown == "404 {\"code\":404,\"message\":\"\(reason)\"}")
    }
  }

  @Test func `a token is valid for ten minutes`() async throws {
    let store = try await VendorMarket()
    _ = try await store.add(VendorMarket.params())
    let (late, early) = (try await path(store, .v2b), try await path(store, .v2b))
    #expect(late != early)
    store.wait(seconds: 599)
    let stillGood = try await path(store, .v2b)
    store.wait(seconds: 1)
    #expect(try await store.send(.delete, late).shown == Self.gone)
    #expect(try await store.send(.delete, stillGood).status == 200)
    #expect(try await store.send(.delete, early).shown == Self.gone)
  }

  @Test func `a token of one product cannot delete another`() async throws {
    let store = try await VendorMarket(.v2a)
    for _ in 1...2 { _ = try await store.add(VendorMarket.params()) }
    let path = try await path(store, .v2a)
    #expect(
      try await store.send(.delete, path.replacing("products/1", with: "products/2")).shown == Self.gone)
    #expect(try await store.send(.get, "/api/products/2").status == 200)
  }

  @Test func `a wrong secret or an unknown vendor gets no token`() async throws {
    let store = try await VendorMarket()
    _ = try await store.add(VendorMarket.params())
    let unknown =
      #"401 {"code":401,"message":"The identifier or the secret is wrong: 'market seller add' makes them for this server"}"#
    #expect(try await store.send(.post, Self.step(.v2b), #"{"secret":"guess"}"#).shown == unknown)
    #expect(try await store.send(.post, Self.step(.v2b), Self.secret, as: "nobody").shown == unknown)
    #expect(
      try await store.send(.post, Self.step(.v2b), Self.secret, as: "").shown
        == #"400 {"code":400,"message":"The header 'identifier' is missing"}"#)
    #expect(
      try await store.send(.post, Self.step(.v2b), "{}").shown
        == #"400 {"code":400,"message":"The key 'secret' is missing"}"#)
    #expect(try await store.send(.post, "/api/products/2/archived", Self.secret).shown == Self.gone)
  }

  @Test func `a vendor can neither edit nor delete another vendor's product`() async throws {
    let store = try await VendorMarket()
    _ = try await store.add(VendorMarket.params())
    let path = try await path(store, .v2b)
    let other = try await store.operation.addVendor(name: "other")
    let theirs = #"{"secret":"\#(other.secret)"}"#
    let forbidden = #"403 {"code":403,"message":"The product is another vendor's"}"#
    #expect(try await store.send(.patch, "/api/products/1", theirs, as: other.identifier).shown == forbidden)
    #expect(try await store.send(.post, Self.step(.v2b), theirs, as: other.identifier).shown == forbidden)
    #expect(try await store.send(.delete, path, as: other.identifier).shown == forbidden)
    #expect(try await store.send(.get, "/api/products/1").status == 200)
  }

  @Test func `a vendor can neither edit nor delete an item that has its own password`() async throws {
    let store = try await VendorMarket()
    _ = try await NetworkManager(session: store.market).add(
      ItemDraft(title: "t", price: Price(1, .usDollar)), images: [], password: store.vendor.secret)
    #expect(try await store.send(.patch, "/api/products/1", Self.secret).status == 403)
    #expect(try await store.send(.post, Self.step(.v2b), Self.secret).status == 403)
  }

  @Test func `a removed vendor cannot write, and its products keep its name`() async throws {
    let store = try await VendorMarket()
    let added = try await store.add(VendorMarket.params())
    let path = try await path(store, .v2b)
    _ = try await store.operation.removeVendor(id: store.vendor.vendor.id)
    await #expect(throws: MarketplaceError.noSuchVendor("\(store.vendor.vendor.id)")) {
      try await store.operation.removeVendor(id: store.vendor.vendor.id)
    }
    #expect(try await store.operation.vendors().isEmpty)
    for response in [
      try await store.add(VendorMarket.params()),
      try await store.send(.patch, "/api/products/1", Self.secret),
      try await store.send(.post, Self.step(.v2b), Self.secret), try await store.send(.delete, path),
    ] {
      #expect(response.status == 401)
      #expect(response.headers["WWW-Authenticate"] == "Identifier")
    }
    #expect(try await store.send(.get, "/api/products/1").body == added.body)
  }

  @Test func `the market's own vendor is not listed and cannot be removed`() async throws {
    let store = try await VendorMarket()
    await #expect(throws: MarketplaceError.noSuchVendor("\(StoredVendor.marketID)")) {
      try await store.operation.removeVendor(id: StoredVendor.marketID)
    }
    #expect(try await store.operation.vendors().map(\.name) == ["가게"])
  }

  @Test func `the secret of a removed vendor opens nothing in v1 either`() async throws {
    let store = try await VendorMarket()
    _ = try await store.add(VendorMarket.params())
    func edit() async throws -> HTTPResponse {
      let endpoint = Endpoint.edit(id: 1, ItemPatch(stock: 7), password: store.vendor.secret)
      return try await store.market.response(to: endpoint.request(boundary: "cut"))
    }
    #expect(try await edit().status == 200)
    _ = try await store.operation.removeVendor(id: store.vendor.vendor.id)
    let wrong =
      #"404 {"code":"wrong_password","error":true,"message":"Wrong password","reason":"Wrong password"}"#
    #expect(try await edit().shown == wrong)
    #expect(try await store.send(.delete, "/item/1", #"{"password":"SECRET"}"#).shown == wrong)
    #expect(try await store.send(.get, "/item/1").status == 200)
  }

  @Test func `another vendor's token stays valid when it is presented`() async throws {
    let store = try await VendorMarket()
    _ = try await store.add(VendorMarket.params())
    let path = try await path(store, .v2b)
    let other = try await store.operation.addVendor(name: "other")
    #expect(try await store.send(.delete, path, as: other.identifier).status == 403)
    #expect(try await store.send(.delete, path + "0").shown == Self.gone)
    #expect(try await store.send(.delete, path.dropLast() + "!").shown == Self.gone)
    #expect(try await store.send(.delete, path).status == 200)
  }

  @Test func `a token deletes its product in the next server process`() async throws {
    let store = try await VendorMarket()
    let added = try await store.add(VendorMarket.params())
    let path = try await path(store, .v2b)
    var options = LocalMarket.Options.forTests
    options.publicURLs = [URL(string: "http://m.example")].compactMap(\.self)
    let next = try ServedMarket(in: store.market.store, options)
    let request = HTTPRequest(.delete, target: path, headers: ["identifier": store.vendor.identifier])
    #expect(try await next.response(to: request).body == added.body)
  }

  @Test(.ofFiles) func `the store's file contains no token`() async throws {
    let store = try await VendorMarket()
    _ = try await store.add(VendorMarket.params())
    let token = try await path(store, .v2b).split(separator: "/").last ?? ""
    let file = try Data(contentsOf: URL(filePath: store.market.store.path(TemporaryMarket.filename)))
    #expect(file.range(of: Data(token.prefix(13).utf8)) != nil)
    #expect(file.range(of: Data(token.dropFirst(13).utf8)) == nil)
  }

  @Test func `a vendor has a thousand valid tokens, which no other vendor's replace`() async throws {
    let store = Store(at: .ofOneTest)
    let draft = try ValidDraft(ItemDraft(title: "t", price: Price(1, .usDollar)))
    for (vendor, identifier) in [(2, "a"), (3, "b")] {
      _ = try await store.addVendor(
        name: "shop \(vendor)", identifier: identifier, secretHash: "", at: TemporaryMarket.now)
      _ = try await store.add(
        draft, images: [], vendor: vendor, passwordHash: "h", at: TemporaryMarket.now, key: nil)
    }
    func issue(_ selector: String, item: Int, after seconds: Double) async throws {
      try await store.addDeletionToken(
        selector: selector, hash: "h", item: item, at: TemporaryMarket.now + seconds)
    }
    func isValid(_ selector: String) async throws -> Bool {
      try await store.deletionGrant(selector: selector, at: TemporaryMarket.now + 2) != nil
    }
    try await issue("other", item: 2, after: 0)
    for number in 0...1_000 { try await issue("\(number)", item: 1, after: Double(number) / 1_000) }
    #expect(try await isValid("other"))
    #expect(try await !isValid("0"))
    #expect(try await isValid("1"))
    #expect(try await isValid("1000"))
    #expect(
      try await store.deletionGrant(selector: "other", at: TemporaryMarket.now)
        == DeletionTokenRows.Grant(itemID: 2, vendorID: 3, hash: "h"))
    _ = try await store.delete(id: 2, passwordHash: "h", at: Date())
    #expect(try await !isValid("other"))
  }
}
