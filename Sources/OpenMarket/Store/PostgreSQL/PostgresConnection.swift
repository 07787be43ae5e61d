import CPostgres
import Foundation
import SystemSupport

/// A connection to a PostgreSQL server: the only file that calls libpq.
final class PostgresConnection {
  /// A statement as the server knows it.
  private struct Prepared {
    let name: String
    var columns: ReadColumns?
  }

  /// The tables and columns of results by their numbers on the server.
  typealias Origins = [UInt32: [Int: (table: String, column: String)]]

  private let handle: OpaquePointer
  private let isPreparing: Bool
  private var prepared: [String: Prepared] = [:]
  private var numbered = 0
  /// Bytes that statements of this connection have written; what they freed is not known.
  private(set) var writtenBytes = 0
  /// The first error of the present transaction: the statements after it fail with another one.
  private(set) var failure: StoreError?
  var origins: Origins = [:]
  /// Which of the generations of connections this one belongs to: `PostgresServer` ends a whole generation.
  var generation = 0

  /// Statements of one connection that the server keeps.
  private static let mostPrepared = 500

  /// - Parameters:
  ///   - parameters: Names and values as libpq knows them; of equal names the last counts.
  ///   - isPreparing: Whether statements stay prepared; a pooler may give each transaction another session.
  init(_ parameters: [(String, String)], isPreparing: Bool) throws(StoreError) {
    if let missing = cpostgres_open() {
      throw StoreError(
        .missingLibrary, DatabaseError(engine: "libpq", code: "", message: String(cString: missing)))
    }
    self.isPreparing = isPreparing
    let opened = Self.withPointers(to: parameters.map(\.0)) { keywords in
      Self.withPointers(to: parameters.map(\.1)) { cpostgres_connect(keywords, $0) }
    }
    guard let opened else { throw .unreachable }
    handle = opened
    guard cpostgres_status(handle) == CPOSTGRES_CONNECTION_OK else {
      let message = Self.message(of: handle)
      throw StoreError(
        Self.kind(ofConnectionMessage: message),
        DatabaseError(engine: "PostgreSQL", code: "", message: message))
    }
    _ = cpostgres_set_nonblocking(handle)
  }

  deinit { cpostgres_finish(handle) }

  private static func withPointers<Result>(
    to texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
  ) -> Result {
    let copies = texts.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    var pointers = copies.map { $0.map { UnsafePointer($0) } }
    pointers.append(nil)
    return pointers.withUnsafeBufferPointer { buffer in
      // The list is never empty: it ends with a null.
      guard let base = buffer.baseAddress else { return body([nil]) }
      return body(base)
    }
  }

  /// A refusal of the server, which trying again does not change, in place of a server that does not answer. libpq gives no code
  /// for a connection that fails.
  private static func kind(ofConnectionMessage message: String) -> StoreError.Kind {
    let refusals = [
      "authentication failed", "no pg_hba.conf entry", "does not exist", "permission denied", "certificate",
      "SSL", "no password supplied", "invalid", "definition of service",
    ]
    return refusals.contains { message.contains($0) } ? .inaccessible : .unreachable
  }

  private static func message(of handle: OpaquePointer) -> String {
    String(cString: cpostgres_error_message(handle)).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Whether statements can be sent.
  var isOpen: Bool { cpostgres_status(handle) == CPOSTGRES_CONNECTION_OK }
  var isInTransaction: Bool { cpostgres_transaction_status(handle) != CPOSTGRES_IDLE }
  /// As the server says it, such as 150004 for 15.4.
  var serverVersion: Int { Int(cpostgres_server_version(handle)) }
  var warnings: Int { Int(cpostgres_warnings(handle)) }

  /// A parameter that the server reports, such as `server_encoding`.
  func parameter(_ name: String) -> String? {
    cpostgres_parameter(handle, name).map { String(cString: $0) }
  }

  func forgetFailure() { failure = nil }

  // MARK: Statements

  /// Runs statements without values.
  func execute(_ script: String, within limit: PostgresLimit) throws(StoreError) {
    guard cpostgres_send_query(handle, script) == 1 else { throw lost(script) }
    try receive(script, within: limit) { _ throws(StoreError) in }
  }

  /// Runs one statement with `?` for its values, and passes each row to `visit` after all have come. Returns how many rows it
  /// changed.
  func run(
    _ sql: String, _ values: [DatabaseValue], within limit: PostgresLimit,
    visit: (any DatabaseRow) throws(StoreError) -> Void
  ) throws(StoreError) -> Int {
    let types = values.map(\.postgresType)
    // A statement is prepared for the types of its values: those of a null are the server's choice.
    let key = "\(types.map { String($0) }.joined(separator: ","));\(sql)"
    if isPreparing, prepared[key] == nil { try prepare(sql, types, as: key, within: limit) }
    let sent = EncodedValues(values).withPointers { pointers, lengths, formats in
      if let known = prepared[key] {
        cpostgres_send_prepared(handle, known.name, Int32(values.count), pointers, lengths, formats)
      } else {
        types.withUnsafeBufferPointer { types in
          withTypes(types) {
            cpostgres_send_parameters(
              handle, PostgresSQL.numbered(sql), Int32(values.count), $0, pointers, lengths, formats)
          }
        }
      }
    }
    guard sent == 1 else { throw lost(sql) }
    var changes = 0
    try receive(sql, within: limit) { result throws(StoreError) in
      changes = Int(String(cString: cpostgres_changes(result))) ?? 0
      let columns = prepared[key]?.columns ?? readColumns(of: result)
      prepared[key]?.columns = columns
      for index in 0..<cpostgres_rows(result) {
        let row = PostgresRow(result: result, index: index, columns: columns)
        let visited = Result { () throws(StoreError) in try visit(row) }
        if let damage = row.note.damage { throw damage }
        try visited.get()
      }
    }
    if sql.hasPrefix("INSERT") || sql.hasPrefix("UPDATE") {
      writtenBytes += changes * Self.rowOverhead + values.reduce(0) { $0 + $1.postgresBytes }
    }
    return changes
  }

  /// Bytes of a row with its entries in indexes, about.
  private static let rowOverhead = 100

  private func withTypes(
    _ types: UnsafeBufferPointer<UInt32>, _ body: (UnsafePointer<UInt32>) -> Int32
  ) -> Int32 {
    guard let base = types.baseAddress else { return body([0]) }
    return body(base)
  }

  private func prepare(
    _ sql: String, _ types: [UInt32], as key: String, within limit: PostgresLimit
  ) throws(StoreError) {
    if prepared.count >= Self.mostPrepared {
      prepared.removeAll()
      try execute("DEALLOCATE ALL", within: limit)
    }
    numbered += 1
    let name = "s\(numbered)"
    let sent = types.withUnsafeBufferPointer { types in
      withTypes(types) {
        cpostgres_send_prepare(handle, name, PostgresSQL.numbered(sql), Int32(types.count), $0)
      }
    }
    guard sent == 1 else { throw lost(sql) }
    try receive(sql, within: limit) { _ throws(StoreError) in }
    prepared[key] = Prepared(name: name)
  }

  private func readColumns(of result: OpaquePointer) -> ReadColumns {
    ReadColumns(count: Int(cpostgres_columns(result))) { column in
      origins[cpostgres_column_table(result, Int32(column))]?[
        Int(cpostgres_column_number(result, Int32(column)))]
    }
  }

  // MARK: Results

  /// Waits for all results of what was sent, and passes each that is no error to `body`.
  private func receive(
    _ sql: String, within limit: PostgresLimit, _ body: (OpaquePointer) throws(StoreError) -> Void
  ) throws(StoreError) {
    var first: StoreError?
    while true {
      try waitForResult(limit, sql)
      guard let result = cpostgres_result(handle) else { break }
      defer { cpostgres_clear(result) }
      // The rest is read in any case: nothing can be sent before.
      switch cpostgres_result_status(result) {
      case CPOSTGRES_COMMAND_OK, CPOSTGRES_TUPLES_OK, CPOSTGRES_EMPTY_QUERY:
        if first == nil {
          do { try body(result) } catch { first = error }
        }
      default:
        let error = Self.error(of: result, sql)
        if failure == nil { failure = error }
        if first == nil { first = error }
      }
    }
    if let first {
      guard isOpen else { throw lost(sql) }
      throw first
    }
  }

  /// Waits until a result is there.
  private func waitForResult(_ limit: PostgresLimit, _ sql: String) throws(StoreError) {
    var wasCancelled = false
    var isSent = cpostgres_flush(handle)
    while isSent != 0 || cpostgres_is_busy(handle) != 0 {
      guard isSent >= 0 else { throw lost(sql) }
      var descriptor = pollfd(
        fd: cpostgres_socket(handle), events: Int16(POLLIN | (isSent == 1 ? POLLOUT : 0)), revents: 0)
      let ready = poll(&descriptor, 1, limit.milliseconds)
      if !wasCancelled, limit.isReached {
        wasCancelled = true
        cpostgres_cancel(handle)
      }
      guard !limit.isLost else { throw lost(sql) }
      guard ready > 0 else { continue }
      guard cpostgres_consume(handle) == 1 else { throw lost(sql) }
      if isSent == 1 { isSent = cpostgres_flush(handle) }
    }
  }

  /// The error of a connection that is of no more use.
  private func lost(_ sql: String) -> StoreError {
    let error = StoreError(
      .unreachable,
      DatabaseError(
        engine: "PostgreSQL", code: "08006",
        message: Self.message(of: handle),
        sql: String(sql.prefix(200))))
    failure = error
    isLost = true
    return error
  }

  /// Whether a statement did not end: the connection may be open, and is not used again.
  private(set) var isLost = false

  private static func error(of result: OpaquePointer, _ sql: String) -> StoreError {
    func field(_ name: UnicodeScalar) -> String {
      cpostgres_result_error(result, Int32(name.value)).map { String(cString: $0) } ?? ""
    }
    let code = field("C")
    return StoreError(
      PostgresSQL.kind(ofState: code),
      DatabaseError(engine: "PostgreSQL", code: code, message: field("M"), sql: String(sql.prefix(200))))
  }
}

/// How long a statement may take, and whether its result is still wanted.
struct PostgresLimit {
  /// Ends the statement.
  var work: WorkLimit?
  /// When the connection is given up: a server that is stopped still acknowledges what is sent.
  var end: ContinuousClock.Instant?

  /// The limit of a statement that begins now.
  func begun(_ time: Duration?) -> PostgresLimit {
    guard let time else { return self }
    let end = ContinuousClock.now + time
    return PostgresLimit(work: work, end: self.end.map { min($0, end) } ?? end)
  }

  /// How often the limits are looked at.
  var milliseconds: Int32 { work == nil ? 250 : 10 }
  var isReached: Bool { work?.isReached == true }
  var isLost: Bool { end.map { .now >= $0 } ?? false }
}

/// One row of a result.
private struct PostgresRow: DatabaseRow {
  let result: OpaquePointer
  let index: Int32
  let columns: ReadColumns
  let note = ReadColumns.Note()

  func integer(_ column: Int) -> Int {
    if isNull(column) { return 0 }
    let bounds = columns.bounds(of: column)
    guard let value = PostgresSQL.integer(bytes(column), ofType: type(of: column)) else {
      note.add { damage(in: column) }
      return bounds.contains(0) ? 0 : bounds.lowerBound
    }
    if bounds.contains(value) { return value }
    note.add { damage(in: column) }
    return min(max(value, bounds.lowerBound), bounds.upperBound)
  }

  func isNull(_ column: Int) -> Bool { cpostgres_is_null(result, index, Int32(column)) != 0 }

  func text(_ column: Int) -> String {
    if isNull(column) { return "" }
    if let number = PostgresSQL.integer(bytes(column), ofType: type(of: column)) { return String(number) }
    return String(decoding: bytes(column), as: UTF8.self)
  }

  func blob(_ column: Int) -> Data { isNull(column) ? Data() : Data(bytes(column)) }

  func damage(in column: Int) -> StoreError {
    StoreError(.damaged, at: columns.place(of: column, in: self))
  }

  private func type(of column: Int) -> UInt32 { cpostgres_column_type(result, Int32(column)) }

  private func bytes(_ column: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: cpostgres_value(result, index, Int32(column)),
      count: Int(cpostgres_length(result, index, Int32(column))))
  }
}

extension DatabaseValue {
  /// The type that is sent, by its number in pg_type; 0 for that which the statement has.
  fileprivate var postgresType: UInt32 {
    switch self {
    case .null: 0
    case .integer: UInt32(CPOSTGRES_INT8)
    case .text: UInt32(CPOSTGRES_TEXT)
    case .blob: UInt32(CPOSTGRES_BYTEA)
    }
  }

  fileprivate var postgresBytes: Int {
    switch self {
    case .null: 0
    case .integer: 8
    case .text(let text): text.utf8.count
    case .blob(let data): data.count
    }
  }
}

/// Values in the binary format, one behind the other.
private struct EncodedValues {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private var isNull: [Bool] = []

  init(_ values: [DatabaseValue]) {
    bytes.reserveCapacity(values.reduce(1) { $0 + $1.postgresBytes })
    for value in values {
      switch value {
      case .null: break
      case .integer(let number):
        for byte in 1...8 { bytes.append(UInt8(truncatingIfNeeded: number >> (64 - 8 * byte))) }
      case .text(let text): bytes.append(contentsOf: text.utf8)
      case .blob(let data): bytes.append(contentsOf: data)
      }
      ends.append(bytes.count)
      if case .null = value { isNull.append(true) } else { isNull.append(false) }
    }
    // A value without bytes has an address, too.
    bytes.append(0)
  }

  func withPointers(
    _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>, UnsafePointer<Int32>) -> Int32
  ) -> Int32 {
    bytes.withUnsafeBytes { bytes in
      var pointers: [UnsafePointer<CChar>?] = []
      var (lengths, formats): ([Int32], [Int32]) = ([], [])
      var start = 0
      for (end, isNull) in zip(ends, isNull) {
        pointers.append(
          isNull ? nil : bytes.baseAddress.map { ($0 + start).assumingMemoryBound(to: CChar.self) })
        lengths.append(Int32(end - start))
        formats.append(1)
        start = end
      }
      pointers.append(nil)
      lengths.append(0)
      formats.append(0)
      return body(pointers, lengths, formats)
    }
  }
}
