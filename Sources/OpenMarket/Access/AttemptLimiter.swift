import Foundation
import SystemSupport

/// Limits wrong passwords by the network of the client that sends them together with what they are for: an item, a review, a
/// vendor (the subject).
///
/// - A network has five wrong passwords for a subject at once, then one every 30 seconds. Beyond that the right one is refused
///   too, so that a refusal tells nothing.
/// - Nothing else is refused: other subjects from there, and the subject from elsewhere. A guess therefore never locks out
///   an owner at another address, and N networks have N times the guesses of one.
///
/// The work of all guesses is bounded elsewhere: `PasswordVerifier` hashes on a fixed number of threads, on which clients take
/// turns, and refuses what does not fit into its queue.
///
/// A right password costs nothing. An attempt reserves its cost when it begins and gets it back if it was right, so that
/// attempts at the same time are no more guesses than attempts one after the other; one that would be refused only because
/// of unfinished ones must wait for them.
struct AttemptLimiter {
  /// An attempt that was admitted and has not ended.
  struct Attempt {
    fileprivate let key: String
  }

  enum Admission {
    case admitted(Attempt)
    /// Unfinished attempts decide: ask again when one has ended.
    case mustWait
    case refused(retryAfter: Int)
  }

  /// The wrong passwords that a network has for a subject at once, and the seconds after which one is back.
  static let (most, interval) = (5, 30.0)

  private var tries = RateLimiter(Double(most), .each(interval))

  /// The number of clients and subjects that are remembered.
  var count: Int { tries.count }

  /// Admits an attempt or not. Each attempt that is admitted must `end`.
  mutating func begin(by address: String, at subject: String, now: Date) -> Admission {
    let key = Self.key(address, subject)
    let left = tries.left(for: key, at: now)
    guard left >= 1 else { return .refused(retryAfter: tries.wait(for: 1, of: key, at: now)) }
    guard left - Double(tries.reserved(for: key)) >= 1 else { return .mustWait }
    tries.reserve(key, at: now)
    return .admitted(Attempt(key: key))
  }

  /// - Parameter wasRight: Nil for an attempt that was not verified, which costs nothing.
  mutating func end(_ attempt: Attempt, wasRight: Bool?, now: Date) {
    tries.settle(attempt.key, isSpent: wasRight == false, at: now)
  }

  /// Counts an attempt that takes no time. Returns the seconds to wait where it is refused; one that unfinished attempts have
  /// reserved is refused, too.
  mutating func count(isRight: Bool, by address: String, at subject: String, now: Date) -> Int? {
    switch begin(by: address, at: subject, now: now) {
    case .admitted(let attempt):
      end(attempt, wasRight: isRight, now: now)
      return nil
    case .mustWait: return 1
    case .refused(let wait): return wait
    }
  }

  /// Names a client's network and a subject.
  static func key(_ address: String, _ subject: String) -> String {
    "\(IPAddress.clientNetwork(address)) \(subject)"
  }
}
