package import OpenMarket
package import SystemSupport

extension ItemField {
  /// The name of the field, for the beginning of a sentence or a line.
  package var name: LocalizedPhrase {
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
}

extension DetailField {
  /// The name of the field, for the beginning of a sentence or a line.
  package var name: LocalizedPhrase {
    switch self {
    case .sku: LocalizedPhrase("SKU")
    case .tags: LocalizedPhrase("Tags")
    case .note: LocalizedPhrase("Note")
    case .reorderAt: "Reorder at"
    case .offSale: "Off sale"
    }
  }
}
