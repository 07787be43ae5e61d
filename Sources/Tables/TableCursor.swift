/// The rows of a table one after another, for callers that ask for each. Not to be copied between two calls of `next`: the
/// copies of a workbook's cursor share the place in its file.
package struct TableCursor {
  /// The columns known so far: JSON adds columns as keys come.
  package private(set) var columns: [TableColumn]
  private var reader: Reader

  private enum Reader {
    case delimited(DelimitedReader)
    case json(ObjectRows)
    case sheet(SheetRows)
    case busy
  }

  init(_ reader: DelimitedReader, columns: [TableColumn]) {
    self.reader = .delimited(reader)
    self.columns = columns
  }

  init(_ reader: ObjectRows) {
    self.reader = .json(reader)
    columns = reader.columns
  }

  init(_ rows: SheetRows, columns: [TableColumn]) {
    reader = .sheet(rows)
    self.columns = columns
  }

  /// The next row behind the header; nil at the end. Throws where the file cannot be read on.
  package mutating func next() throws(TableError) -> TableRow? {
    // Taken out of the enumeration, so that buffers are not copied.
    switch reader {
    case .delimited(var rows):
      reader = .busy
      defer { reader = .delimited(rows) }
      return try rows.next()
    case .json(var rows):
      reader = .busy
      defer { reader = .json(rows) }
      defer { columns = rows.columns }
      return try rows.next()
    case .sheet(var rows):
      reader = .busy
      defer { reader = .sheet(rows) }
      return try rows.next()
    case .busy: return nil
    }
  }
}
