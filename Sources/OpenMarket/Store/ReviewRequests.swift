import Foundation
import SystemSupport

/// The name under which a review is written once, however often the request is sent.
struct ReviewKey: Sendable, Equatable {
  /// 1 to 255 visible ASCII characters.
  let text: String
  /// Tells the contents of one request from those of another.
  let digest: RequestDigest

  init(_ text: String, _ draft: ReviewDraft, item: Int) {
    self.text = text
    let fields = ["\(item)", "\(draft.stars.rawValue)", draft.receipt ?? "", draft.author ?? "", draft.text]
    var former = FNV1a()
    for field in fields { former.combine(Data("\(field.utf8.count):\(field)".utf8)) }
    digest = RequestDigest(fields, former: former)
  }
}

/// The table of reviews that were written under an Idempotency-Key, which lasts as long as that of an item. Use it only
/// inside a transaction.
struct ReviewRequests {
  let database: any Database

  /// The id of the review that was written under the key; nil where there is none, or it is too long ago. Throws
  /// `MarketplaceError.idempotencyKeyReused` for a key under which something else was written.
  func reviewID(for key: ReviewKey, at date: Date) throws -> Int? {
    let found = try database.rows(
      "SELECT fingerprint, review_id FROM review_request WHERE key = ? AND date >= ?",
      .text(key.text), .date(date - IdempotencyRecords.lifetime)
    ) { (fingerprint: $0.integer(0), reviewID: $0.integer(1)) }.first
    guard let found else { return nil }
    guard [try key.digest.fingerprint(in: database), key.digest.former].contains(found.fingerprint) else {
      throw MarketplaceError.idempotencyKeyReused
    }
    return found.reviewID
  }

  func deleteExpired(at date: Date) throws {
    try database.run(
      """
      DELETE FROM review_request WHERE key IN (
        SELECT key FROM review_request WHERE date < ? ORDER BY date LIMIT ?)
      """, .date(date - IdempotencyRecords.lifetime), .integer(IdempotencyRecords.expired))
  }

  func insert(_ key: ReviewKey, reviewID: Int, at date: Date) throws {
    try database.run(
      """
      INSERT INTO review_request (key, fingerprint, review_id, date) VALUES (?, ?, ?, ?)
      ON CONFLICT (key) DO UPDATE SET
        fingerprint = excluded.fingerprint, review_id = excluded.review_id, date = excluded.date
      """, .text(key.text),
      .integer(try key.digest.fingerprint(in: database)), .integer(reviewID), .date(date))
  }
}
