import Console
import Foundation
import OpenMarket
import Tables

/// One file of an import: its table, and what its columns mean.
struct ImportTable {
  /// Absolute; `-` for standard input.
  let path: String
  let planned: PlannedFile
  /// What was found out about the file, and what is noteworthy.
  let notes: [LocalizedPhrase]
  private let table: TableFile
  private let reader: RowReader

  init(_ path: String, _ arguments: ImportArguments, _ console: Console) throws {
    self.path = PlannedFile.absolute(path)
    let source = try path == "-" ? TableSource(spooling: 0, name: "-") : TableSource(path: path)
    table = try TableFile(reading: source, options: arguments.table)
    let columns = try ColumnMap(
      table.columns, options: arguments.columns, isComplete: !table.taken.format.hasLateColumns)
    var rows = arguments.rows
    rows.format = table.taken.format
    reader = RowReader(columns, options: rows)
    planned = PlannedFile(
      path: self.path, sha256: path == "-" ? "" : try PlannedFile.digest(of: self.path),
      columns: table.columns.map(\.name))
    notes = []
  }

  /// Calls `body` with each row in the order of the file, and the names of the columns so far.
  func readings(_ body: (RowReading, [String]) async throws -> Void) async throws {
    var reader = reader
    var headers = table.columns.map(\.name)
    try await RowPieces(table: table).forEach { rows, columns in
      if columns.count != headers.count {
        reader = try reader.extended(to: columns)
        headers = columns.map(\.name)
      }
      for row in rows { try await body(reader.read(row), headers) }
    }
    try reader.columns.checkComplete()
  }
}

extension TableFormat {
  /// Whether columns may come with later rows.
  fileprivate var hasLateColumns: Bool { self == .json || self == .jsonl }
}
