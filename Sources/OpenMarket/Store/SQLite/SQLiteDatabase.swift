import CSQLite
import Foundation

/// A connection to an SQLite database: the only place that calls its C interface.
final class SQLiteDatabase: Database {
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

  let dialect = Dialect.sqlite
  private let handle: OpaquePointer
  private var statements: [String: OpaquePointer] = [:]

  /// - Parameter timeout: How long a transaction waits for another process before it throws `StoreError.busy`.
  init(path: String, _ access: Access, timeout: Duration = .zero) throws(StoreError) {
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
    sqlite3_busy_timeout(handle, Int32(clamping: timeout.components.seconds * 1_000))
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
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
    let statement = try prepared(sql)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (index, value) in zip(Int32(1)..., values) {
      let code = bind(value, to: index, of: statement)
      guard code == SQLITE_OK else { throw error(code, sql) }
    }
    let row = Row(statement: statement)
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: try visit(row)
      case SQLITE_DONE: return Int(sqlite3_changes(handle))
      case let code: throw error(code, sql)
      }
    }
  }

  func transaction<Result>(for purpose: TransactionPurpose, _ work: () throws -> Result) throws -> Result {
    try execute(purpose == .reading ? "BEGIN DEFERRED" : "BEGIN IMMEDIATE")
    do {
      let result = try work()
      try execute("COMMIT")
      return result
    } catch {
      // After a full disk or an I/O error SQLite may have rolled back by itself; a second ROLLBACK would hide the
      // first error behind another one.
      if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
      throw error
    }
  }

  private func prepared(_ sql: String) throws(StoreError) -> OpaquePointer {
    if let statement = statements[sql] { return statement }
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, 0, &statement, nil)
    guard code == SQLITE_OK, let statement else { throw error(code, sql) }
    statements[sql] = statement
    return statement
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

  private struct Row: DatabaseRow {
    let statement: OpaquePointer

    func integer(_ column: Int) -> Int {
      Int(sqlite3_column_int64(statement, Int32(column)))
    }

    func isNull(_ column: Int) -> Bool {
      sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL
    }

    func text(_ column: Int) -> String {
      guard let characters = sqlite3_column_text(statement, Int32(column)) else { return "" }
      let count = Int(sqlite3_column_bytes(statement, Int32(column)))
      return String(decoding: UnsafeBufferPointer(start: characters, count: count), as: UTF8.self)
    }

    func blob(_ column: Int) -> Data {
      guard let bytes = sqlite3_column_blob(statement, Int32(column)) else { return Data() }
      return Data(bytes: bytes, count: Int(sqlite3_column_bytes(statement, Int32(column))))
    }
  }
}

extension StoreError {
  /// An error as SQLite reports it (https://www.sqlite.org/rescode.html), with its message.
  fileprivate init(resultCode: Int32, of handle: OpaquePointer?, sql: String?) {
    let message = handle.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? "out of memory"
    let cause = DatabaseError(
      code: Int(resultCode), message: message, sql: sql.map { String($0.prefix(200)) })
    self.init(Self.kind(of: resultCode), cause)
  }

  private static func kind(of resultCode: Int32) -> Kind {
    switch resultCode & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: .busy
    case SQLITE_FULL: .full
    case SQLITE_READONLY: .readOnly
    case SQLITE_NOTADB: .foreign
    case SQLITE_CORRUPT: .damaged
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: .inaccessible
    case SQLITE_IOERR: .inputOutput
    default: .unexpected
    }
  }
}
