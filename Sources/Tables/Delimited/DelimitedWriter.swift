/// Writes rows of delimited text (RFC 4180): UTF-8, line breaks CR LF, quotes only where they are needed.
package struct DelimitedWriter: Sendable {
  private let delimiter: UInt8
  private var bytes: [UInt8]
  private var isFirst = true

  /// - Parameters:
  ///   - delimiter: An ASCII character other than `"`, CR and LF.
  ///   - hasByteOrderMark: Whether the text begins with the mark by which Excel recognizes UTF-8.
  package init(delimiter: UInt8 = UInt8(ascii: ","), hasByteOrderMark: Bool = false) {
    self.delimiter = delimiter
    bytes = hasByteOrderMark ? [0xEF, 0xBB, 0xBF] : []
  }

  /// Adds a row to what `takeBytes` returns.
  package mutating func append(_ cells: [String]) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { bytes.append(delimiter) }
      append(cell, isAlone: cells.count == 1, begins: isFirst && index == 0)
    }
    bytes += [.carriageReturn, .lineFeed]
    isFirst = false
  }

  /// How many bytes `takeBytes` returns.
  package var count: Int { bytes.count }

  package mutating func takeBytes() -> [UInt8] {
    defer { bytes.removeAll() }
    return bytes
  }

  private mutating func append(_ cell: String, isAlone: Bool, begins: Bool) {
    let needsQuotes =
      // Not a blank line.
      isAlone && cell.isEmpty
      // Neither a byte order mark nor a line that names the delimiter.
      || begins && (cell.unicodeScalars.first == "\u{FEFF}" || cell.utf8.starts(with: "sep=".utf8))
      || cell.utf8.contains { $0 == delimiter || $0 == .quote || $0 == .carriageReturn || $0 == .lineFeed }
    guard needsQuotes else {
      bytes += cell.utf8
      return
    }
    bytes.append(.quote)
    for byte in cell.utf8 {
      if byte == .quote { bytes.append(.quote) }
      bytes.append(byte)
    }
    bytes.append(.quote)
  }
}
