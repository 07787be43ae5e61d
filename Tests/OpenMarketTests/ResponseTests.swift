import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

/// Responses that do not conform to the API, and what the client makes of them.
@Suite struct ResponseTests {
  private static let row =
    #"{"id":1,"title":"t","price":5,"currency":"KRW","stock":1,"thumbnails":[],"registration_date":1.5}"#

  /// A client that gets this response to every request.
  private func manager(
    _ status: Int, _ body: String, type: String? = "application/json", headers: HTTPHeaders = [:]
  ) throws -> NetworkManager {
    var headers = headers
    headers["Content-Type"] = type
    let response = HTTPResponse(status: status, headers: headers, body: Data(body.utf8))
    return NetworkManager(
      session: MockSession { _ in response }, server: try #require(URL(string: "http://m.example")),
      retries: RetryPolicy(sleep: { _ in }))
  }

  private func unexpected(_ defect: ResponseDefect) -> ClientError {
    .unexpectedResponse(server: "http://m.example", defect)
  }

  private static func page(_ rows: String...) -> String {
    #"{"page":1,"items":[\#(rows.joined(separator: ","))]}"#
  }

  @Test(
    arguments: [
      (
        page(row, row.replacing("\"price\":5", with: "\"price\":\"5\"")),
        .unreadable(.wrongType("items[1].price"))
      ),
      (page(row.replacing("\"price\":5", with: "\"price\":null")), .unreadable(.null("items[0].price"))),
      (page(row.replacing("\"price\":5,", with: "")), .unreadable(.missing("items[0].price"))),
      (
        page(row.replacing("KRW", with: "WON")),
        .unreadable(.notValid("items[0].currency", reason: "'WON' is not a currency that ISO 4217 lists"))
      ),
      (
        page(row.replacing("\"id\":1", with: "\"id\":1.5")),
        .unreadable(.notValid("items[0].id", reason: "'1.5' is not a whole number of 64 bits"))
      ),
      (
        page(row.replacing("\"id\":1", with: "\"id\":9223372036854775808")),
        .unreadable(
          .notValid("items[0].id", reason: "'9223372036854775808' is not a whole number of 64 bits"))
      ),
      (
        page(row.replacing("\"title\":\"t\"", with: "\"title\":7")), .unreadable(.wrongType("items[0].title"))
      ),
      (page(row.replacing("[]", with: "{}")), .unreadable(.wrongType("items[0].thumbnails"))),
      (page(row.replacing("[]", with: "[null]")), .unreadable(.null("items[0].thumbnails[0]"))),
      (
        page(row.replacing("1.5", with: "\"yesterday\"")),
        .unreadable(.wrongType("items[0].registration_date"))
      ),
      (page("null"), .unreadable(.null("items[0]"))),
      (page("7"), .unreadable(.wrongType("items[0]"))),
      (#"{"page":1}"#, .unreadable(.missing("items"))),
      (#"{"items":[]}"#, .unreadable(.missing("page"))),
      (#"{"page":1,"items":null}"#, .unreadable(.null("items"))),
      (#"{"page":1,"items":{}}"#, .unreadable(.wrongType("items"))),
      ("[\(row)]", .unreadable(.notExpected)),
      ("null", .unreadable(.notExpected)),
      (String(page(row).dropLast(20)), .unreadable(.notExpected)),
      ("\u{0}\u{1}", .unreadable(.notExpected)),
      ("", .empty(status: 200)),
    ] as [(String, ResponseDefect)])
  func `the error for a malformed page names the server and the field`(body: String, problem: ResponseDefect)
    async throws
  {
    let manager = try manager(200, body)
    await #expect(throws: unexpected(problem)) { try await manager.page(PageQuery()) }
  }

  @Test func `a proxy's page is not taken for a market's response`() async throws {
    let html = "<html>Please sign in to the hotel's network</html>"
    let manager = try manager(200, html, type: "text/html; charset=utf-8")
    await #expect(throws: unexpected(.unreadable(.otherType("text/html; charset=utf-8")))) {
      try await manager.item(id: 1)
    }
  }

  @Test func `JSON of another media type is read`() async throws {
    #expect(
      try await manager(200, Self.page(Self.row), type: "text/plain").page(PageQuery()).items.map(\.id) == [1]
    )
    #expect(try await manager(200, Self.page(Self.row), type: nil).page(PageQuery()).items.map(\.id) == [1])
  }

  @Test func `unusual but valid numbers do not fail the list`() async throws {
    let odd = Self.row.replacing("\"id\":1", with: "\"id\":-64").replacing(
      "\"price\":5", with: "\"price\":-0.75"
    ).replacing("\"stock\":1", with: "\"stock\":-3").replacing("1.5}", with: "253402300799}")
    let huge = Self.row.replacing("\"price\":5", with: "\"price\":1e100,\"discounted_price\":-1e100")
    let items = try await manager(200, Self.page(odd, huge)).page(PageQuery()).items
    #expect(items.map(\.id) == [-64, 1])
    #expect(items[0].price.amount == -0.75)
    #expect(items[0].stock == -3)
    #expect(items[0].registrationDate == Date(timeIntervalSince1970: 253_402_300_799))
    #expect(items[1].price.amount.description == "1" + String(repeating: "0", count: 100))
    #expect(!items[1].price.formatted(locale: Locale(identifier: "en_US")).isEmpty)
    _ = items[1].discountPercent
  }

  @Test(arguments: [
    ("1e300", 253_402_300_799), ("1700000000000", 253_402_300_799), ("-62135596801", -62_135_596_800),
    ("-62135596800", -62_135_596_800), ("1.5", 1.5),
  ])
  func `a date outside the years 1 to 9999 becomes the nearest one`(text: String, seconds: Double)
    async throws
  {
    let body = Self.page(Self.row.replacing("1.5", with: text))
    let items = try await manager(200, body).page(PageQuery()).items
    #expect(items.map(\.registrationDate) == [Date(timeIntervalSince1970: seconds)])
    let entry = #"{"entry":1,"command":"add","changes":[],"date":\#(text)}"#
    let log = try await manager(200, #"{"page":1,"entries":[\#(entry)]}"#).log(1, size: 9, password: "p")
    #expect(log.entries.map(\.date) == [Date(timeIntervalSince1970: seconds)])
  }

  @Test(
    arguments: [
      (204, "", .empty(status: 204)), (302, "", .unexpectedStatus(302)), (400, "", .noReason(status: 400)),
      (403, "<html>", .noReason(status: 403)), (418, "{}", .noReason(status: 418)),
      (200, "[]", .unreadable(.notExpected)),
    ] as [(Int, String, ResponseDefect)])
  func `a malformed response to a write is an error`(status: Int, body: String, problem: ResponseDefect)
    async throws
  {
    let manager = try manager(status, body)
    await #expect(throws: unexpected(problem)) { try await manager.edit(id: 1, ItemPatch(), password: "p") }
    await #expect(throws: unexpected(problem)) { try await manager.delete(id: 1, password: "p") }
    await #expect(throws: unexpected(problem)) {
      try await manager.add(ItemDraft(title: "t", price: Price(1, .usDollar)), images: [], password: "p")
    }
  }

  @Test func `404 for a path without an item is reported as an unknown path`() async throws {
    let manager = try manager(404, "<html>", type: "text/html")
    await #expect(throws: unexpected(.unknownPath)) { try await manager.page(PageQuery()) }
    await #expect(throws: unexpected(.unknownPath)) {
      try await manager.add(ItemDraft(title: "t", price: Price(1, .usDollar)), images: [], password: "p")
    }
  }

  @Test(arguments: [
    #"{"reason":"no"}"#, #"{"message":"no"}"#, #"{"error":true,"reason":"no","message":"yes"}"#,
  ])
  func `the reason is read from either key`(body: String) async throws {
    let manager = try manager(400, body)
    await #expect(throws: ClientError.rejected(reason: "no")) { try await manager.item(id: 1) }
  }

  @Test(arguments: [(429, "slow down"), (500, "oops"), (503, "busy"), (507, "full")])
  func `a temporary failure is distinguished from a rejection`(status: Int, reason: String) async throws {
    let manager = try manager(status, #"{"message":"\#(reason)"}"#)
    await #expect(
      throws: ClientError.unavailable(server: "http://m.example", status: status, reason: reason)
    ) { try await manager.item(id: 1) }
  }

  @Test func `a server's store error is not taken for the embedded store's`() async throws {
    let manager = try manager(500, #"{"code":"store_damaged","reason":"The store is damaged"}"#)
    await #expect(
      throws: ClientError.unavailable(server: "http://m.example", status: 500, reason: "The store is damaged")
    ) { try await manager.item(id: 1) }
  }

  @Test(arguments: [StoreError.busy, .damaged])
  func `an error of the embedded store is thrown as such`(error: StoreError) async throws {
    let manager = NetworkManager(session: MockSession { _ in throw error })
    await #expect(throws: ClientError.store(error)) { try await manager.item(id: 1) }
    await #expect(throws: ClientError.store(error)) { try await manager.delete(id: 1, password: "p") }
    #expect(ClientError.store(error).cause as? StoreError == error)
  }

  @Test func `an undocumented error of a session is the cause of the thrown one`() async throws {
    struct Odd: Error {}
    let session = MockSession { _ in throw Odd() }
    let error = await #expect(throws: ClientError.self) {
      try await NetworkManager(session: session).item(id: 1)
    }
    #expect(error == .sessionFailed(server: "market://embedded", UnderlyingError(Odd())))
    #expect(error?.cause is Odd)
    #expect(error?.isTemporary == false)
    #expect(session.requests.count == 1)
  }

  @Test func `an old server's 404 is a wrong password if the item exists`() async throws {
    let session = MockSession { request in
      request.method == .get && request.target == "/item/1"
        ? HTTPResponse(status: 200, body: Data(Self.row.utf8))
        : HTTPResponse(status: 404, body: Data(#"{"message":"Not Found"}"#.utf8))
    }
    let manager = NetworkManager(session: session)
    await #expect(throws: ClientError.wrongPassword(id: 1)) { try await manager.delete(id: 1, password: "p") }
    await #expect(throws: ClientError.wrongPassword(id: 1)) {
      try await manager.edit(id: 1, ItemPatch(), password: "p")
    }
    await #expect(throws: ClientError.noSuchItem(id: 2)) { try await manager.delete(id: 2, password: "p") }
    await #expect(throws: ClientError.noSuchItem(id: 2)) { try await manager.item(id: 2) }
    #expect(
      session.requests.map { "\($0.method.rawValue) \($0.target)" } == [
        "DELETE /item/1", "GET /item/1", "PATCH /item/1", "GET /item/1", "DELETE /item/2", "GET /item/2",
        "GET /item/2",
      ])
  }

  @Test func `the oldest markets answer a deletion with the id alone`() async throws {
    #expect(try await manager(200, #"{"id":7}"#).delete(id: 7, password: "p") == nil)
  }

  @Test func `a deletion that names another item is an error`() async throws {
    let problem = ResponseDefect.deletedOther(id: 1, insteadOf: 7)
    let (brief, full) = (try manager(200, #"{"id":1}"#), try manager(200, Self.row))
    await #expect(throws: unexpected(problem)) { try await brief.delete(id: 7, password: "p") }
    await #expect(throws: unexpected(problem)) { try await full.delete(id: 7, password: "p") }
  }

  @Test func `random damage to a recorded response is an error or a value, never a crash`() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var chance = SeededChance(seed: seed)
    let whole = try MockData.bytes("items-1.json")
    for _ in 0..<500 {
      var damaged = whole
      for _ in 0..<Int.random(in: 1...4, using: &chance) {
        damaged[Int.random(in: 0..<damaged.count, using: &chance)] = .random(in: 0...255, using: &chance)
      }
      let body = damaged
      let manager = NetworkManager(session: MockSession { _ in HTTPResponse(status: 200, body: body) })
      do {
        #expect(try await manager.page(PageQuery()).items.count <= 3, "seed \(seed)")
      } catch {
        guard case ClientError.unexpectedResponse("market://embedded", _) = error else {
          Issue.record("\(error), seed \(seed)")
          continue
        }
      }
    }
  }

  @Test(arguments: [
    ("214", 214), ("0", 0), ("1000000000000", 1_000_000_000_000), ("1000000000001", nil),
    ("9223372036854775807", nil), ("9223372036854775808", nil), ("-1", nil), ("many", nil), ("", nil),
  ])
  func `an implausible number of items is ignored`(text: String, total: Int?) async throws {
    let manager = try manager(200, Self.page(Self.row), headers: ["X-Total-Count": text])
    #expect(try await manager.page(PageQuery()).total == total)
  }
}
