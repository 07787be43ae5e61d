package import Foundation

/// A change of an item's stock, as the ledger has it. It is appended when the stock changes and never edited.
package struct Movement: Sendable, Equatable {
  /// Ascending in the order in which movements were recorded, never used twice.
  package let id: Int
  package let itemID: Int
  package let kind: MovementKind
  /// The signed change of the stock.
  package let quantity: Int
  /// The stock after it.
  package let stock: Int
  /// The price of one piece at that moment, after a discount.
  package let price: Price
  /// The cost of one piece, in the currency of the price; nil where it is not known. Private to the seller.
  package var cost: Decimal?
  package let note: String?
  /// The seller's name for the sale, such as an order's number.
  package let reference: String?
  package let reason: RemovalReason?
  /// The counted stock, and the stock that the ledger had before; nil for other kinds.
  package let counted: Int?
  package let expected: Int?
  /// The movement that it takes back or replaces.
  package let reverses: Int?
  /// The first movement of the sale that it belongs to; nil where it is that movement, or belongs to no sale.
  package let sale: Int?
  package let recordedAt: Date
  /// When it happened, as the seller says; the day of sales is that of this time.
  package let reportedAt: Date
}

/// The kind of a movement. The raw value is stored, and sent by the API.
package enum MovementKind: String, Codable, Sendable, CaseIterable {
  /// The stock that an item was added with, or had when its ledger began.
  case opening
  case received
  case sold
  case returned
  /// The stock was counted: the difference to what was expected.
  case counted
  /// Pieces that are gone without a sale (`RemovalReason`).
  case removed
  /// Takes back another movement, or changes the stock by a number.
  case correction
}

/// Why pieces are gone without a sale. The raw value is stored, and sent by the API.
package enum RemovalReason: String, Codable, Sendable, CaseIterable {
  case lost
  case broken
  case ownUse = "own-use"
  /// A returned piece that cannot be sold again.
  case notResellable = "not-resellable"
}

/// A reference under which several deliveries or write-offs of an item stand.
package struct RepeatedReference: Sendable, Equatable {
  package let item: Int
  package let kind: MovementKind
  package let reference: String
  package let count: Int
}

/// A movement before it is recorded.
struct NewMovement: Sendable, Equatable {
  let itemID: Int
  let kind: MovementKind
  let quantity: Int
  var price: Price
  var cost: Decimal?
  var note: String?
  var reference: String?
  var reason: RemovalReason?
  var counted: Int?
  var expected: Int?
  var reverses: Int?
  var sale: Int?
  /// Nil for the time at which it is recorded.
  var reportedAt: Date?
  /// The code on the receipt of a new sale; nil for a random one.
  var receipt: ReceiptCode?
}

extension NewMovement {
  /// A movement that takes another one back or replaces it, with its price, cost, reference and time.
  ///
  /// - Parameter sale: The first movement of the sale that both belong to; nil for none.
  init(_ kind: MovementKind, _ quantity: Int, insteadOf former: Movement, ofSale sale: Int?) {
    self.init(
      itemID: former.itemID, kind: kind, quantity: quantity, price: former.price, cost: former.cost,
      reference: former.reference, reverses: former.id, sale: sale, reportedAt: former.reportedAt)
  }

  /// The correction that takes a movement back.
  init(reversing former: Movement, ofSale sale: Int?) {
    self.init(.correction, -former.quantity, insteadOf: former, ofSale: sale)
  }
}

extension ItemDraft {
  /// The price at which one piece is sold: the discounted price, where there is one.
  package var salePrice: Price { Price(discountedPrice ?? price.amount, price.currency) }
}
