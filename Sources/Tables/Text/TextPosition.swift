/// A character of a text: its line and its place on the line, both from 1.
struct TextPosition: Sendable {
  private(set) var line = 1
  private(set) var column = 1
  private var wasReturn = false

  /// Moves behind bytes of UTF-8. CR LF, LF and CR are one line break each; the position stays on a line until its break is
  /// behind it.
  mutating func advance(over bytes: some Sequence<UInt8>) {
    for byte in bytes {
      if byte == .lineFeed || byte == .carriageReturn {
        if byte == .carriageReturn || !wasReturn {
          line += 1
          column = 1
        }
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
      wasReturn = byte == .carriageReturn
    }
  }
}
