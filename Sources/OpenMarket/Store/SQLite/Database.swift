import CSQLite
import Foundation

/// A connection to an SQLite file: the only place that calls C.
///
/// Not safe to share between threads: its owner lets one piece of work in at a time.
final class Database {
  /// A value as SQLite keeps it.
  enum Value {
    case null
    case integer(Int)
    case text(String)
    case blob(Data)
  }

  private let handle: OpaquePointer
  private var statements: [String: OpaquePointer] = [:]

  enum Access {
    /// Reads and writes, taking turns with other processes.
    case shared
    /// Reads, taking turns with other processes.
    case reading
    /// Reads a file as it lies there, without locks.
    case immutable
  }

  /// Opens a file that is there. A piece of work waits for another process for as long as `patience` before it is told
  /// that the store is busy.
  init(path: String, _ access: Access, patience: Duration = .zero) throws(StoreError) {
    var handle: OpaquePointer?
    let code =
      switch access {
      case .shared: sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
      case .reading: sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
      case .immutable:
        sqlite3_open_v2(
          URL(filePath: path).absoluteString + "?immutable=1", &handle,
          SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI, nil)
      }
    guard code == SQLITE_OK, let handle else {
      sqlite3_close_v2(handle)
      throw StoreError(resultCode: code)
    }
    self.handle = handle
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, Int32(clamping: patience.components.seconds * 1_000))
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  /// Runs statements that give no rows and take no values.
  func execute(_ sql: String) throws(StoreError) {
    try check(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  /// Runs one statement to its end.
  func run(_ sql: String, _ values: Value...) throws(StoreError) {
    try step(sql, values) { _ throws(StoreError) in }
  }

  /// The rows that a statement gives, each made into a value.
  func rows<Element>(
    _ sql: String, _ values: Value..., as element: (Row) throws(StoreError) -> Element
  ) throws(StoreError) -> [Element] {
    try rows(sql, values, as: element)
  }

  func rows<Element>(
    _ sql: String, _ values: [Value], as element: (Row) throws(StoreError) -> Element
  ) throws(StoreError) -> [Element] {
    var elements: [Element] = []
    try step(sql, values) { row throws(StoreError) in elements.append(try element(row)) }
    return elements
  }

  /// The first column of the first row as a whole number.
  func integer(_ sql: String, _ values: Value...) throws(StoreError) -> Int? {
    var found: Int?
    try step(sql, values) { row throws(StoreError) in found = found ?? row.integer(0) }
    return found
  }

  /// How many rows the last statement changed.
  var changedRows: Int { Int(sqlite3_changes(handle)) }

  var lastInsertedID: Int { Int(sqlite3_last_insert_rowid(handle)) }

  /// How a transaction begins.
  enum Purpose: String {
    /// Everything that is read is of one moment.
    case reading = "BEGIN DEFERRED"
    /// The right to write is taken at the start, so that what was read is still so when it is written.
    case writing = "BEGIN IMMEDIATE"
  }

  /// Runs the work as one transaction: all of it happens, or none.
  func transaction<Result>(
    for purpose: Purpose, _ work: () throws -> Result
  ) throws -> Result {
    try execute(purpose.rawValue)
    do {
      let result = try work()
      try execute("COMMIT")
      return result
    } catch {
      // After a full disk or an I/O error SQLite may have rolled back by itself; asking again would hide the
      // first error behind a second one.
      if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
      throw error
    }
  }

  private func step(
    _ sql: String, _ values: [Value], _ visit: (Row) throws(StoreError) -> Void
  ) throws(StoreError) {
    let statement = try prepared(sql)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (index, value) in zip(Int32(1)..., values) { try check(bind(value, to: index, of: statement)) }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: try visit(Row(statement: statement))
      case SQLITE_DONE: return
      case let code: throw StoreError(resultCode: code)
      }
    }
  }

  private func prepared(_ sql: String) throws(StoreError) -> OpaquePointer {
    if let statement = statements[sql] { return statement }
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v3(handle, sql, -1, 0, &statement, nil))
    guard let statement else { throw .unexpected(SQLITE_OK) }
    statements[sql] = statement
    return statement
  }

  private func bind(_ value: Value, to index: Int32, of statement: OpaquePointer) -> Int32 {
    switch value {
    case .null: sqlite3_bind_null(statement, index)
    case .integer(let number): sqlite3_bind_int64(statement, index, Int64(number))
    case .text(let text):
      csqlite_bind_text(statement, index, text, Int32(text.utf8.count))
    case .blob(let data):
      data.withUnsafeBytes { csqlite_bind_blob(statement, index, $0.baseAddress, UInt64($0.count)) }
    }
  }

  private func check(_ code: Int32) throws(StoreError) {
    guard code == SQLITE_OK else { throw StoreError(resultCode: code) }
  }
}

extension Database {
  /// One row while a statement stands on it.
  struct Row {
    fileprivate let statement: OpaquePointer

    func integer(_ column: Int32) -> Int {
      Int(sqlite3_column_int64(statement, column))
    }

    func optionalInteger(_ column: Int32) -> Int? {
      sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : integer(column)
    }

    func text(_ column: Int32) -> String {
      guard let characters = sqlite3_column_text(statement, column) else { return "" }
      let count = Int(sqlite3_column_bytes(statement, column))
      return String(decoding: UnsafeBufferPointer(start: characters, count: count), as: UTF8.self)
    }

    func blob(_ column: Int32) -> Data {
      guard let bytes = sqlite3_column_blob(statement, column) else { return Data() }
      return Data(bytes: bytes, count: Int(sqlite3_column_bytes(statement, column)))
    }
  }
}

extension StoreError {
  /// SQLite's primary and extended result codes (https://www.sqlite.org/rescode.html).
  fileprivate init(resultCode: Int32) {
    self =
      switch resultCode & 0xFF {
      case SQLITE_BUSY, SQLITE_LOCKED: .busy
      case SQLITE_FULL: .full
      case SQLITE_READONLY: .readOnly
      case SQLITE_NOTADB: .foreign
      case SQLITE_CORRUPT: .damaged
      case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: .inaccessible
      case SQLITE_IOERR: .inputOutput
      default: .unexpected(resultCode)
      }
  }
}
