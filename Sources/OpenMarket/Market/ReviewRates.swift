import Foundation
import Synchronization
import SystemSupport

/// How many reviews a server takes in an hour.
package struct ReviewRates: Sendable, Equatable {
  /// Reviews of one item without a receipt, and as many with one.
  package var ofItem = 200
  /// Reviews of one item from one client's network, without a receipt: no network takes them all.
  package var ofClientAtItem = 50
  /// Reviews from one client's network.
  package var ofClient = 600

  package init() {}
}

/// The limits of reviews. Reviews with a receipt are counted apart: those that anyone can write leave them room.
final class ReviewRateLimits: Sendable {
  private let items: HourlyLimit
  private let clients: HourlyLimit
  private let clientsAtItems: HourlyLimit
  private let rates: ReviewRates
  /// Counts at all servers of the store; nil where there is one, which counts in its memory.
  private let shared: SharedLimits?

  init(_ rates: ReviewRates, _ shared: SharedLimits? = nil) {
    (self.rates, self.shared) = (rates, shared)
    items = HourlyLimit(rates.ofItem)
    clients = HourlyLimit(rates.ofClient)
    clientsAtItems = HourlyLimit(rates.ofClientAtItem)
  }

  /// Counts a review that is to be written, and runs `write`. One that is not written counts for the client alone. Throws
  /// `MarketplaceError.tooManyReviews`.
  ///
  /// - Parameters:
  ///   - hasReceipt: Whether the review has a receipt, which `write` checks.
  ///   - client: The network address; nil in this process, which is not limited.
  func counting<Result>(
    _ item: Int, hasReceipt: Bool, by client: String?, at now: Date, _ write: () async throws -> Result
  ) async throws -> Result {
    guard let client else { return try await write() }
    let kind = hasReceipt ? " receipt" : ""
    let (key, network) = ("\(item)\(kind)", IPAddress.clientNetwork(client))
    let share = "\(network) \(item)"
    if let shared {
      let own = [(key, rates.ofItem)] + (hasReceipt ? [] : [(share, rates.ofClientAtItem)])
      try await shared.takeReview(own + [(network + kind, rates.ofClient)], at: now)
      do {
        return try await write()
      } catch {
        // Also where the client has left.
        let keys = own.map(\.0)
        await Task { try? await shared.giveBackReview(keys) }.value
        throw error
      }
    }
    try items.check(key, at: now)
    if !hasReceipt { try clientsAtItems.check(share, at: now) }
    try clients.take(network + kind, at: now)
    if !hasReceipt { try clientsAtItems.take(share, at: now) }
    do {
      try items.take(key, at: now)
    } catch {
      if !hasReceipt { clientsAtItems.giveBack(share, at: now) }
      throw error
    }
    do {
      return try await write()
    } catch {
      items.giveBack(key, at: now)
      if !hasReceipt { clientsAtItems.giveBack(share, at: now) }
      throw error
    }
  }
}

/// Hourly limit per key; the hour begins with the first use.
private final class HourlyLimit: Sendable {
  private let rest: Mutex<RateLimiter>

  init(_ limit: Int) {
    rest = Mutex(RateLimiter(Double(limit), .all(3_600)))
  }

  /// Throws `MarketplaceError.tooManyReviews` if the limit of the hour is reached.
  func check(_ key: String, at now: Date) throws(MarketplaceError) {
    try spend(0, by: key, at: now)
  }

  /// Counts one more; throws `MarketplaceError.tooManyReviews` if the limit of the hour is reached.
  func take(_ key: String, at now: Date) throws(MarketplaceError) {
    try spend(1, by: key, at: now)
  }

  private func spend(_ count: Double, by key: String, at now: Date) throws(MarketplaceError) {
    let wait: Int? = rest.withLock { rest in
      guard rest.left(for: key, at: now) >= 1 else { return rest.wait(for: 1, of: key, at: now) }
      if count > 0 { rest.spend(count, by: key, at: now) }
      return nil
    }
    if let wait { throw .tooManyReviews(retryAfter: wait) }
  }

  func giveBack(_ key: String, at now: Date) {
    rest.withLock { $0.spend(-1, by: key, at: now) }
  }
}
