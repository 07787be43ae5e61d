import SystemSupport

extension SQLiteDatabase {
  /// SQLite reports its own limit and a full disk alike: what had less room left is what was full.
  func refined(_ error: StoreError, _ limit: Int?) -> StoreError {
    guard error.kind == .full, limit != nil, let room = try? roomLeft(), let free = sharing.freeSpace(),
      room < free
    else { return error }
    return StoreError(.limitReached, error.databaseError)
  }

  private func roomLeft() throws(StoreError) -> Int {
    let pages = try (integer("PRAGMA max_page_count") ?? 0) - (integer("PRAGMA page_count") ?? 0)
    return try (pages + (integer("PRAGMA freelist_count") ?? 0)) * (integer("PRAGMA page_size") ?? 0)
  }
}

/// When a read ends: sooner where a commit waits for it.
final class Interruption {
  private let limit: WorkLimit
  private let gate: ReadWriteGate

  init(_ limit: WorkLimit, _ gate: ReadWriteGate) { (self.limit, self.gate) = (limit, gate) }

  var isDue: Bool { limit.isReached(isAwaited: gate.isAwaited) }
}
