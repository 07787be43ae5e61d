import SystemSupport

/// Finds the encoding of a text file: by its byte order mark; UTF-8, if the file is, but for a few broken places; otherwise the
/// only encoding in which a word of the first lines that is not ASCII is a known name of a column. Nothing is guessed.
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
      guard given == .utf16 else { return TextLayout(given) }
      // The first character of a table is ASCII or of a script whose characters have no zero byte.
      guard first.count >= 2, first[0] == 0 || first[1] == 0 else { throw .noByteOrder }
      return TextLayout(utf16BigEndian: first[0] == 0, start: 0)
    }
    if let marked { return marked }
    if needsUTF8 { return TextLayout(.utf8) }
    guard try !isUTF8() else { return TextLayout(.utf8) }
    let lines = try firstLines()
    let known = TextEncoding.allCases.filter { encoding in
      encoding != .utf16 && lines.contains { isKnown($0, in: encoding) }
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

  /// The first lines that are not empty, of up to 64 KiB: the header may be any of them.
  private func firstLines() throws(TableError) -> [ArraySlice<UInt8>] {
    let bytes = try source.bytes(at: 0, count: 64 * 1_024)
    return bytes.split(maxSplits: 10) { $0 == .lineFeed || $0 == .carriageReturn }.prefix(10).map(\.self)
  }

  private func text(_ line: some Collection<UInt8>, in encoding: TextEncoding) -> [UInt8] {
    var text: [UInt8] = []
    _ = TextLayout(encoding).decoder.append(Array(line), isLast: true, to: &text)
    return text
  }

  private func isKnown(_ line: ArraySlice<UInt8>, in encoding: TextEncoding) -> Bool {
    let text = text(line, in: encoding)
    return text.split {
      [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")].contains($0)
    }
    .contains { cell in
      cell.contains { $0 >= 0x80 }
        && header.isKnown(String(decoding: cell.filter { $0 != .quote }, as: UTF8.self))
    }
  }

  /// The first line that is not ASCII.
  private func decodings() throws(TableError) -> [TableError.Decoding] {
    let size = 64 * 1_024
    var offset = 0
    while true {
      let piece = try source.bytes(at: offset, count: size)
      if let index = piece.firstIndex(where: { $0 >= 0x80 }) {
        offset += index
        break
      }
      guard piece.count == size else { return [] }
      offset += size
    }
    // The text before `offset` is ASCII, and may be cut anywhere.
    let start = max(0, offset - 1_024)
    let before = try source.bytes(at: start, count: offset - start)
    let after = try source.bytes(at: offset, count: 1_024)
    func isBreak(_ byte: UInt8) -> Bool { byte == .lineFeed || byte == .carriageReturn }
    let line = before.suffix(while: { !isBreak($0) }) + after.prefix { !isBreak($0) }
    return [TextEncoding.cp949, .shiftJIS, .windows1252].map { encoding in
      let text = String(decoding: self.text(line, in: encoding), as: UTF8.self)
      return TableError.Decoding(encoding: encoding, line: String(text.prefix(TableProblem.valueLength)))
    }
  }
}

extension BidirectionalCollection {
  /// The longest end whose elements all satisfy the predicate.
  fileprivate func suffix(while predicate: (Element) -> Bool) -> SubSequence {
    var start = endIndex
    while start > startIndex, predicate(self[index(before: start)]) { start = index(before: start) }
    return self[start...]
  }
}
