import CAssets
import OpenMarket
import Tables

/// A table that another shop exports, or takes for its own import, as a file of `Shops` describes it.
///
/// Each line has a word and its value; values of a list are divided by `|`, and `#` begins a comment:
/// - `shop ID NAME` begins a shop: its word for `--from`, and the name of its software.
/// - `recognized HEADERS`: all are there in a table of this shop, and not in one of a seller's own.
/// - `defaultCurrency CODE`: that of amounts, unless another one is named.
/// - `defaultOptions VALUES`: those of a product without variants, which its title does not have.
/// - `way NAME`: see `Way`.
/// - a `ForeignField` with its headers, the preferred one first. `#` in a header is a number, and `*` any text, such as the name of
///   a branch.
struct ForeignFormat: RawRepresentable, CaseIterable, Hashable, Sendable {
  /// A way in which the tables of a shop differ from those of others.
  enum Way: String, Sendable {
    /// The price before a discount is what a row need not have, and not the one with it.
    case regularPriceIsOptional
    /// Each currency has a column of prices, `Price USD`.
    case priceByCurrency
    /// `\n` in a description is a line break.
    case descriptionHasLineEscapes
    /// `12/31/26`; the day that a sale ends is written with the time of its begin.
    case datesHaveTheMonthFirst
    /// A row has all of a variant, with a key of its own: it says the same whatever rows are beside it.
    case eachRowIsAVariant
    /// Each variant says whether it is sold; otherwise the first row of a product says it for all.
    case variantsHaveStates
    /// One cell has the stock of each branch: `default=7,north=3`, `Main: 7, North: 3`.
    case stockByBranchInACell
    case variantsLackValues
    case rowsWithoutAHandleContinue
  }

  let rawValue: String
  let name: String
  private(set) var defaultCurrency: Currency?
  private(set) var defaultOptions: [String] = []
  /// Sets of headers of which one is there as a whole, which tables of a seller's own do not have.
  private var signatures: [[String]] = []
  private var ways: Set<Way> = []
  private var headers: [ForeignField: [String]] = [:]

  init?(rawValue: String) {
    guard let format = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = format
  }

  private init(rawValue: String, name: String) { (self.rawValue, self.name) = (rawValue, name) }

  static let allCases: [Self] = formats(in: String(cassets_shops())).formats

  /// The words of the shops. Every command declares the options of imports: the rest of the files takes a tenth of its time to read.
  static let words = String(cassets_shops()).utf8.split(separator: UInt8(ascii: "\n"))
    .filter { $0.starts(with: "shop".utf8) }
    .map { String(decoding: $0.dropFirst(5).prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self) }

  /// The shops of a text, and the lines that are not understood.
  static func formats(in text: String) -> (formats: [Self], unknown: [String]) {
    var (formats, unknown): ([Self], [String]) = ([], [])
    for (word, value) in text.entries {
      if word == "shop", let space = value.firstIndex(of: " ") {
        formats.append(Self(rawValue: String(value[..<space]), name: String(value[space...].dropFirst())))
      } else if formats.isEmpty || !formats[formats.count - 1].read(word, value) {
        unknown.append("\(word) \(value)")
      }
    }
    return (formats, unknown)
  }

  /// Reads a line; returns whether it is understood.
  private mutating func read(_ word: String, _ value: String) -> Bool {
    let list = value.components(separatedBy: " | ")
    switch word {
    case "recognized": signatures.append(list)
    case "defaultOptions": defaultOptions = list
    case "defaultCurrency": defaultCurrency = Currency(value)
    case "way":
      guard let way = Way(rawValue: value) else { return false }
      ways.insert(way)
    default:
      guard let field = ForeignField(rawValue: word), headers[field] == nil else { return false }
      headers[field] = list
    }
    return true
  }

  func has(_ way: Way) -> Bool { ways.contains(way) }

  func headers(of field: ForeignField) -> [String] { headers[field] ?? [] }

  /// The format that has these columns; nil for a table of another kind.
  static func recognized(_ columns: [TableColumn]) -> Self? {
    let keys = Set(columns.map { HeaderKey($0.name) })
    return allCases.first { format in
      format.signatures.contains { names in names.allSatisfy { keys.contains(HeaderKey($0)) } }
        // A seller's own sheet may have the names of a shop, and columns that no shop has.
        && !ForeignColumns(columns, of: format).unread.contains { column in
          ImportColumn(named: column.name).map(ownColumns.contains) ?? false
        }
    }
  }

  private static let ownColumns: Set<ImportColumn> = [.discountedPrice, .discount, .reference, .version]

  /// The first of the fields that a table named as one of this format cannot be without and does not have: the title, and in a
  /// table that is recognized as one of another format the price. Nil for a table with columns of this format alone, which
  /// may have only those that change.
  func missingField(in columns: [TableColumn]) -> ForeignField? {
    let fields = ForeignColumns(columns, of: self)
    if fields.knowsAll { return nil }
    if !fields.hasOwn(.title) { return .title }
    if let other = Self.recognized(columns), other != self, !fields.hasPrice { return .regularPrice }
    return nil
  }

  static let knownHeaderWords = allCases.flatMap { format in
    format.headers.values.joined().filter { !$0.contains("#") && !$0.contains("*") }
  }
}

/// The fields that columns of these formats hold. The raw value is its word in a file of `Shops`.
enum ForeignField: String, CaseIterable, Sendable {
  /// The identifier that the rows of one product share.
  case handle
  case title, description, summary, tags, categories, note, sku, barcodes, currency
  /// The pieces that there are; in several columns, one for each branch.
  case stock
  case reorderAt, regularPrice, sellingPrice, cost
  /// A discount as an amount, in per cent, or in the unit beside it.
  case discountAmount, discountPercent, discountUnit
  case saleStart, saleEnd, isOnSale, images, variantImage, imagePosition
  /// The values of a variant's options: `Blue`, `L`.
  case options
  /// Options of all variants in one cell, or of one variant where each has a row.
  case optionList
  /// Whose column a table has in which the variants may have rows.
  case optionName
  /// An amount that a variant's price has more, and the stock of a variant.
  case surcharge, optionStock
  case status
  /// Whether it is for sale; in several columns, at each branch.
  case published
  case withdrawn, isInStock, type, parent, id, storeView, visibility
}

extension String {
  /// The text of a file that is part of the program.
  init(_ asset: CAsset) {
    self.init(decoding: UnsafeBufferPointer(start: asset.bytes, count: asset.count), as: UTF8.self)
  }

  /// The lines of a file of words, each with its first word and what follows; those that begin with `#` are comments.
  var entries: [(word: String, value: String)] {
    split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
      return (parts[0], parts.count > 1 ? parts[1] : "")
    }
  }
}
