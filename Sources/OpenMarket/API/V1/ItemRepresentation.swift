import Foundation
import HTTP
import SystemSupport

/// How v1 shows items to a client.
struct ItemRepresentation: Sendable {
  /// Whether fractional prices are rounded up, for clients that read integers.
  let wholePrices: Bool
  /// Whether an item without images has the placeholder's, for clients that show the first one.
  let hasPlaceholder: Bool

  /// As `market` itself gets them.
  static let exact = ItemRepresentation(wholePrices: false, hasPlaceholder: false)

  /// The header fields of a response that depends on the client.
  static let varying: HTTPHeaders = [.vary: HTTPField.Name.marketClient.rawValue]

  func draft(of item: StoredItem) -> ItemDraft { wholePrices ? item.draft.withWholePrices : item.draft }

  func images(of item: StoredItem) -> [StoredImage] {
    item.images.isEmpty && hasPlaceholder ? [.placeholder] : item.images
  }
}

extension StoredItem {
  /// The item as v1 has it, with its images below `base`.
  ///
  /// - Parameter names: The file names of images by their ids.
  func item(
    base: ImageBase, isFull: Bool, representation: ItemRepresentation, names: [Int: String] = [:]
  ) -> Item {
    let draft = representation.draft(of: self)
    let images = representation.images(of: self)
    return Item(
      id: id, title: draft.title, price: draft.price,
      discountedPrice: draft.discountedPrice.map { Price($0, draft.price.currency) }, stock: draft.stock,
      thumbnails: images.map(base.url(ofThumbnail:)), registrationDate: registrationDate,
      description: isFull ? draft.description : nil, images: isFull ? images.map(base.url(of:)) : nil,
      imageNames: names.isEmpty ? nil : images.map { names[$0.id] }, rating: rating,
      details: draft.details.published)
  }
}

extension JSONWriter {
  /// An item in a list, as `Item` encodes itself.
  mutating func row(_ item: StoredItem, _ base: ImageBase, representation: ItemRepresentation) {
    let draft = representation.draft(of: item)
    object(inserting: draft.details.published.members) { writer in
      writer.member("currency", draft.price.currency.code)
      writer.member("discounted_price", draft.discountedPrice)
      writer.member("id", item.id)
      writer.member("price", draft.price.amount)
      writer.member("rating", item.rating.mean)
      writer.member("rating_count", item.rating.count)
      writer.key("registration_date")
      writer.value(item.registrationDate.timeIntervalSince1970)
      writer.member("stock", draft.stock)
      writer.array("thumbnails", representation.images(of: item)) { writer, image in
        writer.value(base.text(ofThumbnail: image))
      }
      writer.member("title", draft.title)
    }
  }
}
