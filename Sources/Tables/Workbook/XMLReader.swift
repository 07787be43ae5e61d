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

  struct Attribute {
    let name: String
    let value: String
  }

  private static let depthLimit = 64
  /// Bytes of a tag or a text.
  private let limit: Int
  private let part: String
  private let stream: ZipEntryStream
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  private var open: [String] = []
  private var hasRoot = false
  /// The end of an empty element, which comes next.
  private var pendingEnd: String?

  /// - Parameter part: Its name, for errors.
  init(_ stream: ZipEntryStream, part: String, limit: Int) {
    self.stream = stream
    self.part = part
    self.limit = limit
  }

  /// The next token; nil at the end of a document that is well-formed.
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

  // MARK: Bytes

  /// The byte at a distance from the present one; nil at the end.
  private mutating func byte(at distance: Int) throws(TableError) -> UInt8? {
    while start + distance >= buffer.count {
      guard !isAtEnd else { return nil }
      buffer.removeFirst(start)
      start = 0
      isAtEnd = try !stream.read(into: &buffer)
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
    var distance = 0
    while let byte = try byte(at: distance), byte != UInt8(ascii: "<") {
      distance += 1
      guard distance <= limit else { throw malformed }
    }
    defer { start += distance }
    guard let text = XMLText.decoded(buffer[start..<start + distance]) else { throw malformed }
    return text
  }

  /// Nil for comments and processing instructions.
  private mutating func markup() throws(TableError) -> Token? {
    if try begins(with: "<!--") {
      start += 4
      _ = try take(through: "-->")
      return nil
    }
    if try begins(with: "<![CDATA[") {
      start += 9
      let bytes = try take(through: "]]>")
      guard !open.isEmpty, let text = XMLText.literal(bytes) else { throw malformed }
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
    guard try !begins(with: "<!") else { throw malformed }
    if try begins(with: "</") {
      start += 2
      var tag = XMLTag(try take(through: ">"))
      guard let name = tag.name(), tag.isAtEnd, open.popLast() == name else { throw malformed }
      return .end(name)
    }
    return try startTag()
  }

  private mutating func startTag() throws(TableError) -> Token {
    start += 1
    var distance = 0
    var quote: UInt8?
    while let byte = try byte(at: distance), byte != UInt8(ascii: ">") || quote != nil {
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == .quote || byte == UInt8(ascii: "'") {
        quote = byte
      }
      distance += 1
      guard distance <= limit else { throw malformed }
    }
    guard start + distance < buffer.count else { throw malformed }
    var tag = XMLTag(buffer[start..<start + distance])
    start += distance + 1
    let isEmpty = tag.takeSlash()
    guard let name = tag.name(), let attributes = tag.attributes(), open.count < Self.depthLimit,
      !open.isEmpty || !hasRoot
    else { throw malformed }
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
  /// The value of an attribute; nil without it.
  subscript(_ name: String) -> String? { first { $0.name == name }?.value }
}
