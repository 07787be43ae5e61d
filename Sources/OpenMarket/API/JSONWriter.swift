package import Foundation

/// Writes JSON piece by piece, byte for byte as `JSON.encode` writes it: for lists, of which `JSONEncoder` would hold a
/// tree several times as large. Keys are written in the order of the calls, which is to be that of their bytes.
package struct JSONWriter {
  /// Written bytes are passed on to the page in pieces of about this size.
  private static let pieceSize = 64 * 1_024

  private var bytes: [UInt8] = []
  private let page: LargeContents?
  private var needsComma = false
  /// How many objects and arrays are open.
  private var depth = 0
  /// The details that are still to be written, and the depth of the object that they are members of; -1 for none.
  private var details = ItemDetails()
  private var nextDetail = 0
  private var detailsDepth = -1

  package init() { self.init(to: nil) }

  /// - Parameter page: Takes the bytes of a large value; nil for one that is small.
  init(to page: LargeContents?) {
    self.page = page
    bytes.reserveCapacity(page == nil ? 8 * 1_024 : 2 * Self.pieceSize)
  }

  /// How many bytes were written since they were taken.
  package var count: Int { bytes.count }

  /// Returns the bytes written since the last call, by a writer without a page.
  package mutating func takeBytes() -> Data {
    defer {
      bytes.removeAll(keepingCapacity: true)
      needsComma = false
    }
    return Data(bytes)
  }

  /// Ends a line of JSON Lines behind a value.
  package mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  /// All that was written.
  consuming func finish() throws -> Data {
    guard let page else { return Data(bytes) }
    try page.append(bytes)
    return page.finish()
  }

  package mutating func object(_ members: (inout JSONWriter) throws -> Void) rethrows {
    open(UInt8(ascii: "{"))
    try members(&self)
    close(UInt8(ascii: "}"))
  }

  /// Writes an object with the details that have a value among its other members, in the order of their keys.
  mutating func object(with details: ItemDetails, _ members: (inout JSONWriter) throws -> Void) rethrows {
    let outer = (self.details, nextDetail, detailsDepth)
    open(UInt8(ascii: "{"))
    (self.details, nextDetail, detailsDepth) = (details, 0, depth)
    try members(&self)
    writeDetails(before: nil)
    (self.details, nextDetail, detailsDepth) = outer
    close(UInt8(ascii: "}"))
  }

  private mutating func writeDetails(before name: StaticString?) {
    let ownDepth = detailsDepth
    detailsDepth = -1
    while nextDetail < DetailField.sorted.count {
      let field = DetailField.sorted[nextDetail]
      if let value = details[field] {
        if let name, !field.name.precedes(name) { break }
        key(field.name)
        switch value {
        case .text(let text): self.value(text)
        case .list(let words): array { writer in for word in words { writer.value(word) } }
        }
      }
      nextDetail += 1
    }
    detailsDepth = ownDepth
  }

  package mutating func array(_ elements: (inout JSONWriter) throws -> Void) rethrows {
    open(UInt8(ascii: "["))
    try elements(&self)
    close(UInt8(ascii: "]"))
  }

  package mutating func key(_ name: StaticString) {
    if detailsDepth == depth { writeDetails(before: name) }
    separate()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  package mutating func value(_ number: Int) { literal(String(number)) }
  package mutating func value(_ number: Decimal) { literal(number.plainText) }
  package mutating func value(_ isTrue: Bool) { literal(isTrue ? "true" : "false") }

  /// A finite number.
  package mutating func value(_ number: Double) {
    let text = number.description
    literal(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }

  package mutating func value(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
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
    bytes.append(UInt8(ascii: "\""))
  }

  /// Passes on what has been written of a large value.
  mutating func flush() throws {
    guard let page, bytes.count >= Self.pieceSize else { return }
    try page.append(bytes)
    bytes.removeAll(keepingCapacity: true)
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

  private mutating func literal(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func escape(_ byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case 0x22, 0x5C: bytes.append(byte)
    default:
      bytes.append(UInt8(ascii: "u"))
      bytes.append(UInt8(ascii: "0"))
      bytes.append(UInt8(ascii: "0"))
      bytes.append(UInt8(ascii: "0") + byte >> 4)
      bytes.append(byte & 15 + (byte & 15 < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
    }
  }
}

extension StaticString {
  /// Whether it is before another one in the order of bytes.
  fileprivate func precedes(_ other: StaticString) -> Bool {
    withUTF8Buffer { one in other.withUTF8Buffer { two in one.lexicographicallyPrecedes(two) } }
  }
}
