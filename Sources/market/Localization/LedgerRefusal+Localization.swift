import Console
import Foundation
import OpenMarket

extension LedgerRefusal: ReportableError {
  var message: LocalizedPhrase {
    switch self {
    case .notEnough(let id, let stock, let quantity):
      "Item \(id) has \(grouped: stock) in stock, not \(grouped: quantity)"
    case .aboveLimit(let id): "The stock of item \(id) would be above \(grouped: ItemLimits.stock)"
    case .otherSale(let id, let recorded, let given):
      "This sale of item \(id) is recorded as \(recorded.words), not as \(given.words)"
    case .notSold(let id, 0, _): "Item \(id) has no sale to take back"
    case .notSold(let id, let returnable, let quantity):
      "At most \(grouped: returnable) of item \(id) can be returned, not \(grouped: quantity)"
    case .noSuchSale(let id, let reference):
      "No sale of item \(id) has the reference '\(reference.sanitizedLine.shortened)'"
    case .inFuture: "The time is in the future"
    case .beforeCount(let id, _): "Item \(id) was counted after this time"
    case .notCounted(let id): "Item \(id) was not counted after this time"
    case .stockMoved(let id, let expected, let stock):
      "The stock of item \(id) is \(grouped: stock), not \(grouped: expected)"
    case .noSuchEntry(let entry): "No entry with number '\(entry)'"
    case .notASale(let entry): "Entry \(entry) is not a sale"
    case .alreadyCorrected(let entry): "Entry \(entry) was corrected already"
    case .belowReturns(let entry, let returned):
      "The quantity of entry \(entry) cannot be below \(grouped: returned), the number of returned pieces"
    case .amountTooLarge(let id): "The sales and costs of item \(id) would add up to more than can be counted"
    case .tooMany(let id):
      "The request would record more than \(grouped: MovementLimits.written) entries of item \(id)"
    }
  }

  var exitCode: ExitCode {
    switch self {
    case .noSuchEntry: .notFound
    case .notEnough, .aboveLimit, .otherSale, .notSold, .noSuchSale, .inFuture, .beforeCount, .notCounted,
      .stockMoved, .notASale, .alreadyCorrected, .belowReturns, .amountTooLarge, .tooMany:
      .refused
    }
  }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    switch self {
    case .notEnough(let id, _, _): "Nothing was recorded; enter what came in with 'market restock \(id)'"
    case .otherSale: "Use another '--reference', or change the sale with 'market correct'"
    case .notSold(let id, _, _), .noSuchSale(let id, _): "Run 'market history \(id)' to see its sales"
    case .inFuture: "Pass the time of the sale with '--at', in the market's time zone"
    case .beforeCount:
      "Pass '--already-counted' to leave the stock as it was counted, or a time after the count"
    case .notCounted: "Leave '--already-counted' out"
    case .stockMoved: "Nothing was changed; count again and pass '--was' with the stock that is there"
    case .noSuchEntry:
      "Run 'market history <id>' to see the numbers of entries; an entry needs the password of its item"
    case .belowReturns: "A sale with returns cannot be void; correct its price, or record another sale"
    case .notASale, .alreadyCorrected:
      "Run 'market history <id>' to see the numbers of entries"
    case .tooMany:
      "Nothing was recorded; return fewer pieces at once. The price of a sale with as many returns stays as it is"
    case .aboveLimit, .amountTooLarge: "Nothing was recorded; check the quantity and the price"
    }
  }
}

extension SaleTerms {
  /// `2 × USD 11.90`, alike in every locale.
  fileprivate var words: LocalizedPhrase {
    LocalizedPhrase(verbatim: "\(quantity) × \(price.formatted(locale: Locale(identifier: "en_US_POSIX")))")
  }
}

extension MovementKind {
  /// The name of the kind, for a table.
  var name: LocalizedPhrase {
    switch self {
    case .opening: LocalizedPhrase("opening")
    case .received: LocalizedPhrase("received")
    case .sold: LocalizedPhrase("sold")
    case .returned: LocalizedPhrase("returned")
    case .counted: LocalizedPhrase("counted")
    case .removed: LocalizedPhrase("removed")
    case .correction: LocalizedPhrase("correction")
    }
  }
}

extension RemovalReason {
  /// The name of the reason, for a table.
  var name: LocalizedPhrase {
    switch self {
    case .lost: LocalizedPhrase("lost")
    case .broken: LocalizedPhrase("broken")
    case .ownUse: LocalizedPhrase("own use")
    case .notResellable: LocalizedPhrase("not resellable")
    }
  }
}
