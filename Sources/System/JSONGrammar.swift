package import Foundation

/// Whether bytes are one JSON text, as a whole (RFC 8259).
///
/// JSONDecoder reads the members that a type has: in the others it takes `01`, `[1,]`, a raw tab in a string and `\x`.
/// Two programs could then read one text in two ways. Names may occur twice, as the grammar allows, and a surrogate may be
/// escaped alone; the decoder refuses that where it is read.
package struct JSONGrammar {
  /// Nested arrays and objects, as many as JSONDecoder reads (RFC 8259 §9 allows a limit).
  private static let standardDepth = 512

  private let bytes: UnsafeRawBufferPointer
  private let depth: Int
  private var index = 0
  /// The arrays and objects around `index`: whether each is an object.
  private var isObject: [Bool] = []

  private init(_ bytes: UnsafeRawBufferPointer, depth: Int) {
    self.bytes = bytes
    self.depth = depth
  }

  /// Whether the data is one JSON text.
  package static func accepts(_ data: Data) -> Bool {
    data.withUnsafeBytes { firstDefect(in: $0) == nil }
  }

  /// The offset up to which bytes can begin a JSON text; nil where they are one.
  ///
  /// - Parameter depth: How deep arrays and objects may nest; 512 where nil.
  package static func firstDefect(in bytes: UnsafeRawBufferPointer, depth: Int? = nil) -> Int? {
    var grammar = JSONGrammar(bytes, depth: depth ?? standardDepth)
    return grammar.readText() ? nil : grammar.index
  }

  /// 0 at the end, which no grammar rule takes.
  private var byte: UInt8 { index < bytes.count ? bytes[index] : 0 }

  /// Reads one value and nothing behind it. Not recursive, so that deep nesting cannot exhaust the stack.
  private mutating func readText() -> Bool {
    // A recipient may ignore a byte order mark (§8.1).
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    while true {
      guard readValue() else { return false }
      // Behind a value: its container ends, or continues.
      while true {
        skipSpace()
        guard let isObject = isObject.last else { return index == bytes.count }
        if take(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
          self.isObject.removeLast()
          continue
        }
        guard take(UInt8(ascii: ",")) else { return false }
        if isObject, !readName() { return false }
        break
      }
    }
  }

  /// Reads a value without parts, an empty container, or the beginning of a container up to its first value.
  private mutating func readValue() -> Bool {
    while true {
      skipSpace()
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        let isObject = byte == UInt8(ascii: "{")
        guard self.isObject.count < depth else { return false }
        index += 1
        skipSpace()
        if take(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) { return true }
        self.isObject.append(isObject)
        if isObject, !readName() { return false }
      case UInt8(ascii: "\""): return readString()
      case UInt8(ascii: "t"): return take("true")
      case UInt8(ascii: "f"): return take("false")
      case UInt8(ascii: "n"): return take("null")
      default: return readNumber()
      }
    }
  }

  /// Reads the name of a member and the colon behind it.
  private mutating func readName() -> Bool {
    skipSpace()
    guard byte == UInt8(ascii: "\""), readString() else { return false }
    skipSpace()
    return take(UInt8(ascii: ":"))
  }

  private mutating func readString() -> Bool {
    index += 1
    while true {
      skipPlain()
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return true
      case UInt8(ascii: "\\"):
        index += 1
        guard readEscape() else { return false }
      case 0x80...:
        repeat {
          guard let count = UTF8Sequence.length(in: bytes, at: index) else { return false }
          index += count
        } while byte >= 0x80
      default: return false
      }
    }
  }

  /// Skips ASCII that stands for itself (§7): most of a text, and eight bytes at a time.
  private mutating func skipPlain() {
    while index + 8 <= bytes.count {
      let next = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      // The high bit of a byte is set by a borrow where the byte is 0, or of a byte behind such a one.
      let control = next &- Self.each(0x20)
      let quote = (next ^ Self.each(UInt8(ascii: "\""))) &- Self.each(1)
      let backslash = (next ^ Self.each(UInt8(ascii: "\\"))) &- Self.each(1)
      guard (next | control | quote | backslash) & Self.each(0x80) == 0 else { break }
      index += 8
    }
    while index < bytes.count, Self.isPlain(bytes[index]) { index += 1 }
  }

  /// Eight times a byte.
  private static func each(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

  private mutating func readEscape() -> Bool {
    let letter = byte
    index += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return true
    case UInt8(ascii: "u"):
      for _ in 0..<4 {
        guard Self.isDigit(byte) || (0x41...0x46).contains(byte & 0xDF) else { return false }
        index += 1
      }
      return true
    default: return false
    }
  }

  private mutating func readNumber() -> Bool {
    _ = take(UInt8(ascii: "-"))
    // No zero before other digits.
    if !take(UInt8(ascii: "0")), !readDigits() { return false }
    if take(UInt8(ascii: ".")), !readDigits() { return false }
    guard byte & 0xDF == UInt8(ascii: "E") else { return true }
    index += 1
    if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
    return readDigits()
  }

  private mutating func readDigits() -> Bool {
    let start = index
    while Self.isDigit(byte) { index += 1 }
    return index > start
  }

  private mutating func skipSpace() {
    while byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  private mutating func take(_ expected: UInt8) -> Bool {
    guard index < bytes.count, bytes[index] == expected else { return false }
    index += 1
    return true
  }

  private mutating func take(_ word: StaticString) -> Bool {
    guard index + word.utf8CodeUnitCount <= bytes.count else { return false }
    for offset in 0..<word.utf8CodeUnitCount where bytes[index + offset] != word.utf8Start[offset] {
      return false
    }
    index += word.utf8CodeUnitCount
    return true
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte &- 0x20 < 0x60 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }
}
