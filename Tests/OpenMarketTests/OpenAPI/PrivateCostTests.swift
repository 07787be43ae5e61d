import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

/// The cost of a piece is in the store, and in no response of a server.
@Suite(.serialized) struct PrivateCostTests {
  /// A cost in dollars and one in won, whose digits no other number of these markets has.
  private static let (cost, wonCost) = ("31.07", "3107")

  /// A market with an item of the password `p` and one of the vendor, each received at the cost and sold.
  private static func store(_ contract: ProductContract) async throws -> VendorMarket {
    let store = try await VendorMarket(contract) { $0.timeZone = .gmt }
    let draft = ItemDraft(title: "a", price: Price(50, .usDollar), stock: 9)
    _ = try await NetworkManager(session: store.market).add(draft, images: [], password: "p")
    // v2a takes other parameters.
    if contract == .v2b { #expect(try await store.add(VendorMarket.params()).status == 201) }
    for (item, password, cost) in [(1, "p", cost), (2, "SECRET", wonCost)].prefix(contract == .v2b ? 2 : 1) {
      for body in [#""kind":"received","quantity":9,"cost":\#(cost)"#, #""kind":"sold","reference":"o""#] {
        let target = "/item/\(item)/movements"
        #expect(try await store.send(.post, target, "{\(body),\"password\":\"\(password)\"}").status == 201)
      }
    }
    #expect(try await store.send(.post, "/item/1/reviews", #"{"stars":5,"password":"r"}"#).status == 201)
    return store
  }

  private static let paths =
    MarketAPI.paths.sorted() + [
      "/", "/items", "/items/1", "/items/2", "/item", "/item/{id}", "/images/1.png", "/healthChecker",
      "/api/products", "/api/products/{id}", "/api/products/{id}/secret", "/api/products/{id}/archived",
      "/api/products/{id}/x", "/nothing",
    ]

  private static let queries = [
    "", "?page=1&per_page=1", "?page=x", "?by=item", "?by=currency&from=2021-01-01", "?by=revenue",
    "?by=cost",
    "?sort=rating", "?sort=-price", "?sort=cost", "?margin=1", "?period=month", "?search=a", "?q=a",
    "?page_no=1&items_per_page=10", "?fields=cost", "?cost=1",
  ]

  private static let bodies = [
    nil, "{}", "[]", #"{"kind":"received","quantity":1,"cost":\#(cost),"password":"p"}"#,
    #"{"kind":"sold","password":"p"}"#, #"{"kind":"sold","reference":"o","password":"p"}"#,
    #"{"kind":"sold","reference":"o","quantity":5,"password":"p"}"#,
    #"{"kind":"sold","quantity":999,"password":"p"}"#,
    #"{"kind":"returned","password":"p"}"#, #"{"kind":"returned","quantity":99,"password":"p"}"#,
    #"{"kind":"removed","reason":"lost","password":"p"}"#, #"{"kind":"sold","cost":\#(cost),"password":"x"}"#,
    #"{"kind":"correction","entry":4,"price":2,"password":"p"}"#,
    #"{"movements":[{"item":1,"kind":"sold","password":"p"},{"item":2,"kind":"sold","password":"SECRET"}]}"#,
    #"{"movements":[{"item":1,"kind":"received","cost":\#(cost),"password":"x"}]}"#,
    #"{"stars":5,"password":"r"}"#, #"{"folded":true,"password":"p"}"#, #"{"secret":"SECRET"}"#,
    #"{"secret":"SECRET","price":7}"#, #"{"secret":"SECRET","cost":\#(cost)}"#,
  ]

  @Test(arguments: [ProductContract.v2a, .v2b])
  func `no response to any request holds a cost`(contract: ProductContract) async throws {
    let store = try await Self.store(contract)
    var statuses: Set<Int> = []
    func check(_ request: String, _ response: HTTPResponse) {
      statuses.insert(response.status)
      let fields = response.headers.fields.filter { !["Date", .eTag, "Market-Identity"].contains($0.name) }
      let text =
        fields.map { "\($0.name): \($0.value)\n" }.joined() + String(decoding: response.body, as: UTF8.self)
      let holdsCost =
        [Self.cost, Self.wonCost, "\"cost\":", "\"cost_"].contains(where: text.contains)
      #expect(!holdsCost, "\(request): \(text)")
    }
    for path in Self.paths {
      for id in path.contains("{id}") ? ["1", "2", "99"] : ["1"] {
        let target = path.replacing("{id}", with: id).replacing("{date}", with: "2021-01-24")
        for query in Self.queries {
          let request = target + query
          // The second response may be a cached one.
          for _ in 1...2 { check("GET \(request)", try await store.send(.get, request)) }
          let password: HTTPHeaders = [.authorization: BasicCredentials(password: "p").text]
          check("GET \(request)", try await store.send(.get, request, nil, as: nil, password))
        }
        for method in [HTTPMethod.post, HTTPMethod(rawValue: "PUT"), .patch] where id != "99" {
          for (number, body) in Self.bodies.enumerated() {
            let key: HTTPHeaders = [.idempotencyKey: "k\(number)"]
            for headers in [[:], key, key] {
              let response = try await store.send(method, target, body, as: nil, headers)
              check("\(method.rawValue) \(target) \(body ?? "")", response)
            }
          }
        }
      }
    }
    for text in ["a", "b"] {
      let review = #"{"stars":4,"text":"\#(text)","password":"p"}"#
      let key: HTTPHeaders = [.idempotencyKey: "again"]
      let response = try await store.send(.post, "/item/1/reviews", review, as: nil, key)
      check("review", response)
    }
    let vendor = HTTPHeaders([HTTPField(.authorization, BasicCredentials(password: store.vendor.secret).text)]
    )
    check("history", try await store.send(.get, "/item/2/movements", nil, as: nil, vendor))
    let market = NetworkManager(session: store.market)
    let edit = try Endpoint.edit(id: 1, ItemPatch(stock: 2), password: "p").request(boundary: "cut")
    check("edit", try await store.market.response(to: edit))
    // It is there: the market in this process adds it up.
    var options = LocalMarket.Options.forTests
    options.isEmbedded = true
    let path = store.market.store.path(TemporaryMarket.filename)
    let embedded = NetworkManager(session: LocalMarket(at: .file(path), options))
    let costs = try await embedded.sales(SalesQuery(by: .item, readsCost: true)).rows.compactMap(\.cost)
    #expect(
      costs.contains { $0.amount == (Decimal(string: Self.cost) ?? 0) * Decimal($0.pieces) && $0.pieces > 0 })
    await #expect(
      throws: ClientError.rejected(reason: "Costs are private: only the market itself shows them")
    ) {
      try await market.sales(SalesQuery(readsCost: true))
    }
    let deletion = try Endpoint.delete(id: 1, password: "p").request(boundary: "cut")
    check("delete", try await store.market.response(to: deletion))
    #expect(statuses.isSuperset(of: [200, 201, 400, 403, 404, 405, 409, 422]))
  }
}
