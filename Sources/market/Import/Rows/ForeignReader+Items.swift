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
    var cells: [ImportColumn: TableCell] = [:]
    var warnings: [RowProblem] = []
    var sources: [ImportColumn: ForeignCell] = [:]
    func set(_ column: ImportColumn, _ text: String?, from source: ForeignCell? = nil) {
      cells[column] = text.map { .text($0) }
      sources[column] = source
    }
    func set(_ column: ImportColumn, _ cell: ForeignCell?) { set(column, cell?.text, from: cell) }
    var sku = fields.cell(.sku, row)
    // Etsy has the SKUs of all variants in one cell; the first one is that of the item.
    let hasOptions = fields.value(.optionList, row) != nil && draft.variant.isEmpty
    if hasOptions, let cell = sku {
      sku = divided([cell.text], at: [","]).first.map { ForeignCell(text: $0, header: cell.header) }
    }
    set(.sku, sku)
    if let keyPosition {
      set(.reference, fields.cell(row, keyPosition))
    } else if sku == nil {
      set(.reference, draft.reference)
    }
    set(.title, title(of: draft))
    let html = [ForeignField.description, .summary].lazy.compactMap { field in
      fields.cell(field, row) ?? fields.cell(field, draft.product)
    }.first
    set(
      .description,
      html.map {
        HTMLText.plain(format.has(.descriptionHasLineEscapes) ? $0.text.withoutLineEscapes : $0.text)
      }, from: html)
    let found = prices(of: row, isVariant: !draft.variant.isEmpty)
    set(.price, found.price?.amount, from: found.price?.cell)
    // Beside a column of discounts, a price alone says that there is none.
    let hasEnded =
      found.price != nil && fields.has(.regularPrice)
      && [.sellingPrice, .discountAmount, .discountPercent].contains(where: fields.has)
    set(.discountedPrice, found.discounted?.amount ?? (hasEnded ? "0" : nil), from: found.discounted?.cell)
    set(.currency, found.currency)
    if let warning = found.warning { warnings.append(problem(warning.defect, warning.field, in: row)) }
    set(.cost, fields.cell(.cost, row))
    set(.note, fields.cell(.note, row))
    set(.detail(.reorderAt), fields.cell(.reorderAt, row))
    let stock = stock(of: row)
    if stock?.isNegativeNumber == true {
      set(.stock, "0")
      warnings.append(problem(.oversold, .stock, in: row))
    } else {
      // An empty cell of a column of stocks is 0 for a new item, and is said.
      let isGone = fields.value(.isInStock, row) == "0"
      set(.stock, stock ?? (isGone ? "0" : fields.has(.stock) ? "" : nil))
    }
    // A product may have one number in two columns, and a number of its own that is no barcode.
    let written = fields.values(.barcodes, row).map {
      CellText.isGuarded(key: $0) ? String($0.dropFirst()) : $0
    }
    let codes = divided(written, at: [",", "|", ";"])
    for code in codes where Barcode(code) == nil {
      let error = ValidationError(.detail(.barcodes), .notABarcode, value: code)
      warnings.append(problem(.invalid(error), .barcodes, in: row))
    }
    var numbers: Set<String> = []
    let barcodes = codes.filter { Barcode($0).map { numbers.insert($0.number).inserted } ?? false }
    let listed = fields.values(.tags, draft.product).flatMap { $0.listed() }
    // A tag or a category that is too long never costs the item.
    var tags: [String] = []
    for tag in divided(listed, at: []).map({ ForeignCell(text: $0, header: fields.header(of: .tags) ?? "") })
      + fields.categories(draft.product) where !tags.contains(tag.text)
    {
      if (try? ValidDraft.check(.list([tag.text]), of: .tags)) != nil {
        tags.append(tag.text)
      } else {
        warnings.append(RowProblem(column: tag.header, value: tag.text, defect: .notATag))
      }
    }
    // A web address may have the signs that divide names.
    let images = draft.images.flatMap { cell in
      cell.isWebAddress
        ? cell.split(separator: /[,|;\s]+(?=https?:)/) : cell.split { ",|;".contains($0) || $0.isNewline }
    }
    for (column, values, limit) in [
      (ImportColumn.detail(.barcodes), barcodes, ItemLimits.barcodes),
      (.tags, tags, ItemLimits.tags),
      (.images, divided(images.map(String.init), at: []), ItemLimits.images),
    ] where !values.isEmpty {
      cells[column] = .list(Array(values.prefix(limit)))
      if values.count > limit {
        warnings.append(problem(.leftOut(count: values.count - limit), ForeignColumns.field(column), in: row))
      }
    }
    if hasOptions {
      warnings.append(problem(.optionsInOneCell, .optionList, in: row))
    }
    for (column, position) in fields.others { cells[column] = row.cell(at: position) }
    let own = TableRow(line: row.line, cells: layout.map { cells[$0] })
    switch RowReading(own, self.own, options) {
    case .row(var read):
      read.source = draft.source ?? row
      (read.hasStockColumn, read.headers) = (fields.has(.stock), headers)
      if sku != nil, keyPosition == nil { read.former = draft.reference.map(RowKey.reference) }
      read.warnings += warnings
      return .row(read)
    case .rejected(_, let problems):
      return .rejected(draft.source ?? row, problems.map { named($0, sources) })
    case .skipped(_, let reason): return .skipped(draft.source ?? row, reason)
    }
  }

  func problem(_ defect: RowDefect, _ field: ForeignField? = nil, in row: TableRow) -> RowProblem {
    RowProblem(
      column: field.flatMap { fields.header(of: $0, in: row) },
      value: field.flatMap { fields.value($0, row) }, defect: defect)
  }

  private func named(_ problem: RowProblem, _ sources: [ImportColumn: ForeignCell]) -> RowProblem {
    let source = layout.lazy.filter { headers[$0] == problem.column }.compactMap { sources[$0] }.first
    guard let source else { return problem }
    var named = problem
    named.column = source.header
    if named.value != nil { named.value = source.text }
    return named
  }

  /// The pieces in all branches; of shops that keep no count `OutOfStock` is none. Counts that cannot be added up come together,
  /// which is no number.
  private func stock(of row: TableRow) -> String? {
    let cells = fields.values(.stock, row)
    let key = cells.first.map { HeaderKey($0).text }
    if let key, ["instock", "unlimited", "outofstock"].contains(key) {
      return key == "outofstock" ? "0" : nil
    }
    var texts = cells
    if format.has(.stockByBranchInACell), let cell = cells.first, cell.contains(where: "=:".contains) {
      texts = cell.split(separator: ",").map { String($0.drop { !"=:".contains($0) }.dropFirst()) }
    }
    guard texts != cells || cells.count > 1 else { return cells.first }
    var sum = 0
    for text in texts {
      let parts = text.plainCell.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      guard let count = Int(parts[0]), count.magnitude < 1_000_000_000,
        parts.dropFirst().allSatisfy({ $0.allSatisfy { $0 == "0" } })
      else { return cells.joined(separator: " + ") }
      sum += count
    }
    return String(sum)
  }

  /// `Hoodie – Blue, L`.
  private func title(of draft: Draft) -> String? {
    let own = draft.variant.isEmpty ? fields.value(.title, draft.row) : nil
    guard let text = own ?? fields.value(.title, draft.product) else { return nil }
    let plain = text.contains(/&(#\d+|#x[0-9A-Fa-f]+|[A-Za-z]+);/) ? HTMLText.plain(text) : text
    let title = plain.trimmingCharacters(in: .whitespacesAndNewlines)
    return draft.variant.isEmpty ? title : "\(title) – \(draft.variant.joined(separator: ", "))"
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
