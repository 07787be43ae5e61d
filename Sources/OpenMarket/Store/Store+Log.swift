import Foundation

extension Store {
  /// A page of the log, the newest entry first; nil if there is no store.
  ///
  /// - Parameter item: Selects the entries that have changed this item; nil for all.
  func log(_ page: Int, size: Int, ofItem item: Int?) async throws -> LogPage? {
    try await read { try LogRows($0, at: .now).page(page, size: size, ofItem: item) }
  }

  /// Takes an entry of the log back in one transaction; nil if there is no store. Throws an `UndoRefusal`.
  ///
  /// - Parameters:
  ///   - entry: Its number; nil for the newest one.
  ///   - isForced: Whether what has changed since is taken back, too.
  ///   - isPlan: Whether the result is told and nothing is changed.
  func undo(_ entry: Int?, isForced: Bool, isPlan: Bool, at date: Date) async throws -> UndoResult? {
    do {
      return try await writeExisting(isPlan ? .deleting : .writing) { database in
        var result = try UndoRows(database, isForced: isForced, client: nil, at: date).undo(entry)
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

/// Ends the transaction of a plan, so that nothing of it remains.
private struct PlannedUndo: Error {
  let result: UndoResult
}
