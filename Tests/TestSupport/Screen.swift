import Console

/// An emulated terminal: interprets the bytes that a program writes, and has the visible text.
///
/// It supports the sequences of ECMA-48 and xterm that this program uses.
package struct Screen: Sendable {
  /// A wide character takes two cells: the character and an empty string.
  private var cells: [[String]]
  /// The style of each cell, as the parameters of SGR in force: `1;31`; empty for none.
  private var styles: [[String]]
  /// The codes that are on, in the order of their numbers, and the colours.
  private var style: [Int: String] = [:]
  /// The screen that the alternate one covers, with its cursor.
  private var covered: (cells: [[String]], row: Int, column: Int)?
  /// The lines that scroll, as they were set last.
  private var region: ClosedRange<Int>?
  /// Bytes that were written.
  package private(set) var written = 0
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
    styles = Array(repeating: Array(repeating: "", count: columns), count: rows)
  }

  /// The style of each cell of a line.
  package func styles(_ row: Int) -> [String] { styles[row] }

  /// The parts of a line with each style, such as `1;31`, without those in the usual one.
  package func styled(_ row: Int) -> [(style: String, text: String)] {
    var parts: [(style: String, text: String)] = []
    for (cell, style) in zip(cells[row], styles[row]) {
      if parts.last?.style == style {
        parts[parts.count - 1].text += cell
      } else {
        parts.append((style, cell))
      }
    }
    return parts.filter { !$0.style.isEmpty }
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
    func resized(_ cells: [[String]]) -> [[String]] {
      (0..<rows).map { row in
        let line = row < cells.count ? cells[row] : []
        return (0..<columns).map { $0 < line.count ? line[$0] : " " }
      }
    }
    cells = resized(cells)
    covered = covered.map { (resized($0.cells), min($0.row, rows - 1), min($0.column, columns - 1)) }
    column = min(column, columns - 1)
    styles = cells.map { $0.map { _ in "" } }
    region = nil
  }

  package mutating func feed(_ bytes: some Collection<UInt8>) {
    pending += bytes
    written += bytes.count
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
    styles.removeFirst()
    styles.append(Array(repeating: "", count: columns))
  }

  /// Moves the lines of the region up, or down by a negative number.
  private mutating func scroll(by count: Int) {
    let region = region ?? 0...cells.count - 1
    let (formerCells, formerStyles) = (cells, styles)
    for row in region {
      let isIn = region.contains(row + count)
      cells[row] = isIn ? formerCells[row + count] : cells[row].map { _ in " " }
      styles[row] = isIn ? formerStyles[row + count] : styles[row].map { _ in "" }
    }
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
    styles[row][column] = styleText
    if width == 2 {
      cells[row][column + 1] = ""
      styles[row][column + 1] = styleText
    }
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
    case ("G", _): column = min(columns, number) - 1
    case ("H", _):
      let place = parameters.split(separator: ";").map { Int($0) ?? 1 }
      row = min(cells.count, place.first ?? 1) - 1
      column = min(columns, place.count > 1 ? place[1] : 1) - 1
    case ("S", _): scroll(by: number)
    case ("T", _): scroll(by: -number)
    case ("r", _):
      let lines = parameters.split(separator: ";").compactMap { Int($0) }
      region = lines.count == 2 ? lines[0] - 1...lines[1] - 1 : nil
      (row, column) = (0, 0)
    case ("J", "2"):
      for row in cells.indices {
        cells[row] = cells[row].map { _ in " " }
        styles[row] = styles[row].map { _ in "" }
      }
    case ("K", ""), ("K", "0"): erase(from: column)
    case ("J", ""), ("J", "0"):
      erase(from: column)
      for below in cells.indices.dropFirst(row + 1) {
        cells[below] = cells[below].map { _ in " " }
        styles[below] = styles[below].map { _ in "" }
      }
    case ("m", _): select(parameters)
    case ("h", "?1049"):
      // Once more only the cursor is saved, as xterm does.
      let isOther = modes.insert(parameters).inserted
      covered = (isOther ? cells : covered?.cells ?? cells, row, column)
      guard isOther else { break }
      cells = cells.map { $0.map { _ in " " } }
    case ("l", "?1049"):
      modes.remove(parameters)
      if let covered { (cells, row, column) = covered }
      covered = nil
    case ("h", "?25"): isCursorShown = true
    case ("l", "?25"): isCursorShown = false
    case ("h", _) where parameters.hasPrefix("?"): modes.insert(parameters)
    case ("l", _) where parameters.hasPrefix("?"): modes.remove(parameters)
    case (let final, _): unknown.append("CSI \(parameters)\(final)")
    }
    return end + 1
  }

  private mutating func erase(from start: Int) {
    for column in cells[row].indices.dropFirst(start) {
      cells[row][column] = " "
      styles[row][column] = ""
    }
  }

  private var styleText: String { style.sorted { $0.key < $1.key }.map(\.value).joined(separator: ";") }

  /// Applies SGR: codes that turn on have those that turn off, 20 above them.
  private mutating func select(_ parameters: String) {
    var codes = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }[...]
    while let code = codes.popFirst() {
      switch code {
      case 0: style = [:]
      case 1...9: style[code] = "\(code)"
      case 22: (style[1], style[2]) = (nil, nil)
      case 23...29: style[code - 20] = nil
      case 30...37, 40...47, 90...107: style[code / 10 == 4 || code >= 100 ? 40 : 30] = "\(code)"
      case 38, 48:
        let count = codes.first == 5 ? 2 : 4
        style[code - 8] = "\(code);" + codes.prefix(count).map(String.init).joined(separator: ";")
        codes = codes.dropFirst(count)
      case 39, 49: style[code - 9] = nil
      default: unknown.append("SGR \(code)")
      }
    }
  }
}
