/// Reads rows of delimited text, in memory that the longest row determines.
struct DelimitedReader: Sendable {
  private var text: TextStream
  private let limits: TableLimits
  private var scanner: DelimitedScanner
  private var buffer: [UInt8] = []
  /// Where the next row begins in the buffer.
  private var start = 0
  private var isAtEnd = false
  private var hasNUL = false
  /// The number of the next row, as `TableRow.line`.
  private var line = 1
  private var width: Int?
  /// Rows in which no cell at these positions has one of these bytes are passed over; nil to read all.
  var filter: (positions: [Int], bytes: [UInt8])?

  init(_ text: TextStream, delimiter: UInt8, limits: TableLimits) {
    self.text = text
    self.limits = limits
    scanner = DelimitedScanner(delimiter: delimiter, cellLimit: limits.columns + 1)
  }

  /// The columns that the header names; rows above it are left out.
  mutating func readHeader(_ search: HeaderSearch) throws(TableError) -> [TableColumn] {
    try fill()
    // A line that names the delimiter is not a row.
    if DelimiterDetection.separator(of: buffer) != nil { (start, line) = (5, 0) }
    var first: (row: TableRow, reader: DelimitedReader)?
    while let row = try next(), row.line <= search.limit {
      if row.problem == nil, search.isHeader(row.cells.map { $0?.plain ?? "" }, row: row.line) {
        return try takeHeader(row)
      }
      if first == nil { first = (row, self) }
    }
    if let row = search.row { throw .noHeaderRow(row) }
    guard let first else { throw .empty }
    self = first.reader
    return try takeHeader(first.row)
  }

  private mutating func takeHeader(_ header: TableRow) throws(TableError) -> [TableColumn] {
    if let problem = header.problem { throw .header(problem) }
    guard scanner.count <= limits.columns else { throw .tooManyColumns(limit: limits.columns) }
    width = header.cells.count
    return header.cells.enumerated().map { position, cell in
      TableColumn(name: cell?.plain ?? "", line: header.line, position: position)
    }
  }

  /// The next row that is no blank line; nil at the end.
  mutating func next() throws(TableError) -> TableRow? {
    while true {
      skipLineBreaks()
      let end = buffer.withUnsafeBufferPointer { scanner.scan($0, from: start, isLast: isAtEnd) }
      if let end, end > start || !isAtEnd {
        defer {
          start = end
          line += 1
        }
        if let filter, !matches(filter.positions, filter.bytes) { continue }
        return row(end: end)
      }
      if isAtEnd { return nil }
      guard buffer.count - start <= limits.rowBytes else { return try skipRow() }
      try fill()
    }
  }

  private func matches(_ positions: [Int], _ wanted: [UInt8]) -> Bool {
    buffer.withUnsafeBufferPointer { bytes in
      positions.contains { position in
        guard scanner.fields.indices.contains(position) else { return false }
        let field = scanner.fields[position]
        return bytes[field.start..<field.end].contains { wanted.contains($0) }
      }
    }
  }

  private mutating func skipLineBreaks() {
    while start < buffer.count {
      switch buffer[start] {
      case .lineFeed: start += 1
      case .carriageReturn:
        guard start + 1 < buffer.count || isAtEnd else { return }
        start += start + 1 < buffer.count && buffer[start + 1] == .lineFeed ? 2 : 1
      default: return
      }
      line += 1
    }
  }

  private mutating func fill() throws(TableError) {
    let old = buffer.count - start
    isAtEnd = try !text.refill(&buffer, dropping: start)
    start = 0
    hasNUL = hasNUL || buffer[old...].contains(0)
  }

  /// Skips a row that is too long, without keeping it.
  private mutating func skipRow() throws(TableError) -> TableRow {
    let first = line
    var skipper = DelimitedSkipper(delimiter: scanner.delimiter)
    let value = String(decoding: buffer[start...].prefix(TableProblem.valueLength), as: UTF8.self)
    while true {
      if let end = skipper.skip(buffer, from: start) {
        start = end
        break
      }
      buffer.removeAll(keepingCapacity: true)
      start = 0
      if try !text.read(into: &buffer) {
        isAtEnd = true
        break
      }
    }
    line += 1
    let rule: TableProblem.Rule =
      isAtEnd && skipper.isQuoted ? .unterminatedQuote : .rowTooLong(limit: limits.rowBytes)
    return TableRow(
      line: first, cells: [], problem: TableProblem(rule, line: first, column: 1, value: value))
  }

  private func row(end: Int) -> TableRow {
    buffer.withUnsafeBufferPointer { bytes in
      let cells = DelimitedCells(bytes: bytes, start: start, line: line)
      if end - start > limits.rowBytes {
        let problem = cells.problem(
          .rowTooLong(limit: limits.rowBytes), at: start,
          value: bytes[start..<end].prefix(TableProblem.valueLength))
        return TableRow(line: line, cells: [], problem: problem)
      }
      return cells.row(
        scanner, width: width, hasNUL: hasNUL, limit: limits.cellBytes, encoding: text.encoding)
    }
  }
}

extension TableCell {
  fileprivate var plain: String { if case .text(let text) = self { text } else { "" } }
}
