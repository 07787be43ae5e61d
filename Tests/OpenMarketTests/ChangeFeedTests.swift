import Foundation
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// Requests that wait for a change of the store.
struct ChangeFeedTests {
  /// A feed whose looks come when the test lets them.
  private struct Feed {
    let number = Locked<UInt64>(5)
    let isEnding = Locked(false)
    let looks: AsyncStream<Void>.Continuation
    let feed: ChangeFeed

    init(capacity: Int = .max) {
      let (stream, looks) = AsyncStream.makeStream(of: Void.self)
      self.looks = looks
      let turns = Turns(stream)
      feed = ChangeFeed(
        number: { [number] in number.value }, isEnding: { [isEnding] in isEnding.value },
        capacity: { capacity }, sleep: { await turns.next() })
    }

    /// Starts a wait and returns when it has begun.
    func wait(
      since: UInt64 = 5, within time: Duration = .seconds(100), by client: String = "192.0.2.1"
    ) async -> Task<UInt64?, any Error> {
      let before = feed.waiting
      let task = WorkClient.$current.withValue(client) {
        Task { [feed] in try await feed.change(since: since, within: time) }
      }
      while feed.waiting == before { await Task.yield() }
      return task
    }

    func endAll() async throws {
      number.withLock { $0 += 1 }
      looks.yield()
      try await eventually("a change ends all waits") { feed.waiting == 0 }
    }
  }

  private actor Turns {
    private var stream: AsyncStream<Void>.Iterator

    init(_ stream: AsyncStream<Void>) { self.stream = stream.makeAsyncIterator() }

    func next() async {
      var stream = stream
      _ = await stream.next(isolation: self)
      self.stream = stream
    }
  }

  @Test func `a change ends all waits, and is one however many there were`() async throws {
    let feed = Feed()
    let waits = [await feed.wait(), await feed.wait()]
    feed.looks.yield()
    feed.number.withLock { $0 = 6 }
    feed.number.withLock { $0 = 9 }
    feed.looks.yield()
    for wait in waits { #expect(try await wait.value == 9) }
    #expect(feed.feed.waiting == 0)
  }

  @Test func `a change that came before the wait ends it at once`() async throws {
    #expect(try await Feed().feed.change(since: 4, within: .seconds(100)) == 5)
  }

  @Test func `a wait without a change ends after its time`() async throws {
    let feed = Feed()
    let wait = await feed.wait(within: .zero)
    feed.looks.yield()
    #expect(try await wait.value == nil)
  }

  @Test func `a server that stops ends all waits`() async throws {
    let feed = Feed()
    let wait = await feed.wait()
    feed.isEnding.withLock { $0 = true }
    feed.looks.yield()
    #expect(try await wait.value == nil)
    #expect(try await feed.feed.change(since: 5, within: .seconds(100)) == nil)
  }

  @Test func `a client that leaves ends its wait alone`() async throws {
    let feed = Feed()
    let (gone, other) = (await feed.wait(), await feed.wait())
    gone.cancel()
    #expect(try await gone.value == nil)
    #expect(feed.feed.waiting == 1)
    feed.number.withLock { $0 = 6 }
    feed.looks.yield()
    #expect(try await other.value == 6)
  }

  /// Whether a wait has no place, and ends without a change before a look at the store.
  private func isRefused(_ client: String, by feed: Feed) async throws -> Bool {
    let before = feed.feed.waiting
    let isOver = Locked(false)
    let wait = WorkClient.$current.withValue(client) {
      Task {
        let number = try await feed.feed.change(since: 5, within: .seconds(100))
        isOver.withLock { $0 = true }
        return number
      }
    }
    try await eventually("the wait begins or ends") { isOver.value || feed.feed.waiting > before }
    guard isOver.value else { return false }
    return try await wait.value == nil
  }

  @Test func `a client has 64 waits, and a /48 of IPv6 as many as 16 clients`() async throws {
    let feed = Feed()
    let first = await feed.wait()
    for _ in 1..<64 { _ = await feed.wait() }
    #expect(try await isRefused("192.0.2.1", by: feed))
    for network in 0..<1_024 { _ = await feed.wait(by: "2001:db8:1:\(network)::1") }
    #expect(try await isRefused("2001:db8:1:ffff::1", by: feed))
    #expect(try await !isRefused("2001:db8:2::1", by: feed))
    // A wait that ends gives its place back.
    first.cancel()
    #expect(try await first.value == nil)
    #expect(try await !isRefused("192.0.2.1", by: feed))
    try await feed.endAll()
  }

  @Test func `all clients have as many waits as there is room for, and one of them a quarter`() async throws {
    let feed = Feed(capacity: 8)
    for _ in 0..<2 { _ = await feed.wait() }
    #expect(try await isRefused("192.0.2.1", by: feed))
    for number in 2..<8 { _ = await feed.wait(by: "192.0.2.\(number)") }
    #expect(try await isRefused("192.0.2.9", by: feed))
    try await feed.endAll()
  }
}
