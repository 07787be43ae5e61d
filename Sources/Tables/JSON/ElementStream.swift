/// Finds the elements of a JSON array, or the lines of JSON Lines, in memory that the longest one determines. The
/// elements themselves are not validated.
struct ElementStream: Sendable {
  /// The bytes of one element, without space around it.
  struct Element {
    let bytes: ArraySlice<UInt8>
    let position: TextPosition
    /// The number of its row: which element of the array it is, or the line of JSON Lines.
    var number = 0
    /// Whether it is longer than a row may be; then the bytes are its beginning.
    var isTooLong = false
  }

  let encoding: TextEncoding
  private var text: TextStream
  private let isArray: Bool
  private let limit: Int
  private var buffer: [UInt8] = []
  private var start = 0
  private var position = TextPosition()
  private var isAtEnd = false
  private var state = State.before
  private var count = 0

  /// Whether the array is in an object, `{"products": [{…}]}`, whose other members are not read.
  private var isWrapped = false

  private enum State {
    case before, afterOpening, afterElement, behind
  }

  init(_ text: TextStream, isArray: Bool, limit: Int) {
    self.text = text
    self.isArray = isArray
    self.limit = limit
    encoding = text.encoding
  }

  mutating func next() throws(TableError) -> Element? {
    guard var element = isArray ? try nextOfArray() : try nextLine() else { return nil }
    count += 1
    element.number = isArray ? count : element.position.line
    return element
  }

  /// The bytes before the array of a text `{"products": [{…}]}`; 0 for another text.
  static func wrapper(of text: ArraySlice<UInt8>) -> Int {
    let start = String(decoding: text.prefix(80), as: UTF8.self)
    return start.prefixMatch(of: /(\s*\{\s*"(?:products|data|rows)"\s*:\s*)\[\s*\{/)?.1.utf8.count ?? 0
  }

  // MARK: Lines

  private mutating func nextLine() throws(TableError) -> Element? {
    try skipSpace()
    guard start < buffer.count else { return nil }
    return try element { byte in byte == .lineFeed || byte == .carriageReturn }
  }

  // MARK: Arrays

  private mutating func nextOfArray() throws(TableError) -> Element? {
    try skipSpace()
    if state == .before {
      let wrapper = Self.wrapper(of: buffer[start...])
      isWrapped = wrapper > 0
      position.advance(over: buffer[start...].prefix(wrapper))
      start += wrapper
      try take(UInt8(ascii: "["))
      state = .afterOpening
      try skipSpace()
    }
    if state != .behind, start < buffer.count, buffer[start] == UInt8(ascii: "]") {
      try take(UInt8(ascii: "]"))
      state = .behind
      try skipSpace()
    }
    if state == .behind {
      guard start == buffer.count || isWrapped else { throw malformed }
      return nil
    }
    if state == .afterElement {
      try take(UInt8(ascii: ","))
      try skipSpace()
    }
    state = .afterElement
    var scanner = ElementExtent()
    let first = position
    let element = try element { scanner.ends(before: $0) }
    // An element that the end of the file cuts off, or none.
    guard !element.bytes.isEmpty, start < buffer.count else {
      throw .json(line: first.line, column: first.column)
    }
    return element
  }

  private var malformed: TableError { .json(line: position.line, column: position.column) }

  private mutating func take(_ byte: UInt8) throws(TableError) {
    guard start < buffer.count, buffer[start] == byte else { throw malformed }
    position.advance(over: CollectionOfOne(byte))
    start += 1
  }

  /// Reads an element up to the first byte that ends it, or the end of the file.
  private mutating func element(_ ends: (UInt8) -> Bool) throws(TableError) -> Element {
    let first = position
    var beginning: [UInt8]?
    var index = start
    while true {
      while index < buffer.count, !ends(buffer[index]) { index += 1 }
      if index < buffer.count || isAtEnd { break }
      if index - start > limit {
        beginning = beginning ?? Array(buffer[start...].prefix(4 * TableProblem.valueLength))
        position.advance(over: buffer[start...])
        start = buffer.count
      }
      let held = index - start
      try fill()
      index = held
    }
    defer {
      position.advance(over: buffer[start..<index])
      start = index
    }
    if let beginning { return Element(bytes: beginning[...], position: first, isTooLong: true) }
    var end = index
    while end > start, buffer[end - 1].isSpace { end -= 1 }
    return Element(bytes: buffer[start..<end], position: first, isTooLong: end - start > limit)
  }

  private mutating func skipSpace() throws(TableError) {
    while true {
      var index = start
      while index < buffer.count, buffer[index].isSpace { index += 1 }
      position.advance(over: buffer[start..<index])
      start = index
      guard start == buffer.count, !isAtEnd else { return }
      try fill()
    }
  }

  private mutating func fill() throws(TableError) {
    isAtEnd = try !text.refill(&buffer, dropping: start)
    start = 0
  }
}

/// Follows strings and brackets, to find the end of an element of an array.
struct ElementExtent {
  private var depth = 0
  private var isString = false
  private var isEscaped = false

  /// - Returns: Whether the element ended before this byte.
  mutating func ends(before byte: UInt8) -> Bool {
    if isString {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == .quote {
        isString = false
      }
      return false
    }
    switch byte {
    case .quote: isString = true
    case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      if depth == 0 { return true }
      depth -= 1
    case UInt8(ascii: ","): return depth == 0
    default: break
    }
    return false
  }
}
