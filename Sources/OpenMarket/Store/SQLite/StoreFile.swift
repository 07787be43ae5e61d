import Foundation

/// Opens the file of a store: tells whose it is before touching it, makes it private to its owner, and brings it
/// up to the present schema.
struct StoreFile {
  let path: String
  /// How long to wait for another process.
  let patience: Duration

  var exists: Bool { FileManager.default.fileExists(atPath: path) }

  /// In bytes; nil while there is no file.
  private var size: Int? {
    // Not by way of URL's resource values, which look the owner up in the user database.
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  func open() throws -> Database {
    try refuseForeign()
    if !exists { try create() }
    let database = try Database(path: path, .shared, patience: patience)
    // A folder may hold a store that may not be written; it can still be read.
    try database.execute("PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;")
    try migrate(database)
    try refuseTruncated(database)
    // One file is the whole store: the journal is gone when no one writes. EXTRA syncs the folder too when the
    // journal is removed, without which a power cut could bring it back and with it undo a commit that was
    // acknowledged (https://www.sqlite.org/pragma.html#pragma_synchronous).
    try database.execute("PRAGMA synchronous = EXTRA;")
    return database
  }

  /// Opens a store of the present schema as it is: nothing is made, mended or brought up to date.
  func openForReading() throws -> Database {
    try refuseForeign()
    let database = try Database(path: path, .reading, patience: patience)
    try database.execute("PRAGMA trusted_schema = OFF;")
    try refuseForeign(database)
    guard try database.integer("PRAGMA user_version") == Schema.migrations.count else {
      throw StoreError.foreign
    }
    return database
  }

  /// Looks at a file without a lock and without making another one beside it, which SQLite would do for some that are
  /// not ours. A journal means that the file may be half written: then SQLite has to mend it first, and `migrate` looks
  /// again.
  private func refuseForeign() throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return }
    guard !isFolder.boolValue else { throw StoreError.foreign }
    // SQLite takes one byte for none, since it once had to write one to new files, and would write over it.
    guard size != 1 else { throw StoreError.foreign }
    guard !FileManager.default.fileExists(atPath: path + "-journal") else { return }
    try refuseForeign(Database(path: path, .immutable))
  }

  /// An empty file is a store to be: what is left when the very first command is interrupted.
  private func refuseForeign(_ database: Database) throws(StoreError) {
    let version = try database.integer("PRAGMA user_version") ?? 0
    let application = try database.integer("PRAGMA application_id")
    guard application != Schema.applicationID else {
      // No version of this program writes a negative number, so that is not known here either.
      guard (0...Schema.migrations.count).contains(version) else { throw .newer }
      return
    }
    let isEmpty = try database.integer("SELECT count(*) FROM sqlite_schema") == 0
    guard isEmpty, version == 0, application == 0 else { throw .foreign }
  }

  /// SQLite itself misses whole pages, but reads zeros for what is missing of the last one. Within a transaction, so
  /// that nobody writes meanwhile.
  private func refuseTruncated(_ database: Database) throws {
    try database.transaction(for: .reading) {
      let pages = try database.integer("PRAGMA page_count") ?? 0
      guard try (size ?? 0) >= pages * (database.integer("PRAGMA page_size") ?? 0) else {
        throw StoreError.damaged
      }
    }
  }

  private func create() throws(StoreError) {
    let folder = URL(filePath: path).deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .inaccessible
    }
    // Made here and not by SQLite, for the permissions: it holds password hashes. Another process may have made it, and
    // filled it, since it was looked for.
    let descriptor = Foundation.open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) }
    guard descriptor >= 0 || errno == EEXIST else { throw errno == ENOSPC ? .full : .inaccessible }
  }

  private func migrate(_ database: Database) throws {
    let current = Schema.migrations.count
    try refuseForeign(database)
    guard try database.integer("PRAGMA user_version") != current else { return }
    try database.transaction(for: .writing) {
      // Asked again, now that no one else can be migrating.
      try refuseForeign(database)
      let version = try database.integer("PRAGMA user_version") ?? 0
      for migration in Schema.migrations[version...] { try database.execute(migration) }
      try database.execute(
        "PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = \(current);")
    }
  }
}
