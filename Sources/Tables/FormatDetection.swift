import SystemSupport

/// Finds the format of a file by its first bytes and its name.
enum FormatDetection {
  static func format(of first: [UInt8], named name: String) throws(TableError) -> TableFormat {
    if first.starts(with: [0x50, 0x4B, 3, 4]) || first.starts(with: [0x50, 0x4B, 5, 6]) { return .xlsx }
    if let other = otherContents(of: first) { throw .otherContents(other) }
    let named = TableFormat(fileName: name)
    if named == .xlsx { throw .workbook(.zip) }
    guard named == nil || named == .json else { return named ?? .csv }
    var text = first[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    switch text.first(where: { $0 > 0x20 }) {
    // An object on each line, also in a file that is named after JSON.
    case UInt8(ascii: "{"):
      return ElementStream.wrapper(of: text) == 0 && (named == nil || isJSONLine(text)) ? .jsonl : .json
    case UInt8(ascii: "["): return .json
    default: return named ?? .csv
    }
  }

  /// Whether the first line is a whole JSON text; true where it is longer than the bytes.
  private static func isJSONLine(_ text: ArraySlice<UInt8>) -> Bool {
    let text = text.drop { $0 <= 0x20 }
    guard let end = text.firstIndex(of: .lineFeed) else { return true }
    return text[..<end].withUnsafeBytes { JSONReader.firstDefect(in: $0) == nil }
  }

  /// The kind of a file that is no table, by its signature; nil for an unknown signature.
  static func otherContents(of first: [UInt8]) -> TableError.OtherContents? {
    let signatures: [([UInt8], TableError.OtherContents)] = [
      ([0x89, 0x50, 0x4E, 0x47], .image), ([0xFF, 0xD8, 0xFF], .image), (Array("GIF8".utf8), .image),
      (Array("BM".utf8), .image), ([0x49, 0x49, 0x2A, 0], .image), ([0x4D, 0x4D, 0, 0x2A], .image),
      (Array("%PDF".utf8), .pdf), ([0x1F, 0x8B], .compressed), (Array("BZh".utf8), .compressed),
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A], .compressed), ([0x28, 0xB5, 0x2F, 0xFD], .compressed),
      ([0x37, 0x7A, 0xBC, 0xAF], .compressed), (Array("Rar!".utf8), .compressed),
      ([0xD0, 0xCF, 0x11, 0xE0], .oldWorkbook),
    ]
    if let other = signatures.first(where: { first.starts(with: $0.0) })?.1 {
      // A table may begin with these letters.
      return other == .image && first.starts(with: "BM".utf8) && !first.prefix(64).contains(0) ? nil : other
    }
    if first.starts(with: "RIFF".utf8), first.dropFirst(8).starts(with: "WEBP".utf8) { return .image }
    if first.dropFirst(4).starts(with: "ftyp".utf8) { return .image }
    var text = first[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    let start = String(decoding: text.drop { $0 <= 0x20 }.prefix(16), as: UTF8.self).lowercased()
    if ["<!doctype html", "<html", "<table", "<meta"].contains(where: start.hasPrefix) { return .html }
    return start.hasPrefix("<?xml") ? .xml : nil
  }

  /// Whether the first line of a text has control characters, which no header has. UTF-16 has zeros.
  static func isBinary(_ first: [UInt8]) -> Bool {
    guard !first.starts(with: [0xFF, 0xFE]), !first.starts(with: [0xFE, 0xFF]) else { return false }
    let line = first.drop { $0 == .lineFeed || $0 == .carriageReturn }
      .prefix { $0 != .lineFeed && $0 != .carriageReturn }
    return line.contains { ($0 < 0x20 && $0 != 0x09 && $0 != 0x1B) || $0 == 0x7F }
  }
}
