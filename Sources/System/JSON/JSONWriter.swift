package import Foundation

/// Writes JSON piece by piece, in the order of the calls. `JSON.encode` writes its members in the order of the bytes of their
/// names, so that equal values are equal bytes; what writes its own members should do it in that order, too.
package struct JSONWriter {
  /// Written bytes are passed on in pieces of about this size.
  private static let pieceSize = 64 * 1_024

  private var bytes: [UInt8] = []
  private let pass: (([UInt8]) throws -> Void)?
  private let escapesInvisible: Bool
  private var needsComma = false
  /// How many objects and arrays are open.
  private var depth = 0
  /// Members that are still to be written among those of an object, and the depth of the object; -1 for none.
  private var inserted: [(name: StaticString, value: JSON)] = []
  private var nextInserted = 0
  private var insertedDepth = -1

  /// - Parameters:
  ///   - pass: Takes the bytes of a large value, at calls of `flush` and `finish`; nil for a value that is small.
  ///   - escapesInvisible: Whether control, format and other invisible characters are written as `\u` escapes, so that the
  ///     text is lossless and safe on a terminal.
  package init(escapesInvisible: Bool = false, passing pass: (([UInt8]) throws -> Void)? = nil) {
    self.pass = pass
    self.escapesInvisible = escapesInvisible
    bytes.reserveCapacity(pass == nil ? 1_024 : 2 * Self.pieceSize)
  }

  /// How many bytes were written since they were taken.
  package var count: Int { bytes.count }

  /// Returns the bytes written since the last call, by a writer that does not pass them on.
  package mutating func takeBytes() -> Data {
    defer {
      bytes.removeAll(keepingCapacity: true)
      needsComma = false
    }
    return Data(bytes)
  }

  /// The text written since the bytes were taken.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Ends a line of JSON Lines behind a value.
  package mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  /// Passes on what has been written of a large value.
  package mutating func flush() throws {
    if bytes.count >= Self.pieceSize { try finish() }
  }

  /// Passes on the rest of a large value.
  package mutating func finish() throws {
    guard let pass else { return }
    try pass(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  package mutating func object(_ members: (inout JSONWriter) throws -> Void) rethrows {
    open(UInt8(ascii: "{"))
    try members(&self)
    close(UInt8(ascii: "}"))
  }

  /// Writes an object with further members among those that are written, in the order of their names.
  package mutating func object(
    inserting inserted: [(name: StaticString, value: JSON)], _ members: (inout JSONWriter) throws -> Void
  ) rethrows {
    guard !inserted.isEmpty else { return try object(members) }
    let outer = (self.inserted, nextInserted, insertedDepth)
    open(UInt8(ascii: "{"))
    (self.inserted, nextInserted, insertedDepth) = (inserted, 0, depth)
    try members(&self)
    insertMembers(before: nil)
    (self.inserted, nextInserted, insertedDepth) = outer
    close(UInt8(ascii: "}"))
  }

  private mutating func insertMembers(before name: StaticString?) {
    let ownDepth = insertedDepth
    insertedDepth = -1
    while nextInserted < inserted.count {
      let member = inserted[nextInserted]
      if let name, !member.name.precedes(name) { break }
      key(member.name)
      value(member.value)
      nextInserted += 1
    }
    insertedDepth = ownDepth
  }

  package mutating func array(_ elements: (inout JSONWriter) throws -> Void) rethrows {
    open(UInt8(ascii: "["))
    try elements(&self)
    close(UInt8(ascii: "]"))
  }

  package mutating func key(_ name: StaticString) {
    if insertedDepth == depth { insertMembers(before: name) }
    separate()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  package mutating func value(_ number: Int) { literal(String(number)) }
  package mutating func value(_ isTrue: Bool) { literal(isTrue ? "true" : "false") }

  /// A finite number.
  package mutating func value(_ number: Double) { literal(JSON.digits(number)) }

  package mutating func value(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    var text = text
    if escapesInvisible, text.utf8.contains(where: { $0 >= 0x7F || $0 < 0x20 }) {
      for scalar in text.unicodeScalars { append(scalar) }
    } else {
      text.withUTF8 { append($0) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  package mutating func value(_ json: JSON) {
    switch json {
    case .null: literal("null")
    case .truth(let isTrue): value(isTrue)
    case .number(let digits): literal(digits)
    case .string(let text): value(text)
    case .array(let values): array { writer in for element in values { writer.value(element) } }
    case .object(let members):
      object { writer in
        for member in members {
          writer.value(member.key)
          writer.bytes.append(UInt8(ascii: ":"))
          writer.needsComma = false
          writer.value(member.value)
        }
      }
    }
  }

  /// A value as it is written.
  package mutating func literal(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
    depth += 1
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
    depth -= 1
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func append(_ utf8: UnsafeBufferPointer<UInt8>) {
    var start = 0
    for index in 0..<utf8.count {
      let byte = utf8[index]
      guard byte < 0x20 || byte == 0x22 || byte == 0x5C else { continue }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index]))
      escape(byte)
      start = index + 1
    }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"", "\\", "\n", "\r", "\t": escape(UInt8(truncatingIfNeeded: scalar.value))
    case _ where scalar.isInvisible: for unit in UTF16.encode(scalar) ?? .init() { escape(unit) }
    default: bytes.append(contentsOf: UTF8.encode(scalar) ?? .init())
    }
  }

  private mutating func escape(_ byte: UInt8) {
    let letter: UInt8
    switch byte {
    case 0x08: letter = UInt8(ascii: "b")
    case 0x09: letter = UInt8(ascii: "t")
    case 0x0A: letter = UInt8(ascii: "n")
    case 0x0C: letter = UInt8(ascii: "f")
    case 0x0D: letter = UInt8(ascii: "r")
    case 0x22, 0x5C: letter = byte
    default: return escape(UInt16(byte))
    }
    bytes.append(UInt8(ascii: "\\"))
    bytes.append(letter)
  }

  /// `\u200b` (RFC 8259 §7).
  private mutating func escape(_ unit: UInt16) {
    bytes.append(UInt8(ascii: "\\"))
    bytes.append(UInt8(ascii: "u"))
    for shift in [12, 8, 4, 0] {
      let digit = UInt8(unit >> UInt16(shift) & 15)
      bytes.append(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
    }
  }
}

/// Members of an object that are left out where there is no value.
extension JSONWriter {
  package mutating func member(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    key(name)
    value(text)
  }

  package mutating func member(_ name: StaticString, _ number: Int?) {
    guard let number else { return }
    key(name)
    value(number)
  }

  package mutating func member(_ name: StaticString, _ isTrue: Bool?) {
    guard let isTrue else { return }
    key(name)
    value(isTrue)
  }

  package mutating func member(_ name: StaticString, _ texts: [String]?) {
    if let texts { array(name, texts) { writer, text in writer.value(text) } }
  }

  package mutating func array<Element>(
    _ name: StaticString, _ elements: [Element], _ write: (inout JSONWriter, Element) -> Void
  ) {
    key(name)
    array { writer in for element in elements { write(&writer, element) } }
  }
}

extension StaticString {
  /// Whether it is before another one in the order of bytes.
  fileprivate func precedes(_ other: StaticString) -> Bool {
    withUTF8Buffer { one in other.withUTF8Buffer { two in one.lexicographicallyPrecedes(two) } }
  }
}

extension Unicode.Scalar {
  /// Whether a terminal could take it for a command, or shows nothing for it.
  fileprivate var isInvisible: Bool {
    if isASCII { return value < 0x20 || value == 0x7F }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
    default: properties.isDefaultIgnorableCodePoint
    }
  }
}
