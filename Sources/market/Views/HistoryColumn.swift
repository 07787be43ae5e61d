import Console
import OpenMarket

/// A column of a history. The raw value is its name in `--columns`, and the entry's key in JSON.
enum HistoryColumn: String, CaseIterable {
  case entry = "id"
  case item = "item_id"
  case recorded = "recorded_at"
  case reported = "reported_at"
  case kind
  case change = "quantity"
  case stock
  case price = "unit_price"
  case cost
  case receipt
  case reference
  case note
  /// All facts that have no column of their own.
  case details

  /// The columns of an item's history.
  static let ofItem: [HistoryColumn] = [.entry, .recorded, .kind, .change, .stock, .price, .details]
  /// The columns of movements of several items.
  static let ofSales: [HistoryColumn] = [.entry, .item, .recorded, .kind, .change, .price, .details]

  /// The fields of such movements in a pipe.
  static let inPipe: [HistoryColumn] = [
    .entry, .item, .kind, .change, .stock, .price, .note, .reference, .receipt, .recorded, .reported,
  ]

  var header: LocalizedPhrase { declaration.header }
  var alignment: Alignment { declaration.alignment }
  /// Whether a terminal that has room for few columns shows this one as a fact below the others.
  var isLess: Bool { declaration.isLess }

  private var declaration: (header: LocalizedPhrase, alignment: Alignment, isLess: Bool) {
    switch self {
    case .entry: (LocalizedPhrase("ENTRY"), .right, false)
    case .item: (LocalizedPhrase("ITEM"), .right, false)
    case .recorded: (LocalizedPhrase("RECORDED"), .left, true)
    case .reported: (LocalizedPhrase("REPORTED"), .left, true)
    case .kind: (LocalizedPhrase("KIND"), .left, false)
    case .change: (LocalizedPhrase("CHANGE"), .right, false)
    case .stock: (LocalizedPhrase("STOCK"), .right, false)
    case .price: (LocalizedPhrase("PRICE"), .right, true)
    case .cost: (LocalizedPhrase("COST"), .right, true)
    case .receipt: (LocalizedPhrase("RECEIPT"), .left, true)
    case .reference: (LocalizedPhrase("REFERENCE"), .left, true)
    case .note: (LocalizedPhrase("NOTE"), .left, true)
    case .details: (LocalizedPhrase("DETAILS"), .left, true)
    }
  }
}
