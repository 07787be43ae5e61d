/// The trash: what was deleted can be restored until a date, for the password of the item or the secret of its vendor.
extension Marketplace {
  /// Whether what is deleted from now on can be restored.
  package func hasTrash() async throws -> Bool { try await store.trashDays() != 0 }

  /// A page of the trash, the last deleted item first.
  ///
  /// - Parameter credentials: Those of a seller; nil for all items.
  package func trash(
    _ page: Int, size: Int, _ credentials: Credentials?, _ filter: ListFilter = ListFilter(), client: String?
  ) async throws -> TrashPage {
    var owner: (vendor: Int, hash: String)?
    switch credentials {
    case .password("") where isOperated, nil: break
    case .vendor(let identifier, let secret):
      let (vendor, hash) = try await vendor(identifier, secret: secret, client: client)
      owner = (vendor.id, hash)
    case .password(let password):
      try validatePassword(password)
      // Unknown passwords take the same time and return an empty page.
      guard let hash = try await sellerHash(of: password, isNew: false, client: client) else {
        return TrashPage(number: page, items: [], total: 0)
      }
      try await countLookUp(hash: hash, client: client)
      owner = (StoredVendor.marketID, hash)
    }
    let date = now()
    return try await store.read { [owner] database in
      let seller = try owner.map { try SellerRows(database).seller(vendor: $0.vendor, passwordHash: $0.hash) }
      return try TrashRows(database: database).page(page, size: size, of: seller, filter, at: date)
    } ?? TrashPage(number: page, items: [], total: 0)
  }

  /// Puts an item back with its id, images, reviews and history, and returns it. Throws `MarketplaceError.notInTrash` and
  /// `taken`.
  ///
  /// - Parameters:
  ///   - sku: The SKU in place of the item's own; nil for that.
  ///   - run: As in `delete`.
  package func restore(
    id: Int, sku: String?, _ credentials: Credentials, run: String? = nil, client: String?
  ) async throws -> StoredItem {
    if let sku { try ValidDraft.check(.text(sku), of: .sku) }
    try await store.admitWrite()
    let (hash, date) = (try await authorize(trashed: id, credentials, client: client), now())
    let restored = try await store.writeExisting { database in
      let trash = TrashRows(database: database)
      guard try trash.owner(ofItem: id, at: date)?.passwordHash == hash else {
        throw MarketplaceError.notInTrash(id: id)
      }
      let item = try trash.restore(id, sku: sku)
      try LogRows(database, at: date).record(
        .restore, LogChange(.restored, item: id, title: item.draft.title), run: run)
      return try ItemRows(database: database).named(item)
    }
    return try restored.orThrow(MarketplaceError.notInTrash(id: id))
  }

  /// Deletes an item in the trash for good. Throws `MarketplaceError.notInTrash`.
  func discard(id: Int, _ credentials: Credentials, client: String?) async throws {
    let (hash, date) = (try await authorize(trashed: id, credentials, client: client), now())
    _ = try await store.writeExisting(.deleting) { database in
      let trash = TrashRows(database: database)
      guard try trash.owner(ofItem: id, at: date)?.passwordHash == hash else {
        throw MarketplaceError.notInTrash(id: id)
      }
      let title = try ItemRows(database: database).title(ofItem: id)
      try trash.remove(id, MovementRows(database, at: date))
      try LogRows(database, at: date).record(
        .emptyTrash, LogChange(.deletedForGood, item: id, title: title))
    }
  }

  /// The password hash of an item in the trash, where the credentials are right. An unknown id takes as long as a wrong
  /// password.
  func authorize(
    trashed id: Int, _ credentials: Credentials, client: String?
  ) async throws -> String {
    try validate(credentials)
    let date = now()
    let owner = try await store.read { try TrashRows(database: $0).owner(ofItem: id, at: date) } ?? nil
    guard !isOperated else { return try owner.orThrow(MarketplaceError.notInTrash(id: id)).passwordHash }
    switch credentials {
    case .password(let password):
      let isRight = try await verify(
        password, hash: owner?.passwordHash, of: "item \(id)", client: client)
      guard isRight, let owner else {
        throw owner == nil ? MarketplaceError.notInTrash(id: id) : .wrongPassword(id: id)
      }
      return owner.passwordHash
    case .vendor(let identifier, let secret):
      let (vendor, _) = try await vendor(identifier, secret: secret, client: client)
      guard let owner else { throw MarketplaceError.notInTrash(id: id) }
      guard owner.vendor == vendor.id else { throw MarketplaceError.otherVendor }
      return owner.passwordHash
    }
  }
}
