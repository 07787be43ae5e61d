/// The rows of a table one after another, for callers that ask for each. Not to be copied between two calls of `next`: the
/// copies of a workbook's cursor share the place in its file.
package struct TableCursor {
  private let names: [TableColumn]
  private var rows: any TableRows

  init(_ rows: any TableRows, columns: [TableColumn]) { (self.rows, names) = (rows, columns) }

  /// The columns known so far: JSON adds columns as keys come.
  package var columns: [TableColumn] { rows.known ?? names }

  /// The next row behind the header; nil at the end. Throws where the file cannot be read on.
  package mutating func next() throws(TableError) -> TableRow? { try rows.next() }
}

/// A reader of the rows of a table.
protocol TableRows {
  /// The columns as rows bring them; nil where the header has all.
  var known: [TableColumn]? { get }
  mutating func next() throws(TableError) -> TableRow?
}

extension TableRows {
  var known: [TableColumn]? { nil }
}

extension DelimitedReader: TableRows {}
extension SheetRows: TableRows {}
extension ObjectRows: TableRows {
  var known: [TableColumn]? { columns }
}
