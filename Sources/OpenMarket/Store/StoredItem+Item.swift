import Foundation

extension StoredItem {
  /// The item as v1 tells it, with its images below `base`.
  func item(base: URL, isFull: Bool) -> Item {
    let urls = images.map { base.appending(path: $0.path) }
    return Item(
      id: id, title: draft.title, price: draft.price,
      discountedPrice: draft.discountedPrice.map { Price($0, draft.price.currency) }, stock: draft.stock,
      thumbnails: urls, registrationDate: registrationDate, description: isFull ? draft.description : nil,
      images: isFull ? urls : nil)
  }
}
