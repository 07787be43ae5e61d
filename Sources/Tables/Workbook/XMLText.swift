/// Characters of XML as text.
enum XMLText {
  /// Replaces references; nil where they or the characters are not those of XML (XML 1.0 §2.2, §4.1).
  static func decoded(_ bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.contains(UInt8(ascii: "&")) else { return literal(bytes) }
    var text = ""
    var rest = bytes
    while let ampersand = rest.firstIndex(of: UInt8(ascii: "&")) {
      guard let before = literal(rest[..<ampersand]) else { return nil }
      rest = rest[(ampersand + 1)...]
      // The longest reference is `&#x0010FFFF;`, give or take zeros.
      guard let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")), let scalar = scalar(rest[..<end])
      else {
        return nil
      }
      text += before
      text.unicodeScalars.append(scalar)
      rest = rest[(end + 1)...]
    }
    guard let last = literal(rest) else { return nil }
    return text + last
  }

  /// Line breaks become LF (§2.11); nil where a character is not one of XML.
  static func literal(_ bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.allSatisfy({ $0 >= 0x20 || $0 == .lineFeed || $0 == .carriageReturn || $0 == 0x09 }) else {
      return nil
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    guard bytes.contains(.carriageReturn) else { return text }
    var scalars = String.UnicodeScalarView()
    var wasReturn = false
    for scalar in text.unicodeScalars {
      if scalar != "\n" || !wasReturn { scalars.append(scalar == "\r" ? "\n" : scalar) }
      wasReturn = scalar == "\r"
    }
    return String(scalars)
  }

  private static func scalar(_ reference: ArraySlice<UInt8>) -> Unicode.Scalar? {
    let reference = String(decoding: reference, as: UTF8.self)
    switch reference {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "apos": return "'"
    case "quot": return "\""
    default: break
    }
    let digits = reference.dropFirst(reference.hasPrefix("#x") ? 2 : 1)
    guard reference.hasPrefix("#"), digits.allSatisfy(\.isHexDigit),
      let value = UInt32(digits, radix: reference.hasPrefix("#x") ? 16 : 10),
      let scalar = Unicode.Scalar(value),
      value >= 0x20 || value == 9 || value == 10 || value == 13, value != 0xFFFE, value != 0xFFFF
    else { return nil }
    return scalar
  }
}
