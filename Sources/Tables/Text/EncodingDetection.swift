import SystemSupport

/// Finds the encoding of a text file: by its byte order mark; UTF-8, if the whole file is; otherwise the only encoding in
/// which a word of the header that is not ASCII is known. Nothing is guessed.
struct EncodingDetection {
  let source: TableSource
  /// Names of columns, normalized.
  let words: Set<String>

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
    let header = try firstLine()
    let known = TextEncoding.allCases.filter { $0 != .utf16 && isKnown(header, in: $0) }
    guard known.count == 1, let encoding = known.first else { throw .undecidedEncoding(try decodings()) }
    return TextLayout(encoding)
  }

  private func isUTF8() throws(TableError) -> Bool {
    let size = 128 * 1_024
    var offset = 0
    while true {
      let piece = try source.bytes(at: offset, count: size)
      let isLast = piece.count < size
      let invalid = piece.withUnsafeBytes { UTF8Sequence.firstInvalid(in: $0) }
      guard let invalid else {
        if isLast { return true }
        offset += piece.count
        continue
      }
      // A character may be cut in two by the end of the piece, and by nothing else.
      guard !isLast, piece.count - invalid < 4 else { return false }
      guard invalid > 0 else { return false }
      offset += invalid
    }
  }

  /// The bytes of the first line that is not empty, up to 64 KiB.
  private func firstLine() throws(TableError) -> [UInt8] {
    let bytes = try source.bytes(at: 0, count: 64 * 1_024)
    return Array(
      bytes.drop { $0 == .lineFeed || $0 == .carriageReturn }.prefix {
        $0 != .lineFeed && $0 != .carriageReturn
      })
  }

  private func text(_ line: [UInt8], in encoding: TextEncoding) -> [UInt8] {
    var text: [UInt8] = []
    _ = TextLayout(encoding).decoder.append(line, isLast: true, to: &text)
    return text
  }

  private func isKnown(_ header: [UInt8], in encoding: TextEncoding) -> Bool {
    let text = text(header, in: encoding)
    return text.split {
      [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")].contains($0)
    }
    .contains { cell in
      cell.contains { $0 >= 0x80 }
        && words.contains(Self.normalized(String(decoding: cell.filter { $0 != .quote }, as: UTF8.self)))
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
      let text = String(decoding: self.text(Array(line), in: encoding), as: UTF8.self)
      return TableError.Decoding(encoding: encoding, line: String(text.prefix(TableProblem.valueLength)))
    }
  }

  /// Without regard to case and space.
  static func normalized(_ word: String) -> String {
    word.lowercased().filter { !$0.isWhitespace }
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
