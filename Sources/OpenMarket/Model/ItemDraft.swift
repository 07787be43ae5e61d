package import Foundation

/// The fields of an item that its seller sets.
package struct ItemDraft: Sendable, Equatable {
  package var title: String
  package var description: String
  package var price: Price
  /// The price after the discount, in the price's currency; nil for none.
  package var discountedPrice: Decimal?
  package var stock: Int

  package init(
    title: String, description: String = "", price: Price, discountedPrice: Decimal? = nil, stock: Int = 1
  ) {
    self.title = title
    self.description = description
    self.price = price
    self.discountedPrice = discountedPrice
    self.stock = stock
  }

  /// Throws the first rule that the draft breaks. The command line validates before it sends anything, the market
  /// before it stores anything, by the same rules.
  package func validate() throws(ValidationError) {
    try Self.checkTitle(title)
    try Self.check(.descriptions, description, atMost: ItemLimits.descriptionBytes)
    try Self.check(.price, price.amount, in: price.currency)
    if stock < 0 { throw ValidationError(.stock, .negative, value: String(stock)) }
    if stock > ItemLimits.stock {
      throw ValidationError(.stock, .above(limit: String(ItemLimits.stock)), value: String(stock))
    }
    if let discountedPrice {
      try Self.check(.discountedPrice, discountedPrice, in: price.currency)
      if discountedPrice > price.amount {
        throw ValidationError(.discountedPrice, .abovePrice("\(price.amount)"), value: "\(discountedPrice)")
      }
    }
  }

  static func checkTitle(_ title: String) throws(ValidationError) {
    try check(.title, title, atMost: ItemLimits.titleBytes)
    if title.allSatisfy(\.isWhitespace) { throw ValidationError(.title, .empty, value: title) }
  }

  private static func check(_ field: ItemField, _ text: String, atMost bytes: Int) throws(ValidationError) {
    if text.utf8.count > bytes { throw ValidationError(field, .longerThan(bytes: bytes), value: text) }
    // NUL ends a string in C: what follows it would be stored and never shown.
    if text.utf8.contains(0) { throw ValidationError(field, .holdsControlCharacter, value: text) }
  }

  private static func check(_ field: ItemField, _ amount: Decimal, in currency: Currency)
    throws(ValidationError)
  {
    if amount < 0 { throw ValidationError(field, .negative, value: "\(amount)") }
    if amount > ItemLimits.price {
      throw ValidationError(field, .above(limit: "\(ItemLimits.price)"), value: "\(amount)")
    }
    let digits = currency.minorDigits ?? 4
    if amount.fractionDigits > digits {
      throw ValidationError(
        field, .tooManyDecimals(currency: currency.code, digits: digits), value: "\(amount)")
    }
  }
}

/// Throws for a password that no market accepts; the value is never part of the error.
package func validatePassword(_ password: String) throws(ValidationError) {
  if password.isEmpty { throw ValidationError(.password, .empty) }
  if password.utf8.count > ItemLimits.passwordBytes {
    throw ValidationError(.password, .longerThan(bytes: ItemLimits.passwordBytes))
  }
  if password.utf8.contains(0) { throw ValidationError(.password, .holdsControlCharacter) }
}

/// The limits of an item in this market. Other markets may have other limits.
package enum ItemLimits {
  package static let titleBytes = 1_000
  package static let descriptionBytes = 64 * 1_024
  package static let passwordBytes = 256
  package static let images = 5
  package static let imageBytes = 10 * 1_024 * 1_024
  /// Largest price, in major units: one hundred million million, well above any price in any currency, and with
  /// four decimals it still fits the 64-bit integer that it is stored as.
  package static let price = Decimal(100_000_000_000_000)
  /// Largest stock: clients have shown 10^12.
  package static let stock = 1_000_000_000_000
}
