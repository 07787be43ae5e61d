import SystemSupport

enum XMLText {
  /// Replaces references; nil where they or the characters are not those of XML (XML 1.0 §2.2, §4.1).
  ///
  /// - Parameter isLiteral: Whether there are no references, as in a CDATA section.
  static func decoded(_ bytes: UnsafeBufferPointer<UInt8>, isLiteral: Bool = false) -> String? {
    var (hasReference, hasReturn) = (false, false)
    for byte in bytes {
      if byte == UInt8(ascii: "&") { hasReference = !isLiteral }
      if byte == .carriageReturn { hasReturn = true }
      if byte < 0x20, !byte.isSpace { return nil }
    }
    guard let text = UTF8Sequence.text(UnsafeRawBufferPointer(bytes)) else { return nil }
    // Line breaks become LF (§2.11).
    let unbroken = hasReturn ? text.replacing("\r\n", with: "\n").replacing("\r", with: "\n") : text
    return hasReference ? withoutReferences(unbroken) : unbroken
  }

  private static func withoutReferences(_ text: String) -> String? {
    var result = ""
    var rest = text.utf8[...]
    while let ampersand = rest.firstIndex(of: UInt8(ascii: "&")) {
      result += String(Substring(rest[..<ampersand]))
      rest = rest[rest.index(after: ampersand)...]
      // The longest reference is `&#x0010FFFF;`, give or take zeros.
      guard let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")),
        let scalar = scalar(String(Substring(rest[..<end])))
      else { return nil }
      result.unicodeScalars.append(scalar)
      rest = rest[rest.index(after: end)...]
    }
    return result + String(Substring(rest))
  }

  private static let entities: [String: Unicode.Scalar] = [
    "lt": "<", "gt": ">", "amp": "&", "apos": "'", "quot": "\"",
  ]

  private static func scalar(_ reference: String) -> Unicode.Scalar? {
    if let scalar = entities[reference] { return scalar }
    let digits = reference.dropFirst(reference.hasPrefix("#x") ? 2 : 1)
    guard reference.hasPrefix("#"), digits.allSatisfy(\.isHexDigit),
      let value = UInt32(digits, radix: reference.hasPrefix("#x") ? 16 : 10),
      let scalar = Unicode.Scalar(value),
      value >= 0x20 || value == 9 || value == 10 || value == 13, value != 0xFFFE, value != 0xFFFF
    else { return nil }
    return scalar
  }
}
