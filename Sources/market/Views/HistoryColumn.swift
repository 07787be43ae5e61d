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

  var header: LocalizedPhrase {
    switch self {
    case .entry: LocalizedPhrase("ENTRY")
    case .item: LocalizedPhrase("ITEM")
    case .recorded: LocalizedPhrase("RECORDED")
    case .reported: LocalizedPhrase("REPORTED")
    case .kind: LocalizedPhrase("KIND")
    case .change: LocalizedPhrase("CHANGE")
    case .stock: LocalizedPhrase("STOCK")
    case .price: LocalizedPhrase("PRICE")
    case .cost: LocalizedPhrase("COST")
    case .receipt: LocalizedPhrase("RECEIPT")
    case .reference: LocalizedPhrase("REFERENCE")
    case .note: LocalizedPhrase("NOTE")
    case .details: LocalizedPhrase("DETAILS")
    }
  }

  var alignment: Alignment {
    switch self {
    case .entry, .item, .change, .stock, .price, .cost: .right
    case .recorded, .reported, .kind, .receipt, .reference, .note, .details: .left
    }
  }

  /// Whether a terminal that has room for few columns shows this one as a fact below the others.
  var isLess: Bool {
    switch self {
    case .entry, .item, .kind, .change, .stock: false
    case .recorded, .reported, .price, .cost, .receipt, .reference, .note, .details: true
    }
  }
}

extension Option {
  /// The chosen columns of a history, in their order.
  static var historyColumns: Option<[HistoryColumn]?> {
    .init(
      "columns", "names", help: "Show these columns, such as id,kind,receipt,cost.",
      candidates: .list(HistoryColumn.allCases.map(\.rawValue))
    ) { given in
      try given.text.split(separator: ",", omittingEmptySubsequences: false).map { name in
        if let column = HistoryColumn(rawValue: String(name)) { return column }
        throw given.unknown(String(name), among: HistoryColumn.allCases.map(\.rawValue))
      }
    }
  }
}
