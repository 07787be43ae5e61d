/// Finds the end of a row of delimited text piece by piece, in constant memory.
struct DelimitedSkipper {
  private enum State {
    case cellStart, plain, quoted, behindQuote, behindReturn
  }

  let delimiter: UInt8
  private var state = State.cellStart

  init(delimiter: UInt8) { self.delimiter = delimiter }

  /// Whether the row ends, where the text ends, in a quoted cell.
  var isQuoted: Bool { state == .quoted }

  /// - Returns: The offset behind the row; nil where it does not end in these bytes.
  mutating func skip(_ bytes: [UInt8], from start: Int) -> Int? {
    for index in start..<bytes.count {
      let byte = bytes[index]
      switch state {
      case .behindReturn: return byte == .lineFeed ? index + 1 : index
      case .quoted:
        if byte == .quote { state = .behindQuote }
      case .behindQuote where byte == .quote: state = .quoted
      case .cellStart where byte == .quote: state = .quoted
      case .cellStart, .plain, .behindQuote:
        if byte == .lineFeed { return index + 1 }
        state = byte == .carriageReturn ? .behindReturn : byte == delimiter ? .cellStart : .plain
      }
    }
    return nil
  }
}
