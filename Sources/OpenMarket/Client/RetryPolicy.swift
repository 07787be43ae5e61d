package import Foundation
import HTTP

/// When and after how long a request is sent again.
package struct RetryPolicy: Sendable {
  /// Attempts in all.
  private let attempts: Int
  /// Waits before the next attempt.
  let sleep: @Sendable (Duration) async throws -> Void
  /// The present, for a `Retry-After` that names a time.
  private let now: @Sendable () -> Date

  /// - Parameters:
  ///   - attempts: How often a request is sent at most.
  ///   - sleep: Waits before the next attempt; throws if the task is cancelled.
  package init(
    attempts: Int = 3,
    now: @escaping @Sendable () -> Date = { Date() },
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.attempts = attempts
    self.sleep = sleep
    self.now = now
  }

  /// One attempt: for a market in this process, which waits for its store before it responds with 503.
  package static let never = RetryPolicy(attempts: 1)

  /// The longest `Retry-After` that is waited for; a longer one ends the attempts.
  private static let longestWait = Duration.seconds(30)

  /// How long to wait after an attempt, counted from 1; nil if another one cannot help, or the policy allows none.
  func delay(after outcome: Result<HTTPResponse, any Error>, attempt: Int) -> Duration? {
    switch outcome {
    case .success(let response) where response.isTemporaryFailure:
      delay(afterAttempt: attempt, retryAfter: response.retryAfter(now: now()))
    case .failure(let error as SessionError) where error.isTemporary:
      delay(afterAttempt: attempt, retryAfter: nil)
    case .success, .failure: nil
    }
  }

  /// The delay after a temporary failure; nil after the last attempt.
  ///
  /// It is drawn evenly from zero to a bound that doubles, so that clients which failed together do not return together.
  func delay(afterAttempt attempt: Int, retryAfter: Duration?) -> Duration? {
    guard attempt < attempts else { return nil }
    if let retryAfter { return retryAfter <= Self.longestWait ? retryAfter : nil }
    return .milliseconds(Int.random(in: 0...(200 << attempt)))
  }
}

extension HTTPResponse {
  /// Whether the server may succeed later: not if it lacks the feature (501, 505) or the disk space (507).
  fileprivate var isTemporaryFailure: Bool { [500, 502, 503, 504].contains(status) }
}
