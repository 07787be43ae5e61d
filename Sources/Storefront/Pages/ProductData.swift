import Foundation
import OpenMarket
import SystemSupport

/// An item for search engines, as JSON-LD (schema.org Product).
enum ProductData {
  /// Most characters of a description.
  private static let description = 5_000

  static func json(_ item: StoredItem, _ rating: Rating, base: URL) -> [UInt8] {
    func absolute(_ url: PageURL) -> JSON { .string(PageURL(url, below: base).text) }
    let listed = item.listed
    let price = listed.discountedPrice ?? listed.price
    var members: [(String, JSON)] = [
      ("@context", .string("https://schema.org")), ("@type", .string("Product")),
      ("name", .string(listed.title)),
      ("url", absolute(item.url)),
      (
        "offers",
        .object([
          ("@type", .string("Offer")), ("price", .string("\(price.amount)")),
          ("priceCurrency", .string(price.currency.code)), ("url", absolute(item.url)),
          ("availability", .string("https://schema.org/" + (listed.stock > 0 ? "InStock" : "OutOfStock"))),
        ])
      ),
    ]
    if !item.draft.description.isEmpty {
      members.append(("description", .string(String(item.draft.description.prefix(description)))))
    }
    if !item.images.isEmpty { members.append(("image", .array(item.images.map { absolute(PageURL($0)) }))) }
    if let sku = listed.sku { members.append(("sku", .string(sku))) }
    if let barcode = listed.details.barcodes?.first { members.append(("gtin", .string(barcode))) }
    if let mean = rating.summary.tenths {
      members.append(
        (
          "aggregateRating",
          .object([
            ("@type", .string("AggregateRating")), ("ratingValue", .number("\(mean / 10).\(mean % 10)")),
            ("ratingCount", .number(String(rating.count))), ("bestRating", .number("5")),
          ])
        ))
    }
    var writer = JSONWriter()
    writer.value(.object(members))
    return Array(writer.takeBytes())
  }
}
