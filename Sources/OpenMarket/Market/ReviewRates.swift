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

/// The limits of reviews of one server. Reviews with a receipt are counted apart: those that anyone can write leave them room.
final class ReviewRateLimits: Sendable {
  private let items: HourlyLimit
  private let clients: HourlyLimit
  private let clientsAtItems: HourlyLimit

  init(_ rates: ReviewRates) {
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
    try items.check(key, at: now)
    if !hasReceipt { try clientsAtItems.check(share, at: now) }
    try clients.take(network + kind, at: now)
    if !hasReceipt { try clientsAtItems.take(share, at: now) }
    do {
      try items.take(key, at: now)
    } catch {
      if !hasReceipt { clientsAtItems.giveBack(share) }
      throw error
    }
    do {
      return try await write()
    } catch {
      items.giveBack(key)
      if !hasReceipt { clientsAtItems.giveBack(share) }
      throw error
    }
  }
}

/// So many in an hour for each key; the hour begins with the first of them.
final class HourlyLimit: Sendable {
  private struct Window {
    let start: Date
    var count = 0
  }

  /// The most windows: a few megabytes.
  private static let capacity = 10_000
  private static let hour: TimeInterval = 3_600

  private let limit: Int
  private let windows = Mutex<[String: Window]>([:])

  init(_ limit: Int) {
    self.limit = limit
  }

  /// Throws `MarketplaceError.tooManyReviews` if the limit of the hour is reached.
  func check(_ key: String, at now: Date) throws(MarketplaceError) {
    let window = windows.withLock { Self.window($0[key], at: now) }
    try check(window, at: now)
  }

  /// Counts one more; throws `MarketplaceError.tooManyReviews` if the limit of the hour is reached.
  func take(_ key: String, at now: Date) throws(MarketplaceError) {
    let window = windows.withLock { windows in
      var window = Self.window(windows[key], at: now)
      let before = window
      if window.count < limit { window.count += 1 }
      windows[key] = window
      if windows.count > Self.capacity { Self.makeRoom(&windows, at: now) }
      return before
    }
    try check(window, at: now)
  }

  func giveBack(_ key: String) {
    windows.withLock { $0[key]?.count -= 1 }
  }

  private func check(_ window: Window, at now: Date) throws(MarketplaceError) {
    guard window.count >= limit else { return }
    let rest = Self.hour - now.timeIntervalSince(window.start)
    throw .tooManyReviews(retryAfter: max(1, Int(rest.rounded(.up))))
  }

  private static func window(_ window: Window?, at now: Date) -> Window {
    guard let window, now.timeIntervalSince(window.start) < hour else { return Window(start: now) }
    return window
  }

  /// Drops the windows that are over, and if that is not enough the half with the lowest counts.
  private static func makeRoom(_ windows: inout [String: Window], at now: Date) {
    windows = windows.filter { now.timeIntervalSince($0.value.start) < hour }
    guard windows.count > capacity else { return }
    for (key, _) in windows.sorted(by: { $0.value.count > $1.value.count }).dropFirst(capacity / 2) {
      windows[key] = nil
    }
  }
}
