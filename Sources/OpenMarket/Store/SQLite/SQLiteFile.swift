import Foundation
import Synchronization
import SystemSupport

/// A store in one SQLite file: identifies the file before touching it, makes it private to its owner, and migrates it to
/// the present schema.
final class SQLiteFile: DatabaseDriver {
  let path: String
  let sharing: SQLiteDatabase.Sharing
  private let reserve: SpaceReserve?
  let timeZone: TimeZone?
  private let counter: ChangeCounter
  /// The file that was opened, to detect that another one took its place; 0 before. Atomics, not a lock, since every
  /// cached page reads them.
  private let openedDevice = Atomic<UInt64>(0)
  private let openedInode = Atomic<UInt64>(0)
  /// When the file was in its place, in milliseconds.
  private let placeChecked = Atomic<Int>(.min / 2)

  init(path: String, _ options: StoreOptions = StoreOptions()) {
    self.path = path
    timeZone = options.timeZone
    let counter = ChangeCounter(path: path)
    self.counter = counter
    reserve = options.reserve > 0 ? SpaceReserve(beside: path, bytes: options.reserve) : nil
    sharing = SQLiteDatabase.Sharing(
      timeout: options.timeout, limit: options.limit, version: { counter.value },
      freeSpace: { SpaceReserve.freeSpace(at: path) })
  }

  /// False only where there is no such file: where the system cannot tell, opening the store throws why.
  var exists: Bool { access(path, F_OK) == 0 || errno != ENOENT || path.leadsNowhere }

  var writers: Int? { 1 }

  /// In bytes; nil while there is no file.
  var size: Int? {
    // URL's resource values would look the owner up in the user database.
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  func open() throws -> any Database {
    // Another connection may have opened a file that is gone since.
    try checkIsInPlace()
    try refuseForeign()
    if !exists { try create() }
    let database = try SQLiteDatabase(path: path, .shared, sharing: sharing)
    // A store that is not writable can still be read.
    try database.execute("PRAGMA foreign_keys = ON;")
    try database.execute(SQLiteDatabase.overwriting)
    try migrate(database)
    // One file is the whole store: outside of a write there is no journal. EXTRA syncs the folder too when the journal
    // is removed; without that a power cut could restore the journal, and with it undo a commit that was acknowledged
    // (https://www.sqlite.org/pragma.html#pragma_synchronous).
    try database.execute("PRAGMA synchronous = EXTRA;")
    reserve?.keep()
    if openedInode.load(ordering: .acquiring) == 0, let file = FileIdentity(path: path) {
      openedDevice.store(file.device, ordering: .relaxed)
      openedInode.store(file.inode, ordering: .releasing)
    }
    try checkIsInPlace()
    return database
  }

  /// Opens a store of the present schema as it is: nothing is created, recovered or migrated.
  func openForReading() throws -> any Database {
    try refuseForeign()
    let database = try SQLiteDatabase(path: path, .reading, sharing: sharing)
    let version = try readingSchema(of: database) { try refuseForeign(database, isWhole: true) }
    guard version == SQLiteSchema.version else { throw StoreError.foreign }
    return database
  }

  /// Checks a file without a lock and without creating another one beside it, which SQLite would do for some foreign
  /// files. With a journal the file may be half written: SQLite has to recover it first, and `migrate` checks again.
  private func refuseForeign() throws {
    guard !hasPresentHeader, size != nil else { return }
    try refuseOther()
    guard !FileManager.default.fileExists(atPath: path + "-journal") else { return }
    let database = try SQLiteDatabase(path: path, .immutable)
    _ = try readingSchema(of: database) { try refuseForeign(database, isWhole: false) }
  }

  /// Runs the reads that first load the schema. SQLite parses all of it, which takes milliseconds for a store, and minutes
  /// for a file with millions of views.
  ///
  /// The limit is time of the processor, so that no store is refused because the machine or its disk is busy.
  private func readingSchema<Result>(of database: any Database, _ work: () throws -> Result) throws -> Result
  {
    let start = MonotonicClock.ofThread
    while true {
      do {
        return try database.transaction(
          for: .reading, within: WorkLimit(Self.schemaTime, givesWay: false), work)
      } catch let error as StoreError where error.kind == .searchTooLong {
        guard MonotonicClock.ofThread - start < Self.schemaTime / 2 else {
          throw StoreError(.foreign, error.databaseError)
        }
      }
    }
  }

  private static let schemaTime = Duration.seconds(2)

  /// Whether the header is that of a store of the present schema, so that SQLite can open the file at once.
  private var hasPresentHeader: Bool {
    guard let header = counter.header, header.starts(with: "SQLite format 3\0".utf8) else { return false }
    func number(at offset: Int) -> Int { header[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
    return number(at: 68) == SQLiteSchema.applicationID && number(at: 60) == SQLiteSchema.version
  }

  /// An empty file becomes a store: it is what remains when the very first command is interrupted.
  ///
  /// - Parameter isWhole: Whether every object of the schema is compared: only within a transaction, because another
  ///   process may be creating the store.
  /// - Returns: The version of the schema; 0 for an empty file.
  @discardableResult
  private func refuseForeign(_ database: any Database, isWhole: Bool) throws(StoreError) -> Int {
    // The tables first: another process may be creating the store between two of these statements, and then what is
    // read later is of the complete store.
    let objects = try SQLiteObject.all(in: database)
    let version = try database.integer("PRAGMA user_version") ?? 0
    let application = try database.integer("PRAGMA application_id")
    guard application != SQLiteSchema.copyID else { throw .unfinished }
    guard application != SQLiteSchema.applicationID else {
      // No version of this program writes a negative number.
      guard (0...SQLiteSchema.version).contains(version) else { throw .newer }
      guard version == 0 || version >= SQLiteSchema.former else { throw .older }
      guard !isWhole || SQLiteSchema.isKnown(objects, version: version) else { throw .foreign }
      return version
    }
    guard objects.isEmpty, version == 0, application == 0 else { throw .foreign }
    return version
  }

  /// Another program may have changed the schema since the store was opened.
  func checkSchema(of database: any Database) throws(StoreError) {
    guard try refuseForeign(database, isWhole: true) == SQLiteSchema.version else { throw .foreign }
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

  func releaseReserve() -> Bool { reserve?.release() ?? false }

  func restoreReserve() { reserve?.keep() }

  func create() throws(StoreError) {
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

  private func migrate(_ database: SQLiteDatabase) throws {
    let current = SQLiteSchema.version
    let found = try readingSchema(of: database) {
      let version = try refuseForeign(database, isWhole: true)
      try refuseTruncated(database)
      return version
    }
    guard found != current else { return }
    // A migration can write about as much as the file has.
    try database.transaction(for: .writing(bytes: size ?? 0)) {
      // Checked again under the write lock.
      switch try refuseForeign(database, isWhole: true) {
      case 0: try SQLiteSchema.make(database, timeZone: timeZone)
      case current: return
      case let version: try SQLiteSchema.migrate(database, from: version)
      }
      try database.execute(
        "PRAGMA application_id = \(SQLiteSchema.applicationID); PRAGMA user_version = \(current);")
    }
  }
}

/// Which file a path leads to.
struct FileIdentity: Equatable {
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
      // A pipe without a writer is opened at once, too.
      let opened = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      // Another thread may have been first. This descriptor stays open all the same.
      _ = descriptor.compareExchange(expected: -1, desired: opened, ordering: .relaxed)
    }
    let descriptor = descriptor.load(ordering: .relaxed)
    return descriptor < 0 ? -1 : pread(descriptor, buffer.baseAddress, buffer.count, offset)
  }
}

extension SQLiteFile: CopyDriver {
  private static let scheme = "sqlite:"

  /// The path after `sqlite:`; nil for a text without it.
  static func path(in text: String) -> String? {
    text.hasPrefix(scheme) ? String(text.dropFirst(scheme.count)) : nil
  }

  var catalog: SchemaCatalog {
    SchemaCatalog(
      tables:
        #"SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\_%' ESCAPE '\'"#,
      columns: "SELECT name, type, pk FROM pragma_table_info(?)",
      lastID: """
        SELECT coalesce((SELECT max(seq) FROM sqlite_sequence WHERE sqlite_sequence.name = given.name), 0)
        FROM sqlite_schema AS given WHERE type = 'table' AND name = ? AND sql LIKE '%AUTOINCREMENT%'
        """)
  }

  var schemas: (present: Int, script: String, former: Int, migration: String) {
    (SQLiteSchema.version, SQLiteSchema.script, SQLiteSchema.former, SQLiteSchema.migration)
  }

  /// An earlier version refuses the file.
  var isShared: Bool { false }

  func schemaVersion() throws -> Int? {
    guard exists, size != 0 else { return nil }
    try refuseOther()
    let database = try SQLiteDatabase(path: path, .shared, sharing: sharing)
    let version = try database.transaction(for: .reading) { try refuseForeign(database, isWhole: true) }
    return version == 0 ? nil : version
  }

  /// Throws for a folder, for a pipe, for whose writer SQLite would wait, and for a file of one byte, which SQLite would treat
  /// as empty and overwrite.
  private func refuseOther() throws(StoreError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .inaccessible }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size != 1 else { throw .foreign }
  }

  func holdsOthers() -> Bool { false }

  func openTarget() throws -> any Database {
    if !exists { try create() }
    return try openTables()
  }

  func openTables() throws -> any Database {
    let database = try SQLiteDatabase(path: path, .shared, sharing: sharing)
    // All tables are read and written, most of them in another order than that of their indexes.
    try database.execute("PRAGMA foreign_keys = ON; PRAGMA synchronous = EXTRA; PRAGMA cache_size = -65536;")
    return database
  }

  func makeTables(in target: any Database, _ work: () throws -> Void) throws {
    guard let target = target as? SQLiteDatabase else { throw StoreError.inaccessible }
    try target.transaction(for: .writing) {
      // SQLite keeps its table of ids when others are dropped.
      guard try SQLiteObject.all(in: target).allSatisfy({ $0.name.hasPrefix("sqlite_") }) else {
        throw CopyConflict()
      }
      try SQLiteSchema.make(target, timeZone: timeZone)
      try target.execute("CREATE TABLE market_copy (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT")
      try target.execute("PRAGMA application_id = \(SQLiteSchema.copyID)")
      try work()
    }
  }

  /// All tables, whatever version has made them. SQLite deletes what belongs to one with it.
  func clear(_ target: any Database) throws {
    try target.execute("PRAGMA foreign_keys = OFF")
    try target.transaction(for: .deleting) {
      while let name = try target.rows(
        """
        SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
        ORDER BY sql LIKE 'CREATE VIRTUAL%fts5vocab%' DESC, sql LIKE 'CREATE VIRTUAL%' DESC LIMIT 1
        """, as: { $0.text(0) }
      ).first {
        try target.execute("DROP TABLE \"\(name)\"")
      }
      try target.execute("DELETE FROM sqlite_sequence")
    }
    try target.execute("PRAGMA foreign_keys = ON")
  }

  func schema(of target: any Database) throws -> String {
    SQLiteSchema.digest(of: try SQLiteObject.all(in: target).filter { $0.table != "market_copy" })
  }

  func finish(_ target: any Database) throws {
    try target.execute("DROP TABLE market_copy")
    let objects = try SQLiteObject.all(in: target)
    let version = SQLiteSchema.version
    guard SQLiteSchema.isKnown(objects, version: version) else { throw StoreError.foreign }
    try target.execute(
      "PRAGMA application_id = \(SQLiteSchema.applicationID); PRAGMA user_version = \(version)")
  }

  func analyze(_ target: any Database) {}

  func insert(_ rows: [[DatabaseValue]], into table: StoredTable, in target: any Database) throws {
    let places = SQLCondition.places(table.columns.count + table.blobs.count)
    let sql = "INSERT INTO \(table.name) (\(table.allQuotedColumns)) VALUES (\(places))"
    for row in rows { try target.run(sql, row) { _ throws(StoreError) in } }
  }

  func insertSearchTexts(_ texts: [(id: Int, text: String)], in target: any Database) throws {
    let rows = SearchRows(database: target)
    for (id, text) in texts {
      try rows.index(text, ofItem: id, isNew: true)
    }
  }

  func setLastID(_ id: Int, ofTable table: String, in target: any Database) throws {
    let changes = try target.changes(
      "UPDATE sqlite_sequence SET seq = ? WHERE name = ?", .integer(id), .text(table))
    guard changes == 0, id > 0 else { return }
    try target.run("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", .text(table), .integer(id))
  }
}

extension SQLiteFile {
  func diagnose(_ budget: ServerBudget) throws -> [StoreDiagnosis] {
    let folder = path.parentFolder
    let place = folder.isEmpty ? "." : folder
    var status = stat()
    var found: [StoreDiagnosis] = []
    if stat(path, &status) == 0 { found.append(.permissions(mode: Int(status.st_mode & 0o777))) }
    if stat(place, &status) == 0 {
      // A user with the right to write to the folder can replace the file; in one with the sticky bit its owner alone.
      let othersWrite = status.st_mode & 0o022 != 0 && status.st_mode & S_ISVTX == 0
      found.append(.folder(isWritable: access(place, W_OK) == 0, othersWrite: othersWrite))
    }
    let version = try schemaVersion()
    found.append(.schema(version: version, of: presentSchema))
    if version != nil {
      let database = try openTables()
      let mode = try database.rows("PRAGMA journal_mode") { $0.text(0) }.first ?? ""
      found.append(.journal(mode: mode))
    }
    if let free = SpaceReserve.freeSpace(at: place) { found.append(.space(free: free, size: size ?? 0)) }
    if let isRemote = Self.isRemote(place) { found.append(.disk(isRemote: isRemote)) }
    return found
  }

  /// Whether a path is on a file system of another machine, whose locks SQLite cannot rely on; nil where that is not known.
  private static func isRemote(_ path: String) -> Bool? {
    guard let mounts = try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8) else {
      return nil
    }
    let whole = URL(filePath: path).resolvingSymlinksInPath().path
    var longest = ""
    var kind: Substring?
    for line in mounts.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count > 4, let dash = fields.firstIndex(of: "-"), dash + 1 < fields.count else { continue }
      let point = String(fields[4])
      guard whole == point || whole.hasPrefix(point.hasSuffix("/") ? point : point + "/") else { continue }
      if point.utf8.count >= longest.utf8.count { (longest, kind) = (point, fields[dash + 1]) }
    }
    return kind.map { ["nfs", "nfs4", "cifs", "smb3", "9p", "fuse.sshfs", "afs", "ceph"].contains($0) }
  }
}
