import CSQLite

extension StoreError {
  /// An error as SQLite reports it (https://www.sqlite.org/rescode.html), with its message.
  init(resultCode: Int32, of handle: OpaquePointer?, sql: String?) {
    let message = handle.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? "out of memory"
    let cause = DatabaseError(
      code: Int(resultCode), message: message, sql: sql.map { String($0.prefix(200)) })
    self.init(Self.kind(of: resultCode), cause)
  }

  private static func kind(of resultCode: Int32) -> Kind {
    switch resultCode & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: .busy
    case SQLITE_FULL: .full
    case SQLITE_INTERRUPT: .searchTooLong
    case SQLITE_READONLY: .readOnly
    case SQLITE_NOTADB: .foreign
    case SQLITE_CORRUPT: .damaged
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: .inaccessible
    case SQLITE_IOERR: .inputOutput
    default: .unexpected
    }
  }
}
