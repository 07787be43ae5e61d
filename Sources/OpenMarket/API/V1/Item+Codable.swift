import Foundation
package import SystemSupport

/// The item in the JSON of v1: `discounted_price` is absent if there is no discount, `rating` if there are no ratings, `sku` and
/// `tags` if there are none; dates are seconds since 1970, and
/// the key of the description is `descriptions`.
///
/// A date outside the years 1 to 9999 (RFC 3339 §1) is clamped to them: other servers accept such dates, and an error
/// would reject the whole page for one item.
extension Item: ObjectCodable {
  package static func pass(_ item: Self?, _ json: ObjectMembers) throws -> Self {
    let currency = try json("currency", item?.price.currency)
    let images = try json.optional("images", item?.images)
    // Other markets may use these names for something else.
    let names = try? json.optional("image_names", item?.imageNames)
    let mean = try? json.optional("rating", item?.rating?.mean)
    let count = try? json.optional("rating_count", item?.rating?.count)
    return Item(
      id: try json("id", item?.id), title: try json("title", item?.title),
      price: Price(try json("price", item?.price.amount), currency),
      discountedPrice: try json.optional("discounted_price", item?.discountedPrice?.amount)
        .map { Price($0, currency) },
      stock: try json("stock", item?.stock), thumbnails: try json("thumbnails", item?.thumbnails),
      registrationDate: try json("registration_date", item?.registrationDate),
      description: try json.optional("descriptions", item?.description), images: images,
      imageNames: names?.count == images?.count ? names : nil,
      rating: count.flatMap { RatingSummary(mean: mean, count: $0) },
      details: try json.details(item?.details, of: DetailField.published, isLenient: true).ofItem)
  }
}

/// A page of the list in the JSON of v1.
struct PageBody: Codable {
  let page: Int
  let items: [Item]
}
