/// Makes workbooks for tests, of the parts that spreadsheet programs write.
struct WorkbookFile {
  var sheets: [(name: String, rows: String)] = []
  var sharedTexts: String?
  var styles: String?
  var properties = ""

  /// A workbook with one sheet of these rows.
  init(rows: String, sharedTexts: String? = nil, styles: String? = nil, properties: String = "") {
    sheets = [("Sheet1", rows)]
    self.sharedTexts = sharedTexts
    self.styles = styles
    self.properties = properties
  }

  init(sheets: [(name: String, rows: String)]) {
    self.sheets = sheets
  }

  static let namespace = "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\""
  private static let types = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

  var entries: [ZipWriter.Entry] {
    let types = Self.types
    func relationships(_ list: [(String, String)]) -> String {
      let items = list.enumerated().map { index, one in
        "<Relationship Id=\"rId\(index + 1)\" Type=\"\(types)/\(one.0)\" Target=\"\(one.1)\"/>"
      }
      return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Relationships>\(items.joined())</Relationships>"
    }
    let names = sheets.enumerated().map { index, sheet in
      "<sheet name=\"\(sheet.name)\" sheetId=\"\(index + 7)\" r:id=\"rId\(index + 1)\"/>"
    }
    let others = [("styles", "styles.xml"), ("sharedStrings", "/xl/sharedStrings.xml")]
    var entries = [
      ZipWriter.Entry("[Content_Types].xml", "<Types/>"),
      ZipWriter.Entry("_rels/.rels", relationships([("officeDocument", "xl/workbook.xml")])),
      ZipWriter.Entry(
        "xl/workbook.xml",
        "<workbook \(Self.namespace) xmlns:r=\"\(types)\">\(properties)<sheets>\(names.joined())</sheets></workbook>"
      ),
      ZipWriter.Entry(
        "xl/_rels/workbook.xml.rels",
        relationships(sheets.indices.map { ("worksheet", "worksheets/sheet\($0 + 1).xml") } + others)),
    ]
    if let sharedTexts { entries.append(.init("xl/sharedStrings.xml", "<sst>\(sharedTexts)</sst>")) }
    if let styles { entries.append(.init("xl/styles.xml", "<styleSheet>\(styles)</styleSheet>")) }
    for (index, sheet) in sheets.enumerated() {
      entries.append(
        .init(
          "xl/worksheets/sheet\(index + 1).xml",
          "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\r\n<worksheet \(Self.namespace)><sheetData>"
            + sheet.rows + "</sheetData></worksheet>"))
    }
    return entries
  }

  var bytes: [UInt8] { ZipWriter.archive(entries) }
}
