import Foundation
import Synchronization

/// A store in this process's memory: one connection, made when it is first needed and gone with the store.
final class SQLiteMemory: DatabaseDriver {
  private let commits = Atomic<UInt64>(0)
  private let sharing: SQLiteDatabase.Sharing
  private let timeZone: TimeZone?

  /// - Parameters:
  ///   - limit: The most bytes that the store takes; nil for no limit.
  ///   - timeZone: The zone of the market's days; nil for that of this machine.
  init(limit: Int? = nil, timeZone: TimeZone? = nil) {
    self.timeZone = timeZone
    sharing = SQLiteDatabase.Sharing(limit: limit, freeSpace: { .max })
  }

  /// Always true: there is no difference between a missing and an empty store in memory.
  var exists: Bool { true }
  /// Each connection would have a store of its own.
  var writers: Int? { nil }

  func open() throws -> any Database {
    let database = try SQLiteDatabase(path: ":memory:", .memory, sharing: sharing)
    try database.execute("PRAGMA foreign_keys = ON;")
    try database.transaction(for: .writing) {
      try SQLiteSchema.make(database, timeZone: timeZone)
    }
    return database
  }

  func openForReading() throws -> any Database {
    try open()
  }

  var version: UInt64? { commits.load(ordering: .relaxed) }

  func checkIsInPlace() {}

  func noteCommit() { commits.add(1, ordering: .relaxed) }
}
