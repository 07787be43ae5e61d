/// A table in a file: its columns, and its rows one after another.
package struct TableFile: Sendable {
  /// What was found in the file, or given.
  package struct Taken: Sendable, Equatable {
    package var format: TableFormat
    package var isFormatDetected = false
    /// Of text; nil for a workbook.
    package var encoding: TextEncoding?
    package var isEncodingDetected = false
    /// Of delimited text.
    package var delimiter: UInt8?
    package var isDelimiterDetected = false
    /// Of a workbook: the name of the sheet, and how many there are.
    package var sheet: String?
    package var sheetCount = 0

    package init(format: TableFormat) {
      self.format = format
    }
  }

  /// The columns that the header names; of JSON, the keys of the first object.
  package let columns: [TableColumn]
  package let taken: Taken
  private let reader: DelimitedReader

  /// Reads the header, and of text in an unknown encoding the whole file once.
  package init(reading source: TableSource, options: TableOptions = TableOptions()) throws(TableError) {
    var taken = Taken(format: options.format ?? TableFormat(fileName: source.name) ?? .csv)
    taken.isFormatDetected = options.format == nil
    taken.encoding = .utf8
    taken.isEncodingDetected = options.encoding == nil
    taken.delimiter = options.delimiter ?? UInt8(ascii: taken.format == .tsv ? "\t" : ",")
    taken.isDelimiterDetected = options.delimiter == nil
    var reader = DelimitedReader(
      TextStream(source), delimiter: taken.delimiter ?? UInt8(ascii: ","), limits: options.limits)
    columns = try reader.readHeader()
    self.reader = reader
    self.taken = taken
  }

  /// Calls `body` with each row behind the header, in the order of the file, and the columns known by then: JSON adds
  /// columns as keys come. Can be called again, and reads the file again then.
  package func rows(_ body: (TableRow, [TableColumn]) throws -> Void) throws {
    var reader = reader
    while let row = try reader.next() { try body(row, columns) }
  }
}
