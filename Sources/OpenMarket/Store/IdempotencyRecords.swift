import Foundation
import SystemSupport

/// The records of items that were added under an Idempotency-Key
/// (https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header). An item and its record are stored in
/// one transaction. A record holds no wire format: any API can answer a replay.
struct IdempotencyRecords {
  /// How long a record lasts, in seconds.
  static let lifetime: TimeInterval = 24 * 60 * 60

  let database: any Database

  /// The id of the item that was added under the key; nil where there is none, or it is too long ago. Throws
  /// `MarketplaceError.idempotencyKeyReused` for a key under which something else was added.
  func itemID(for key: IdempotencyKey, at date: Date) throws -> Int? {
    let found = try database.rows(
      "SELECT fingerprint, item_id FROM idempotency_record WHERE key = ? AND date >= ?",
      .text(try stored(key)), .date(date - Self.lifetime)
    ) { (fingerprint: $0.integer(0), itemID: $0.integer(1)) }.first
    guard let found else { return nil }
    guard found.fingerprint == (try key.digest.fingerprint(in: database)) else {
      throw MarketplaceError.idempotencyKeyReused
    }
    return found.itemID
  }

  /// Most expired records that one write deletes: after a day with many writes one of the next day does not delete all.
  static let expired = 200

  /// Deletes expired records, the oldest first.
  func deleteExpired(at date: Date) throws {
    try database.run(
      """
      DELETE FROM idempotency_record WHERE key IN (
        SELECT key FROM idempotency_record WHERE date < ? ORDER BY date LIMIT ?)
      """, .date(date - Self.lifetime), .integer(Self.expired))
  }

  func insert(_ key: IdempotencyKey, itemID: Int, at date: Date) throws {
    try database.run(
      """
      INSERT INTO idempotency_record (key, fingerprint, item_id, date) VALUES (?, ?, ?, ?)
      ON CONFLICT (key) DO UPDATE SET
        fingerprint = excluded.fingerprint, item_id = excluded.item_id, date = excluded.date
      """,
      .text(try stored(key)), .integer(try key.digest.fingerprint(in: database)), .integer(itemID),
      .date(date))
  }

  /// Whether the key's own seller has used it.
  func isUsed(_ key: IdempotencyKey) throws -> Bool {
    try database.integer("SELECT 1 FROM idempotency_record WHERE key = ?", .text(try stored(key))) != nil
  }

  /// Whether another seller has used the same text.
  func isUsedByOthers(_ key: IdempotencyKey) throws -> Bool {
    try database.integer(
      "SELECT 1 FROM idempotency_record WHERE key > ? AND key < ? AND key <> ? LIMIT 1",
      .text(key.text + " "), .text(key.text + "!"), .text(try stored(key))) != nil
  }

  /// The id of the item that an earlier version has added under the key, which it stored without a seller.
  func formerItemID(for key: IdempotencyKey, at date: Date) throws -> Int? {
    try database.integer(
      "SELECT item_id FROM idempotency_record WHERE key = ? AND fingerprint = ? AND date >= ?",
      .text(key.text), .integer(key.digest.former), .date(date - Self.lifetime))
  }

  /// A key as it is stored, with its seller: the same text of another seller is another key. A space is in no key.
  private func stored(_ key: IdempotencyKey) throws -> String {
    let seller = try SellerRows(database).seller(vendor: key.vendor, passwordHash: key.passwordHash)
    return "\(key.text) \(seller.vendor).\(seller.id)"
  }
}

/// The name under which a seller adds something once, however often the request is sent.
struct IdempotencyKey: Sendable, Equatable {
  /// 1 to 255 visible ASCII characters.
  let text: String
  /// Tells the contents of one request from those of another.
  let digest: RequestDigest
  /// By which the seller is known: no seller gets what another one has added under the same key.
  let vendor: Int
  let passwordHash: String

  /// Throws `MarketplaceError.invalidIdempotencyKey` for a text that is no key.
  static func validate(_ text: String) throws(MarketplaceError) {
    guard (1...255).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw .invalidIdempotencyKey
    }
  }

  init(
    _ text: String, _ draft: ItemDraft, _ images: [StrippedImage], vendor: Int, passwordHash: String
  ) {
    (self.text, self.vendor, self.passwordHash) = (text, vendor, passwordHash)
    var fields = [
      "\(vendor)", draft.title, draft.description, "\(draft.price.amount)", draft.price.currency.code,
      draft.discountedPrice.map { "\($0)" } ?? "", "\(draft.stock)",
    ]
    // Absent fields add nothing, so that records of drafts without them stay valid.
    let details = DetailField.allCases.flatMap { field in
      draft.details[field].map { [field.rawValue, "\($0.texts.count)"] + $0.texts } ?? []
    }
    var former = FNV1a()
    for field in fields { former.combine(Data(field.utf8)) }
    if !details.isEmpty {
      for field in [draft.sku, draft.note] + draft.tags { former.combine(Data((field ?? "").utf8)) }
    }
    for image in images { former.combine(image.bytes) }
    fields += details
    // The number of fields keeps a tag apart from the digest of an image.
    digest = RequestDigest(["\(fields.count)"] + fields + images.map(\.digest), former: former)
  }
}
