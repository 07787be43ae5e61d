import Foundation
import SystemSupport

extension Store {
  // MARK: Reading

  /// Passes a page to `body`, within the transaction that reads it, and returns its result.
  ///
  /// - Parameters:
  ///   - date: By which days such as `yesterday` are found.
  ///   - readsVersion: Whether to read the version of the store that contains the page; false gives nil for it.
  func page<Result: Sendable>(
    _ query: PageQuery, at date: Date, readsVersion: Bool = false,
    as body: @escaping @Sendable (StoredPage) throws -> Result
  ) async throws -> Result {
    let work = { @Sendable (database: any Database) in
      let version = readsVersion ? try self.driver.version(seenBy: database) : nil
      let totals = try self.totals.totals(for: query, in: database, version: version) {
        self.version
      }
      var page = try ItemRows(database: database).page(
        query, version: version, now: date, totals: totals)
      page.calendar = { try MarketSettings(database: database).calendar() }
      return try body(page)
    }
    return try await read(query.search == nil ? .list : .search, of: query, work: work)
      ?? body(StoredPage([], total: 0, version: nil))
  }

  /// The words of a search with results in place of one without; nil where none has a result.
  func nearestWords(to query: PageQuery, at date: Date) async throws -> [String]? {
    let version = await presentVersion()
    return try await read(.search, of: "nearest", query) { [knownWords] database in
      try NearestSearch(database: database, query: query, now: date) {
        try knownWords.value(at: version, rows: \.rows) { try KnownWords(of: database) }
      }.words()
    } ?? nil
  }

  /// The numbers of the items on sale by tag and by currency.
  func countListed() async throws -> ListedCounts {
    let version = await presentVersion()
    if let counts = listedCounts.value(at: version) { return counts }
    return try await read(.list, of: "counts") { [listedCounts] database in
      try listedCounts.value(at: version, rows: \.rows) { try ListedCounts(of: database) }
    } ?? ListedCounts()
  }

  /// The pieces and prices of the items of a list, added up.
  func values(_ query: PageQuery, readsCost: Bool = false, at date: Date) async throws -> [StockValue] {
    try await read(.list, of: "values", query) {
      try StockValueRows(database: $0).sums(query, readsCost: readsCost, now: date)
    } ?? []
  }

  /// The full item.
  func item(id: Int, withImageNames: Bool = false) async throws -> StoredItem? {
    try await read { database in
      let items = ItemRows(database: database)
      let item = try items.item(id: id)
      return withImageNames ? try item.map(items.named) : item
    } ?? nil
  }

  func passwordHash(ofItem id: Int) async throws -> String? {
    try await read { try ItemRows(database: $0).passwordHash(ofItem: id) } ?? nil
  }

  /// The item that was added under a key, as it is now, and its password hash; nil if the key was not used. Throws
  /// `MarketplaceError.gone` if the item was deleted, and `idempotencyKeyReused`.
  func item(
    addedUnder key: IdempotencyKey, at date: Date
  ) async throws -> (item: StoredItem, passwordHash: String)? {
    try await read { database in
      guard let id = try IdempotencyRecords(database: database).ids(for: key, at: date)?.lowerBound else {
        return nil
      }
      let items = ItemRows(database: database)
      guard let item = try items.item(id: id), let hash = try items.passwordHash(ofItem: id) else {
        throw MarketplaceError.gone(id: id)
      }
      return (try items.named(item), hash)
    } ?? nil
  }

  /// The item and the vendor of a deletion token; nil if the token is unknown or has expired.
  func deletionGrant(selector: String, at date: Date) async throws -> DeletionTokenRows.Grant? {
    try await read { try DeletionTokenRows(database: $0).grant(selector: selector, at: date) } ?? nil
  }

  /// The length of an image in bytes, found without reading it, with its digest and pixels; nil where there is none of that name.
  func size(of image: StoredImage) async throws -> StoredBytes.Properties? {
    let date = options.now()
    return try await read { try ImageRows(database: $0).size(of: image, at: date) } ?? nil
  }

  /// A part of an image, or all of it; nil where there is none of that name. Holds no more than the part.
  func bytes(of image: StoredImage, in range: Range<Int> = 0..<Int.max) async throws -> Data? {
    let date = options.now()
    return try await read { try ImageRows(database: $0).bytes(of: image, in: range, at: date) } ?? nil
  }

  /// Whether other sellers have items, also deleted ones, and the seller of this one has no other.
  func isNewSeller(withItem id: Int) async throws -> Bool {
    try await read { try SellerRows.isNewSeller(withItem: id, in: $0) } ?? false
  }

  /// The vendor with this identifier, and the hash of its secret.
  func vendor(identifier: String) async throws -> (vendor: StoredVendor, secretHash: String)? {
    try await read { try VendorRows(database: $0).vendor(identifier: identifier) } ?? nil
  }

  /// The days of the market; nil if there is no store.
  func calendar() async throws -> SalesCalendar? {
    try await read { try MarketSettings(database: $0).calendar() }
  }

  /// The summary that a server prints when it starts; zeros if there is no store. Throws if the file is not a store.
  ///
  /// - Parameter currencies: The currencies that are listed.
  package func summary(listing currencies: Set<Currency>) async throws -> StoreSummary {
    try await read { try ItemRows(database: $0).summary(listing: currencies) }
      ?? StoreSummary(items: 0, fractionalPrices: 0, otherCurrencies: 0)
  }

  // MARK: Writing

  /// Stores a new item and returns it. If the key was used before, stores nothing and returns nil.
  ///
  /// - Parameter isByOperator: Whether no item of any password may have its codes.
  func add(
    _ draft: ValidDraft, images: [StrippedImage], vendor: Int = StoredVendor.marketID, passwordHash: String,
    at date: Date, key: IdempotencyKey?, isByOperator: Bool = false
  ) async throws -> StoredItem? {
    // Folded here and not while the store is locked for writing.
    let indexed = IndexedDraft(draft)
    return try await write(.writing(bytes: indexed.bytes + images.bytes)) { database in
      let items = ItemRows(database: database)
      let records = IdempotencyRecords(database: database)
      if key != nil { try records.deleteExpired(at: date) }
      if let key, try records.ids(for: key, at: date) != nil { return nil }
      let seller = try SellerRows(database).seller(vendor: vendor, passwordHash: passwordHash)
      if isByOperator {
        try DetailRows(database: database).checkCodes(of: draft.draft.details, seller: .operator)
      }
      let id = try items.insert(indexed, of: seller, passwordHash: passwordHash, at: date)
      try MovementRows(database, at: date).recordOpening(draft.draft, ofItem: id)
      try ImageRows(database: database).insert(images, ofItem: id)
      if let key { try records.insert(key, id...id, at: date) }
      try LogRows(database, at: date).record(.add, LogChange(.added, item: id, title: draft.draft.title))
      var item = try items.existing(id)
      for (stored, image) in zip(item.images, images) { item.imageNames[stored.id] = image.name }
      return item
    }
  }

  /// Changes an item if its password hash is still the verified one; nil if the hash has changed or the item is gone.
  ///
  /// - Parameters:
  ///   - images: The images that replace all present ones; nil for no change.
  ///   - order: The ids of the present images that stay, and nil for each of the new ones, in their order; nil for the new ones alone.
  ///   - thumbnail: The id of an image of the item that becomes its first.
  ///   - isCount: Whether the new stock was counted, and is recorded even if it is the present one.
  ///   - expecting: Throws where the present item is not the one that the change is for.
  ///   - change: Returns the new draft for the present one, or throws. It may be called again for a newer one.
  func edit(
    id: Int, passwordHash: String, images: [StrippedImage]? = nil, order: [Int?]? = nil,
    thumbnail: Int? = nil,
    isCount: Bool = false, at date: Date,
    expecting: @escaping @Sendable (StoredItem) throws -> Void = { _ in },
    change: @escaping @Sendable (ItemDraft) throws -> ValidDraft
  ) async throws -> StoredItem? {
    guard let present = try await item(id: id) else { return nil }
    let expected = IndexedDraft(try change(present.draft), replacing: present.draft)
    let bytes = expected.bytes + (images?.bytes ?? 0)
    let client = WorkClient.current
    return try await withItem(id, passwordHash, purpose: .writing(bytes: bytes)) { database, present in
      try expecting(present)
      let items = ItemRows(database: database)
      func arrange(_ rows: ImageRows) throws {
        if let images {
          try rows.arrange(order ?? images.map { _ in nil }, images, of: present, client: client)
        }
        if let thumbnail { try rows.putFirst(thumbnail, among: present.images, ofItem: id) }
      }
      let (item, changes) = try items.change(
        present, to: IndexedDraft(change(present.draft), replacing: present.draft, expected: expected),
        MovementRows(database, at: date), stock: isCount ? .countedAlways : .counted,
        arrange: images == nil && thumbnail == nil ? nil : arrange)
      try LogRows(database, at: date).record(.edit, changes)
      return try items.named(item)
    }
  }

  /// Deletes an item with its images and reviews and returns the deleted item; nil as for `edit`.
  func delete(id: Int, passwordHash: String, at date: Date) async throws -> StoredItem? {
    try await withItem(id, passwordHash, purpose: .deleting) { database, present in
      let items = ItemRows(database: database)
      let deleted = try items.named(present)
      try items.remove(present, MovementRows(database, at: date))
      return deleted
    }
  }

  /// Stores a token with which the item's vendor can delete it.
  func addDeletionToken(selector: String, hash: String, item id: Int, at date: Date) async throws {
    try await write {
      try DeletionTokenRows(database: $0).insert(selector: selector, hash: hash, item: id, at: date)
    }
  }

  private func withItem(
    _ id: Int, _ passwordHash: String, purpose: TransactionPurpose,
    _ work: @escaping @Sendable (any Database, StoredItem) throws -> StoredItem
  ) async throws -> StoredItem? {
    try await writeExisting(purpose) { database -> StoredItem? in
      let items = ItemRows(database: database)
      guard try items.passwordHash(ofItem: id) == passwordHash else { return nil }
      return try work(database, items.existing(id))
    } ?? nil
  }

  // MARK: Vendors

  func addVendor(
    id: Int? = nil, name: String, identifier: String, secretHash: String, at date: Date
  ) async throws -> Vendor {
    try await write {
      let rows = VendorRows(database: $0)
      if let other = try rows.lookAlike(of: name) {
        throw ValidationError(.title, .looksLike(other), value: name)
      }
      try LogRows($0, at: date).record(.addVendor, LogChange(.vendorAdded, title: name))
      return try rows.insert(id: id, name: name, identifier: identifier, secretHash: secretHash, at: date)
    }
  }

  // MARK: Settings

  /// The settings; those of a new market where there is no store.
  func settings() async throws -> StoredSettings {
    try await read { try MarketSettings(database: $0).stored() }
      ?? StoredSettings(timeZone: (options.timeZone ?? .current).name, trashDays: TrashTime.days)
  }

  /// The settings after a change that is not made.
  func plan(_ change: SettingsChange) async throws -> StoredSettings {
    let moved = try await readAll { database in
      try change.timeZone.map { try SaleTotals(database: database).moves(to: SalesCalendar(timeZone: $0)) }
    }
    var settings = try await settings()
    settings.moved = change.timeZone == nil ? nil : (moved ?? nil) ?? []
    settings.timeZone = change.timeZone?.name ?? settings.timeZone
    settings.trashDays = change.trashDays ?? settings.trashDays
    try change.validate()
    return settings
  }

  /// Changes settings in one transaction, and returns them. Makes the store where there is none.
  func change(_ change: SettingsChange, at date: Date) async throws -> StoredSettings {
    let logo = try change.strippedLogo()
    return try await write { database in
      let (settings, log) = (MarketSettings(database: database), LogRows(database, at: date))
      var moved: [MovedSales]?
      if let zone = change.timeZone {
        let former = try settings.calendar().timeZone
        moved = try SaleTotals(database: database).moves(to: SalesCalendar(timeZone: zone))
        if former.identifier != zone.identifier {
          try settings.setTimeZone(zone)
          try log.record(.zone, .setting(LogSetting.timeZone, former.identifier, zone.identifier))
        }
      }
      if let days = change.trashDays {
        let former = try settings.trashDays()
        try settings.setTrashDays(days)
        try log.record(.keepTrash, .setting(LogSetting.trashDays, String(former), String(days)))
      }
      var shop = change.shop
      if let logo {
        let name = "\(StoredImage.digest(of: logo.bytes)).\(logo.info.format.fileExtension)"
        try settings.addLogo(logo.bytes, named: name)
        shop[.logo] = name
      }
      for setting in ShopSetting.allCases {
        let former = try settings.shop(setting) ?? ""
        guard let value = shop[setting], value != former else { continue }
        try settings.setShop(setting, value)
        try log.record(.configure, .setting(setting.rawValue, former, value))
      }
      var stored = try settings.stored()
      stored.moved = moved
      return stored
    }
  }
}

extension SettingsChange {
  package func validate() throws(ValidationError) { _ = try strippedLogo() }

  /// Throws a `ValidationError` for what is no whole PNG or JPEG image, or is too large.
  fileprivate func strippedLogo() throws(ValidationError) -> StrippedImage? {
    guard let logo else { return nil }
    guard logo.count <= ShopSetting.logoBytes else {
      throw ValidationError(.images, .longerThan(bytes: ShopSetting.logoBytes))
    }
    return try ItemImage(filename: "logo", content: .bytes(logo)).stripped()
  }
}

extension [StrippedImage] {
  /// The bytes of all images.
  var bytes: Int { reduce(0) { $0 + $1.bytes.count } }
}

/// Sellers without an account, by the hash of their password under the store's salt (`SellerRows`).
extension Store {
  /// The salt and the cost of the passwords of sellers.
  ///
  /// - Parameters:
  ///   - cost: That of the first one; it is stored where something is added.
  ///   - makesStore: Whether the store is made where there is none; otherwise it is then nil.
  func sellerSalt(cost: Int, makesStore: Bool) async throws -> (salt: Data, cost: Int)? {
    let stored = try await read { database in
      let settings = MarketSettings(database: database)
      return (try settings.sellerSalt(), try settings.sellerCost())
    }
    if let stored, stored.1 != nil || !makesStore { return (stored.0, stored.1 ?? cost) }
    guard makesStore else { return nil }
    return try await write(.writing) { database in
      let settings = MarketSettings(database: database)
      try settings.setSellerCost(cost)
      return (try settings.sellerSalt(), try settings.sellerCost() ?? cost)
    }
  }

  /// The newest items of a seller below an id, and the seller.
  func items(
    ofVendor vendor: Int, hash: String, before id: Int?, limit: Int, matching query: PageQuery, at date: Date
  ) async throws -> (items: [StoredItem], seller: Seller)? {
    let work: @Sendable (any Database) throws -> (items: [StoredItem], seller: Seller) = { database in
      (
        try ItemRows(database: database).items(
          ofVendor: vendor, hash: hash, before: id, limit: limit,
          matching: ItemFilter(query, scope: .present, now: date, database: database)),
        try SellerRows(database).seller(vendor: vendor, passwordHash: hash)
      )
    }
    guard query.search != nil || !query.filter.isEmpty else { return try await read(work) }
    return try await read(query.search == nil ? .list : .search, of: vendor, hash, query, id, work: work)
  }

  /// The seller of a password hash, where a response to a request with these SKUs and barcodes, or this key, would tell whether some item is of that
  /// seller; nil where nothing has them.
  func sellerGuessed(by codes: [String], _ key: IdempotencyKey?, hash: String) async throws -> Seller? {
    try await read { database in
      let seller = try SellerRows(database).seller(vendor: StoredVendor.marketID, passwordHash: hash)
      let (details, records) = (DetailRows(database: database), IdempotencyRecords(database: database))
      for code in codes
      where try details.named(.sku, code, by: seller) != nil || details.isOthers(.sku, code, than: seller) {
        return seller
      }
      // A key of one's own is a request that is sent again.
      if let key, try !records.isUsed(key), try records.isUsedByOthers(key) { return seller }
      return nil
    } ?? nil
  }
}

/// The key of the operator.
extension Store {
  /// The key of the market; nil where there is no store.
  package func operatorKey() async throws -> OperatorKey? {
    try await read { OperatorKey(try MarketSettings(database: $0).operatorKey()) }
  }

  /// The key of the market, whose store is made where there is none.
  ///
  /// - Parameter isNew: Whether it replaces the present one, which ends.
  package func operatorKey(isNew: Bool) async throws -> OperatorKey {
    if !isNew, let present = try await operatorKey() { return present }
    return try await write { database in
      let settings = MarketSettings(database: database)
      if isNew { try settings.renewOperatorKey() }
      return OperatorKey(try settings.operatorKey())
    }
  }

  /// Notes the number of a signature; returns false where a request had it before.
  func accept(nonce: String, at date: Date) async throws -> Bool {
    try await write { database in
      let records = IdempotencyRecords(database: database)
      try records.deleteExpired(at: date)
      return try records.insert(nonce: nonce, at: date)
    }
  }
}
