import Foundation
import SystemSupport

/// The name under which a review is written once, however often the request is sent.
struct ReviewKey: Sendable, Equatable {
  /// 1 to 255 visible ASCII characters.
  let text: String
  /// Tells the contents of one request from those of another, without the password.
  let fingerprint: Int

  init(_ text: String, _ draft: ReviewDraft, item: Int) {
    self.text = text
    var hash = FNV1a()
    for field in ["\(item)", "\(draft.stars.rawValue)", draft.receipt ?? "", draft.author ?? "", draft.text] {
      // The length keeps `ab`, `c` apart from `a`, `bc`.
      hash.combine(Data("\(field.utf8.count):\(field)".utf8))
    }
    fingerprint = Int(bitPattern: UInt(hash.value))
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
    guard found.fingerprint == key.fingerprint else { throw MarketplaceError.idempotencyKeyReused }
    return found.reviewID
  }

  func deleteExpired(at date: Date) throws {
    try database.run(
      "DELETE FROM review_request WHERE date < ?", .date(date - IdempotencyRecords.lifetime))
  }

  func insert(_ key: ReviewKey, reviewID: Int, at date: Date) throws {
    try database.run(
      "INSERT INTO review_request (key, fingerprint, review_id, date) VALUES (?, ?, ?, ?)", .text(key.text),
      .integer(key.fingerprint), .integer(reviewID), .date(date))
  }
}
