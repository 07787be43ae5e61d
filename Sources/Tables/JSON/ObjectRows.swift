/// Reads objects of JSON as rows. Each new key becomes a column.
struct ObjectRows: Sendable {
  private var elements: ElementStream
  private let limits: TableLimits
  private(set) var columns: [TableColumn] = []
  private var positions: [String: Int] = [:]

  init(_ elements: ElementStream, limits: TableLimits) {
    self.elements = elements
    self.limits = limits
  }

  /// A reader from the beginning that knows the columns of the first object.
  func startingWithColumns() throws(TableError) -> ObjectRows {
    var ahead = self
    guard try ahead.next() != nil else { throw .empty }
    // Later rows have the columns, too, when the first one has a problem.
    while ahead.columns.isEmpty, try ahead.next() != nil {}
    var reader = self
    reader.columns = ahead.columns
    reader.positions = ahead.positions
    return reader
  }

  mutating func next() throws(TableError) -> TableRow? {
    guard let element = try elements.next() else { return nil }
    let line = element.number
    guard !element.isTooLong, element.bytes.count <= limits.rowBytes else {
      let defect = ObjectCells.Defect(rule: .rowTooLong(limit: limits.rowBytes), offset: 0)
      return TableRow(line: line, cells: [], problem: problem(defect, element))
    }
    let result = element.bytes.withUnsafeBytes { bytes in
      Result { () throws(ObjectCells.Defect) in
        try ObjectCells.members(of: bytes, limit: limits.cellBytes, encoding: elements.encoding)
      }
    }
    switch result {
    case .failure(let defect): return TableRow(line: line, cells: [], problem: problem(defect, element))
    case .success(let members):
      var cells = [TableCell?](repeating: nil, count: columns.count)
      var formats: [Int: String] = [:]
      for member in members {
        if member.isText, case .text(let text) = member.cell, TableRow.isWrittenNumber(text) {
          formats[positions[member.key] ?? columns.count] = TableRow.textFormat
        }
        if let position = positions[member.key] {
          cells[position] = member.cell
        } else {
          guard columns.count < limits.columns else { throw .tooManyColumns(limit: limits.columns) }
          guard member.key.utf8.count <= limits.nameBytes else {
            let defect = ObjectCells.Defect(
              rule: .cellTooLong(limit: limits.nameBytes), offset: member.offset)
            return TableRow(line: line, cells: [], problem: problem(defect, element))
          }
          positions[member.key] = columns.count
          columns.append(TableColumn(name: member.key, line: line, position: columns.count))
          cells.append(member.cell)
        }
      }
      return TableRow(line: line, cells: cells, numberFormats: formats)
    }
  }

  private func problem(_ defect: ObjectCells.Defect, _ element: ElementStream.Element) -> TableProblem {
    var position = element.position
    position.advance(over: element.bytes.prefix(defect.offset))
    let value = String(decoding: element.bytes.prefix(4 * TableProblem.valueLength), as: UTF8.self)
    return TableProblem(defect.rule, line: position.line, column: position.column, value: value)
  }
}
