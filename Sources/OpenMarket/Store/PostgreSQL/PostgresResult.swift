import CPostgres
import Foundation

/// The rows of a statement, as libpq holds them.
final class PostgresResult {
  let handle: OpaquePointer

  init(_ handle: OpaquePointer) { self.handle = handle }
  deinit { cpostgres_clear(handle) }

  var isSuccess: Bool {
    [CPOSTGRES_COMMAND_OK, CPOSTGRES_TUPLES_OK, CPOSTGRES_EMPTY_QUERY, CPOSTGRES_PIPELINE_SYNC]
      .contains(cpostgres_result_status(handle))
  }
  /// Whether the server has skipped the statement after the error of an earlier one.
  var isSkipped: Bool { cpostgres_result_status(handle) == CPOSTGRES_PIPELINE_ABORTED }
  var count: Int32 { cpostgres_rows(handle) }
  /// How many rows the statement has changed; 0 for one that changes none.
  var changes: Int { Int(String(cString: cpostgres_changes(handle))) ?? 0 }

  /// - Parameter origins: The tables and columns by their numbers on the server.
  func columns(_ origins: PostgresConnection.Origins) -> ReadColumns {
    ReadColumns(count: Int(cpostgres_columns(handle))) { column in
      origins[cpostgres_column_table(handle, Int32(column))]?[
        Int(cpostgres_column_number(handle, Int32(column)))]
    }
  }

  /// The text of one field of an error; empty without it.
  func errorField(_ name: UnicodeScalar) -> String {
    cpostgres_result_error(handle, Int32(name.value)).map { String(cString: $0) } ?? ""
  }
}

/// One row of a result.
struct PostgresRow: DatabaseRow {
  let result: PostgresResult
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

  func isNull(_ column: Int) -> Bool { cpostgres_is_null(result.handle, index, Int32(column)) != 0 }

  func text(_ column: Int) -> String {
    if isNull(column) { return "" }
    if let number = PostgresSQL.integer(bytes(column), ofType: type(of: column)) { return String(number) }
    return String(decoding: bytes(column), as: UTF8.self)
  }

  func blob(_ column: Int) -> Data { isNull(column) ? Data() : Data(bytes(column)) }

  func damage(in column: Int) -> StoreError {
    StoreError(.damaged, at: columns.place(of: column, in: self))
  }

  private func type(of column: Int) -> UInt32 { cpostgres_column_type(result.handle, Int32(column)) }

  private func bytes(_ column: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: cpostgres_value(result.handle, index, Int32(column)),
      count: Int(cpostgres_length(result.handle, index, Int32(column))))
  }
}
