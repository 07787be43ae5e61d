package import Foundation

/// A field of an item. The raw value is the name of its part in a form and of its key in JSON.
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

/// The numbers in options and forms, parsed alike.
extension ItemField {
  /// An exact amount: see `Decimal.init(exactly:)`.
  package func amount(_ text: String) throws(ValidationError) -> Decimal {
    guard let amount = Decimal(exactly: text) else { throw ValidationError(self, .notANumber, value: text) }
    return amount
  }

  /// Digits after an optional minus sign. `Int("+3")` is 3, where an amount `+3` is invalid.
  package func wholeNumber(_ text: String) throws(ValidationError) -> Int {
    guard !text.hasPrefix("+"), let number = Int(text) else {
      throw ValidationError(self, .notAWholeNumber, value: text)
    }
    return number
  }
}
