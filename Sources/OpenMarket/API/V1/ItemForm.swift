import Foundation
package import HTTP

/// A new item, or the changes to one, as a form of v1. One table of parts serves both directions.
enum ItemForm {
  /// The fields that `readDraft` requires; of a change the password alone is required.
  static let required: [ItemField] = [
    .title, .descriptions, .price, .currency, .stock, .password, .images,
  ]
  static let optional: [ItemField] = [.discountedPrice, .cost] + DetailField.allCases.map { .detail($0) }

  /// The form for a new item.
  static func write(_ draft: ItemDraft, images: [ItemImage], password: String) throws -> MultipartForm {
    var patch = ItemPatch(
      title: draft.title, description: draft.description, amount: draft.price.amount,
      currency: draft.price.currency, discount: draft.discountedPrice.map { .to($0) }, stock: draft.stock,
      images: images)
    (patch.cost, patch.details) = (draft.cost, draft.details)
    return try write(patch, password: password)
  }

  /// The form for a change: the changed fields and the password. An empty discounted price removes the discount, an empty
  /// detail the present one.
  static func write(_ patch: ItemPatch, password: String) throws -> MultipartForm {
    var parts: [(ItemField, String)] = []
    if let title = patch.title { parts.append((.title, title)) }
    if let description = patch.description { parts.append((.descriptions, description)) }
    if let amount = patch.amount { parts.append((.price, "\(amount)")) }
    if let currency = patch.currency { parts.append((.currency, currency.code)) }
    if let stock = patch.stock { parts.append((.stock, "\(stock)")) }
    switch patch.discount {
    case .to(let amount): parts.append((.discountedPrice, "\(amount)"))
    case .some(.none): parts.append((.discountedPrice, ""))
    case nil: break
    }
    if let cost = patch.cost { parts.append((.cost, "\(cost)")) }
    parts += try DetailField.allCases.compactMap { field in
      try patch.details[field].map { (.detail(field), try field.formText(of: $0)) }
    }
    parts.append((.password, password))
    return form(parts, patch.images)
  }

  /// No images are sent as browsers send an empty file field: one part with an empty file name and no bytes (WHATWG
  /// HTML, "constructing the entry list").
  private static func form(_ texts: [(ItemField, String)], _ images: [ItemImage]?) -> MultipartForm {
    let none = ItemImage(filename: "", content: .bytes(Data()))
    let images = images.map { $0.isEmpty ? [none] : $0 } ?? []
    return MultipartForm(
      parts: texts.map { field, text in MultipartForm.Part(name: field.rawValue, text: text) }
        + images.map(\.part))
  }

  /// Reads a new item. Every field but discount, cost, SKU, tags and note is required, and so is a part for images, which may be empty.
  /// Throws a `ValidationError`.
  static func readDraft(_ form: MultipartForm) throws(ValidationError) -> (
    ItemDraft, images: [ItemImage], password: String
  ) {
    let fields = try Fields(form)
    let code = try fields.required(.currency)
    let currency = try Currency(spelled: code).orThrow(ValidationError(.currency, .notInISO4217, value: code))
    var draft = ItemDraft(
      title: try fields.required(.title), description: try fields.required(.descriptions),
      price: Price(try ItemField.price.amount(fields.required(.price)), currency),
      stock: try ItemField.stock.wholeNumber(fields.required(.stock)))
    draft = ItemPatch(discount: try fields.discount()).applied(to: draft)
    if let cost = fields.texts[.cost] { draft.cost = try ItemField.cost.amount(cost) }
    draft.details = try fields.details().ofItem
    guard let images = fields.images else { throw ValidationError(.images, .missing) }
    return (draft, images, try fields.required(.password))
  }

  /// Reads a change, in which only the password is required. Throws a `ValidationError`.
  static func readPatch(_ form: MultipartForm) throws(ValidationError) -> (ItemPatch, password: String) {
    var fields = try Fields(form)
    fields.removeEmptyParts()
    var patch = ItemPatch(
      title: fields.texts[.title], description: fields.texts[.descriptions], discount: try fields.discount(),
      images: fields.images)
    patch.details = try fields.details()
    if let text = fields.texts[.price] { patch.amount = try ItemField.price.amount(text) }
    if let text = fields.texts[.stock] { patch.stock = try ItemField.stock.wholeNumber(text) }
    if let text = fields.texts[.cost] { patch.cost = try ItemField.cost.amount(text) }
    if let code = fields.texts[.currency] {
      let currency = try Currency(code).orThrow(ValidationError(.currency, .notInISO4217, value: code))
      patch.currency = currency
    }
    return (patch, try fields.required(.password))
  }

  /// The parts of a form by field; unknown parts are ignored.
  private struct Fields {
    private(set) var texts: [ItemField: String] = [:]
    /// Nil without a part for images; empty when that part is an empty file field.
    private(set) var images: [ItemImage]?

    init(_ form: MultipartForm) throws(ValidationError) {
      for part in form.parts {
        // The oldest clients omit the brackets.
        if part.name == ItemField.images.rawValue || part.name == "images" {
          if part.filename == "", part.content.count == 0 {
            images = images ?? []
          } else {
            images = (images ?? []) + [ItemImage(part)]
          }
        } else if let field = ItemField(rawValue: part.name), field.isOfItem || field == .cost {
          guard let text = part.text else { throw ValidationError(field, .notText) }
          guard texts.updateValue(text, forKey: field) == nil else { throw ValidationError(field, .repeated) }
        }
      }
      guard (images ?? []).count <= ItemLimits.images else { throw ValidationError(.images, .tooManyImages) }
    }

    /// Some clients send all fields of a screen, and leave those empty that are to stay. An empty price, stock or currency, which no
    /// item can have, shows such a form: nothing that is empty in it is given. In another one it empties its field.
    mutating func removeEmptyParts() {
      guard [ItemField.price, .stock, .currency].contains(where: { texts[$0] == "" }) else { return }
      texts = texts.filter { $0.key == .password || !$0.value.isEmpty }
      images = images?.filter { $0.content.count > 0 }
      if images?.isEmpty == true { images = nil }
    }

    func required(_ field: ItemField) throws(ValidationError) -> String {
      let text = texts[field] ?? (field == .password ? RequestOperator.passwordOfNone : nil)
      return try text.orThrow(ValidationError(field, .missing))
    }

    func details() throws(ValidationError) -> ItemDetails {
      var details = ItemDetails()
      for field in DetailField.allCases {
        if let text = texts[.detail(field)] { details[field] = try field.value(inForm: text) }
      }
      return details
    }

    func discount() throws(ValidationError) -> ItemPatch.Discount? {
      guard let text = texts[.discountedPrice] else { return nil }
      return text.isEmpty ? ItemPatch.Discount.none : .to(try ItemField.discountedPrice.amount(text))
    }
  }
}

extension ItemImage {
  package init(_ part: MultipartForm.Part) {
    self.init(filename: part.filename ?? Self.unnamed, content: part.content)
  }

  /// The part of a form that has the image.
  var part: MultipartForm.Part {
    .init(name: ItemField.images.rawValue, filename: filename, contentType: mediaType, content: content)
  }
}

extension Currency {
  /// A currency as clients of v1 spell it: its code in letters of either case, or one of the ways in which they wrote the
  /// won while any text was accepted.
  fileprivate init?(spelled text: String) {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    let isWon = ["원", "₩", "￦", "won", "kor"].contains(text.lowercased())
    self.init(isWon ? "KRW" : text)
  }
}
