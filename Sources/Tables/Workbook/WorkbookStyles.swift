/// How the formats of cells show a number.
struct WorkbookStyles: Sendable {
  struct Format: Sendable {
    var isDate = false
    /// Digits of a format of zeros alone, such as `0000`, which shows 7 as `0007`.
    var digits = 0
    /// As `TableRow.numberFormats`.
    var code: String?

    /// A number as its cell shows it, as far as zeros before it are concerned.
    func padded(_ number: String) -> String {
      let missing = digits - number.utf8.count
      guard missing > 0, number.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return number }
      return String(repeating: "0", count: missing) + number
    }
  }

  /// More bytes than a format has: a spreadsheet program takes 255 characters.
  private static let codeLimit = 1_024

  /// By the style of a cell.
  private var formats: [Format] = []

  init() {}

  /// Reads `cellXfs` and the formats that the workbook defines (ISO/IEC 29500-1, 18.8).
  init(_ reader: consuming XMLReader) throws(TableError) {
    var reader = reader
    var custom: [Int: Format] = [:]
    var isCellFormat = false
    while let token = try reader.next() {
      switch token {
      case .start("numFmt", let attributes):
        if let id = attributes["numFmtId"].flatMap({ Int($0) }) {
          custom[id] = Self.format(attributes["formatCode"] ?? "")
        }
      case .start("cellXfs", _): isCellFormat = true
      case .end("cellXfs"): isCellFormat = false
      case .start("xf", let attributes) where isCellFormat:
        let id = attributes["numFmtId"].flatMap { Int($0) } ?? 0
        formats.append(custom[id] ?? Format(isDate: Self.isDate(builtIn: id)))
      default: break
      }
    }
  }

  /// The format of a style; that of a plain number for a style that is not there.
  subscript(_ style: Int) -> Format { formats.indices.contains(style) ? formats[style] : Format() }

  private static func format(_ code: String) -> Format {
    if isDate(format: code) { return Format(isDate: true) }
    if !code.isEmpty, code.utf8.count <= 100, code.utf8.allSatisfy({ $0 == 0x30 }) {
      return Format(digits: code.utf8.count)
    }
    let isPlain = code.utf8.allSatisfy { "0123456789#?.,;-+()_ %".utf8.contains($0) }
    return Format(code: isPlain || code.utf8.count > codeLimit ? nil : code)
  }

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
