import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

/// v2 deletes in two steps: a token for the secret, and the product for the token.
@Suite(.serialized) struct ProductDeletionTests {
  private static let secret = #"{"secret":"SECRET"}"#
  private static let gone = #"404 {"code":404,"message":"Not Found"}"#

  private static func step(_ contract: ProductContract) -> String {
    contract == .v2a ? "/api/products/1/secret" : "/api/products/1/archived"
  }

  /// The path that deletes product 1, put together as the clients of a contract do.
  private func path(_ store: Storefront, _ contract: ProductContract) async throws -> String {
    let answer = try await store.ask(.post, Self.step(contract), Self.secret)
    let text = String(decoding: answer.body, as: UTF8.self)
    #expect(answer.status == 200)
    #expect(answer.headers["Content-Type"] == "text/plain; charset=utf-8")
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
  func `a token deletes its product, once`(contract: ProductContract) async throws {
    let store = try await Storefront(contract)
    let added = try await store.add(Storefront.params())
    let path = try await path(store, contract)
    #expect(try await store.ask(.get, "/api/products/1").status == 200)
    let deleted = try await store.ask(.delete, path)
    #expect(deleted.status == 200)
    #expect(deleted.body == added.body)
    #expect(try await store.ask(.get, "/api/products/1").shown == Self.gone)
    #expect(try await store.ask(.get, "/images/1.png").status == 404)
    #expect(try await store.ask(.delete, path).shown == Self.gone)
  }

  @Test func `each form has a path of its own`() async throws {
    for contract in ProductContract.allCases {
      let store = try await Storefront(contract)
      _ = try await store.add(Storefront.params())
      let other = ProductContract.allCases.first { $0 != contract }
      let answer = try await store.ask(.post, Self.step(try #require(other)), Self.secret)
      #expect(answer.status == 405)
      #expect(answer.headers["Allow"] == "DELETE")
    }
  }

  @Test func `a token is good for ten minutes`() async throws {
    let store = try await Storefront()
    _ = try await store.add(Storefront.params())
    let (late, early) = (try await path(store, .v2b), try await path(store, .v2b))
    #expect(late != early)
    store.wait(seconds: 599)
    let stillGood = try await path(store, .v2b)
    store.wait(seconds: 1)
    #expect(try await store.ask(.delete, late).shown == Self.gone)
    #expect(try await store.ask(.delete, stillGood).status == 200)
    #expect(try await store.ask(.delete, early).shown == Self.gone)
  }

  @Test func `a token of one product deletes no other`() async throws {
    let store = try await Storefront(.v2a)
    for _ in 1...2 { _ = try await store.add(Storefront.params()) }
    let path = try await path(store, .v2a)
    #expect(
      try await store.ask(.delete, path.replacing("products/1", with: "products/2")).shown == Self.gone)
    #expect(try await store.ask(.get, "/api/products/2").status == 200)
  }

  @Test func `a wrong secret or an unknown vendor gets no token`() async throws {
    let store = try await Storefront()
    _ = try await store.add(Storefront.params())
    let unknown = #"401 {"code":401,"message":"The identifier or the secret is wrong"}"#
    #expect(try await store.ask(.post, Self.step(.v2b), #"{"secret":"guess"}"#).shown == unknown)
    #expect(try await store.ask(.post, Self.step(.v2b), Self.secret, as: "nobody").shown == unknown)
    #expect(
      try await store.ask(.post, Self.step(.v2b), Self.secret, as: "").shown
        == #"400 {"code":400,"message":"The header 'identifier' is missing"}"#)
    #expect(
      try await store.ask(.post, Self.step(.v2b), "{}").shown
        == #"400 {"code":400,"message":"The key 'secret' is missing"}"#)
    #expect(try await store.ask(.post, "/api/products/2/archived", Self.secret).shown == Self.gone)
  }

  @Test func `another vendor can neither change nor delete`() async throws {
    let store = try await Storefront()
    _ = try await store.add(Storefront.params())
    let path = try await path(store, .v2b)
    let other = try await store.registry.add(name: "other", at: TemporaryMarket.now)
    let theirs = #"{"secret":"\#(other.secret)"}"#
    let refused = #"403 {"code":403,"message":"The product is another vendor's"}"#
    #expect(try await store.ask(.patch, "/api/products/1", theirs, as: other.identifier).shown == refused)
    #expect(try await store.ask(.post, Self.step(.v2b), theirs, as: other.identifier).shown == refused)
    #expect(try await store.ask(.delete, path, as: other.identifier).shown == refused)
    #expect(try await store.ask(.get, "/api/products/1").status == 200)
  }

  @Test func `a vendor cannot touch what was added with a password of its own`() async throws {
    let store = try await Storefront()
    _ = try await NetworkManager(session: store.market).add(
      ItemDraft(title: "t", price: Price(1, .usDollar)), images: [], password: store.vendor.secret)
    #expect(try await store.ask(.patch, "/api/products/1", Self.secret).status == 403)
    #expect(try await store.ask(.post, Self.step(.v2b), Self.secret).status == 403)
  }

  @Test func `a vendor who was removed sells no more, and what it sold stays under its name`() async throws {
    let store = try await Storefront()
    let added = try await store.add(Storefront.params())
    let path = try await path(store, .v2b)
    #expect(try await store.registry.remove(id: store.vendor.vendor.id))
    #expect(try await !store.registry.remove(id: store.vendor.vendor.id))
    #expect(try await store.registry.vendors().isEmpty)
    for answer in [
      try await store.add(Storefront.params()),
      try await store.ask(.patch, "/api/products/1", Self.secret),
      try await store.ask(.post, Self.step(.v2b), Self.secret), try await store.ask(.delete, path),
    ] {
      #expect(answer.status == 401)
      #expect(answer.headers["WWW-Authenticate"] == "Identifier")
    }
    #expect(try await store.ask(.get, "/api/products/1").body == added.body)
  }

  @Test func `the market itself is no vendor that can be removed or spoken for`() async throws {
    let store = try await Storefront()
    #expect(try await !store.registry.remove(id: StoredVendor.marketID))
    #expect(try await store.registry.vendors().map(\.name) == ["가게"])
  }

  @Test func `a thousand tokens are good at one time, and the oldest gives way`() {
    let tokens = DeletionTokens()
    let issued = (0...1_000).map { tokens.issue(forItem: $0, at: TemporaryMarket.now + Double($0) / 1_000) }
    #expect(Set(issued).count == 1_001)
    #expect(tokens.redeem(issued[0], at: TemporaryMarket.now) == nil)
    #expect(tokens.redeem(issued[1], at: TemporaryMarket.now) == 1)
    #expect(tokens.redeem(issued[1_000], at: TemporaryMarket.now) == 1_000)
  }
}
