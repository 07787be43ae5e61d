import Foundation
import SystemSupport

extension Store {
  /// Moves an item into the trash and returns it; nil if its password hash is not the verified one, or the item is gone. Where
  /// the trash is turned off, or there is no room even for that, deletes it for good.
  func trash(id: Int, passwordHash: String, at date: Date) async throws -> DeletedItem? {
    let client = WorkClient.current
    do {
      return try await writeExisting(.deleting) { database -> DeletedItem? in
        let items = ItemRows(database: database)
        guard try items.passwordHash(ofItem: id) == passwordHash else { return nil }
        let movements = try MovementRows(database, at: date)
        let deleted = try items.delete(items.existing(id), movements, client: client)
        try LogRows(database, at: date).record(.delete, deleted.change)
        return deleted
      } ?? nil
    } catch let error as StoreError where [.full, .limitReached].contains(error.kind) {
      return try await delete(id: id, passwordHash: passwordHash, at: date).map {
        DeletedItem(item: $0, expiry: nil)
      }
    }
  }

  /// A page of the trash; empty if there is no store.
  ///
  /// - Parameters:
  ///   - vendor: Whose; nil for all.
  ///   - hash: The password hash by which a seller without an account is known.
  func trash(
    _ page: Int, size: Int, vendor: Int?, hash: String, at date: Date
  ) async throws -> TrashPage {
    try await read { database in
      let seller = try vendor.map { try SellerRows(database).seller(vendor: $0, passwordHash: hash) }
      return try TrashRows(database: database).page(page, size: size, of: seller, at: date)
    } ?? TrashPage(number: page, items: [], total: 0)
  }

  /// The vendor and the password hash of an item in the trash.
  func trashedOwner(ofItem id: Int, at date: Date) async throws -> (vendor: Int, passwordHash: String)? {
    try await read { try TrashRows(database: $0).owner(ofItem: id, at: date) } ?? nil
  }

  /// Puts an item back; nil if its password hash is not the verified one, or it is not in the trash. Throws
  /// `MarketplaceError.taken`.
  func restore(id: Int, passwordHash: String, sku: String?, at date: Date) async throws -> StoredItem? {
    try await writeExisting { database -> StoredItem? in
      let trash = TrashRows(database: database)
      guard try trash.owner(ofItem: id, at: date)?.passwordHash == passwordHash else { return nil }
      let item = try trash.restore(id, sku: sku)
      try LogRows(database, at: date).record(
        .restore, LogChange(.restored, item: id, title: item.draft.title))
      return item
    } ?? nil
  }

  /// Deletes an item in the trash for good; false as `restore` returns nil.
  func discard(id: Int, passwordHash: String, at date: Date) async throws -> Bool {
    try await writeExisting(.deleting) { database in
      let trash = TrashRows(database: database)
      guard try trash.owner(ofItem: id, at: date)?.passwordHash == passwordHash else { return false }
      let title = try database.rows("SELECT title FROM deleted_item WHERE id = ?", .integer(id)) {
        $0.text(0)
      }
      try trash.remove(id, MovementRows(database, at: date))
      try LogRows(database, at: date).record(
        .emptyTrash, LogChange(.deletedForGood, item: id, title: title.first))
      return true
    } ?? false
  }

  /// The days for which deleted items can be restored; nil if there is no store.
  func trashDays() async throws -> Int? {
    try await read { try MarketSettings(database: $0).trashDays() }
  }

  /// Sets the days, for items that are deleted from now on.
  func setTrashDays(_ days: Int) async throws {
    let date = options.now()
    try await write { database in
      let settings = MarketSettings(database: database)
      let former = try settings.trashDays()
      try settings.setTrashDays(days)
      try LogRows(database, at: date).record(
        .keepTrash, .setting(LogSetting.trashDays, String(former), String(days)))
    }
  }
}
