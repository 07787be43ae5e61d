import Console
import Foundation
import HTTP
import OpenMarket
import TestSupport
import Testing

@testable import market

struct PageEventTests {
  private enum Work: Hashable, Sendable {
    case page
  }

  /// An event in words, without the time that it took.
  private enum Event: PageEvent, Equatable {
    case page(Int)
    case failed(Int, ClientError)
    case keyboard

    static func page(_ query: PageQuery, _ page: Fetched<ItemPage>, took: Duration) -> Event {
      .page(query.number)
    }

    static func failed(_ query: PageQuery, _ error: ClientError, took: Duration) -> Event {
      .failed(query.number, error)
    }
  }

  @Test func `a page is fetched, and a failure has its error`() async throws {
    let session = MockSession { request in
      if request.target == "/items/1" { throw CancellationError() }
      if request.target == "/items/2" { throw SessionError.handshake }
      return HTTPResponse(status: 200, body: Data(#"{"page":3,"items":[]}"#.utf8))
    }
    let market = NetworkManager(session: session)
    var pump = EventPump<Work, Event>()
    var events: [Event] = []
    for number in 1...3 {
      pump.fetch(PageQuery(number), from: market, as: .page)
      events.append(await pump.next { _ in .keyboard })
    }
    pump.stop()
    let error = ClientError.noResponse(server: "market://embedded", .handshake)
    #expect(events == [.failed(1, .cancelled), .failed(2, error), .page(3)])
  }
}
