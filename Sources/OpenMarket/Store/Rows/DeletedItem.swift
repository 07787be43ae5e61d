package import Foundation

/// The result of a deletion.
package struct DeletedItem: Sendable, Equatable {
  package let item: StoredItem
  /// Until when the item can be restored; nil where it was deleted for good.
  package let expiry: Date?

  var change: LogChange {
    LogChange(expiry == nil ? .deletedForGood : .deleted, item: item.id, title: item.draft.title)
  }
}

extension ItemRows {
  /// Moves an item into the trash, or deletes it for good where the trash is turned off: an item of a client of a server
  /// stays for as long as its images are served, and cannot be restored.
  ///
  /// - Parameters:
  ///   - item: The full item.
  ///   - client: The network whose limit on bytes it counts for; nil for none.
  func delete(_ item: StoredItem, _ movements: MovementRows, client: String?) throws -> DeletedItem {
    let days = try MarketSettings(database: database).trashDays()
    guard days > 0 || client != nil && !item.images.isEmpty else {
      try remove(item, movements)
      return DeletedItem(item: item, expiry: nil)
    }
    let expiry = (movements.now + Double(days) * 86_400).storedDate
    try TrashRows(database: database).put(item, movements, until: expiry, client: client)
    return DeletedItem(item: item, expiry: days > 0 ? expiry : nil)
  }
}
