import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

/// Sales are private unless the operator of the market opens them.
@Suite(.serialized) struct PrivateSalesTests {
  /// A market where an item without an account and a product of the vendor were sold today, and are priced in won.
  private func market(_ adjust: (inout SalesAccess) -> Void) async throws -> VendorMarket {
    var access = SalesAccess()
    adjust(&access)
    let market = try await VendorMarket { [access] in $0.sales = access }
    let client = NetworkManager(session: market.market)
    let draft = ItemDraft(title: "Lamp", price: Price(3, .wonForTests), stock: 9)
    _ = try await client.add(try ValidDraft(draft), images: [], password: "p")
    #expect(try await market.add(VendorMarket.params("Desk")).status == 201)
    for (id, password) in [(1, "p"), (2, "SECRET")] {
      let stock = #"{"kind":"received","quantity":5,"password":"\#(password)"}"#
      let sale = #"{"kind":"sold","quantity":\#(id),"password":"\#(password)"}"#
      for body in [stock, sale] {
        #expect(try await market.send(.post, "/item/\(id)/movements", body).status == 201)
      }
    }
    return market
  }

  private func basic(_ user: String, _ password: String) -> HTTPHeaders {
    [.authorization: BasicCredentials(user: user, password: password).text]
  }

  @Test func `sales are those of the operator, unless they are opened`() async throws {
    let closed = try await market { $0.isOpen = false }
    let refused = try await closed.send(.get, "/sales")
    #expect(try refused.refusalCode == "403 private_sales -")
    #expect(refused.headers["WWW-Authenticate"] == nil)
    #expect(try await closed.send(.get, "/sales", nil, as: nil, basic("", "p")).status == 403)
    let open = try await market { _ in }
    let sales = try await open.send(.get, "/sales?by=currency")
    #expect(sales.status == 200)
    #expect(String(decoding: sales.body, as: UTF8.self).contains(#""pieces":3"#))
  }

  @Test func `a vendor does not read the sales of others without its secret`() async throws {
    let market = try await market { $0.isOpen = false }
    let identifier = market.vendor.identifier
    let wrong = try await market.send(.get, "/sales", nil, as: nil, basic(identifier, "guess"))
    #expect(try wrong.refusalCode == "401 unknown_vendor -")
    let own = try await market.send(
      .get, "/sales?by=currency", nil, as: nil, basic(identifier, market.vendor.secret))
    #expect(own.status == 200)
    #expect(own.headers["Cache-Control"] == "no-store")
  }

  @Test func `a report without dates is of a year, and says so`() async throws {
    let market = try await market { _ in }
    let whole = try await market.send(.get, "/sales")
    let days = [whole.headers["Sales-From"], whole.headers["Sales-To"]].compactMap {
      $0.flatMap { CalendarDay($0) }
    }
    #expect(days.count == 2)
    #expect(days.first.map { $0 + 365 } == days.last)
    let one = try await market.send(.get, "/sales?from=2021-01-01&to=2021-01-31")
    #expect(one.headers["Sales-From"] == "2021-01-01")
    #expect(one.headers["Sales-To"] == "2021-01-31")
    #expect(try await NetworkManager(session: market.market).sales(SalesQuery()).days?.count == 366)
  }

  @Test func `a ranking by pieces is public, without revenue`() async throws {
    let closed = try await market { $0.isOpen = false }
    let today = try await closed.send(.get, "/best/last").headers["Date"]
    #expect(today != nil)
    let day = try await NetworkManager(session: closed.market).bestSellers(BestQuery(.last(.day))).today
    let best = try await closed.send(.get, "/best/\(day)")
    #expect(best.status == 200)
    let text = String(decoding: best.body, as: UTF8.self)
    #expect(text.contains(#""pieces":2"#))
    #expect(!text.contains("revenue"))
    #expect(try await closed.send(.get, "/best/\(day)?by=revenue").refusalCode == "403 private_revenue by")
    let query = BestQuery(.period(SalesPeriod(.day, containing: day)))
    let items = try await NetworkManager(session: closed.market).bestSellers(query).items
    #expect(items.map(\.pieces) == [2, 1])
    #expect(items.map(\.revenue) == [nil, nil])
    let hidden = try await market { $0.hasRankings = false }
    #expect(try await hidden.send(.get, "/best/\(day)").refusalCode == "403 private_rankings -")
  }

  @Test func `the item of an entry is there for its password alone`() async throws {
    let market = try await market { _ in }
    func item(_ entry: Int, _ password: String?) async throws -> String {
      let headers = password.map { basic("", $0) } ?? [:]
      return try await market.send(.get, "/movement/\(entry)", nil, as: nil, headers).shown
    }
    #expect(try await item(1, "p") == #"200 {"id":1,"item_id":1}"#)
    let unknown = try await item(999, "p").replacing("999", with: "1")
    #expect(unknown.hasPrefix("404 "))
    #expect(try await item(1, nil) == unknown)
    for _ in 1...5 { #expect(try await item(1, "guess") == unknown) }
    #expect(try await item(1, "p").hasPrefix("429 "))
    // Also for an entry that does not exist: whether it does is private.
    for _ in 1...4 { _ = try await item(999, "guess") }
    #expect(try await item(999, "guess").hasPrefix("429 "))
  }
}

extension Currency {
  fileprivate static var wonForTests: Currency { Currency("KRW") ?? .usDollar }
}
