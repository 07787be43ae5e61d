import Foundation
import SystemSupport

extension Migration {
  /// One table of requests under an Idempotency-Key in place of three, and receipts that are stored.
  static let receipts = Migration(
    "requests and receipts",
    schema: "27095092f4581439b964bd11d70ca8eb014d0435bba3ac78c3df982c3e855e5e",
    statements: """
      -- What was made under an Idempotency-Key.
      CREATE TABLE request_record (
        -- 'item', 'movements' or 'review'
        kind TEXT NOT NULL,
        -- the text of the key, a space, and its owner: a seller, an item, or an item and an author; earlier versions have
        -- stored some without one
        key TEXT NOT NULL,
        -- of the contents of the request
        fingerprint INTEGER NOT NULL,
        first_id INTEGER NOT NULL,
        last_id INTEGER NOT NULL,
        -- microseconds since 1970
        date INTEGER NOT NULL,
        PRIMARY KEY (kind, key)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX request_record_by_date ON request_record (date);
      INSERT INTO request_record (kind, key, fingerprint, first_id, last_id, date)
        SELECT 'item', key, fingerprint, item_id, item_id, date FROM idempotency_record
        UNION ALL SELECT 'movements', key, fingerprint, first_id, last_id, date FROM movement_request
        UNION ALL SELECT 'review', key, fingerprint, review_id, review_id, date FROM review_request;
      DROP TABLE idempotency_record;
      DROP TABLE movement_request;
      DROP TABLE review_request;
      -- the code on the receipt of the sale
      ALTER TABLE sale ADD COLUMN receipt TEXT;
      CREATE UNIQUE INDEX sale_by_receipt ON sale (receipt) WHERE receipt IS NOT NULL;
      """,
    seed: { database, _ in try FormerReceipt.store(in: database) })
}

/// The receipts that earlier versions have given: they were computed from the sale and the secret of the store, and are
/// stored once, since customers have them.
private enum FormerReceipt {
  private static let mask: UInt64 = (1 << 40) - 1
  /// Sales that are read at a time.
  private static let part = 10_000

  static func store(in database: any Database) throws {
    let key = SHA256.AuthenticationKey(try MarketSettings(database: database).secret())
    // An index of all codes is made faster than it grows, code by code in no order.
    try database.execute("DROP INDEX sale_by_receipt")
    var last = Int.min
    while true {
      let sales = try database.rows(
        "SELECT id, item_id FROM sale WHERE id > ? ORDER BY id LIMIT ?", .integer(last), .integer(part)
      ) { (id: $0.integer(0), item: $0.integer(1)) }
      for sale in sales {
        try database.run(
          "UPDATE sale SET receipt = ? WHERE id = ?", .text(code(sale: sale.id, item: sale.item, key: key)),
          .integer(sale.id))
      }
      guard let final = sales.last else { break }
      last = final.id
    }
    try database.execute("CREATE UNIQUE INDEX sale_by_receipt ON sale (receipt) WHERE receipt IS NOT NULL")
  }

  /// The code of a sale: an authentication code of 40 bits, and the number of the sale, encrypted with a key stream that the
  /// first half gives.
  private static func code(sale: Int, item: Int, key: SHA256.AuthenticationKey) -> String {
    var attempt = 0
    while true {
      let tag = bits(of: "sale \(sale) \(item) \(attempt)", key)
      let number = (UInt64(truncatingIfNeeded: sale) & mask) ^ bits(of: "number \(tag)", key)
      // One in seventeen codes has letters only.
      if let code = ReceiptCode(ReceiptCode.encoded(tag) + ReceiptCode.encoded(number)) { return code.text }
      attempt += 1
    }
  }

  private static func bits(of message: String, _ key: SHA256.AuthenticationKey) -> UInt64 {
    key.code(of: Data(message.utf8)).prefix(5).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
