package import Foundation

/// The log of an item, and taking its entries back, for the password of the items or the secret of their vendor.
extension Marketplace {
  /// Takes back the entry that has recorded a movement of an item, and returns the time of the undo and whether it was before this request.
  /// Throws an `UndoRefusal`.
  package func undo(
    movement: Int, ofItem id: Int, _ credentials: Credentials, client: String?
  ) async throws -> (date: Date, isRepeated: Bool) {
    let entries = try await log(ofItem: id, page: 1, size: LogLimits.served, credentials, client: client)
      .entries
    guard let entry = entries.first(where: { $0.changes.contains { $0.movements.contains(movement) } }) else {
      throw UndoRefusal.noSuchEntry(nil)
    }
    if let undone = entry.undone {
      return (entries.first { $0.id == undone }?.date ?? entry.date, true)
    }
    _ = try await undo(entry.id, isForced: false, isPlan: false, credentials, client: client)
    return (now(), false)
  }

  /// A page of the entries that have changed an item, which may be in the trash; each with its changes of this item alone.
  func log(
    ofItem id: Int, page: Int, size: Int, _ credentials: Credentials, client: String?
  ) async throws -> LogPage {
    if try await store.passwordHash(ofItem: id) != nil {
      _ = try await authorize(id, credentials, client: client)
    } else {
      _ = try await authorize(trashed: id, credentials, client: client)
    }
    return try await store.log(page, size: size, ofItem: id) ?? LogPage(entries: [], total: 0, isCut: false)
  }

  /// A page of the entries of a seller, the newest first.
  func log(_ page: Int, size: Int, _ credentials: Credentials, client: String?) async throws -> LogPage {
    if isOperated, credentials == .password("") {
      return try await store.log(page, size: size, ofItem: nil)
        ?? LogPage(entries: [], total: 0, isCut: false)
    }
    try credentials.validate()
    var hash: String?
    switch credentials {
    case .vendor(let identifier, let secret):
      hash = try await vendor(identifier, secret: secret, client: client).secretHash
    case .password(let password):
      // Unknown passwords take the same time and return an empty page.
      hash = try await sellerHash(of: password, isNew: false, client: client)
      if let hash { try await countLookUp(hash: hash, client: client) }
    }
    let (seller, date) = (hash, now())
    let log = try await store.read { database in
      try seller.map { try LogRows(database, at: date).page(page, size: size, ofSeller: $0) }
    }
    return (log ?? nil) ?? LogPage(entries: [], total: 0, isCut: false)
  }

  /// Takes an entry back. Throws an `UndoRefusal`: `noSuchEntry` also for a wrong password, and for an entry that has changed something
  /// else than items of one password.
  ///
  /// - Parameters:
  ///   - isForced: Whether what has changed since is taken back, too.
  ///   - isPlan: Whether the result is told and nothing is changed.
  func undo(
    _ entry: Int, isForced: Bool, isPlan: Bool, _ credentials: Credentials, client: String?
  ) async throws -> UndoResult {
    try validate(credentials)
    try await store.admitWrite()
    if isOperated, credentials == .password("") {
      return try await store.undo(entry, isForced: isForced, isPlan: isPlan, at: now())
        .orThrow(UndoRefusal.noSuchEntry(entry))
    }
    let (owners, isTooLarge) = try await store.owners(ofEntry: entry, at: now())
    // Items of earlier versions have a hash each.
    let owner = owners.count == 1 ? owners.first : nil
    // Whether there is such an entry is its owner's to know: a password is hashed and counted all the same.
    let verified: String?
    switch credentials {
    case .password(let password):
      let isRight = try await passwords.matches(
        password, hash: owner?.passwordHash, of: owner.map { "item \($0.item)" } ?? "entry \(entry)",
        by: client, countsUnknown: true, at: clock)
      verified = isRight ? owner?.passwordHash : nil
    case .vendor(let identifier, let secret):
      verified = try await vendor(identifier, secret: secret, client: client).secretHash
    }
    guard let verified, verified == owner?.passwordHash else { throw UndoRefusal.noSuchEntry(entry) }
    if isTooLarge { throw UndoRefusal.tooMany(entry) }
    return try await store.undo(entry, isForced: isForced, isPlan: isPlan, verified: [verified], at: now())
      .orThrow(UndoRefusal.noSuchEntry(entry))
  }
}
