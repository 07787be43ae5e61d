package import Foundation

/// An item as the store has it. Where its images are reached is for an API to say.
package struct StoredItem: Sendable, Equatable {
  package let id: Int
  package let vendor: StoredVendor
  /// Without its description when it comes out of a list that does not read descriptions.
  package internal(set) var draft: ItemDraft
  package let registrationDate: Date
  package internal(set) var images: [StoredImage]
}

/// The name of a stored image. Images never change and ids are never used twice, so neither is the name.
package struct StoredImage: Sendable, Hashable {
  package let id: Int
  package let format: ImageFormat
}

/// The vendor of an item.
package struct StoredVendor: Sendable, Equatable {
  /// The vendor of all items that have a password of their own.
  static let marketID = 1

  package let id: Int
  package let name: String
}

extension StoredItem {
  /// The columns that `init` reads, of `item` joined with `vendor`.
  static let columns = """
    item.id, item.vendor_id, vendor.name, item.title, item.currency, item.price, item.discounted_price, item.stock, \
    item.registration_date
    """

  init(_ row: any DatabaseRow, description: String) throws(StoreError) {
    guard let currency = Currency(row.text(4)) else { throw .damaged }
    self.init(
      id: row.integer(0), vendor: StoredVendor(id: row.integer(1), name: row.text(2)),
      draft: ItemDraft(
        title: row.text(3), description: description,
        price: Price(Decimal(tenThousandths: row.integer(5)), currency),
        discountedPrice: row.optionalInteger(6).map(Decimal.init(tenThousandths:)), stock: row.integer(7)),
      registrationDate: row.date(8), images: [])
  }
}
