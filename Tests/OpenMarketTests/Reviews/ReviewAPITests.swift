import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// Reviews over the wire, at a served market.
@Suite(.serialized) struct ReviewAPITests {
  private static let draft = ItemDraft(title: "t", price: Price(1, .usDollar))

  /// A served market with `count` items that have the password `p`.
  private func store(
    items count: Int = 1, adjusting adjust: (inout LocalMarket.Options) -> Void = { _ in }
  ) async throws -> VendorMarket {
    let store = try await VendorMarket(adjusting: adjust)
    for _ in 0..<count {
      _ = try await NetworkManager(session: store.market).add(Self.draft, images: [], password: "p")
    }
    return store
  }

  private static let date = "1611523563.719116"

  @Test func `a review is written, listed, answered, folded and deleted`() async throws {
    let store = try await store()
    let written = try await store.send(
      .post, "/item/1/reviews", #"{"stars":4,"text":"a\u0007b","author":"김철수","password":"r"}"#)
    let review =
      #""author":"김철수","folded":false,"id":1,"item_id":1,"reviewed_at":\#(Self.date),"stars":4,"text":"a\u0007b","verified":false}"#
    #expect(written.shown == "201 {\(review)")
    let page = try await store.send(.get, "/item/1/reviews")
    #expect(
      page.shown
        == #"200 {"page":1,"rating":4,"rating_count":1,"reviews":[{\#(review)],"star_counts":[0,0,0,1,0],"verified_count":0}"#
    )
    #expect(page.headers["X-Total-Count"] == "1")
    #expect(page.headers["Link"] == nil)
    let tag = try #require(page.headers["ETag"])
    let again = try await store.send(.get, "/item/1/reviews", nil, as: nil, ["If-None-Match": tag])
    #expect(again.status == 304)
    let answered = try await store.send(.patch, "/review/1", #"{"answer":"Thanks","password":"p"}"#)
    #expect(answered.shown == "200 {\"answer\":\"Thanks\",\"answered_at\":\(Self.date),\(review)")
    let folded = try await store.send(.patch, "/review/1", #"{"folded":true,"password":"p"}"#)
    #expect(
      folded.shown == answered.shown.replacing(#""folded":false"#, with: #""folded":true"#))
    #expect(try await store.send(.get, "/item/1").shown.contains(#""rating":4,"rating_count":1,"#))
    #expect(try await store.send(.delete, "/review/1", #"{"password":"r"}"#).shown == folded.shown)
    #expect(
      try await store.send(.get, "/item/1/reviews").shown
        == #"200 {"page":1,"rating_count":0,"reviews":[],"star_counts":[0,0,0,0,0],"verified_count":0}"#)
    #expect(try await store.send(.get, "/item/1").shown.contains(#""price":1,"rating_count":0,"#))
  }

  @Test func `pages have a total and a link to the next one`() async throws {
    let store = try await store()
    for stars in [5, 1, 3, 1, 5] {
      _ = try await store.send(.post, "/item/1/reviews", #"{"stars":\#(stars),"password":"r"}"#)
    }
    func page(_ query: String) async throws -> (ids: [Int], total: String?, link: String?) {
      let response = try await store.send(.get, "/item/1/reviews\(query)")
      let body = try JSON.decode(ReviewPageBody.self, from: response.body)
      return (body.page.reviews.map(\.id), response.headers["X-Total-Count"], response.headers["Link"])
    }
    #expect(try await page("") == ([5, 4, 3, 2, 1], "5", nil))
    #expect(
      try await page("?per_page=2&sort=lowest")
        == ([4, 2], "5", "</item/1/reviews?page=2&per_page=2&sort=lowest>; rel=\"next\""))
    #expect(
      try await page("?page=2&per_page=2&sort=lowest")
        == ([3, 5], "5", "</item/1/reviews?page=3&per_page=2&sort=lowest>; rel=\"next\""))
    #expect(try await page("?page=3&per_page=2&sort=lowest") == ([1], "5", nil))
    #expect(try await page("?sort=highest&per_page=3&page=1").ids == [5, 1, 3])
    #expect(try await page("?page=9223372036854775807&per_page=50") == ([], "5", nil))
  }

  @Test(
    arguments: [
      (#"{"password":"r"}"#, "stars", "stars is missing"),
      (#"{"stars":0,"password":"r"}"#, "stars", "stars '0' is not a whole number from 1 to 5"),
      (#"{"stars":4.5,"password":"r"}"#, "stars", "stars '4.5' is not a whole number from 1 to 5"),
      (#"{"stars":1e99,"password":"r"}"#, "stars", nil),
      (#"{"stars":"5","password":"r"}"#, "stars", "The body: 'stars' has the wrong type"),
      (#"{"stars":5,"text":7,"password":"r"}"#, "text", "The body: 'text' has the wrong type"),
      (#"{"stars":5,"author":[],"password":"r"}"#, "author", "The body: 'author' has the wrong type"),
      (#"{"stars":5,"receipt":"ABC","password":"r"}"#, "receipt", "receipt 'ABC' is of no sale of this item"),
      (#"{"stars":5,"receipt":"","password":"r"}"#, "receipt", "receipt is empty"),
      (#"{"stars":5}"#, "password", "password is missing"),
      (#"{"stars":5,"password":""}"#, "password", "password is empty"),
      (#"{"stars":5,"password":7}"#, "password", "The body: 'password' has the wrong type"),
    ] as [(String, String, String?)])
  func `a review that is refused names its field`(body: String, field: String, reason: String?) async throws {
    let store = try await store()
    let response = try await store.send(.post, "/item/1/reviews", body)
    #expect(try response.refusalCode.hasPrefix("400 "))
    #expect(try response.refusalCode.hasSuffix(" \(field)"))
    if let reason { #expect(try response.refusal.hasSuffix(": \(reason)")) }
    #expect(try await store.send(.get, "/item/1/reviews").headers["X-Total-Count"] == "0")
  }

  @Test(
    arguments: [
      ("GET", "/item/9/reviews", nil, "404 not_found id"),
      ("GET", "/item/0/reviews", nil, "404 not_found id"),
      ("GET", "/item/x/reviews", nil, "404 not_found id"),
      ("GET", "/item/1/reviews?sort=best", nil, "400 malformed sort"),
      ("GET", "/item/1/reviews?per_page=51", nil, "400 malformed per_page"),
      ("GET", "/item/1/reviews?page=0", nil, "400 malformed page"),
      ("PUT", "/item/1/reviews", "{}", "405 method_not_allowed -"),
      ("POST", "/review/1", "{}", "405 method_not_allowed -"),
      ("GET", "/review/9", nil, "404 no_such_review id"),
      ("POST", "/item/9/reviews", #"{"stars":5,"password":"r"}"#, "404 not_found id"),
      ("POST", "/item/1/reviews", "[]", "400 malformed body"),
      ("POST", "/item/1/reviews", "", "400 malformed body"),
      ("PATCH", "/review/1", #"{"password":"p"}"#, "400 refused answer"),
      ("PATCH", "/review/1", #"{"answer":" ","password":"p"}"#, "400 refused answer"),
      ("PATCH", "/review/1", #"{"folded":false,"password":"p"}"#, "400 refused folded"),
      ("PATCH", "/review/1", #"{"folded":true,"answer":"a","password":"p"}"#, "400 refused folded"),
      ("PATCH", "/review/1", #"{"folded":true}"#, "400 refused password"),
      ("PATCH", "/review/1", #"{"folded":true,"password":"r"}"#, "404 wrong_password password"),
      ("PATCH", "/review/9", #"{"folded":true,"password":"p"}"#, "404 no_such_review id"),
      ("DELETE", "/review/1", #"{"password":"p"}"#, "404 wrong_password password"),
      ("DELETE", "/review/9", #"{"password":"r"}"#, "404 no_such_review id"),
      ("DELETE", "/review/1", nil, "400 malformed body"),
      ("DELETE", "/review/0", #"{"password":"r"}"#, "404 not_found id"),
      ("DELETE", "/review", #"{"password":"r"}"#, "404 not_found -"),
    ] as [(String, String, String?, String)])
  func `what is wrong has a status, a code and a field`(
    method: String, target: String, body: String?, expected: String
  ) async throws {
    let store = try await store()
    _ = try await store.send(.post, "/item/1/reviews", #"{"stars":5,"password":"r"}"#)
    let response = try await store.send(HTTPMethod(rawValue: method), target, body)
    #expect(try response.refusalCode == expected)
    #expect(try await store.send(.get, "/item/1/reviews").headers["X-Total-Count"] == "1")
  }

  @Test func `a second answer is refused, and the same one is not`() async throws {
    let store = try await store()
    _ = try await store.send(.post, "/item/1/reviews", #"{"stars":5,"password":"r"}"#)
    let first = try await store.send(.patch, "/review/1", #"{"answer":"a","password":"p"}"#)
    #expect(first.status == 200)
    #expect(try await store.send(.patch, "/review/1", #"{"answer":"a","password":"p"}"#).shown == first.shown)
    #expect(
      try await store.send(.patch, "/review/1", #"{"answer":"b","password":"p"}"#).shown
        == #"409 {"code":"answered","error":true,"field":"answer","message":"Review 1 has an answer already","reason":"Review 1 has an answer already"}"#
    )
  }

  @Test func `a vendor answers with its secret`() async throws {
    let store = try await store(items: 0)
    #expect(try await store.add(VendorMarket.params()).status == 201)
    _ = try await store.send(.post, "/item/1/reviews", #"{"stars":5,"password":"r"}"#)
    #expect(try await store.send(.patch, "/review/1", #"{"answer":"a","password":"r"}"#).status == 404)
    #expect(try await store.send(.patch, "/review/1", #"{"answer":"a","password":"SECRET"}"#).status == 200)
  }

  @Test func `an item gets so many reviews in an hour, and a client writes so many`() async throws {
    let store = try await store(items: 2) { options in
      options.reviews.ofItem = 3
      options.reviews.ofClient = 5
    }
    func review(_ item: Int) async throws -> HTTPResponse {
      try await store.send(.post, "/item/\(item)/reviews", #"{"stars":5,"password":"r"}"#)
    }
    for _ in 1...3 { #expect(try await review(1).status == 201) }
    store.wait(seconds: 600)
    let refused = try await review(1)
    let reason = "Too many reviews: try again in 3000 s"
    #expect(
      refused.shown
        == #"429 {"code":"too_many_reviews","error":true,"message":"\#(reason)","reason":"\#(reason)"}"#)
    #expect(refused.headers["Retry-After"] == "3000")
    for _ in 1...2 { #expect(try await review(2).status == 201) }
    #expect(try await review(2).status == 429)
    #expect(try await store.send(.get, "/item/2/reviews").headers["X-Total-Count"] == "2")
    store.wait(seconds: 3_000)
    #expect(try await review(1).status == 201)
    #expect(try await review(2).status == 201)
  }

  @Test func `without other numbers those are 200 and 600`() {
    #expect(ReviewRates().ofItem == 200)
    #expect(ReviewRates().ofClient == 600)
  }

  @Test func `a review that is not written takes none from its item`() async throws {
    let store = try await store { $0.reviews.ofItem = 2 }
    for _ in 1...5 {
      let unknown = #"{"stars":5,"receipt":"ABC","password":"r"}"#
      #expect(try await store.send(.post, "/item/1/reviews", unknown).status == 400)
    }
    for status in [201, 201, 429] {
      #expect(
        try await store.send(.post, "/item/1/reviews", #"{"stars":5,"password":"r"}"#).status == status)
    }
  }

  @Test func `guesses at the password of a review are limited as those of an item`() async throws {
    let store = try await store()
    _ = try await store.send(.post, "/item/1/reviews", #"{"stars":5,"password":"r"}"#)
    for _ in 1...5 {
      #expect(try await store.send(.delete, "/review/1", #"{"password":"guess"}"#).status == 404)
    }
    for password in ["r", "guess"] {
      let response = try await store.send(.delete, "/review/1", #"{"password":"\#(password)"}"#)
      #expect(response.status == 429)
      #expect(response.headers["Retry-After"] == "30")
    }
    // The seller's password is for the item.
    #expect(try await store.send(.patch, "/review/1", #"{"folded":true,"password":"p"}"#).status == 200)
    store.wait(seconds: 30)
    #expect(try await store.send(.delete, "/review/1", #"{"password":"r"}"#).status == 200)
  }

  @Test func `an unknown review costs no guess`() async throws {
    let store = try await store()
    for _ in 1...5 { _ = try await store.send(.delete, "/review/7", #"{"password":"guess"}"#) }
    for _ in 1...5 { _ = try await store.send(.patch, "/review/7", #"{"folded":true,"password":"guess"}"#) }
    #expect(try await store.send(.delete, "/review/7", #"{"password":"guess"}"#).status == 404)
    #expect(try await store.send(.delete, "/item/1", #"{"password":"p"}"#).status == 200)
  }

  @Test func `one network takes a part of an item's reviews, and those with a receipt are counted apart`()
    async throws
  {
    let store = try await store { options in
      options.reviews.ofItem = 4
      options.reviews.ofClientAtItem = 3
    }
    let sale = #"{"kind":"sold","quantity":1,"password":"p"}"#
    let restock = #"{"kind":"received","quantity":9,"password":"p"}"#
    #expect(try await store.send(.post, "/item/1/movements", restock).status == 201)
    let sold = try await store.send(.post, "/item/1/movements", sale)
    let receipt = try #require(try JSON.decode(Sold.self, from: sold.body).movements.first?.receipt)
    let fake = #"{"stars":1,"password":"r"}"#
    var statuses: [Int] = []
    for _ in 1...9 { statuses.append(try await store.send(.post, "/item/1/reviews", fake).status) }
    #expect(statuses == [201, 201, 201] + Array(repeating: 429, count: 6))
    #expect(
      try await store.send(
        .post, "/item/1/reviews", #"{"stars":5,"receipt":"\#(receipt)","password":"r"}"#
      ).status == 201)
  }

  private struct Sold: Decodable {
    struct Movement: Decodable { let receipt: String? }
    let movements: [Movement]
  }

  @Test(.ofFiles) func `the password of a review is in no file, and opens no item`() async throws {
    let store = try await store()
    let secret = "correct horse battery staple"
    _ = try await store.send(.post, "/item/1/reviews", #"{"stars":5,"password":"\#(secret)"}"#)
    #expect(try await store.send(.delete, "/item/1", #"{"password":"\#(secret)"}"#).status == 404)
    let file = try Data(contentsOf: URL(filePath: store.market.store.path(TemporaryMarket.filename)))
    #expect(file.range(of: Data(secret.utf8)) == nil)
    let database = try SQLiteDatabase(
      path: store.market.store.path(TemporaryMarket.filename), .shared)
    let hashes = try database.rows(
      "SELECT password_hash FROM review UNION ALL SELECT password_hash FROM item", []
    ) { $0.text(0) }
    #expect(Set(hashes).count == 2)
    #expect(hashes.allSatisfy { $0.hasPrefix("$") })
  }

  @Test func `a market that may only be read takes no review`() async throws {
    let store = try await store()
    var options = LocalMarket.Options.forTests
    options.isReadOnly = true
    let market = try ServedMarket(in: store.market.store, options)
    let manager = NetworkManager(session: market)
    await #expect(throws: ClientError.rejected(reason: "This market may only be read")) {
      try await manager.review(item: 1, ReviewDraft(stars: 5), password: "r")
    }
    #expect(try await manager.reviews(ReviewQuery(item: 1)).rating.count == 0)
  }
}
