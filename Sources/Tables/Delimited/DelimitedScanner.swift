/// Finds the cells of one row of delimited text (RFC 4180). A quote begins a quoted cell only as the first character of the
/// cell; elsewhere it is text.
struct DelimitedScanner: Sendable {
  /// The contents of a cell: a range of the text, without the quotes around it.
  struct Field {
    let start: Int
    let end: Int
    /// Whether a quote stands for a closing quote, and each quote inside is doubled.
    let hasDoubledQuotes: Bool
  }

  let delimiter: UInt8
  /// Cells that are kept of a row.
  let cellLimit: Int
  private(set) var fields: [Field] = []
  /// Cells of the row, also those that are not kept.
  private(set) var count = 0
  private(set) var defect: (rule: TableProblem.Rule, offset: Int, cell: Int)?

  /// - Parameters:
  ///   - start: Where a row begins.
  ///   - isLast: Whether the text ends behind the bytes.
  /// - Returns: The offset behind the row, or nil where the row does not end in the bytes.
  mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, isLast: Bool) -> Int? {
    fields.removeAll(keepingCapacity: true)
    count = 0
    defect = nil
    var index = start
    while true {
      if index < bytes.count, bytes[index] == .quote {
        guard let behind = scanQuoted(bytes, from: index, isLast: isLast) else { return nil }
        index = behind
      } else {
        let start = index
        index = plainEnd(bytes, from: start)
        append(start, index)
      }
      guard index < bytes.count else { return isLast ? index : nil }
      guard bytes[index] == delimiter else {
        return lineBreak(bytes, at: index, isLast: isLast)
      }
      index += 1
    }
  }

  private mutating func append(_ start: Int, _ end: Int, hasDoubledQuotes: Bool = false) {
    count += 1
    guard fields.count < cellLimit else { return }
    fields.append(Field(start: start, end: end, hasDoubledQuotes: hasDoubledQuotes))
  }

  private func plainEnd(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte == delimiter || byte == .lineFeed || byte == .carriageReturn { break }
      index += 1
    }
    return index
  }

  /// - Returns: The offset of the delimiter or line break behind the cell.
  private mutating func scanQuoted(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, isLast: Bool
  ) -> Int? {
    var index = start + 1
    var hasDoubledQuotes = false
    while index < bytes.count {
      guard bytes[index] == .quote else {
        index += 1
        continue
      }
      guard index + 1 < bytes.count || isLast else { return nil }
      if index + 1 < bytes.count, bytes[index + 1] == .quote {
        hasDoubledQuotes = true
        index += 2
        continue
      }
      append(start + 1, index, hasDoubledQuotes: hasDoubledQuotes)
      let end = plainEnd(bytes, from: index + 1)
      if end > index + 1 { report(.textAfterQuote, at: index + 1) }
      return end
    }
    guard isLast else { return nil }
    append(start + 1, bytes.count, hasDoubledQuotes: hasDoubledQuotes)
    report(.unterminatedQuote, at: start)
    return bytes.count
  }

  private mutating func report(_ rule: TableProblem.Rule, at offset: Int) {
    defect = defect ?? (rule, offset, count - 1)
  }

  /// - Returns: The offset behind the line break at this offset, or nil where an LF may follow the CR.
  private func lineBreak(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int, isLast: Bool) -> Int? {
    guard bytes[index] == .carriageReturn else { return index + 1 }
    guard index + 1 < bytes.count else { return isLast ? index + 1 : nil }
    return bytes[index + 1] == .lineFeed ? index + 2 : index + 1
  }
}

extension UInt8 {
  static let quote = UInt8(ascii: "\"")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")

  /// White space of JSON and of XML.
  var isSpace: Bool { self == 0x20 || self == .lineFeed || self == .carriageReturn || self == 0x09 }
}
