/// The question what a terminal draws, and its answer as it comes in, byte by byte.
struct TerminalQuery: Equatable {
  /// Asks for an image of one pixel in kitty's protocol, which terminals that draw those answer (`a=q`), and then for
  /// the primary device attributes (DA1, ECMA-48 8.3.24), which all terminals answer, in order: after it there is nothing
  /// more to wait for. What a terminal may have printed of it in place of understanding it is erased.
  static let query = "\u{1B}_Gi=\(id),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\" + "\u{1B}[c" + "\r\u{1B}[K"

  /// Of the image that is asked about: a number that no other image is likely to have.
  private static let id = 3_071
  /// An answer is short; more is somebody's text.
  private static let longest = 256

  private(set) var drawsKitty = false
  private(set) var drawsSixel = false
  /// Whether the answer has come to its end.
  private(set) var isAnswered = false

  private enum Place: Equatable {
    case text
    case escape
    /// After `ESC [`.
    case control
    /// In a string that ends with `ESC \`, such as an application program command.
    case string
    case stringEscape
  }

  private var place = Place.text
  private var held: [UInt8] = []

  /// Everything that is no answer, such as keys that were typed meanwhile, is passed over.
  mutating func take(_ byte: UInt8) {
    switch (place, byte) {
    case (.string, 0x1B): place = .stringEscape
    case (.stringEscape, UInt8(ascii: "\\")):
      takeString()
      place = .text
    case (.stringEscape, _): place = .text
    case (_, 0x1B): begin(.escape)
    case (.escape, UInt8(ascii: "[")): begin(.control)
    case (.escape, UInt8(ascii: "_")), (.escape, UInt8(ascii: "P")), (.escape, UInt8(ascii: "]")):
      begin(.string)
    case (.escape, _), (.text, _): place = .text
    case (.control, 0x40...0x7E):
      if byte == UInt8(ascii: "c") { takeAttributes() }
      place = .text
    case (.control, 0x20...0x3F), (.string, 0x20...0x7E):
      held.append(byte)
      if held.count > Self.longest { place = .text }
    case (.control, _), (.string, _): place = .text
    }
  }

  private mutating func begin(_ place: Place) {
    self.place = place
    held = []
  }

  /// `Gi=3071;OK`, where there may be other keys beside `i`.
  private mutating func takeString() {
    let halves = String(decoding: held, as: UTF8.self).split(separator: ";", maxSplits: 1)
    guard halves.count == 2, halves[0].hasPrefix("G"), halves[1] == "OK" else { return }
    if halves[0].dropFirst().split(separator: ",").contains("i=\(Self.id)") { drawsKitty = true }
  }

  /// `?62;4;22`: 4 stands for sixels.
  private mutating func takeAttributes() {
    guard held.first == UInt8(ascii: "?") else { return }
    isAnswered = true
    let attributes = String(decoding: held.dropFirst(), as: UTF8.self).split(separator: ";")
    // The first is the kind of terminal; a VT132 is a 4 and draws nothing, but is gone.
    if attributes.contains("4") { drawsSixel = true }
  }
}
