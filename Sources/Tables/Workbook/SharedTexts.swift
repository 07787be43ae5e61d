/// The texts that cells of a workbook share, in one array of bytes.
final class SharedTexts: Sendable {
  private let bytes: [UInt8]
  /// Where each text ends.
  private let ends: [Int]

  init() {
    bytes = []
    ends = []
  }

  /// Reads the part `sharedStrings` (ISO/IEC 29500-1, 18.4): plain texts, and rich ones without their formats.
  init(_ reader: consuming XMLReader, limit: Int) throws(TableError) {
    var reader = reader
    var text = WorkbookText()
    var bytes: [UInt8] = []
    var ends: [Int] = []
    while let token = try reader.next() {
      text.take(token)
      guard case .end("si") = token else { continue }
      bytes += text.takeText().utf8
      ends.append(bytes.count)
      guard bytes.count + ends.count * 8 <= limit else { throw .workbook(.tooManyTexts) }
    }
    self.bytes = bytes
    self.ends = ends
  }

  /// The text with this number, from 0; nil where there is none.
  subscript(_ index: Int) -> String? {
    guard ends.indices.contains(index) else { return nil }
    return String(decoding: bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]], as: UTF8.self)
  }
}

/// Collects the text of an element `si` or `is`: of its `t`, without phonetic readings.
struct WorkbookText {
  private var text = ""
  private var isText = false
  private var isPhonetic = false

  mutating func take(_ token: XMLReader.Token) {
    switch token {
    case .start("rPh", _): isPhonetic = true
    case .end("rPh"): isPhonetic = false
    case .start("t", _): isText = !isPhonetic
    case .end("t"): isText = false
    case .text(let part) where isText: text += part
    default: break
    }
  }

  /// What was collected since the last call.
  mutating func takeText() -> String {
    defer { text = "" }
    return Self.unescaped(text)
  }

  /// Replaces `_x000D_`, by which a workbook writes characters that XML does not have (22.9.2.19).
  static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "_")), text.contains("_x") else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "_x") {
      result += rest[..<start.lowerBound]
      rest = rest[start.lowerBound...]
      let code = rest.prefix(7)
      let digits = code.dropFirst(2).prefix(4)
      if code.count == 7, code.last == "_", digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
        let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
      {
        result.unicodeScalars.append(scalar)
        rest = rest.dropFirst(7)
      } else {
        result += rest.prefix(2)
        rest = rest.dropFirst(2)
      }
    }
    return result + rest
  }
}
