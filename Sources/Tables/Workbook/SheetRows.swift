/// Finds the table of a workbook; see `HeaderSearch` for its header.
extension Workbook {
  /// So many sheets are looked at for one with a known name of a column.
  private static let mostSheets = 20

  /// The sheet with a name or a number, or where none is given the first one with a known header, and its columns.
  func table(in name: String?, _ search: HeaderSearch) throws(TableError) -> (Sheet, [TableColumn]) {
    // A cover, or the summary that Numbers writes, may stand before the sheet with the table.
    let candidates =
      name == nil && search.row == nil ? Array(shown.prefix(Self.mostSheets)) : [try sheet(name)]
    var found: (sheet: Sheet, header: SheetCells.Row)?
    for candidate in candidates {
      let (row, isKnown) = try Self.header(try cells(of: candidate), search)
      if let row, isKnown || found == nil { found = (candidate, row) }
      if isKnown { break }
    }
    guard let (sheet, header) = found else { throw .empty }
    if let problem = header.problem(width: nil, limits) { throw .header(problem) }
    let width = (header.cells.last?.position ?? -1) + 1
    guard width <= limits.columns else { throw .tooManyColumns(limit: limits.columns) }
    var names = [String](repeating: "", count: width)
    for cell in header.cells { names[cell.position] = cell.text }
    return (sheet, names.enumerated().map { TableColumn(name: $1, line: header.number, position: $0) })
  }

  /// The header, or the first row with contents where none is known.
  private static func header(
    _ cells: consuming SheetCells, _ search: HeaderSearch
  ) throws(TableError) -> (row: SheetCells.Row?, isKnown: Bool) {
    var cells = cells
    var first: SheetCells.Row?
    while let row = try cells.next(), row.number <= search.limit {
      if !row.isTooLong, search.isHeader(row.cells.lazy.map(\.text), row: row.number) { return (row, true) }
      first = first ?? row
    }
    if let row = search.row { throw .noHeaderRow(row) }
    return (first, first.map { search.known($0.cells.lazy.map(\.text)) > 0 } ?? false)
  }
}

/// The rows of a sheet behind its header, one after another.
struct SheetRows {
  let columns: [TableColumn]
  var cells: SheetCells
  let limits: TableLimits

  mutating func next() throws(TableError) -> TableRow? {
    var next = try cells.next()
    while let row = next, row.number <= columns[0].line { next = try cells.next() }
    guard let row = next else { return nil }
    let count = max(columns.count, min((row.cells.last?.position ?? -1) + 1, limits.columns))
    var texts = [TableCell?](repeating: .text(""), count: count)
    var formats: [Int: String] = [:]
    for cell in row.cells where cell.position < count {
      texts[cell.position] = .text(cell.text)
      if let format = cell.numberFormat { formats[cell.position] = format }
    }
    return TableRow(
      line: row.number, cells: texts, numberFormats: formats,
      problem: row.problem(width: columns.count, limits))
  }
}

extension SheetCells.Row {
  /// - Parameter width: The number of columns; nil for the header.
  fileprivate func problem(width: Int?, _ limits: TableLimits) -> TableProblem? {
    if isTooLong {
      return TableProblem(.rowTooLong(limit: limits.rowBytes), line: number, column: 1)
    }
    func problem(_ rule: TableProblem.Rule, _ cell: SheetCells.Cell) -> TableProblem {
      TableProblem(
        rule, line: number, column: cell.position + 1, cell: cell.position, value: cell.text)
    }
    for cell in cells {
      if let rule = cell.rule { return problem(rule, cell) }
    }
    guard let width, let last = cells.last, last.position >= width,
      let first = cells.first(where: { $0.position >= width })
    else { return nil }
    return problem(.tooManyCells(count: last.position + 1, columns: width), first)
  }
}
