import Foundation
import SystemSupport

/// Represents a secret in memory: digests can be compared, and reveal nothing without the key.
struct KeyedDigest: Hashable {
  private let code: Data

  /// A random key that is never stored: it lasts as long as the value.
  struct Key: Sendable {
    private let bytes = SHA256.randomKey()

    /// The digest of texts in this order: HMAC-SHA-256 (RFC 2104). The lengths keep `ab`, `c` apart from `a`, `bc`.
    func digest(of texts: String...) -> KeyedDigest {
      var message = Data()
      for text in texts {
        message.append(contentsOf: "\(text.utf8.count):".utf8)
        message.append(contentsOf: text.utf8)
      }
      return KeyedDigest(code: SHA256.authenticationCode(of: message, key: bytes))
    }
  }
}
