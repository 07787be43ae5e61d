/// The days for which a market keeps deleted items. Only the operator changes them, at the store itself; no API does.
package struct TrashRegistry: Sendable {
  private let store: Store

  package init(at location: StoreLocation) {
    store = Store(at: location, .forCommand)
  }

  /// The present days; nil if there is no store.
  package func days() async throws -> Int? {
    try await ClientError.reporting { try await store.trashDays() }
  }

  /// Sets the days, for items that are deleted from now on. Makes the store where there is none.
  package func set(days: Int) async throws {
    try await ClientError.reporting { try await store.setTrashDays(days) }
  }
}
