import OpenMarket
import Tables

/// Reads the rows of a table from another shop: the rows of a product together, each of its variants as an item.
struct ForeignReader: Sendable {
  private static let layout: [ImportColumn] = [
    .sku, .reference, .title, .description, .price, .discountedPrice, .currency, .stock, .cost, .tags, .note,
    .detail(.reorderAt), .detail(.barcodes), .images,
  ]

  let format: ForeignFormat
  private(set) var options: RowOptions
  let fields: ForeignColumns
  let keyPosition: Int?
  /// The columns of this program that are made of those of the shop.
  let own: ColumnMap
  let layout: [ImportColumn]
  /// The headers of the layout in the problems of their rows.
  let headers: [ImportColumn: String]
  /// The currency of a header, `Price (CAD)`.
  let headerCurrency: Currency?
  private var group: [TableRow] = []
  private var handle: String?
  /// The products of WooCommerce whose variations have rows of their own, by SKU and by `id:12`.
  private var parents: [String: TableRow] = [:]
  /// The last row of Magento that is no view of a store: the rows below it are those of its views.
  private var viewedLine: Int?

  private static let groupLimit = 10_000
  /// The most images of one product that each of its variants is offered.
  private static let mostImages = 100

  init(
    _ columns: [TableColumn], _ fields: ForeignColumns, format: ForeignFormat, options: RowOptions,
    keyColumn: String?
  ) {
    (self.format, self.fields, self.options) = (format, fields, options)
    self.options.isForeign = true
    keyPosition = keyColumn.flatMap { name in columns.firstIndex { HeaderKey($0.name) == HeaderKey(name) } }
    layout = Self.layout + fields.others.map(\.column)
    let names =
      Self.layout.map { ForeignColumns.field($0).flatMap(fields.header) ?? $0.rawValue }
      + fields.others.map { columns[$0.position].name }
    headers = Dictionary(zip(layout, names), uniquingKeysWith: { $1 })
    let named = fields.header(of: .regularPrice).map { HeaderUnit($0).currencies } ?? []
    headerCurrency = named.count == 1 ? named[0] : nil
    own = ColumnMap(layout, headers: names, keyColumn: keyPosition == nil ? nil : .reference)
  }

  /// Reads a row; calls `body` with what comes of it, or of the rows before it.
  mutating func read(_ row: TableRow, _ body: (RowReading) throws -> Void) rethrows {
    if let problem = row.problem {
      try finish(body)
      let found = RowProblem(value: problem.value, defect: .unreadable(problem))
      return try body(.rejected(row, [found]))
    }
    guard fields.has(.handle) || fields.has(.optionName) else { return try body(single(row)) }
    var next = fields.has(.handle) ? fields.value(.handle, row) : product(ofOption: row)
    if format.has(.rowsWithoutAHandleContinue) { next = next ?? handle }
    if next != handle || next == nil || group.count == Self.groupLimit { try finish(body) }
    handle = next
    group.append(row)
  }

  /// The identity of the product of a row with an option: a row without one continues the product above it.
  private func product(ofOption row: TableRow) -> String? {
    let names = [ForeignField.id, .title].map { fields.value($0, row) }
    if names.allSatisfy({ $0 == nil }), handle != nil { return handle }
    return names.contains { $0 != nil } ? names.map { $0 ?? "" }.joined(separator: "/") : nil
  }

  mutating func finish(_ body: (RowReading) throws -> Void) rethrows {
    guard !group.isEmpty else { return }
    let rows = group
    (group, handle) = ([], nil)
    if fields.has(.handle) {
      for reading in product(rows) { try body(reading) }
    } else if rows.count == 1 {
      try body(single(rows[0]))
    } else {
      for reading in options(of: rows) { try body(reading) }
    }
  }

  /// A product of which each option is a row. Values that a row does not have are those of the first.
  private func options(of rows: [TableRow]) -> [RowReading] {
    let first = rows[0]
    if let reason = hiding(first) { return rows.map { .skipped($0, .notForSale(reason)) } }
    if options.variants == .reject { return rows.map { .rejected($0, [problem(.isVariant, in: $0)]) } }
    let stock = fields.position(of: .stock)
    let codes = rows.map { fields.value(.sku, $0) }
    let counts = Dictionary(codes.map { ($0, 1) }, uniquingKeysWith: +)
    var readings: [Int: RowReading] = [:]
    for (index, row) in rows.enumerated() {
      var cells = filled(row, from: first)
      if let stock, let own = fields.value(.optionStock, row) { cells[stock] = .text(own) }
      // A code that several options have is the one of the product.
      let isOwn = codes[index] != nil && counts[codes[index]] == 1
      if !isOwn, let position = fields.position(of: .sku) { cells[position] = nil }
      let variant = [fields.value(.optionList, row)].compactMap(\.self)
      let name = fields.value(.id, first) ?? codes[0] ?? fields.value(.title, first)
      readings[index] = reading(
        of: .init(
          row: TableRow(line: row.line, cells: cells), product: first, variant: variant,
          reference: ([name].compactMap(\.self) + variant).joined(separator: "/"),
          images: fields.values(.images, first), source: row))
    }
    return together(rows, readings, first: 0)
  }

  /// A product of which each variant is a row, and further rows have images.
  private func product(_ rows: [TableRow]) -> [RowReading] {
    let first = rows[0]
    var variants = rows.indices.filter { index in
      [ForeignField.sku, .regularPrice, .sellingPrice, .options].contains {
        fields.value($0, rows[index]) != nil
      }
        || fields.prices.contains { fields.text(rows[index], $0.position) != nil }
    }
    if format.has(.variantsLackValues) {
      let ownRows = rows.indices.filter {
        fields.value(.type, rows[$0])?.lowercased().hasPrefix("varia") == true
      }
      if !ownRows.isEmpty { variants = ownRows }
    }
    if variants.isEmpty { variants = [0] }
    let productReason = hiding(first)
    let reasons = variants.map {
      (format.has(.variantsHaveStates) && hasState(rows[$0]) ? hiding(rows[$0]) : productReason)
        ?? variablePrice(of: rows[$0])
    }
    let sold = zip(variants, reasons).filter { $0.1 == nil }.map(\.0)
    guard let firstSold = sold.first else {
      return rows.compactMap { row in (hiding(row) ?? reasons[0]).map { .skipped(row, .notForSale($0)) } }
    }
    if variants.count > 1, options.variants == .reject {
      return rows.map { .rejected($0, [problem(.isVariant, in: $0)]) }
    }
    let images = Array(images(of: rows).prefix(Self.mostImages))
    var readings: [Int: RowReading] = [:]
    for (index, reason) in zip(variants, reasons) {
      readings[index] = reason.map { .skipped(rows[index], .notForSale($0)) }
    }
    for index in sold {
      let row = rows[index]
      let variant = variants.count > 1 ? options(of: row) : []
      let cells = format.has(.variantsLackValues) ? filled(row, from: first) : row.cells
      readings[index] = reading(
        of: .init(
          row: TableRow(line: row.line, cells: cells), product: first, variant: variant,
          reference: ([fields.value(.handle, first)].compactMap(\.self) + variant).joined(separator: "/"),
          images: fields.values(.variantImage, row) + images, source: row))
    }
    return together(rows, readings, first: firstSold)
  }

  private func options(of row: TableRow) -> [String] {
    fields.values(.options, row).filter { !format.defaultOptions.contains($0) }
  }

  /// The cells of a row, with those of the first row of its product where it has none, but for what each piece has of its own.
  private func filled(_ row: TableRow, from first: TableRow) -> [TableCell?] {
    let own = Set([ForeignField.stock, .sku, .barcodes, .type].flatMap(fields.positions(of:)))
    return zip(first.cells, row.cells).enumerated().map { position, cell in
      !own.contains(position) && fields.text(row, position) == nil ? cell.0 : cell.1
    }
  }

  /// The readings of the rows of a product, which can only be imported together, so that they are rejected together.
  private func together(_ rows: [TableRow], _ readings: [Int: RowReading], first: Int) -> [RowReading] {
    let rejected = readings.keys.sorted().first { readings[$0]?.isRejected == true }
    return rows.indices.map { index in
      if let reading = readings[index], rejected == nil || reading.isRejected { return reading }
      if let rejected {
        return .rejected(
          rows[index], [problem(.partOfRejected(line: rows[rejected].line), in: rows[index])])
      }
      return .skipped(rows[index], .part(ofLine: rows[first].line))
    }
  }

  /// The images of all rows, by their position where there is one.
  private func images(of rows: [TableRow]) -> [String] {
    let found = rows.enumerated().flatMap { index, row in
      let position = fields.value(.imagePosition, row).flatMap { Int($0) } ?? index + 1
      return fields.values(.images, row).map { (position, $0) }
    }
    return found.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(
      \.element.1)
  }

  /// A row that is a product or a variant by itself.
  private mutating func single(_ row: TableRow) -> RowReading {
    let type = (fields.value(.type, row) ?? "").lowercased()
    if let view = fields.value(.storeView, row), view.lowercased() != "default" {
      return .skipped(row, .part(ofLine: viewedLine ?? row.line))
    }
    viewedLine = row.line
    if type.hasPrefix("variable") || type.hasPrefix("configurable") {
      for key in [fields.value(.sku, row), fields.value(.id, row).map { "id:" + $0 }].compactMap(\.self) {
        parents[key] = row
      }
    }
    if ["variable", "grouped", "configurable", "bundle"].contains(where: type.hasPrefix),
      let cell = fields.cell(.type, row)
    {
      return .skipped(row, .notForSale(cell, hasParts: true))
    }
    let parent = fields.value(.parent, row).flatMap { parents[$0] }
    if let reason = hiding(row) ?? parent.flatMap(hiding) ?? variablePrice(of: row) {
      return .skipped(row, .notForSale(reason))
    }
    let isVariant =
      type.hasPrefix("variation") || fields.value(.visibility, row) == #"Not Visible Individually"#
      || fields.value(.optionList, row) != nil || parent != nil
      || format.has(.eachRowIsAVariant) && !options(of: row).isEmpty
    if isVariant, options.variants == .reject { return .rejected(row, [problem(.isVariant, in: row)]) }
    var item = Draft(row: row, product: parent ?? row)
    if format.has(.eachRowIsAVariant) {
      item.variant = options(of: row)
    } else if parent != nil {
      item.variant = fields.values(.options, row)
    }
    item.reference = fields.value(.id, row)
    item.images = fields.values(.images, row)
    if item.images.isEmpty, let parent { item.images = fields.values(.images, parent) }
    return reading(of: item)
  }

  private func hasState(_ row: TableRow) -> Bool {
    [ForeignField.status, .published, .withdrawn].contains { fields.value($0, row) != nil }
  }

  /// The cell by which the shop does not show the product, which is a draft, archived or hidden; nil where it is shown.
  private func hiding(_ row: TableRow) -> ForeignCell? {
    func cells(_ field: ForeignField) -> [ForeignCell] {
      fields.positions(of: field).compactMap { fields.cell(row, $0) }
    }
    if let state = cells(.status).first(where: { Self.isNo($0.text) }) { return state }
    let branches = cells(.published)
    if let branch = branches.first, branches.allSatisfy({ Self.isNo($0.text) }) { return branch }
    // A column of what is withdrawn has a no for what is for sale.
    return fields.cell(.withdrawn, row).flatMap { Self.isNo($0.text) ? nil : $0 }
  }

  /// The cell of a price that is asked for at each sale, as point-of-sale systems have it; nil for an amount.
  private func variablePrice(of row: TableRow) -> ForeignCell? {
    fields.cell(.regularPrice, row).flatMap { $0.isVariablePrice ? $0 : nil }
  }

  /// Whether a cell says that something is not shown, or not so.
  static func isNo(_ text: String) -> Bool { hidden.contains(text.plainCell.lowercased()) }

  /// The words of all formats; 2 is Magento's for a disabled product, -1 WooCommerce's for a draft.
  private static let hidden: Set<String> = [
    "draft", "archived", "inactive", "disabled", "unlisted", "proposed", "rejected", "folder", "false", "no",
    "n", "0",
    "-1", "2",
    "판매중지", "판매종료", "판매금지", "판매대기", "승인대기", "승인대기중", "승인거부", "승인반려", "임시저장", "전시중지", "전시안함", "삭제",
  ]
}

extension RowReading {
  fileprivate var isRejected: Bool { if case .rejected = self { true } else { false } }
}
