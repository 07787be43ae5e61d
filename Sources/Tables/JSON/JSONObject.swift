import SystemSupport

/// The members of one JSON object, as cells. Numbers keep their digits as written.
struct JSONObject {
  struct Member {
    let key: String
    let cell: TableCell
    /// The offset of the value.
    let offset: Int
  }

  struct Defect: Error {
    let rule: TableProblem.Rule
    let offset: Int
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private let limit: Int
  private var index = 0

  private init(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) {
    self.bytes = bytes
    self.limit = limit
  }

  /// - Parameters:
  ///   - limit: Bytes of a cell.
  ///   - encoding: The encoding of the file; reported by the defect where the bytes are not UTF-8.
  static func members(
    of bytes: UnsafeBufferPointer<UInt8>, limit: Int, encoding: TextEncoding
  ) throws(Defect) -> [Member] {
    if let offset = UTF8Sequence.firstInvalid(in: UnsafeRawBufferPointer(bytes)) {
      throw Defect(rule: .encoding(encoding), offset: offset)
    }
    // The text is JSON from here on.
    if let offset = JSONGrammar.firstDefect(in: UnsafeRawBufferPointer(bytes), depth: 64) {
      throw Defect(rule: bytes.count > offset && bytes[offset] == 0 ? .nul : .json, offset: offset)
    }
    guard bytes.first == UInt8(ascii: "{") else { throw Defect(rule: .notAnObject, offset: 0) }
    var object = JSONObject(bytes, limit: limit)
    return try object.members()
  }

  private var byte: UInt8 { index < bytes.count ? bytes[index] : 0 }

  private mutating func members() throws(Defect) -> [Member] {
    var members: [Member] = []
    var keys: Set<String> = []
    index = 1
    skipSeparators()
    while index < bytes.count, byte != UInt8(ascii: "}") {
      let start = index
      let key = try string()
      guard keys.insert(key).inserted else { throw Defect(rule: .duplicateKey(key), offset: start) }
      skipSeparators()
      let offset = index
      members.append(Member(key: key, cell: try cell(key), offset: offset))
      skipSeparators()
    }
    return members
  }

  /// Skips space, colons and commas.
  private mutating func skipSeparators() {
    while index < bytes.count, Self.separates(bytes[index]) { index += 1 }
  }

  private static func separates(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":")
  }

  private mutating func cell(_ key: String) throws(Defect) -> TableCell {
    let start = index
    if byte == UInt8(ascii: "[") {
      var list: [String] = []
      index += 1
      skipSeparators()
      while index < bytes.count, byte != UInt8(ascii: "]") {
        list.append(try scalar(key))
        skipSeparators()
      }
      index += 1
      guard index - start <= limit else { throw Defect(rule: .cellTooLong(limit: limit), offset: start) }
      return .list(list)
    }
    let text = try scalar(key)
    guard text.utf8.count <= limit else { throw Defect(rule: .cellTooLong(limit: limit), offset: start) }
    return .text(text)
  }

  private mutating func scalar(_ key: String) throws(Defect) -> String {
    switch byte {
    case .quote: return try string()
    case UInt8(ascii: "["), UInt8(ascii: "{"): throw Defect(rule: .nested(key: key), offset: index)
    default:
      let start = index
      while index < bytes.count, !Self.separates(byte), byte != UInt8(ascii: "]"), byte != UInt8(ascii: "}") {
        index += 1
      }
      let text = String(decoding: bytes[start..<index], as: UTF8.self)
      return text == "null" ? "" : text
    }
  }

  private mutating func string() throws(Defect) -> String {
    index += 1
    let start = index
    while byte != .quote, byte != UInt8(ascii: "\\") { index += 1 }
    var text = String(decoding: bytes[start..<index], as: UTF8.self)
    while byte == UInt8(ascii: "\\") {
      text.unicodeScalars.append(try escaped())
      let start = index
      while byte != .quote, byte != UInt8(ascii: "\\") { index += 1 }
      text += String(decoding: bytes[start..<index], as: UTF8.self)
    }
    index += 1
    return text
  }

  /// The character of an escape (RFC 8259 §7).
  private mutating func escaped() throws(Defect) -> Unicode.Scalar {
    let start = index
    index += 2
    switch bytes[start + 1] {
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    case let other: return Unicode.Scalar(other)
    }
    let unit = hexadecimal()
    if let scalar = Unicode.Scalar(unit) {
      guard scalar != "\0" else { throw Defect(rule: .nul, offset: start) }
      return scalar
    }
    if UTF16.isLeadSurrogate(unit), byte == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u") {
      index += 2
      let second = hexadecimal()
      if UTF16.isTrailSurrogate(second) { return UTF16.decode(UTF16.EncodedScalar([unit, second])) }
    }
    throw Defect(rule: .loneSurrogate, offset: start)
  }

  private mutating func hexadecimal() -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      value = value << 4 | UInt16(byte < 0x40 ? byte & 0xF : (byte & 0xF) + 9)
      index += 1
    }
    return value
  }
}
