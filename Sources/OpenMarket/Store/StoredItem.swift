package import Foundation

/// An item as the store has it. Where its images are reached is for an API to say.
package struct StoredItem: Sendable, Equatable {
  package let id: Int
  package let vendor: StoredVendor
  /// Without its description when it comes out of a list that does not read descriptions.
  package internal(set) var draft: ItemDraft
  package let registrationDate: Date
  package internal(set) var images: [StoredImage]
  package let rating: RatingSummary
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
  /// The tables of `columns`. Only items with ratings are in `rating`.
  static let tables = """
    item JOIN vendor ON vendor.id = item.vendor_id LEFT JOIN rating ON rating.item_id = item.id
    """

  /// The columns that `init` reads: at the end the sum of all stars and the number of ratings.
  static let columns = """
    item.id, item.vendor_id, vendor.name, item.title, item.currency, item.price, item.discounted_price, item.stock, \
    item.registration_date, \
    coalesce(rating.one + 2 * rating.two + 3 * rating.three + 4 * rating.four + 5 * rating.five, 0), \
    coalesce(rating.one + rating.two + rating.three + rating.four + rating.five, 0)
    """
  static let columnCount = 11

  init(_ row: any DatabaseRow, description: String) throws(StoreError) {
    guard let currency = Currency(row.text(4)) else { throw .damaged }
    self.init(
      id: row.integer(0), vendor: StoredVendor(id: row.integer(1), name: row.text(2)),
      draft: ItemDraft(
        title: row.text(3), description: description,
        price: Price(Decimal(tenThousandths: row.integer(5)), currency),
        discountedPrice: row.optionalInteger(6).map(Decimal.init(tenThousandths:)), stock: row.integer(7)),
      registrationDate: row.date(8), images: [],
      rating: RatingSummary(sum: row.integer(9), count: row.integer(10)))
  }
}
