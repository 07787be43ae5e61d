/// Which formats of cells show a number as a date.
struct WorkbookStyles: Sendable {
  /// By the style of a cell.
  private var areDates: [Bool] = []

  init() {}

  /// Reads `cellXfs` and the formats that the workbook defines (ISO/IEC 29500-1, 18.8).
  init(_ reader: consuming XMLReader) throws(TableError) {
    var reader = reader
    var custom: [Int: Bool] = [:]
    var isCellFormat = false
    while let token = try reader.next() {
      switch token {
      case .start("numFmt", let attributes):
        if let id = attributes["numFmtId"].flatMap({ Int($0) }) {
          custom[id] = Self.isDate(format: attributes["formatCode"] ?? "")
        }
      case .start("cellXfs", _): isCellFormat = true
      case .end("cellXfs"): isCellFormat = false
      case .start("xf", let attributes) where isCellFormat:
        let id = attributes["numFmtId"].flatMap { Int($0) } ?? 0
        areDates.append(custom[id] ?? Self.isDate(builtIn: id))
      default: break
      }
    }
  }

  func isDate(_ style: Int) -> Bool { areDates.indices.contains(style) && areDates[style] }

  /// Built-in formats (18.8.30), with those of East Asian languages. 46 is a duration.
  private static func isDate(builtIn id: Int) -> Bool {
    (14...22).contains(id) || (27...36).contains(id) || id == 45 || id == 47 || (50...58).contains(id)
  }

  /// Whether a format has a part of a date outside quotes, escapes and brackets. A format with `[h]` is a duration.
  static func isDate(format: String) -> Bool {
    var isDate = false
    var rest = format.lowercased()[...]
    while let character = rest.popFirst() {
      switch character {
      case "\"": rest = rest.drop { $0 != "\"" }.dropFirst()
      case "\\", "_", "*": rest = rest.dropFirst()
      case "[":
        let inside = rest.prefix { $0 != "]" }
        if !inside.isEmpty, inside.allSatisfy({ "hms".contains($0) }) { return false }
        rest = rest.dropFirst(inside.count + 1)
      case "d", "m", "y", "h", "s": isDate = true
      // The format of other numbers, which is a word.
      case "g" where rest.hasPrefix("eneral"): rest = rest.dropFirst(6)
      default: break
      }
    }
    return isDate
  }
}
