import SystemSupport

/// The text between `<` or `</` and `>`: a name and attributes.
struct XMLTag {
  /// Bytes of a name: those of open elements are in memory.
  private static let nameLimit = 256

  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0
  private var end: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    end = bytes.count
  }

  /// Whether there is nothing but space left.
  var isAtEnd: Bool {
    var tag = self
    tag.skipSpace()
    return tag.index == end
  }

  /// Removes the slash of an empty element. Returns whether there was one.
  mutating func takeSlash() -> Bool {
    guard end > index, bytes[end - 1] == UInt8(ascii: "/") else { return false }
    end -= 1
    return true
  }

  /// Takes a name, without its prefix; nil where there is none.
  mutating func name() -> String? {
    var start = index
    while index < end, !bytes[index].isSpace, bytes[index] != UInt8(ascii: "=") {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: ":") {
        start = index
      } else if byte <= UInt8(ascii: ",") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "<") {
        return nil
      }
    }
    guard start < index, index - start <= Self.nameLimit else { return nil }
    let first = bytes[start]
    guard first >= 0x80 || first == UInt8(ascii: "_") || (0x41...0x5A).contains(first & 0xDF) else {
      return nil
    }
    return UTF8Sequence.text(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[start..<index]))
  }

  /// Takes the attributes; nil where they are malformed. Declarations of prefixes are left out.
  mutating func attributes() -> [XMLReader.Attribute]? {
    var attributes: [XMLReader.Attribute] = []
    while true {
      let behind = index
      skipSpace()
      guard index < end else { return attributes }
      guard index > behind else { return nil }
      let isDeclaration = bytes[index..<end].starts(with: "xmlns".utf8)
      guard let name = name() else { return nil }
      skipSpace()
      guard index < end, bytes[index] == UInt8(ascii: "=") else { return nil }
      index += 1
      skipSpace()
      guard index < end, bytes[index] == .quote || bytes[index] == UInt8(ascii: "'") else { return nil }
      let quote = bytes[index]
      index += 1
      let start = index
      while index < end, bytes[index] != quote, bytes[index] != UInt8(ascii: "<") { index += 1 }
      guard index < end, bytes[index] == quote,
        let value = XMLText.decoded(UnsafeBufferPointer(rebasing: bytes[start..<index]))
      else { return nil }
      index += 1
      if !isDeclaration { attributes.append((name, value)) }
    }
  }

  private mutating func skipSpace() {
    while index < end, bytes[index].isSpace { index += 1 }
  }
}
