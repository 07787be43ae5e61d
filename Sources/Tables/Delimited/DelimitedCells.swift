import SystemSupport

/// Makes a row of the cells that were found in a text.
struct DelimitedCells {
  let bytes: UnsafeBufferPointer<UInt8>
  /// Where the row begins, and its number.
  let start: Int
  let line: Int

  func row(
    _ scanner: DelimitedScanner, width: Int?, hasNUL: Bool, limit: Int, encoding: TextEncoding
  ) -> TableRow {
    var cells: [TableCell?] = []
    cells.reserveCapacity(max(scanner.fields.count, width ?? 0))
    var problem: TableProblem?
    for field in scanner.fields {
      let contents = UnsafeBufferPointer(rebasing: bytes[field.start..<field.end])
      if let text = text(of: contents, field.hasDoubledQuotes), contents.count <= limit,
        !hasNUL || !contents.contains(0)
      {
        cells.append(.text(text))
        continue
      }
      let (rule, index): (TableProblem.Rule, Int) =
        if contents.count > limit {
          (.cellTooLong(limit: limit), 0)
        } else if let invalid = UTF8Sequence.firstInvalid(in: UnsafeRawBufferPointer(contents)) {
          (.encoding(encoding), invalid)
        } else {
          (.nul, contents.firstIndex(of: 0) ?? 0)
        }
      problem =
        problem ?? self.problem(rule, at: field.start + index, cell: cells.count, value: contents[...])
      cells.append(.text(String(decoding: unquoted(contents, field.hasDoubledQuotes), as: UTF8.self)))
    }
    let missing = max(0, (width ?? 0) - cells.count)
    if problem == nil, let defect = scanner.defect {
      let field = scanner.fields[min(defect.cell, scanner.fields.count - 1)]
      problem = self.problem(
        defect.rule, at: defect.offset, cell: defect.cell, value: bytes[field.start..<field.end])
    } else if problem == nil, let width, scanner.count > width {
      let field = scanner.fields[width]
      problem = self.problem(
        .tooManyCells(count: scanner.count, columns: width), at: field.start, cell: width,
        value: bytes[field.start..<field.end])
    }
    cells += repeatElement(nil, count: missing)
    return TableRow(line: line, cells: cells, missing: missing, problem: problem)
  }

  /// - Parameter offset: The offset of the problem in the text of the row.
  func problem(
    _ rule: TableProblem.Rule, at offset: Int, cell: Int? = nil, value: Slice<UnsafeBufferPointer<UInt8>>
  ) -> TableProblem {
    var column = 1
    for byte in bytes[start..<offset] where byte & 0xC0 != 0x80 { column += 1 }
    let value = String(decoding: value.prefix(4 * TableProblem.valueLength), as: UTF8.self)
    return TableProblem(rule, line: line, column: column, cell: cell, value: value)
  }

  /// Nil where the bytes are not UTF-8.
  private func text(of contents: UnsafeBufferPointer<UInt8>, _ hasDoubledQuotes: Bool) -> String? {
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
