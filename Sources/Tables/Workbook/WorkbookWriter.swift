/// Writes a workbook with one sheet (Office Open XML, ISO/IEC 29500) row by row, in memory that does not grow with the rows. The
/// first row is a header, which stays on the screen.
package final class WorkbookWriter {
  package enum Cell: Sendable, Equatable {
    case empty
    /// Text that programs leave as it is: formatted as text, so that no digits or formulas are found in it.
    case text(String)
    /// A decimal as `WorkbookNumber` reads it, of at most 15 digits, and the format code by which it is shown.
    case number(String, format: String?)
  }

  package enum Failure: Error, Sendable, Equatable {
    case tooManyRows
    /// A file of 4 GiB, which most programs cannot open.
    case tooLarge
    case outOfMemory
  }

  /// The rows of a sheet, with the header.
  package static let rowLimit = 1_048_576
  /// The most characters of a cell, in units of UTF-16.
  package static let cellLength = 32_767
  /// The digits of a number that programs keep.
  package static let digits = 15

  private static let namespace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  private static let documents = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  private static let packages = "http://schemas.openxmlformats.org/package/2006"
  private static let declaration = #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"# + "\n"
  private static let (textStyle, headerStyle) = (1, 2)
  /// The first number of a format that is not built in.
  private static let firstFormat = 164
  private static let pieceSize = 64 * 1_024

  private let zip: ZipFileWriter
  private var pending: [UInt8] = []
  private var row = 0
  private var references: [[UInt8]] = []
  private var formats: [String] = []

  /// - Parameters:
  ///   - sheet: The name of the sheet: at most 31 characters, none of them `[]:*?/\`.
  ///   - columns: The name of each column, its width in characters, and whether its cells are text.
  package init(sheet: String, columns: [(name: String, width: Int, isText: Bool)]) throws(Failure) {
    zip = try ZipFileWriter()
    try part(
      "[Content_Types].xml",
      """
      <Types xmlns="\(Self.packages)/content-types"><Default Extension="rels" \
      ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" \
      ContentType="application/xml"/>\(Self.contentType("workbook", "sheet.main"))\
      \(Self.contentType("worksheets/sheet1", "worksheet"))\(Self.contentType("styles", "styles"))</Types>
      """)
    try part("_rels/.rels", Self.relationships([("officeDocument", "xl/workbook.xml")]))
    try part(
      "xl/workbook.xml",
      """
      <workbook xmlns="\(Self.namespace)" xmlns:r="\(Self.documents)"><bookViews><workbookView/></bookViews><sheets>\
      <sheet name="\(Self.escaped(sheet))" sheetId="1" r:id="rId1"/></sheets></workbook>
      """)
    try part(
      "xl/_rels/workbook.xml.rels",
      Self.relationships([("worksheet", "worksheets/sheet1.xml"), ("styles", "styles.xml")]))
    let widths = columns.enumerated().map { index, column in
      """
      <col min="\(index + 1)" max="\(index + 1)" width="\(column.width)" customWidth="1"\
      \(column.isText ? " style=\"\(Self.textStyle)\"" : "")/>
      """
    }
    try part(
      "xl/worksheets/sheet1.xml",
      """
      <worksheet xmlns="\(Self.namespace)"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" \
      activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>\(widths.joined())</cols><sheetData>
      """)
    references = columns.indices.map { Array(Self.letters(ofColumn: $0).utf8) }
    try append(columns.map { .text($0.name) }, style: Self.headerStyle)
  }

  package func append(_ cells: [Cell]) throws(Failure) { try append(cells, style: Self.textStyle) }

  package func finish() throws(Failure) {
    write("</sheetData></worksheet>")
    try flush()
    try part("xl/styles.xml", styles)
    try zip.finish()
  }

  package func takeBytes() -> [UInt8] { zip.takeBytes() }

  private func append(_ cells: [Cell], style: Int) throws(Failure) {
    guard row < Self.rowLimit else { throw .tooManyRows }
    row += 1
    let number = Array(String(row).utf8)
    write("<row r=\"")
    pending += number
    write("\">")
    for (column, cell) in cells.enumerated() where cell != .empty {
      write("<c r=\"")
      pending += references[column]
      pending += number
      switch cell {
      case .empty: break
      case .text(let text):
        write("\" s=\"\(style)\" t=\"inlineStr\"><is><t xml:space=\"preserve\">")
        Self.append(text, to: &pending)
        write("</t></is></c>")
      case .number(let digits, let format):
        write("\" s=\"\(self.style(of: format))\"><v>\(digits)</v></c>")
      }
    }
    write("</row>")
    if pending.count >= Self.pieceSize { try flush() }
  }

  private func write(_ markup: String) { pending += markup.utf8 }

  private func flush() throws(Failure) {
    try zip.write(pending)
    pending.removeAll(keepingCapacity: true)
  }

  private func part(_ name: String, _ markup: String) throws(Failure) {
    try zip.begin(name)
    try zip.write(Array((Self.declaration + markup).utf8))
  }

  private func style(of format: String?) -> Int {
    guard let format else { return 0 }
    let index = formats.firstIndex(of: format) ?? formats.endIndex
    if index == formats.endIndex { formats.append(format) }
    return Self.headerStyle + 1 + index
  }

  private var styles: String {
    let codes = formats.enumerated().map { index, code in
      "<numFmt numFmtId=\"\(Self.firstFormat + index)\" formatCode=\"\(Self.escaped(code))\"/>"
    }
    let numbers = formats.indices.map { index in
      "<xf numFmtId=\"\(Self.firstFormat + index)\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\" applyNumberFormat=\"1\"/>"
    }
    return """
      <styleSheet xmlns="\(Self.namespace)">\
      \(codes.isEmpty ? "" : "<numFmts count=\"\(codes.count)\">\(codes.joined())</numFmts>")\
      <fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font>\
      </fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/>\
      </fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
      <cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
      <cellXfs count="\(numbers.count + 3)"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>\
      <xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>\
      <xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>\
      \(numbers.joined())</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>\
      </styleSheet>
      """
  }

  private static func contentType(_ part: String, _ type: String) -> String {
    """
    <Override PartName="/xl/\(part).xml" \
    ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.\(type)+xml"/>
    """
  }

  private static func relationships(_ list: [(type: String, target: String)]) -> String {
    let relations = list.enumerated().map { index, one in
      "<Relationship Id=\"rId\(index + 1)\" Type=\"\(documents)/\(one.type)\" Target=\"\(one.target)\"/>"
    }
    return "<Relationships xmlns=\"\(packages)/relationships\">\(relations.joined())</Relationships>"
  }

  /// `A` to `Z`, then `AA`.
  private static func letters(ofColumn index: Int) -> String {
    var (letters, rest) = ("", index + 1)
    while rest > 0 {
      rest -= 1
      letters = String(UnicodeScalar(UInt8(65 + rest % 26))) + letters
      rest /= 26
    }
    return letters
  }

  private static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends text as XML. Characters that XML does not have, or that programs change, are written as `_x000D_` (22.9.2.19), and
  /// so is the `_` of a text that looks so.
  private static func append(_ text: String, to bytes: inout [UInt8]) {
    let source = Array(text.utf8)
    var index = 0
    while index < source.count {
      let byte = source[index]
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case .quote: bytes += "&quot;".utf8
      case 0x09, .lineFeed: bytes.append(byte)
      case 0..<0x20: bytes += "_x00\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))_".utf8
      case UInt8(ascii: "_") where isMark(source, at: index): bytes += "_x005F_".utf8
      // U+FFFE and U+FFFF.
      case 0xEF where index + 2 < source.count && source[index + 1] == 0xBF && source[index + 2] >= 0xBE:
        bytes += "_xFFF\(source[index + 2] == 0xBE ? "E" : "F")_".utf8
        index += 2
      default: bytes.append(byte)
      }
      index += 1
    }
  }

  private static func isMark(_ bytes: [UInt8], at index: Int) -> Bool {
    guard index + 6 < bytes.count, bytes[index + 1] == UInt8(ascii: "x"),
      bytes[index + 6] == UInt8(ascii: "_")
    else { return false }
    return bytes[(index + 2)..<(index + 6)].allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
  }
}
