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
  ///   - run: Names the requests of an import, whose changes are one entry of the log; nil for one request.
  ///   - client: The network address of the client; nil in this process.
  func apply(
    _ lines: [(item: BatchItem, images: [ItemImage]?)], _ credentials: Credentials, isAtomic: Bool,
    limit: Int = BatchLimits.items, run: String? = nil, client: String?
  ) async throws -> [BatchResult] {
    try validate(credentials)
    try await store.admitWrite()
    let seller = try await seller(
      credentials, client, isNew: lines.contains { $0.item.action == .add })
    let (verified, refusals) = try await verified(
      lines.map(\.item), seller, credentials: credentials, client: client)
    var results: [BatchResult] = []
    let bytes = lines.reduce(0) { $0 + ($1.images ?? []).reduce(0) { $0 + $1.content.count } }
    let time = client == nil ? ImageTime() : ImageTime(limit: .seconds(2 + bytes / ImageTime.bytesPerSecond))
    let size = max(1, isAtomic ? lines.count : min(limit, lines.count))
    for start in stride(from: 0, to: lines.count, by: size) {
      let prepared = try await prepared(lines[start..<min(start + size, lines.count)], refusals, time)
      results += try await store.apply(
        prepared, vendor: seller.vendor, hash: seller.passwordHash, verified: verified, at: now(),
        isAtomic: isAtomic, run: run)
    }
    return results
  }

  /// The password hashes of items of a batch that the credentials open, nil for all, and the lines whose items have had too many wrong
  /// passwords from this client. An item with the seller's own hash needs no more hashing, and a password is tried only on
  /// items of earlier versions, each of which a line names.
  private func verified(
    _ lines: [BatchItem], _ seller: ExportScope, credentials: Credentials, client: String?
  ) async throws -> (hashes: Set<String>?, refusals: [Int: BatchRefusal]) {
    if isOperated { return (nil, [:]) }
    guard let own = seller.passwordHash else { return ([], [:]) }
    guard case .password(let password) = credentials else { return ([own], [:]) }
    guard let targets = try await store.targets(of: lines, vendor: seller.vendor, hash: own) else {
      return ([own], [:])
    }
    if targets.hasOwn || targets.namesOthers {
      try await passwords.countLookUp(ofSeller: targets.seller.id, by: client, at: clock())
    }
    var hashes: Set<String> = [own]
    var refusals: [Int: BatchRefusal] = [:]
    var compared: [(line: Int, subject: String, isRight: Bool)] = []
    for (line, item) in targets.items.sorted(by: { $0.key < $1.key }) {
      let subject = "item \(item.id)"
      if hashes.contains(item.passwordHash) || item.isOfSeller {
        compared.append((line, subject, hashes.contains(item.passwordHash)))
        continue
      }
      do {
        guard try await verify(password, hash: item.passwordHash, of: subject, client: client) else {
          continue
        }
        hashes.insert(item.passwordHash)
      } catch MarketplaceError.tooManyAttempts(let wait) {
        refusals[line] = .tooManyAttempts(retryAfter: wait)
      }
    }
    // Together: a batch has hundreds of items, and several servers count in their database.
    let waits = try await passwords.count(compared.map { ($0.subject, $0.isRight) }, by: client, at: clock())
    for (outcome, wait) in zip(compared, waits) {
      if let wait { refusals[outcome.line] = .tooManyAttempts(retryAfter: wait) }
    }
    return (hashes, refusals)
  }

  /// The rights of a request for an export.
  ///
  /// - Parameter readsAll: Whether the only client is this process.
  func exportScope(_ credentials: Credentials?, readsAll: Bool, client: String?) async throws -> ExportScope {
    var reader = ExportScope()
    if let credentials {
      try validate(credentials)
      reader = try await seller(credentials, client, isNew: false)
    }
    reader.readsAll = readsAll
    return reader
  }

  /// Passes the items of an export to `encode`, some at a time, where they are read, and its results to `take`. Private values
  /// are included where the items are the reader's own. A query for own items omits items that are known to be of other sellers.
  ///
  /// Each part is a transaction, short enough to end before it has to give way to a commit: all of an export in one would not
  /// come to its end beside steady writes. Where items were deleted meanwhile, the next ones take their place: a client takes a
  /// piece with fewer items than it asked for to be the last one.
  ///
  /// - Returns: The name of the market's time zone; nil where there is no store.
  func export<Piece: Sendable>(
    _ query: ExportQuery, for reader: ExportScope, client: String?,
    as encode: @escaping @Sendable ([BatchItem]) throws -> Piece, _ take: (Piece) throws -> Void
  ) async throws -> String? {
    var (query, timeZone) = (query, String?.none)
    while let exported = try await store.exported(query, for: reader, at: now()) {
      timeZone = timeZone ?? exported.timeZone
      // A vendor with an account has proved its secret.
      if let seller = exported.seller, seller.id != 0 {
        try await passwords.countLookUp(ofSeller: seller.id, by: client, at: clock())
      }
      var (rest, size, found) = (exported.ids[...], ExportLimits.items.lowerBound, 0)
      while !rest.isEmpty {
        let part = try await store.read(isLong: true) { [query, ids = Array(rest.prefix(size))] database in
          let part = try ExportRows(database: database).part(ofItems: ids, query, for: reader)
          return (piece: try encode(part.lines), found: part.found, bytes: part.bytes)
        }
        guard let part else { break }
        try take(part.piece)
        found += part.found
        rest = rest.dropFirst(size)
        size = ExportLimits.next(after: size, bytes: part.bytes)
      }
      guard query.names == nil, exported.ids.count == query.limit, found < query.limit,
        let last = exported.ids.last
      else { break }
      (query.after, query.limit) = (last, query.limit - found)
    }
    return timeZone
  }

  /// The newest items of a seller below an id, what is off sale, too; empty for a password that fits none. An item that an
  /// earlier version has added is found once it was changed.
  ///
  /// A password counts as a guess at the passwords of all sellers, once for a network.
  ///
  /// - Parameters:
  ///   - id: Nil to begin with the newest item.
  ///   - query: The words and conditions that they meet.
  package func items(
    of credentials: Credentials, before id: Int?, limit: Int, matching query: PageQuery = PageQuery(),
    client: String?
  ) async throws -> [StoredItem] {
    try validate(credentials)
    let reader = try await seller(credentials, client, isNew: false)
    guard let hash = reader.passwordHash,
      let found = try await store.items(
        ofVendor: reader.vendor, hash: hash, before: id, limit: limit, matching: query, at: now())
    else { return [] }
    if found.seller.id != 0 {
      try await passwords.countLookUp(ofSeller: found.seller.id, by: client, at: clock())
    }
    return found.items
  }

  /// Whose items the credentials of a request open.
  ///
  /// - Parameter isNew: Whether items are added.
  func seller(
    _ credentials: Credentials, _ client: String?, isNew: Bool
  ) async throws -> ExportScope {
    switch credentials {
    case .password(""): return ExportScope(passwordHash: isOperated ? PasswordHash.ofNoPassword : nil)
    case .password(let password):
      let hash = try await sellerHash(of: password, isNew: isNew, client: client)
      return ExportScope(passwordHash: hash)
    case .vendor(let identifier, let secret):
      let (vendor, hash) = try await vendor(identifier, secret: secret, client: client)
      return ExportScope(vendor: vendor.id, passwordHash: hash)
    }
  }

  /// Counts a request with a SKU, a barcode or a key that another item has: the response would tell whether the password is the one of
  /// its seller.
  func countNames(
    codes: [String], _ key: IdempotencyKey? = nil, hash: String, client: String?
  ) async throws {
    guard client != nil, !codes.isEmpty || key != nil else { return }
    guard let seller = try await store.sellerGuessed(by: codes, key, hash: hash) else { return }
    try await passwords.countLookUp(ofSeller: seller.id, by: client, at: clock())
  }

  /// Counts a look-up of what the seller with a password hash has: the response tells whether an item has the password.
  func countLookUp(hash: String, client: String?) async throws {
    guard client != nil else { return }
    let seller = try await store.read {
      try SellerRows($0).seller(vendor: StoredVendor.marketID, passwordHash: hash)
    }
    guard let seller else { return }
    try await passwords.countLookUp(ofSeller: seller.id, by: client, at: clock())
  }

  /// The hash of a seller's password, by which its items are found; nil where there is no store, and none is made.
  func sellerHash(of password: String, isNew: Bool, client: String?) async throws -> String? {
    if isOperated, password.isEmpty { return PasswordHash.ofNoPassword }
    guard let (salt, cost) = try await store.sellerSalt(cost: passwords.cost, makesStore: isNew) else {
      return nil
    }
    return try await passwords.hash(password, salt: salt, cost: cost, isNew: isNew, for: client)
  }

  /// Lines with images that are prepared at the same time.
  private static let preparedAtOnce = 4

  /// Prepares lines, and returns them in their order.
  private func prepared(
    _ lines: ArraySlice<(item: BatchItem, images: [ItemImage]?)>, _ refusals: [Int: BatchRefusal],
    _ time: ImageTime
  ) async throws -> [PreparedBatchItem] {
    try await withThrowingTaskGroup(of: (Int, PreparedBatchItem).self) { group in
      var prepared: [PreparedBatchItem?] = []
      var running = 0
      for (index, line) in lines.enumerated() {
        if let refusal = refusals[lines.startIndex + index] {
          prepared.append(PreparedBatchItem(item: line.item, refusal: refusal))
          continue
        }
        guard line.images?.isEmpty == false else {
          prepared.append(try await prepare(line.item, line.images, time))
          continue
        }
        prepared.append(nil)
        if running == Self.preparedAtOnce, let (done, result) = try await group.next() {
          prepared[done] = result
          running -= 1
        }
        group.addTask { (index, try await prepare(line.item, line.images, time)) }
        running += 1
      }
      for try await (done, result) in group { prepared[done] = result }
      return prepared.compactMap(\.self)
    }
  }

  /// Validates, folds and checks what a line has, before the store is locked.
  private func prepare(
    _ item: BatchItem, _ images: [ItemImage]?, _ time: ImageTime
  ) async throws -> PreparedBatchItem {
    do {
      try ItemKeys(reference: item.reference, rowKey: item.key).validate()
      let draft = item.action == .add ? IndexedDraft(try item.draft()) : nil
      guard let images else {
        return PreparedBatchItem(item: item, draft: draft, images: item.clearsImages ? [] : nil)
      }
      guard images.count <= ItemLimits.images else { throw ValidationError(.images, .tooManyImages) }
      return PreparedBatchItem(item: item, draft: draft, images: try await stripped(images, within: time))
    } catch let error as ValidationError {
      return PreparedBatchItem(item: item, refusal: .invalid(error))
    }
  }
}

/// How many items of an export are read in a transaction.
private enum ExportLimits {
  static let items = 8...64
  /// Bytes of long texts that are read and encoded in about 5 ms.
  private static let bytes = 256 << 10

  /// The number of items of the next part, from that of the one before it.
  static func next(after size: Int, bytes count: Int) -> Int {
    count > bytes ? max(1, size / 2) : count > bytes / 2 ? size : min(items.upperBound, size * 2)
  }
}
