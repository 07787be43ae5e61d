package import Foundation
import HTTP

/// When and after how long a request is sent again.
package struct RetryPolicy: Sendable {
  /// How often a request is sent in all.
  let attempts: Int
  /// Waits before the next attempt.
  let sleep: @Sendable (Duration) async throws -> Void
  /// The present, for a `Retry-After` that names a time.
  let now: @Sendable () -> Date

  package init(
    attempts: Int = 3,
    now: @escaping @Sendable () -> Date = { Date() },
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.attempts = attempts
    self.sleep = sleep
    self.now = now
  }

  /// The longest that a server may make a person wait; what asks for more is given up at once.
  private static let longestWait = Duration.seconds(30)

  /// How long to wait after failed attempt number `attempt`, counted from 1; nil when it was the last.
  ///
  /// The wait is drawn evenly from nothing to twice what it was before, so that clients which failed together do not
  /// come back together.
  func delay(afterAttempt attempt: Int, retryAfter: Duration?) -> Duration? {
    guard attempt < attempts else { return nil }
    if let retryAfter { return retryAfter <= Self.longestWait ? retryAfter : nil }
    return .milliseconds(Int.random(in: 0...(200 << attempt)))
  }
}

extension HTTPResponse {
  /// Whether the server failed in a way that may pass: not what it cannot do at all (501, 505), and not its disk
  /// (507).
  var isTemporaryFailure: Bool { [500, 502, 503, 504].contains(status) }
}
