import Foundation

/// The answers that were given under an Idempotency-Key, in the store of what they are about: an item and the answer
/// that tells of it are there together or not at all.
struct IdempotencyRecords {
  let database: Database

  /// The answer that was given before; nil when there is none, or it is too old. Throws the `APIError` that refuses a
  /// key which now stands for something else.
  func body(for key: IdempotencyKey, at date: Date) throws -> Data? {
    try database.run("DELETE FROM answer WHERE date < ?", .date(date - IdempotencyKey.lifetime))
    let found = try database.rows("SELECT fingerprint, body FROM answer WHERE key = ?", .text(key.text)) {
      (fingerprint: $0.integer(0), body: $0.blob(1))
    }.first
    guard let found else { return nil }
    guard found.fingerprint == key.fingerprint else { throw APIError.keyReused }
    return found.body
  }

  func keep(_ body: Data, for key: IdempotencyKey, at date: Date) throws {
    try database.run(
      "INSERT INTO answer (key, fingerprint, date, body) VALUES (?, ?, ?, ?)", .text(key.text),
      .integer(key.fingerprint), .date(date), .blob(body))
  }
}
