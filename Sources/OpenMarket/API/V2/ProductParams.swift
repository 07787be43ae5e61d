import Foundation
import SystemSupport

/// A product, or the changes to one, as JSON from a vendor's client. `null` means not given; unknown keys are ignored.
struct ProductParams: Decodable, Equatable {
  var name: String?
  /// The key is `descriptions` in v2a and `description` in v2b; either is accepted.
  var description: String?
  var price: Decimal?
  var currency: String?
  /// The amount off, not the price after the discount as in v1.
  var discountedPrice: Decimal?
  var stock: Int?
  var secret: String?
  /// The id of the image that becomes the product's thumbnail.
  var thumbnailID: Int?
  /// An empty value removes the present one. No response has those that are private.
  var details: ItemDetails

  /// The keys that a new product has to have; of a change the secret alone is required.
  static let required: [CodingKeys] = [.name, .description, .price, .currency, .secret]

  enum CodingKeys: String, CodingKey, CaseIterable {
    case name
    case description
    case descriptions
    case price
    case currency
    case discountedPrice = "discounted_price"
    case stock
    case secret
    case thumbnailID = "thumbnail_id"
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    name = try values.decodeIfPresent(String.self, forKey: .name)
    description =
      try values.decodeIfPresent(String.self, forKey: .description)
      ?? values.decodeIfPresent(String.self, forKey: .descriptions)
    price = try values.lenientAmount(forKey: .price)
    currency = try values.decodeIfPresent(String.self, forKey: .currency)
    discountedPrice = try values.lenientAmount(forKey: .discountedPrice)
    stock = try values.lenientWholeNumber(forKey: .stock)
    secret = try values.decodeIfPresent(String.self, forKey: .secret)
    thumbnailID = try values.decodeIfPresent(Int.self, forKey: .thumbnailID)
    details = try ObjectMembers.reading(decoder.container(keyedBy: ObjectMembers.Name.self)).details(nil)
  }

  /// A required value; throws the `APIError` that names its key.
  func required<Value>(_ value: KeyPath<ProductParams, Value?>, _ key: CodingKeys) throws -> Value {
    try self[keyPath: value].orThrow(APIError.malformed("The key '\(key.rawValue)' is missing"))
  }

  /// A new product.
  func draft() throws -> ItemDraft {
    let price = try required(\.price, .price)
    var draft = ItemDraft(
      title: try required(\.name, .name), description: try required(\.description, .description),
      price: Price(price, try currency(try required(\.currency, .currency))),
      discountedPrice: try Self.discounted(price, by: discountedPrice ?? 0), stock: stock ?? 0)
    draft.details = details.ofItem
    return draft
  }

  /// The changes to a product.
  func applied(to draft: ItemDraft) throws -> ItemDraft {
    var changed = draft
    changed.title = name ?? draft.title
    changed.description = description ?? draft.description
    changed.stock = stock ?? draft.stock
    let amount = price ?? draft.price.amount
    changed.price = Price(amount, try currency.map { try currency($0) } ?? draft.price.currency)
    let off = discountedPrice ?? draft.amountOff
    changed.discountedPrice = try Self.discounted(amount, by: off)
    changed.details = details.applied(to: draft.details)
    return changed
  }

  private func currency(_ code: String) throws -> Currency {
    try Currency(code).orThrow(ValidationError(.currency, .notInISO4217, value: code))
  }

  private static func discounted(_ price: Decimal, by amount: Decimal) throws -> Decimal? {
    if amount == 0 { return nil }
    if amount < 0 { throw ValidationError(.discountedPrice, .negative, value: "\(amount)") }
    if amount > price { throw ValidationError(.discountedPrice, .abovePrice("\(price)"), value: "\(amount)") }
    return price - amount
  }
}

extension ItemDraft {
  /// The amount off the price, 0 without a discount.
  var amountOff: Decimal { discountedPrice.map { price.amount - $0 } ?? 0 }
}

/// Numbers as clients of v2a send them: also as text, `"1000"`, and as `""` where none is given.
extension KeyedDecodingContainer {
  fileprivate func lenientAmount(forKey key: Key) throws -> Decimal? {
    guard let text = try? decode(String.self, forKey: key) else {
      return try decodeIfPresent(Decimal.self, forKey: key)
    }
    if text.isEmpty { return nil }
    guard let amount = Decimal(exactly: text) else { throw notANumber(text, forKey: key) }
    return amount
  }

  fileprivate func lenientWholeNumber(forKey key: Key) throws -> Int? {
    guard let text = try? decode(String.self, forKey: key) else {
      return try decodeIfPresent(Int.self, forKey: key)
    }
    if text.isEmpty { return nil }
    guard let number = try? ItemField.stock.wholeNumber(text) else { throw notANumber(text, forKey: key) }
    return number
  }

  private func notANumber(_ text: String, forKey key: Key) -> DecodingError {
    DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "'\(text)' is not a number")
  }
}

extension ProductParams {
  /// The parameters of a client of v2 that got `present` with whole prices; the discount of v2 is the amount off.
  func leavingExactPrices(of present: ItemDraft) -> ProductParams {
    let shown = present.withWholePrices
    let isOtherCurrency = currency.map { Currency($0) != present.price.currency } ?? false
    guard shown != present, !isOtherCurrency else { return self }
    var params = self
    if price == shown.price.amount { params.price = nil }
    // With another price the amount off is that of the client.
    guard params.price == nil else { return params }
    if discountedPrice == shown.amountOff {
      params.discountedPrice = nil
    } else if discountedPrice == price, price == shown.price.amount {
      params.discountedPrice = present.price.amount
    }
    return params
  }
}
