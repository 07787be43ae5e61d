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
}
