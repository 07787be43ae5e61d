/// The first line of a chunk (RFC 9112 §7.1): its size in hexadecimal, and extensions, which are validated and ignored.
struct ChunkSize {
  /// In bytes.
  let value: Int

  init(_ line: ArraySlice<UInt8>) throws(HTTPError) {
    let digits = line.prefix(while: \.isHexDigit)
    guard !digits.isEmpty, digits.count <= 15,
      let value = Int(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw HTTPError(400, "A chunk size is not a hexadecimal number", section: "RFC 9112 §7.1") }
    self.value = value
    var rest = line[digits.endIndex...]
    while !rest.isEmpty {
      guard Self.takeExtension(&rest) else {
        throw HTTPError(400, "A chunk extension is malformed", section: "RFC 9112 §7.1.1")
      }
    }
  }

  /// `*( BWS ";" BWS name [ BWS "=" BWS ( token / quoted-string ) ] )`
  private static func takeExtension(_ rest: inout ArraySlice<UInt8>) -> Bool {
    rest = rest.drop(while: \.isBlank)
    guard rest.popFirst() == .semicolon else { return false }
    rest = rest.drop(while: \.isBlank)
    guard takeToken(&rest) else { return false }
    let value = rest.drop(while: \.isBlank)
    guard value.first == .equals else { return true }
    rest = value.dropFirst().drop(while: \.isBlank)
    return rest.first == .quote ? takeQuoted(&rest) : takeToken(&rest)
  }

  private static func takeToken(_ rest: inout ArraySlice<UInt8>) -> Bool {
    let token = rest.prefix(while: \.isTokenCharacter)
    rest = rest[token.endIndex...]
    return !token.isEmpty
  }

  private static func takeQuoted(_ rest: inout ArraySlice<UInt8>) -> Bool {
    rest = rest.dropFirst()
    while let byte = rest.popFirst() {
      if byte == .quote { return true }
      if byte == .backslash, rest.popFirst()?.isFieldCharacter != true { return false }
      if !byte.isFieldCharacter { return false }
    }
    return false
  }
}
