import Foundation

/// Applies the lines of a batch to the tables. Use it only inside a transaction.
struct BatchRows {
  private let database: any Database
  private let items: ItemRows
  private let movements: MovementRows
  private let versions: ItemVersions
  private let sellers: SellerRows
  private let records: IdempotencyRecords
  private let seller: Seller
  private let hash: String?
  private let verified: Set<String>?
  private let date: Date
  private let client: String?
  private let log: LogRows
  private let run: String?
  private let long: LongWrites?
  /// The entry of the log that has the changes.
  private(set) var entry: Int?
  /// The command of the entry.
  private var command = LogCommand.batch
  /// The codes that lines have given to items which did not have them.
  private var newCodes: Set<String> = []

  /// - Parameters:
  ///   - vendor: The vendor of new items.
  ///   - hash: The password hash of new items, by which their seller is known.
  ///   - verified: The password hashes for which the request has the password; nil for the operator.
  ///   - client: The network that sends it; nil for this process.
  ///   - run: Names the requests of an import, whose changes are one entry of the log; nil for one request.
  ///   - entry: The entry that has the changes of the lines before; nil for none.
  ///   - long: Where others write meanwhile: an item is locked before it is read. Nil where none do.
  ///   - date: When the batch is applied.
  init(
    _ database: any Database, vendor: Int, hash: String?, verified: Set<String>?, client: String?,
    run: String?, entry: Int?, long: LongWrites?, at date: Date
  ) throws {
    self.database = database
    items = ItemRows(database: database)
    movements = try MovementRows(database, at: date)
    versions = try ItemVersions(database)
    sellers = try SellerRows(database)
    records = IdempotencyRecords(database: database)
    seller =
      hash.map { [sellers] in sellers.seller(vendor: vendor, passwordHash: $0) }
      ?? Seller(vendor: vendor, id: 0)
    (self.hash, self.verified, self.client, self.date) = (hash, verified, client, date)
    (log, self.long) = (LogRows(database, at: date), long)
    self.run = run.map { [seller] in LogRows.name(ofRun: $0, of: seller) }
    self.entry = try entry ?? self.run.flatMap { [log] in try log.entry(ofRun: $0) }
    SearchRows(database: database).collect()
  }

  /// Applies a line. A `BatchRefusal` is returned, not thrown: it is found before anything is written.
  mutating func apply(_ entry: PreparedBatchItem) throws -> Result<BatchResult, BatchRefusal> {
    if let refusal = entry.refusal { return .failure(refusal) }
    do {
      switch entry.item.action {
      case .add: return .success(try add(entry))
      case .update: return .success(try update(entry))
      case .delete: return .success(try delete(entry))
      case nil: throw BatchRefusal.invalid(ValidationError(.entry, .missing))
      }
    } catch let refusal as BatchRefusal {
      return .failure(refusal)
    } catch let error as ValidationError {
      return .failure(.invalid(error))
    } catch MarketplaceError.taken(let key, _) {
      return .failure(.taken(key))
    } catch MarketplaceError.idempotencyKeyReused {
      return .failure(.taken(.rowKey))
    } catch let error as LedgerRefusal {
      return .failure(.ledger(error))
    }
  }

  private mutating func record(_ change: LogChange) throws {
    if let entry { return try log.append(change, to: entry) }
    // Changes of several items by one request, which no import has sent, are an edit.
    command = run == nil && [.edited, .moved].contains(change.kind) ? .edit : .batch
    entry = try log.begin(command, change, run: run)
  }

  /// Writes the search texts that wait, after the last line, and refuses new codes that others have given to their items meanwhile:
  /// transactions that may give codes are waited for, and later ones wait for the commit; sales do neither.
  mutating func finish() throws {
    try SearchRows(database: database).writeCollected()
    guard let long, !newCodes.isEmpty else { return }
    try database.run("LOCK TABLE writer_turn IN SHARE ROW EXCLUSIVE MODE")
    for list in SQLCondition.lists("code", in: newCodes.map { .text($0) }) {
      let twins = try database.integers(of: long.twins(list))
      // The next time these codes are found to be taken.
      guard twins.isEmpty else { throw StoreError.postgreSQL(.busy, "40001", "codes are taken") }
    }
  }

  private mutating func add(_ entry: PreparedBatchItem) throws -> BatchResult {
    guard let draft = entry.draft, let hash else { throw StoreError.damaged }
    let item = entry.item
    // The seller sent this line before.
    if let key = item.key, let id = try DetailRows(database: database).named(.rowKey, key, by: seller) {
      guard let hash = try items.passwordHash(ofItem: id), opens(hash) else {
        throw BatchRefusal.taken(.rowKey)
      }
      return BatchResult(.added, key: key, id: id, version: versions.version(of: try items.existing(id)).text)
    }
    let registrationDate = item.registrationDate ?? date
    let id = try items.insert(
      draft, of: seller, passwordHash: hash, at: registrationDate,
      keys: ItemKeys(reference: item.reference, rowKey: item.key, cells: item.cells))
    newCodes.formUnion(draft.draft.details.codes.map(ItemCode.code))
    try movements.recordOpening(draft.draft, ofItem: id)
    let images = entry.images ?? []
    try ImageRows(database: database).insert(images, ofItem: id)
    try record(LogChange(.added, item: id, title: draft.draft.title))
    var written = item
    written.take(draft.draft, registrationDate: registrationDate.storedDate)
    let version =
      images.isEmpty
      ? versions.version(of: written, id: id) : versions.version(of: try items.existing(id))
    return BatchResult(.added, key: item.key, id: id, version: version.text)
  }

  private mutating func update(_ entry: PreparedBatchItem) throws -> BatchResult {
    let item = entry.item
    let (present, presentHash) = try authorized(item)
    let addition = try addition(item, to: present)
    var named = item
    // A SKU that names the item may be in another case, or a barcode.
    if item.id == nil { named.sku = nil }
    var changed = try named.applied(to: present.draft)
    changed.stock += addition?.count ?? 0
    let draft = try ValidDraft(changed)
    let details = DetailRows(database: database)
    let images = try newImages(entry, of: present)
    var written = BatchItem(present)
    written.take(draft.draft, registrationDate: item.registrationDate ?? present.registrationDate)
    written.reference = item.reference ?? present.reference
    var fields = written.fields(otherThanIn: BatchItem(present))
    let setsCost =
      try draft.draft.cost.map { try !movements.hasCost($0, draft.draft, ofItem: present.id) } ?? false
    guard !fields.isEmpty || images != nil || setsCost else {
      try adopt(present, presentHash)
      try details.set(ItemKeys(cells: item.cells), ofItem: present.id)
      return BatchResult(
        addition == nil ? .unchanged : .updated, key: item.key, id: present.id,
        version: versions.version(of: present).text)
    }
    let hasDate = !fields.contains(.registrationDate)
    if addition != nil { fields.removeAll { $0 == .stock } }
    if images != nil { fields.append(.images) }
    try versions.check(item.version, of: present, changing: fields)
    try adopt(present, presentHash)
    // The codes are checked before the first change of the item.
    if let owner = try sellers.seller(ofItem: present.id) {
      try details.checkCodes(
        of: draft.draft.details, former: present.draft.details, seller: owner, besides: present.id)
    }
    newCodes.formUnion(
      Set(draft.draft.details.codes).subtracting(present.draft.details.codes).map(ItemCode.code))
    try details.set(ItemKeys(reference: item.reference, cells: item.cells), ofItem: present.id)
    if let date = item.registrationDate, !hasDate { try items.setRegistrationDate(date, ofItem: present.id) }
    if let addition, addition.count != 0 {
      try records.insert(addition.key, present.id...present.id, at: date)
    }
    let (after, changes) = try items.change(
      present, to: IndexedDraft(draft, replacing: present.draft), movements,
      stock: addition == nil ? .counted : .corrected,
      arrange: images.map { images in
        { [client] in try $0.arrange(images.map { _ in nil }, images, of: present, client: client) }
      })
    for change in changes { try record(change) }
    return BatchResult(
      .updated, key: item.key, id: present.id, version: versions.version(of: after).text)
  }

  /// The pieces that a line adds to the stock, 0 where it did so before, and the key under which it does so once; nil for a
  /// line that adds none.
  private func addition(
    _ item: BatchItem, to present: StoredItem
  ) throws -> (count: Int, key: IdempotencyKey)? {
    guard let change = item.stockChange, change != 0 else { return nil }
    guard let text = item.key, (try? IdempotencyKey.validate(text)) != nil else {
      throw BatchRefusal.keyMissing
    }
    if item.stock != nil { throw ValidationError(.stock, .repeated) }
    guard (-ItemLimits.stock...ItemLimits.stock).contains(change) else {
      throw ValidationError(.stock, .above(limit: String(ItemLimits.stock)), value: String(change))
    }
    let key = IdempotencyKey(text, adding: change, toItem: present.id)
    try records.deleteExpired(at: date)
    return (try records.ids(for: key, at: date) == nil ? change : 0, key)
  }

  /// The images that replace those of an item; nil where it has these already, as after the same line before.
  private func newImages(_ entry: PreparedBatchItem, of present: StoredItem) throws -> [StrippedImage]? {
    guard let images = entry.images else { return nil }
    guard present.images.count == images.count else { return images }
    let digests = try ImageRows(database: database).digests(ofItems: [present.id])
    return zip(present.images, images).allSatisfy { digests[$0.id] == $1.digest } ? nil : images
  }

  private mutating func delete(_ entry: PreparedBatchItem) throws -> BatchResult {
    // The item may be a new one of this batch.
    try SearchRows(database: database).writeCollected()
    defer { SearchRows(database: database).collect() }
    let present = try authorized(entry.item).item
    try versions.check(entry.item.version, of: present, changing: nil)
    try record(items.delete(present, movements, client: client).change)
    return BatchResult(.deleted, key: entry.item.key, id: present.id)
  }

  /// The item of a change, for which the request has the password.
  private func authorized(_ item: BatchItem) throws -> (item: StoredItem, passwordHash: String) {
    let id = try DetailRows(database: database).target(of: item, by: seller)
    if let long, let id { try database.run(long.lockItem, .integer(id)) }
    guard let id, let present = try items.item(id: id),
      let hash = try items.passwordHash(ofItem: id)
    else { throw BatchRefusal.noSuchItem }
    guard opens(hash) else { throw BatchRefusal.wrongPassword }
    return (present, hash)
  }

  /// Whether the request may change items with a password hash.
  private func opens(_ hash: String) -> Bool { verified?.contains(hash) ?? true }

  /// Makes an item of an earlier version one of the seller of this batch.
  private func adopt(_ item: StoredItem, _ itemHash: String) throws {
    guard verified != nil, item.vendor.id == StoredVendor.marketID, let hash, itemHash != hash, seller.id != 0
    else { return }
    try sellers.adopt(item: item.id, hash)
  }
}

extension DetailRows {
  /// The id of the item that a line changes; nil where there is none.
  func target(of item: BatchItem, by seller: Seller) throws -> Int? {
    if let id = item.id { return id }
    if let sku = item.sku { return try named(.sku, sku, by: seller) }
    return try item.reference.flatMap { try named(.reference, $0, by: seller) }
  }

  /// Whether a line names a SKU, a barcode, a reference or a row key that another seller has: the response then tells whether the
  /// password is the one of that seller.
  func namesOthers(_ item: BatchItem, than seller: Seller) throws -> Bool {
    // New ones of an item, too.
    for code in item.details.codes where try isOthers(.sku, code, than: seller) { return true }
    if item.id == nil || item.action == .add {
      if let reference = item.reference, try isOthers(.reference, reference, than: seller) { return true }
    }
    if item.action == .add, let key = item.key, try isOthers(.rowKey, key, than: seller) { return true }
    return false
  }
}

/// One line of a batch as the store takes it.
struct PreparedBatchItem: Sendable {
  let item: BatchItem
  /// A new item, validated and folded; nil for a change.
  var draft: IndexedDraft?
  /// The images that replace all present ones; nil for no change.
  var images: [StrippedImage]?
  /// The reason to refuse the line, found before the store is read; nil for a line to apply.
  var refusal: BatchRefusal?

  /// About how many bytes it takes in the store.
  var bytes: Int {
    (draft?.bytes ?? 0) + (images?.bytes ?? 0) + (item.description?.utf8.count ?? 0) + 200
  }
}
