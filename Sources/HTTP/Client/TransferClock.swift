/// The times of one exchange, and which limit of `ClientLimits` is exceeded next.
struct TransferClock: Sendable {
  typealias Instant = ContinuousClock.Instant

  private let limits: ClientLimits
  private let begin: Instant
  private var connected: Instant?
  /// When the transfer last went on: a byte was sent or received, or `leastContents` of the response's contents were.
  private var progressed: Instant
  /// The bytes of contents that had been received then.
  private var received: Int64 = 0
  /// When the whole request had been sent.
  private var sent: Instant?
  private var hasHead = false

  /// Bytes of contents within `ClientLimits.idle` that are progress: a server that sends one byte a second would never end.
  private static let leastContents: Int64 = 1_000

  init(_ limits: ClientLimits, now: Instant = .now) {
    self.limits = limits
    begin = now
    progressed = now
  }

  var isConnected: Bool { connected != nil }

  /// Notes that the connection stands; only the first call counts.
  mutating func connect(now: Instant = .now) {
    guard connected == nil else { return }
    connected = now
    progressed = now
  }

  /// Notes that bytes were sent or received.
  ///
  /// - Parameters:
  ///   - hasSent: Whether the whole request has been sent.
  ///   - hasHead: Whether the head of the response has arrived.
  ///   - received: The bytes of contents that have been received; less than before in another response.
  mutating func progress(hasSent: Bool, hasHead: Bool, received: Int64 = 0, now: Instant = .now) {
    if !hasHead || !self.hasHead || received < self.received || received - self.received >= Self.leastContents
    {
      progressed = now
      self.received = received
    }
    if hasSent, sent == nil { sent = now }
    self.hasHead = hasHead
  }

  /// The longest time for connecting.
  var connectTime: Duration { min(limits.connecting, limits.idle) }

  /// The limit that is exceeded first if nothing happens any more, and when.
  var next: (limit: SessionError.TimeLimit, at: Instant) {
    var deadlines: [(limit: SessionError.TimeLimit, at: Instant)] = []
    if connected == nil {
      deadlines.append((.connecting, begin + connectTime))
    } else {
      deadlines.append((.idle, progressed + limits.idle))
      if !hasHead, let sent { deadlines.append((.head, sent + max(limits.head, limits.idle))) }
    }
    if let whole = limits.whole { deadlines.append((.whole, begin + whole)) }
    return deadlines.min { $0.at < $1.at } ?? (.idle, progressed + limits.idle)
  }
}
