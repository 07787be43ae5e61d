/// What can be said of an item. The raw value is the name of its part in a form and of its key in JSON.
package enum ItemField: String, Sendable, CaseIterable {
  case title
  case descriptions
  case price
  case currency
  case stock
  case discountedPrice = "discounted_price"
  case password
  case images = "images[]"

  /// The field in a sentence for a person.
  package var label: String {
    switch self {
    case .descriptions: "description"
    case .discountedPrice: "discounted price"
    case .images: "image"
    case .title, .price, .currency, .stock, .password: rawValue
    }
  }
}
