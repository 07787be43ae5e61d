import SystemSupport

/// The texts that cells of a workbook share, in one array of bytes.
final class SharedTexts: Sendable {
  /// Bytes that a text counts beside its own: its entry in `ends`, with the spare capacity of a growing array.
  private static let overhead = 8

  private let bytes: [UInt8]
  private let ends: [UInt32]

  /// Reads the part `sharedStrings` (ISO/IEC 29500-1, 18.4): plain texts, and rich ones without their formats. Throws
  /// before the texts take more memory than the limit, and where the part takes longer than a second to read.
  init(_ reader: consuming XMLReader, limits: TableLimits) throws(TableError) {
    var reader = reader
    var text = WorkbookText(limit: limits.rowBytes)
    var bytes: [UInt8] = []
    // An array that grows is there twice while it moves. Memory that is never written is never used.
    bytes.reserveCapacity(min(reader.size, limits.sharedTextBytes))
    var ends: [UInt32] = []
    var tokens = 0
    while let token = try reader.next() {
      tokens += 1
      guard tokens <= limits.sharedTokens else { throw .workbook(.tooManyTexts) }
      if case .start("si", _) = token { reader.beginPiece() }
      guard text.take(token) else { throw reader.tooLarge }
      guard case .end("si") = token else { continue }
      let next = text.takeText().utf8
      guard bytes.count + next.count + (ends.count + 1) * Self.overhead <= limits.sharedTextBytes,
        let end = UInt32(exactly: bytes.count + next.count)
      else { throw .workbook(.tooManyTexts) }
      bytes += next
      ends.append(end)
    }
    self.bytes = bytes
    self.ends = ends
  }

  /// The text with this number, from 0; nil where there is none.
  subscript(_ index: Int) -> String? {
    guard ends.indices.contains(index) else { return nil }
    return String(decoding: bytes[(index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])], as: UTF8.self)
      .streamSafe
  }
}

/// Collects the text of an element `si` or `is`: of its `t`, without phonetic readings.
struct WorkbookText {
  let limit: Int
  private var text = ""
  private var isText = false
  private var isPhonetic = false

  init(limit: Int) { self.limit = limit }

  /// Returns false, and collects nothing, where the text would be longer than the limit.
  mutating func take(_ token: XMLReader.Token) -> Bool {
    switch token {
    case .start("rPh", _): isPhonetic = true
    case .end("rPh"): isPhonetic = false
    case .start("t", _): isText = !isPhonetic
    case .end("t"): isText = false
    case .text(let part) where isText: return text.append(part, upTo: limit)
    default: break
    }
    return true
  }

  /// Returns the text collected since the last call, unescaped.
  mutating func takeText() -> String {
    defer { text = "" }
    return Self.unescaped(text)
  }

  /// Replaces `_x000D_`, by which a workbook writes characters that XML does not have (22.9.2.19). Compares bytes: a text
  /// may consist of such marks.
  static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "_")) else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "_"), let scalar = scalar(bytes[index...].prefix(7)) {
        UTF8.encode(scalar).map { result += $0 }
        index += 7
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self).streamSafe
  }

  /// The character of `_x000D_`; nil for other bytes.
  private static func scalar(_ mark: ArraySlice<UInt8>) -> Unicode.Scalar? {
    guard mark.count == 7, mark.starts(with: "_x".utf8), mark.last == UInt8(ascii: "_") else { return nil }
    let digits = String(decoding: mark.dropFirst(2).dropLast(), as: UTF8.self)
    return digits.allSatisfy(\.isHexDigit) ? UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) : nil
  }
}

extension String {
  /// Appends a part unless the text would have more bytes than the limit then. Returns whether it did.
  mutating func append(_ part: String, upTo limit: Int) -> Bool {
    guard utf8.count + part.utf8.count <= limit else { return false }
    self += part
    return true
  }
}
