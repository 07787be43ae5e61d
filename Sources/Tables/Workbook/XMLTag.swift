/// What is between `<` or `</` and `>`: a name and attributes.
struct XMLTag {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { bytes.allSatisfy(Self.isSpace) }

  /// Removes the slash of an empty element. Returns whether there was one.
  mutating func takeSlash() -> Bool {
    guard bytes.last == UInt8(ascii: "/") else { return false }
    bytes.removeLast()
    return true
  }

  /// Takes a name, without its prefix; nil where there is none.
  mutating func name() -> String? {
    let end = bytes.firstIndex { Self.isSpace($0) || $0 == UInt8(ascii: "=") } ?? bytes.endIndex
    let name = bytes[..<end]
    bytes = bytes[end...]
    let local = name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
    guard let first = local.first,
      first >= 0x80 || first == UInt8(ascii: "_") || (0x41...0x5A).contains(first & 0xDF),
      local.allSatisfy({
        $0 >= 0x80 || $0 > UInt8(ascii: ",") && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "<")
      })
    else { return nil }
    return String(validating: local, as: UTF8.self)
  }

  /// Takes the attributes; nil where they are malformed. Declarations of prefixes are left out.
  mutating func attributes() -> [XMLReader.Attribute]? {
    var attributes: [XMLReader.Attribute] = []
    while true {
      let spaceless = bytes.drop(while: Self.isSpace)
      guard !spaceless.isEmpty else { return attributes }
      guard spaceless.startIndex > bytes.startIndex else { return nil }
      bytes = spaceless
      let isDeclaration = bytes.starts(with: "xmlns".utf8)
      guard let name = name() else { return nil }
      bytes = bytes.drop(while: Self.isSpace)
      guard bytes.popFirst() == UInt8(ascii: "=") else { return nil }
      bytes = bytes.drop(while: Self.isSpace)
      guard let quote = bytes.popFirst(), quote == .quote || quote == UInt8(ascii: "'"),
        let end = bytes.firstIndex(of: quote), !bytes[..<end].contains(UInt8(ascii: "<")),
        let value = XMLText.decoded(bytes[..<end])
      else { return nil }
      bytes = bytes[(end + 1)...]
      if !isDeclaration { attributes.append(XMLReader.Attribute(name: name, value: value)) }
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == .lineFeed || byte == .carriageReturn || byte == 0x09
  }
}
