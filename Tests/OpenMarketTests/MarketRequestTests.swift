import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

struct MarketRequestTests {
  private static func requests() throws -> [any MarketRequest] {
    var item = BatchItem(.add, key: "k")
    (item.title, item.price, item.currency, item.sku) = ("맥북 +&=#%", 5, "USD", "S")
    let image = ItemImage(filename: "a.png", content: .bytes(Data("\u{89}PNG".utf8)))
    let vendor = Credentials.vendor(identifier: "v", secret: "s")
    let moved = MovementRequest(
      itemID: 7, .sell(quantity: 2, price: 4.5), note: "n", reference: "r", time: nil, isAlreadyCounted: true)
    let day = try #require(CalendarDay("2026-11-20"))
    var best = BestQuery(.period(SalesPeriod(.month, containing: day)))
    (best.measure, best.currency, best.limit) = (.revenue, Currency("KRW"), 500)
    var sales = SalesQuery(from: day, to: day + 1, by: .item, readsCost: true)
    (sales.after, sales.size) = (.item(pieces: 3, revenue: 5, item: 7, currency: "KRW"), 7)
    var filter = ListFilter()
    (filter[.tag], filter[.unsoldFor]) = (.words(["a", "b c"]), .days(3))
    return [
      ApplyBatch(lines: [(item, [image]), (item, nil)], credentials: vendor, isAtomic: true),
      ApplyBatch(lines: [(item, nil)], credentials: .password("p"), isAtomic: false, run: "r"),
      ExportItems(export: ExportQuery(.skus(["S"]), after: 3, limit: 4, isOwn: true), credentials: vendor),
      ExportItems(export: ExportQuery(search: "a b", filter: filter), credentials: nil),
      SumItems(list: PageQuery()), SumItems(list: PageQuery(search: "a b", filter: filter)),
      RankItems(ranking: best), RankItems(ranking: BestQuery(.last(.week))),
      RankItems(ranking: BestQuery(.last(.day))),
      ListMovements(item: Int.max, page: 1_000_000_000, size: 500, password: "비밀"),
      ListMovements(item: 1, password: "p:q"),
      RecordMovement(movement: moved, password: "p"),
      RecordMovements(movements: [(moved, "p"), (moved, "q")]),
      RecordMovement(
        movement: MovementRequest(itemID: 7, .correct(entry: 3, quantity: 0, price: 4, cost: 2)),
        password: "p"),
      FindSales(sales: SalesLookup(reference: "r 1", item: 7), password: "p"),
      FindSales(sales: SalesLookup(receipt: ReceiptCode("ABCDEFGHIJKLMNO2")), password: nil),
      ShowReview(id: 5), ShowMovement(id: 8, password: "p"), ShowMovement(id: 8, password: nil),
      SumSales(sales: sales), SumSales(sales: SalesQuery()),
      ListReviews(reviews: ReviewQuery(item: 2, page: 3, size: 50, sort: .lowest)),
      ListReviews(reviews: ReviewQuery(item: 2)),
      WriteReview(
        item: 2, draft: try ReviewDraft(stars: 4, text: "t", author: "a", receipt: "c"), password: "p"),
      ShowReview(id: 5), ChangeReview(id: 5, change: .answer("a"), password: "p"),
      ChangeReview(id: 5, change: .fold, password: "p"), DeleteReview(id: 5, right: .password("p")),
      DeleteReview(id: 5, right: .operation(reason: "spam")), ShowSettings(),
      ChangeSettings(
        change: SettingsChange(timeZone: TimeZone(named: "Asia/Seoul"), trashDays: 0), isPlan: true),
      ChangeSettings(change: SettingsChange(trashDays: 7), isPlan: false), ListVendors(),
      AddVendor(name: "가게", id: nil, identifier: nil, secret: nil),
      AddVendor(name: "a", id: 12, identifier: "x", secret: "s"), RemoveVendor(id: 2),
      SetContact(id: 2, contact: "ida@market.example"), SetContact(id: 2, contact: nil),
      ForgetItems(
        request: PurgeRequest(deletedBefore: GivenDay("yesterday"), seller: .named("Kim"), item: 3),
        isPlan: true, state: PurgeState()),
      ForgetItems(
        request: PurgeRequest(seller: .anonymous(3)), isPlan: false, state: Self.state),
      ListTrash(page: 2, size: 7, credentials: BasicCredentials(password: "p")),
      RestoreItem(id: 3, sku: "S", credentials: BasicCredentials(password: "비밀"), run: "r-1"),
      RestoreItem(id: 3, sku: nil, credentials: BasicCredentials(user: "v", password: "s"), run: nil),
      DiscardItem(id: 3, credentials: BasicCredentials(password: "p")),
      ListLog(item: 3, page: 2, size: 7, credentials: BasicCredentials(password: "p")),
      ListSellerLog(page: 2, size: 7, credentials: BasicCredentials(user: "v", password: "s")),
      ArrangeImages(
        id: 3, order: [7, nil], images: [image], credentials: BasicCredentials(password: "p")),
      SetPassword(id: 3, password: "비밀"),
      UndoEntry(id: 3, isForced: true, isPlan: false, credentials: BasicCredentials(password: "p")),
      UndoEntry(
        id: 3, isForced: false, isPlan: true, credentials: BasicCredentials(user: "v", password: "s")),
    ]
  }

  private static let state = {
    var state = PurgeState()
    (state.after, state.last, state.hasForgotten) = (7, 9, true)
    return state
  }()

  @Test func `each request is read from its own message`() throws {
    for request in try Self.requests() {
      let message = try request.message(boundary: "cut")
      let route = type(of: request).route
      let read = try type(of: request).read(ReceivedRequest(message, of: route))
      #expect(try read.message(boundary: "cut") == message)
    }
  }

  @Test func `each request has a value here`() throws {
    let tested = try Self.requests().map { ObjectIdentifier(type(of: $0)) }
    #expect(Set(tested) == Set(MarketAPI.requests.map { ObjectIdentifier($0) }))
  }

  @Test func `a path has one parameter at most, and a method one request`() {
    for type in MarketAPI.requests { #expect(type.route.components.count { $0 == nil } <= 1) }
    let routes = MarketAPI.requests.map { "\($0.route.method.rawValue) \($0.route.path)" }
    #expect(Set(routes).count == routes.count)
  }

  @Test(arguments: ["/nonsense", "/sale", "/items.html"])
  func `an unknown path is answered with the requests that there are`(path: String) async throws {
    let market = LocalMarket(at: .memory, .forTests)
    let response = try await market.response(to: HTTPRequest(.get, target: path))
    #expect(response.status == 404)
    let body = try JSON.decode(APIError.Body.self, from: response.body)
    #expect(body.code == "not_found" && body.reason == "Not Found")
    #expect(
      body.requests?.sorted() == [
        "DELETE /item/{id}", "DELETE /review/{id}", "DELETE /sellers/{id}", "DELETE /trash/{id}",
        "GET /best/{date}", "GET /item/{id}", "GET /item/{id}/log", "GET /item/{id}/movements",
        "GET /item/{id}/reviews", "GET /items/totals", "GET /items/{page}", "GET /log",
        "GET /movement/{id}", "GET /movements", "GET /review/{id}", "GET /sales", "GET /sellers",
        "GET /settings", "GET /trash", "PATCH /item/{id}", "PATCH /item/{id}/images", "PATCH /review/{id}",
        "PATCH /sellers/{id}",
        "PATCH /settings", "POST /forget", "POST /item", "POST /item/{id}/movements",
        "POST /item/{id}/password", "POST /item/{id}/reviews", "POST /items", "POST /items/export",
        "POST /movements", "POST /sellers", "POST /trash/{id}", "POST /undo/{id}",
      ])
  }
}
