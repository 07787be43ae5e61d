import Foundation
import SystemSupport

/// Many items in one request.
extension Marketplace {
  /// Applies the lines of a batch, and returns the result of each. A line that is refused changes nothing, and the
  /// others are done, unless `isAtomic`: then all lines are one transaction, and the first refused one is thrown as
  /// `BatchAborted`.
  ///
  /// - Parameters:
  ///   - lines: Each with the images that replace those of its item; nil leaves them.
  ///   - limit: The most lines of one transaction.
  ///   - client: The network address of the client; nil in this process.
  func apply(
    _ lines: [(item: BatchItem, images: [ItemImage]?)], _ credentials: Credentials, isAtomic: Bool,
    limit: Int = BatchLimits.items, client: String?
  ) async throws -> [BatchResult] {
    try credentials.validate()
    try store.admitWrite()
    let seller = try await seller(
      credentials, client, isNew: lines.contains { $0.item.action == .add })
    let (verified, refusals) = try await verified(
      lines.map(\.item), seller, credentials: credentials, client: client)
    var results: [BatchResult] = []
    let size = max(1, isAtomic ? lines.count : limit)
    for start in stride(from: 0, to: lines.count, by: size) {
      let prepared = try await prepared(lines[start..<min(start + size, lines.count)], refusals)
      results += try await store.apply(
        prepared, vendor: seller.vendor, hash: seller.passwordHash, verified: verified, at: now(),
        isAtomic: isAtomic)
    }
    return results
  }

  /// The password hashes of items of a batch that the credentials open, and the lines whose items have had too many wrong
  /// passwords from this client. An item with the seller's own hash needs no more hashing, and a password is tried only on
  /// items of earlier versions, each of which a line names.
  private func verified(
    _ lines: [BatchItem], _ seller: ExportReader, credentials: Credentials, client: String?
  ) async throws -> (hashes: Set<String>, refusals: [Int: BatchRefusal]) {
    guard let own = seller.passwordHash else { return ([], [:]) }
    guard case .password(let password) = credentials else { return ([own], [:]) }
    guard let targets = try await store.targets(of: lines, vendor: seller.vendor, hash: own) else {
      return ([own], [:])
    }
    if targets.hasOwn || targets.namesOthers {
      try passwords.countLookUp(ofSeller: targets.seller.id, by: client, at: now())
    }
    var hashes: Set<String> = [own]
    var refusals: [Int: BatchRefusal] = [:]
    for (line, item) in targets.items.sorted(by: { $0.key < $1.key }) {
      do {
        let subject = "item \(item.id)"
        if hashes.contains(item.passwordHash) || item.isOfSeller {
          try passwords.count(
            isRight: hashes.contains(item.passwordHash), of: subject, by: client, at: now())
        } else if try await isRight(password, hash: item.passwordHash, of: subject, client: client) {
          hashes.insert(item.passwordHash)
        }
      } catch MarketplaceError.tooManyAttempts(let wait) {
        refusals[line] = .tooManyAttempts(retryAfter: wait)
      }
    }
    return (hashes, refusals)
  }

  /// The rights of a request for an export.
  ///
  /// - Parameter readsAll: Whether the only client is this process.
  func exportReader(_ credentials: Credentials?, readsAll: Bool, client: String?) async throws -> ExportReader
  {
    var reader = ExportReader()
    if let credentials {
      try credentials.validate()
      reader = try await seller(credentials, client, isNew: false)
    }
    reader.readsAll = readsAll
    return reader
  }

  /// Passes the items of an export to `body`, where they are read, and returns its result. Private values are included where
  /// the items are the reader's own. A query for own items omits items that are known to be of other sellers.
  func export<Result: Sendable>(
    _ query: ExportQuery, for reader: ExportReader, client: String?,
    as body: @escaping @Sendable (StoredExport) throws -> Result
  ) async throws -> Result {
    let (result, seller) = try await store.export(query, for: reader) { (try body($0), $0.seller) }
    // A vendor with an account has proved its secret.
    if let seller, seller.id != 0 {
      try passwords.countLookUp(ofSeller: seller.id, by: client, at: now())
    }
    return result
  }

  /// Whose items the credentials of a request open.
  ///
  /// - Parameter isNew: Whether items are added.
  private func seller(
    _ credentials: Credentials, _ client: String?, isNew: Bool
  ) async throws -> ExportReader {
    switch credentials {
    case .password(let password):
      let hash = try await sellerHash(of: password, isNew: isNew, client: client)
      return ExportReader(passwordHash: hash)
    case .vendor(let identifier, let secret):
      let (vendor, hash) = try await vendor(identifier, secret: secret, client: client)
      return ExportReader(vendor: vendor.id, passwordHash: hash)
    }
  }

  /// Counts a request with a SKU or a key that another item has: the response would tell whether the password is the one of
  /// its seller.
  func countNames(
    sku: String?, _ key: IdempotencyKey? = nil, hash: String, client: String?
  ) async throws {
    guard client != nil, sku != nil || key != nil else { return }
    guard let seller = try await store.sellerGuessed(bySKU: sku, key, hash: hash) else { return }
    try passwords.countLookUp(ofSeller: seller.id, by: client, at: now())
  }

  /// The hash of a seller's password, by which its items are found; nil where there is no store, and none is made.
  func sellerHash(of password: String, isNew: Bool, client: String?) async throws -> String? {
    guard let (salt, cost) = try await store.sellerSalt(cost: passwords.cost, makesStore: isNew) else {
      return nil
    }
    return try await passwords.hash(password, salt: salt, cost: cost, isNew: isNew, for: client)
  }

  /// Lines with images that are prepared at the same time.
  private static let preparedAtOnce = 4

  /// Prepares lines, and returns them in their order.
  private func prepared(
    _ lines: ArraySlice<(item: BatchItem, images: [ItemImage]?)>, _ refusals: [Int: BatchRefusal]
  ) async throws -> [PreparedBatchItem] {
    try await withThrowingTaskGroup(of: (Int, PreparedBatchItem).self) { group in
      var prepared: [PreparedBatchItem?] = []
      var running = 0
      for (index, line) in lines.enumerated() {
        if let refusal = refusals[lines.startIndex + index] {
          prepared.append(PreparedBatchItem(line.item, refusal: refusal))
          continue
        }
        guard line.images?.isEmpty == false else {
          prepared.append(try await prepare(line.item, line.images))
          continue
        }
        prepared.append(nil)
        if running == Self.preparedAtOnce, let (done, result) = try await group.next() {
          prepared[done] = result
          running -= 1
        }
        group.addTask { (index, try await prepare(line.item, line.images)) }
        running += 1
      }
      for try await (done, result) in group { prepared[done] = result }
      return prepared.compactMap(\.self)
    }
  }

  /// Validates, folds and checks what a line has, before the store is locked.
  private func prepare(_ item: BatchItem, _ images: [ItemImage]?) async throws -> PreparedBatchItem {
    do {
      try ItemKeys(reference: item.reference, rowKey: item.key).validate()
      let draft = item.action == .add ? IndexedDraft(try item.draft()) : nil
      guard let images else {
        return PreparedBatchItem(item, draft: draft, images: item.clearsImages ? [] : nil)
      }
      guard images.count <= ItemLimits.images else { throw ValidationError(.images, .tooManyImages) }
      return PreparedBatchItem(item, draft: draft, images: try await stripped(images))
    } catch let error as ValidationError {
      return PreparedBatchItem(item, refusal: .invalid(error))
    }
  }
}
