import Console

/// What is to be seen on a terminal after some bytes, as far as this program's own bytes go: text of all widths, lines
/// that are full, the cursor moved and lines erased (ECMA-48). Colours and pictures are not seen.
package struct Screen {
  private enum State: Equatable {
    case text
    case escape
    case sequence
    /// OSC, DCS and APC: up to ST, or BEL.
    case string(isEnding: Bool)
  }

  private let columns: Int
  private let rows: Int
  /// A cell holds a cluster, or nothing where a wide one before it reaches over it.
  private var cells: [[String]]
  private var row = 0
  private var column = 0
  private var state = State.text
  private var sequence = ""
  /// Lines that have left the screen at its upper end.
  private var former: [String] = []

  package init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  /// From the first line that was ever shown to the last one with anything on it, without spaces at their ends.
  package var text: String {
    var lines = former + cells.map(Self.line)
    while lines.last == "" { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  package mutating func show(_ text: String) {
    for character in text {
      // A line end of two bytes is one character in Swift.
      if character == "\r\n" {
        take("\r")
        take("\n")
      } else {
        take(character)
      }
    }
  }

  private mutating func take(_ character: Character) {
    switch state {
    case .text: takeText(character)
    case .escape:
      sequence = ""
      switch character {
      case "[": state = .sequence
      case "]", "P", "_", "^": state = .string(isEnding: false)
      default: state = .text
      }
    case .sequence:
      if "@" <= character, character <= "~" {
        state = .text
        obey(character)
      } else {
        sequence.append(character)
      }
    case .string(let isEnding):
      state =
        isEnding && character == "\\" || character == "\u{07}"
        ? .text : .string(isEnding: character == "\u{1B}")
    }
  }

  private mutating func takeText(_ character: Character) {
    switch character {
    case "\u{1B}": state = .escape
    case "\r": column = 0
    case "\n": lineFeed()
    case "\u{08}": column = max(0, column - 1)
    default:
      let width = character.displayWidth
      guard width > 0 else { return }
      if column + width > columns {
        column = 0
        lineFeed()
      }
      cells[row][column] = String(character)
      if width == 2 { cells[row][column + 1] = "" }
      column += width
    }
  }

  private mutating func lineFeed() {
    guard row == rows - 1 else { return row += 1 }
    former.append(Self.line(cells.removeFirst()))
    cells.append(Array(repeating: " ", count: columns))
  }

  private mutating func obey(_ final: Character) {
    let numbers = sequence.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    let first = numbers.first ?? nil
    switch final {
    case "A": row = max(0, row - (first ?? 1))
    case "B": row = min(rows - 1, row + (first ?? 1))
    case "C": column = min(columns - 1, column + (first ?? 1))
    case "D": column = max(0, column - (first ?? 1))
    case "G": column = min(columns, first ?? 1) - 1
    case "H":
      (row, column) = (min(rows, first ?? 1) - 1, min(columns, (numbers.dropFirst().first ?? nil) ?? 1) - 1)
    case "J":
      if first == 2 { (row, column) = (0, 0) }
      erase(from: column, in: row)
      for below in (row + 1)..<max(row + 1, rows) { erase(from: 0, in: below) }
    case "K": erase(from: first == 2 ? 0 : column, in: row)
    default: break
    }
  }

  private mutating func erase(from column: Int, in row: Int) {
    for index in min(column, columns)..<columns { cells[row][index] = " " }
  }

  private static func line(_ cells: [String]) -> String {
    var line = cells.joined()
    while line.last == " " { line.removeLast() }
    return line
  }
}
