import CSQLite
import Foundation
import SystemSupport

/// A connection to an SQLite database: the only place that calls its C interface.
final class SQLiteDatabase: Database {
  /// The result of setting up the library, once in a process. It is as correct without its settings, and slower.
  private static let configuration = csqlite_configure()

  let dialect = Dialect.sqlite
  let notes = DatabaseNotes()
  private let handle: OpaquePointer
  private var statements: [String: Statement] = [:]
  let sharing: Sharing
  /// The present values of `PRAGMA cache_spill` and `PRAGMA max_page_count`.
  private var spills = true
  private var pageLimit: Int?

  init(path: String, _ access: Access, sharing: Sharing = Sharing()) throws(StoreError) {
    self.sharing = sharing
    _ = Self.configuration
    var handle: OpaquePointer?
    let code =
      switch access {
      case .shared, .memory:
        sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
      case .reading: sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
      case .immutable:
        sqlite3_open_v2(
          URL(filePath: path).absoluteString + "?immutable=1", &handle,
          SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI, nil)
      }
    guard code == SQLITE_OK, let handle else {
      defer { sqlite3_close_v2(handle) }
      throw StoreError(resultCode: code, of: handle, sql: nil)
    }
    self.handle = handle
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, Int32(clamping: sharing.timeout.components.seconds * 1_000))
    csqlite_distrust(handle)
    let registered = Self.addIntersection(to: handle)
    guard registered == SQLITE_OK else { throw error(registered, SQLiteIntersection.name) }
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement.handle) }
    sqlite3_close_v2(handle)
  }

  func execute(_ script: String) throws(StoreError) {
    let code = sqlite3_exec(handle, script, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code, script) }
  }

  @discardableResult
  func run(
    _ sql: String, _ values: [DatabaseValue], visit: (any DatabaseRow) throws(StoreError) -> Void
  ) throws(StoreError) -> Int {
    let prepared = try prepared(sql)
    let statement = prepared.handle
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for index in 0..<values.count {
      let code = bind(values[index], to: Int32(index + 1), of: statement)
      guard code == SQLITE_OK else { throw error(code, sql) }
    }
    let row = SQLiteRow(statement: statement, columns: prepared.columns)
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        let visited = Result { () throws(StoreError) in try visit(row) }
        if let damage = row.note.damage { throw damage }
        try visited.get()
      case SQLITE_DONE: return Int(sqlite3_changes(handle))
      case let code: throw error(code, sql)
      }
    }
  }

  func run(_ sql: String, _ values: [DatabaseValue]) throws(StoreError) {
    _ = try run(sql, values) { _ throws(StoreError) in }
  }

  /// `RETURNING` would make a table for its row.
  func insert(_ sql: String, _ values: [DatabaseValue]) throws(StoreError) -> Int {
    try run(sql, values) { _ throws(StoreError) in }
    return Int(sqlite3_last_insert_rowid(handle))
  }

  func usedBytes() throws(StoreError) -> Int {
    // The search index keeps what it is given in memory until a savepoint or the commit (fts5, xSavepoint).
    try execute("SAVEPOINT counted; RELEASE counted;")
    let pages = try (integer("PRAGMA page_count") ?? 0) - (integer("PRAGMA freelist_count") ?? 0)
    return try pages * (integer("PRAGMA page_size") ?? 0)
  }

  func bytes(in column: DatabaseColumn, ofRow id: Int, range: Range<Int>) throws(StoreError) -> Data? {
    var blob: OpaquePointer?
    let code = sqlite3_blob_open(handle, "main", column.table, column.name, Int64(id), 0, &blob)
    defer { sqlite3_blob_close(blob) }
    if code & 0xFF == SQLITE_ERROR { return nil }
    guard code == SQLITE_OK else { throw error(code, "\(column.table).\(column.name)") }
    let range = range.clamped(to: 0..<Int(sqlite3_blob_bytes(blob)))
    var data = Data(count: range.count)
    let read = data.withUnsafeMutableBytes {
      sqlite3_blob_read(blob, $0.baseAddress, Int32(range.count), Int32(range.lowerBound))
    }
    guard range.isEmpty || read == SQLITE_OK else { throw error(read, "\(column.table).\(column.name)") }
    return data
  }

  /// Pages of one step, about 16 MB.
  private static let copiedPages: Int32 = 4_096

  /// The lock of the transaction keeps others from writing meanwhile, so that the copy never begins again.
  func copy(to path: String, _ progress: (Double) -> Bool) throws {
    // A transaction has its lock from the first read on.
    _ = try integer("SELECT count(*) FROM sqlite_schema")
    let copy = try SQLiteDatabase(path: path, .shared)
    let backup = try sqlite3_backup_init(copy.handle, "main", handle, "main").orThrow(
      copy.error(sqlite3_extended_errcode(copy.handle), "backup"))
    var code = SQLITE_OK
    var isWanted = true
    while code == SQLITE_OK, isWanted {
      code = sqlite3_backup_step(backup, Self.copiedPages)
      let (left, all) = (sqlite3_backup_remaining(backup), sqlite3_backup_pagecount(backup))
      isWanted = progress(all > 0 ? 1 - Double(left) / Double(all) : 0)
    }
    let finished = sqlite3_backup_finish(backup)
    guard isWanted || code == SQLITE_DONE else { throw CancellationError() }
    guard finished == SQLITE_OK, code == SQLITE_DONE else {
      throw copy.error(finished == SQLITE_OK ? code : finished, "backup")
    }
  }

  /// The whole database as the bytes of a file.
  func serialized() throws(StoreError) -> Data {
    var count: Int64 = 0
    let bytes = try sqlite3_serialize(handle, "main", &count, 0).orThrow(error(SQLITE_NOMEM, "serialize"))
    defer { sqlite3_free(bytes) }
    return Data(bytes: bytes, count: Int(count))
  }

  /// Makes a database in memory a copy of one that was serialized.
  func deserialize(_ contents: Data) throws(StoreError) {
    let memory = try sqlite3_malloc64(UInt64(contents.count)).orThrow(error(SQLITE_NOMEM, "deserialize"))
    contents.withUnsafeBytes { bytes in
      if let start = bytes.baseAddress { memory.copyMemory(from: start, byteCount: bytes.count) }
    }
    let count = Int64(contents.count)
    let code = sqlite3_deserialize(
      handle, "main", memory.assumingMemoryBound(to: UInt8.self), count, count,
      UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE))
    guard code == SQLITE_OK else { throw error(code, "deserialize") }
  }

  // MARK: Transactions

  func transaction<Result>(
    for purpose: TransactionPurpose, within limit: WorkLimit?, _ work: () throws -> Result
  ) throws -> Result {
    switch purpose {
    case .reading: return try sharing.gate.shared { try read(within: limit, work) }
    case .writing(let bytes), .importing(let bytes):
      return try write(bytes: bytes, sharing.limit) { try interrupted(by: limit, work) }
    case .recording: return try write(bytes: 0, sharing.limit) { try interrupted(by: limit, work) }
    case .counting: return try write(bytes: 0, sharing.limit, work)
    case .deleting: return try write(bytes: 0, limitOfDeletions, work)
    case .forgetting:
      try execute("PRAGMA secure_delete = ON;")
      defer { try? execute(Self.overwriting) }
      return try write(bytes: 0, limitOfDeletions, work)
    case .replacing(let bytes, let grows):
      return try write(bytes: bytes, limitOfDeletions) { try withinLimit(grows: grows, work) }
    }
  }

  /// Some SQLites overwrite every page that becomes free, which makes deleting long texts and images 14 times as slow; FAST
  /// overwrites within pages alone (https://www.sqlite.org/pragma.html#pragma_secure_delete).
  static let overwriting = "PRAGMA secure_delete = FAST;"

  private var limitOfDeletions: Int? { sharing.limit.map { $0 + Self.reservedForDeletion } }

  /// Throws `limitReached` if the file has grown beyond the limit in the end, and `full` if it has grown and may not.
  private func withinLimit<Result>(grows: Bool, _ work: () throws -> Result) throws -> Result {
    func pages() throws(StoreError) -> Int { try integer("PRAGMA page_count") ?? 0 }
    let former = try pages()
    let result = try work()
    let present = try pages()
    guard grows || present <= former else { throw StoreError(.full) }
    if let limit = sharing.limit {
      let pageSize = try max(1, integer("PRAGMA page_size") ?? 4_096)
      guard present <= max(former, limit / pageSize) else { throw StoreError(.limitReached) }
    }
    return result
  }

  private func read<Result>(within limit: WorkLimit?, _ work: () throws -> Result) throws -> Result {
    try execute("BEGIN DEFERRED")
    notes.beginTransaction()
    do {
      let result = try interrupted(by: limit, work)
      try execute("COMMIT")
      notes.keepPermanent()
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// Runs work until the limit, or reads until a sooner one where a commit waits: slow searches in a row would delay each write.
  private func interrupted<Result>(by limit: WorkLimit?, _ work: () throws -> Result) throws -> Result {
    guard let limit else { return try work() }
    limit.begin()
    let interruption = Interruption(limit, sharing.gate)
    // Often enough for the full-text index too, which counts as an instruction or two for each page that it reads.
    sqlite3_progress_handler(
      handle, 100,
      { context in
        context.map { Unmanaged<Interruption>.fromOpaque($0).takeUnretainedValue().isDue } == true ? 1 : 0
      }, Unmanaged.passUnretained(interruption).toOpaque())
    defer { sqlite3_progress_handler(handle, 0, nil, nil) }
    do {
      return try withExtendedLifetime(interruption) { try work() }
    } catch let error as StoreError where error.kind == .searchTooLong && limit.isCancelled {
      throw CancellationError()
    }
  }

  /// More than this many bytes in one transaction do not stay in memory until the commit: their pages are written
  /// before, which needs the file for this connection alone.
  private static let spilledBytes = 4 << 20
  /// How far a transaction that deletes may go beyond the limit of the store: it writes before it frees.
  private static let reservedForDeletion = 16 << 20

  private func write<Result>(bytes: Int, _ limit: Int?, _ work: () throws -> Result) throws -> Result {
    let spills = bytes > Self.spilledBytes
    try prepareToWrite(spills: spills, limit)
    try execute("BEGIN IMMEDIATE")
    notes.beginTransaction()
    // No other process commits from here on.
    let version = sharing.version()
    return try exclusively(spills) {
      do {
        let result = try work()
        try exclusively(!spills) { try commit(since: version) }
        notes.keepPermanent()
        return result
      } catch {
        rollBack()
        throw (error as? StoreError).map { refined($0, limit) } ?? error
      }
    }
  }

  private func exclusively<Result>(_ isExclusive: Bool, _ work: () throws -> Result) rethrows -> Result {
    isExclusive ? try sharing.gate.exclusive(work) : try work()
  }

  private func prepareToWrite(spills: Bool, _ limit: Int?) throws(StoreError) {
    if spills != self.spills { try execute("PRAGMA cache_spill = \(spills ? "ON" : "OFF")") }
    self.spills = spills
    guard limit != pageLimit, let limit else { return }
    let pageSize = max(1, try integer("PRAGMA page_size") ?? 4_096)
    try execute("PRAGMA max_page_count = \(max(1, limit / pageSize))")
    pageLimit = limit
  }

  private func commit(since version: UInt64?) throws(StoreError) {
    do {
      try execute("COMMIT")
    } catch  where sqlite3_get_autocommit(handle) != 0 {
      // SQLite has ended the transaction, before or after the change was visible to others. The header says which, once
      // a read has put back what a journal holds.
      let isReadable = (try? execute("BEGIN; SELECT count(*) FROM sqlite_schema; COMMIT")) != nil
      rollBack()
      if isReadable, sharing.version() == version { throw error }
      throw StoreError(.unknownOutcome, error.databaseError)
    }
  }

  /// After a full disk or an I/O error SQLite may have rolled back by itself; a second ROLLBACK would hide the first
  /// error behind another one.
  private func rollBack() {
    if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
  }

  private struct Statement {
    let handle: OpaquePointer
    let columns: ReadColumns
  }

  private func prepared(_ sql: String) throws(StoreError) -> Statement {
    if let statement = statements[sql] { return statement }
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, 0, &statement, nil)
    guard code == SQLITE_OK, let statement else { throw error(code, sql) }
    // A library without SQLITE_ENABLE_COLUMN_METADATA reports no origins.
    let columns = ReadColumns(count: Int(sqlite3_column_count(statement))) { column in
      guard let table = csqlite_column_table(statement, Int32(column)),
        let origin = csqlite_column_origin(statement, Int32(column))
      else { return nil }
      return (String(cString: table), String(cString: origin))
    }
    let prepared = Statement(handle: statement, columns: columns)
    statements[sql] = prepared
    return prepared
  }

  private func bind(_ value: DatabaseValue, to index: Int32, of statement: OpaquePointer) -> Int32 {
    switch value {
    case .null: sqlite3_bind_null(statement, index)
    case .integer(let number): sqlite3_bind_int64(statement, index, Int64(number))
    case .text(let text):
      csqlite_bind_text(statement, index, text, Int32(text.utf8.count))
    case .blob(let data):
      data.withUnsafeBytes { csqlite_bind_blob(statement, index, $0.baseAddress, UInt64($0.count)) }
    }
  }

  private func error(_ code: Int32, _ sql: String) -> StoreError {
    StoreError(resultCode: code, of: handle, sql: sql)
  }
}

/// The row on which a statement stands.
private struct SQLiteRow: DatabaseRow {
  let statement: OpaquePointer
  let columns: ReadColumns
  let note = ReadColumns.Note()

  func integer(_ column: Int) -> Int {
    let (value, type) = (Int(sqlite3_column_int64(statement, Int32(column))), type(of: column))
    // No number, where nothing was added up.
    if type == SQLITE_NULL { return 0 }
    let bounds = columns.bounds(of: column)
    // A number of another type is a sum or product that does not fit into 64 bits.
    if type == SQLITE_INTEGER, bounds.contains(value) { return value }
    note.add { damage(in: column) }
    return min(max(value, bounds.lowerBound), bounds.upperBound)
  }

  func isNull(_ column: Int) -> Bool { type(of: column) == SQLITE_NULL }

  func text(_ column: Int) -> String {
    if columns.isText(column), case let type = type(of: column), type != SQLITE_TEXT, type != SQLITE_NULL {
      note.add { damage(in: column) }
    }
    guard let characters = sqlite3_column_text(statement, Int32(column)) else { return "" }
    let count = Int(sqlite3_column_bytes(statement, Int32(column)))
    return String(decoding: UnsafeBufferPointer(start: characters, count: count), as: UTF8.self)
  }

  func blob(_ column: Int) -> Data {
    guard let bytes = sqlite3_column_blob(statement, Int32(column)) else { return Data() }
    return Data(bytes: bytes, count: Int(sqlite3_column_bytes(statement, Int32(column))))
  }

  func damage(in column: Int) -> StoreError {
    StoreError(.damaged, at: columns.place(of: column, in: self))
  }

  private func type(of column: Int) -> Int32 { sqlite3_column_type(statement, Int32(column)) }
}

extension StoreError {
  /// An error as SQLite reports it (https://www.sqlite.org/rescode.html), with its message.
  fileprivate init(resultCode: Int32, of handle: OpaquePointer?, sql: String?) {
    let message = handle.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? "out of memory"
    let cause = DatabaseError(
      engine: "SQLite", code: String(resultCode), message: message, sql: sql.map { String($0.prefix(200)) })
    self.init(Self.kind(of: resultCode, message), cause)
  }

  private static func kind(of resultCode: Int32, _ message: String) -> Kind {
    switch resultCode & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: .busy
    case SQLITE_FULL: .full
    case SQLITE_INTERRUPT: .searchTooLong
    case SQLITE_ERROR where message == "integer overflow": .damaged
    case SQLITE_READONLY: .readOnly
    case SQLITE_NOTADB: .foreign
    case SQLITE_CORRUPT: .damaged
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: .inaccessible
    case SQLITE_IOERR: .inputOutput
    default: .unexpected
    }
  }
}

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

extension SQLiteDatabase {
  /// SQLite reports its own limit and a full disk alike: what had less room left is what was full.
  func refined(_ error: StoreError, _ limit: Int?) -> StoreError {
    guard error.kind == .full, limit != nil, let room = try? roomLeft(), let free = sharing.freeSpace(),
      room < free
    else { return error }
    return StoreError(.limitReached, error.databaseError)
  }

  private func roomLeft() throws(StoreError) -> Int {
    let pages = try (integer("PRAGMA max_page_count") ?? 0) - (integer("PRAGMA page_count") ?? 0)
    return try (pages + (integer("PRAGMA freelist_count") ?? 0)) * (integer("PRAGMA page_size") ?? 0)
  }
}

/// When a read ends: sooner where a commit waits for it.
final class Interruption {
  private let limit: WorkLimit
  private let gate: ReadWriteGate

  init(_ limit: WorkLimit, _ gate: ReadWriteGate) { (self.limit, self.gate) = (limit, gate) }

  var isDue: Bool { limit.isReached(isAwaited: gate.isAwaited) }
}

extension SQLiteDatabase: SchemaEditor {
  /// Edits the table of definitions (https://www.sqlite.org/lang_altertable.html#otheralter). Other connections read it again,
  /// since the migration makes a table, too.
  func redefine(_ tables: [(name: String, sql: String)]) throws(StoreError) {
    csqlite_admit_schema(handle)
    defer { csqlite_distrust(handle) }
    try execute("PRAGMA writable_schema = ON")
    defer { _ = try? execute("PRAGMA writable_schema = RESET") }
    for table in tables {
      try run(
        "UPDATE sqlite_schema SET sql = ? WHERE type = 'table' AND name = ?", .text(table.sql),
        .text(table.name))
    }
  }
}

// MARK: Functions of SQL

extension SQLiteDatabase {
  /// Adds the function of `SQLiteIntersection` to a connection. Returns the result code.
  private static func addIntersection(to handle: OpaquePointer) -> Int32 {
    sqlite3_create_function_v2(
      handle, SQLiteIntersection.name, 3, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, nil, nil,
      { context, _, arguments in
        guard let arguments, let intersection = SQLiteDatabase.intersection(of: context, isFirst: true) else {
          return sqlite3_result_error_nomem(context)
        }
        intersection.add(
          Int(sqlite3_value_int64(arguments[0])), toPart: Int(sqlite3_value_int64(arguments[1])),
          of: Int(sqlite3_value_int64(arguments[2])))
      },
      { context in
        let intersection = SQLiteDatabase.intersection(of: context, isFirst: false)
        sqlite3_result_int64(context, Int64(intersection?.count ?? 0))
        if let intersection { Unmanaged.passUnretained(intersection).release() }
      }, nil)
  }

  /// The state of the present group, to which SQLite's memory for the group points: made with its first row, and nil at the end of
  /// a group without rows.
  private static func intersection(of context: OpaquePointer?, isFirst: Bool) -> SQLiteIntersection? {
    let bytes = isFirst ? Int32(MemoryLayout<UnsafeRawPointer?>.size) : 0
    guard let memory = sqlite3_aggregate_context(context, bytes) else { return nil }
    let pointer = memory.assumingMemoryBound(to: UnsafeRawPointer?.self)
    if let known = pointer.pointee {
      return Unmanaged<SQLiteIntersection>.fromOpaque(known).takeUnretainedValue()
    }
    guard isFirst else { return nil }
    let intersection = Unmanaged.passRetained(SQLiteIntersection())
    pointer.pointee = UnsafeRawPointer(intersection.toOpaque())
    return intersection.takeUnretainedValue()
  }
}
