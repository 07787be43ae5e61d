import Foundation

/// How the formats of cells show a number.
struct WorkbookStyles: Sendable {
  struct Format: Sendable {
    var isDate = false
    var isPercentage = false
    var number = NumberFormat()
    /// A format of zeros and of letters and signs of ASCII, such as `0000-000` and `"A-"0000`: nil stands for a digit.
    var mask: [Character?] = []
    var code: String?
    /// Whether the code has digits and signs of numbers alone.
    var isPlain = true

    /// The code for `TableRow.numberFormats`: nil where it neither says more than the number nor shows it otherwise.
    func noted(_ number: String) -> String? {
      let shown = number.utf8.firstIndex(of: UInt8(ascii: ".")).map { number[$0...].utf8.count - 1 } ?? 0
      return !isPlain || self.number.isScaled || self.number.decimals.map { shown > $0 } == true ? code : nil
    }

    /// A number as its cell shows it, where that is more than a number: `0007`, `0001-234`, `90%`.
    func shown(_ number: String) -> String {
      if isPercentage, let amount = Decimal(string: number) { return "\(amount * 100)%" }
      guard !mask.isEmpty, number.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return number }
      var places = mask.count { $0 == nil }
      var digits = (String(repeating: "0", count: max(0, places - number.utf8.count)) + number)[...]
      return mask.reduce(into: "") { shown, literal in
        guard literal == nil else { return shown.append(literal ?? " ") }
        // The first place has all digits before those of the others.
        places -= 1
        shown += digits.dropLast(places)
        digits = digits.suffix(places)
      }
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
        formats.append(custom[id] ?? Self.builtIn(id))
      default: break
      }
    }
  }

  /// The format of a style; that of a plain number for a style that is not there.
  subscript(_ style: Int) -> Format { formats.indices.contains(style) ? formats[style] : Format() }

  private static func format(_ code: String) -> Format {
    if isDate(format: code) { return Format(isDate: true) }
    if isPercentage(format: code) { return Format(isPercentage: true) }
    if code.utf8.count <= 100, let mask = mask(of: code) {
      return Format(number: NumberFormat(code), mask: mask, code: code)
    }
    guard code.utf8.count <= codeLimit else { return Format() }
    let isPlain = code.utf8.allSatisfy { "0123456789#?.,;-+()_ ".utf8.contains($0) }
    return Format(number: NumberFormat(code), code: code, isPlain: isPlain)
  }

  /// The built-in formats (18.8.30): numbers with as many decimals, and dates with those of East Asian languages. 46 is a duration.
  private static func builtIn(_ id: Int) -> Format {
    switch id {
    case 9, 10: Format(isPercentage: true)
    case 1, 3, 5, 6, 37, 38, 41, 42: format("0")
    case 2, 4, 7, 8, 39, 40, 43, 44: format("0.00")
    case 14...22, 27...36, 45, 47, 50...58: Format(isDate: true)
    default: Format()
    }
  }

  /// Nil for a format that is more than digits that are always shown, and letters and signs before and between them.
  private static func mask(of code: String) -> [Character?]? {
    var mask: [Character?] = []
    var rest = code[...]
    while let character = rest.popFirst() {
      var literal = String(character)
      switch character {
      case "0":
        mask.append(nil)
        continue
      case "\"":
        literal = String(rest.prefix { $0 != "\"" })
        rest = rest.dropFirst(literal.count + 1)
      case "\\": literal = rest.popFirst().map { String($0) } ?? ""
      case "-", " ": break
      default: return nil
      }
      guard literal.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "$") }) else {
        return nil
      }
      mask += literal.map { $0 }
    }
    let places = mask.count { $0 == nil }
    return mask.last == .some(nil) && (places > 1 || places == mask.count) ? mask : nil
  }

  /// Whether a format has a `%` outside quotes, escapes and brackets.
  private static func isPercentage(format: String) -> Bool {
    format.contains("%") && format.replacing(/"[^"]*"|\\.|\[[^\]]*\]/, with: "").contains("%")
  }

  /// Whether a format has a part of a date outside quotes, escapes and brackets. A format with `[h]` is a duration.
  static func isDate(format: String) -> Bool {
    let shown = format.lowercased().replacing(/"[^"]*"?|\\.|[_*]./, with: "")
    return !shown.matches(of: /\[([^\]]*)/).contains { NumberFormat.isDuration($0.1) }
      // `General` is the format of other numbers.
      && shown.replacing(/\[[^\]]*\]?|general/, with: "").contains { "dmyhs".contains($0) }
  }
}
