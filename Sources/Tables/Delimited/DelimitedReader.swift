import SystemSupport

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
  private(set) var columns: [TableColumn] = []
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
      if row.problem == nil, search.isHeader(row.cells.map { $0?.plainText ?? "" }, row: row.line) {
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
    columns = header.cells.enumerated().map { position, cell in
      TableColumn(name: cell?.plainText ?? "", line: header.line, position: position)
    }
    return columns
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
      guard end - start > limits.rowBytes else { return row(of: bytes) }
      let problem = problem(
        .rowTooLong(limit: limits.rowBytes), at: start, in: bytes,
        value: bytes[start..<end].prefix(TableProblem.valueLength))
      return TableRow(line: line, cells: [], problem: problem)
    }
  }
}

/// Rows of the cells that were found in a text.
extension DelimitedReader {
  private func row(of bytes: UnsafeBufferPointer<UInt8>) -> TableRow {
    let width = columns.isEmpty ? nil : columns.count
    var cells: [TableCell?] = []
    cells.reserveCapacity(max(scanner.fields.count, width ?? 0))
    var problem: TableProblem?
    for field in scanner.fields {
      let contents = UnsafeBufferPointer(rebasing: bytes[field.start..<field.end])
      if let text = decoded(contents, field.hasDoubledQuotes), contents.count <= limits.cellBytes,
        !hasNUL || !contents.contains(0)
      {
        cells.append(.text(text))
        continue
      }
      let (rule, index): (TableProblem.Rule, Int) =
        if contents.count > limits.cellBytes {
          (.cellTooLong(limit: limits.cellBytes), 0)
        } else if let invalid = UTF8Sequence.firstInvalid(in: UnsafeRawBufferPointer(contents)) {
          (.encoding(text.encoding), invalid)
        } else {
          (.nul, contents.firstIndex(of: 0) ?? 0)
        }
      problem =
        problem
        ?? self.problem(
          rule, at: field.start + index, in: bytes, cell: cells.count, value: contents[...])
      cells.append(.text(String(decoding: unquoted(contents, field.hasDoubledQuotes), as: UTF8.self)))
    }
    let missing = max(0, (width ?? 0) - cells.count)
    if problem == nil, let defect = scanner.defect {
      let field = scanner.fields[min(defect.cell, scanner.fields.count - 1)]
      problem = self.problem(
        defect.rule, at: defect.offset, in: bytes, cell: defect.cell, value: bytes[field.start..<field.end])
    } else if problem == nil, let width, scanner.count > width {
      let field = scanner.fields[width]
      problem = self.problem(
        .tooManyCells(count: scanner.count, columns: width), at: field.start, in: bytes, cell: width,
        value: bytes[field.start..<field.end])
    }
    cells += repeatElement(nil, count: missing)
    return TableRow(line: line, cells: cells, missing: missing, problem: problem)
  }

  /// - Parameter offset: The offset of the problem in the text.
  private func problem(
    _ rule: TableProblem.Rule, at offset: Int, in bytes: UnsafeBufferPointer<UInt8>, cell: Int? = nil,
    value: Slice<UnsafeBufferPointer<UInt8>>
  ) -> TableProblem {
    let column = 1 + bytes[start..<offset].count { $0 & 0xC0 != 0x80 }
    let value = String(decoding: value.prefix(4 * TableProblem.valueLength), as: UTF8.self)
    return TableProblem(rule, line: line, column: column, cell: cell, value: value)
  }

  /// Nil where the bytes are not UTF-8.
  private func decoded(_ contents: UnsafeBufferPointer<UInt8>, _ hasDoubledQuotes: Bool) -> String? {
    guard hasDoubledQuotes else { return UTF8Sequence.text(UnsafeRawBufferPointer(contents)) }
    return unquoted(contents, true).withUnsafeBytes(UTF8Sequence.text)
  }

  /// The bytes with each doubled quote as one.
  private func unquoted(_ contents: UnsafeBufferPointer<UInt8>, _ hasDoubledQuotes: Bool) -> [UInt8] {
    guard hasDoubledQuotes else { return Array(contents) }
    var result: [UInt8] = []
    result.reserveCapacity(contents.count)
    var index = 0
    while index < contents.count {
      result.append(contents[index])
      index += contents[index] == .quote ? 2 : 1
    }
    return result
  }
}
