import SystemSupport

/// Finds the delimiter of a text by its header and first rows.
struct DelimiterDetection {
  private static let candidates = [
    UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|"),
  ]
  private static let rowCount = 50

  let header: HeaderSearch

  /// How well a candidate fits the text, by weight: known cells of the header, rows with as many cells, of a thousand, and those cells.
  private typealias Fit = (known: Int, even: Int, cells: Int)

  /// - Returns: A comma for a text of one column.
  func delimiter(of text: [UInt8], isWhole: Bool) -> UInt8 {
    if let separator = Self.separator(of: text) { return separator }
    let fits = Self.candidates.map { ($0, fit(of: $0, to: text, isWhole: isWhole)) }.filter { $0.1.cells > 1 }
    // The first candidate wins a tie.
    let best = fits.reversed().max { $0.1 < $1.1 }
    return best?.0 ?? UInt8(ascii: ",")
  }

  private func fit(of delimiter: UInt8, to text: [UInt8], isWhole: Bool) -> Fit {
    text.withUnsafeBufferPointer { bytes in
      var scanner = DelimitedScanner(delimiter: delimiter, cellLimit: 2_048)
      var fit: Fit = (0, 0, 1)
      var (start, rows, even, number) = (0, -1, 0, 0)
      while start < bytes.count, rows < Self.rowCount {
        // A header that is cut off counts as far as it reaches.
        guard let end = scanner.scan(bytes, from: start, isLast: isWhole || rows < 0) else { break }
        defer { start = end }
        number += 1
        if scanner.fields.count == 1, let field = scanner.fields.first, field.start == field.end { continue }
        let cells = number > header.limit ? [] : scanner.fields.map { cell(bytes, $0) }
        // The header is the first row, unless a later one is found.
        if rows < 0 || fit.known < 2 && number <= header.limit && header.isHeader(cells, row: number) {
          (fit.cells, fit.known) = (scanner.count, header.known(cells))
          (rows, even) = (0, 0)
          continue
        }
        if scanner.count == fit.cells { even += 1 }
        rows += 1
      }
      fit.even = rows > 0 ? 1_000 * even / rows : 0
      return fit
    }
  }

  private func cell(_ bytes: UnsafeBufferPointer<UInt8>, _ field: DelimitedScanner.Field) -> String {
    String(decoding: bytes[field.start..<field.end], as: UTF8.self).streamSafe
  }

  /// The delimiter that a first line `sep=;` names, which Excel writes and reads.
  static func separator(of text: [UInt8]) -> UInt8? {
    guard text.count >= 5, text[..<4].elementsEqual("sep=".utf8), (0x09...0x7E).contains(text[4]),
      text.count == 5 || text[5] == .lineFeed || text[5] == .carriageReturn,
      text[4] != .lineFeed, text[4] != .carriageReturn, text[4] != .quote
    else { return nil }
    return text[4]
  }
}
