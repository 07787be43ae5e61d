/// Reads XML (XML 1.0) as a workbook has it, token by token: UTF-8, no document type declaration, the five entities and
/// character references. Prefixes of names are left out.
struct XMLReader {
  enum Token {
    /// An empty element is a start and an end.
    case start(String, [Attribute])
    case end(String)
    /// Text may come in several tokens.
    case text(String)
  }

  typealias Attribute = (name: String, value: String)

  private static let depthLimit = 64
  /// Bytes of markup and text that one piece of a document may have.
  private static let pieceLimit = 32 << 20
  private let limit: Int
  private let part: String
  private let stream: ZipEntryStream
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  private var open: [String] = []
  private var hasRoot = false
  /// Bytes that were read since the last piece began.
  private var pieceBytes = 0
  /// The end of an empty element, which comes next.
  private var pendingEnd: String?

  init(_ stream: ZipEntryStream, part: String, limit: Int) {
    self.stream = stream
    self.part = part
    self.limit = limit
  }

  var size: Int { stream.size }

  /// Begins a row, or another piece of which a document may have any number. Markup without contents, such as comments, is
  /// limited in each.
  mutating func beginPiece() { pieceBytes = 0 }

  mutating func next() throws(TableError) -> Token? {
    if let name = pendingEnd {
      pendingEnd = nil
      return .end(name)
    }
    while true {
      guard let byte = try byte(at: 0) else {
        guard open.isEmpty, hasRoot else { throw malformed }
        return nil
      }
      if byte != UInt8(ascii: "<") {
        let text = try text()
        if !open.isEmpty { return .text(text) }
        guard text.allSatisfy({ $0.isWhitespace || $0 == "\u{FEFF}" }) else { throw malformed }
      } else if let token = try markup() {
        return token
      }
    }
  }

  private var malformed: TableError { .workbook(.xml(part: part)) }
  var tooLarge: TableError { .workbook(.tooLarge(part: part)) }

  // MARK: Bytes

  /// The byte at a distance from the present one; nil at the end.
  private mutating func byte(at distance: Int) throws(TableError) -> UInt8? {
    while start + distance >= buffer.count {
      guard !isAtEnd else { return nil }
      buffer.removeFirst(start)
      start = 0
      let held = buffer.count
      isAtEnd = try !stream.read(into: &buffer)
      pieceBytes += buffer.count - held
      guard pieceBytes <= Self.pieceLimit else { throw tooLarge }
    }
    return buffer[start + distance]
  }

  /// Takes the bytes up to a mark, and the mark itself. Throws where the document ends before.
  private mutating func take(through mark: StaticString) throws(TableError) -> ArraySlice<UInt8> {
    let mark = UnsafeBufferPointer(start: mark.utf8Start, count: mark.utf8CodeUnitCount)
    var distance = 0
    while true {
      guard let byte = try byte(at: distance + mark.count - 1), distance <= limit else { throw malformed }
      if byte == mark[mark.count - 1], buffer[(start + distance)...].starts(with: mark) { break }
      distance += 1
    }
    defer { start += distance + mark.count }
    return buffer[start..<start + distance]
  }

  private mutating func begins(with mark: StaticString) throws(TableError) -> Bool {
    for index in 0..<mark.utf8CodeUnitCount {
      guard try byte(at: index) == mark.utf8Start[index] else { return false }
    }
    return true
  }

  // MARK: Tokens

  private mutating func text() throws(TableError) -> String {
    let distance = try end { $0 == UInt8(ascii: "<") }.distance
    defer { start += distance }
    let text = buffer.withUnsafeBufferPointer {
      XMLText.decoded(UnsafeBufferPointer(rebasing: $0[start..<start + distance]))
    }
    guard let text else { throw malformed }
    return text
  }

  /// The distance to the first byte that ends a tag or a text, and whether there is one before the end of the document. Throws where
  /// it is too far.
  private mutating func end(_ ends: (UInt8) -> Bool) throws(TableError) -> (distance: Int, isFound: Bool) {
    var distance = 0
    while true {
      buffer.withUnsafeBufferPointer { bytes in
        while start + distance < bytes.count, !ends(bytes[start + distance]) { distance += 1 }
      }
      guard distance <= limit else { throw malformed }
      if start + distance < buffer.count { return (distance, true) }
      guard try byte(at: distance) != nil else { return (distance, false) }
    }
  }

  /// Nil for comments and processing instructions.
  private mutating func markup() throws(TableError) -> Token? {
    let second = try byte(at: 1)
    guard second == UInt8(ascii: "!") || second == UInt8(ascii: "?") || second == UInt8(ascii: "/") else {
      return try startTag()
    }
    if second == UInt8(ascii: "/") { return try endTag() }
    if try begins(with: "<!--") {
      start += 4
      _ = try take(through: "-->")
      return nil
    }
    if try begins(with: "<![CDATA[") {
      start += 9
      let bytes = try take(through: "]]>")
      let text = bytes.withUnsafeBufferPointer { XMLText.decoded($0, isLiteral: true) }
      guard !open.isEmpty, let text else { throw malformed }
      return .text(text)
    }
    if try begins(with: "<?") {
      start += 2
      let instruction = String(decoding: try take(through: "?>"), as: UTF8.self).lowercased()
      // Only the default encoding of XML.
      guard
        !instruction.hasPrefix("xml ") || !instruction.contains("encoding") || instruction.contains("utf-8")
      else { throw malformed }
      return nil
    }
    // Document types are among these.
    throw malformed
  }

  private mutating func endTag() throws(TableError) -> Token {
    start += 2
    let name = try take(through: ">").withUnsafeBufferPointer { bytes in
      var tag = XMLTag(bytes)
      let name = tag.name()
      return tag.isAtEnd ? name : nil
    }
    guard let name, open.popLast() == name else { throw malformed }
    return .end(name)
  }

  private mutating func startTag() throws(TableError) -> Token {
    start += 1
    // Values in quotes may contain the sign.
    var quote: UInt8 = 0
    let (distance, isFound) = try end { byte in
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == .quote || byte == UInt8(ascii: "'") {
        quote = byte
      }
      return quote == 0 && byte == UInt8(ascii: ">")
    }
    guard isFound else { throw malformed }
    let (isEmpty, name, attributes) = buffer.withUnsafeBufferPointer { bytes in
      var tag = XMLTag(UnsafeBufferPointer(rebasing: bytes[start..<start + distance]))
      return (tag.takeSlash(), tag.name(), tag.attributes())
    }
    start += distance + 1
    guard let name, let attributes, open.count < Self.depthLimit, !open.isEmpty || !hasRoot else {
      throw malformed
    }
    hasRoot = true
    if isEmpty {
      pendingEnd = name
    } else {
      open.append(name)
    }
    return .start(name, attributes)
  }
}

extension [XMLReader.Attribute] {
  subscript(_ name: String) -> String? { first { $0.name == name }?.value }
}
