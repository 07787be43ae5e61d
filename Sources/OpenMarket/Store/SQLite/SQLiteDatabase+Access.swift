import SystemSupport

extension SQLiteDatabase {
  /// The settings and the state that the connections of one store share.
  struct Sharing: Sendable {
    /// How long a transaction waits for another process before it throws `StoreError.busy`.
    var timeout = Duration.zero
    /// Keeps commits and the reads of other connections of this process apart: SQLite would let them wait by sleeping.
    var gate = ReadWriteGate()
    /// The largest size of the file, in bytes; nil for no limit.
    var limit: Int?
    /// A number in the file that every commit changes.
    var version: @Sendable () -> UInt64? = { nil }
    /// Free bytes of the disk.
    var freeSpace: @Sendable () -> Int? = { nil }
  }

  enum Access {
    /// Reads and writes a file that exists, taking turns with other processes.
    case shared
    /// Reads, taking turns with other processes.
    case reading
    /// Reads a file as it is, without locks.
    case immutable
    /// A new database in memory, gone with the connection.
    case memory
  }
}
