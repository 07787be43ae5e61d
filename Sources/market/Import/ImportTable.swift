import Console
import Foundation
import OpenMarket
import Tables

/// One file of an import: its table, and what its columns mean.
struct ImportTable {
  /// Absolute; `-` for standard input.
  let path: String
  let planned: PlannedFile
  /// What was found out about the file.
  let notes: [LocalizedPhrase]
  private let table: TableFile
  private let reader: ImportReader

  init(_ name: String, _ arguments: ImportArguments) throws {
    path = PlannedFile.absolute(name)
    do throws(TableError) {
      let source = try name == "-" ? TableSource(spooling: 0, name: name) : TableSource(path: name)
      table = try TableFile(reading: source, options: arguments.table)
    } catch {
      throw UnreadableTable(path: name, reason: error)
    }
    var rows = arguments.rows
    rows.format = table.taken.format
    reader = try ImportReader(table.columns, arguments.columns, rows, from: arguments.from)
    planned = PlannedFile(
      path: path, sha256: name == "-" ? "" : try PlannedFile.digest(of: path),
      columns: table.columns.map(\.name))
    var notes = table.taken.notes
    if arguments.from == nil, let format = reader.format {
      notes.append("'\(name.shortened)' is taken as a table of \(format.name); '--map' turns this off")
    }
    let unread =
      reader.columns?.unread.filter { !$0.name.isEmpty && !RejectsFile.columns.contains($0.name) } ?? []
    if !unread.isEmpty {
      notes.append(
        "Columns that are not read: \(unread.map { "'\($0.name.shortened)'" }.joined(separator: ", "))")
    }
    self.notes = notes
  }

  /// Calls `body` with what comes of each row, in the order of the file, and what the columns mean by then; nil for a table
  /// of another shop.
  func readings(_ body: (RowReading, ColumnMap?) async throws -> Void) async throws {
    do {
      try await ReadingPieces(table: table, reader: reader).forEach { readings, reader in
        let columns = reader.columns
        for reading in readings { try await body(reading, columns) }
      }
    } catch let error as TableError {
      throw UnreadableTable(path: path, reason: error)
    }
  }
}
