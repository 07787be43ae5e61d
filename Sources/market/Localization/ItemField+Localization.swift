import Console
import OpenMarket

extension ItemField {
  /// The name of the field, for the beginning of a sentence or a line.
  var name: LocalizedPhrase {
    switch self {
    case .title: LocalizedPhrase("Title")
    case .descriptions: LocalizedPhrase("Description")
    case .price: LocalizedPhrase("Price")
    case .currency: LocalizedPhrase("Currency")
    case .stock: LocalizedPhrase("Stock")
    case .discountedPrice: LocalizedPhrase("Discounted price")
    case .password: LocalizedPhrase("Password")
    case .images: LocalizedPhrase("Image")
    case .detail(let field): field.name
    case .quantity: LocalizedPhrase("Quantity")
    case .cost: LocalizedPhrase("Cost")
    case .reference: LocalizedPhrase("Reference")
    case .reason: LocalizedPhrase("Reason")
    case .time: LocalizedPhrase("Time")
    case .entry: LocalizedPhrase("Entry")
    }
  }

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
  /// The name of the field, for the beginning of a sentence or a line.
  var name: LocalizedPhrase {
    switch self {
    case .sku: LocalizedPhrase("SKU")
    case .tags: LocalizedPhrase("Tags")
    case .note: LocalizedPhrase("Note")
    case .reorderAt: "Reorder at"
    case .offSale: "Off sale"
    }
  }

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
    case .flag(let isSet): isSet ? format.text("yes") : ""
    }
  }
}
