import CAssets
import Console
import Foundation
import OpenMarket
import Wording

/// A column of an import that has a meaning. The raw value is its name in exports, in JSON and in `--map`.
enum ImportColumn: RawRepresentable, Hashable, CaseIterable, Sendable {
  case id, title, description, price, currency, discountedPrice, discount, stock, cost
  case detail(DetailField)
  case images, registrationDate, reference, version, command

  static let (sku, tags, note) = (detail(.sku), detail(.tags), detail(.note))

  static let allCases: [ImportColumn] =
    [.id, .sku, .title, .description, .price, .currency, .discountedPrice, .discount, .stock, .cost]
    + DetailField.allCases.map { .detail($0) }.filter { $0 != .sku }
    + [.images, .registrationDate, .reference, .version, .command]

  init?(rawValue: String) {
    guard let column = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = column
  }

  var rawValue: String {
    switch self {
    case .id: "id"
    case .title: "title"
    case .description: "description"
    case .price: "price"
    case .currency: "currency"
    case .discountedPrice: "discounted_price"
    case .discount: "discount"
    case .stock: "stock"
    case .cost: "cost"
    case .detail(let field): field.rawValue
    case .images: "images"
    case .registrationDate: "registration_date"
    case .reference: "reference"
    case .version: "version"
    case .command: "command"
    }
  }

  /// The column with a name in English or Korean. Case, white space, `_`, `-` and `*` are ignored, and so is `(필수)` behind it.
  init?(named name: String) {
    guard let column = Self.byKey[HeaderKey(name)] ?? Self.byKey[HeaderKey(HeaderUnit(name).name)] else {
      return nil
    }
    self = column
  }

  /// The column that a header of the trade means where no other has its name: a category is a tag, and `Photo 2` an image.
  init?(similarTo name: String) {
    let plain = name.replacing(/\d{1,2}\s*$/, with: "")
    let isImage = plain != name && ImportColumn(meant: plain) == .images
    let column = HeaderWords.all.similar[HeaderKey(HeaderUnit(name).name)] ?? (isImage ? .images : nil)
    guard let column else { return nil }
    self = column
  }

  init?(meant name: String) {
    guard let column = ImportColumn(named: name) ?? ImportColumn(similarTo: name) else { return nil }
    self = column
  }

  /// Kinds of words beside names, as `headers.words` explains them.
  enum HeaderKind: String { case other, category, last, saleStart, saleEnd }

  static func isWord(_ name: String, of kind: HeaderKind) -> Bool {
    HeaderWords.all.kinds[kind.rawValue]?.contains(HeaderKey(HeaderUnit(name).name)) == true
  }

  /// Whether a header has a word for the column, and none of another meaning: `Shop price`, `매장 재고`, and not `Order ID`.
  func isGuessed(for header: String) -> Bool {
    let names = names.filter { $0.utf8.count > $0.count }
    return Self.otherWords(in: header).isEmpty
      && (HeaderWords.all.guesses[HeaderKey(header)] == self
        || HeaderWords.words(of: header).contains { word in
          ImportColumn(meant: word) == self || names.contains(where: word.hasSuffix)
        })
  }

  /// The words of a header that say something else than a column which may be guessed: an identifier, a date, a unit.
  static func otherWords(in header: String) -> Set<String> {
    let words = HeaderWords.words(of: header)
    let text = words.joined(separator: " ")
    return HeaderWords.all.unguessed.filter {
      $0.utf8.count > $0.count ? text.contains($0) : words.contains($0)
    }
  }

  /// The name in exports with headers of a language.
  var title: LocalizedPhrase {
    switch self {
    case .id: LocalizedPhrase("ID")
    case .detail(let field): field.name
    case .discount: LocalizedPhrase("Discount")
    case .images: LocalizedPhrase("Images")
    case .registrationDate: "Registration date"
    case .version: LocalizedPhrase("Version")
    case .command: LocalizedPhrase("Command")
    default: (ItemField(rawValue: rawValue) ?? .descriptions).name
    }
  }

  /// The names that a header may have, the name in exports first.
  var names: [String] { [rawValue] + (HeaderWords.all.names[self] ?? []) }

  /// Whether its cells are text, which exports guard for spreadsheets, and not numbers, dates or words of a fixed list.
  var isText: Bool {
    switch self {
    case .detail(.reorderAt), .detail(.offSale): false
    case .title, .description, .detail, .images, .reference: true
    default: false
    }
  }

  /// Whether its cells are values of which a row may have several.
  var isList: Bool { self == .images || self == .detail(.barcodes) }

  /// Whether its cells are keys that a spreadsheet may take for numbers or dates.
  var isKeyText: Bool { self == .sku || self == .reference || self == .detail(.barcodes) }

  /// Whether a cell can clear it: the SKU, which is a key, stays.
  var isClearable: Bool { self != .sku && BatchItem.Clearable(rawValue: rawValue) != nil }

  private static let byKey: [HeaderKey: Self] = Dictionary(
    allCases.flatMap { column in column.names.map { (HeaderKey($0), column) } },
    uniquingKeysWith: { first, _ in first })

  /// The names that a header which is not known may mean: none that only exports of this program have, and no word of the trade, to
  /// which words of other meanings are similar: `Value`, `valuta`.
  static let suggestedWords: [String] =
    allCases.filter { ![.version, .command].contains($0) }.flatMap(\.names)

  /// The names of all columns, by which the encoding of a file and its header row are recognized.
  static let knownHeaderWords: [String] = allCases.map(\.rawValue) + HeaderWords.all.known

  /// The names in exports that a sheet can have, in Korean behind the ones of that language: for an error about an unknown column.
  static let list: LocalizedPhrase =
    "id, sku, title, description, price, currency, discounted_price, discount, stock, cost, tags, note, reorder_at, off_sale, barcodes, images, reference"
}

/// The words of `headers.words`, which are those of sheets in several languages.
private struct HeaderWords {
  static let all = HeaderWords(String(cassets_headers_words()))

  private(set) var known: [String] = []
  private(set) var names: [ImportColumn: [String]] = [:]
  /// Words that are less certain than names, as they are compared.
  private(set) var similar: [HeaderKey: ImportColumn] = [:]
  private(set) var guesses: [HeaderKey: ImportColumn] = [:]
  private(set) var unguessed: Set<String> = []
  /// By the words that begin their lines.
  private(set) var kinds: [String: Set<HeaderKey>] = [:]

  private init(_ text: String) {
    for (kind, value) in text.entries {
      let parts = value.split(separator: " ", maxSplits: 1).map(String.init)
      let column =
        ["name", "like", "last", "guess"].contains(kind) ? ImportColumn(rawValue: parts[0]) : nil
      let found = (column == nil ? value : parts[1]).components(separatedBy: " | ")
      if kind != "unguessed" { known += found }
      // Many write the words without their accents.
      let spellings = found + found.map { $0.folding(options: .diacriticInsensitive, locale: nil) }
      let keys = Set(spellings.map { HeaderKey($0) })
      kinds[kind] = keys
      switch (kind, column ?? (kind == "category" ? .tags : nil)) {
      case ("name", let column?): names[column] = found
      case ("guess", let column?): for key in keys { guesses[key] = column }
      case (_, let column?): similar.merge(keys.map { ($0, column) }) { first, _ in first }
      case (_, nil): if kind == "unguessed" { unguessed = Set(found) }
      }
    }
  }

  /// The words of a header in lower case: those of `vendorId`, too. A header with commas is a row that was not divided.
  static func words(of header: String) -> [String] {
    header.beginning(scalars: 400).precomposedStringWithCompatibilityMapping
      .replacing(/([a-z])([A-Z])/) { "\($0.1) \($0.2)" }.lowercased()
      .split { !$0.isLetter && !$0.isNumber && !",;\t|".contains($0) }.map(String.init)
  }
}

/// A header as it is compared: in lower case, without white space, `_`, `-` and the `*` of a required column, full-width
/// letters as usual ones.
struct HeaderKey: Hashable, Sendable {
  let text: String

  init(_ name: String) {
    // Foundation takes quadratic time for a long run of marks.
    let plain = name.beginning(scalars: 400).precomposedStringWithCompatibilityMapping.lowercased()
    text = String(
      String.UnicodeScalarView(
        plain.unicodeScalars.filter {
          !$0.properties.isWhitespace && !"_-*".unicodeScalars.contains($0)
            && $0.properties.generalCategory != .format
        }))
  }

  /// The letters of Hangul apart, so that one wrong letter of a short Korean word is one of several. A letter that
  /// would join its neighbour becomes a scalar of a private-use area.
  var letters: String {
    let scalars = text.decomposedStringWithCanonicalMapping.unicodeScalars.map { scalar in
      (0x1100...0x11FF).contains(scalar.value) ? Unicode.Scalar(scalar.value + 0xD000) ?? scalar : scalar
    }
    return String(String.UnicodeScalarView(scalars))
  }
}

/// A header and its unit, `판매가(원)`, `price_eur`, `Preis in EUR`, `€ price`: a currency, or in brackets a word that says nothing about
/// the values.
struct HeaderUnit: Sendable {
  private static let words: Set<String> = ["필수", "선택", "개", "수량", "required", "optional", "pcs", "ea", "%"]

  /// The header without the unit; the whole header where there is none.
  let name: String
  let currencies: [Currency]

  init(_ header: String) { (name, currencies) = Self.parts(of: header) ?? (header, []) }

  private static func parts(of header: String) -> (String, [Currency])? {
    let text = header.beginning(scalars: 400).trimmingCharacters(in: CharacterSet(charactersIn: "* \u{A0}\t"))
    if let found = text.wholeMatch(of: /(.+?)\s*[(（\[]\s*(?:in\s+)?([^()（）\[\]]*?)\s*[)）\]]/) {
      let named = Currency.named(String(found.2)) ?? (words.contains(found.2.lowercased()) ? [] : nil)
      return named.map { (String(found.1), $0) }
    }
    if let found = text.wholeMatch(of: /(.+?)(?:[\s_\-]in)?[\s_\-]+([^\s_\-]{2,}|\p{Sc}|원|円)/),
      let named = Currency.named(String(found.2))
    {
      return (String(found.1), named)
    }
    guard let found = text.wholeMatch(of: /([A-Z]{3}|\p{Sc})\s+(.+)/) else { return nil }
    return Currency.named(String(found.1)).map { (String(found.2), $0) }
  }
}
