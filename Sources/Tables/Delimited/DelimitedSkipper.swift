/// Finds the end of a row of delimited text piece by piece, in constant memory.
struct DelimitedSkipper {
  private enum State {
    case cellStart, plain, quoted, behindQuote, behindReturn
  }

  let delimiter: UInt8
  private var state = State.cellStart
  private var wasReturn = false
  /// Line breaks of the row, with the one that ends it.
  private(set) var lineBreaks = 0

  init(delimiter: UInt8) {
    self.delimiter = delimiter
  }

  /// Whether the row ends, where the text ends, in a quoted cell.
  var isQuoted: Bool { state == .quoted }

  /// - Returns: The offset behind the row; nil where it does not end in these bytes.
  mutating func skip(_ bytes: [UInt8], from start: Int) -> Int? {
    for index in start..<bytes.count {
      let byte = bytes[index]
      let isBreak = byte == .lineFeed || byte == .carriageReturn
      switch state {
      case .behindReturn: return byte == .lineFeed ? index + 1 : index
      case .quoted:
        if byte == .quote { state = .behindQuote }
        if isBreak, byte != .lineFeed || !wasReturn { lineBreaks += 1 }
      case .behindQuote where byte == .quote: state = .quoted
      case .cellStart where byte == .quote: state = .quoted
      case .cellStart, .plain, .behindQuote:
        if byte == .lineFeed {
          lineBreaks += 1
          return index + 1
        }
        if byte == .carriageReturn {
          lineBreaks += 1
          state = .behindReturn
        } else {
          state = byte == delimiter ? .cellStart : .plain
        }
      }
      wasReturn = byte == .carriageReturn
    }
    return nil
  }
}
