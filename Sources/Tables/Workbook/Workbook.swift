/// A workbook of spreadsheet programs (Office Open XML, ISO/IEC 29500), without the contents of its sheets.
struct Workbook: Sendable {
  private static let sheetLimit = 10_000

  struct Sheet: Sendable {
    let name: String
    let part: String
    /// Whether a spreadsheet program does not show it.
    let isHidden: Bool
  }

  let sheets: [Sheet]
  let styles: WorkbookStyles
  let texts: SharedTexts?
  let is1904: Bool
  private let package: WorkbookPackage
  let limits: TableLimits

  init(_ source: TableSource, limits: TableLimits) throws(TableError) {
    let package = WorkbookPackage(archive: try ZipArchive(source), limits: limits)
    self.package = package
    self.limits = limits
    guard let main = try package.relationships(of: "").first(where: { $0.type == "officeDocument" })?.target,
      // Not a text document, and not the binary form of a workbook.
      main.lowercased().contains("workbook"), main.lowercased().hasSuffix(".xml")
    else { throw .otherContents(.zip) }
    let relationships = try package.relationships(of: main)
    let parts = Dictionary(
      relationships.filter { $0.type == "worksheet" }.map { ($0.id, $0.target) }
    ) { first, _ in first }
    var sheets: [Sheet] = []
    var is1904 = false
    var reader = try package.reader(of: main, limit: limits.describingBytes)
    while let token = try reader.next() {
      switch token {
      case .start("workbookPr", let attributes):
        is1904 = attributes["date1904"] == "1" || attributes["date1904"] == "true"
      case .start("sheet", let attributes):
        // A chart is a sheet too, with a part of another type.
        guard let id = attributes["id"], let part = parts[id], sheets.count < Self.sheetLimit else {
          continue
        }
        sheets.append(
          Sheet(
            name: attributes["name"] ?? "", part: part,
            isHidden: attributes["state"] == "hidden" || attributes["state"] == "veryHidden"))
      default: break
      }
    }
    guard !sheets.isEmpty else { throw .workbook(.missing(part: "worksheet")) }
    self.sheets = sheets
    self.is1904 = is1904
    func part(ofType type: String, limit: Int) throws(TableError) -> XMLReader? {
      guard let part = relationships.first(where: { $0.type == type && package.has($0.target) }) else {
        return nil
      }
      return try package.reader(of: part.target, limit: limit)
    }
    let styles = try part(ofType: "styles", limit: limits.describingBytes)
    self.styles = try styles.map(WorkbookStyles.init) ?? WorkbookStyles()
    let texts = try part(ofType: "sharedStrings", limit: limits.sharedPartBytes)
    self.texts = try texts.map { reader throws(TableError) in try SharedTexts(reader, limits: limits) }
  }

  /// The sheets that a spreadsheet program shows; all, where it shows none.
  var shown: [Sheet] {
    let shown = sheets.filter { !$0.isHidden }
    return shown.isEmpty ? sheets : shown
  }

  /// Finds a sheet by name, else by 1-based visible index; first sheet by default.
  func sheet(_ name: String?) throws(TableError) -> Sheet {
    let shown = shown
    guard let name else { return shown[0] }
    if let sheet = sheets.first(where: { $0.name == name })
      ?? sheets.first(where: { $0.name.lowercased() == name.lowercased() })
    {
      return sheet
    }
    guard let number = Int(name), shown.indices.contains(number - 1) else {
      throw .noSheet(name, sheets: sheets.map(\.name))
    }
    return shown[number - 1]
  }

  func cells(of sheet: Sheet) throws(TableError) -> SheetCells {
    SheetCells(try package.reader(of: sheet.part), part: sheet.part, of: self, limits: limits)
  }
}
