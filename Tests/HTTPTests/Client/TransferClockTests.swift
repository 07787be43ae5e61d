import Testing

@testable import HTTP

/// Instants are given, so that no test waits.
struct TransferClockTests {
  private let start = ContinuousClock.now

  private func limits(
    connecting: Int = 10, idle: Int = 30, head: Int = 40, whole: Int? = 600
  ) -> ClientLimits {
    var limits = ClientLimits(idle: .seconds(idle), whole: whole.map { .seconds($0) })
    limits.connecting = .seconds(connecting)
    limits.head = .seconds(head)
    return limits
  }

  private func after(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }

  /// Expects which limit is exceeded next, and when, in seconds after the start.
  private func expect(
    _ clock: TransferClock, _ limit: SessionError.TimeLimit, at seconds: Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(clock.next.limit == limit, sourceLocation: sourceLocation)
    #expect(clock.next.at == after(seconds), sourceLocation: sourceLocation)
  }

  @Test func `the standard limits`() {
    let limits = ClientLimits()
    #expect(limits.connecting == .seconds(10))
    #expect(limits.idle == .seconds(30))
    #expect(limits.head == .seconds(30))
    #expect(limits.whole == .seconds(600))
  }

  @Test func `connecting has a limit of its own`() {
    let clock = TransferClock(limits(), now: start)
    #expect(!clock.isConnected)
    expect(clock, .connecting, at: 10)
  }

  @Test func `connecting takes no longer than a lack of progress may`() {
    let clock = TransferClock(limits(idle: 3), now: start)
    #expect(clock.connectTime == .seconds(3))
    expect(clock, .connecting, at: 3)
  }

  @Test func `bytes before the connection do not extend the time for it`() {
    var clock = TransferClock(limits(), now: start)
    clock.progress(hasSent: false, hasHead: false, now: after(9))
    expect(clock, .connecting, at: 10)
  }

  @Test func `a connection without progress ends after the idle time`() {
    var clock = TransferClock(limits(), now: start)
    clock.connect(now: after(4))
    #expect(clock.isConnected)
    expect(clock, .idle, at: 34)
    clock.connect(now: after(9))
    expect(clock, .idle, at: 34)
    clock.progress(hasSent: false, hasHead: false, now: after(20))
    expect(clock, .idle, at: 50)
  }

  @Test func `the head has a limit from the end of the request`() {
    var clock = TransferClock(limits(), now: start)
    clock.connect(now: after(1))
    clock.progress(hasSent: true, hasHead: false, now: after(2))
    expect(clock, .idle, at: 32)
    // Field lines arrive, one each few seconds.
    clock.progress(hasSent: true, hasHead: false, now: after(31))
    expect(clock, .head, at: 42)
    clock.progress(hasSent: true, hasHead: true, now: after(41))
    expect(clock, .idle, at: 71)
  }

  @Test func `contents that trickle are no progress`() {
    var clock = TransferClock(limits(), now: start)
    clock.connect(now: start)
    clock.progress(hasSent: true, hasHead: true, now: after(1))
    for second in 2...30 {
      clock.progress(hasSent: true, hasHead: true, received: Int64(second - 1), now: after(second))
    }
    expect(clock, .idle, at: 31)
    clock.progress(hasSent: true, hasHead: true, received: 999, now: after(30))
    expect(clock, .idle, at: 31)
    clock.progress(hasSent: true, hasHead: true, received: 1_000, now: after(30))
    expect(clock, .idle, at: 60)
    // Fields behind the contents, which count nothing.
    clock.progress(hasSent: true, hasHead: true, received: 1_500, now: after(50))
    expect(clock, .idle, at: 60)
    // Another response, such as that after a redirect.
    clock.progress(hasSent: true, hasHead: true, received: 3, now: after(55))
    expect(clock, .idle, at: 85)
  }

  @Test func `the time of a long upload does not count for the head`() {
    var clock = TransferClock(limits(), now: start)
    clock.connect(now: after(1))
    for second in stride(from: 20, through: 200, by: 20) {
      clock.progress(hasSent: false, hasHead: false, now: after(second))
      expect(clock, .idle, at: second + 30)
    }
    clock.progress(hasSent: true, hasHead: false, now: after(210))
    clock.progress(hasSent: true, hasHead: false, now: after(239))
    expect(clock, .head, at: 250)
  }

  @Test func `the limit of the head is never shorter than that of progress`() {
    var clock = TransferClock(limits(idle: 60, head: 30), now: start)
    clock.connect(now: start)
    clock.progress(hasSent: true, hasHead: false, now: start)
    #expect(clock.next.at == after(60))
  }

  @Test func `the whole exchange has a limit from the start`() {
    var clock = TransferClock(limits(connecting: 9, whole: 8), now: start)
    expect(clock, .whole, at: 8)
    clock.connect(now: after(1))
    clock.progress(hasSent: true, hasHead: true, now: after(7))
    expect(clock, .whole, at: 8)
  }

  @Test func `the whole exchange may have no limit`() {
    var clock = TransferClock(limits(whole: nil), now: start)
    expect(clock, .connecting, at: 10)
    clock.connect(now: start)
    clock.progress(hasSent: true, hasHead: true, now: after(100_000))
    expect(clock, .idle, at: 100_030)
  }
}
