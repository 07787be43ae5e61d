package import Foundation

/// The log of a market's writes, and taking them back. Only the operator does this, at the store itself; no API does.
package struct LogRegistry: Sendable {
  private let store: Store

  package init(at location: StoreLocation) {
    var options = Store.Options.forCommand
    // The log of a large store.
    options.readTime = .seconds(60)
    store = Store(at: location, options)
  }

  /// A page of the log, the newest entry first; nil if there is no store.
  ///
  /// - Parameter item: Selects the entries that have changed this item; nil for all.
  package func page(_ number: Int, size: Int, ofItem item: Int?) async throws -> LogPage? {
    try await ClientError.reporting { try await store.log(number, size: size, ofItem: item) }
  }

  /// The changes by which an entry would be taken back; nil if there is no store. Throws an `UndoRefusal`.
  ///
  /// - Parameters:
  ///   - entry: Its number; nil for the newest one.
  ///   - isForced: Whether what has changed since is taken back, too.
  package func plan(_ entry: Int?, isForced: Bool, at date: Date) async throws -> UndoResult? {
    try await ClientError.reporting {
      try await store.undo(entry, isForced: isForced, isPlan: true, at: date)
    }
  }

  /// Takes an entry back; as `plan`.
  package func undo(_ entry: Int?, isForced: Bool, at date: Date) async throws -> UndoResult? {
    try await ClientError.reporting {
      try await store.undo(entry, isForced: isForced, isPlan: false, at: date)
    }
  }
}
