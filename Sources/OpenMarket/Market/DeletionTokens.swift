import Foundation
import Synchronization

/// The tokens with which vendors delete products: valid for one product, once, for ten minutes.
final class DeletionTokens: Sendable {
  private struct Grant {
    let item: Int
    let expiry: Date
  }

  private static let lifetime: TimeInterval = 600
  /// The most that are valid at one time; the oldest are dropped.
  private static let capacity = 1_000

  private let grants = Mutex<[String: Grant]>([:])

  /// 128 random bits, as one URL-safe path component.
  func issue(forItem id: Int, at now: Date) -> String {
    let token =
      UUID().uuidString.replacing("-", with: "").lowercased()
      + String(UInt32.random(in: 0...UInt32.max), radix: 36)
    grants.withLock { grants in
      grants = grants.filter { $0.value.expiry > now }
      if grants.count >= Self.capacity, let oldest = grants.min(by: { $0.value.expiry < $1.value.expiry }) {
        grants[oldest.key] = nil
      }
      grants[token] = Grant(item: id, expiry: now + Self.lifetime)
    }
    return token
  }

  /// The item that the token deletes; nil for an unknown or expired one. The token is void afterwards.
  func redeem(_ token: String, at now: Date) -> Int? {
    grants.withLock { $0.removeValue(forKey: token) }.flatMap { $0.expiry > now ? $0.item : nil }
  }
}
