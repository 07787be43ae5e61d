import Foundation
import OpenMarket
import Tables

/// Reads the cells of one row into an `ImportRow`, and collects its problems.
struct CellReader {
  private(set) var row: ImportRow
  private(set) var problems: [RowProblem] = []
  /// Whether any cell has text.
  private(set) var hasText = false
  private let columns: ColumnMap
  private let options: RowOptions
  private var price: (amount: CellAmount, entry: ColumnMap.Entry)?
  private var discount: (amount: CellAmount, entry: ColumnMap.Entry)?
  private var currency: Currency?
  private var hasBadCurrency = false
  private var keyReference: String?

  init(_ row: TableRow, _ columns: ColumnMap, _ options: RowOptions) {
    self.row = ImportRow(source: row)
    self.columns = columns
    self.options = options
  }

  /// Reads the cell of a column. An empty cell leaves the value, or clears it with `--empty clear`; an absent one leaves it.
  mutating func read(_ entry: ColumnMap.Entry) {
    let cells = row.source.cells
    guard entry.position < cells.count, let cell = cells[entry.position] else { return }
    switch cell {
    case .text(let text):
      if text.isEmpty {
        if options.emptyClears { clear(entry, byWord: false) }
      } else {
        hasText = true
        if text == CellText.clear { clear(entry, byWord: true) } else { read(text, entry) }
      }
    case .list(let values):
      guard !values.isEmpty else { return }
      hasText = true
      switch entry.column {
      case .tags: setTags(values, entry)
      case .images: setImages(values, entry)
      default: add(.notAList, entry)
      }
    }
  }

  /// Reads the cell of the column of `--key-column`.
  mutating func readKey(_ position: Int) {
    let cells = row.source.cells
    guard position < cells.count, case .text(let cell)? = cells[position], !cell.isEmpty else { return }
    hasText = true
    keyReference = key(text(of: cell), .init(position: position, column: .reference))
    row.fields.reference = keyReference
  }

  private mutating func clear(_ entry: ColumnMap.Entry, byWord isWord: Bool) {
    switch entry.column.clearing {
    case .clears: row.clears.insert(entry.column)
    case .isRefused: add(.cannotBeCleared, entry)
    case .isNoField: if isWord { add(.cannotBeCleared, entry) }
    }
  }

  private mutating func read(_ cell: String, _ entry: ColumnMap.Entry) {
    switch entry.column {
    case .id:
      if let number = number(cell, entry) {
        if let id = number.whole, id > 0 { row.id = id } else { add(.notAnID, entry) }
      }
    case .sku: row.fields.sku = key(text(of: cell), entry)
    case .reference: row.fields.reference = key(text(of: cell), entry)
    case .version:
      let version = cell.plainCell
      if version.utf8.count <= 64 { row.version = version } else { add(.notAVersion, entry) }
    case .command:
      row.command = RowCommand(named: cell)
      if row.command == nil { add(.notACommand, entry) }
    case .title:
      let title = text(of: cell)
      check(entry) { () throws(ValidationError) in try ValidDraft.checkTitle(title) }
      row.fields.title = title
    case .description:
      let description = text(of: cell)
      check(entry) { () throws(ValidationError) in
        try ValidDraft.check(.descriptions, description, atMost: ItemLimits.descriptionBytes)
      }
      row.fields.description = description
    case .note: setNote(text(of: cell), entry)
    case .tags: setTags(values(text(of: cell)), entry)
    case .images: setImages(values(text(of: cell)), entry)
    case .price: price = amount(cell, entry).map { ($0, entry) }
    case .discountedPrice: discount = amount(cell, entry).map { ($0, entry) }
    case .currency: readCurrency(cell.plainCell, entry)
    case .stock: readStock(cell, entry)
    case .registrationDate:
      if let date = CellDate(cell, in: options.timeZone) {
        row.fields.registrationDate = date.date
      } else {
        add(.notADate, entry)
      }
    }
  }

  /// Brings together what several cells say: the currency of the amounts, the discount and the price, the key.
  mutating func finish() {
    finishAmounts()
    let fields = row.fields
    let id = row.id.map { RowKey.id($0) }
    row.key =
      switch options.key {
      case .sku:
        fields.sku.map { .sku($0) } ?? fields.reference.map { .reference($0) }
          ?? (row.version == nil ? nil : id)
      case .id: id
      case .column: keyReference.map { .reference($0) }
      }
    if row.key == nil, problems.isEmpty, row.command == .update || row.command == .delete {
      let header: String? =
        switch options.key {
        case .sku: columns.header(of: .sku)
        case .id: columns.header(of: .id)
        case .column: columns.keyPosition.map { columns.headers[$0].name }
        }
      problems.append(RowProblem(line: row.line, column: header, value: nil, defect: .keyMissing))
    }
    warnOfFewCells()
    if problems.count > 1 { sortProblems() }
  }

  private mutating func warnOfFewCells() {
    let (cells, count) = (row.source.cells, columns.headers.count)
    guard !options.isJSON, cells.count < count || cells.last == .some(.none) else { return }
    let present = cells.count { $0 != nil }
    row.warnings.append(
      RowProblem(
        line: row.line, column: nil, value: nil, defect: .tooFewCells(count: present, columns: count)))
  }

  /// By the position of the column; those of the whole row last.
  private mutating func sortProblems() {
    let positions = Dictionary(
      columns.headers.map { ($0.name, $0.position) }, uniquingKeysWith: { first, _ in first })
    problems = problems.enumerated().sorted { one, other in
      let places = [one, other].map { positions[$0.element.column ?? ""] ?? .max }
      return (places[0], one.offset) < (places[1], other.offset)
    }.map(\.element)
  }
}

/// Amounts and numbers.
extension CellReader {
  private mutating func number(_ cell: String, _ entry: ColumnMap.Entry) -> CellNumber? {
    do {
      return try CellNumber(cell.plainCell, decimalSign: options.cellDecimalSign)
    } catch {
      add(.number(error), entry)
      return nil
    }
  }

  private mutating func amount(_ cell: String, _ entry: ColumnMap.Entry) -> CellAmount? {
    do {
      return try CellAmount(cell, decimalSign: options.cellDecimalSign)
    } catch {
      add(.number(error), entry)
      return nil
    }
  }

  private mutating func readStock(_ cell: String, _ entry: ColumnMap.Entry) {
    guard let number = number(cell, entry) else { return }
    guard let stock = number.whole else {
      add(.invalid(ValidationError(.stock, .notAWholeNumber, value: cell)), entry)
      return
    }
    check(entry) { () throws(ValidationError) in try ValidDraft.check(stock: stock) }
    row.fields.stock = stock
  }

  private mutating func readCurrency(_ text: String, _ entry: ColumnMap.Entry) {
    // A sign that several currencies share names none; a code and `원` do.
    let found = Currency(text) ?? Currency.named(text).flatMap { $0.count == 1 ? $0.first : nil }
    currency = found
    if let found, found.kind == .money { return }
    hasBadCurrency = true
    add(
      found.map { .notMoney($0) } ?? .invalid(ValidationError(.currency, .notInISO4217, value: text)), entry)
  }

  private mutating func finishAmounts() {
    guard price != nil || discount != nil else {
      row.fields.currency = currency
      return
    }
    // An amount in an unknown currency cannot be checked, and its cell is not what is wrong.
    guard !hasBadCurrency, let currency = rowCurrency() else { return }
    row.fields.currency = currency
    if let price { row.fields.amount = checked(price.amount, .price, price.entry, currency) }
    if let discount {
      row.fields.discountedPrice = checked(discount.amount, .discountedPrice, discount.entry, currency)
      if let amount = row.fields.amount, let discounted = row.fields.discountedPrice {
        check(discount.entry) { () throws(ValidationError) in
          try ValidDraft.check(discountedPrice: discounted, below: amount)
        }
      }
    }
  }

  /// The currency of the row's amounts: of its column, else of `--currency`, else of a code or a sign beside an amount, else
  /// the default one. Nil, and a problem, where there is none, or where two of them contradict each other.
  private mutating func rowCurrency() -> Currency? {
    let given = currency ?? options.currency
    var (candidates, isConsistent) = (given.map { [$0] } ?? [], true)
    for (amount, entry) in [price, discount].compactMap(\.self) where !amount.currencies.isEmpty {
      if candidates.isEmpty {
        candidates = amount.currencies
        continue
      }
      let common = candidates.filter(amount.currencies.contains)
      if common.isEmpty {
        add(candidates.count == 1 ? .currencyContradicts(candidates[0]) : .currencyAmbiguous, entry)
        isConsistent = false
      } else {
        candidates = common
      }
    }
    guard isConsistent else { return nil }
    if candidates.count == 1 {
      guard candidates[0].kind == .money else {
        if let entry = price?.entry ?? discount?.entry { add(.notMoney(candidates[0]), entry) }
        return nil
      }
      return candidates[0]
    }
    if let fallback = options.defaultCurrency, candidates.isEmpty || candidates.contains(fallback) {
      row.fields.assumesCurrency = candidates.isEmpty
      return fallback
    }
    if let entry = price?.entry ?? discount?.entry {
      add(candidates.isEmpty ? .currencyMissing : .currencyAmbiguous, entry)
    }
    return nil
  }

  /// The amount if it breaks no rule. The rules are only asked for those that may break one: a comparison of decimals takes
  /// longer than the rest of the cell.
  private mutating func checked(
    _ amount: CellAmount, _ field: ItemField, _ entry: ColumnMap.Entry, _ currency: Currency
  ) -> Decimal {
    let value = amount.number.amount
    let isClearlyValid =
      !amount.number.isNegative && amount.number.decimals <= currency.minorDigits ?? 0
      && amount.number.digits < 100_000_000_000_000
    if !isClearlyValid {
      check(entry) { () throws(ValidationError) in try ValidDraft.check(field, value, in: currency) }
    }
    return value
  }
}

/// Texts, lists and keys.
extension CellReader {
  private static let keyBytes = 100
  private static let tagCount = 20
  private static let tagBytes = 50
  private static let noteBytes = 4_096

  /// The text of a cell of a text column.
  private func text(of cell: String) -> String {
    switch cell.utf8.first {
    case UInt8(ascii: "'")? where !options.isJSON: CellText.unescaped(CellText.unguarded(cell))
    case UInt8(ascii: "\\")?: CellText.unescaped(cell)
    default: cell
    }
  }

  private mutating func key(_ cell: String, _ entry: ColumnMap.Entry) -> String? {
    let key = cell.trimmedCell
    if key.isEmpty { return nil }
    if key.utf8.count > Self.keyBytes { add(.longerThan(bytes: Self.keyBytes), entry) }
    if key.utf8.contains(where: { $0 < 32 || $0 == 127 }) { add(.badCharacters, entry) }
    if DamagedKey.isDamaged(key, inWorkbook: options.format == .xlsx) { add(.keyDamaged, entry) }
    return key
  }

  private func values(_ cell: String) -> [String] {
    cell.split(separator: "|").map(String.init)
  }

  private mutating func setTags(_ cells: [String], _ entry: ColumnMap.Entry) {
    var tags: [String] = []
    for tag in cells.map(\.trimmedCell) where !tag.isEmpty && !tags.contains(tag) { tags.append(tag) }
    if tags.count > Self.tagCount { add(.tooManyValues(limit: Self.tagCount), entry) }
    if tags.contains(where: { $0.utf8.count > Self.tagBytes }) {
      add(.longerThan(bytes: Self.tagBytes), entry)
    }
    let isBad: (UInt8) -> Bool = { $0 < 32 || $0 == 127 || $0 == UInt8(ascii: "|") }
    if tags.contains(where: { $0.utf8.contains(where: isBad) }) { add(.badCharacters, entry) }
    row.fields.tags = tags
  }

  private mutating func setImages(_ cells: [String], _ entry: ColumnMap.Entry) {
    let images = cells.map(\.trimmedCell).filter { !$0.isEmpty }
    if images.count > ItemLimits.images { add(.invalid(ValidationError(.images, .tooManyImages)), entry) }
    if images.contains(where: { $0.utf8.contains(0) }) { add(.badCharacters, entry) }
    if !images.isEmpty { row.images = images }
  }

  private mutating func setNote(_ note: String, _ entry: ColumnMap.Entry) {
    if note.utf8.count > Self.noteBytes { add(.longerThan(bytes: Self.noteBytes), entry) }
    if note.utf8.contains(0) { add(.badCharacters, entry) }
    row.fields.note = note
  }

  private mutating func check(_ entry: ColumnMap.Entry, _ rule: () throws(ValidationError) -> Void) {
    do {
      try rule()
    } catch {
      add(.invalid(error), entry)
    }
  }

  private mutating func add(_ defect: RowDefect, _ entry: ColumnMap.Entry) {
    let cell: String? =
      switch row.source.cells[entry.position] {
      case .text(let text): text
      case .list(let values): values.joined(separator: "|")
      case nil: nil
      }
    problems.append(
      RowProblem(line: row.line, column: columns.headers[entry.position].name, value: cell, defect: defect))
  }
}

extension String {
  /// Without white space around it.
  fileprivate var trimmedCell: String {
    let isPlain: (UInt8) -> Bool = { $0 > 32 && $0 < 127 }
    guard let first = utf8.first, let last = utf8.last, !isPlain(first) || !isPlain(last) else { return self }
    return trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
