package import Foundation
import SystemSupport

/// Reads JSON as `JSONWriter` writes it, value by value and without a decoder, which takes ten times as long: plans and
/// batches have many objects.
///
/// Text in another form, valid or not, is not read: the caller then uses a decoder, which also finds what is not valid.
package struct JSONScanner {
  /// The most digits that always fit an `Int`.
  private static let digitLimit = 18

  private let bytes: UnsafeRawBufferPointer
  private var index = 0

  private init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  /// Returns the value that `read` reads from a text; nil where it does not read the whole text.
  package static func value<Value>(of text: Data, _ read: (inout JSONScanner) -> Value?) -> Value? {
    text.withUnsafeBytes { bytes in
      var scanner = JSONScanner(bytes)
      guard let value = read(&scanner), scanner.index == bytes.count else { return nil }
      return value
    }
  }

  /// Reads an object whose names are in the order of their bytes, each once. Returns whether it has read all of it.
  ///
  /// - Parameter read: Reads the value behind a name and returns whether it could.
  package mutating func object(_ read: (inout JSONScanner, String) -> Bool) -> Bool {
    guard take(UInt8(ascii: "{")) else { return false }
    if take(UInt8(ascii: "}")) { return true }
    var former: String?
    repeat {
      guard let name = text(), former.map({ $0 < name }) ?? true, take(UInt8(ascii: ":")), read(&self, name)
      else { return false }
      former = name
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "}"))
  }

  /// The elements of an array.
  package mutating func array<Element>(_ element: (inout JSONScanner) -> Element?) -> [Element]? {
    guard take(UInt8(ascii: "[")) else { return nil }
    var elements: [Element] = []
    if take(UInt8(ascii: "]")) { return elements }
    repeat {
      guard let element = element(&self) else { return nil }
      elements.append(element)
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "]")) ? elements : nil
  }

  /// A string with short escapes alone.
  package mutating func text() -> String? {
    guard take(UInt8(ascii: "\"")) else { return nil }
    let start = index
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        defer { index += 1 }
        return UTF8Sequence.text(UnsafeRawBufferPointer(rebasing: bytes[start..<index]))
      case UInt8(ascii: "\\"): return escapedText(from: start)
      case ..<0x20: return nil
      default: break
      }
      index += 1
    }
    return nil
  }

  /// Goes on with a string at its first escape.
  private mutating func escapedText(from start: Int) -> String? {
    var text = Array(bytes[start..<index])
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\""):
        return text.withUnsafeBytes(UTF8Sequence.text)
      case UInt8(ascii: "\\"):
        guard index < bytes.count, let escaped = Self.escaped(bytes[index]) else { return nil }
        text.append(escaped)
        index += 1
      case ..<0x20: return nil
      default: text.append(byte)
      }
    }
    return nil
  }

  /// The byte that a backslash and one byte stand for; nil for other escapes (RFC 8259 §7).
  private static func escaped(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "r"): 0x0D
    default: nil
    }
  }

  /// A whole number of at most 18 digits.
  package mutating func number() -> Int? {
    let isNegative = take(UInt8(ascii: "-"))
    return wholePart().map { isNegative ? -$0 : $0 }
  }

  /// A number that is not negative, of at most 18 digits, the last decimal of which is not 0.
  package mutating func decimal() -> Decimal? {
    let start = index
    guard let whole = wholePart() else { return nil }
    guard take(UInt8(ascii: ".")) else { return Decimal(whole) }
    let point = index
    guard let number = digits(behind: whole), index > point, bytes[index - 1] != UInt8(ascii: "0"),
      index - start - 1 <= Self.digitLimit
    else { return nil }
    return Decimal(sign: .plus, exponent: point - index, significand: Decimal(number))
  }

  /// A number without an exponent.
  package mutating func double() -> Double? {
    let start = index
    _ = take(UInt8(ascii: "-"))
    guard wholePart() != nil else { return nil }
    if take(UInt8(ascii: ".")) {
      let point = index
      guard digits(behind: 0) != nil, index > point else { return nil }
    }
    return Double(String(decoding: UnsafeRawBufferPointer(rebasing: bytes[start..<index]), as: UTF8.self))
  }

  /// Digits without a zero before others.
  private mutating func wholePart() -> Int? {
    let start = index
    guard let number = digits(behind: 0), index > start,
      index == start + 1 || bytes[start] != UInt8(ascii: "0")
    else { return nil }
    return number
  }

  /// A number with further digits, as many as there are; nil for too many.
  private mutating func digits(behind number: Int) -> Int? {
    let start = index
    var number = number
    while index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) {
      guard index - start < Self.digitLimit else { return nil }
      number = number &* 10 &+ Int(bytes[index] &- UInt8(ascii: "0"))
      index += 1
    }
    return number
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard index < bytes.count, bytes[index] == byte else { return false }
    index += 1
    return true
  }
}

/// Values of members that may be absent.
extension JSONScanner {
  /// Reads a value and returns whether it could.
  package mutating func read(_ text: inout String?) -> Bool {
    text = self.text()
    return text != nil
  }

  package mutating func read(_ number: inout Int?) -> Bool {
    number = self.number()
    return number != nil
  }

  package mutating func read(_ number: inout Decimal?) -> Bool {
    number = decimal()
    return number != nil
  }

  package mutating func read(_ texts: inout [String]?) -> Bool {
    texts = array { $0.text() }
    return texts != nil
  }

  package mutating func read<Word: RawRepresentable<String>>(_ word: inout Word?) -> Bool {
    word = text().flatMap(Word.init)
    return word != nil
  }
}
