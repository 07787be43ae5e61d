import Foundation
import SystemSupport

/// Reads the rows of a table in the order of its key, some at a time. Use it only inside a transaction.
struct TableReader {
  /// A row without its blobs.
  struct Row {
    let values: [DatabaseValue]
    /// The texts that another database could not hold.
    let defects: [(column: String, defect: CopyFinding.Defect)]
  }

  /// Rows that are read at a time: of the longest texts some tens of megabytes.
  static let part = 500
  /// A blob is read in pieces of this many bytes.
  private static let piece = 1 << 20
  /// No store has a longer one.
  private static let longestBlob = 64 << 20

  let table: StoredTable
  let database: any Database

  /// The rows after one with this key; from the first one on without.
  func rows(after key: [DatabaseValue]?, limit: Int = part) throws(StoreError) -> [Row] {
    let names = table.quotedKey
    let condition = key == nil ? "" : "WHERE (\(names)) > (\(SQLCondition.places(table.key.count)))"
    return try database.rows(
      "SELECT \(table.quotedColumns) FROM \(table.name) \(condition) ORDER BY \(names) LIMIT ?",
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
      } else if bytes.contains(0) {
        defects.append((column.name, .nul))
      }
    }
    return Row(values: values, defects: defects)
  }

  func key(of row: Row) -> [DatabaseValue] { table.key.map { row.values[$0] } }

  /// The key of a row as text, such as `id 4`.
  func name(of row: Row) -> String {
    table.key.map { "\(table.columns[$0].name) \(row.values[$0].shown)" }.joined(separator: ", ")
  }

  /// The length of a blob of a row with an `id`.
  func length(of blob: String, in row: Row) throws(StoreError) -> Int {
    let id = id(of: row)
    let length = try database.integer(
      "SELECT length(\(blob)) FROM \(table.name) WHERE id = ?", .integer(id))
    guard let length, length <= Self.longestBlob else {
      throw StoreError(.damaged, at: StoredPlace(table: table.name, row: name(of: row), column: blob))
    }
    return length
  }

  /// Passes the pieces of a blob of a row to `visit`.
  func read(
    _ blob: String, count: Int, in row: Row, _ visit: (Data) -> Void
  ) throws(StoreError) {
    let column = DatabaseColumn(table: table.name, name: blob)
    var offset = 0
    while offset < count {
      let end = min(count, offset + Self.piece)
      let piece = try database.bytes(in: column, ofRow: id(of: row), range: offset..<end)
      guard let piece, piece.count == end - offset else {
        throw StoreError(.damaged, at: StoredPlace(table: table.name, row: name(of: row), column: blob))
      }
      visit(piece)
      offset = end
    }
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

  /// The value as one word of a list that commas divide.
  var word: String {
    switch self {
    case .null: "n"
    case .integer(let number): "i\(number)"
    case .text(let text): "t" + text.utf8.map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
    case .blob: "b"
    }
  }

  init?(word: Substring) {
    switch word.first {
    case "n": self = .null
    case "i":
      guard let number = Int(word.dropFirst()) else { return nil }
      self = .integer(number)
    case "t":
      var bytes: [UInt8] = []
      var rest = word.dropFirst()
      while !rest.isEmpty {
        guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
        bytes.append(byte)
        rest = rest.dropFirst(2)
      }
      self = .text(String(decoding: bytes, as: UTF8.self))
    default: return nil
    }
  }
}
