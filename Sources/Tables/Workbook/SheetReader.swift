/// Reads a sheet as a table: its first row with contents is the header.
struct SheetReader: Sendable {
  let sheet: Workbook.Sheet
  let sheetCount: Int
  let columns: [TableColumn]
  private let workbook: Workbook
  private let limits: TableLimits

  init(_ workbook: Workbook, sheet name: String?, limits: TableLimits) throws(TableError) {
    self.workbook = workbook
    self.limits = limits
    sheetCount = workbook.sheets.count
    sheet = try workbook.sheet(name)
    var cells = try workbook.cells(of: sheet)
    guard let header = try cells.next() else { throw .empty }
    if let problem = Self.problem(header, width: nil, limits) { throw .header(problem) }
    let width = (header.cells.last?.position ?? -1) + 1
    guard width <= limits.columns else { throw .tooManyColumns(limit: limits.columns) }
    var names = [String](repeating: "", count: width)
    for cell in header.cells { names[cell.position] = cell.text }
    columns = names.enumerated().map { TableColumn(name: $1, line: header.number, position: $0) }
  }

  /// Calls `body` with each row behind the header.
  func rows(_ body: (TableRow) throws -> Void) throws {
    var cells = try workbook.cells(of: sheet)
    _ = try cells.next()
    while let row = try cells.next() {
      let width = max(columns.count, min((row.cells.last?.position ?? -1) + 1, limits.columns))
      var texts = [TableCell?](repeating: .text(""), count: width)
      for cell in row.cells where cell.position < width { texts[cell.position] = .text(cell.text) }
      let problem = Self.problem(row, width: columns.count, limits)
      try body(TableRow(line: row.number, cells: texts, problem: problem))
    }
  }

  private static func problem(_ row: SheetCells.Row, width: Int?, _ limits: TableLimits) -> TableProblem? {
    if row.isTooLong {
      return TableProblem(.rowTooLong(limit: limits.rowBytes), line: row.number, column: 1)
    }
    func problem(_ rule: TableProblem.Rule, _ cell: SheetCells.Cell) -> TableProblem {
      TableProblem(
        rule, line: row.number, column: cell.position + 1, cell: cell.position,
        value: String(cell.text.prefix(TableProblem.valueLength)))
    }
    for cell in row.cells {
      if let rule = cell.rule { return problem(rule, cell) }
    }
    guard let width, let last = row.cells.last, last.position >= width,
      let first = row.cells.first(where: { $0.position >= width })
    else { return nil }
    return problem(.tooManyCells(count: last.position + 1, columns: width), first)
  }
}
