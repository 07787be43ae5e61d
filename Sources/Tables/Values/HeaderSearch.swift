/// Finds the header of a table among its first rows: a title, a date or a name may stand above it.
struct HeaderSearch: Sendable {
  private static let lastRow = 10
  /// Known names that make a row a header which is not the first with contents. A title may be one of the names.
  private static let names = 2

  private let words: Set<String>
  /// The number of the header row; nil to look for it.
  let row: Int?

  init(_ options: TableOptions) {
    words = Set(options.headerWords.map(Self.normalized))
    row = options.headerRow
  }

  var limit: Int { row ?? Self.lastRow }

  /// Whether a row is the header, whatever follows.
  func isHeader(_ cells: some Sequence<String>, row: Int) -> Bool {
    self.row.map { $0 == row } ?? (known(cells) >= Self.names)
  }

  func known(_ cells: some Sequence<String>) -> Int { cells.count { isKnown($0) } }

  func isKnown(_ cell: String) -> Bool { words.contains(Self.normalized(cell)) }

  /// Without regard to case, white space, `_`, `-`, `*` and a unit in parentheses at the end.
  private static func normalized(_ word: String) -> String {
    let name = word.lowercased().filter { !$0.isWhitespace && !"_-*".contains($0) }
    guard name.hasSuffix(")"), let unit = name.lastIndex(of: "("), unit > name.startIndex else { return name }
    return String(name[..<unit])
  }
}
