import Foundation

/// An item in the JSON of v2. Keys that only some clients read are always present: no client minds.
struct Product: Encodable {
  struct Image: Encodable {
    let id: Int
    let url: URL
    let thumbnailURL: URL
    let issuedAt: String
    let succeed = true

    private enum CodingKeys: String, CodingKey {
      case id
      case url
      case thumbnailURL = "thumbnail_url"
      case issuedAt = "issued_at"
      case succeed
    }
  }

  struct Seller: Encodable {
    let id: Int
    let name: String
    let createdAt: String
    let issuedAt: String

    private enum CodingKeys: String, CodingKey {
      case id
      case name
      case createdAt = "created_at"
      case issuedAt = "issued_at"
    }
  }

  let id: Int
  let vendorID: Int
  let vendorName: String
  let name: String
  let description: String
  let thumbnail: String
  let currency: String
  let price: Decimal
  /// The price after the discount.
  let bargainPrice: Decimal
  /// The amount off.
  let discountedPrice: Decimal
  let stock: Int
  let details: ItemDetails
  let createdAt: String
  let issuedAt: String
  /// Nil in a list.
  let images: [Image]?
  let vendors: Seller?

  private enum CodingKeys: String, CodingKey {
    case id
    case vendorID = "vendor_id"
    case vendorName
    case name
    case description
    case thumbnail
    case currency
    case price
    case bargainPrice = "bargain_price"
    case discountedPrice = "discounted_price"
    case stock
    case createdAt = "created_at"
    case issuedAt = "issued_at"
    case images
    case vendors
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(id, forKey: .id)
    try values.encode(vendorID, forKey: .vendorID)
    try values.encode(vendorName, forKey: .vendorName)
    try values.encode(name, forKey: .name)
    try values.encode(description, forKey: .description)
    try values.encode(thumbnail, forKey: .thumbnail)
    try values.encode(currency, forKey: .currency)
    try values.encode(price, forKey: .price)
    try values.encode(bargainPrice, forKey: .bargainPrice)
    try values.encode(discountedPrice, forKey: .discountedPrice)
    try values.encode(stock, forKey: .stock)
    try values.encode(createdAt, forKey: .createdAt)
    try values.encode(issuedAt, forKey: .issuedAt)
    try values.encodeIfPresent(images, forKey: .images)
    try values.encodeIfPresent(vendors, forKey: .vendors)
    var details = encoder.container(keyedBy: DetailField.self)
    try details.encode(self.details)
  }

  init(_ item: StoredItem, base: ImageBase, form: ProductForm, isFull: Bool) {
    let date = form.date(of: item)
    let draft = form.draft(of: item)
    id = item.id
    vendorID = item.vendor.id
    vendorName = item.vendor.name
    name = draft.title
    description = draft.description
    thumbnail = base.text(ofThumbnail: item.images.first ?? .placeholder)
    currency = draft.price.currency.code
    price = draft.price.amount
    bargainPrice = draft.discountedPrice ?? price
    discountedPrice = draft.amountOff
    stock = draft.stock
    details = draft.details.published
    createdAt = date
    issuedAt = date
    images =
      isFull
      ? item.images.map {
        Image(id: $0.id, url: base.url(of: $0), thumbnailURL: base.url(ofThumbnail: $0), issuedAt: date)
      } : nil
    vendors =
      isFull ? Seller(id: item.vendor.id, name: item.vendor.name, createdAt: date, issuedAt: date) : nil
  }
}
