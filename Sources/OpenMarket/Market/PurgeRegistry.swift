package import Foundation

/// Forgets what belonged to deleted items, and the sales of an item. Only the operator does this, at the store itself; no
/// API does.
///
/// It works beside a server: each transaction takes about 50 ms, and others write between two of them. One that is ended
/// leaves a store that adds up, and can be run again.
package struct PurgeRegistry: Sendable {
  /// How long a transaction goes on, and how long others have the store to themselves then: a process that waits for the
  /// store looks every 100 ms at the latest, and has to find it free.
  private static let (transactionTime, pause) = (Duration.milliseconds(50), Duration.milliseconds(50))

  private let store: Store

  package init(at location: StoreLocation) {
    var options = Store.Options.forCommand
    // A plan counts what a large store has.
    options.readTime = .seconds(24 * 60 * 60)
    options.overwritesDeleted = true
    store = Store(at: location, options)
  }

  /// Counts the rows that a purge would delete; nil if there is no store.
  package func plan(_ query: PurgeQuery) async throws -> PurgePlan? {
    try await ClientError.reporting { try await store.read { try PurgeRows(database: $0).plan(query) } }
  }

  /// A day at the market of the store.
  package func day(_ day: GivenDay, at date: Date) async throws -> CalendarDay {
    if let fixed = day.fixed { return fixed }
    return day.day(today: try await ClientError.reporting { try await store.today(at: date) })
  }

  /// The vendor of a name, removed ones too; nil if there is none, or there are several.
  package func vendor(named name: String) async throws -> Int? {
    try await ClientError.reporting {
      try await store.read { try PurgeRows(database: $0).vendor(named: name) } ?? nil
    }
  }

  /// Forgets, and returns how much it was. Counts what is forgotten meanwhile with `progress`.
  package func purge(_ query: PurgeQuery, progress: @Sendable (Int) -> Void = { _ in }) async throws
    -> PurgeCounts
  {
    try await ClientError.reporting {
      var (counts, state) = (PurgeCounts(), PurgeState())
      while !state.isDone {
        let before = state
        let step = try await store.writeExisting(.deleting) { database in
          let end = ContinuousClock.now + Self.transactionTime
          var (state, counts) = (before, PurgeCounts())
          let rows = PurgeRows(database: database)
          while !state.isDone, ContinuousClock.now < end { counts = try counts + rows.step(query, &state) }
          return (state, counts)
        }
        guard let step else { break }
        state = step.0
        counts = counts + step.1
        progress(step.1.movements)
        try await Task.sleep(for: Self.pause)
      }
      if !counts.isEmpty {
        let date = store.options.now()
        _ = try await store.writeExisting(.deleting) {
          try LogRows($0, at: date).record(.purge, LogChange(.purged))
        }
      }
      return counts
    }
  }
}
