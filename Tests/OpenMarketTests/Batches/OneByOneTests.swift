import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

/// A market that takes one item at a time is sent each line of a batch by itself.
struct OneByOneTests {
  private static func lamp(_ title: String, key: String) -> BatchItem {
    var item = BatchItem(.add, key: key)
    (item.title, item.price, item.currency) = (title, 10, "USD")
    return item
  }

  /// A market without `POST /items`, and the most requests that were under way at it at the same time.
  private static func manager() -> (NetworkManager, MostAtOnce) {
    let (market, most) = (LocalMarket(at: .ofOneTest, .forTests), MostAtOnce())
    let session = MockSession { request in
      if request.method == .post, request.target.hasPrefix("/items") { return HTTPResponse(status: 404) }
      most.begin()
      defer { most.end() }
      return try await market.response(to: request)
    }
    return (NetworkManager(session: session), most)
  }

  @Test func `each line has its result, and the same keys add nothing again`() async throws {
    let (manager, most) = Self.manager()
    let lines = (1...12).map { Self.lamp("Lamp \($0)", key: "row-\($0)") }
    await #expect(throws: ClientError.unsupported(.batches)) {
      try await manager.apply(lines.map { ($0, nil) }, password: "p")
    }
    let first = try await manager.applyOneByOne(lines.map { ($0, nil) }, password: "p")
    let second = try await manager.applyOneByOne(lines.map { ($0, nil) }, password: "p")
    #expect(first.map(\.outcome) == Array(repeating: .added, count: 12))
    #expect(first == second)
    #expect(Set(first.compactMap(\.id)).count == 12)
    #expect(most.value <= 4)

    for (line, result) in zip(lines, first) {
      let id = try #require(result.id)
      #expect(try await manager.item(id: id).title == line.title)
    }
  }

  @Test func `changes, deletions and refusals are results of their lines`() async throws {
    let (manager, _) = Self.manager()
    let added = try await manager.applyOneByOne([(Self.lamp("Lamp", key: "1"), nil)], password: "p")
    let id = try #require(added[0].id)
    var change = BatchItem(.update, key: "2", id: id)
    (change.price, change.stock) = (20, 5)
    var cleared = BatchItem(.update, key: "3", id: id)
    cleared.clear = [.description, .discountedPrice, .images]
    var bad = Self.lamp("", key: "4")
    bad.title = " "
    let results = try await manager.applyOneByOne(
      [(change, nil), (bad, nil), (BatchItem(.delete, id: 99), nil)], password: "p")
    #expect(results.map(\.outcome) == [.updated, .refused, .refused])
    #expect(results[1].refusal == .invalid(ValidationError(.title, .empty, value: " ")))
    #expect(results[2].refusal == .noSuchItem)
    #expect(try await manager.applyOneByOne([(cleared, nil)], password: "p").map(\.outcome) == [.updated])
    let item = try await manager.item(id: id)
    #expect((item.price.amount, item.stock) == (20, 5))
    let wrong = try await manager.applyOneByOne([(BatchItem(.delete, id: id), nil)], password: "other")
    #expect(wrong[0].refusal == .wrongPassword)
    let gone = try await manager.applyOneByOne([(BatchItem(.delete, id: id), nil)], password: "p")
    #expect(gone.map(\.outcome) == [.deleted])
  }

  /// Each line is refused twice before it is done: for being one of too many, and by a busy server.
  @Test func `a rate limit and a busy server are waited for`() async throws {
    let market = LocalMarket(at: .ofOneTest, .forTests)
    let (attempts, pauses) = (Locked<[String: Int]>([:]), Locked<[Duration]>([]))
    let session = MockSession { request in
      let key = try #require(request.headers[.idempotencyKey])
      let attempt = attempts.withLock { attempts in
        attempts[key, default: 0] += 1
        return attempts[key]
      }
      switch attempt {
      case 1: return HTTPResponse(status: 429, headers: ["Retry-After": "45"])
      case 2: return HTTPResponse(status: 503, headers: ["Retry-After": "2"])
      default: return try await market.response(to: request)
      }
    }
    let manager = NetworkManager(
      session: session, retries: RetryPolicy(sleep: { pause in pauses.withLock { $0.append(pause) } }))
    var change = BatchItem(.update, key: "change", id: 1)
    change.stock = 7
    let first = try await manager.waiting.applyOneByOne([(Self.lamp("Lamp", key: "add"), nil)], password: "p")
    let rest = try await manager.waiting.applyOneByOne([(change, nil)], password: "p")
    let gone = try await manager.waiting.applyOneByOne(
      [(BatchItem(.delete, key: "delete", id: 1), nil)], password: "p")
    #expect((first + rest + gone).map(\.outcome) == [.added, .updated, .deleted])
    #expect(attempts.value == ["add": 3, "change": 3, "delete": 3])
    #expect(pauses.value == Array(repeating: [.seconds(45), .seconds(2)], count: 3).flatMap(\.self))
  }

  @Test func `a server that stays busy, or asks for a longer wait, ends the work`() async throws {
    for (headers, count) in [(["Retry-After": "1"] as HTTPHeaders, 10), (["Retry-After": "301"], 1)] {
      let session = MockSession { _ in HTTPResponse(status: 429, headers: headers) }
      let manager = NetworkManager(session: session, retries: RetryPolicy(sleep: { _ in })).waiting
      await #expect(throws: ClientError.unavailable(server: manager.name, status: 429, reason: nil)) {
        try await manager.applyOneByOne([(Self.lamp("Lamp", key: "add"), nil)], password: "p")
      }
      #expect(session.requests.count == count)
    }
  }
}
