import Foundation
import SystemSupport

/// Reads the rows of a table in the order of its key, some at a time. Use it only inside a transaction.
struct TableReader {
  struct Row {
    /// But those of blobs.
    let values: [DatabaseValue]
    /// Nil for one that is too long to be read with its row.
    let blobs: [DatabaseValue?]
    /// The texts that another database could not hold.
    let defects: [(column: String, defect: CopyFinding.Defect)]
  }

  /// Rows that are read at a time: of the longest texts some tens of megabytes.
  static let part = 500
  /// A longer blob is read on its own.
  private static let shortBlob = 8 << 10
  /// No store has a longer one.
  private static let longestBlob = 64 << 20

  let table: StoredTable
  let database: any Database

  /// The rows after one with this key; from the first one on without.
  func rows(after key: [DatabaseValue]?, limit: Int = part) throws(StoreError) -> [Row] {
    let names = table.quotedKey
    let condition = key == nil ? "" : "WHERE (\(names)) > (\(SQLCondition.places(table.key.count)))"
    let blobs = table.blobs.map {
      ", coalesce(length(\($0)), 0), CASE WHEN length(\($0)) <= \(Self.shortBlob) THEN \($0) END"
    }.joined()
    return try database.rows(
      "SELECT \(table.quotedColumns)\(blobs) FROM \(table.name) \(condition) ORDER BY \(names) LIMIT ?",
      (key ?? []) + [.integer(limit)], as: row)
  }

  private func row(_ row: any DatabaseRow) throws(StoreError) -> Row {
    var values: [DatabaseValue] = []
    var defects: [(column: String, defect: CopyFinding.Defect)] = []
    values.reserveCapacity(table.columns.count)
    for (index, column) in table.columns.enumerated() {
      guard !row.isNull(index) else {
        values.append(.null)
        continue
      }
      guard column.kind == .text else {
        values.append(.integer(row.integer(index)))
        continue
      }
      // A String would hold other characters in the place of invalid ones.
      let bytes = row.blob(index)
      values.append(.text(String(decoding: bytes, as: UTF8.self)))
      if bytes.withUnsafeBytes(UTF8Sequence.firstInvalid) != nil {
        defects.append((column.name, .invalidText))
      } else if bytes.withUnsafeBytes({ $0.contains(0) }) {
        defects.append((column.name, .nul))
      }
    }
    let blobs = table.blobs.indices.map { blob -> DatabaseValue? in
      let index = table.columns.count + 2 * blob
      return !row.isNull(index + 1) ? .blob(row.blob(index + 1)) : row.integer(index) == 0 ? .null : nil
    }
    return Row(values: values, blobs: blobs, defects: defects)
  }

  func key(of row: Row) -> [DatabaseValue] { table.key.map { row.values[$0] } }

  /// The key of a row as text, such as `id 4`.
  func name(of row: Row) -> String {
    table.key.map { "\(table.columns[$0].name) \(row.values[$0].shown)" }.joined(separator: ", ")
  }

  /// All values of a row with an `id`, those of blobs last.
  func values(of row: Row) throws(StoreError) -> [DatabaseValue] {
    var values = row.values
    for (name, blob) in zip(table.blobs, row.blobs) {
      if let blob { values.append(blob) } else { values.append(.blob(try bytes(of: name, in: row))) }
    }
    return values
  }

  private func bytes(of blob: String, in row: Row) throws(StoreError) -> Data {
    let column = DatabaseColumn(table: table.name, name: blob)
    guard let bytes = try database.bytes(in: column, ofRow: id(of: row), range: 0..<Self.longestBlob + 1),
      bytes.count <= Self.longestBlob
    else { throw StoreError(.damaged, at: StoredPlace(table: table.name, row: name(of: row), column: blob)) }
    return bytes
  }

  private func id(of row: Row) -> Int {
    for index in table.key { if case .integer(let id) = row.values[index] { return id } }
    return 0
  }
}

extension DatabaseValue {
  fileprivate var shown: String {
    switch self {
    case .null: ""
    case .integer(let number): String(number)
    case .text(let text): text
    case .blob: ""
    }
  }
}
