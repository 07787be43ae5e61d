import Console
import Foundation
import HTTP
import OpenMarket
import TestSupport
import Testing
import Wording

@testable import market

struct ListPumpTests {
  private static let page = #"{"page":1,"items":[]}"#

  private func pump(_ session: any Session) -> ListPump { ListPump(NetworkManager(session: session)) }

  private func room() -> ListSpace { ListSpace(table: { _ in 1 }) }

  /// An event in words, without the time that it took.
  private func words(_ event: ListEvent) -> String {
    switch event {
    case .page(let query, _, _): "page \(query.number)"
    case .failed(let query, let error, _): "failed \(query.number): \(error)"
    case .cancelled(let query): "cancelled \(query.number)"
    case .cards(let row): "cards \(row?.count ?? 0)"
    case .opened, .key, .room, .resumed, .closed: "other"
    }
  }

  @Test func `of two requests only the second is reported`() async throws {
    let gate = Gate()
    let session = MockSession { request in
      if request.target == "/items/1" { try? await gate.wait() }
      return HTTPResponse(status: 200, body: Data(Self.page.utf8))
    }
    var pump = pump(session)
    pump.fetch(PageQuery(1))
    try await gate.isReached()
    pump.fetch(PageQuery(2))
    gate.open()
    #expect(words(await pump.next(room: room)) == "page 2")
    pump.fetch(PageQuery(3))
    #expect(words(await pump.next(room: room)) == "page 3")
    pump.stop()
  }

  @Test func `a request that the session cancels is no failure, and a failure has its error`() async throws {
    let session = MockSession { request in
      if request.target == "/items/1" { throw CancellationError() }
      throw SessionError.handshake
    }
    var pump = pump(session)
    pump.fetch(PageQuery(1))
    #expect(words(await pump.next(room: room)) == "cancelled 1")
    pump.fetch(PageQuery(2))
    let error = ClientError.noResponse(server: "market://embedded", .handshake)
    #expect(words(await pump.next(room: room)) == "failed 2: \(error)")
    pump.stop()
  }

  @Test func `each row of cards comes when it is asked for, and none after they were cancelled`() async throws
  {
    let session = MockSession { _ in HTTPResponse(status: 200, body: Data(Self.page.utf8)) }
    let format = OutputFormat.fixture()
    let items = (1...3).map {
      Item(
        id: $0, title: "Lamp", price: Price(5, .usDollar), discountedPrice: nil, stock: 1, thumbnails: [],
        registrationDate: .distantPast, description: nil, images: nil)
    }
    let manager = NetworkManager(session: session)
    let rows = Gallery(networkManager: manager, screen: .none, format: format, freshness: .current).cards(
      of: ItemGrid(items: items, format: format, style: .plain, columns: 30, screen: .none))
    var pump = ListPump(manager)
    pump.fetch(rows)
    #expect(words(await pump.next(room: room)) == "cards 1")
    // Nothing comes unasked: the page is the next event.
    pump.fetch(PageQuery(1))
    #expect(words(await pump.next(room: room)) == "page 1")
    pump.nextCards()
    #expect(words(await pump.next(room: room)) == "cards 1")
    pump.nextCards()
    pump.cancelCards()
    pump.fetch(PageQuery(2))
    #expect(words(await pump.next(room: room)) == "page 2")
    pump.stop()
  }
}
