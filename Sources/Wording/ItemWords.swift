package import OpenMarket
package import SystemSupport

extension Item {
  /// The price in words: `KRW 45,000, was KRW 50,000, 10% off`.
  package func priceWords(_ format: OutputFormat) -> LocalizedPhrase {
    let before = format.price(price)
    guard let discountedPrice, discountedPrice != price else { return LocalizedPhrase(verbatim: before) }
    let now = format.price(discountedPrice)
    guard let discountPercent else { return "\(now), was \(before)" }
    return "\(now), was \(before), \(discountPercent)% off"
  }
}

extension RatingSummary {
  /// `4.5 of 5 stars, 12,345 ratings`, or that there are none.
  ///
  /// - Parameter verified: How many are of verified purchases; nil if that is not known.
  package func words(_ format: OutputFormat, verified: Int? = nil) -> LocalizedPhrase {
    guard let tenths else { return "no ratings" }
    let digits = format.tenths(tenths)
    let number = format.number(count)
    let words: LocalizedPhrase =
      count == 1 ? "\(digits) of 5 stars, 1 rating" : "\(digits) of 5 stars, \(number) ratings"
    return verified.map { "\(words), \(format.number($0)) verified" } ?? words
  }
}

extension Stars {
  /// `4 of 5 stars`.
  package var words: LocalizedPhrase { "\(rawValue) of 5 stars" }
}

extension BestSeller.Status {
  /// The change in words: `up 2`.
  ///
  /// - Parameter change: How many places it is higher than before, negative if it is lower.
  package func words(change: Int) -> LocalizedPhrase {
    let places = String(abs(change))
    return switch self {
    case .new: LocalizedPhrase("new")
    case .re: LocalizedPhrase("re-entry")
    case .up: "up \(places)"
    case .down: "down \(places)"
    case .same: LocalizedPhrase("same")
    }
  }
}

extension PageQuery.Sort {
  /// The order in words.
  package var words: LocalizedPhrase {
    switch self {
    case .best: LocalizedPhrase("Best match first")
    case .newest: LocalizedPhrase("Newest first")
    case .oldest: LocalizedPhrase("Oldest first")
    case .price: LocalizedPhrase("Lowest price first")
    case .priceDescending: LocalizedPhrase("Highest price first")
    case .rating: LocalizedPhrase("Best rated first")
    case .ratingAscending: LocalizedPhrase("Worst rated first")
    case .title: LocalizedPhrase("By title")
    case .titleDescending: LocalizedPhrase("By title, from the end")
    case .stock: LocalizedPhrase("Smallest stock first")
    case .stockDescending: LocalizedPhrase("Largest stock first")
    }
  }
}

extension ItemField {
  /// The name of the field, for the beginning of a sentence or a line.
  package var name: LocalizedPhrase {
    switch self {
    case .title: LocalizedPhrase("Title")
    case .descriptions: LocalizedPhrase("Description")
    case .price: LocalizedPhrase("Price")
    case .currency: LocalizedPhrase("Currency")
    case .stock: LocalizedPhrase("Stock")
    case .discountedPrice: LocalizedPhrase("Discounted price")
    case .password: LocalizedPhrase("Password")
    case .images: LocalizedPhrase("Image")
    case .detail(let field): field.name
    case .quantity: LocalizedPhrase("Quantity")
    case .cost: LocalizedPhrase("Cost")
    case .reference: LocalizedPhrase("Reference")
    case .reason: LocalizedPhrase("Reason")
    case .time: LocalizedPhrase("Time")
    case .entry: LocalizedPhrase("Entry")
    }
  }

  /// The name of one of the values of the field.
  package var nameOfOne: LocalizedPhrase {
    switch self {
    case .tags: LocalizedPhrase("Tag")
    case .detail(.barcodes): LocalizedPhrase("Barcode")
    default: name
    }
  }
}

extension DetailField {
  /// The name of the field, for the beginning of a sentence or a line.
  package var name: LocalizedPhrase {
    switch self {
    case .sku: LocalizedPhrase("SKU")
    case .tags: LocalizedPhrase("Tags")
    case .note: LocalizedPhrase("Note")
    case .reorderAt: "Reorder at"
    case .offSale: "Off sale"
    case .barcodes: LocalizedPhrase("Barcodes")
    }
  }
}
