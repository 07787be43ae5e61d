import Foundation
import SystemSupport

extension Store {
  /// A number that differs after every write, by any process: that of a file, or of the log of a database on a server.
  func changeNumber() async throws -> UInt64 {
    if let version { return version }
    return try await read { UInt64(try LogRows($0, at: .distantPast).lastID()) } ?? 0
  }

  /// A page of the log, the newest entry first; nil if there is no store.
  ///
  /// - Parameter item: Selects the entries that have changed this item; nil for all.
  func log(_ page: Int, size: Int, ofItem item: Int?) async throws -> LogPage? {
    try await read { try LogRows($0, at: .now).page(page, size: size, ofItem: item) }
  }

  /// A page of the entries of a seller, the newest first; nil if there is no store.
  ///
  /// - Parameter hash: The password hash of the seller's items.
  func log(_ page: Int, size: Int, ofSeller hash: String, at date: Date) async throws -> LogPage? {
    try await read { try LogRows($0, at: date).page(page, size: size, ofSeller: hash) }
  }

  /// Takes an entry of the log back in one transaction; nil if there is no store. Throws an `UndoRefusal`.
  ///
  /// - Parameters:
  ///   - entry: Its number; nil for the newest one.
  ///   - isForced: Whether what has changed since is taken back, too.
  ///   - isPlan: Whether the result is told and nothing is changed.
  ///   - verified: The password hashes of items for which the request has the password; nil for the operator.
  func undo(
    _ entry: Int?, isForced: Bool, isPlan: Bool, verified: Set<String>? = nil, at date: Date
  ) async throws -> UndoResult? {
    let client = WorkClient.current
    do {
      return try await writeExisting(isPlan ? .deleting : .writing) { database in
        var result = try UndoRows(
          database, isForced: isForced, client: client, verified: verified, at: date
        ).undo(entry)
        guard !isPlan else {
          result.undo = nil
          throw PlannedUndo(result: result)
        }
        return result
      }
    } catch let planned as PlannedUndo {
      return planned.result
    }
  }
}

extension Store {
  /// The password hashes of the items of an entry, one item of each, for a client of a server. Throws `UndoRefusal.noSuchEntry` where one
  /// of its changes is of no item that is there, and `tooMany`.
  func owners(ofEntry id: Int, at date: Date) async throws -> [(item: Int, passwordHash: String)] {
    try await read { database in
      let (items, trash) = (ItemRows(database: database), TrashRows(database: database))
      let changes = try LogRows(database, at: date).lastChanges(
        of: id, before: .max, limit: LogLimits.undone + 1
      ).map(\.change)
      let images = changes.flatMap { ($0.formerImages ?? []) + ($0.images ?? []) }
      guard changes.count <= LogLimits.undone, images.count <= LogLimits.undoneImages,
        try ImageRows(database: database).bytes(of: images) <= LogLimits.keptBytes
      else { throw UndoRefusal.tooMany(id) }
      var owners: [(item: Int, passwordHash: String)] = []
      for item in Set(changes.map(\.item)).sorted(by: { $0 ?? 0 < $1 ?? 0 }) {
        let hash = try item.flatMap {
          try items.passwordHash(ofItem: $0) ?? trash.owner(ofItem: $0, at: date)?.passwordHash
        }
        guard let item, let hash else { throw UndoRefusal.noSuchEntry(id) }
        if !owners.contains(where: { $0.passwordHash == hash }) { owners.append((item, hash)) }
      }
      guard !owners.isEmpty else { throw UndoRefusal.noSuchEntry(id) }
      return owners
    } ?? []
  }
}

/// Ends the transaction of a plan, so that nothing of it remains.
private struct PlannedUndo: Error {
  let result: UndoResult
}
