import Foundation
import OpenMarket
import Tables

struct ForeignColumns: Sendable {
  private let positions: [ForeignField: [Int]]
  /// The columns of the format, not only those with a name of any sheet.
  private let own: Set<Int>
  private let categories: [Int]
  let prices: [(currency: Currency, position: Int)]
  private let columns: [TableColumn]

  /// The columns of `--map` that have a meaning which tables of shops lack, as those of a seller's own sheet.
  let others: [(column: ImportColumn, position: Int)]

  init(_ columns: [TableColumn], of format: ForeignFormat, mapping: [ColumnOptions.Mapping] = []) {
    self.columns = columns
    let keys = columns.map { HeaderKey($0.name).text }
    // A header with its numbers as `#`; those of one field come in the order of the table.
    let patterns = keys.map { $0.replacing(/[0-9]+/, with: "#") }
    func indices(of header: String) -> [Int] {
      let parts = header.split(separator: "*", omittingEmptySubsequences: false).map {
        HeaderKey(String($0)).text
      }
      let candidates = header.contains("#") ? patterns : keys
      return columns.indices.filter { index in
        let key = candidates[index]
        guard parts.count > 1 else { return key == parts[0] }
        return key.utf8.count > parts[0].utf8.count + parts[1].utf8.count && key.hasPrefix(parts[0])
          && key.hasSuffix(parts[1])
      }
    }
    var positions = Dictionary(
      uniqueKeysWithValues: ForeignField.allCases.map { field in
        let found = format.headers(of: field).map(indices)
        // The columns of one header are the branches of a shop; other headers say the same once more.
        return (field, field == .stock ? found.first { !$0.isEmpty } ?? [] : Array(found.joined()))
      })
    // A column of `--map` has that meaning alone.
    var others: [(ImportColumn, Int)] = []
    for mapping in mapping {
      guard let index = keys.firstIndex(of: HeaderKey(mapping.header).text) else { continue }
      positions = positions.mapValues { $0.filter { $0 != index } }
      if let field = Self.field(mapping.column) {
        positions[field] = [index]
      } else {
        others.append((mapping.column, index))
      }
    }
    self.others = others
    // Headers of any sheet, for what no column of the format is.
    let claimed = Set(positions.values.joined()).union(others.map(\.1))
    own = claimed
    var categories = positions[.categories] ?? []
    for column in columns where !column.name.isEmpty && !claimed.contains(column.position) {
      if ImportColumn.isWord(column.name, of: .category) {
        categories.append(column.position)
      } else if let meaning = ImportColumn(meant: column.name), let field = Self.general[meaning],
        positions[field]?.isEmpty != false,
        field != .regularPrice || positions[.sellingPrice]?.isEmpty != false
      {
        positions[field] = [column.position]
      }
    }
    (self.positions, self.categories) = (positions, categories)
    prices =
      !format.has(.priceByCurrency)
      ? []
      : columns.indices.compactMap { index in
        keys[index].wholeMatch(of: /(?:variant)?price\[?([a-z]{3})\]?/).flatMap { Currency($0.1) }.map {
          ($0, index)
        }
      }
  }

  /// The fields for which a table of this shop may have a column with a name of any sheet.
  private static let general: [ImportColumn: ForeignField] = [
    .title: .title, .description: .description, .price: .regularPrice, .stock: .stock, .sku: .sku,
    .cost: .cost, .currency: .currency, .tags: .tags, .note: .note, .detail(.barcodes): .barcodes,
    .detail(.reorderAt): .reorderAt, .images: .images,
  ]

  /// The field that a column of an item is made of.
  static func field(_ column: ImportColumn) -> ForeignField? {
    general[column]
      ?? [.discountedPrice: .sellingPrice, .discount: .discountPercent, .reference: .id][column]
  }

  /// The last parts of the paths of categories in a row, `Bags` of `Gear/Bags`, that are no numbers.
  func categories(_ row: TableRow) -> [ForeignCell] {
    categories.compactMap { cell(row, $0) }.flatMap { cell in
      cell.text.split { $0 == "," || $0 == "|" || $0.isNewline || $0 == ";" && hasOwn(.categories) }
        .compactMap { path in
          path.split { $0 == "/" || $0 == ">" }.last.map { $0.trimmingCharacters(in: .whitespaces) }
        }
        .filter { !$0.allSatisfy(\.isNumber) }
        .map { ForeignCell(text: $0, header: cell.header) }
    }
  }

  var unread: [TableColumn] {
    let known = Set(positions.values.joined()).union(prices.map(\.position) + categories).union(own)
    return columns.filter { !$0.name.isEmpty && !known.contains($0.position) }
  }

  func hasOwn(_ field: ForeignField) -> Bool { position(of: field).map(own.contains) ?? false }

  func has(_ field: ForeignField) -> Bool { positions[field]?.isEmpty == false }

  var knowsAll: Bool {
    let known = own.union(prices.map(\.position))
    return columns.indices.allSatisfy(known.contains)
  }

  var hasPrice: Bool { hasOwn(.regularPrice) || hasOwn(.sellingPrice) || !prices.isEmpty }

  /// The columns of a field, those of the preferred header first.
  func positions(of field: ForeignField) -> [Int] { positions[field] ?? [] }

  func position(of field: ForeignField) -> Int? { positions[field]?.first }

  func header(of field: ForeignField) -> String? { positions[field]?.first.map { columns[$0].name } }

  /// The header of a field in a row: that of its first cell that is not empty, else of its first column.
  func header(of field: ForeignField, in row: TableRow) -> String? {
    cell(field, row)?.header ?? header(of: field)
  }

  func values(_ field: ForeignField, _ row: TableRow) -> [String] {
    positions(of: field).compactMap { text(row, $0) }
  }

  func value(_ field: ForeignField, _ row: TableRow) -> String? { cell(field, row)?.text }

  /// The first cell of a field that is not empty.
  // Not in each of its 40 callers, which took 70 kB.
  @inline(never)
  func cell(_ field: ForeignField, _ row: TableRow) -> ForeignCell? {
    positions(of: field).first { text(row, $0) != nil }.flatMap { cell(row, $0) }
  }

  func cell(_ row: TableRow, _ position: Int) -> ForeignCell? {
    text(row, position).map { ForeignCell(text: $0, header: columns[position].name) }
  }

  @inline(never)
  func text(_ row: TableRow, _ position: Int) -> String? {
    switch row.cell(at: position) {
    // A dash is how some shops write an empty cell.
    case .text(let text): text.contains { !$0.isWhitespace && $0 != "-" } ? text : nil
    case .list(let values): values.isEmpty ? nil : values.joined(separator: ",")
    case nil: nil
    }
  }
}

/// A cell that is not empty, and the header of its column.
struct ForeignCell: Sendable, Equatable {
  let text: String
  let header: String

  var isVariablePrice: Bool { text.plainCell.lowercased() == "variable" }
}
