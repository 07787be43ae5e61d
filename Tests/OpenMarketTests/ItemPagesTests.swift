import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

@Suite struct ItemPagesTests {
  /// A market whose pages hold the items of these ids; every page after them is empty.
  private static func session(_ pages: [[Int]]) -> MockSession {
    MockSession { request in
      let number = Int(request.pathComponents?.last ?? "") ?? 0
      return try response(number <= pages.count ? pages[number - 1] : [], page: number)
    }
  }

  private static func response(_ ids: [Int], page: Int) throws -> HTTPResponse {
    let items = ids.map {
      Item(
        id: $0, title: "t", price: Price(1, .usDollar), discountedPrice: nil, stock: 1, thumbnails: [],
        registrationDate: TemporaryMarket.now, description: nil, images: nil)
    }
    return HTTPResponse(status: 200, body: try JSON.encode(PageBody(page: page, items: items)))
  }

  /// The ids on each page of the sequence.
  private func ids(_ pages: ItemPages) async throws -> [[Int]] {
    var ids: [[Int]] = []
    for try await page in pages { ids.append(page.items.map(\.id)) }
    return ids
  }

  @Test func `the list ends with the first empty page, and no later one is requested`() async throws {
    let session = Self.session([[1, 2], [3], [], [4]])
    #expect(try await ids(NetworkManager(session: session).pages()) == [[1, 2], [3]])
    #expect(session.requests.map(\.target) == ["/items/1", "/items/2", "/items/3"])
  }

  @Test func `an empty list is one request`() async throws {
    let session = Self.session([])
    #expect(try await ids(NetworkManager(session: session).pages()) == [])
    #expect(session.requests.map(\.target) == ["/items/1"])
  }

  @Test func `the pages begin at the given one, with its size and order`() async throws {
    let session = Self.session([[1], [2], [3]])
    let query = PageQuery(2, size: 5, sort: .newest)
    #expect(try await ids(NetworkManager(session: session).pages(from: query)) == [[2], [3]])
    #expect(session.requests.first?.target == "/items/2?per_page=5&sort=newest")
  }

  @Test func `an item that moved to the next page is returned once`() async throws {
    let session = Self.session([[1, 2, 3], [3, 4], [4], [-64, 5]])
    #expect(try await ids(NetworkManager(session: session).pages()) == [[1, 2, 3], [4], [-64, 5]])
  }

  @Test func `a server that sends the same page for every number is an error`() async throws {
    let session = MockSession { _ in try Self.response([1, 2], page: 1) }
    await #expect(throws: ClientError.unexpectedResponse(server: "market://embedded", .samePage)) {
      try await ids(NetworkManager(session: session).pages())
    }
    #expect(session.requests.count == 3)
  }

  @Test func `page Int.max is the last`() async throws {
    let session = MockSession { _ in try Self.response([1], page: 1) }
    #expect(try await ids(NetworkManager(session: session).pages(from: PageQuery(Int.max))) == [[1]])
    #expect(session.requests.count == 1)
  }

  @Test func `one page is prefetched, never two, and never two at once`() async throws {
    let gate = Gate()
    let underWay = Locked((now: 0, most: 0))
    let session = MockSession { request in
      underWay.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      defer { underWay.withLock { $0.now -= 1 } }
      let number = try #require(Int(request.pathComponents?.last ?? ""))
      await gate.arrived(number)
      return try Self.response(number <= 4 ? [number] : [], page: number)
    }
    var pages = NetworkManager(session: session).pages().makeAsyncIterator()
    for number in 1...4 {
      #expect(try await pages.next()?.items.map(\.id) == [number])
      await gate.wait(for: number + 1)
      // Time enough to prefetch further.
      for _ in 0..<20 { await Task.yield() }
      #expect(session.requests.count == number + 1)
    }
    #expect(try await pages.next() == nil)
    #expect(try await pages.next() == nil)
    #expect(session.requests.count == 5)
    #expect(underWay.value.most == 1)
  }

  @Test func `a prefetch is cancelled when the iterator is released`() async throws {
    let (started, ended) = (Gate(), Gate())
    let session = MockSession { request in
      guard request.target == "/items/2" else { return try Self.response([1], page: 1) }
      await started.arrived(2)
      do {
        try await Task.sleep(for: .seconds(600))
        return try Self.response([2], page: 2)
      } catch {
        await ended.arrived(2)
        throw SessionError.connectionLost(.insideBody)
      }
    }
    let manager = NetworkManager(session: session)
    func first() async throws -> [Int]? {
      var pages = manager.pages().makeAsyncIterator()
      let ids = try await pages.next()?.items.map(\.id)
      await started.wait(for: 2)
      return ids
    }
    #expect(try await first() == [1])
    await ended.wait(for: 2)
    #expect(session.requests.map(\.target) == ["/items/1", "/items/2"])
  }

  @Test func `an error on a later page is thrown after the pages before it`() async throws {
    let session = MockSession { request in
      request.target == "/items/1" ? try Self.response([1], page: 1) : HTTPResponse(status: 400)
    }
    var pages = NetworkManager(session: session).pages().makeAsyncIterator()
    #expect(try await pages.next()?.items.map(\.id) == [1])
    await #expect(
      throws: ClientError.unexpectedResponse(
        server: "market://embedded", .noReason(status: 400))
    ) { try await pages.next() }
    #expect(try await pages.next() == nil)
  }
}

/// Lets a test wait until a page has been requested.
private actor Gate {
  private var reached = 0
  private var waiting: [(Int, CheckedContinuation<Void, Never>)] = []

  func arrived(_ number: Int) {
    reached = max(reached, number)
    for (_, waiter) in waiting.filter({ $0.0 <= reached }) { waiter.resume() }
    waiting.removeAll { $0.0 <= reached }
  }

  func wait(for number: Int) async {
    guard reached < number else { return }
    await withCheckedContinuation { waiting.append((number, $0)) }
  }
}
