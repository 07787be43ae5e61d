import Foundation
import Synchronization
import SystemSupport

/// Makes room: the trash and the log give way to what is written.
extension Store {
  /// Deletes the next items in the trash for good, in one transaction; returns whether there were any.
  func emptyTrash(of choice: TrashChoice) async throws -> Bool {
    let date = options.now()
    let work = { @Sendable (database: any Database) in
      let trash = TrashRows(database: database)
      let ids = try trash.next(choice, at: date)
      guard !ids.isEmpty else { return false }
      let movements = try MovementRows(database, at: date)
      for id in ids { try trash.remove(id, movements) }
      return true
    }
    // Freed bytes are given back to the client of the item; that of others is not known.
    if case .client = choice {
      return try await transact(.deleting, makesStore: false, work)?.result ?? false
    }
    return try await WorkClient.$current.withValue(nil) {
      try await transact(.deleting, makesStore: false, work)?.result ?? false
    }
  }

  /// Forgets the next of the oldest changes in the log where it has too many; returns whether there were some.
  func forgetOldestChanges() async throws -> Bool {
    let date = options.now()
    return try await WorkClient.$current.withValue(nil) {
      try await transact(.deleting, makesStore: false) { database in
        let log = LogRows(database, at: date)
        return try log.hasTooMuch() && log.forgetOldest()
      }?.result ?? false
    }
  }

  /// How often a process looks for what is to go, in milliseconds.
  private static let trashInterval = 60_000
  /// Most transactions that one write waits for; the next look goes on.
  private static let mostTransactions = 64

  /// Deletes the items whose time in the trash is over, and forgets the changes that are too many for the log, once a minute, in
  /// transactions between which others write. What cannot go now goes later: nobody can restore it.
  func tidy() async {
    let (now, seen) = (MonotonicClock.milliseconds(), trashSeen.load(ordering: .relaxed))
    guard seen == 0 || now - seen > Self.trashInterval,
      trashSeen.compareExchange(expected: seen, desired: max(1, now), ordering: .relaxed).exchanged
    else { return }
    await Task {
      do {
        let date = options.now()
        let due = try await read { database in
          (
            trash: try !TrashRows(database: database).next(.expired, at: date).isEmpty,
            log: try LogRows(database, at: date).hasTooMuch()
          )
        }
        for _ in 1...Self.mostTransactions where due?.trash == true {
          guard try await emptyTrash(of: .expired) else { break }
        }
        for _ in 1...Self.mostTransactions where due?.log == true {
          guard try await forgetOldestChanges() else { break }
        }
      } catch {
        return
      }
    }.value
  }

  /// The most items in the trash, and then changes in the log, that give way to one write: others wait while a write that is refused
  /// in the end is tried.
  private static let mostEvictions = (items: 128, changes: 512)

  /// Runs a transaction; where it does not fit, with as many of the oldest items in the trash gone, and then of the oldest changes
  /// in the log, as it needs, about. What gives way is deleted in the transaction itself: a write that is refused deletes nothing.
  func fitting<Result: Sendable>(
    _ purpose: TransactionPurpose, makesStore: Bool, findsAll: Bool,
    _ work: @escaping @Sendable (any Database) throws -> Result
  ) async throws -> Written<Result>? {
    do {
      return try await transact(purpose, makesStore: makesStore, findsAll: findsAll, work)
    } catch let error as StoreError where [.full, .limitReached].contains(error.kind) {
      // A database on a server gives no space back before it is vacuumed.
      guard connections == nil else { throw error }
      let most = try await evictable()
      var count = 0
      while count < most {
        // Twice as many each time: the cost is that of the last time, and no more than twice the needed ones go.
        count = min(most, max(1, 2 * count))
        let evicted = count
        do {
          return try await transact(
            purpose.replacing(grows: error.kind == .limitReached), makesStore: makesStore, findsAll: findsAll,
            after: { try self.evict(evicted, in: $0) }, work)
        } catch let next as StoreError where [.full, .limitReached].contains(next.kind) {
          continue
        }
      }
      // The first error has the cause.
      throw error
    }
  }

  /// How many items in the trash and changes in the log may give way.
  private func evictable() async throws -> Int {
    let counts = try await read { database in
      try ["trashed_item": Self.mostEvictions.items, "log_change": Self.mostEvictions.changes].map {
        try database.integer("SELECT count(*) FROM (SELECT 1 FROM \($0) LIMIT \($1)) AS counted") ?? 0
      }
    }
    return counts?.reduce(0, +) ?? 0
  }

  /// Deletes the oldest items in the trash for good, and for what is missing to the number forgets changes in the log.
  private func evict(_ count: Int, in database: any Database) throws {
    let date = options.now()
    let trash = TrashRows(database: database)
    let items = try trash.next(.oldest, at: date, limit: min(count, Self.mostEvictions.items))
    let movements = try MovementRows(database, at: date)
    for id in items { try trash.remove(id, movements) }
    if count > items.count { try LogRows(database, at: date).forgetOldest(limit: count - items.count) }
  }
}
