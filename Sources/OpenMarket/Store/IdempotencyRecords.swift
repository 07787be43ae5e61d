import Foundation
import SystemSupport

/// What was added under an Idempotency-Key
/// (https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header), in the store of what was added: an item
/// and its record are there together or not at all. A record holds no wire format: any API can answer a replay.
struct IdempotencyRecords {
  /// How long a record lasts, in seconds.
  static let lifetime: TimeInterval = 24 * 60 * 60

  let database: any Database

  /// The id of the item that was added under the key; nil where there is none, or it is too long ago. Throws
  /// `MarketplaceError.idempotencyKeyReused` for a key under which something else was added.
  func itemID(for key: IdempotencyKey, at date: Date) throws -> Int? {
    let found = try database.rows(
      "SELECT fingerprint, item_id FROM idempotency_record WHERE key = ? AND date >= ?",
      .text(key.text), .date(date - Self.lifetime)
    ) { (fingerprint: $0.integer(0), itemID: $0.integer(1)) }.first
    guard let found else { return nil }
    guard found.fingerprint == key.fingerprint else { throw MarketplaceError.idempotencyKeyReused }
    return found.itemID
  }

  func deleteExpired(at date: Date) throws {
    try database.run("DELETE FROM idempotency_record WHERE date < ?", .date(date - Self.lifetime))
  }

  func insert(_ key: IdempotencyKey, itemID: Int, at date: Date) throws {
    try database.run(
      "INSERT INTO idempotency_record (key, fingerprint, item_id, date) VALUES (?, ?, ?, ?)",
      .text(key.text), .integer(key.fingerprint), .integer(itemID), .date(date))
  }
}

/// The name under which something is added once, however often the request is sent.
struct IdempotencyKey: Sendable, Equatable {
  /// 1 to 255 visible ASCII characters.
  let text: String
  /// Tells the contents of one request from those of another, without the password: a quick hash of a secret, stored in
  /// a file, would be an easier way to guess it.
  let fingerprint: Int

  /// Throws `MarketplaceError.invalidIdempotencyKey` for a text that is no key.
  static func validate(_ text: String) throws(MarketplaceError) {
    guard (1...255).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw .invalidIdempotencyKey
    }
  }

  /// - Parameter vendor: The id of the vendor that adds; no vendor gets what another one has added under the same key.
  init(_ text: String, _ draft: ItemDraft, _ images: [StrippedImage], vendor: Int) {
    self.text = text
    var hash = FNV1a()
    for field in [
      "\(vendor)", draft.title, draft.description, "\(draft.price.amount)", draft.price.currency.code,
      draft.discountedPrice.map { "\($0)" } ?? "", "\(draft.stock)",
    ] {
      hash.combine(Data(field.utf8))
    }
    // Absent fields add nothing, so that records of drafts without them stay valid.
    if draft.hasDetails {
      for text in [draft.sku, draft.note] + draft.tags { hash.combine(Data((text ?? "").utf8)) }
    }
    for image in images { hash.combine(image.bytes) }
    fingerprint = Int(bitPattern: UInt(hash.value))
  }
}
