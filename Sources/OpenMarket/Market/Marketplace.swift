package import Foundation
import SystemSupport

/// The use cases of a market, as typed calls: they authorise, limit and validate, and know neither a wire format nor SQL.
/// Each throws `ValidationError`, `MarketplaceError` or `StoreError`; `OverloadError` when too much work waits for the
/// store's threads; and `CancellationError`.
package struct Marketplace: Sendable {
  let store: Store
  let passwords: PasswordVerifier
  /// Images are checked and stripped one at a time, before the store is written: one can take a third of a second. The client goes
  /// first whose images have taken the least time lately, those that were refused included.
  private let imageGate: FairGate
  private let imageChecks: WorkPool<Void>
  let reviewLimits: ReviewRateLimits
  /// Whether each request is from the operator, because its process opened the store.
  private let isAlwaysOperated: Bool
  /// Whether the present request is from the operator: a change then needs no password, and the one that it has may be empty.
  var isOperated: Bool { isAlwaysOperated || RequestOperator.isPresent }
  let now: @Sendable () -> Date
  /// The present of limits on attempts, which goes on where `now` does not.
  let clock: @Sendable () -> Date

  /// - Parameters:
  ///   - passwordCost: The cost of a guess at a password (see `PasswordHash`).
  ///   - reviews: How many reviews an item and a client may get and write in an hour.
  ///   - isOperated: Whether each request is from the operator of the store.
  ///   - imageThreads: The most threads that check images.
  ///   - now: The present, for dates.
  ///   - clock: The present, for limits on attempts.
  package init(
    _ store: Store, passwordCost: Int = 5, reviews: ReviewRates = ReviewRates(),
    isOperated: Bool = false, imageThreads: Int = 1, now: @escaping @Sendable () -> Date = { Date() },
    clock: (@Sendable () -> Date)? = nil
  ) {
    let shared = SharedLimits(store)
    reviewLimits = ReviewRateLimits(reviews, shared)
    self.store = store
    isAlwaysOperated = isOperated
    self.now = now
    self.clock = clock ?? now
    imageGate = FairGate(limit: imageThreads, share: 32, seconds: MonotonicClock.seconds)
    imageChecks = WorkPool(label: "images", threads: imageThreads)
    passwords = PasswordVerifier(cost: passwordCost, shared: shared)
  }

  // MARK: Reading

  /// The identity of the store; nil before the store is opened.
  var identity: String? { store.knownIdentity }

  /// A number that differs after every write; nil where it is not known.
  var version: UInt64? { store.version }

  /// The version that a read sees which begins now.
  func presentVersion() async -> UInt64? { await store.presentVersion() }

  /// Passes a page of the list to `body`, where it is read, and returns its result.
  package func page<Result: Sendable>(
    _ query: PageQuery, readsVersion: Bool, as body: @escaping @Sendable (StoredPage) throws -> Result
  ) async throws -> Result {
    try await store.page(query, at: now(), readsVersion: readsVersion, as: body)
  }

  /// The words of a search with results in place of one without: other forms and spellings of its words, or some of them. Nil where
  /// there is none, or it would take too long.
  package func nearestWords(to query: PageQuery) async throws -> [String]? {
    try await unless(.searchTooLong, nil) { try await store.nearestWords(to: query, at: now()) }
  }

  /// The numbers of the items on sale by tag and by currency; empty where counting takes too long.
  package func countListed() async throws -> ListedCounts {
    try await unless(.listTooLong, ListedCounts()) { try await store.countListed() }
  }

  /// The numbers of the items of a list by currency, that of the most items first; empty where counting takes too long.
  package func countCurrencies(_ query: PageQuery) async throws -> [(currency: Currency, items: Int)] {
    try await unless(.listTooLong, []) {
      try await values(query).map { ($0.currency, $0.items) }.sorted { $0.items > $1.items }
    }
  }

  /// The result of a read; `other` where the store throws an error of a kind.
  private func unless<Result>(
    _ kind: StoreError.Kind, _ other: Result, _ read: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await read()
    } catch let error as StoreError where error.kind == kind {
      return other
    }
  }

  /// The pieces and prices of the items of a list, added up by currency.
  ///
  /// - Parameter readsCost: Whether they have what the pieces have cost, too: only a market within the process may pass it on.
  func values(_ query: PageQuery, readsCost: Bool = false) async throws -> [StockValue] {
    try await store.values(query, readsCost: readsCost, at: now())
  }

  /// A ranking of the items by their sales. Throws `MarketplaceError.future` for a period that has not begun.
  package func bestSellers(_ query: BestQuery) async throws -> StoredBestSellers {
    try await store.bestSellers(query, at: now())
  }

  /// The full item.
  package func item(id: Int, withImageNames: Bool = false) async throws -> StoredItem {
    try await store.item(id: id, withImageNames: withImageNames).orThrow(
      MarketplaceError.noSuchItem(id: id))
  }

  /// The widths and heights of images in pixels, by their ids.
  package func pixels(of images: [StoredImage]) async throws -> [Int: (width: Int, height: Int)] {
    guard !images.isEmpty else { return [:] }
    return try await store.read { try ImageRows(database: $0).pixels(of: images) } ?? [:]
  }

  /// The bytes of an image.
  func bytes(of image: StoredImage) async throws -> Data {
    try await store.bytes(of: image).orThrow(MarketplaceError.noSuchImage(id: image.id))
  }

  /// Returns the ids of the images that are served, among some.
  func served(images ids: [Int]) async throws -> Set<Int> {
    let date = now()
    return try await store.read { try ImageRows(database: $0).served(ids, at: date) } ?? []
  }

  /// A part of an image, as far as the image goes; the rest is not read into memory.
  func bytes(of image: StoredImage, in range: Range<Int>) async throws -> Data {
    try await store.bytes(of: image, in: range).orThrow(MarketplaceError.noSuchImage(id: image.id))
  }

  /// An image to read piece by piece.
  func contents(of image: StoredImage) async throws -> StoredBytes {
    let found = try await store.size(of: image).orThrow(MarketplaceError.noSuchImage(id: image.id))
    let named = StoredImage(id: image.id, format: image.format, digest: found.digest)
    return StoredBytes(found) { try await bytes(of: named, in: $0) }
  }

  // MARK: Writing

  /// Adds an item and returns it, whether it was added before, and whether it begins one more seller. A request that is
  /// repeated under the same `key` and with the same password adds nothing again. Keys and SKUs are those of a seller: with another password they are other ones.
  ///
  /// - Parameters:
  ///   - key: The text of an Idempotency-Key; nil without one.
  ///   - client: The network address of the client, by which wrong passwords are limited; nil in this process.
  package func add(
    _ draft: ValidDraft, images: [ItemImage], credentials: Credentials, key: String?, client: String?
  ) async throws -> (item: StoredItem, isRepeated: Bool, beginsSeller: Bool) {
    try validate(credentials)
    try await store.admitWrite()
    if let key { try IdempotencyKey.validate(key) }
    let (checked, vendor, hash): ([StrippedImage], Int, String)
    switch credentials {
    case .vendor(let identifier, let secret):
      // Before the images, whose check may take a second.
      let found = try await self.vendor(identifier, secret: secret, client: client)
      (vendor, hash) = (found.vendor.id, found.secretHash)
      checked = try await stripped(images)
    case .password(let password):
      checked = try await stripped(images)
      vendor = StoredVendor.marketID
      hash = try await sellerHash(of: password, isNew: true, client: client).orThrow(StoreError.inaccessible)
    }
    let record = key.map {
      IdempotencyKey($0, adding: draft.draft, images: checked, vendor: vendor, passwordHash: hash)
    }
    if case .password = credentials {
      try await countNames(codes: draft.draft.details.codes, record, hash: hash, client: client)
    }
    let added = try await store.add(
      draft, images: checked, vendor: vendor, passwordHash: hash, at: now(), key: record,
      isByOperator: isOperated)
    if let added {
      guard case .password = credentials, !isOperated else { return (added, false, false) }
      // The item is stored, whether or not this can be read.
      return (added, false, (try? await store.isNewSeller(withItem: added.id)) ?? false)
    }
    // The record of the key may have expired since.
    guard let record, let present = try await store.item(addedUnder: record, at: now()) else {
      throw MarketplaceError.idempotencyKeyReused
    }
    return (present.item, true, false)
  }

  /// Changes an item and returns it as it is then.
  ///
  /// - Parameters:
  ///   - images: The images that replace all present ones; nil leaves them.
  ///   - thumbnail: The id of an image of the item that becomes its first.
  ///   - isCount: Whether the change has a stock, which was counted.
  ///   - codes: The SKU and the barcodes of the change.
  ///   - expecting: Throws where the present item is not the one that the change is for.
  ///   - change: Makes the new draft of the present one, or throws.
  package func edit(
    id: Int, images: [ItemImage]? = nil, order: [Int?]? = nil, thumbnail: Int? = nil, isCount: Bool = false,
    codes: [String] = [],
    credentials: Credentials, client: String?,
    expecting: @escaping @Sendable (StoredItem) throws -> Void = { _ in },
    change: @escaping @Sendable (ItemDraft) throws -> ItemDraft
  ) async throws -> StoredItem {
    try await store.admitWrite()
    // First: checking images may take a second.
    let hash = try await authorize(id, credentials, client: client)
    if !isOperated, !codes.isEmpty, case .password(let password) = credentials,
      let seller = try await sellerHash(of: password, isNew: false, client: client)
    {
      try await countNames(codes: codes, hash: seller, client: client)
    }
    var stripped: [StrippedImage]?
    if let images { stripped = try await self.stripped(images) }
    let item = try await authorized(id, hash, credentials: credentials, client: client) { [stripped] hash in
      try await store.edit(
        id: id, passwordHash: hash, images: stripped, order: order, thumbnail: thumbnail, isCount: isCount,
        at: now(),
        expecting: expecting
      ) { try ValidDraft(change($0)) }
    }
    // The item is changed, whether or not this can be written.
    if case .password(let password) = credentials { try? await adopt(item, password, client: client) }
    return item
  }

  /// Finds all that is wrong in a form beside its texts: images that cannot be stored, and codes of other items of the seller.
  ///
  /// - Parameter id: The item that is edited; nil for a new one.
  package func problems(
    of images: [ItemImage], _ details: ItemDetails, inItem id: Int?, _ credentials: Credentials,
    client: String?
  ) async throws -> [any Error] {
    if let id { _ = try await authorize(id, credentials, client: client) }
    var problems: [any Error] = []
    for image in images {
      do { _ = try await stripped([image]) } catch let error as ValidationError { problems.append(error) }
    }
    let scope = try await seller(credentials, client, isNew: false)
    guard !details.codes.isEmpty, let hash = scope.passwordHash else { return problems }
    if case .password = credentials { try await countNames(codes: details.codes, hash: hash, client: client) }
    let taken = try await store.read { database in
      let (rows, item) = (DetailRows(database: database), try id.flatMap(ItemRows(database: database).item))
      let seller = try SellerRows(database).seller(vendor: scope.vendor, passwordHash: hash)
      return try rows.takenCodes(
        of: details, former: item?.draft.details ?? ItemDetails(),
        seller: item.map { try rows.seller(ofExisting: $0.id) } ?? seller, besides: id ?? 0)
    }
    return problems + (taken ?? [])
  }

  /// Makes an item of an earlier version one of the seller with this password, which has opened it: a SKU then names it among
  /// the items of the seller.
  private func adopt(_ item: StoredItem, _ password: String, client: String?) async throws {
    // Versions before told no sellers apart.
    guard !isOperated, item.vendor.id == StoredVendor.marketID,
      try await store.read({ try SellerRows($0).seller(ofItem: item.id) == .unknown }) == true,
      let hash = try await sellerHash(of: password, isNew: false, client: client)
    else { return }
    _ = try await store.writeExisting { try SellerRows($0).adopt(item: item.id, hash) }
  }

  /// Gives an item the password of a seller, and returns it; one of a vendor stays the vendor's, beside this password. Throws
  /// `MarketplaceError.notTheOperator`, and `taken` where the seller has another item with one of its keys.
  func setPassword(_ password: String, ofItem id: Int) async throws -> StoredItem {
    guard isOperated else { throw MarketplaceError.notTheOperator }
    try validatePassword(password)
    try await store.admitWrite()
    let hash = try await sellerHash(of: password, isNew: true, client: nil).orThrow(
      MarketplaceError.noSuchItem(id: id))
    let date = now()
    let changed = try await store.writeExisting { database in
      let item = try ItemRows(database: database).item(id: id).orThrow(MarketplaceError.noSuchItem(id: id))
      try SellerRows(database).give(item: item, to: hash)
      try LogRows(database, at: date).record(
        .edit, LogChange(.passwordSet, item: id, title: item.draft.title))
      return item
    }
    return try changed.orThrow(MarketplaceError.noSuchItem(id: id))
  }

  /// Moves an item into the trash and returns what it was.
  ///
  /// - Parameter run: Names the requests of one command, whose deletions are one entry of the log; nil for one request.
  package func delete(
    id: Int, _ credentials: Credentials, run: String? = nil, client: String?
  ) async throws -> DeletedItem {
    let hash = try await authorize(id, credentials, client: client)
    return try await authorized(id, hash, credentials: credentials, client: client) { hash in
      try await store.trash(id: id, passwordHash: hash, run: run, at: now())
    }
  }

  /// A token with which the vendor can delete the item, once.
  func deletionToken(forItem id: Int, _ credentials: Credentials, client: String?) async throws -> String {
    _ = try await authorize(id, credentials, client: client)
    let token = DeletionToken()
    try await store.addDeletionToken(selector: token.selector, hash: token.hash(), item: id, at: now())
    return token.text
  }

  /// Moves an item into the trash by a token and returns what it was. A token that is presented by another vendor, or for another item,
  /// stays valid.
  ///
  /// - Parameter id: The item, where the request names it beside the token.
  func delete(id: Int?, token: String, vendor identifier: String) async throws -> DeletedItem {
    let vendor = try await store.vendor(identifier: identifier).orThrow(MarketplaceError.unknownVendor).vendor
    guard let token = DeletionToken(token),
      let grant = try await store.deletionGrant(selector: token.selector, at: now()),
      token.matches(hash: grant.hash), id == nil || id == grant.itemID
    else { throw MarketplaceError.noSuchItem(id: id ?? 0) }
    guard grant.vendorID == vendor.id else { throw MarketplaceError.otherVendor }
    guard let hash = try await store.passwordHash(ofItem: grant.itemID),
      let deleted = try await store.trash(id: grant.itemID, passwordHash: hash, at: now())
    else { throw MarketplaceError.noSuchItem(id: grant.itemID) }
    return deleted
  }

  /// Images as they are stored, checked in full. Throws `ValidationError` for the first that is not valid.
  ///
  /// - Parameter time: What the checks of one request may take.
  func stripped(_ images: [ItemImage], within time: ImageTime = ImageTime()) async throws -> [StrippedImage] {
    var stripped: [StrippedImage] = []
    for image in images {
      stripped.append(
        try await imageGate.run(estimate: image.checkSeconds) {
          try await imageChecks.run { try time.spend { try image.stripped() } }
        })
    }
    return stripped
  }

  // MARK: Authorisation

  /// The item's password hash, where the credentials are right. An unknown id takes as long as a wrong password, so
  /// that timing reveals nothing.
  func authorize(_ id: Int, _ credentials: Credentials, client: String?) async throws -> String {
    guard !isOperated else {
      return try await store.passwordHash(ofItem: id).orThrow(MarketplaceError.noSuchItem(id: id))
    }
    try credentials.validate()
    switch credentials {
    case .password(let password):
      let hash = try await store.passwordHash(ofItem: id)
      guard try await verify(password, hash: hash, of: "item \(id)", client: client), let hash else {
        throw hash == nil ? MarketplaceError.noSuchItem(id: id) : .wrongPassword(id: id)
      }
      return hash
    case .vendor(let identifier, let secret):
      let (vendor, _) = try await vendor(identifier, secret: secret, client: client)
      guard let item = try await store.item(id: id), let hash = try await store.passwordHash(ofItem: id)
      else {
        throw MarketplaceError.noSuchItem(id: id)
      }
      guard item.vendor == vendor else { throw MarketplaceError.otherVendor }
      return hash
    }
  }

  /// Throws the `ValidationError` for a password that no item can have.
  func validate(_ credentials: Credentials) throws(ValidationError) {
    if isOperated, credentials == .password("") { return }
    try credentials.validate()
  }

  /// Runs a change with the password hash that was verified; once more where the item got the one of its seller meanwhile.
  ///
  /// - Parameter change: Returns nil where the item has another hash, or is gone.
  private func authorized<Result>(
    _ id: Int, _ hash: String, credentials: Credentials, client: String?,
    _ change: (String) async throws -> Result?
  ) async throws -> Result {
    if let result = try await change(hash) { return result }
    let present = try await authorize(id, credentials, client: client)
    guard present != hash, let result = try await change(present) else {
      throw MarketplaceError.noSuchItem(id: id)
    }
    return result
  }

  /// A vendor whose secret is right, and the secret's hash. It is the password hash of the vendor's items too, so that v1
  /// can change what v2 has added.
  package func vendor(
    _ identifier: String, secret: String, client: String?
  ) async throws -> (vendor: StoredVendor, secretHash: String) {
    let found = try await store.vendor(identifier: identifier)
    let isRight = try await verify(
      secret, hash: found?.secretHash, of: "vendor \(identifier.prefix(100))", client: client)
    guard isRight, let found else { throw MarketplaceError.unknownVendor }
    return found
  }

  /// Whether a password is right; throws `MarketplaceError.tooManyAttempts` where too many were wrong.
  func verify(
    _ password: String, hash: String?, of subject: String, client: String?
  ) async throws -> Bool {
    // No password is as wrong as another one, and takes as long.
    let hash = hash == PasswordHash.ofNoPassword ? nil : hash
    return try await passwords.matches(password, hash: hash, of: subject, by: client, at: clock)
  }
}

extension Marketplace {
  /// The key of the market's operator.
  package func operatorKey() async throws -> OperatorKey { try await store.operatorKey(isNew: false) }

  /// Whether a key is that of the market's operator.
  package func isOperator(with key: OperatorKey) async throws -> Bool {
    guard let present = try await store.operatorKey() else { return false }
    return SHA256.areEqual(present.bytes, key.bytes)
  }
}
