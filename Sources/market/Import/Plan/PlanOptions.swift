import OpenMarket

struct PlanOptions: Sendable {
  enum OnExisting: String, CaseIterable, Sendable {
    case update
    /// Sets every cell, also those that are as they were at the row's last import.
    case overwrite
    case skip
    case fail
  }

  /// The effect of the stock of a row on an item that exists.
  enum Stock: String, CaseIterable, Sendable {
    /// It was counted.
    case set
    case add
    case skip
  }

  var changesExisting: Bool { onExisting == .update || onExisting == .overwrite }

  var key = RowOptions.Key.sku
  var onExisting = OnExisting.update
  var stock = Stock.set
  var skipsImages = false
  /// Whether images outside the folders of the import, and of private networks, are read.
  var allowsOutside = false
  /// Whether items of other sellers may have the SKUs of the rows, where the password owns nothing.
  var makesSeller = false
  var defaults: ImportRow?
  /// The most rejected rows; nil for any number.
  var maxErrors: Int?
}
