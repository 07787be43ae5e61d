import Console
import Foundation
import OpenMarket

extension LedgerRefusal: ReportableError {
  var message: LocalizedPhrase {
    switch self {
    // A server may send any.
    case .noSuchSale(let id, let reference):
      Self.noSuchSale(item: id, reference: reference.sanitizedLine.shortened).sentence
    default: sentence
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
