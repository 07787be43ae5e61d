import OpenMarket
import Tables

/// Reads the rows of a table: what each sets and clears, or all its problems.
struct RowReader: Sendable {
  private(set) var columns: ColumnMap
  let options: RowOptions
  private let commandEntry: ColumnMap.Entry?

  init(_ columns: ColumnMap, options: RowOptions) {
    self.columns = columns
    self.options = options
    commandEntry = columns.entry(of: .command)
  }

  /// The reader for a table whose columns have become more, as in JSON.
  func extended(to columns: [TableColumn]) throws(ColumnError) -> RowReader {
    var map = self.columns
    try map.extend(to: columns)
    return RowReader(map, options: options)
  }

  func read(_ row: TableRow) -> RowReading {
    if let problem = row.problem {
      let header = problem.cell.flatMap { $0 < columns.headers.count ? columns.headers[$0].name : nil }
      let found = RowProblem(column: header, value: problem.value, defect: .unreadable(problem))
      return .rejected(row, [found])
    }
    var cells = CellReader(row, columns, options: options)
    if let commandEntry { cells.read(commandEntry) }
    if cells.row.command == .ignore { return .skipped(row, .command) }
    let isDeletion = cells.row.command == .delete
    for entry in columns.entries where entry.column != .command && !options.ignored.contains(entry.column) {
      if !isDeletion || entry.column.isKey || entry.column == .title && options.key == .title {
        cells.read(entry)
      }
    }
    if let position = columns.keyPosition { cells.readKey(position) }
    if let position = columns.filePosition { cells.readFile(position) }
    guard cells.hasText else { return .skipped(row, .blank) }
    cells.finish()
    return cells.problems.isEmpty ? .row(cells.row) : .rejected(row, cells.problems)
  }
}

extension ImportColumn {
  fileprivate var isKey: Bool { self == .sku || self == .id || self == .reference || self == .version }
}
