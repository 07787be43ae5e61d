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

extension TableRow {
  /// The cells as texts; nil where absent.
  var texts: [String?] {
    cells.map { cell in
      switch cell {
      case .text(let text): text
      case .list(let list): "[" + list.joined(separator: "|") + "]"
      case nil: nil
      }
    }
  }
}

extension TableOptions {
  init(encoding: TextEncoding?, words: Set<String> = []) {
    self.init()
    self.encoding = encoding
    headerWords = words
  }
}
