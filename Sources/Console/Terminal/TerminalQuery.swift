/// A query whether a terminal draws images in kitty's protocol, and a parser of the response, byte by byte.
struct TerminalQuery: Equatable {
  /// Queries an image of one pixel in kitty's protocol (`a=q`), to which only terminals with that protocol respond, and then
  /// the primary device attributes (DA1, ECMA-48 8.3.24), to which every terminal responds. Responses come in order, so
  /// DA1 is the last. Anything that a terminal printed instead is erased.
  static let query = "\u{1B}_Gi=\(id),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\" + "\u{1B}[c" + "\r\u{1B}[K"

  /// The id of the queried image, which no other image is likely to have.
  private static let id = 3_071
  /// The longest response, in bytes; anything longer is other input.
  private static let longest = 256

  private(set) var supportsKitty = false
  /// Whether the whole response has been read.
  private(set) var isComplete = false

  private enum State: Equatable {
    case text
    case escape
    /// After `ESC [`.
    case control
    /// In a string that ends with `ESC \`, such as an application program command.
    case string
    case stringEscape
  }

  private var state = State.text
  private var buffer: [UInt8] = []

  /// Parses a byte. Other input, such as type-ahead, is skipped.
  mutating func take(_ byte: UInt8) {
    switch (state, byte) {
    case (.string, 0x1B): state = .stringEscape
    case (.stringEscape, UInt8(ascii: "\\")):
      readString()
      state = .text
    case (.stringEscape, _): state = .text
    case (_, 0x1B): begin(.escape)
    case (.escape, UInt8(ascii: "[")): begin(.control)
    case (.escape, UInt8(ascii: "_")), (.escape, UInt8(ascii: "P")), (.escape, UInt8(ascii: "]")):
      begin(.string)
    case (.escape, _), (.text, _): state = .text
    case (.control, 0x40...0x7E):
      if byte == UInt8(ascii: "c"), buffer.first == UInt8(ascii: "?") { isComplete = true }
      state = .text
    case (.control, 0x20...0x3F), (.string, 0x20...0x7E):
      buffer.append(byte)
      if buffer.count > Self.longest { state = .text }
    case (.control, _), (.string, _): state = .text
    }
  }

  private mutating func begin(_ state: State) {
    self.state = state
    buffer = []
  }

  /// `Gi=3071;OK`, where there may be other keys beside `i`.
  private mutating func readString() {
    let halves = String(decoding: buffer, as: UTF8.self).split(separator: ";", maxSplits: 1)
    guard halves.count == 2, halves[0].hasPrefix("G"), halves[1] == "OK" else { return }
    if halves[0].dropFirst().split(separator: ",").contains("i=\(Self.id)") { supportsKitty = true }
  }
}
