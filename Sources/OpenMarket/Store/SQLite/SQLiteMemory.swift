import Foundation
import Synchronization

/// A store in this process's memory: one connection, made when it is first needed and gone with the store.
final class SQLiteMemory: DatabaseDriver {
  private let commits = Atomic<UInt64>(0)
  private let sharing: SQLiteDatabase.Sharing
  private let timeZone: TimeZone?
  /// The contents with which the next connection begins; nil for an empty store.
  private let contents: Mutex<StoreSnapshot?>

  /// - Parameters:
  ///   - contents: The contents of the store at first; nil for an empty one.
  ///   - limit: The most bytes that the store takes; nil for no limit.
  ///   - timeZone: The zone of the market's days; nil for that of this machine.
  init(_ contents: StoreSnapshot? = nil, limit: Int? = nil, timeZone: TimeZone? = nil) {
    self.timeZone = timeZone
    self.contents = Mutex(contents)
    sharing = SQLiteDatabase.Sharing(limit: limit, freeSpace: { .max })
  }

  /// Always true: there is no difference between a missing and an empty store in memory.
  var exists: Bool { true }
  /// Each connection would have a store of its own.
  var writers: Int? { nil }

  func open() throws -> any Database {
    let database = try SQLiteDatabase(path: ":memory:", .memory, sharing: sharing)
    if let contents = contents.withLock(\.self) {
      try database.deserialize(contents.bytes)
      // Its pages are in memory already.
      try database.execute("PRAGMA cache_size = \(-Self.cachedKibibytes); PRAGMA foreign_keys = ON;")
      return database
    }
    try database.execute("PRAGMA foreign_keys = ON;")
    try database.transaction(for: .writing) {
      try SQLiteSchema.make(database, timeZone: timeZone)
    }
    return database
  }

  private static let cachedKibibytes = 128

  func snapshot(of database: any Database) throws -> StoreSnapshot? {
    try (database as? SQLiteDatabase).map { StoreSnapshot(bytes: try $0.serialized()) }
  }

  func replaceContents(with snapshot: StoreSnapshot) {
    contents.withLock { $0 = snapshot }
    noteCommit()
  }

  func openForReading() throws -> any Database {
    try open()
  }

  var version: UInt64? { commits.load(ordering: .relaxed) }

  func noteCommit() { commits.add(1, ordering: .relaxed) }
}
