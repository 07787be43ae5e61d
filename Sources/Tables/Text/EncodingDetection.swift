import SystemSupport

/// Finds the encoding of a text file: by its byte order mark; UTF-16, where a known name of a column is in its first lines; UTF-8,
/// if the file is, but for a few broken places; otherwise the only encoding in which a word of the first lines that is not ASCII is
/// a known name of a column. Nothing is guessed.
struct EncodingDetection {
  let source: TableSource
  let header: HeaderSearch

  /// - Parameters:
  ///   - given: The encoding that the user names.
  ///   - needsUTF8: Whether a text without a byte order mark is UTF-8 or defective, as JSON is.
  func layout(given: TextEncoding?, needsUTF8: Bool) throws(TableError) -> TextLayout {
    let first = try source.bytes(at: 0, count: 4)
    let marked = TextLayout(byteOrderMarkOf: first)
    if let given {
      if let marked, marked.encoding == given { return marked }
      if given == .utf16, let unmarked = try unmarkedUTF16() { return unmarked }
      guard given == .utf16 else { return TextLayout(given) }
      // The first character of a table is ASCII or of a script whose characters have no zero byte.
      guard first.count >= 2, first[0] == 0 || first[1] == 0 else { throw .noByteOrder }
      return TextLayout(utf16BigEndian: first[0] == 0, start: 0)
    }
    if let marked { return marked }
    if needsUTF8 { return TextLayout(.utf8) }
    guard try !isUTF8() else { return TextLayout(.utf8) }
    let lines = Self.firstLines(of: try source.bytes(at: 0, count: Self.headerBytes)[...])
    let known = TextEncoding.allCases.filter { encoding in
      encoding != .utf16
        && lines.contains { isKnown(text($0, in: encoding)[...]) { $0.contains { $0 >= 0x80 } } }
    }
    guard known.count == 1, let encoding = known.first else { throw .undecidedEncoding(try decodings()) }
    return TextLayout(encoding)
  }

  /// Whether the file is UTF-8. A few broken places are problems of their rows, and no other encoding: there, most characters
  /// would be broken.
  private func isUTF8() throws(TableError) -> Bool {
    let size = 128 * 1_024
    var (offset, broken, characters) = (0, 0, 0)
    while true {
      let piece = try source.bytes(at: offset, count: size)
      let isLast = piece.count < size
      var start = 0
      while start < piece.count {
        let invalid = piece.withUnsafeBytes { bytes in
          UTF8Sequence.firstInvalid(in: UnsafeRawBufferPointer(rebasing: bytes[start...]))
        }
        let end = invalid.map { start + $0 } ?? piece.count
        // Each character that is not ASCII has one byte of these.
        for index in start..<end where piece[index] >= 0xC0 { characters += 1 }
        start = end
        // A character may be cut in two by the end of the piece.
        guard invalid != nil, isLast || piece.count - end >= 4 || end == 0 else { break }
        broken += 1
        start += 1
        guard broken <= Self.brokenLimit || characters >= Self.charactersPerBroken * broken else {
          return false
        }
      }
      if isLast { return broken == 0 || characters >= Self.charactersPerBroken * broken }
      offset += start
    }
  }

  /// Broken places that are counted before it is decided that they are too many.
  private static let brokenLimit = 64
  /// Text of another encoding has fewer characters that are valid in UTF-8 by chance than broken places.
  private static let charactersPerBroken = 4

  /// UTF-16 without a byte order mark, as some programs write it; nil for a file without one of its zeros.
  func unmarkedUTF16() throws(TableError) -> TextLayout? {
    let bytes = try source.bytes(at: 0, count: Self.headerBytes)
    guard bytes.contains(0), TextLayout(byteOrderMarkOf: bytes) == nil else { return nil }
    return [false, true].lazy.map { TextLayout(utf16BigEndian: $0, start: 0) }.first { layout in
      var text: [UInt8] = []
      _ = layout.append(bytes, isLast: false, to: &text)
      return !text.contains { $0 == 0 || $0 == 0xFF }
        && Self.firstLines(of: text[...]).contains { isKnown($0) { _ in true } }
    }
  }

  /// The header is in one of the first lines of so many bytes.
  private static let headerBytes = 64 * 1_024

  /// The first lines that are not empty: the header may be any of them.
  private static func firstLines(of bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    bytes.split(maxSplits: 10) { $0 == .lineFeed || $0 == .carriageReturn }.prefix(10).map(\.self)
  }

  private func text(_ line: some Collection<UInt8>, in encoding: TextEncoding) -> [UInt8] {
    var text: [UInt8] = []
    _ = TextLayout(encoding).append(Array(line), isLast: true, to: &text)
    return text
  }

  /// Whether a cell of a line, in UTF-8, that meets a condition is a known name of a column.
  private func isKnown(_ line: ArraySlice<UInt8>, where condition: (ArraySlice<UInt8>) -> Bool) -> Bool {
    line.split {
      [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")].contains($0)
    }
    .contains { cell in
      condition(cell)
        && header.isKnown(String(decoding: cell.filter { $0 != .quote }, as: UTF8.self).streamSafe)
    }
  }

  /// The first words that are not ASCII, in each encoding in which the text around them can be read, the likeliest first.
  private func decodings() throws(TableError) -> [TableError.Decoding] {
    let size = 64 * 1_024
    var offset = 0
    var piece: [UInt8] = []
    repeat {
      piece = try source.bytes(at: offset, count: size)
      offset += piece.count
    } while piece.count == size && !piece.contains { $0 >= 0x80 }
    // No byte of a character of two bytes is one of these; a word that is cut at an end of the piece is left out.
    let parts = piece.split(omittingEmptySubsequences: false) {
      $0 <= 0x20 || $0 == 0x22 || $0 == 0x2C || $0 == 0x3B
    }
    let whole = parts.dropFirst(offset > size ? 1 : 0).dropLast(piece.count == size ? 1 : 0)
    let words = whole.filter { $0.contains { $0 >= 0x80 } }
    return Self.likely(words).compactMap { encoding in
      let texts = words.map { text($0, in: encoding) }
      let isBroken = { (text: [UInt8]) in String(validating: text, as: UTF8.self) == nil }
      // Text of another encoding is UTF-8 in few places.
      guard
        encoding == .utf8 ? 2 * texts.count(where: isBroken) < texts.count : !texts.contains(where: isBroken)
      else { return nil }
      let shown = texts.prefix(Self.shownWords).map { String(decoding: $0, as: UTF8.self) }
      return TableError.Decoding(
        encoding: encoding, words: String(shown.joined(separator: " ").prefix(TableProblem.valueLength)))
    }
  }

  private static let shownWords = 3

  /// The encodings in which words may be, the likeliest first. Words of Latin letters have few bytes that are not ASCII; of Japanese,
  /// every other byte is one with which Korean begins rare syllables alone.
  private static func likely(_ words: [ArraySlice<UInt8>]) -> [TextEncoding] {
    let bytes = words.joined()
    let high = bytes.count { $0 >= 0x80 }
    if 2 * high < bytes.count { return [.utf8, .windows1252, .cp949, .shiftJIS] }
    let isJapanese = 4 * bytes.count { (0x81...0x9F).contains($0) } >= high
    return [.utf8] + (isJapanese ? [.shiftJIS, .cp949] : [.cp949, .shiftJIS]) + [.windows1252]
  }
}
