import Foundation
import SystemSupport

/// Limits wrong passwords by the client that sends them and by what they are for, an item or a vendor (the subject).
///
/// - A client has five wrong passwords at once, then one every 30 seconds, whatever they are for. It is refused beyond
///   that, so that one address can guess at 2,880 passwords a day.
/// - A subject has as many, from all clients together. Its limit alone would let anyone lock the owner out with five wrong
///   passwords, so that beyond it two kinds of clients still get a verification: one that has given the right password
///   of the subject before, and one that has given no wrong password of the subject in the last day. An owner with the
///   right password therefore always gets in at the first attempt from an address that has not guessed, without a
///   delay, however many other addresses guess. N addresses get N guesses at one subject in the first moment of a day,
///   and together one in 30 seconds after that. An IPv6 network of 65,536 client networks (a site, RFC 6177) counts as
///   one address there.
///
/// A right password costs nothing. An attempt reserves its cost when it begins and gets it back if it was right, so that
/// attempts at the same time are no more guesses than attempts one after the other; one that would be refused only because
/// of unfinished ones must wait for them.
struct AttemptLimiter {
  /// An attempt that was admitted and has not ended.
  struct Attempt {
    fileprivate let client: String
    fileprivate let subject: String
    /// The client at this subject, as right passwords and wrong ones are remembered.
    fileprivate let network: String
    fileprivate let site: String
    /// Whether it counts against the subject's limit, or is admitted beyond it.
    fileprivate let countsForSubject: Bool
  }

  enum Admission {
    case admitted(Attempt)
    /// Unfinished attempts decide: ask again when one has ended.
    case mustWait
    case refused(retryAfter: Int)
  }

  /// How long a wrong password excludes a client from a subject that is beyond its limit, in seconds.
  static let exclusion: TimeInterval = 24 * 60 * 60

  private var clients = RateLimiter()
  private var subjects = RateLimiter()
  /// The networks that have given a subject's right password, and the sites that have given a wrong one.
  private var right = RecentNames()
  private var wrong = RecentNames()
  /// Sites with an unfinished attempt beyond a subject's limit.
  private var unfinished: Set<String> = []

  /// Admits an attempt or not. Each attempt that is admitted must `end`.
  mutating func begin(by address: String, at subject: String, now: Date) -> Admission {
    let client = IPAddress.clientNetwork(address)
    let network = "\(client) \(subject)"
    let site = "\(IPAddress.clientNetwork(address, bits: 48)) \(subject)"
    switch clients.state(of: client, at: now) {
    case .available: break
    case .reserved: return .mustWait
    case .exhausted(let wait): return .refused(retryAfter: wait)
    }
    let subjectState = subjects.state(of: subject, at: now)
    let countsForSubject: Bool
    switch subjectState {
    case .available: countsForSubject = true
    case _ where right.contains(network, since: .distantPast): countsForSubject = false
    case _ where unfinished.contains(site): return .mustWait
    case _ where !wrong.contains(site, since: now - Self.exclusion): countsForSubject = false
    case .reserved: return .mustWait
    case .exhausted(let wait): return .refused(retryAfter: wait)
    }
    clients.reserve(client, at: now)
    if countsForSubject { subjects.reserve(subject, at: now) } else { unfinished.insert(site) }
    return .admitted(
      Attempt(
        client: client, subject: subject, network: network, site: site, countsForSubject: countsForSubject))
  }

  /// - Parameter wasRight: Nil for an attempt that was not verified, which costs nothing.
  mutating func end(_ attempt: Attempt, wasRight: Bool?, now: Date) {
    clients.settle(attempt.client, isSpent: wasRight == false, at: now)
    if attempt.countsForSubject {
      subjects.settle(attempt.subject, isSpent: wasRight == false, at: now)
    } else {
      unfinished.remove(attempt.site)
    }
    switch wasRight {
    case true?:
      right.insert(attempt.network, at: now)
      wrong.remove(attempt.site)
    case false?: wrong.insert(attempt.site, at: now)
    case nil: break
    }
  }
}

/// Names with the times at which they were last inserted; the older half is dropped when they are too many.
private struct RecentNames {
  private static let capacity = 10_000

  private var times: [String: Date] = [:]

  func contains(_ name: String, since start: Date) -> Bool {
    times[name].map { $0 > start } ?? false
  }

  mutating func insert(_ name: String, at now: Date) {
    times[name] = now
    guard times.count > Self.capacity else { return }
    for (name, _) in times.sorted(by: { $0.value < $1.value }).prefix(Self.capacity / 2) { times[name] = nil }
  }

  mutating func remove(_ name: String) {
    times[name] = nil
  }
}
