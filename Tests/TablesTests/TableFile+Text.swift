import Tables

extension TableFile {
  /// Reads a table from a text in memory.
  init(reading text: String, named name: String = "a.csv", options: TableOptions = TableOptions()) throws {
    try self.init(reading: Array(text.utf8), named: name, options: options)
  }

  init(reading bytes: [UInt8], named name: String = "a.csv", options: TableOptions = TableOptions()) throws {
    try self.init(reading: TableSource(bytes: bytes, name: name), options: options)
  }

  func allRows() throws -> [TableRow] {
    var all: [TableRow] = []
    try rows { row, _ in all.append(row) }
    return all
  }
}
