import Foundation

/// The item in the JSON of v1: `discounted_price` is absent if there is no discount, `rating` if there are no ratings, `sku` and
/// `tags` if there are none; dates are seconds since 1970, and
/// the key of the description is `descriptions`.
///
/// A date outside the years 1 to 9999 (RFC 3339 §1) is clamped to them: other servers accept such dates, and an error
/// would reject the whole page for one item.
extension Item: Codable {
  package enum CodingKeys: String, CodingKey, CaseIterable {
    case id
    case title
    case price
    case currency
    case stock
    case thumbnails
    case registrationDate = "registration_date"
    case discountedPrice = "discounted_price"
    case descriptions
    case images
    case imageNames = "image_names"
    case rating
    case ratingCount = "rating_count"
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let code = try values.decode(String.self, forKey: .currency)
    guard let currency = Currency(code) else {
      throw DecodingError.dataCorruptedError(
        forKey: .currency, in: values, debugDescription: "'\(code)' is not a currency that ISO 4217 lists")
    }
    id = try values.plausibleNumber(forKey: .id)
    title = try values.decode(String.self, forKey: .title)
    price = Price(try values.decode(Decimal.self, forKey: .price), currency)
    discountedPrice = try values.decodeIfPresent(Decimal.self, forKey: .discountedPrice)
      .map { Price($0, currency) }
    stock = try values.plausibleNumber(forKey: .stock)
    thumbnails = try values.decode([URL].self, forKey: .thumbnails)
    registrationDate = Date(secondsInYears: try values.decode(Double.self, forKey: .registrationDate))
    description = try values.decodeIfPresent(String.self, forKey: .descriptions)
    images = try values.decodeIfPresent([URL].self, forKey: .images)
    // Other markets may use these names for something else.
    let names = (try? values.decodeIfPresent([String?].self, forKey: .imageNames)) ?? nil
    imageNames = names?.count == images?.count ? names : nil
    let mean = (try? values.decodeIfPresent(Decimal.self, forKey: .rating)) ?? nil
    let count = (try? values.decodeIfPresent(Int.self, forKey: .ratingCount)) ?? nil
    details = try decoder.container(keyedBy: DetailField.self).plausibleDetails().ofItem
    rating = count.flatMap {
      PlausibleNumbers.range.contains($0) ? RatingSummary(mean: mean, count: $0) : nil
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(id, forKey: .id)
    try values.encode(title, forKey: .title)
    try values.encode(price.amount, forKey: .price)
    try values.encode(price.currency.code, forKey: .currency)
    try values.encode(stock, forKey: .stock)
    try values.encode(thumbnails, forKey: .thumbnails)
    try values.encode(registrationDate.timeIntervalSince1970, forKey: .registrationDate)
    try values.encodeIfPresent(discountedPrice?.amount, forKey: .discountedPrice)
    try values.encodeIfPresent(description, forKey: .descriptions)
    try values.encodeIfPresent(images, forKey: .images)
    try values.encodeIfPresent(imageNames, forKey: .imageNames)
    try values.encodeIfPresent(rating?.mean, forKey: .rating)
    try values.encodeIfPresent(rating?.count, forKey: .ratingCount)
    var details = encoder.container(keyedBy: DetailField.self)
    try details.encode(self.details)
  }
}

extension Date {
  /// From the first second of the year 1 to the last of 9999, in seconds since 1970.
  private static let years = -62_135_596_800.0...253_402_300_799

  /// The date, or the nearest in the years 1 to 9999: dates of servers are read by it alone, since calendars trap beyond.
  package init(secondsInYears seconds: Double) {
    self.init(timeIntervalSince1970: min(max(seconds, Self.years.lowerBound), Self.years.upperBound))
  }
}

/// A page of the list in the JSON of v1.
struct PageBody: Codable {
  let page: Int
  let items: [Item]
}
