import Foundation
import HTTP
import SystemSupport

/// The name under which something is added once, however often it is asked for
/// (https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header).
struct IdempotencyKey: Sendable, Equatable {
  let text: String
  /// Tells the contents of one request from those of another. The password is not in it: a quick hash of a secret,
  /// kept in a file, would be an easier way to guess it.
  let fingerprint: Int

  /// How long an answer is kept, in seconds.
  static let lifetime: TimeInterval = 24 * 60 * 60

  /// Throws the `APIError` that refuses a key which is empty, long, or not visible ASCII.
  ///
  /// - Parameter seller: Whoever adds; nobody is told of what another has added under the same key.
  init(_ text: String, draft: ItemDraft, images: [ItemImage], seller: Int) throws {
    guard (1...255).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw APIError.malformed("Idempotency-Key is not 1 to 255 visible ASCII characters")
    }
    self.text = text
    var hash = FNV1a()
    for field in [
      "\(seller)", draft.title, draft.description, "\(draft.price.amount)", draft.price.currency.code,
      draft.discountedPrice.map { "\($0)" } ?? "", "\(draft.stock)",
    ] {
      hash.combine(Data(field.utf8))
    }
    for image in images { hash.combine(try image.bytes()) }
    fingerprint = Int(bitPattern: UInt(hash.value))
  }
}
