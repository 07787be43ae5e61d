package import Foundation

/// A line of a batch or of an export: the action on one item, or the values of an exported one. One JSON object a line,
/// in requests, responses, plans and exports alike. A key that is absent leaves the field of an item as it is.
package struct BatchItem: Sendable, Equatable {
  package enum Action: String, Sendable, Codable, CaseIterable {
    case add
    case update
    case delete
  }

  /// A field that can be emptied.
  package enum Clearable: RawRepresentable, Sendable, Hashable, Codable, CaseIterable {
    case discountedPrice
    case description
    case detail(DetailField)
    case images

    package static let (sku, tags, note) = (detail(.sku), detail(.tags), detail(.note))

    package static let allCases: [Clearable] =
      [.discountedPrice, .description] + DetailField.allCases.map { .detail($0) } + [.images]

    package init?(rawValue: String) {
      guard let field = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
      self = field
    }

    package var rawValue: String {
      switch self {
      case .discountedPrice: "discounted_price"
      case .description: "description"
      case .detail(let field): field.rawValue
      case .images: "images"
      }
    }
  }

  /// Nil in an export.
  package var action: Action?
  /// Identifies the line: an item that is added under a key is not added again under it.
  package var key: String?
  /// The item; nil for a new one, and for one that `sku` names.
  package var id: Int?
  /// The state of the item that the change is for; nil for any.
  package var version: String?
  package var details = ItemDetails()
  /// The name of the item in the source of an import.
  package var reference: String?
  package var title: String?
  package var description: String?
  package var price: Decimal?
  package var currency: String?
  package var discountedPrice: Decimal?
  package var stock: Int?
  package var registrationDate: Date?
  package var clear: [Clearable]?
  /// In an export of a market, a digest of each image: the SHA-256 of the image as it was sent, in hexadecimal. If metadata
  /// was removed, a space and the SHA-256 of the stored image follow. Empty for an image without a known digest.
  package var images: [String]?

  package init(_ action: Action? = nil, key: String? = nil, id: Int? = nil) {
    (self.action, self.key, self.id) = (action, key, id)
  }
}

extension BatchItem: Codable {
  private enum CodingKeys: String, CodingKey {
    case action, key, id, version, reference, title, description, price, currency, stock, clear
    case images
    case discountedPrice = "discounted_price"
    case registrationDate = "registration_date"
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    action = try values.decodeIfPresent(Action.self, forKey: .action)
    key = try values.decodeIfPresent(String.self, forKey: .key)
    id = try values.wholeNumberIfPresent(forKey: .id)
    version = try values.decodeIfPresent(String.self, forKey: .version)
    details = try decoder.container(keyedBy: DetailField.self).details()
    reference = try values.decodeIfPresent(String.self, forKey: .reference)
    title = try values.decodeIfPresent(String.self, forKey: .title)
    description = try values.decodeIfPresent(String.self, forKey: .description)
    price = try values.decodeIfPresent(Decimal.self, forKey: .price)
    currency = try values.decodeIfPresent(String.self, forKey: .currency)
    discountedPrice = try values.decodeIfPresent(Decimal.self, forKey: .discountedPrice)
    stock = try values.wholeNumberIfPresent(forKey: .stock)
    registrationDate = try values.decodeIfPresent(Double.self, forKey: .registrationDate)
      .map(Date.init(secondsInYears:))
    clear = try values.decodeIfPresent([Clearable].self, forKey: .clear)
    images = try values.decodeIfPresent([String].self, forKey: .images)
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encodeIfPresent(action, forKey: .action)
    try values.encodeIfPresent(key, forKey: .key)
    try values.encodeIfPresent(id, forKey: .id)
    try values.encodeIfPresent(version, forKey: .version)
    try values.encodeIfPresent(reference, forKey: .reference)
    try values.encodeIfPresent(title, forKey: .title)
    try values.encodeIfPresent(description, forKey: .description)
    try values.encodeIfPresent(price, forKey: .price)
    try values.encodeIfPresent(currency, forKey: .currency)
    try values.encodeIfPresent(discountedPrice, forKey: .discountedPrice)
    try values.encodeIfPresent(stock, forKey: .stock)
    try values.encodeIfPresent(registrationDate?.timeIntervalSince1970, forKey: .registrationDate)
    try values.encodeIfPresent(clear, forKey: .clear)
    try values.encodeIfPresent(images, forKey: .images)
    var details = encoder.container(keyedBy: DetailField.self)
    try details.encode(self.details)
  }
}

extension BatchItem {
  /// A new item. Throws the `ValidationError` of the first field that is missing or not valid.
  package func draft() throws(ValidationError) -> ValidDraft {
    guard let title else { throw ValidationError(.title, .missing) }
    guard let price else { throw ValidationError(.price, .missing) }
    guard let currency = try knownCurrency() else { throw ValidationError(.currency, .missing) }
    var draft = ItemDraft(title: title, price: Price(price, currency))
    try set(&draft)
    return try ValidDraft(draft)
  }

  /// The present draft with the fields of this one.
  package func applied(to present: ItemDraft) throws(ValidationError) -> ItemDraft {
    var draft = present
    draft.price = Price(price ?? present.price.amount, try knownCurrency() ?? present.price.currency)
    try set(&draft)
    return draft
  }

  private func set(_ draft: inout ItemDraft) throws(ValidationError) {
    if let title { draft.title = title }
    if let description { draft.description = description }
    if let discountedPrice { draft.discountedPrice = discountedPrice }
    if let stock { draft.stock = stock }
    for field in DetailField.allCases {
      if let value = details[field] { draft.details[field] = value }
    }
    for field in clear ?? [] {
      switch field {
      case .discountedPrice: draft.discountedPrice = nil
      case .description: draft.description = ""
      case .detail(let field): draft.details[field] = nil
      case .images: break
      }
    }
  }

  private func knownCurrency() throws(ValidationError) -> Currency? {
    guard let currency else { return nil }
    guard let known = Currency(currency) else {
      throw ValidationError(.currency, .notInISO4217, value: currency)
    }
    return known
  }

  var clearsImages: Bool { clear?.contains(.images) == true }
}

extension BatchItem {
  package var sku: String? {
    get { details.sku }
    set { details.sku = newValue }
  }

  package var tags: [String]? {
    get { details.tags }
    set { details.tags = newValue }
  }

  package var note: String? {
    get { details.note }
    set { details.note = newValue }
  }
}

/// The JSON of items of batches, written without an encoder: plans and batches have many of them.
extension BatchItem {
  /// Writes the item as `encode(to:)` does.
  package func write(to writer: inout JSONWriter) {
    writer.object(with: details) { writer in
      writer.member("action", action?.rawValue)
      if let clear, !clear.isEmpty {
        writer.key("clear")
        writer.array { writer in for field in clear { writer.value(field.rawValue) } }
      }
      writer.member("currency", currency)
      writer.member("description", description)
      writer.member("discounted_price", discountedPrice)
      writer.member("id", id)
      writer.member("images", images)
      writer.member("key", key)
      writer.member("price", price)
      writer.member("reference", reference)
      if let registrationDate {
        writer.key("registration_date")
        writer.value(registrationDate.timeIntervalSince1970)
      }
      writer.member("stock", stock)
      writer.member("title", title)
      writer.member("version", version)
    }
  }

  /// The item as JSON.
  package var json: Data {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.takeBytes()
  }

  /// Reads what `write(to:)` writes; nil for other JSON, which is then decoded.
  package init?(_ scanner: inout JSONScanner) {
    var item = Self()
    guard scanner.object({ item.read($1, &$0) }) else { return nil }
    self = item
  }

  private mutating func read(_ name: String, _ scanner: inout JSONScanner) -> Bool {
    switch name {
    case "action": return scanner.read(&action)
    case "clear":
      clear = scanner.array { $0.text().flatMap(Clearable.init) }
      return clear != nil
    case "currency": return scanner.read(&currency)
    case "description": return scanner.read(&description)
    case "discounted_price": return scanner.read(&discountedPrice)
    case "id": return scanner.read(&id)
    case "images": return scanner.read(&images)
    case "key": return scanner.read(&key)
    case "price": return scanner.read(&price)
    case "reference": return scanner.read(&reference)
    case "registration_date":
      registrationDate = scanner.double().map(Date.init(secondsInYears:))
      return registrationDate != nil
    case "stock": return scanner.read(&stock)
    case "title": return scanner.read(&title)
    case "version": return scanner.read(&version)
    default:
      guard let field = DetailField(rawValue: name) else { return false }
      details[field] = scanner.detail(field)
      return details[field] != nil
    }
  }
}

/// Members of an object that are left out where there is no value.
extension JSONWriter {
  package mutating func member(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    key(name)
    value(text)
  }

  package mutating func member(_ name: StaticString, _ number: Int?) {
    guard let number else { return }
    key(name)
    value(number)
  }

  package mutating func member(_ name: StaticString, _ number: Decimal?) {
    guard let number else { return }
    key(name)
    value(number)
  }

  package mutating func member(_ name: StaticString, _ texts: [String]?) {
    guard let texts else { return }
    key(name)
    array { writer in for text in texts { writer.value(text) } }
  }
}
