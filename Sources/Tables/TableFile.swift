/// A table in a file: its columns, and its rows one after another.
package struct TableFile: Sendable {
  package struct Detection: Sendable, Equatable {
    package var format: TableFormat
    /// The encoding of a text file; nil for a workbook.
    package var encoding: TextEncoding?
    package var isEncodingDetected = false
    package var hasByteOrderMark = false
    /// The delimiter of delimited text; nil for other formats.
    package var delimiter: UInt8?
    /// By the text, or by the format.
    package var isDelimiterDetected = false
    /// The name of the sheet that is read, and the number of visible sheets, for a workbook.
    package var sheet: String?
    package var sheetCount = 0
    package var isFirstSheet = false
    /// Whether the sheet is the first one that is shown, as the options name none.
    package var isSheetDetected = false
  }

  /// The columns that the header names; of JSON, the keys of the first object.
  package let columns: [TableColumn]
  package let detection: Detection
  private let contents: Contents

  private enum Contents {
    case delimited(DelimitedReader)
    case json(ObjectRows)
    case sheet(Workbook, Workbook.Sheet)
  }

  /// Reads the header, and of text in an unknown encoding the whole file once.
  package init(reading source: TableSource, options: TableOptions = TableOptions()) throws(TableError) {
    let first = try source.bytes(at: 0, count: 64 * 1_024)
    guard !first.isEmpty else { throw .empty }
    let format =
      if let given = options.format { given } else {
        try FormatDetection.format(of: first, named: source.name)
      }
    switch format {
    case .csv, .tsv:
      (contents, columns, detection) = try Self.delimited(source, first, format: format, options: options)
    case .jsonl, .json: (contents, columns, detection) = try Self.json(source, format, options: options)
    case .xlsx: (contents, columns, detection) = try Self.sheet(source, first, options: options)
    }
  }

  /// The rows behind the header, in the order of the file, from the first one. Each cursor reads the file again.
  package func cursor() throws(TableError) -> any TableCursor {
    switch contents {
    case .delimited(let reader): reader
    case .json(let reader): reader
    case .sheet(let workbook, let sheet):
      SheetRows(columns: columns, cells: try workbook.cells(of: sheet), limits: workbook.limits)
    }
  }

  /// A cursor that passes over the rows of delimited text in which no cell at these positions has one of these bytes. It makes
  /// no texts of them: that is most of the time of reading.
  package func cursor(overRowsWith bytes: [UInt8], at positions: [Int]) throws(TableError) -> any TableCursor
  {
    guard case .delimited(var reader) = contents else { return try cursor() }
    reader.filter = (positions, bytes)
    return reader
  }

  /// Calls `body` with each row behind the header, in the order of the file, and the columns known by then. Throws a
  /// `TableError` where the file cannot be read on, and what `body` throws.
  package func rows(_ body: (TableRow, [TableColumn]) throws -> Void) throws {
    var cursor = try cursor()
    while let row = try cursor.next() { try body(row, cursor.columns) }
  }

  private typealias Opened = (Contents, [TableColumn], Detection)

  private static func delimited(
    _ source: TableSource, _ first: [UInt8], format: TableFormat, options: TableOptions
  ) throws(TableError) -> Opened {
    if let other = FormatDetection.otherContents(of: first) { throw .otherContents(other) }
    let search = HeaderSearch(options)
    let encodings = EncodingDetection(source: source, header: search)
    let unmarked = options.encoding == nil ? try encodings.unmarkedUTF16() : nil
    if options.encoding != .utf16, unmarked == nil, FormatDetection.isBinary(first) {
      throw .otherContents(.binary)
    }
    let layout =
      if let unmarked { unmarked } else { try encodings.layout(given: options.encoding, needsUTF8: false) }
    var delimiter = options.delimiter
    if delimiter == nil, format == .tsv { delimiter = UInt8(ascii: "\t") }
    if delimiter == nil {
      var start: [UInt8] = []
      var stream = TextStream(source, layout)
      _ = try stream.read(into: &start)
      delimiter = DelimiterDetection(header: search).delimiter(of: start, isWhole: stream.isAtEnd)
    }
    let found = delimiter ?? UInt8(ascii: ",")
    var reader = DelimitedReader(TextStream(source, layout), delimiter: found, limits: options.limits)
    let columns = try reader.readHeader(search)
    let detection = Detection(
      format: format, encoding: layout.encoding, isEncodingDetected: options.encoding == nil,
      hasByteOrderMark: layout.start > 0, delimiter: found, isDelimiterDetected: options.delimiter == nil)
    return (.delimited(reader), columns, detection)
  }

  private static func json(
    _ source: TableSource, _ format: TableFormat, options: TableOptions
  ) throws(TableError) -> Opened {
    let layout = try EncodingDetection(source: source, header: HeaderSearch(options))
      .layout(given: options.encoding, needsUTF8: true)
    let elements = ElementStream(
      TextStream(source, layout), isArray: format == .json, limit: options.limits.rowBytes)
    let reader = try ObjectRows(elements, limits: options.limits).startingWithColumns()
    let detection = Detection(
      format: format, encoding: layout.encoding, isEncodingDetected: options.encoding == nil,
      hasByteOrderMark: layout.start > 0)
    return (.json(reader), reader.columns, detection)
  }

  private static func sheet(
    _ source: TableSource, _ first: [UInt8], options: TableOptions
  ) throws(TableError) -> Opened {
    // A workbook with a password is an OLE file, as an old one is.
    if let other = FormatDetection.otherContents(of: first) { throw .otherContents(other) }
    let workbook = try Workbook(source, limits: options.limits)
    let (sheet, columns) = try workbook.table(in: options.sheet, HeaderSearch(options))
    let detection = Detection(
      format: .xlsx, sheet: sheet.name, sheetCount: workbook.shown.count,
      isFirstSheet: sheet.name == workbook.shown[0].name, isSheetDetected: options.sheet == nil)
    return (.sheet(workbook, sheet), columns, detection)
  }
}

/// The rows of a table one after another, for callers that ask for each. Not to be copied between two calls of `next`: the
/// copies of a workbook's cursor share the place in its file.
package protocol TableCursor {
  /// The columns known so far: JSON adds columns as keys come.
  var columns: [TableColumn] { get }

  /// The next row behind the header; nil at the end. Throws where the file cannot be read on.
  mutating func next() throws(TableError) -> TableRow?
}

extension DelimitedReader: TableCursor {}
extension SheetRows: TableCursor {}
extension ObjectRows: TableCursor {}
