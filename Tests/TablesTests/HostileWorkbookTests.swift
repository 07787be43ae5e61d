import Foundation
import TestSupport
import Testing

@testable import Tables

/// Workbooks that are damaged or made to do harm.
struct HostileWorkbookTests {
  private static let sheet = "xl/worksheets/sheet1.xml"
  private static let valid = WorkbookFile(rows: "<row><c><v>1</v></c></row><row><c><v>2</v></c></row>")

  private func read(_ bytes: [UInt8], limits: TableLimits = TableLimits()) throws -> [TableRow] {
    var options = TableOptions()
    options.limits = limits
    return try TableFile(reading: bytes, named: "a.xlsx", options: options).allRows()
  }

  /// Reads the valid workbook with its sheet changed.
  private func read(changing change: (inout ZipWriter.Entry) -> Void) throws -> [TableRow] {
    var entries = Self.valid.entries
    for index in entries.indices where entries[index].name == Self.sheet { change(&entries[index]) }
    return try read(ZipWriter.archive(entries))
  }

  private static let damages:
    [(String, TableError.WorkbookDefect, @Sendable (inout ZipWriter.Entry) -> Void)] = [
      ("a wrong checksum", .zip, { $0.checksum = 1 }), ("a size that is too small", .zip, { $0.size = 10 }),
      ("a size that is too large", .zip, { $0.size = 10_000 }),
      ("no deflate", .zip, { $0.deflated = [7, 7, 7] }),
      (
        "data that is cut off", .zip,
        { $0.deflated = Array(ZipWriter.storedBlocks($0.contents).dropLast(20)) }
      ),
      ("no local header", .zip, { $0.offset = 3 }),
      ("an offset behind the file", .zip, { $0.offset = 1 << 30 }),
      ("encryption", .encrypted, { $0.flags = 1 }), ("another compression", .zipFeature, { $0.method = 12 }),
      ("ZIP64", .zipFeature, { $0.size = 0xFFFF_FFFF }),
      ("an absolute size", .tooLarge(part: sheet), { $0.size = 0xFFFF_FFFE }),
    ]

  @Test(arguments: damages.indices)
  func `a damaged entry is an error`(index: Int) {
    let (name, defect, change) = Self.damages[index]
    #expect(throws: TableError.workbook(defect), "\(name)") {
      var limits = TableLimits()
      limits.partBytes = 1 << 30
      var entries = Self.valid.entries
      for index in entries.indices where entries[index].name == Self.sheet { change(&entries[index]) }
      _ = try read(ZipWriter.archive(entries), limits: limits)
    }
  }

  @Test
  func `contents that inflate to too many times their size are refused`() {
    // Six MiB of spaces, deflated by zlib to six KiB: a block of matches of 258 bytes.
    let start: [UInt8] = [0xEC, 0xC1, 0x81, 0, 0, 0, 0, 0x80, 0x20, 0x95, 0xFD, 0x29, 0x17, 0xA9, 0x0A]
    let deflated = start + [UInt8](repeating: 0, count: 6_127 - start.count - 2) + [0x9C, 0x02]
    #expect(throws: TableError.workbook(.tooLarge(part: Self.sheet))) {
      try read {
        $0.contents = [UInt8](repeating: 0x20, count: 6 << 20)
        $0.deflated = deflated
      }
    }
  }

  @Test
  func `two entries of one name are refused`() {
    let entries = Self.valid.entries + [.init(Self.sheet.uppercased(), "<worksheet/>")]
    #expect(throws: TableError.workbook(.zip)) { try read(ZipWriter.archive(entries)) }
  }

  @Test(arguments: [
    "<!DOCTYPE worksheet [<!ENTITY a \"b\">]><worksheet/>", "<worksheet>&a;</worksheet>",
    "<worksheet>&#0;</worksheet>",
    "<worksheet>&#xD800;</worksheet>", "<worksheet>&lt</worksheet>", "<worksheet>", "<worksheet></sheet>",
    "</worksheet>",
    "<worksheet/><worksheet/>", "x<worksheet/>", "<worksheet/>x", "", "<worksheet a=b/>",
    "<worksheet a=\"1\"b=\"2\"/>",
    "<worksheet a=\"<\"/>", "<worksheet \"/>", "<worksheet", "<worksheet><!-- </worksheet>", "<1/>",
    "< worksheet/>",
    "<worksheet>\u{1}</worksheet>", "<worksheet><![CDATA[",
    "<?xml version=\"1.0\" encoding=\"UTF-16\"?><worksheet/>",
    String(repeating: "<a>", count: 70) + String(repeating: "</a>", count: 70),
    "<worksheet a=\"" + String(repeating: "x", count: 5 << 20) + "\"/>",
    "<worksheet><sheetData><row r=\"0\"/></sheetData></worksheet>",
    "<worksheet><sheetData><row r=\"2\"/><row r=\"2\"/></sheetData></worksheet>",
    "<worksheet><sheetData><row r=\"99999999\"/></sheetData></worksheet>",
    "<worksheet><sheetData><row r=\"1\"><c r=\"A2\"/></row></sheetData></worksheet>",
    "<worksheet><sheetData><row r=\"1\"><c r=\"B1\"/><c r=\"A1\"/></row></sheetData></worksheet>",
    "<worksheet><sheetData><row r=\"1\"><c r=\"XFE1\"/></row></sheetData></worksheet>",
    "<worksheet><sheetData><row r=\"1\"><c r=\"ZZZZZZZZZZZZZZZZZZZZ1\"/></row></sheetData></worksheet>",
  ])
  func `XML that is malformed or out of the limits is refused`(text: String) {
    #expect(throws: TableError.workbook(.xml(part: Self.sheet))) {
      try read { $0.contents = Array(text.utf8) }
    }
  }

  @Test
  func `bytes that are not UTF-8 are refused`() {
    #expect(throws: TableError.workbook(.xml(part: Self.sheet))) {
      try read { $0.contents = Array("<worksheet>".utf8) + [0xFF] + Array("</worksheet>".utf8) }
    }
  }

  @Test
  func `comments, instructions and literal text are read over`() throws {
    let text = """
      \u{FEFF}<?xml version='1.0'?><!-- <row> --><x:worksheet xmlns:x='y'><x:sheetData><?a b?><x:row r='1'><x:c t='str' \
      ><x:v><![CDATA[<a>]]>&amp;<!-- > --> b</x:v></x:c></x:row><x:row><x:c><x:v>3</x:v></x:c></x:row></x:sheetData>
      </x:worksheet >
      """
    var options = TableOptions()
    options.format = .xlsx
    var entries = Self.valid.entries
    for index in entries.indices where entries[index].name == Self.sheet {
      entries[index].contents = Array(text.utf8)
    }
    let table = try TableFile(reading: ZipWriter.archive(entries), named: "a", options: options)
    #expect(table.columns.map(\.name) == ["<a>& b"])
    #expect(try table.allRows().map(\.texts) == [["3"]])
  }

  @Test
  func `shared texts have a limit`() {
    var limits = TableLimits()
    limits.sharedTextBytes = 1_000
    let texts = String(repeating: "<si><t>12345678</t></si>", count: 100)
    let bytes = WorkbookFile(rows: "<row><c><v>1</v></c></row>", sharedTexts: texts).bytes
    #expect(throws: TableError.workbook(.tooManyTexts)) { try read(bytes, limits: limits) }
  }

  @Test(arguments: [
    "<si><t>a</t></si>", "<si><t/></si>", "<si/>", "<si><r/><r><rPr/></r></si>", "<x/>", "<si>a</si>",
  ])
  func `shared texts have a limit on what is read for them`(text: String) throws {
    func read(_ count: Int, tokens: Int) throws -> [TableRow] {
      var limits = TableLimits()
      limits.sharedTokens = tokens
      let row = "<row><c><v>1</v></c></row>"
      let texts = String(repeating: text, count: count)
      return try self.read(WorkbookFile(rows: row + row, sharedTexts: texts).bytes, limits: limits)
    }
    #expect(throws: TableError.workbook(.tooManyTexts)) { try read(1_000, tokens: 500) }
    #expect(try read(50, tokens: 500).count == 1)
  }

  @Test
  func `a size that its compressed bytes cannot have is refused before they are inflated`() {
    for (size, defect) in [
      (20 << 20, TableError.WorkbookDefect.tooLarge(part: Self.sheet)), (3 << 20, .zip),
    ] {
      #expect(throws: TableError.workbook(defect)) {
        try read {
          $0.size = size
          // Nothing that inflates.
          $0.deflated = [7, 7, 7]
        }
      }
    }
  }

  @Test
  func `long cells and rows are problems`() throws {
    var limits = TableLimits()
    limits.cellBytes = 100
    limits.rowBytes = 1_000
    func row(_ lengths: [Int]) -> String {
      "<row>" + lengths.map { "<c t=\"str\"><v>\(String(repeating: "x", count: $0))</v></c>" }.joined()
        + "</row>"
    }
    let header = row(Array(repeating: 1, count: 15))
    let bytes = WorkbookFile(rows: header + row([101]) + row(Array(repeating: 99, count: 11)) + row([100]))
      .bytes
    #expect(
      try read(bytes, limits: limits).map { $0.problem?.rule } == [
        .cellTooLong(limit: 100), .rowTooLong(limit: 1_000), nil,
      ])
  }

  @Test
  func `a workbook that is cut off anywhere is an error`() {
    let bytes = Self.valid.bytes
    for count in stride(from: 0, to: bytes.count, by: 7) {
      #expect(throws: TableError.self) { try read(Array(bytes[..<count])) }
    }
  }

  /// Text that comes in pieces, each of them short.
  private static let pieces: [(name: String, rows: String, texts: String?)] = [
    ("a value", "<c t=\"str\"><v>\(piece)</v></c>", nil),
    ("an inline text", "<c t=\"inlineStr\"><is>\(run)</is></c>", nil),
    ("a shared text", "<c t=\"s\"><v>0</v></c>", "<si>\(run)</si>"),
  ]
  private static let piece = String(repeating: "<![CDATA[0123456789]]>", count: 200)
  private static let run = String(repeating: "<r><t>0123456789</t></r>", count: 200)

  @Test(arguments: pieces.indices)
  func `a text in pieces is refused where it grows too long`(index: Int) {
    let (name, cell, texts) = Self.pieces[index]
    var limits = TableLimits()
    limits.cellBytes = 100
    limits.rowBytes = 1_000
    let bytes = WorkbookFile(
      rows: "<row><c t=\"str\"><v>a</v></c></row><row>\(cell)</row>", sharedTexts: texts
    ).bytes
    let part = texts == nil ? Self.sheet : "xl/sharedStrings.xml"
    #expect(throws: TableError.workbook(.tooLarge(part: part)), "\(name)") { try read(bytes, limits: limits) }
  }

  @Test func `rows that share a long text have a limit in all`() {
    var limits = TableLimits()
    limits.partBytes = 40_000
    let rows = String(repeating: "<row><c t=\"s\"><v>0</v></c></row>", count: 50)
    let bytes = WorkbookFile(
      rows: rows, sharedTexts: "<si><t>\(String(repeating: "x", count: 1_000))</t></si>"
    ).bytes
    #expect(throws: TableError.workbook(.tooLarge(part: Self.sheet))) { try read(bytes, limits: limits) }
  }

  @Test func `a long name of an element is not XML of a workbook`() {
    let text = "<worksheet><\(String(repeating: "a", count: 300))/></worksheet>"
    #expect(throws: TableError.workbook(.xml(part: Self.sheet))) {
      try read { $0.contents = Array(text.utf8) }
    }
  }
}
