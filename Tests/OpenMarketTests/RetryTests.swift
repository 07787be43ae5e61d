import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

/// When a request is sent again. The delays are recorded instead of slept.
@Suite struct RetryTests {
  private static let now = Date(timeIntervalSince1970: 784_111_777)  // Sun, 06 Nov 1994 08:49:37 GMT

  private static let server = "http://m.example"

  private enum Call: CaseIterable, Sendable {
    case page, item, add, edit, delete

    func make(_ manager: NetworkManager) async throws {
      switch self {
      case .page: _ = try await manager.page(PageQuery())
      case .item: _ = try await manager.item(id: 1)
      case .add:
        _ = try await manager.add(
          ItemDraft(title: "t", price: Price(1, .usDollar)), images: [], password: "p")
      case .edit: _ = try await manager.edit(id: 1, ItemPatch(), password: "p")
      case .delete: try await manager.delete(id: 1, password: "p")
      }
    }
  }

  /// The requests of a call and the delays between them, if every attempt has this outcome.
  private func run(
    _ call: Call, _ outcome: @escaping @Sendable () throws -> HTTPResponse
  ) async throws -> (requests: [HTTPRequest], pauses: [Duration], error: ClientError?) {
    let session = MockSession { _ in try outcome() }
    let (pauses, keys) = (Locked<[Duration]>([]), Locked(0))
    let manager = NetworkManager(
      session: session, server: try #require(URL(string: Self.server)),
      retries: RetryPolicy(now: { Self.now }, sleep: { pause in pauses.withLock { $0.append(pause) } }),
      boundary: { "cut" },
      idempotencyKey: {
        keys.withLock {
          $0 += 1
          return "key-\($0)"
        }
      })
    var caught: ClientError?
    do { try await call.make(manager) } catch { caught = error as? ClientError }
    return (session.requests, pauses.value, caught)
  }

  private static func response(_ status: Int, retryAfter: String? = nil) -> HTTPResponse {
    var response = HTTPResponse(status: status, body: Data(#"{"reason":"r"}"#.utf8))
    response.headers["Retry-After"] = retryAfter
    return response
  }

  @Test(arguments: [Call.page, .item, .add], [500, 502, 503, 504])
  private func `a request that is safe to repeat is sent three times`(call: Call, status: Int) async throws {
    let (requests, pauses, error) = try await run(call) { Self.response(status) }
    #expect(requests.count == 3)
    #expect(requests.allSatisfy { $0 == requests.first })
    #expect(requests.first?.headers["Idempotency-Key"] == (call == .add ? "key-1" : nil))
    #expect(pauses.count == 2)
    #expect(error == .unavailable(server: Self.server, status: status, reason: "r"))
  }

  @Test(
    arguments: [Call.page, .item, .add],
    [SessionError.connectionLost(.insideBody), .unreachable, .timedOut(.idle)])
  private func `a broken connection is tried three times`(call: Call, failure: SessionError) async throws {
    let (requests, _, error) = try await run(call) { throw failure }
    #expect(requests.count == 3)
    #expect(error == .noResponse(server: Self.server, failure))
  }

  @Test func `work of many requests waits ten minutes in all for a server that keeps refusing`() async throws
  {
    let pauses = Locked<[Duration]>([])
    let answers = Locked(0)
    let session = MockSession { _ in
      // Every other request is answered, so that none of them has had too many attempts.
      let isRefused = answers.withLock { count in
        count += 1
        return count % 2 == 1
      }
      return isRefused
        ? Self.response(429, retryAfter: "45")
        : HTTPResponse(status: 200, headers: [.contentType: "application/jsonl"])
    }
    let manager = NetworkManager(
      session: session, server: try #require(URL(string: Self.server)),
      retries: RetryPolicy(now: { Self.now }, sleep: { pause in pauses.withLock { $0.append(pause) } })
    ).waitingForRateLimit
    let refused = ClientError.unavailable(server: Self.server, status: 429, reason: "r")
    await #expect(throws: refused) {
      for _ in 1...100 { _ = try await manager.export(ExportQuery()) }
    }
    #expect(pauses.value == Array(repeating: .seconds(45), count: 13))
  }

  @Test(arguments: [Call.edit, .delete])
  private func `a change is sent once, since it may have happened`(call: Call) async throws {
    #expect(try await run(call) { Self.response(503) }.requests.count == 1)
    #expect(try await run(call) { throw SessionError.connectionLost(.insideBody) }.requests.count == 1)
  }

  @Test(arguments: [Call.page, .item, .add], [400, 401, 403, 409, 413, 429, 501, 505, 507])
  private func `a request that fails for good is sent once`(call: Call, status: Int) async throws {
    let (requests, pauses, error) = try await run(call) { Self.response(status, retryAfter: "1") }
    #expect(requests.count == 1)
    #expect(pauses == [])
    #expect(error != nil)
  }

  @Test(arguments: [
    SessionError.handshake, .malformedBody, .notSent, .timedOut(.head), .timedOut(.whole),
    .redirectedElsewhere(to: "x"), .unsupportedAddress("x"),
    .unreadableBody(path: "x"),
  ])
  func `a permanent session error ends the attempts`(failure: SessionError) async throws {
    #expect(try await run(.add) { throw failure }.requests.count == 1)
  }

  @Test func `a second attempt that succeeds is the last`() async throws {
    let attempts = Locked(0)
    let recorded = try MockData.bytes("item-1.json")
    let (requests, pauses, error) = try await run(.item) {
      attempts.withLock {
        $0 += 1
        return $0 == 1 ? Self.response(500) : HTTPResponse(status: 200, body: recorded)
      }
    }
    #expect(requests.count == 2)
    #expect(pauses.count == 1)
    #expect(error == nil)
  }

  @Test(arguments: [
    ("0", 0), ("7", 7), ("30", 30), ("Sun, 06 Nov 1994 08:49:47 GMT", 10),
    ("Sun, 06 Nov 1994 08:49:07 GMT", 0),
  ])
  func `Retry-After is honoured`(retryAfter: String, seconds: Int) async throws {
    let (requests, pauses, _) = try await run(.page) { Self.response(503, retryAfter: retryAfter) }
    #expect(requests.count == 3)
    #expect(pauses == [.seconds(seconds), .seconds(seconds)])
  }

  @Test(arguments: ["31", "999999999", "Sun, 06 Nov 1994 08:50:08 GMT"])
  func `too long a Retry-After ends the attempts`(retryAfter: String) async throws {
    let (requests, pauses, error) = try await run(.page) { Self.response(503, retryAfter: retryAfter) }
    #expect(requests.count == 1)
    #expect(pauses == [])
    #expect(error == .unavailable(server: Self.server, status: 503, reason: "r"))
  }

  @Test(arguments: ["soon", "-1", "1.5", "", "99999999999999999999"])
  func `a malformed Retry-After is ignored`(retryAfter: String) async throws {
    #expect(try await run(.page) { Self.response(503, retryAfter: retryAfter) }.requests.count == 3)
  }

  @Test func `without retries every request is sent once`() async throws {
    let session = MockSession { _ in Self.response(503) }
    let manager = NetworkManager(session: session, retries: .never)
    await #expect(throws: ClientError.self) { try await manager.item(id: 1) }
    #expect(session.requests.count == 1)
  }

  @Test func `delays are drawn from a range that doubles`() throws {
    let policy = RetryPolicy()
    for (attempt, longest) in [(1, 400), (2, 800)] {
      let pauses = try (0..<500).map { _ in try #require(policy.delay(afterAttempt: attempt, retryAfter: nil))
      }
      #expect(pauses.allSatisfy { (.zero...Duration.milliseconds(longest)).contains($0) })
      #expect(Set(pauses).count > 50)
      #expect(pauses.contains { $0 > .milliseconds(longest / 2) })
    }
    #expect(policy.delay(afterAttempt: 3, retryAfter: nil) == nil)
    #expect(policy.delay(afterAttempt: 3, retryAfter: .zero) == nil)
  }

  @Test func `two items have two keys`() async throws {
    let session = MockSession { _ in HTTPResponse(status: 200, body: try MockData.bytes("item-1.json")) }
    let manager = NetworkManager(session: session)
    try await Call.add.make(manager)
    try await Call.add.make(manager)
    let keys = session.requests.map { $0.headers["Idempotency-Key"] }
    #expect(keys.count == 2 && keys[0] != nil && keys[0] != keys[1])
  }

  @Test func `a call that is cancelled between two attempts is cancelled`() async throws {
    let session = MockSession { _ in Self.response(503) }
    let manager = NetworkManager(
      session: session, server: try #require(URL(string: Self.server)),
      retries: RetryPolicy(sleep: { _ in throw CancellationError() }))
    await #expect(throws: ClientError.cancelled) { try await manager.item(id: 1) }
    #expect(session.requests.count == 1)
  }

  @Test(arguments: Call.allCases)
  private func `a request that the session cancels is cancelled, and sent once`(call: Call) async throws {
    let session = MockSession { _ in throw CancellationError() }
    let manager = NetworkManager(session: session, server: try #require(URL(string: Self.server)))
    await #expect(throws: ClientError.cancelled) { try await call.make(manager) }
    #expect(session.requests.count == 1)
  }

  @Test(arguments: Call.allCases)
  private func `a broken connection in a cancelled task is not a network failure`(call: Call) async throws {
    let gate = Gate()
    let session = MockSession { _ in
      do { try await gate.wait() } catch { throw SessionError.connectionLost(.insideBody) }
      return Self.response(200)
    }
    let manager = NetworkManager(session: session, server: try #require(URL(string: Self.server)))
    let task = Task { try await call.make(manager) }
    try await gate.isReached()
    task.cancel()
    await #expect(throws: ClientError.cancelled) { try await task.value }
    #expect(session.requests.count == 1)
  }

  @Test func `a cancelled check of an old server's 404 does not report a missing item`() async throws {
    let session = MockSession { request in
      guard request.method == .delete else { throw CancellationError() }
      return HTTPResponse(status: 404, body: Data(#"{"message":"Not Found"}"#.utf8))
    }
    let manager = NetworkManager(session: session)
    await #expect(throws: ClientError.cancelled) { try await manager.delete(id: 1, password: "p") }
  }

  // MARK: Work of many requests

  private static let lamp: [(item: BatchItem, images: [ItemImage]?)] = {
    var item = BatchItem(.add, key: "add")
    (item.title, item.price, item.currency) = ("Lamp", 10, "USD")
    return [(item, nil)]
  }()

  /// Each batch is refused twice before it is done: for being one of too many, and by a busy server.
  @Test func `a batch waits for a rate limit and for a busy server`() async throws {
    let market = LocalMarket(at: .ofOneTest, .forTests)
    let (attempts, pauses) = (Locked(0), Locked<[Duration]>([]))
    let session = MockSession { request in
      let attempt = attempts.withLock {
        $0 += 1
        return $0
      }
      switch attempt {
      case 1: return HTTPResponse(status: 429, headers: ["Retry-After": "45"])
      case 2: return HTTPResponse(status: 503, headers: ["Retry-After": "2"])
      default: return try await market.response(to: request)
      }
    }
    let manager = NetworkManager(
      session: session, retries: RetryPolicy(sleep: { pause in pauses.withLock { $0.append(pause) } }))
    let results = try await manager.waiting.apply(Self.lamp, password: "p")
    #expect(results.map(\.outcome) == [.added])
    #expect(pauses.value == [.seconds(45), .seconds(2)])
  }

  @Test func `a server that stays busy, or asks for a longer wait, ends the work`() async throws {
    for (headers, count) in [(["Retry-After": "1"] as HTTPHeaders, 10), (["Retry-After": "301"], 1)] {
      let session = MockSession { _ in HTTPResponse(status: 429, headers: headers) }
      let manager = NetworkManager(session: session, retries: RetryPolicy(sleep: { _ in })).waiting
      await #expect(throws: ClientError.unavailable(server: manager.name, status: 429, reason: nil)) {
        try await manager.apply(Self.lamp, password: "p")
      }
      #expect(session.requests.count == count)
    }
  }
}
