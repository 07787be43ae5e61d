import Foundation

/// A token with which a vendor deletes a product: valid for that product, once, for ten minutes.
///
/// The store finds a token by its first part and has only a hash of the second, so that a copy of the store's file deletes
/// nothing.
struct DeletionToken {
  static let lifetime: TimeInterval = 600

  /// Characters of the text.
  static let length = selectorLength + verifierLength

  private static let selectorLength = 13
  private static let verifierLength = 26
  /// Random bits need no slow hash.
  private static let hashing = PasswordHash(cost: 1)

  /// 65 random bits.
  let selector: String
  /// 130 random bits.
  private let verifier: String

  /// A new token.
  init() {
    selector = RandomSecret.make(length: Self.selectorLength)
    verifier = RandomSecret.make(length: Self.verifierLength)
  }

  /// Nil for a text that is no token.
  init?(_ text: String) {
    guard text.utf8.count == Self.length, text.utf8.allSatisfy({ $0 < 0x80 })
    else { return nil }
    selector = String(text.prefix(Self.selectorLength))
    verifier = String(text.dropFirst(Self.selectorLength))
  }

  /// One URL-safe path component.
  var text: String { selector + verifier }

  func hash() throws -> String {
    try Self.hashing.hash(verifier)
  }

  func matches(hash: String) -> Bool {
    Self.hashing.matches(verifier, hash: hash)
  }
}
