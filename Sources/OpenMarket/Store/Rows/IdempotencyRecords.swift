import Foundation
import SystemSupport

/// The records of requests that were sent under an Idempotency-Key
/// (https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header): what each has made, by its ids. A record is
/// stored in the transaction of its request, and holds no wire format: any API can answer a replay.
struct IdempotencyRecords {
  /// How long a record lasts, in seconds.
  static let lifetime: TimeInterval = 24 * 60 * 60

  let database: any Database

  /// The ids of what was made under a key; nil where there is no record, or it is too long ago. Throws
  /// `MarketplaceError.idempotencyKeyReused` for a key under which something else was made.
  func ids(for key: IdempotencyKey, at date: Date) throws -> ClosedRange<Int>? {
    let found = try database.rows(
      "SELECT fingerprint, first_id, last_id FROM request_record WHERE kind = ? AND key = ? AND date >= ?",
      .text(key.kind.rawValue), .text(try stored(key)), .date(date - Self.lifetime)
    ) { row throws(StoreError) in
      guard row.integer(1) <= row.integer(2) else { throw row.damage(in: 2) }
      return (fingerprint: row.integer(0), ids: row.integer(1)...row.integer(2))
    }.first
    guard let found else { return nil }
    guard found.fingerprint == (try key.digest.fingerprint(in: database)) else {
      throw MarketplaceError.idempotencyKeyReused
    }
    return found.ids
  }

  /// Most expired records that one write deletes: after a day with many writes one of the next day does not delete all.
  private static let expired = 200

  /// Deletes expired records, the oldest first.
  func deleteExpired(at date: Date) throws {
    try database.run(
      """
      DELETE FROM request_record WHERE (kind, key) IN (
        SELECT kind, key FROM request_record WHERE date < ? ORDER BY date LIMIT ?)
      """, .date(date - Self.lifetime), .integer(Self.expired))
  }

  func insert(_ key: IdempotencyKey, _ ids: ClosedRange<Int>, at date: Date) throws {
    try database.run(
      """
      INSERT INTO request_record (kind, key, fingerprint, first_id, last_id, date) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (kind, key) DO UPDATE SET fingerprint = excluded.fingerprint, first_id = excluded.first_id,
        last_id = excluded.last_id, date = excluded.date
      """,
      .text(key.kind.rawValue), .text(try stored(key)),
      .integer(try key.digest.fingerprint(in: database)), .integer(ids.lowerBound),
      .integer(ids.upperBound), .date(date))
  }

  /// Notes a number that a signature has; returns false where one had it before.
  func insert(nonce: String, at date: Date) throws -> Bool {
    try database.changes(
      """
      INSERT INTO request_record (kind, key, fingerprint, first_id, last_id, date)
      VALUES ('nonce', ?, 0, 1, 1, ?) ON CONFLICT DO NOTHING
      """, .text(nonce), .date(date)) == 1
  }

  /// Whether the key's own owner has used it.
  func isUsed(_ key: IdempotencyKey) throws -> Bool {
    try database.integer(
      "SELECT 1 FROM request_record WHERE kind = ? AND key = ?", .text(key.kind.rawValue),
      .text(try stored(key))) != nil
  }

  /// Whether another owner has used the same text.
  func isUsedByOthers(_ key: IdempotencyKey) throws -> Bool {
    try database.integer(
      "SELECT 1 FROM request_record WHERE kind = ? AND key > ? AND key < ? AND key <> ? LIMIT 1",
      .text(key.kind.rawValue), .text(key.text + " "), .text(key.text + "!"), .text(try stored(key))) != nil
  }

  /// A key as it is stored, with its owner. A space is in no key.
  private func stored(_ key: IdempotencyKey) throws -> String {
    switch key.owner {
    case .seller(let vendor, let passwordHash):
      let seller = try SellerRows(database).seller(vendor: vendor, passwordHash: passwordHash)
      return "\(key.text) \(seller.vendor).\(seller.id)"
    case .item(let id): return "\(key.text) \(id)"
    case .author(let item, let passwordHash):
      let author = try SellerRows(database).seller(vendor: StoredVendor.marketID, passwordHash: passwordHash)
      return "\(key.text) \(item).\(author.id)"
    }
  }
}

/// The name under which a request is carried out once, however often it is sent.
struct IdempotencyKey: Sendable, Equatable {
  /// The result of the request: the same text for another kind is another key.
  enum Kind: String, Sendable {
    case item
    case movements
    case review
    /// A change of a stock by a line of a batch; its id is that of the item.
    case stockChange = "stock_change"
  }

  /// By which the same text of one client is told from that of another.
  enum Owner: Sendable, Equatable {
    /// The seller of an item.
    case seller(vendor: Int, passwordHash: String)
    /// The item with the lowest id of several movements, whose password the request has.
    case item(Int)
    /// The author of a review of an item, known by a password as a seller is.
    case author(item: Int, passwordHash: String)
  }

  let kind: Kind
  /// 1 to 255 visible ASCII characters.
  let text: String
  let owner: Owner
  /// Tells the contents of one request from those of another.
  let digest: RequestDigest

  /// Throws `MarketplaceError.invalidIdempotencyKey` for a text that is no key.
  static func validate(_ text: String) throws(MarketplaceError) {
    guard (1...255).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw .invalidIdempotencyKey
    }
  }

  /// The key of a request that adds an item.
  init(
    _ text: String, adding draft: ItemDraft, images: [StrippedImage] = [], vendor: Int,
    passwordHash: String
  ) {
    (kind, self.text, owner) = (.item, text, .seller(vendor: vendor, passwordHash: passwordHash))
    var fields = ["\(vendor)"] + draft.plainTexts
    // Absent fields add nothing, so that records of drafts without them stay valid.
    let details =
      draft.details.texts(of: DetailField.allCases)
      + (draft.cost.map { [ItemField.cost.rawValue, "\($0)"] } ?? [])
    fields += details
    // The number of fields keeps a tag apart from the digest of an image.
    digest = RequestDigest(["\(fields.count)"] + fields + images.map(\.digest))
  }

  /// The key of a request that records movements. The same ones in another order are the same request.
  init(_ text: String, recording requests: [MovementRequest]) {
    (kind, self.text, owner) = (.movements, text, .item(requests.map(\.itemID).min() ?? 0))
    let ordered = requests.map(\.texts).sorted { $0.lexicographicallyPrecedes($1) }
    digest = RequestDigest(ordered.flatMap(\.self))
  }

  /// The key of a line of a batch that adds to the stock of an item.
  init(_ text: String, adding change: Int, toItem id: Int) {
    (kind, self.text, owner) = (.stockChange, text, .item(id))
    digest = RequestDigest(["\(id)", "\(change)"])
  }

  /// The key of a request that writes a review.
  init(_ text: String, writing draft: ReviewDraft, item: Int, passwordHash: String) {
    (kind, self.text, owner) = (.review, text, .author(item: item, passwordHash: passwordHash))
    digest = RequestDigest(draft.texts(ofItem: item))
  }
}
