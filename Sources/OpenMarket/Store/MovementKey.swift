import Foundation
import SystemSupport

/// The name under which movements are recorded once, however often the request is sent.
struct MovementKey: Sendable, Equatable {
  /// 1 to 255 visible ASCII characters.
  let text: String
  /// The first item of the request, whose password it has: the same text for an item of another seller is another key.
  let itemID: Int
  /// Tells the contents of one request from those of another.
  let digest: RequestDigest

  init(_ text: String, _ requests: [MovementRequest]) {
    self.text = text
    itemID = requests.first?.itemID ?? 0
    let fields = requests.flatMap { request in
      [
        "\(request.itemID)", "\(request.action)", request.note ?? "", request.reference ?? "",
        request.time?.text ?? "", "\(request.isAlreadyCounted)",
      ]
    }
    var former = FNV1a()
    for field in fields { former.combine(Data(field.utf8)) }
    digest = RequestDigest(fields, former: former)
  }

  /// A key as it is stored. A space is in no key.
  fileprivate var stored: String { "\(text) \(itemID)" }
}

extension SaleLedger {
  /// The movements that were recorded under a key; nil where there are none, or it is too long ago. Throws
  /// `MarketplaceError.idempotencyKeyReused` for a key under which something else was recorded.
  func recorded(under key: MovementKey, at date: Date) throws -> [RecordedMovement]? {
    let since = date - IdempotencyRecords.lifetime
    try database.run(
      """
      DELETE FROM movement_request WHERE key IN (
        SELECT key FROM movement_request WHERE date < ? ORDER BY date LIMIT ?)
      """, .date(since), .integer(IdempotencyRecords.expired))
    func found(_ text: String) throws -> (fingerprint: Int, first: Int, last: Int)? {
      try database.rows(
        "SELECT fingerprint, first_id, last_id FROM movement_request WHERE key = ? AND date >= ?",
        .text(text), .date(since)
      ) { (fingerprint: $0.integer(0), first: $0.integer(1), last: $0.integer(2)) }.first
    }
    let fingerprint = try key.digest.fingerprint(in: database)
    // Earlier versions stored keys without an item.
    let former = try found(key.text).flatMap { $0.fingerprint == key.digest.former ? $0 : nil }
    guard let found = try found(key.stored) ?? former else { return nil }
    guard found.fingerprint == fingerprint || former != nil else {
      throw MarketplaceError.idempotencyKeyReused
    }
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
      """
      INSERT INTO movement_request (key, fingerprint, first_id, last_id, date) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (key) DO UPDATE SET fingerprint = excluded.fingerprint, first_id = excluded.first_id,
        last_id = excluded.last_id, date = excluded.date
      """,
      .text(key.stored), .integer(try key.digest.fingerprint(in: database)), .integer(ids.lowerBound),
      .integer(ids.upperBound),
      .date(date))
  }
}
