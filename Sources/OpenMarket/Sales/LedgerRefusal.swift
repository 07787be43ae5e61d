package import Foundation
package import SystemSupport

/// Why the ledger does not record a movement. Nothing has changed.
package enum LedgerRefusal: Error, Sendable, Equatable {
  /// Fewer pieces are in stock than would leave it.
  case notEnough(item: Int, stock: Int, quantity: Int)
  /// The stock would be above the limit.
  case aboveLimit(item: Int)
  /// The sale, delivery or write-off of this reference and item is recorded with other terms, as an entry.
  case otherTerms(item: Int, entry: Int, reference: String, MovementTerms, given: MovementTerms)
  /// It is recorded with the same terms, for another time.
  case otherTime(item: Int, entry: Int, reference: String)
  /// An undo would restore an entry whose reference another entry has since.
  case referenceTaken(item: Int, entry: Int, reference: String)
  /// More would be returned than was sold and not yet returned.
  case notSold(item: Int, returnable: Int, quantity: Int)
  /// All that was sold under the reference was returned.
  case allReturned(item: Int, reference: String)
  /// No sale of the item has this reference.
  case noSuchSale(item: Int, reference: String)
  /// The reported time is in the future.
  case inFuture
  /// The stock was counted after the reported time, and the count is without this movement.
  case beforeCount(item: Int, counted: Date)
  /// A movement is reported as counted already, and the stock was not counted after it.
  case notCounted(item: Int)
  /// The stock is not what it was when the change was decided.
  case stockMoved(item: Int, expected: Int, stock: Int)
  /// No movement has this number.
  case noSuchEntry(Int)
  /// The movement is no sale.
  case notASale(entry: Int)
  /// The movement was taken back already, and another one stands for it; nil where none does.
  case alreadyCorrected(entry: Int, by: Int? = nil)
  /// The corrected sale would have fewer pieces than were returned.
  case belowReturns(entry: Int, returned: Int)
  /// The sales and costs of the item would add up to more than is counted.
  case amountTooLarge(item: Int)
  /// The request would write more movements than one request may: it takes back too many sales, or a sale with too many
  /// returns.
  case tooMany(item: Int)
}

extension LedgerRefusal {
  /// The sentence for a person, and in English that of the API.
  package var sentence: LocalizedPhrase {
    switch self {
    case .notEnough(let item, let stock, let quantity):
      "Item \(item) has \(grouped: stock) in stock, not \(grouped: quantity)"
    case .aboveLimit(let item): "The stock of item \(item) would be above \(grouped: ItemLimits.stock)"
    case .otherTerms(let item, let entry, _, let recorded, let given):
      switch (recorded, given) {
      case (.delivery(let quantity), .delivery(let other)) where quantity == other:
        "Already recorded as entry \(entry): item \(item) with another cost"
      case (.writeOff(let quantity, _), .writeOff(let other, _)) where quantity == other:
        "Already recorded as entry \(entry): item \(item) with another reason"
      default: "Already recorded as entry \(entry): \(recorded.words) of item \(item), not \(given.words)"
      }
    case .otherTime(let item, let entry, _):
      "Already recorded as entry \(entry): item \(item) for another time"
    case .referenceTaken(_, let entry, let reference):
      "Entry \(entry) was recorded under the reference '\(reference)' since"
    case .notSold(let item, 0, _): "Item \(item) has no sale to take back"
    case .notSold(let item, let returnable, let quantity):
      "At most \(grouped: returnable) of item \(item) can be returned, not \(grouped: quantity)"
    case .allReturned(_, let reference): "All pieces of '\(reference)' came back already"
    case .noSuchSale(let item, let reference): "No sale of item \(item) has the reference '\(reference)'"
    case .inFuture: "The time is in the future"
    case .beforeCount(let item, _): "Item \(item) was counted after this time"
    case .notCounted(let item): "Item \(item) was not counted after this time"
    case .stockMoved(let item, let expected, let stock):
      "The stock of item \(item) is \(grouped: stock), not \(grouped: expected)"
    case .noSuchEntry(let entry): "No entry with number '\(entry)'"
    case .notASale(let entry): "Entry \(entry) is not a sale"
    case .alreadyCorrected(let entry, _): "Entry \(entry) was corrected already"
    case .belowReturns(let entry, let returned):
      "The quantity of entry \(entry) cannot be below \(grouped: returned), the number of returned pieces"
    case .amountTooLarge(let item):
      "The sales and costs of item \(item) would add up to more than can be counted"
    case .tooMany(let item):
      "The request would record more than \(grouped: MovementLimits.written) entries of item \(item)"
    }
  }
}

/// The terms by which two reports under one reference are equal. Costs are private, and not among them: they are compared and
/// never named.
package enum MovementTerms: Sendable, Equatable {
  /// The price is that of one piece.
  case sale(quantity: Int, Price)
  case delivery(quantity: Int)
  case writeOff(quantity: Int, RemovalReason)
}

extension MovementTerms {
  /// `2 × USD 11.90`, alike in every locale.
  fileprivate var words: LocalizedPhrase {
    switch self {
    case .sale(let quantity, let price):
      LocalizedPhrase(verbatim: "\(quantity) × \(price.formatted(locale: Locale(identifier: "en_US_POSIX")))")
    case .delivery(let quantity), .writeOff(let quantity, _): LocalizedPhrase(verbatim: "\(quantity)")
    }
  }
}
