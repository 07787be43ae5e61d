package import Foundation

/// Why the ledger does not record a movement. Nothing has changed.
package enum LedgerRefusal: Error, Sendable, Equatable {
  /// Fewer pieces are in stock than would leave it.
  case notEnough(item: Int, stock: Int, quantity: Int)
  /// The stock would be above the limit.
  case aboveLimit(item: Int)
  /// The sale of this reference and item is recorded with another quantity or price.
  case otherSale(item: Int, SaleTerms, given: SaleTerms)
  /// More would be returned than was sold and not yet returned.
  case notSold(item: Int, returnable: Int, quantity: Int)
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
  /// The movement was taken back already.
  case alreadyCorrected(entry: Int)
  /// The corrected sale would have fewer pieces than were returned.
  case belowReturns(entry: Int, returned: Int)
  /// The sales and costs of the item would add up to more than is counted.
  case amountTooLarge(item: Int)
  /// The request would write more movements than one request may: it takes back too many sales, or a sale with too many
  /// returns.
  case tooMany(item: Int)
}

/// The terms by which two reports of a sale are equal: the number of pieces, and the price of one.
package struct SaleTerms: Sendable, Equatable {
  package let quantity: Int
  package let price: Price

  package init(quantity: Int, price: Price) {
    self.quantity = quantity
    self.price = price
  }
}
