import Foundation
import SystemSupport

/// The name under which movements are recorded once, however often the request is sent.
struct MovementKey: Sendable, Equatable {
  /// 1 to 255 visible ASCII characters.
  let text: String
  /// Tells the contents of one request from those of another, without passwords.
  let fingerprint: Int

  init(_ text: String, _ requests: [MovementRequest]) {
    self.text = text
    var hash = FNV1a()
    for request in requests {
      for field in [
        "\(request.itemID)", "\(request.action)", request.note ?? "", request.reference ?? "",
        request.time?.text ?? "", "\(request.isAlreadyCounted)",
      ] {
        hash.combine(Data(field.utf8))
      }
    }
    fingerprint = Int(bitPattern: UInt(hash.value))
  }
}

extension SaleLedger {
  /// The movements that were recorded under a key; nil where there are none, or it is too long ago. Throws
  /// `MarketplaceError.idempotencyKeyReused` for a key under which something else was recorded.
  func recorded(under key: MovementKey, at date: Date) throws -> [RecordedMovement]? {
    let since = date - IdempotencyRecords.lifetime
    try database.run("DELETE FROM movement_request WHERE date < ?", .date(since))
    let found = try database.rows(
      "SELECT fingerprint, first_id, last_id FROM movement_request WHERE key = ?", .text(key.text)
    ) { (fingerprint: $0.integer(0), first: $0.integer(1), last: $0.integer(2)) }.first
    guard let found else { return nil }
    guard found.fingerprint == key.fingerprint else { throw MarketplaceError.idempotencyKeyReused }
    let movements = try database.rows(
      "SELECT \(Movement.columns) FROM movement WHERE id BETWEEN ? AND ? ORDER BY id", .integer(found.first),
      .integer(found.last), as: Movement.init)
    return try movements.map { movement in
      let item = try ItemRows(database: database).summary(ofExisting: movement.itemID)
      return recorded(movement, item.draft.title, item.registrationDate)
    }
  }

  func insert(_ key: MovementKey, _ ids: ClosedRange<Int>, at date: Date) throws {
    try database.run(
      "INSERT INTO movement_request (key, fingerprint, first_id, last_id, date) VALUES (?, ?, ?, ?, ?)",
      .text(key.text), .integer(key.fingerprint), .integer(ids.lowerBound), .integer(ids.upperBound),
      .date(date))
  }
}
