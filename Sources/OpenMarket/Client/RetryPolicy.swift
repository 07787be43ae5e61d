package import Foundation
import HTTP
import Synchronization

/// When a request is retried, and after which delay.
package struct RetryPolicy: Sendable {
  /// The largest number of attempts, the first one included.
  private let attempts: Int
  /// Waits before the next attempt.
  let sleep: @Sendable (Duration) async throws -> Void
  /// The current time, for a `Retry-After` that is a date.
  private let now: @Sendable () -> Date
  /// The longest accepted `Retry-After`; the request is not retried after a longer one.
  private var longestWait = Duration.seconds(30)
  /// For requests that the server has refused for being some of too many (429): how long all of them wait. Nil where such a
  /// request is not retried.
  private var rateLimitWait: WaitBudget?

  /// How long a command waits for a rate limit in all: a server that keeps refusing ends it.
  package static let longestRateLimitWait = Duration.seconds(600)

  /// - Parameters:
  ///   - attempts: The largest number of attempts, the first one included.
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

  /// No retries: for an embedded market, which waits for its store before it responds with 503.
  package static let never = RetryPolicy(attempts: 1)

  /// The policy for work of many requests, which would have to start over: it also waits for a rate limit (429), and in
  /// all for a few minutes. Returns the policy itself if it has no retries.
  var forManyRequests: RetryPolicy {
    guard attempts > 1 else { return self }
    return RetryPolicy(attempts: 10, now: now, sleep: sleep).waitingForRateLimit
  }

  /// The policy with waits for a rate limit (429): up to five minutes at a time, and ten in all. Returns the policy
  /// itself if it has no retries.
  var waitingForRateLimit: RetryPolicy {
    guard attempts > 1 else { return self }
    var policy = self
    policy.longestWait = .seconds(300)
    policy.rateLimitWait = WaitBudget(Self.longestRateLimitWait)
    return policy
  }

  /// The delay before a retry; nil after a success, a permanent failure or the last attempt. Attempts count from 1.
  func delay(after outcome: Result<HTTPResponse, any Error>, attempt: Int) -> Duration? {
    switch outcome {
    case .success(let response) where response.isTemporaryFailure:
      delay(afterAttempt: attempt, retryAfter: response.retryAfter(now: now()))
    case .success(let response) where response.status == 429:
      rateLimitWait.flatMap { budget in
        delay(afterAttempt: attempt, retryAfter: response.retryAfter(now: now())).flatMap {
          budget.take($0) ? $0 : nil
        }
      }
    case .failure(let error as SessionError) where error.isWorthRetrying:
      delay(afterAttempt: attempt, retryAfter: nil)
    case .success, .failure: nil
    }
  }

  /// The delay after a temporary failure; nil after the last attempt.
  ///
  /// Random between zero and a bound that doubles, so that clients that fail together do not retry together.
  func delay(afterAttempt attempt: Int, retryAfter: Duration?) -> Duration? {
    guard attempt < attempts else { return nil }
    if let retryAfter { return retryAfter <= longestWait ? retryAfter : nil }
    return .milliseconds(Int.random(in: 0...min(200 << attempt, 30_000)))
  }
}

/// A time that several waits share.
private final class WaitBudget: Sendable {
  private let rest: Mutex<Duration>

  init(_ time: Duration) {
    rest = Mutex(time)
  }

  /// Takes the time of a wait; false where less is left.
  func take(_ time: Duration) -> Bool {
    rest.withLock { rest in
      guard time <= rest else { return false }
      // Waits of no time are counted, too.
      rest -= max(time, .milliseconds(100))
      return true
    }
  }
}

extension HTTPResponse {
  /// Whether the server may succeed later: not if it lacks the feature (501, 505) or the disk space (507).
  fileprivate var isTemporaryFailure: Bool { [500, 502, 503, 504].contains(status) }
}
