import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

/// The limits of the client on lists that have no end.
struct SalesPagesTests {
  private static func page(_ rows: [(item: Int, pieces: Int)], next: String?) throws -> HTTPResponse {
    let sales = rows.map {
      #"{"item_id":\#($0.item),"title":"t","pieces":\#($0.pieces),"revenue":1,"currency":"KRW"}"#
    }
    return HTTPResponse(
      status: 200, headers: next.map { [.link: "<\($0)>; rel=\"next\""] } ?? [:],
      body: Data(#"{"sales":[\#(sales.joined(separator: ","))]}"#.utf8))
  }

  private static func failure(_ manager: NetworkManager) async -> ResponseDefect? {
    do throws(ClientError) {
      _ = try await manager.sales(SalesQuery(by: .item))
      return nil
    } catch {
      guard case .unexpectedResponse(_, let defect) = error else { return nil }
      return defect
    }
  }

  @Test func `the pages are found by their links, and put together by pieces`() async throws {
    let session = MockSession { request in
      switch request.target {
      case "/sales?by=item": try Self.page([(1, 2), (2, 5)], next: "/sales?after=i.2.0.1.KRW&by=item")
      default: try Self.page([(2, 4), (3, 3)], next: nil)
      }
    }
    let rows = try await NetworkManager(session: session).sales(SalesQuery(by: .item)).rows
    #expect(rows.map(\.itemID) == [2, 3, 1])
    #expect(rows.map(\.pieces) == [9, 3, 2])
    #expect(rows.map(\.revenue.amount) == [2, 1, 1])
    #expect(session.requests.map(\.target) == ["/sales?by=item", "/sales?after=i.2.0.1.KRW&by=item"])
  }

  @Test func `a link to a page that was there before is an error`() async throws {
    let session = MockSession { _ in try Self.page([(1, 2)], next: "/sales?after=i.2.0.1.KRW&by=item") }
    #expect(await Self.failure(NetworkManager(session: session)) == .samePage)
    #expect(session.requests.count == 2)
  }

  @Test func `a link elsewhere is not followed`() async throws {
    let session = MockSession { _ in try Self.page([(1, 2)], next: "https://example.org/sales?after=1") }
    #expect(await Self.failure(NetworkManager(session: session)) == nil)
    #expect(session.requests.count == 1)
  }

  @Test func `a report of ever more pages ends`() async throws {
    let count = Locked(0)
    let session = MockSession { _ in
      let number = count.withLock {
        $0 += 1; return $0
      }
      return try Self.page([], next: "/sales?after=i.\(number).0.1.KRW&by=item")
    }
    #expect(await Self.failure(NetworkManager(session: session)) == .tooManyPages(PageLimits.pages))
  }

  @Test func `rows that are added to are not counted twice, and more than may be held are an error`() throws {
    var pages = SalesPages()
    #expect(pages.mostRows == PageLimits.heldRows)
    pages.mostRows = 1_000
    let row = SalesRow(itemID: 1, pieces: .max, revenue: Price(1, .usDollar))
    for _ in 0..<3 { try pages.add([row]) }
    #expect(pages.rows.map(\.pieces) == [.max])
    #expect(throws: PageDefect.self) {
      try pages.add(
        (0...pages.mostRows).map { SalesRow(itemID: $0, pieces: 1, revenue: Price(1, .usDollar)) })
    }
    #expect(pages.rows.count == pages.mostRows)
  }

  @Test func `a history with the same page twice is an error, unless so many entries came`() {
    func page(_ number: Int, _ sales: ClosedRange<Int>, total: Int) -> HistoryPage {
      HistoryPage(
        number: number,
        entries: sales.map { number in
          .title(ItemChange(before: "\(number)", after: "t", recordedAt: .distantPast))
        }, total: total)
    }
    var pages = HistoryPages(isHeld: false)
    #expect(pages.defect(with: page(1, 1...3, total: 9)) == nil)
    #expect(pages.defect(with: page(2, 1...3, total: 12)) == nil)
    #expect(pages.defect(with: page(3, 1...3, total: 13)) == .samePage)
    #expect(pages.defect(with: page(4, 4...6, total: 13)) == nil)
    let empty = HistoryPage(number: 5, entries: [], total: 13)
    #expect(pages.defect(with: empty) == nil)
    #expect(pages.defect(with: empty) == nil)
  }
}
