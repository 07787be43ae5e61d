import Console

/// An emulated terminal: interprets the bytes that a program writes, and has the visible text.
///
/// It supports the sequences of ECMA-48 and xterm that this program uses, and ignores colours and other styles.
package struct Screen: Sendable {
  /// A wide character takes two cells: the character and an empty string.
  private var cells: [[String]]
  private var row = 0
  private var column = 0
  /// The lines that have scrolled off the top.
  package private(set) var history: [String] = []
  package private(set) var isCursorShown = true
  /// The private modes that are set (such as `?2004`), except that of the cursor.
  package private(set) var modes: Set<String> = []
  /// The sequences that are not supported.
  package private(set) var unknown: [String] = []
  private var pending: [UInt8] = []

  package init(columns: Int, rows: Int) {
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  private var columns: Int { cells[0].count }

  /// The visible lines, without trailing spaces and trailing empty lines.
  package var text: String {
    var lines = cells.map(Self.line)
    while lines.last == "" { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  /// The line and the column of the cursor, from 0.
  package var cursor: [Int] { [row, column] }

  private static func line(_ cells: [String]) -> String {
    var line = cells.joined()
    while line.last == " " { line.removeLast() }
    return line
  }

  /// Changes the size. Lines stay in place and are truncated.
  package mutating func resize(columns: Int, rows: Int) {
    let surplus = max(0, row + 1 - rows)
    history += cells.prefix(surplus).map(Self.line)
    cells.removeFirst(surplus)
    row -= surplus
    cells = (0..<rows).map { row in
      let line = row < cells.count ? cells[row] : []
      return (0..<columns).map { $0 < line.count ? line[$0] : " " }
    }
    column = min(column, columns - 1)
  }

  package mutating func feed(_ bytes: some Sequence<UInt8>) {
    pending += bytes
    while !pending.isEmpty {
      let length = pending[0] == 0x1B ? sequence() : pending[0] < 0x20 ? control() : letter()
      guard length > 0 else { return }
      pending.removeFirst(length)
    }
  }

  private mutating func control() -> Int {
    switch pending[0] {
    case 0x08: column = max(0, column - 1)
    case 0x0A: lineFeed()
    case 0x0D: column = 0
    default: unknown.append(String(pending[0], radix: 16))
    }
    return 1
  }

  private mutating func lineFeed() {
    guard row == cells.count - 1 else {
      row += 1
      return
    }
    history.append(Self.line(cells.removeFirst()))
    cells.append(Array(repeating: " ", count: columns))
  }

  private mutating func letter() -> Int {
    let first = pending[0]
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard pending.count >= length else { return 0 }
    let text = String(decoding: pending.prefix(length), as: UTF8.self)
    let width = text.displayWidth
    if width == 0 {
      // A combining mark belongs to the character before it.
      if let place = cells[row][..<min(column, columns)].lastIndex(where: { !$0.isEmpty }) {
        cells[row][place] += text
      }
      return length
    }
    if column + width > columns {
      column = 0
      lineFeed()
    }
    cells[row][column] = text
    if width == 2 { cells[row][column + 1] = "" }
    column += width
    return length
  }

  /// CSI, parameters, final byte.
  private mutating func sequence() -> Int {
    guard pending.count > 1 else { return 0 }
    guard pending[1] == UInt8(ascii: "[") else {
      unknown.append(String(decoding: pending.prefix(2), as: UTF8.self))
      return 2
    }
    guard let end = pending.dropFirst(2).firstIndex(where: { 0x40...0x7E ~= $0 }) else { return 0 }
    let parameters = String(decoding: pending[2..<end], as: UTF8.self)
    let number = Int(parameters).map { max(1, $0) } ?? 1
    switch (Character(Unicode.Scalar(pending[end])), parameters) {
    case ("A", _): row = max(0, row - number)
    case ("B", _): row = min(cells.count - 1, row + number)
    case ("C", _): column = min(columns - 1, column + number)
    case ("D", _): column = max(0, column - number)
    case ("K", ""), ("K", "0"): erase(from: column)
    case ("J", ""), ("J", "0"):
      erase(from: column)
      for below in cells.indices.dropFirst(row + 1) { cells[below] = cells[below].map { _ in " " } }
    case ("m", _): break
    case ("h", "?25"): isCursorShown = true
    case ("l", "?25"): isCursorShown = false
    case ("h", _) where parameters.hasPrefix("?"): modes.insert(parameters)
    case ("l", _) where parameters.hasPrefix("?"): modes.remove(parameters)
    case (let final, _): unknown.append("CSI \(parameters)\(final)")
    }
    return end + 1
  }

  private mutating func erase(from start: Int) {
    for column in cells[row].indices.dropFirst(start) { cells[row][column] = " " }
  }
}
