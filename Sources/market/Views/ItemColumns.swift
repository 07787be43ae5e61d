import Console
import OpenMarket
import SystemSupport
import Wording

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

  static var columns: Option<[String]?> { columns(of: Item.columns(.ofNames).map(\.key)) }
}

extension Item {
  /// The columns of a list, which are the fields of its JSON.
  static func columns(_ format: OutputFormat) -> [RowColumn<Item>] {
    func number(
      _ header: LocalizedPhrase, _ text: @escaping (Item) -> String
    ) -> RowColumn<Item> { RowColumn(header, .right, text) }
    return [
      number(LocalizedPhrase("ID")) { String($0.id) }.field("id") { .number($0.id) },
      RowColumn(LocalizedPhrase("TITLE"), minimum: 8, flexible: true) { $0.title }
        .field("title") { .string($0.title) },
      number(LocalizedPhrase("PRICE")) { format.price($0.price) }
        .field("price") { .number("\($0.price.amount)") },
      number("DISCOUNTED PRICE") { $0.discountedPrice.map(format.price) ?? "" }
        .field("discounted_price") { $0.discountedPrice.map { .number("\($0.amount)") } ?? .null },
      RowColumn(LocalizedPhrase("CURRENCY")) { $0.price.currency.code }
        .field("currency") { .string($0.price.currency.code) },
      number(LocalizedPhrase("STOCK")) {
        $0.stock == 0 ? format.text("sold out") : format.number($0.stock)
      }.field("stock") { .number($0.stock) },
      RowColumn(LocalizedPhrase("ADDED")) { format.age($0.registrationDate) }
        .field("registration_date") { .string(format.timestamp($0.registrationDate)) },
      RowColumn("thumbnails", flexible: true) { .array($0.thumbnails.map { .string($0.absoluteString) }) },
      RowColumn(LocalizedPhrase("RATING")) { $0.rating?.line(format) ?? "" }
        .field("rating") { $0.rating?.mean.map { .number("\($0)") } ?? .null },
      number(LocalizedPhrase("RATINGS")) { $0.rating.map { format.number($0.count) } ?? "" }
        .field("rating_count") { .number($0.rating?.count) },
    ]
      + DetailField.published.map { field in
        let isFlexible = [.sku, .barcodes, .tags, .note].contains(field)
        return RowColumn(
          field.header, field == .reorderAt ? .right : .left, minimum: isFlexible ? 8 : .max,
          flexible: isFlexible
        ) { $0.details[field]?.words(format) ?? "" }
        .field(field.rawValue) { $0.details.json(field) }
      }
  }
}
