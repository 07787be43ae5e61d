package import Foundation

/// A page of what happened to an item: its movements, and the changes of its title and prices.
package struct HistoryPage: Sendable, Equatable {
  /// Counted from 1.
  package let number: Int
  /// The newest first.
  package let entries: [HistoryEntry]
  /// Entries on all pages.
  package var total: Int
}

/// One entry of a history.
package enum HistoryEntry: Sendable, Equatable {
  /// - Parameter receipt: The code on the receipt of a sale.
  case movement(Movement, receipt: ReceiptCode?)
  case title(ItemChange<String>)
  case price(ItemChange<ItemPrices>)
}

/// A field before and after a change.
package struct ItemChange<Value: Sendable & Equatable>: Sendable, Equatable {
  package let before: Value
  package let after: Value
  package let recordedAt: Date
  /// The number of the entry in the log that 'undo' takes back; nil where the log no longer has it.
  package var entry: Int?
}

/// The price of an item and its discount.
package struct ItemPrices: Sendable, Equatable {
  package let price: Price
  package let discountedPrice: Decimal?
}

/// Sales that are looked for: those of a receipt or of a time, or all movements under a reference.
package struct SalesLookup: Sendable, Equatable {
  package var receipt: ReceiptCode?
  package var reference: String?
  /// The days on which they were made.
  package var period: BestQuery.Time?
  /// The item that was sold; nil for any.
  package var item: Int?

  package init(
    receipt: ReceiptCode? = nil, reference: String? = nil, period: BestQuery.Time? = nil, item: Int? = nil
  ) {
    (self.receipt, self.period, self.item) = (receipt, period, item)
    self.reference = reference?.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

/// The sales of a seller on a day.
package struct SalesOfDay: Sendable {
  /// By currency, less what was returned on the day.
  package let totals: [(pieces: Int, revenue: Price)]
  /// The last sales that stand, the newest first, with the titles of their items and the pieces that were not returned.
  package let sales: [Sale]
  package typealias Sale = (movement: Movement, title: String, standing: Int)
}
