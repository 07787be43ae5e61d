import Foundation
import OpenMarket
import Tables

/// Makes the rows of this program's own columns from those of another shop, and reads them.
extension ForeignReader {
  struct Draft {
    /// The row with the price and the stock.
    let row: TableRow
    /// The row with the title and the description: the first one of the product.
    let product: TableRow
    var variant: [String] = []
    var reference: String?
    var images: [String] = []
    /// The row as it is in the file, where `row` has values of the product too.
    var source: TableRow?
  }

  func reading(of draft: Draft) -> RowReading {
    let row = draft.row
    var cells: [(cell: TableCell?, entry: ColumnMap.Entry)] = []
    var warnings: [RowProblem] = []
    // The row with the values that are made of its cells, without the number formats of those.
    var (made, formats) = (row.cells, row.numberFormats)
    func set(_ column: ImportColumn, _ cell: TableCell?) {
      guard let cell else { return }
      cells.append((cell, columns.entry(of: column) ?? .init(position: made.count, column: column)))
    }
    func set(_ column: ImportColumn, _ cell: ForeignCell?) {
      guard let cell else { return }
      let text = TableCell.text(cell.text)
      if row.cell(at: cell.position) != text {
        formats[cell.position] = nil
        if cell.position < made.count { made[cell.position] = text }
      }
      cells.append((text, ColumnMap.Entry(fields.columns[cell.position], column)))
    }
    var sku = fields.cell(.sku, row)
    // Etsy has the SKUs of all variants in one cell; the first one is that of the item.
    let hasOptions = fields.value(.optionList, row) != nil && draft.variant.isEmpty
    if hasOptions, let cell = sku { sku = divided([cell.text], at: [","]).first.map(cell.with) }
    set(.sku, sku)
    if columns.keyPosition == nil, sku == nil { set(.reference, draft.reference.map(TableCell.text)) }
    set(.title, title(of: draft))
    let html = [ForeignField.description, .summary].lazy.compactMap { field in
      fields.cell(field, row) ?? fields.cell(field, draft.product)
    }.first
    set(
      .description,
      html.map {
        $0.with(HTMLText.plain(format.has(.descriptionHasLineEscapes) ? $0.text.withoutLineEscapes : $0.text))
      })
    let found = prices(of: row, isVariant: !draft.variant.isEmpty)
    set(.price, found.price)
    if let discounted = found.discounted {
      set(.discountedPrice, discounted)
    } else if found.price != nil, fields.has(.regularPrice),
      [.sellingPrice, .discountAmount, .discountPercent].contains(where: fields.has)
    {
      // Beside a column of discounts, a price alone says that there is none.
      set(.discountedPrice, .text("0"))
    }
    set(.currency, found.currency.map(TableCell.text))
    if let cell = found.excess { warnings.append(problem(.discountLeftOut, cell)) }
    set(.cost, fields.cell(.cost, row))
    set(.note, fields.cell(.note, row))
    set(.detail(.reorderAt), fields.cell(.reorderAt, row))
    let stock = stock(of: row)
    if let stock, stock.text.isNegativeNumber {
      set(.stock, stock.with("0"))
      warnings.append(problem(.oversold, fields.cell(.stock, row)))
    } else if let stock {
      set(.stock, stock)
    } else if fields.value(.isInStock, row) == "0" {
      set(.stock, .text("0"))
    } else if fields.has(.stock) {
      // An empty cell of a column of stocks is 0 for a new item, and is said.
      set(.stock, .text(""))
    }
    // A product may have one number in two columns, and a number of its own that is no barcode.
    let written = fields.positions(of: .barcodes).compactMap { fields.cell(row, $0) }.flatMap { cell in
      let text = CellText.isGuarded(key: cell.text) ? String(cell.text.dropFirst()) : cell.text
      return divided([text], at: [",", "|", ";"]).map(cell.with)
    }
    var barcodes: [String] = []
    var numbers: Set<String> = []
    for code in written {
      if let barcode = Barcode(code.text) {
        if numbers.insert(barcode.number).inserted { barcodes.append(code.text) }
      } else {
        let error = ValidationError(.detail(.barcodes), .notABarcode, value: code.text)
        warnings.append(problem(.invalid(error), code))
      }
    }
    for entry in columns.entries where entry.column == .tags {
      let text = fields.text(draft.product, entry.position)
      let isDivided = entry.isCategory && fields.hasOwn(.categories)
      cells.append(((isDivided ? text?.replacing(";", with: "|") : text).map(TableCell.text), entry))
    }
    // A web address may have the signs that divide names.
    let images = draft.images.flatMap { cell in
      cell.isWebAddress
        ? cell.split(separator: /[,|;\s]+(?=https?:)/) : cell.split { ",|;".contains($0) || $0.isNewline }
    }
    for (column, field, values, limit) in [
      (ImportColumn.detail(.barcodes), ForeignField.barcodes, barcodes, ItemLimits.barcodes),
      (.images, .images, divided(images.map(String.init), at: []), ItemLimits.images),
    ] where !values.isEmpty {
      set(column, .list(Array(values.prefix(limit))))
      if values.count > limit {
        warnings.append(problem(.leftOut(count: values.count - limit), fields.cell(field, row)))
      }
    }
    if hasOptions { warnings.append(problem(.optionsInOneCell, fields.cell(.optionList, row))) }
    for (column, position) in fields.others where column != .tags { set(column, row.cell(at: position)) }
    let source = draft.source ?? row
    let whole = TableRow(line: row.line, cells: made, missing: row.missing, numberFormats: formats)
    switch RowReading(whole, columns, options, cells) {
    case .row(var read):
      (read.source, read.isForeign) = (source, true)
      if sku != nil, columns.keyPosition == nil { read.former = draft.reference.map(RowKey.reference) }
      read.warnings += warnings
      return .row(read)
    case .rejected(_, let problems): return .rejected(source, problems)
    case .skipped(_, let reason): return .skipped(source, reason)
    }
  }

  func problem(_ defect: RowDefect, _ cell: ForeignCell? = nil) -> RowProblem {
    RowProblem(column: cell?.header, value: cell?.text, defect: defect)
  }

  /// The pieces in all branches; of shops that keep no count `OutOfStock` is none. Counts that cannot be added up come together,
  /// which is no number.
  private func stock(of row: TableRow) -> ForeignCell? {
    guard let cell = fields.cell(.stock, row) else { return nil }
    let key = HeaderKey(cell.text).text
    if ["instock", "unlimited", "outofstock"].contains(key) {
      return key == "outofstock" ? cell.with("0") : nil
    }
    let cells = fields.values(.stock, row)
    var texts = cells
    if format.has(.stockByBranchInACell), cell.text.contains(where: "=:".contains) {
      texts = cell.text.split(separator: ",").map { String($0.drop { !"=:".contains($0) }.dropFirst()) }
    }
    guard texts != cells || cells.count > 1 else { return cell }
    var sum = 0
    for text in texts {
      let parts = text.plainCell.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      guard let count = Int(parts[0]), count.magnitude < 1_000_000_000,
        parts.dropFirst().allSatisfy({ $0.allSatisfy { $0 == "0" } })
      else { return cell.with(cells.joined(separator: " + ")) }
      sum += count
    }
    return cell.with(String(sum))
  }

  /// `Hoodie – Blue, L`.
  private func title(of draft: Draft) -> ForeignCell? {
    let own = draft.variant.isEmpty ? fields.cell(.title, draft.row) : nil
    guard let cell = own ?? fields.cell(.title, draft.product) else { return nil }
    let hasEntities = cell.text.contains(/&(#\d+|#x[0-9A-Fa-f]+|[A-Za-z]+);/)
    let title = (hasEntities ? HTMLText.plain(cell.text) : cell.text)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    return cell.with(draft.variant.isEmpty ? title : "\(title) – \(draft.variant.joined(separator: ", "))")
  }

  /// Each value once, divided at these characters.
  private func divided(_ values: [String], at signs: Set<Character>) -> [String] {
    var seen: Set<String> = []
    return values.flatMap { $0.split(whereSeparator: signs.contains) }
      .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
      .filter { !$0.isEmpty && seen.insert($0).inserted }
  }
}

extension String {
  /// A description of WooCommerce with its new lines, which its exports write as `\n`, and a text `\n` as `\\n`. They are
  /// line breaks where no element of HTML divides the text, as WordPress shows it.
  fileprivate var withoutLineEscapes: String {
    let isDivided = contains(/<(p|br|div|ul|ol|table|h[1-6])\b/.ignoresCase())
    return components(separatedBy: #"\\n"#)
      .map { $0.replacing(#"\n"#, with: isDivided ? "\n" : "<br>") }.joined(separator: #"\n"#)
  }

  /// Whether it is a whole number below zero, as shops write the stock of what they sold in advance: `-1`, `-1.0000`.
  fileprivate var isNegativeNumber: Bool { wholeMatch(of: /-0*[1-9][0-9]*(\.0*)?/) != nil }
}
