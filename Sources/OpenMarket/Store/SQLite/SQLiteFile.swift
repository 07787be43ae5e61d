import Foundation
import Synchronization
import SystemSupport

/// A store in one SQLite file: identifies the file before touching it, makes it private to its owner, and migrates it to
/// the present schema.
final class SQLiteFile: DatabaseDriver {
  let path: String
  /// How long to wait for another process that writes.
  private let timeout: Duration
  private let counter: ChangeCounter
  /// The file that was opened, to detect that another one took its place; 0 before. Atomics, not a lock, since every
  /// cached page reads them.
  private let openedDevice = Atomic<UInt64>(0)
  private let openedInode = Atomic<UInt64>(0)
  /// When the file was in its place, in milliseconds.
  private let placeChecked = Atomic<Int>(.min / 2)

  init(path: String, timeout: Duration) {
    self.path = path
    self.timeout = timeout
    counter = ChangeCounter(path: path)
  }

  var exists: Bool { access(path, F_OK) == 0 }

  /// In bytes; nil while there is no file.
  private var size: Int? {
    // URL's resource values would look the owner up in the user database.
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  func open() throws -> any Database {
    try refuseForeign()
    if !exists { try create() }
    let database = try SQLiteDatabase(path: path, .shared, timeout: timeout)
    // A store that is not writable can still be read.
    try database.execute("PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;")
    try migrate(database)
    // One file is the whole store: outside of a write there is no journal. EXTRA syncs the folder too when the journal
    // is removed; without that a power cut could restore the journal, and with it undo a commit that was acknowledged
    // (https://www.sqlite.org/pragma.html#pragma_synchronous).
    try database.execute("PRAGMA synchronous = EXTRA;")
    if let file = FileIdentity(path: path) {
      openedDevice.store(file.device, ordering: .relaxed)
      openedInode.store(file.inode, ordering: .releasing)
    }
    return database
  }

  /// Opens a store of the present schema as it is: nothing is created, recovered or migrated.
  func openForReading() throws -> any Database {
    try refuseForeign()
    let database = try SQLiteDatabase(path: path, .reading, timeout: timeout)
    try database.execute("PRAGMA trusted_schema = OFF;")
    guard try refuseForeign(database) == SQLiteSchema.migrations.count else { throw StoreError.foreign }
    return database
  }

  /// Checks a file without a lock and without creating another one beside it, which SQLite would do for some foreign
  /// files. With a journal the file may be half written: SQLite has to recover it first, and `migrate` checks again.
  private func refuseForeign() throws {
    guard !hasPresentHeader else { return }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return }
    guard !isFolder.boolValue else { throw StoreError.foreign }
    // SQLite treats a file of one byte as empty, and would overwrite it.
    guard size != 1 else { throw StoreError.foreign }
    guard !FileManager.default.fileExists(atPath: path + "-journal") else { return }
    try refuseForeign(SQLiteDatabase(path: path, .immutable))
  }

  /// Whether the header is that of a store of the present schema, so that SQLite can open the file at once.
  private var hasPresentHeader: Bool {
    guard let header = counter.header, header.starts(with: "SQLite format 3\0".utf8) else { return false }
    func number(at offset: Int) -> Int { header[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
    return number(at: 68) == SQLiteSchema.applicationID && number(at: 60) == SQLiteSchema.migrations.count
  }

  /// An empty file becomes a store: it is what remains when the very first command is interrupted.
  ///
  /// - Returns: The version of the schema; 0 for an empty file.
  @discardableResult
  private func refuseForeign(_ database: any Database) throws(StoreError) -> Int {
    // The tables first: another process may be creating the store between two of these statements, and then what is
    // read later is of the complete store.
    let isEmpty = try database.integer("SELECT count(*) FROM sqlite_schema") == 0
    let version = try database.integer("PRAGMA user_version") ?? 0
    let application = try database.integer("PRAGMA application_id")
    guard application != SQLiteSchema.applicationID else {
      // No version of this program writes a negative number.
      guard (0...SQLiteSchema.migrations.count).contains(version) else { throw .newer }
      return version
    }
    guard isEmpty, version == 0, application == 0 else { throw .foreign }
    return version
  }

  /// SQLite detects missing pages, but reads zeros for the missing part of the last one. Call it within a transaction, so
  /// that no write happens meanwhile.
  private func refuseTruncated(_ database: any Database) throws(StoreError) {
    let pages = try database.integer("PRAGMA page_count") ?? 0
    guard try (size ?? 0) >= pages * (database.integer("PRAGMA page_size") ?? 0) else { throw .damaged }
  }

  var version: UInt64? {
    isLikelyInPlace ? counter.value : nil
  }

  /// Whether the file was in its place at most 100 ms ago. Cached pages are valid by this: a look at the path for each
  /// would be a tenth of its cost, and a file is replaced by hand.
  private var isLikelyInPlace: Bool {
    let now = MonotonicClock.milliseconds()
    guard now - placeChecked.load(ordering: .relaxed) > 100 else { return true }
    guard isInPlace else { return false }
    placeChecked.store(now, ordering: .relaxed)
    return true
  }

  func checkIsInPlace() throws(StoreError) {
    guard isInPlace else { throw .replaced }
  }

  /// Whether the file at the path is the one that was opened, if one was.
  private var isInPlace: Bool {
    let inode = openedInode.load(ordering: .acquiring)
    guard inode != 0 else { return true }
    guard let file = FileIdentity(path: path) else { return false }
    return file.inode == inode && file.device == openedDevice.load(ordering: .relaxed)
  }

  func noteCommit() {}

  private func create() throws(StoreError) {
    let folder = URL(filePath: path).deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .inaccessible
    }
    // Created here and not by SQLite, for the permissions: it holds password hashes. Another process may have created
    // and filled it meanwhile.
    let descriptor = Foundation.open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) }
    guard descriptor >= 0 || errno == EEXIST else { throw errno == ENOSPC ? .full : .inaccessible }
  }

  private func migrate(_ database: any Database) throws {
    let current = SQLiteSchema.migrations.count
    let found = try database.transaction(for: .reading) {
      let version = try refuseForeign(database)
      try refuseTruncated(database)
      return version
    }
    guard found != current else { return }
    try database.transaction(for: .writing) {
      // Checked again under the write lock.
      let version = try refuseForeign(database)
      for migration in SQLiteSchema.migrations[version...] { try database.execute(migration) }
      try database.execute(
        "PRAGMA application_id = \(SQLiteSchema.applicationID); PRAGMA user_version = \(current);")
    }
  }
}

/// Which file a path leads to.
private struct FileIdentity {
  let device: UInt64
  let inode: UInt64

  /// Nil where there is no file.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
  }
}

/// Detects writes to a store, by this process or any other, by reading four bytes: the counter in the header that every
/// commit increments (https://www.sqlite.org/fileformat.html#file_change_counter).
///
/// The descriptor is opened once and never closed while the process lives: closing any descriptor of a file releases
/// all locks that the process holds on it (POSIX, fcntl), and with them SQLite's.
final class ChangeCounter: Sendable {
  private let path: String
  private let descriptor = Atomic<Int32>(-1)

  init(path: String) {
    self.path = path
  }

  /// Nil while there is no file.
  var value: UInt64? {
    var counter: UInt32 = 0
    let count = withUnsafeMutableBytes(of: &counter) { read(into: $0, at: 24) }
    return count == 4 ? UInt64(UInt32(bigEndian: counter)) : nil
  }

  /// The header of the file (https://www.sqlite.org/fileformat.html#the_database_header), 100 bytes; nil if there is no
  /// file, or a shorter one.
  var header: [UInt8]? {
    var header = [UInt8](repeating: 0, count: 100)
    let count = header.withUnsafeMutableBytes { read(into: $0, at: 0) }
    return count == header.count ? header : nil
  }

  /// The number of bytes read; negative while there is no file.
  private func read(into buffer: UnsafeMutableRawBufferPointer, at offset: off_t) -> Int {
    if descriptor.load(ordering: .relaxed) < 0 {
      let opened = open(path, O_RDONLY | O_CLOEXEC)
      // Another thread may have been first. This descriptor stays open all the same.
      _ = descriptor.compareExchange(expected: -1, desired: opened, ordering: .relaxed)
    }
    let descriptor = descriptor.load(ordering: .relaxed)
    return descriptor < 0 ? -1 : pread(descriptor, buffer.baseAddress, buffer.count, offset)
  }
}
