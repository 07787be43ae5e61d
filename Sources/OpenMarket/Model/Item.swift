package import Foundation

/// An item as a market's API has it, with the URLs of its images.
package struct Item: Sendable, Equatable {
  /// Assigned by the market in ascending order, never used twice.
  package let id: Int
  package let title: String
  package let price: Price
  /// The price after the discount; nil when there is none.
  package let discountedPrice: Price?
  /// Quantity in stock, 0 when sold out.
  package let stock: Int
  /// Small images, the first one first.
  package let thumbnails: [URL]
  package let registrationDate: Date
  /// Nil in a list: only the full item has it.
  package let description: String?
  /// Full-size images; nil in a list.
  package let images: [URL]?
  /// The file names of the images, nil for one without; nil where no response has them.
  package let imageNames: [String?]?
  /// Nil for an item of a market that keeps no reviews.
  package let rating: RatingSummary?
  /// The details that responses contain.
  package let details: ItemDetails
  /// The cost of one piece of the stock, from an export; nil where it is not known.
  package var cost: Price?

  package init(
    id: Int, title: String, price: Price, discountedPrice: Price?, stock: Int, thumbnails: [URL],
    registrationDate: Date, description: String?, images: [URL]?, imageNames: [String?]? = nil,
    rating: RatingSummary? = nil,
    details: ItemDetails = ItemDetails()
  ) {
    self.id = id
    self.title = title
    self.price = price
    self.discountedPrice = discountedPrice
    self.stock = stock
    self.thumbnails = thumbnails
    self.registrationDate = registrationDate
    self.description = description
    self.images = images
    self.imageNames = imageNames
    self.rating = rating
    self.details = details
  }

  package var sku: String? { details.sku }
  package var tags: [String] { details.tags ?? [] }

  /// The discount in whole per cent of the price, rounded down; nil when that is less than one.
  package var discountPercent: Int? {
    guard let discountedPrice, discountedPrice.amount < price.amount, price.amount > 0 else { return nil }
    let part = (price.amount - discountedPrice.amount) * 100 / price.amount
    let percent = NSDecimalNumber(decimal: part).intValue
    return percent > 0 ? percent : nil
  }
}
