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

  var rawValue: String {
    switch self {
    case .id: "id"
    case .title: "title"
    case .price: "price"
    case .discountedPrice: "discounted_price"
    case .currency: "currency"
    case .stock: "stock"
    case .registrationDate: "registration_date"
    case .rating: "rating"
    case .ratingCount: "rating_count"
    case .detail(let field): field.rawValue
    }
  }

  var header: LocalizedPhrase {
    switch self {
    case .id: LocalizedPhrase("ID")
    case .title: LocalizedPhrase("TITLE")
    case .price: LocalizedPhrase("PRICE")
    case .discountedPrice: "DISCOUNTED PRICE"
    case .currency: LocalizedPhrase("CURRENCY")
    case .stock: LocalizedPhrase("STOCK")
    case .registrationDate: LocalizedPhrase("ADDED")
    case .rating: LocalizedPhrase("RATING")
    case .ratingCount: LocalizedPhrase("RATINGS")
    case .detail(let field): field.header
    }
  }

  var isText: Bool {
    switch self {
    case .detail(.reorderAt): false
    case .title, .currency, .registrationDate, .rating, .detail: true
    case .id, .price, .discountedPrice, .stock, .ratingCount: false
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
  /// The chosen columns, in their order.
  static var columns: Option<[ItemColumn]?> {
    .init(
      "columns", "names",
      help:
        "Show these columns, such as id,title,sku. A terminal that is too narrow leaves the last ones out.",
      candidates: .list(ItemColumn.allCases.map(\.rawValue))
    ) { given in
      try given.text.split(separator: ",", omittingEmptySubsequences: false).map { name in
        if let column = ItemColumn(rawValue: String(name)) { return column }
        throw given.unknown(String(name), among: ItemColumn.allCases.map(\.rawValue))
      }
    }
  }
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
      let name: LocalizedPhrase =
        switch column {
        case .id: LocalizedPhrase("ID")
        case .title: ItemField.title.name
        case .price: ItemField.price.name
        case .discountedPrice: ItemField.discountedPrice.name
        case .currency: ItemField.currency.name
        case .stock: ItemField.stock.name
        case .registrationDate: LocalizedPhrase("Added")
        case .rating: LocalizedPhrase("Rating")
        case .ratingCount: LocalizedPhrase("Ratings")
        case .detail(let field): ItemField.detail(field).name
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
