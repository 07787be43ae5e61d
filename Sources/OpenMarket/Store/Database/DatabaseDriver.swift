import Foundation

/// Opens the database of one store.
protocol DatabaseDriver: Sendable {
  /// Whether there is a store to read. Reading never makes one.
  var exists: Bool { get }

  /// How many connections to the same data may write at a time; nil where there is only one connection.
  var writers: Int? { get }

  /// How many connections read at a time in a server; nil for one for each processor.
  var readers: Int? { get }

  /// A connection that reads and writes, with the present schema; makes the store where there is none.
  func open() throws -> any Database

  /// A connection that only reads a store of the present schema: nothing is made, recovered or migrated.
  func openForReading() throws -> any Database

  /// Throws a `StoreError` when the schema of an open store is not the present one. Call it within a transaction.
  func checkSchema(of database: any Database) throws(StoreError)

  /// A number that differs after every write, by this process or any other; nil where that is not known. Reading it is
  /// much cheaper than a transaction.
  var version: UInt64? { get }

  /// Finds such a number of what a read that begins at its call sees at least; nil where that is not known. May wait for a server.
  /// The store has it, which may keep a connection to this driver.
  func versionLook() -> @Sendable () async -> UInt64?

  /// Such a number of what the present transaction sees. Call it before anything is read.
  func version(seenBy database: any Database) throws -> UInt64?

  /// Throws `StoreError.replaced` when the store that was opened is no longer the one at its location.
  func checkIsInPlace() throws(StoreError)

  /// The connections of this process to the server of the database; nil where there is no server.
  var connections: ConnectionCounts? { get }

  /// A write was committed over a connection of this driver.
  func noteCommit()

  /// The contents of a store in memory; nil for another one.
  func snapshot(of database: any Database) throws -> StoreSnapshot?

  /// The next connection to a store in memory begins with these contents.
  func replaceContents(with snapshot: StoreSnapshot)

  /// Gives up the space that is reserved for deleting on a full disk. Returns false if none is.
  func releaseReserve() -> Bool

  /// Reserves that space again, as far as there is any.
  func restoreReserve()
}

/// The connections of a process to the server of a database.
struct ConnectionCounts: Sendable, Equatable {
  var open = 0
  /// The open connections that are in a transaction.
  var busy = 0
  /// How often one was opened since the process started.
  var opened = 0
  /// How often transactions have waited for the server since then.
  var roundTrips = 0
  /// The most that may be open.
  let limit: Int
}

extension DatabaseDriver {
  var connections: ConnectionCounts? { nil }
  var readers: Int? { nil }
  func versionLook() -> @Sendable () async -> UInt64? { { version } }
  func version(seenBy database: any Database) throws -> UInt64? { version }
  func checkSchema(of database: any Database) throws(StoreError) {}
  func snapshot(of database: any Database) throws -> StoreSnapshot? { nil }
  func replaceContents(with snapshot: StoreSnapshot) {}
  func checkIsInPlace() throws(StoreError) {}
  func noteCommit() {}
  func releaseReserve() -> Bool { false }
  func restoreReserve() {}
}
