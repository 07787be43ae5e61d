import Console
import OpenMarket
import Wording

extension ItemField {
  /// The option that sets the field, without its dashes.
  var option: String {
    switch self {
    case .title: OptionGroup.title.declaration.long
    case .descriptions: OptionGroup.description.declaration.long
    case .price: OptionGroup.price.declaration.long
    case .currency: OptionGroup.currency.declaration.long
    case .stock: OptionGroup.stock.declaration.long
    case .discountedPrice: OptionGroup.discountedPrice.declaration.long
    case .password: OptionGroup.passwordFile.declaration.long
    case .images: OptionGroup.image.declaration.long
    case .detail(let field): field.option.long
    case .quantity: OptionGroup.quantity.declaration.long
    case .cost: "cost"
    case .reference: OptionGroup.reference.declaration.long
    case .reason: "reason"
    case .time: OptionGroup.time.declaration.long
    case .entry: "entry"
    }
  }
}

extension DetailField {
  /// The name of the field above its column.
  var header: LocalizedPhrase {
    switch self {
    case .sku: LocalizedPhrase("SKU")
    case .tags: LocalizedPhrase("TAGS")
    case .note: LocalizedPhrase("NOTE")
    case .reorderAt: "REORDER AT"
    case .offSale: "OFF SALE"
    }
  }

  /// The field and its value in the facts of an item.
  func fact(_ value: String) -> LocalizedPhrase {
    switch self {
    case .sku: "SKU \(value)"
    case .tags: "tags \(value)"
    case .note: "note \(value)"
    case .reorderAt: "reorder at \(value)"
    case .offSale: "off sale"
    }
  }
}

extension DetailValue {
  /// The value for a person, on one line.
  func words(_ format: OutputFormat) -> String {
    switch self {
    case .text, .list: texts.joined(separator: ", ")
    case .number(let number): number.map(format.number) ?? ""
    case .flag(let isSet): isSet ? format.text(LocalizedPhrase("yes")) : ""
    }
  }
}
