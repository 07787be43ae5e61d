import Console
import Foundation
import OpenMarket

/// An item as JSON: the API's names, exact amounts, dates in ISO 8601.
extension Item {
  /// The fields of an item in a list.
  static let rowFields = [
    "id", "title", "price", "discounted_price", "currency", "stock", "registration_date", "thumbnails",
  ]
  /// The fields of a full item.
  static let allFields = rowFields + ["descriptions", "images"]

  /// The fields with their values, in the order of the API.
  func members(_ format: OutputFormat) -> [(key: String, value: JSONValue)] {
    var members: [(key: String, value: JSONValue)] = [
      ("id", .number(String(id))),
      ("title", .string(title)),
      ("price", .number("\(price.amount)")),
      ("discounted_price", discountedPrice.map { .number("\($0.amount)") } ?? .null),
      ("currency", .string(price.currency.code)),
      ("stock", .number(String(stock))),
      ("registration_date", .string(format.timestamp(registrationDate))),
      ("thumbnails", .array(thumbnails.map { .string($0.absoluteString) })),
    ]
    if let description { members.append(("descriptions", .string(description))) }
    if let images { members.append(("images", .array(images.map { .string($0.absoluteString) }))) }
    return members
  }
}
