import Console
import Foundation
import OpenMarket
import Tables

@testable import market

/// A table in a test, and what comes of its rows.
struct RowCase {
  var options = RowOptions()
  var columnOptions = ColumnOptions()

  init(_ change: (inout Self) -> Void = { _ in }) {
    options.currency = nil
    options.defaultCurrency = Currency("KRW")
    options.timeZone = TimeZone(secondsFromGMT: 9 * 3_600) ?? .gmt
    change(&self)
  }

  /// The readings of rows whose cells are separated by `;`, below a header.
  func read(_ header: String, _ rows: [String]) throws -> [RowReading] {
    let columns = Self.columns(header)
    let map = try ColumnMap(columns, options: columnOptions)
    return rows.enumerated().map { index, row in
      RowReading(Self.row(row, line: index + 2, columns: columns.count), map, options)
    }
  }

  /// Reads the rows of a table of another shop; returns the readings as text, each with its line of the file before it.
  ///
  /// - Parameter format: The format of `--from`; nil to recognize it.
  func readShop(_ header: String, _ rows: [String], from format: ForeignFormat? = nil) throws -> [String] {
    let columns = Self.columns(header)
    var reader = try ImportReader(columns, columnOptions, options: options, from: format)
    var found: [String] = []
    let add = { (reading: RowReading) in found.append("\(reading.line): \(reading.summary(in: .english))") }
    for (index, row) in rows.enumerated() {
      try reader.read(Self.row(row, line: index + 2, columns: columns.count), columns, add)
    }
    try reader.finish(add)
    return found
  }

  /// The reading of one row, as text.
  func summary(_ header: String, _ row: String, language: Language = .english) throws -> String {
    try read(header, [row]).map { $0.summary(in: language) }.joined(separator: "\n")
  }

  static func columns(_ header: String) -> [TableColumn] {
    header.split(separator: ";", omittingEmptySubsequences: false).enumerated().map {
      TableColumn(name: String($1), line: 1, position: $0)
    }
  }

  /// A row as it is read from a file with so many columns.
  static func row(_ text: String, line: Int, columns count: Int) -> TableRow {
    var cells: [TableCell?] = text.split(separator: ";", omittingEmptySubsequences: false).map {
      .text(String($0))
    }
    let missing = max(0, count - cells.count)
    let problem =
      cells.count > count
      ? TableProblem(.tooManyCells(count: cells.count, columns: count), line: line, column: 1, cell: count)
      : nil
    cells += repeatElement(nil, count: missing)
    return TableRow(line: line, cells: cells, missing: missing, problem: problem)
  }
}

extension RowReading {
  /// The line of its row.
  var line: Int {
    switch self {
    case .row(let row): row.line
    case .rejected(let row, _), .skipped(let row, _): row.line
    }
  }

  /// The values that a row sets, or its problems: column, rule and sentence.
  func summary(in language: Language) -> String {
    switch self {
    case .row(let row): row.summary(in: language)
    case .rejected(let row, let problems):
      problems.map { "\(row.line) \($0.summary(in: language))" }.joined(separator: "\n")
    case .skipped(_, .notForSale(_, let hasParts)): "skipped: \(hasParts ? "parentOfVariants" : "notForSale")"
    case .skipped(_, let reason): "skipped: \(reason)"
    }
  }
}

extension RowProblem {
  func summary(in language: Language) -> String {
    "\(column ?? "-") \(rule): \(language.text(sentence))"
  }
}

extension ImportRow {
  fileprivate func summary(in language: Language) -> String {
    var parts: [String] = []
    func add(_ name: String, _ value: Any?) {
      if let value { parts.append("\(name)=\(value)") }
    }
    add("command", command?.rawValue)
    add("key", key.map { "\($0.name)(\($0.column == .id ? $0.text : $0.text.debugDescription))" })
    add("id", id)
    add("version", exported?.text)
    add("sku", fields.details.sku)
    add("title", fields.title)
    add("description", fields.description)
    add("price", fields.price)
    add("discounted", fields.discountedPrice)
    add("currency", fields.currency.map { $0 + (assumesCurrency ? "?" : "") })
    add("stock", fields.stock)
    add("cost", fields.cost)
    add("tags", fields.details.tags?.joined(separator: "|"))
    add("note", fields.details.note)
    add("reorder_at", fields.details.reorderAt.flatMap(\.self))
    add("barcodes", fields.details.barcodes?.joined(separator: "|"))
    add("images", images?.joined(separator: "|"))
    add("date", fields.registrationDate.map { Int(($0.timeIntervalSince1970 * 1_000_000).rounded()) })
    add("reference", fields.reference)
    // A row of a shop without a discount clears that of its item: ShopSheetTests has the tests.
    let clears = headers.isEmpty ? clears : clears.subtracting([.discountedPrice])
    if !clears.isEmpty { add("clears", clears.map(\.rawValue).sorted().joined(separator: ",")) }
    return ([parts.joined(separator: " ")] + warnings.map { "\(line) \($0.summary(in: language))" }).joined(
      separator: "\n")
  }
}

extension RowKey {
  fileprivate var name: String { column == .detail(.barcodes) ? "barcode" : column.rawValue }
}

extension ForeignFormat {
  static let shopify = named("shopify")
  static let woocommerce = named("woocommerce")
  static let cafe24 = named("cafe24")
  static let smartstore = named("smartstore")
  static let prestashop = named("prestashop")
  static let magento = named("magento")
  static let medusa = named("medusa")

  private static func named(_ word: String) -> Self {
    allCases.first { $0.rawValue == word } ?? allCases[0]
  }
}
