package import Foundation

/// The fields of an item that its seller sets.
package struct ItemDraft: Sendable, Equatable {
  package var title: String
  package var description: String
  package var price: Price
  /// The price after the discount, in the price's currency; nil for none.
  package var discountedPrice: Decimal?
  package var stock: Int
  /// The cost of one piece of the stock, in the price's currency, where it is set; nil in what was read. Private to the seller.
  package var cost: Decimal?
  /// No value is empty.
  package var details: ItemDetails {
    didSet {
      if details.barcodes?.isEmpty == true { details.barcodes = nil }
      if details.tags?.isEmpty == true { details.tags = nil }
      if details.reorderAt == .some(nil) { details.reorderAt = nil }
      if details.offSale == false { details.offSale = nil }
    }
  }

  package init(
    title: String, description: String = "", price: Price, discountedPrice: Decimal? = nil, stock: Int = 1,
    sku: String? = nil, tags: [String] = [], note: String? = nil
  ) {
    self.title = title
    self.description = description
    self.price = price
    self.discountedPrice = discountedPrice
    self.stock = stock
    details = ItemDetails(sku: sku, tags: tags.isEmpty ? nil : tags, note: note)
  }
}

extension ItemDraft {
  /// The values that every item has.
  var plainTexts: [String] {
    [
      title, description, "\(price.amount)", price.currency.code, discountedPrice.map { "\($0)" } ?? "",
      "\(stock)",
    ]
  }

  /// The texts that tell an item from others, without its images.
  package var texts: [String] {
    plainTexts + details.texts(of: DetailField.allCases)
      + (cost.map { [ItemField.cost.rawValue, "\($0)"] } ?? [])
  }
}

extension ItemDraft {
  /// Puts an item on sale that had no price, and has one now: an import takes such an item off sale.
  mutating func goOnSale(after present: ItemDraft) {
    if present.price.amount == 0, price.amount > 0, present.details.offSale == true { details.offSale = nil }
  }

  /// With its texts in the form in which they are stored.
  fileprivate var composed: ItemDraft {
    var draft = self
    draft.title = title.composed
    draft.description = description.composed
    for field in DetailField.allCases { draft.details[field] = details[field]?.composed }
    return draft
  }

  /// The value of the field; nil for none.
  package var sku: String? {
    get { details.sku }
    set { details.sku = newValue }
  }

  package var tags: [String] {
    get { details.tags ?? [] }
    set { details.tags = newValue }
  }

  package var note: String? {
    get { details.note }
    set { details.note = newValue }
  }
}

/// A draft that breaks no rule of a market. A client can add nothing else, and the store can hold nothing else.
package struct ValidDraft: Sendable, Equatable {
  package let draft: ItemDraft

  /// Throws the first rule that the draft breaks.
  package init(_ draft: ItemDraft) throws(ValidationError) {
    // First: it can be longer in bytes.
    let draft = draft.composed
    let (price, stock) = (draft.price, draft.stock)
    try Self.checkTitle(draft.title)
    try Self.check(.descriptions, draft.description, atMost: ItemLimits.descriptionBytes)
    try Self.check(.price, price.amount, in: price.currency)
    try Self.check(stock: stock)
    if let discountedPrice = draft.discountedPrice {
      try Self.check(.discountedPrice, discountedPrice, in: price.currency)
      try Self.check(discountedPrice: discountedPrice, below: price.amount)
    }
    if let cost = draft.cost { try Self.check(.cost, cost, in: price.currency) }
    try Self.check(draft.details)
    self.draft = draft
  }

  /// Throws for a title that is empty or that `check` refuses.
  package static func checkTitle(_ title: String) throws(ValidationError) {
    try check(.title, title, atMost: ItemLimits.titleBytes)
    if title.unicodeScalars.first?.isSpace ?? true, title.allSatisfy(\.isWhitespace) {
      throw ValidationError(.title, .empty, value: title)
    }
  }

  /// Throws for a stock below zero or above the limit.
  package static func check(stock: Int) throws(ValidationError) {
    if stock < 0 { throw ValidationError(.stock, .negative, value: String(stock)) }
    if stock > ItemLimits.stock {
      throw ValidationError(.stock, .above(limit: String(ItemLimits.stock)), value: String(stock))
    }
  }

  /// Throws for a discounted price above the price.
  package static func check(discountedPrice: Decimal, below price: Decimal) throws(ValidationError) {
    if discountedPrice.exceeds(price) {
      throw ValidationError(.discountedPrice, .abovePrice("\(price)"), value: "\(discountedPrice)")
    }
  }

  /// Throws for a text that is too long, has a character that XML cannot carry, or no visible one.
  package static func check(_ field: ItemField, _ text: String, atMost bytes: Int) throws(ValidationError) {
    if text.utf8.count > bytes { throw ValidationError(field, .longerThan(bytes: bytes), value: text) }
    // NUL ends a string in C: what follows it would be stored and never shown.
    if text.utf8.contains(0) { throw ValidationError(field, .holdsControlCharacter, value: text) }
    if text.holdsNoncharacter { throw ValidationError(field, .holdsNoncharacter, value: text) }
    if text.isInvisible { throw ValidationError(field, .invisible, value: text) }
  }

  /// Throws for an amount below zero, above the limit, or with more decimals than its currency has.
  ///
  /// - Parameter currency: Nil where it is not known yet.
  package static func check(_ field: ItemField, _ amount: Decimal, in currency: Currency?)
    throws(ValidationError)
  {
    if amount < 0 { throw ValidationError(field, .negative, value: "\(amount)") }
    if amount.exceeds(ItemLimits.price) {
      throw ValidationError(field, .above(limit: "\(ItemLimits.price)"), value: "\(amount)")
    }
    guard let currency else { return }
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
  package static let skuBytes = 100
  package static let barcodes = 20
  /// As they are given: an ISBN has hyphens.
  package static let barcodeBytes = 20
  package static let tags = 20
  package static let tagCharacters = 50
  /// On average, in a word: a letter of most scripts has up to 3, and one with a mark or two up to 9.
  package static let characterBytes = 8
  package static let noteBytes = 4 * 1_024
  /// Most bytes of a reference, and of the key of an imported row.
  package static let keyBytes = 200
  /// Most bytes of a part of a form that is no image: a description of which JSON escapes each character, and the rest.
  package static let partBytes = 512 * 1_024
  package static let images = 5
  package static let imageBytes = 10 * 1_024 * 1_024
  /// Largest price, in major units: one hundred million million, well above any price in any currency, and with
  /// four decimals it still fits the 64-bit integer that it is stored as.
  package static let price = Decimal(100_000_000_000_000)
  /// Largest stock: clients have shown 10^12.
  package static let stock = 1_000_000_000_000
}

/// A field of an item, or of a movement of its stock. The raw value is the name of its part in a form and of its key in
/// JSON.
package enum ItemField: RawRepresentable, Hashable, Sendable, CaseIterable {
  case title
  case descriptions
  case price
  case currency
  case stock
  case discountedPrice
  case password
  case images
  case detail(DetailField)
  // The note of a movement is a field of the same name.
  case quantity
  case cost
  case reference
  case reason
  case time
  case entry

  package static let (sku, tags, note) = (detail(.sku), detail(.tags), detail(.note))

  package static let allCases: [ItemField] =
    [.title, .descriptions, .price, .currency, .stock, .discountedPrice, .password, .images]
    + DetailField.allCases.map { .detail($0) } + [.quantity, .cost, .reference, .reason, .time, .entry]

  private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  package init?(rawValue: String) {
    guard let field = Self.byName[rawValue] else { return nil }
    self = field
  }

  package var rawValue: String {
    switch self {
    case .title: "title"
    case .descriptions: "descriptions"
    case .price: "price"
    case .currency: "currency"
    case .stock: "stock"
    case .discountedPrice: "discounted_price"
    case .password: "password"
    case .images: "images[]"
    case .detail(let field): field.rawValue
    case .quantity: "quantity"
    case .cost: "cost"
    case .reference: "reference"
    case .reason: "reason"
    case .time: "at"
    case .entry: "entry"
    }
  }

  /// Whether it is a field of an item, and not of a movement alone.
  package var isOfItem: Bool {
    switch self {
    case .title, .descriptions, .price, .currency, .stock, .discountedPrice, .password, .images, .detail: true
    case .quantity, .cost, .reference, .reason, .time, .entry: false
    }
  }
}

/// The numbers in options and forms, parsed alike.
extension ItemField {
  /// An exact amount: see `Decimal.init(exactly:)`.
  package func amount(_ text: String) throws(ValidationError) -> Decimal {
    try Decimal(exactly: text).orThrow(ValidationError(self, .notANumber, value: text))
  }

  /// Digits after an optional minus sign. `Int("+3")` is 3, where an amount `+3` is invalid.
  package func wholeNumber(_ text: String) throws(ValidationError) -> Int {
    if !text.hasPrefix("+"), let number = Int(text) { return number }
    let isNegative = text.hasPrefix("-")
    let digits = text.utf8.dropFirst(isNegative ? 1 : 0)
    guard [.stock, .quantity, .detail(.reorderAt)].contains(self), !digits.isEmpty,
      digits.allSatisfy({ (48...57).contains($0) })
    else { throw ValidationError(self, .notAWholeNumber, value: text) }
    throw ValidationError(self, isNegative ? .negative : .above(limit: String(ItemLimits.stock)), value: text)
  }
}
