import Foundation
import OpenMarket
import Tables
import SystemSupport

/// Reads the cells of one row into an `ImportRow`, and collects its problems.
struct CellReader {
  var row: ImportRow
  private(set) var problems: [RowProblem] = []
  private(set) var hasText = false
  let columns: ColumnMap
  let options: RowOptions
  private var price: (amount: CellAmount, entry: ColumnMap.Entry)?
  private var discount: (amount: CellAmount, entry: ColumnMap.Entry)?
  private var cost: (amount: CellAmount, entry: ColumnMap.Entry)?
  private var currency: Currency?
  private var hasBadCurrency = false
  private var rate: (percent: Decimal, entry: ColumnMap.Entry)?
  /// The cell of a percentage, which is read where the row has no discounted price.
  private var rateCell: (text: String, entry: ColumnMap.Entry)?
  private var hasEmptyDiscount = false
  private var keyReference: String?

  init(_ row: TableRow, _ columns: ColumnMap, options: RowOptions) {
    self.row = ImportRow(source: row)
    self.columns = columns
    self.options = options
  }

  /// Reads the cell of a column. An empty cell leaves the value, or clears it with `--empty clear`; an absent one leaves it.
  mutating func read(_ entry: ColumnMap.Entry) {
    switch row.source.cell(at: entry.position) {
    case nil: break
    case .text(let written)?:
      let text = options.format.isDelimited ? written.withoutTextFormula : written
      if text.isEmpty {
        if entry.column == .discountedPrice { hasEmptyDiscount = true }
        if options.emptyClears { clear(entry, byWord: false) }
      } else {
        hasText = true
        if text == CellText.clear {
          clear(entry, byWord: true)
        } else if DamagedKey.isError(text), !options.isJSON, !columns.has(.version) {
          // In an export of this program, which has versions, it is a text.
          add(.errorValue, entry)
        } else {
          read(text, entry)
        }
      }
    case .list(let values)?:
      guard !values.isEmpty else { return }
      hasText = true
      switch entry.column {
      case .detail(let field): setWords(values, field, entry: entry)
      case .images: setImages(values, entry)
      default: add(.notAList, entry)
      }
    }
  }

  mutating func readKey(_ position: Int) {
    guard case .text(let cell)? = row.source.cell(at: position), !cell.isEmpty else { return }
    hasText = true
    keyReference = key(cell, .init(position: position, column: .reference))
    row.fields.reference = keyReference
  }

  mutating func readFile(_ position: Int) {
    if case .text(let path)? = row.source.cell(at: position), path.hasPrefix("/") {
      row.folder = path.parentFolder
    }
  }

  private mutating func clear(_ entry: ColumnMap.Entry, byWord isWord: Bool) {
    if entry.column.isClearable {
      row.clears.insert(entry.column)
    } else if isWord || [.title, .price, .stock].contains(entry.column) {
      // An empty cell of what is no field of an item says nothing.
      add(.cannotBeCleared, entry)
    }
  }

  private mutating func read(_ cell: String, _ entry: ColumnMap.Entry) {
    switch entry.column {
    case .id:
      guard let number = number(cell, entry) else { return }
      if let id = number.whole, id > 0 { row.id = id } else { add(.notAnID, entry) }
    case .detail(let field): read(cell, field, entry: entry)
    case .reference: row.fields.reference = key(cell, entry)
    case .version:
      row.exported = ItemVersion(cell.plainCell)
      if row.exported == nil { add(.notAVersion, entry) }
    case .command:
      row.command = RowCommand(named: cell)
      if row.command == nil { add(.notACommand, entry) }
    case .title:
      let title = text(of: cell).composed
      check(entry) { () throws(ValidationError) in try ValidDraft.checkTitle(title) }
      row.fields.title = title
    case .description:
      let description = text(of: cell).composed
      check(entry) { () throws(ValidationError) in
        try ValidDraft.check(.descriptions, description, atMost: ItemLimits.descriptionBytes)
      }
      row.fields.description = description
    case .images: setImages(text(of: cell).betweenBars, entry)
    case .price: price = amount(cell, entry).map { ($0, entry) }
    case .discountedPrice: discount = amount(cell, entry).map { ($0, entry) }
    case .discount: rateCell = (cell, entry)
    case .cost: cost = amount(cell, entry).map { ($0, entry) }
    case .currency: readCurrency(cell.plainCell, entry)
    case .stock:
      guard let stock = whole(cell, .stock, entry) else { return }
      check(entry) { () throws(ValidationError) in try ValidDraft.check(stock: stock) }
      row.fields.stock = stock
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
    // One of two columns of a list may be empty.
    row.clears = row.clears.filter { column in
      if case .detail(let field) = column { return row.fields.details[field] == nil }
      return column != .images || row.images == nil
    }
    let fields = row.fields
    let id = row.id.map { RowKey.id($0) }
    row.key =
      switch options.key {
      case .sku:
        fields.details.sku.map { .sku($0) } ?? fields.reference.map { .reference($0) }
          ?? fields.details.barcodes?.first.map { .barcode($0) } ?? (row.exported == nil ? nil : id)
      case .id: id
      case .title: fields.title.map { .title($0) }
      case .column: keyReference.map { .reference($0) }
      }
    if row.key == nil, problems.isEmpty, row.command == .update || row.command == .delete {
      let header =
        ImportColumn(rawValue: options.key.rawValue).map(columns.header)
        ?? columns.keyPosition.map { columns.headers[$0].name }
      problems.append(RowProblem(column: header, defect: .keyMissing))
    }
    let (count, missing) = (row.source.cells.count, row.source.missing)
    if missing > 0 {
      row.warnings.append(RowProblem(defect: .tooFewCells(count: count - missing, columns: count)))
    }
    if problems.count > 1 { sortProblems() }
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

  private func text(of cell: String) -> String {
    switch cell.utf8.first {
    case UInt8(ascii: "'")? where options.hasGuards: CellText.unescaped(CellText.unguarded(cell))
    case UInt8(ascii: "\\")?: CellText.unescaped(cell)
    default: cell
    }
  }

  /// The text of a key, without a guard against spreadsheets; nil for none. One that a spreadsheet has changed is a problem.
  private mutating func keyText(_ cell: String, _ entry: ColumnMap.Entry) -> String? {
    let isGuarded = !options.isJSON && CellText.isGuarded(key: cell)
    let key = isGuarded ? String(cell.unicodeScalars.dropFirst()) : text(of: cell).trimmedCell
    if key.isEmpty { return nil }
    // JSON is not written by spreadsheets.
    if !isGuarded, !options.isJSON, DamagedKey.isDamaged(key, inWorkbook: options.format == .xlsx) {
      add(DamagedKey.isError(key) ? .errorValue : .keyDamaged, entry)
    }
    return key
  }

  private mutating func key(_ cell: String, _ entry: ColumnMap.Entry) -> String? {
    guard let key = keyText(cell, entry) else { return nil }
    // The rules take longer than a look at the bytes, which is enough for most keys.
    if key.utf8.count > ItemLimits.skuBytes || !key.utf8.allSatisfy({ $0 > 32 && $0 < 127 }) {
      check(entry) { () throws(ValidationError) in
        if entry.column == .sku {
          try ValidDraft.check(.text(key), of: .sku)
        } else {
          try ItemKeys(reference: key).validate()
        }
      }
    }
    return key
  }

  private mutating func read(_ cell: String, _ field: DetailField, entry: ColumnMap.Entry) {
    switch field.kind {
    case .words where field.isKey:
      let found = problems.count
      if let text = keyText(cell, entry), problems.count == found {
        setWords(text.split { $0 == "|" || $0 == "," }.map(String.init), field, entry: entry)
      }
    case .words:
      let text = text(of: cell)
      // In an export of this program `#` is part of a tag.
      setWords(
        entry.isCategory
          ? text.split { $0 == "|" || $0 == "," }.map(String.init)
          : text.listed(hasHashtags: !columns.has(.version)), field, entry: entry)
    case .line where field.isKey: row.fields.details[field] = key(cell, entry).map { .text($0) }
    case .line: set(text(of: cell).trimmedCell, field, entry: entry)
    case .text: set(text(of: cell), field, entry: entry)
    case .number:
      guard let whole = whole(cell, .detail(field), entry) else { return }
      check(entry) { () throws(ValidationError) in try ValidDraft.check(.number(whole), of: field) }
      row.fields.details[field] = .number(whole)
    case .flag:
      var value: DetailValue?
      check(entry) { () throws(ValidationError) in
        let read = try field.value(of: cell.trimmedCell)
        try ValidDraft.check(read, of: field)
        value = read
      }
      if let value { row.fields.details[field] = value }
    }
  }

  private mutating func set(_ text: String, _ field: DetailField, entry: ColumnMap.Entry) {
    check(entry) { () throws(ValidationError) in try ValidDraft.check(.text(text), of: field) }
    row.fields.details[field] = .text(text)
  }

  private mutating func setWords(_ cells: [String], _ field: DetailField, entry: ColumnMap.Entry) {
    guard case .words(let count, let length) = field.kind else { return add(.notAList, entry) }
    let present = row.fields.details[field]?.texts ?? []
    var words = present
    // Not any word is a barcode.
    var isClearlyValid = !field.isKey && !entry.isCategory && words.count + cells.count <= count
    for word in cells.map(\.trimmedCell) where !word.isEmpty && !words.contains(word) {
      words.append(word)
      // 0xC2 begins the control characters that are not ASCII.
      isClearlyValid =
        isClearlyValid && word.utf8.count <= length
        && word.utf8.allSatisfy { $0 >= 32 && $0 != 127 && $0 != 0xC2 && $0 != UInt8(ascii: "|") }
    }
    if !isClearlyValid, entry.isCategory || field == .tags && !options.isJSON && !options.isDefault {
      words = tags(cells, beside: present, entry)
    } else if !isClearlyValid {
      check(entry) { () throws(ValidationError) in try ValidDraft.check(.list(words), of: field) }
    }
    row.fields.details[field] = .list(words)
  }

  /// The tags in the lines of cells, and of paths of categories, `Men/Tops/Hoodies`, the last parts. What is no tag is left out: it
  /// never costs the item.
  private mutating func tags(_ cells: [String], beside present: [String], _ entry: ColumnMap.Entry)
    -> [String]
  {
    var found = present
    for text in cells.flatMap({ $0.split(whereSeparator: \.isNewline) }) {
      let parts = entry.isCategory ? text.split { $0 == "/" || $0 == ">" } : [text]
      guard let name = parts.last.map({ String($0).trimmedCell }), !name.isEmpty, !found.contains(name) else {
        continue
      }
      if found.count < ItemLimits.tags, (try? ValidDraft.check(.list([name]), of: .tags)) != nil {
        found.append(name)
      } else {
        row.warnings.append(problem(.notATag, entry, value: name))
      }
    }
    return found
  }

  private mutating func setImages(_ cells: [String], _ entry: ColumnMap.Entry) {
    let images = (row.images ?? []) + cells.map(\.trimmedCell).filter { !$0.isEmpty }
    if images.count > ItemLimits.images { add(.invalid(ValidationError(.images, .tooManyImages)), entry) }
    if images.contains(where: { $0.utf8.contains(0) }) { add(.badCharacters, entry) }
    if !images.isEmpty { row.images = images }
  }

  mutating func check(_ entry: ColumnMap.Entry, _ rule: () throws(ValidationError) -> Void) {
    do {
      try rule()
    } catch {
      add(.invalid(error), entry)
    }
  }

  mutating func add(_ defect: RowDefect, _ entry: ColumnMap.Entry) {
    problems.append(problem(defect, entry, value: row.source.cell(at: entry.position)?.plainText))
  }

  private func problem(_ defect: RowDefect, _ entry: ColumnMap.Entry, value: String?) -> RowProblem {
    RowProblem(column: columns.headers[entry.position].name, value: value, defect: defect)
  }
}

extension String {
  /// The texts of a list in a cell: those between bars, which may hold commas, the words of `#선물 #수제` and of `#gift box #handmade`, else
  /// those between commas, of which `#` may be part.
  func listed(hasHashtags: Bool = true) -> [String] {
    if contains("|") { return betweenBars }
    let text = trimmedCell
    if hasHashtags, let first = text.first, "#＃".contains(first), !text.contains(",") {
      let words = text.split { "#＃".contains($0) }.map { String($0).trimmedCell }
      if words.count > 1 { return words }
    }
    return components(separatedBy: ",")
  }

  fileprivate var betweenBars: [String] {
    // By bytes: a bar before a combining mark separates too.
    utf8.split(separator: UInt8(ascii: "|")).compactMap { String($0) }
  }

  /// The text of `="0123"`, by which a text file keeps a spreadsheet from taking it for a number; other text as it is.
  fileprivate var withoutTextFormula: String {
    guard utf8.first == UInt8(ascii: "="), utf8.count > 3, hasPrefix("=\""), hasSuffix("\"") else {
      return self
    }
    let inside = String(dropFirst(2).dropLast()).replacing("\"\"", with: "\u{0}")
    return inside.contains("\"") ? self : inside.replacing("\u{0}", with: "\"")
  }

  fileprivate var trimmedCell: String {
    guard let first = unicodeScalars.first, let last = unicodeScalars.last, first.isSpace || last.isSpace
    else {
      return self
    }
    return trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

extension Unicode.Scalar {
  fileprivate var isSpace: Bool {
    value < 128 ? value == 32 || (9...13).contains(value) : properties.isWhitespace
  }
}

extension CellReader {
  mutating func number(_ cell: String, _ entry: ColumnMap.Entry) -> CellNumber? {
    guard !isScaled(entry) else { return nil }
    do {
      return try CellNumber(plainNumber(cell.plainCell), decimalSign: decimalSign(of: entry))
    } catch {
      add(.number(error), entry)
      return nil
    }
  }

  private mutating func whole(_ cell: String, _ field: ItemField, _ entry: ColumnMap.Entry) -> Int? {
    guard let number = number(cell, entry) else { return nil }
    if number.whole == nil { add(.invalid(ValidationError(field, .notAWholeNumber, value: cell)), entry) }
    return number.whole
  }

  mutating func amount(_ cell: String, _ entry: ColumnMap.Entry) -> CellAmount? {
    guard !isScaled(entry) else { return nil }
    do {
      var amount = try CellAmount(plainNumber(cell), options, decimalSign: decimalSign(of: entry))
      if amount.currencies.isEmpty { amount.currencies = currencies(of: entry) }
      return amount
    } catch {
      add(.number(error), entry)
      return nil
    }
  }

  /// Whether a cell shows its number in thousands or as a duration, which is a problem.
  private mutating func isScaled(_ entry: ColumnMap.Entry) -> Bool {
    guard let code = row.source.numberFormats[entry.position], NumberFormat(code).isScaled else {
      return false
    }
    add(.shownOtherwise(nil), entry)
    return true
  }

  private func decimalSign(of entry: ColumnMap.Entry) -> CellNumber.DecimalSign {
    options.cellDecimalSign(isText: row.source.isWrittenNumber(at: entry.position))
  }

  /// A number of JSON without its exponent: `100` for `1e2`. In a spreadsheet an exponent hides digits.
  private func plainNumber(_ cell: String) -> String {
    guard options.isJSON, cell.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }),
      cell.wholeMatch(of: /-?\d{1,19}(\.\d{1,19})?[eE][+-]?\d{1,2}/) != nil,
      let number = Decimal(string: cell)
    else { return cell }
    return "\(number)"
  }

  /// The currencies of an amount without a sign: those of the number format of its cell, else of its header, `판매가(원)`.
  private mutating func currencies(of entry: ColumnMap.Entry) -> [Currency] {
    guard let format = row.source.numberFormats[entry.position] else { return entry.currencies }
    guard let named = Currency.named(inNumberFormat: format) else {
      add(.numberFormat(format), entry)
      return []
    }
    return named.isEmpty ? entry.currencies : named
  }

  /// Reads a percentage off. In a column that says so in its header, `할인율`, a number is one too; elsewhere it may be an amount.
  private mutating func readRate(_ cell: String, _ entry: ColumnMap.Entry) {
    let text = cell.plainCell
    let isPercentage = text.hasSuffix("%")
    guard let number = number(isPercentage ? String(text.dropLast()).plainCell : text, entry) else { return }
    let percent = number.amount
    let header = columns.headers[entry.position].name
    guard
      isPercentage || percent == 0 || percent >= 1 && header.contains(/%|율|률|率|percent|rate/.ignoresCase())
    else {
      return add(.discountUnclear, entry)
    }
    if percent < 0 || percent > 100 { return add(.notAPercentage, entry) }
    if percent == 100 {
      return add(.invalid(ValidationError(.discountedPrice, .zero)), entry)
    }
    rate = (percent, entry)
  }

  mutating func readCurrency(_ text: String, _ entry: ColumnMap.Entry) {
    // A sign that several currencies share names none; a code and `원` do.
    let found = Currency(text) ?? Currency.named(text).flatMap { $0.count == 1 ? $0.first : nil }
    currency = found
    if let found, found.kind == .money { return }
    hasBadCurrency = true
    add(
      found.map { .notMoney($0) } ?? .invalid(ValidationError(.currency, .notInISO4217, value: text)), entry)
  }

  mutating func finishAmounts() {
    if discount == nil, let rateCell { readRate(rateCell.text, rateCell.entry) }
    // A row without a price is of an item that exists: its cost is not used.
    row.fields.cost = cost?.amount.number.amount
    // An export of this program has a version: an empty cell is no discount, and 0 is one of all of the price, as v2 sets it.
    // Elsewhere 0 is none.
    if row.exported == nil ? discount?.amount.number.digits == 0 : hasEmptyDiscount {
      discount = nil
      row.clears.insert(.discountedPrice)
    }
    if rate?.percent == 0, discount == nil { row.clears.insert(.discountedPrice) }
    if !columns.saleTimes.isEmpty, discount != nil || rate != nil { leaveOutPastSale() }
    row.rate = rate?.percent
    guard price != nil || discount != nil else {
      row.fields.currency = currency?.code
      return
    }
    // An amount in an unknown currency cannot be checked, and its cell is not what is wrong.
    guard !hasBadCurrency, let currency = rowCurrency() else { return }
    row.fields.currency = currency.code
    if currency.minorDigits == 0 { groupWholeAmounts() }
    if let price { row.fields.price = checked(price.amount, .price, entry: price.entry, currency: currency) }
    if let cost { row.fields.cost = checked(cost.amount, .cost, entry: cost.entry, currency: currency) }
    if let discount {
      row.fields.discountedPrice = checked(
        discount.amount, .discountedPrice, entry: discount.entry, currency: currency)
      if let price, let amount = row.fields.price, let discounted = row.fields.discountedPrice,
        discounted.exceeds(amount)
      {
        add(.abovePrice(row.source.texts[price.entry.position]), discount.entry)
      }
    } else if !options.isDefault, let rate, let amount = row.fields.price,
      let discounted = row.fields.discounted(by: rate.percent)
    {
      if discounted == 0, amount != 0 {
        add(.invalid(ValidationError(.discountedPrice, .zero)), rate.entry)
      }
      row.fields.discountedPrice = discounted
    }
    // An amount that is no lower than the price is no discount.
    if row.exported == nil, row.fields.price != nil, row.fields.discountedPrice == row.fields.price {
      row.fields.discountedPrice = nil
      row.clears.insert(.discountedPrice)
    }
  }

  /// Leaves out a discount whose time is over or has not come, with a warning.
  private mutating func leaveOutPastSale() {
    let positions = [ImportColumn.HeaderKind.saleStart, .saleEnd].map { columns.saleTimes[$0] }
    let texts = positions.map { $0.flatMap { row.source.cell(at: $0)?.plainText } }
    let sale = SaleTime(start: texts[0], end: texts[1], options)
    let (position, text) = sale.isAboutEnd ? (positions[1], texts[1]) : (positions[0], texts[0])
    if let defect = sale.defect, let position {
      row.warnings.append(problem(defect, .init(position: position, column: .discountedPrice), value: text))
    }
    guard !sale.isNow else { return }
    (discount, rate) = (nil, nil)
    row.clears.insert(.discountedPrice)
  }

  /// Reads `150.000` of a currency without decimals as a group of three digits, whatever sign the decimals of other rows have.
  private mutating func groupWholeAmounts() {
    guard !options.hasGivenSign, !options.hasWholeDecimals else { return }
    let other: CellNumber.DecimalSign = options.decimalSign == .point ? .comma : .point
    for path in [\CellReader.price, \.discount, \.cost] {
      guard let (amount, entry) = self[keyPath: path] else { continue }
      let cell = row.source.texts[entry.position]
      guard options.format.isDelimited || row.source.isWrittenNumber(at: entry.position),
        CellNumber.evidence(in: cell.plainCell) == .separator(options.decimalSign),
        var grouped = try? CellAmount(cell, options, decimalSign: other)
      else { continue }
      grouped.currencies = amount.currencies
      self[keyPath: path] = (grouped, entry)
    }
  }

  /// The currency of the row's amounts: of its column, else of `--currency`, else of a code or a sign beside an amount, else
  /// the default one. Nil, and a problem, where there is none, or where two of them contradict each other.
  private mutating func rowCurrency() -> Currency? {
    let given = currency ?? options.currency
    var (candidates, isConsistent) = (given.map { [$0] } ?? [], true)
    let amounts = [price, discount, cost].compactMap(\.self)
    // A sign beside the cost alone is not one of the price.
    let named = amounts.first { !$0.amount.currencies.isEmpty } ?? amounts.first
    for (amount, entry) in amounts where !amount.currencies.isEmpty {
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
        if let named { add(.notMoney(candidates[0]), named.entry) }
        return nil
      }
      row.signsCurrency = given == nil
      return candidates[0]
    }
    if let fallback = options.defaultCurrency, candidates.isEmpty || candidates.contains(fallback) {
      row.assumesCurrency = candidates.isEmpty
      return fallback
    }
    if let named { add(candidates.isEmpty ? .currencyMissing : .currencyAmbiguous, named.entry) }
    return nil
  }

  /// The currencies whose amounts have groups of two digits.
  private static let indian: Set = ["INR", "PKR", "BDT", "NPR", "LKR"]

  /// The amount if it breaks no rule. The rules are only asked for those that may break one: a comparison of decimals takes
  /// longer than the rest of the cell.
  private mutating func checked(
    _ amount: CellAmount, _ field: ItemField, entry: ColumnMap.Entry, currency: Currency
  ) -> Decimal {
    var value = amount.number.amount
    // A shop computes the average of what was paid, and the price without a tax: `9.916667`.
    if options.isForeign, field == .cost || amount.number.decimals > 3 { value = currency.rounded(value) }
    if let code = row.source.numberFormats[entry.position] {
      let shown = NumberFormat(code).shown(value)
      // An amount that a person can have written is not changed; one that a formula has computed is what is shown.
      if shown != value, amount.number.decimals <= currency.minorDigits ?? 0 {
        add(.shownOtherwise("\(shown)"), entry)
      }
      value = shown
    }
    if amount.number.isOfIndia, !Self.indian.contains(currency.code) { add(.number(.grouping), entry) }
    let isClearlyValid =
      !amount.number.isNegative && value == amount.number.amount
      && amount.number.decimals <= currency.minorDigits ?? 0
      && amount.number.digits < 100_000_000_000_000
    if !isClearlyValid {
      check(entry) { () throws(ValidationError) in try ValidDraft.check(field, value, in: currency) }
    }
    return value
  }
}
