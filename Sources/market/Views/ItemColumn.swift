import Console
import OpenMarket
import SystemSupport
import Wording

/// A column that `--columns` chooses. The raw value is its name, and the item's key in JSON.
enum ItemColumn: RawRepresentable, Equatable, CaseIterable {
  case id
  case title
  case price
  case discountedPrice
  case currency
  case stock
  case registrationDate
  case rating
  case ratingCount
  case detail(DetailField)

  static let allCases: [ItemColumn] =
    [.id, .title, .price, .discountedPrice, .currency, .stock, .registrationDate, .rating, .ratingCount]
    + DetailField.published.map { .detail($0) }

  init?(rawValue: String) {
    guard let column = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = column
  }

  var rawValue: String { declaration.name }
  var header: LocalizedPhrase { declaration.header }
  var isText: Bool { declaration.isText }

  private var declaration: (name: String, header: LocalizedPhrase, isText: Bool) {
    switch self {
    case .id: ("id", LocalizedPhrase("ID"), false)
    case .title: ("title", LocalizedPhrase("TITLE"), true)
    case .price: ("price", LocalizedPhrase("PRICE"), false)
    case .discountedPrice: ("discounted_price", "DISCOUNTED PRICE", false)
    case .currency: ("currency", LocalizedPhrase("CURRENCY"), true)
    case .stock: ("stock", LocalizedPhrase("STOCK"), false)
    case .registrationDate: ("registration_date", LocalizedPhrase("ADDED"), true)
    case .rating: ("rating", LocalizedPhrase("RATING"), true)
    case .ratingCount: ("rating_count", LocalizedPhrase("RATINGS"), false)
    case .detail(let field): (field.rawValue, field.header, field != .reorderAt)
    }
  }

  /// Whether the column can be narrowed: amounts, numbers and words of a few letters cannot.
  var isFlexible: Bool {
    switch self {
    case .title, .detail(.sku), .detail(.barcodes), .detail(.tags), .detail(.note): true
    default: false
    }
  }
}

extension Option {
  /// The names of the chosen columns, in their order.
  static func columns(of names: [String]) -> Option<[String]?> {
    .init(
      "columns", "names",
      help:
        "Show these columns, such as \(names.prefix(3).joined(separator: ",")). A terminal that is too narrow leaves the last ones out.",
      candidates: .list(names)
    ) { given in
      try given.text.split(separator: ",", omittingEmptySubsequences: false).map { name in
        if names.contains(String(name)) { return String(name) }
        throw given.unknown(String(name), among: names)
      }
    }
  }

  static var columns: Option<[String]?> { columns(of: ItemColumn.allCases.map(\.rawValue)) }
}

extension Item {
  /// The values of columns for other programs: as in JSON, and tags with a vertical bar between them.
  func values(of columns: [ItemColumn], _ format: OutputFormat) -> [String] {
    let members = members(format)
    return columns.map { column in
      switch members.first(where: { $0.key == column.rawValue })?.value ?? .null {
      case .null: ""
      case .array(let values): values.map(\.plainText).joined(separator: "|")
      case let value: value.plainText
      }
    }
  }

  /// The columns for a screen reader: a name and a value on each line.
  func flatLines(of columns: [ItemColumn], _ format: OutputFormat) -> [String] {
    columns.map { column in
      let name =
        switch column {
        case .id: LocalizedPhrase("ID")
        case .registrationDate: LocalizedPhrase("Added")
        case .rating: LocalizedPhrase("Rating")
        case .ratingCount: LocalizedPhrase("Ratings")
        default: ItemField(rawValue: column.rawValue)?.name ?? column.header
        }
      let text = text(of: column, format)
      let value = text.isEmpty ? LocalizedPhrase("none") : LocalizedPhrase(verbatim: text.sanitizedLine)
      return format.text("\(name): \(value)")
    }
  }

  /// The value of a column for a person; empty for none.
  func text(of column: ItemColumn, _ format: OutputFormat) -> String {
    switch column {
    case .id: String(id)
    case .title: title
    case .price: format.price(price)
    case .discountedPrice: discountedPrice.map(format.price) ?? ""
    case .currency: price.currency.code
    case .stock: stock == 0 ? format.text("sold out") : format.number(stock)
    case .registrationDate: format.age(registrationDate)
    case .rating: rating?.line(format) ?? ""
    case .ratingCount: rating.map { format.number($0.count) } ?? ""
    case .detail(let field): details[field]?.words(format) ?? ""
    }
  }
}
