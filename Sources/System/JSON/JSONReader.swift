package import Foundation

/// A cursor over the bytes of a JSON text (RFC 8259): a caller pulls the values that it wants, in the order of the text, and
/// skips the others. What the cursor has passed is JSON; programs that take `01`, `[1,]` or `\x` in members that they do
/// not read could read one text in two ways.
///
/// A name may occur twice, as the grammar allows: the first one counts, unless the reader is strict. A surrogate may be escaped alone; that is refused
/// where it is read.
package struct JSONReader {
  /// Nested arrays and objects (§9 allows a limit).
  package static let standardDepth = 512
  /// The most digits that always fit an `Int`.
  private static let digitLimit = 18

  private let bytes: UnsafeRawBufferPointer
  /// How many more arrays and objects may be opened.
  private var depth: Int
  private let takesNUL: Bool
  /// Whether names that occur twice are a defect, and those that no one reads: a misspelt one would mean something else.
  package let isStrict: Bool
  /// The offset of the next byte; where the text is not JSON, of the first byte that is wrong.
  package private(set) var index = 0

  /// - Parameters:
  ///   - depth: How deep arrays and objects may nest.
  ///   - takesNUL: Whether texts may have the character U+0000.
  package init(
    _ bytes: UnsafeRawBufferPointer, depth: Int = standardDepth, takesNUL: Bool = true, isStrict: Bool = false
  ) {
    self.isStrict = isStrict
    self.bytes = bytes
    self.depth = depth
    self.takesNUL = takesNUL
    // A recipient may ignore a byte order mark (§8.1).
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { index = 3 }
  }

  /// Returns the value that `read` reads from a text. Where the text is not JSON, that is the defect, wherever it is.
  package static func value<Value>(
    of text: Data, isStrict: Bool = false, _ read: (inout JSONReader) throws(JSONDefect) -> Value
  ) throws(JSONDefect) -> Value {
    try text.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
      Result { () throws(JSONDefect) in
        var reader = JSONReader(bytes, isStrict: isStrict)
        do throws(JSONDefect) {
          let value = try read(&reader)
          guard reader.isAtEnd() else { throw JSONDefect.notExpected }
          return value
        } catch {
          throw error.path.isEmpty || firstDefect(in: bytes) != nil ? .notExpected : error
        }
      }
    }.get()
  }

  /// The offset up to which bytes can begin a JSON text; nil where they are one.
  package static func firstDefect(in bytes: UnsafeRawBufferPointer, depth: Int = standardDepth) -> Int? {
    var reader = JSONReader(bytes, depth: depth)
    return reader.passValue() && reader.isAtEnd() ? nil : reader.index
  }

  private mutating func isAtEnd() -> Bool {
    passSpace()
    return index == bytes.count
  }
}

// MARK: Arrays and objects

extension JSONReader {
  /// Reads an object, whose members may be in any order.
  ///
  /// - Parameter member: Reads or skips the value behind a name.
  package mutating func object(
    _ member: (inout JSONReader, String) throws(JSONDefect) -> Void
  ) throws(JSONDefect) {
    guard try enter(UInt8(ascii: "{")) else { return }
    let start = index
    var former: String?
    // Only for names in another order than that of their bytes, in which none can come twice unseen.
    var names: Set<String>?
    repeat {
      let end = index
      let name = try name()
      if names == nil {
        if former.map({ $0 < name }) ?? true {
          former = name
        } else {
          names = self.names(from: start, to: end)
        }
      }
      guard names?.insert(name).inserted ?? true else {
        guard !isStrict else { throw .repeated(name) }
        try skip()
        continue
      }
      do throws(JSONDefect) {
        try member(&self, name)
      } catch {
        throw error.within(name)
      }
    } while try goesOn(UInt8(ascii: "{"))
  }

  /// The elements of an array.
  package mutating func array<Element>(
    _ element: (inout JSONReader) throws(JSONDefect) -> Element
  ) throws(JSONDefect) -> [Element] {
    var elements: [Element] = []
    guard try enter(UInt8(ascii: "[")) else { return elements }
    repeat {
      do throws(JSONDefect) {
        elements.append(try element(&self))
      } catch {
        throw error.within("[\(elements.count)]")
      }
    } while try goesOn(UInt8(ascii: "["))
    return elements
  }

  /// Passes the beginning of an array or an object, `[` or `{`. Returns whether it has elements; one without is passed as a
  /// whole.
  package mutating func enter(_ opening: UInt8) throws(JSONDefect) -> Bool {
    guard next() == opening else { throw mismatch }
    guard depth > 0 else { throw .notExpected }
    index += 1
    passSpace()
    if take(Self.closing(opening)) { return false }
    depth -= 1
    return true
  }

  /// Returns whether another element follows; behind the last one, the end is passed.
  package mutating func goesOn(_ opening: UInt8) throws(JSONDefect) -> Bool {
    passSpace()
    if take(UInt8(ascii: ",")) { return true }
    guard take(Self.closing(opening)) else { throw .notExpected }
    depth += 1
    return false
  }

  /// The bracket that closes what another one opens.
  private static func closing(_ opening: UInt8) -> UInt8 { opening + 2 }

  /// Reads the name of a member and the colon behind it.
  package mutating func name() throws(JSONDefect) -> String {
    guard next() == UInt8(ascii: "\"") else { throw .notExpected }
    let name = try text()
    passSpace()
    guard take(UInt8(ascii: ":")) else { throw .notExpected }
    return name
  }

  /// The names of an object's members between two places, which were read before.
  private func names(from start: Int, to end: Int) -> Set<String> {
    var names: Set<String> = []
    var reader = self
    reader.index = start
    while reader.index < end, let name = try? reader.name(), reader.passValue() {
      names.insert(name)
      reader.passSpace()
      _ = reader.take(UInt8(ascii: ","))
    }
    return names
  }
}

// MARK: Values without parts

extension JSONReader {
  /// The first byte of the next value; 0 at the end.
  package mutating func next() -> UInt8 {
    passSpace()
    return byte
  }

  package mutating func skip() throws(JSONDefect) {
    guard passValue() else { throw .notExpected }
  }

  /// The bytes of a value, as they are written.
  package mutating func raw() throws(JSONDefect) -> UnsafeRawBufferPointer {
    passSpace()
    let start = index
    try skip()
    return UnsafeRawBufferPointer(rebasing: bytes[start..<index])
  }

  /// Passes `null`, if that is the next value.
  package mutating func takeNull() -> Bool { next() == UInt8(ascii: "n") && take("null") }

  package mutating func truth() throws(JSONDefect) -> Bool {
    passSpace()
    if take("true") { return true }
    guard take("false") else { throw mismatch }
    return false
  }

  /// Where it throws for an escape, `index` is that of the escape.
  package mutating func text() throws(JSONDefect) -> String {
    guard next() == UInt8(ascii: "\"") else { throw mismatch }
    let start = index + 1
    var hasEscapes = false
    guard passString(&hasEscapes) else { throw .notExpected }
    guard hasEscapes else {
      return String(decoding: UnsafeRawBufferPointer(rebasing: bytes[start..<index - 1]), as: UTF8.self)
        .streamSafe
    }
    return try unescaped(start, index - 1)
  }

  /// A number of 64 bits, in any notation.
  package mutating func wholeNumber() throws(JSONDefect) -> Int {
    passSpace()
    let start = index
    let isNegative = take(UInt8(ascii: "-"))
    if let number = shortDigits(), !continuesNumber { return isNegative ? -number : number }
    index = start
    let number = try decimal()
    guard let whole = Int(number.description) else {
      throw .notValid("", reason: "'\(number)' is not a whole number of 64 bits")
    }
    return whole
  }

  /// A number, exact as far as `Decimal` is.
  package mutating func decimal() throws(JSONDefect) -> Decimal {
    passSpace()
    let start = index
    if let whole = shortDigits() {
      if !continuesNumber { return Decimal(whole) }
      if take(UInt8(ascii: ".")) {
        let point = index
        if let number = digits(behind: whole), bytes[index - 1] != UInt8(ascii: "0"), !continuesNumber,
          index - start - 1 <= Self.digitLimit
        {
          return Decimal(sign: .plus, exponent: point - index, significand: Decimal(number))
        }
      }
      index = start
    }
    guard let number = Decimal(string: try numberText()) else { throw .notExpected }
    return number
  }

  /// The nearest number to the written one.
  package mutating func double() throws(JSONDefect) -> Double {
    let text = try numberText()
    guard let number = Double(text), number.isFinite else { throw .notExpected }
    return number
  }

  /// Why the next value is not of the expected type.
  private var mismatch: JSONDefect { byte == UInt8(ascii: "n") ? .null("") : .wrongType("") }

  private mutating func numberText() throws(JSONDefect) -> String {
    let first = next()
    guard first == UInt8(ascii: "-") || Self.isDigit(first) else { throw mismatch }
    let start = index
    guard passNumber() else { throw .notExpected }
    return String(decoding: UnsafeRawBufferPointer(rebasing: bytes[start..<index]), as: UTF8.self)
  }

  /// Whether digits that were read are not all of a number.
  private var continuesNumber: Bool {
    Self.isDigit(byte) || byte == UInt8(ascii: ".") || byte & 0xDF == UInt8(ascii: "E")
  }

  /// Digits without a zero before others; nil for none, and for too many.
  private mutating func shortDigits() -> Int? {
    let start = index
    guard let number = digits(behind: 0), index == start + 1 || bytes[start] != UInt8(ascii: "0") else {
      index = start
      return nil
    }
    return number
  }

  /// A number with further digits; nil for none, and for too many.
  private mutating func digits(behind number: Int) -> Int? {
    let start = index
    var number = number
    while Self.isDigit(byte) {
      guard index - start < Self.digitLimit else { return nil }
      number = number &* 10 &+ Int(byte & 15)
      index += 1
    }
    return index > start ? number : nil
  }

  /// The text between two offsets in which every escape is of the grammar.
  private mutating func unescaped(_ start: Int, _ end: Int) throws(JSONDefect) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(end - start)
    var position = start
    while position < end {
      let byte = bytes[position]
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        position += 1
        continue
      }
      let letter = bytes[position + 1]
      guard letter == UInt8(ascii: "u") else {
        text.append(Self.character(letter))
        position += 2
        continue
      }
      guard let (scalar, length) = longEscape(position, end), takesNUL || scalar != "\0" else {
        index = position
        throw .notExpected
      }
      for byte in UTF8.encode(scalar) ?? .init() { text.append(byte) }
      position += length
    }
    return String(decoding: text, as: UTF8.self).streamSafe
  }

  /// The character of one or two escapes in hexadecimal, and their length; nil for a lone surrogate.
  private func longEscape(_ position: Int, _ end: Int) -> (Unicode.Scalar, length: Int)? {
    let unit = unit(position)
    if let scalar = Unicode.Scalar(unit) { return (scalar, 6) }
    guard UTF16.isLeadSurrogate(unit), position + 12 <= end, bytes[position + 6] == UInt8(ascii: "\\"),
      bytes[position + 7] == UInt8(ascii: "u")
    else { return nil }
    let second = self.unit(position + 6)
    guard UTF16.isTrailSurrogate(second) else { return nil }
    return (UTF16.decode(UTF16.EncodedScalar([unit, second])), 12)
  }

  /// The four digits behind `\u`.
  private func unit(_ position: Int) -> UInt16 {
    var value: UInt16 = 0
    for offset in 2..<6 {
      let digit = bytes[position + offset]
      value = value << 4 | UInt16(digit < 0x40 ? digit & 0xF : (digit & 0xF) + 9)
    }
    return value
  }

  /// The byte that a backslash and a letter stand for (§7).
  private static func character(_ letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "r"): 0x0D
    default: letter
    }
  }
}

/// Values of members that may be absent or null.
extension JSONReader {
  package mutating func read(_ text: inout String?) throws(JSONDefect) {
    text = takeNull() ? nil : try self.text()
  }

  package mutating func read(_ number: inout Int?) throws(JSONDefect) {
    number = takeNull() ? nil : try wholeNumber()
  }

  package mutating func read(_ number: inout Decimal?) throws(JSONDefect) {
    number = takeNull() ? nil : try decimal()
  }

  package mutating func read(_ texts: inout [String]?) throws(JSONDefect) {
    texts = takeNull() ? nil : try self.texts()
  }

  package mutating func read<Word: RawRepresentable<String>>(_ word: inout Word?) throws(JSONDefect) {
    word = takeNull() ? nil : try self.word()
  }

  package mutating func read<Word: RawRepresentable<String>>(_ words: inout [Word]?) throws(JSONDefect) {
    words = takeNull() ? nil : try array { reader throws(JSONDefect) in try reader.word() }
  }

  package mutating func texts() throws(JSONDefect) -> [String] {
    try array { reader throws(JSONDefect) in try reader.text() }
  }

  /// A text that an enumeration has.
  package mutating func word<Word: RawRepresentable<String>>() throws(JSONDefect) -> Word {
    guard let word = Word(rawValue: try text()) else { throw .notValid("", reason: JSONDefect.unknownWord) }
    return word
  }
}

// MARK: The grammar

extension JSONReader {
  /// 0 at the end, which no grammar rule takes.
  private var byte: UInt8 { index < bytes.count ? bytes[index] : 0 }

  /// Passes one value. Not recursive, so that deep nesting cannot exhaust the stack.
  private mutating func passValue() -> Bool {
    // Whether each of the arrays and objects around `index` is an object.
    var open: [Bool] = []
    while true {
      guard passBeginning(&open) else { return false }
      // Behind a value: its container ends, or continues.
      while true {
        guard let isObject = open.last else { return true }
        passSpace()
        if take(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
          open.removeLast()
          continue
        }
        guard take(UInt8(ascii: ",")) else { return false }
        if isObject, !passName() { return false }
        break
      }
    }
  }

  /// Passes a value without parts, an empty container, or the beginning of a container up to its first value.
  private mutating func passBeginning(_ open: inout [Bool]) -> Bool {
    while true {
      switch next() {
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        let isObject = byte == UInt8(ascii: "{")
        guard open.count < depth else { return false }
        index += 1
        passSpace()
        if take(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) { return true }
        open.append(isObject)
        if isObject, !passName() { return false }
      case UInt8(ascii: "\""):
        var hasEscapes = false
        return passString(&hasEscapes)
      case UInt8(ascii: "t"): return take("true")
      case UInt8(ascii: "f"): return take("false")
      case UInt8(ascii: "n"): return take("null")
      default: return passNumber()
      }
    }
  }

  private mutating func passName() -> Bool {
    var hasEscapes = false
    guard next() == UInt8(ascii: "\""), passString(&hasEscapes) else { return false }
    passSpace()
    return take(UInt8(ascii: ":"))
  }

  private mutating func passString(_ hasEscapes: inout Bool) -> Bool {
    index += 1
    while true {
      passPlain()
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return true
      case UInt8(ascii: "\\"):
        hasEscapes = true
        index += 1
        guard passEscape() else { return false }
      case 0x80...:
        repeat {
          guard let count = UTF8Sequence.length(in: bytes, at: index) else { return false }
          index += count
        } while byte >= 0x80
      default: return false
      }
    }
  }

  /// Passes ASCII that stands for itself (§7): most of a text, and eight bytes at a time.
  private mutating func passPlain() {
    while index + 8 <= bytes.count {
      let next = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      // The high bit of a byte is set by a borrow where the byte is 0, or of a byte behind such a one.
      let control = next &- Self.each(0x20)
      let quote = (next ^ Self.each(UInt8(ascii: "\""))) &- Self.each(1)
      let backslash = (next ^ Self.each(UInt8(ascii: "\\"))) &- Self.each(1)
      let others = (next | control | quote | backslash) & Self.each(0x80)
      index += others.trailingZeroBitCount >> 3
      if others != 0 { return }
    }
    while index < bytes.count, Self.isPlain(bytes[index]) { index += 1 }
  }

  /// Eight times a byte.
  private static func each(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

  private mutating func passEscape() -> Bool {
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

  private mutating func passNumber() -> Bool {
    _ = take(UInt8(ascii: "-"))
    // No zero before other digits.
    if !take(UInt8(ascii: "0")), !passDigits() { return false }
    if take(UInt8(ascii: ".")), !passDigits() { return false }
    guard byte & 0xDF == UInt8(ascii: "E") else { return true }
    index += 1
    if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
    return passDigits()
  }

  private mutating func passDigits() -> Bool {
    let start = index
    while Self.isDigit(byte) { index += 1 }
    return index > start
  }

  private mutating func passSpace() {
    while index < bytes.count {
      let byte = bytes[index]
      guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      index += 1
    }
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

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte &- 0x20 < 0x60 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }
}
