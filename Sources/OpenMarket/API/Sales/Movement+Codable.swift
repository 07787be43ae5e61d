import Foundation

/// A movement in the JSON of a response. The cost is private: only the market in this process sends it.
struct MovementJSON: Codable {
  let id: Int
  let itemID: Int
  let kind: String
  let quantity: Int
  let stock: Int
  let unitPrice: Decimal
  let currency: String
  /// For the operator alone.
  let cost: Decimal?
  let note: String?
  let reference: String?
  let reason: String?
  let counted: Int?
  let expected: Int?
  let reverses: Int?
  let sale: Int?
  /// Seconds since 1970.
  let recordedAt: Double
  let reportedAt: Double
  /// The code on the receipt of a sale.
  let receipt: ReceiptCode?
  // Only the response that records a movement has these keys.
  var title: String?
  var predatesItem: Bool?
  var soldAt: Double?
  var alreadyRecorded: Bool?

  enum CodingKeys: String, CodingKey {
    case id, kind, quantity, stock, currency, cost, note, reference, reason, counted, expected, reverses,
      sale,
      title
    case receipt
    case itemID = "item_id"
    case unitPrice = "unit_price"
    case recordedAt = "recorded_at"
    case reportedAt = "reported_at"
    case predatesItem = "predates_item"
    case soldAt = "sold_at"
    case alreadyRecorded = "already_recorded"
  }

  init(_ movement: Movement, receipt: ReceiptCode? = nil, showsCost: Bool = false) {
    self.receipt = receipt
    id = movement.id
    itemID = movement.itemID
    kind = movement.kind.rawValue
    quantity = movement.quantity
    stock = movement.stock
    unitPrice = movement.price.amount
    currency = movement.price.currency.code
    cost = showsCost ? movement.cost : nil
    note = movement.note
    reference = movement.reference
    reason = movement.reason?.rawValue
    counted = movement.counted
    expected = movement.expected
    reverses = movement.reverses
    sale = movement.sale
    recordedAt = movement.recordedAt.timeIntervalSince1970
    reportedAt = movement.reportedAt.timeIntervalSince1970
  }

  init(_ recorded: RecordedMovement, showsCost: Bool = false) {
    self.init(recorded.movement, receipt: recorded.receipt, showsCost: showsCost)
    title = recorded.title
    predatesItem = recorded.predatesItem ? true : nil
    soldAt = recorded.soldAt?.timeIntervalSince1970
    alreadyRecorded = recorded.isRepeated ? true : nil
  }

  /// Nil for a kind or a currency that this program does not know, and for numbers that no movement has.
  var movement: Movement? {
    guard let kind = MovementKind(rawValue: kind), let currency = Currency(currency),
      [id, itemID, quantity, stock, counted ?? 0, expected ?? 0, reverses ?? 0, sale ?? 0]
        .allSatisfy(PlausibleNumbers.range.contains)
    else { return nil }
    return Movement(
      id: id, itemID: itemID, kind: kind, quantity: quantity, stock: stock,
      price: Price(unitPrice, currency), cost: cost, note: note, reference: reference,
      reason: reason.flatMap(RemovalReason.init), counted: counted, expected: expected, reverses: reverses,
      sale: sale, recordedAt: Date(secondsInYears: recordedAt),
      reportedAt: Date(secondsInYears: reportedAt))
  }

  var recorded: RecordedMovement? {
    movement.map {
      RecordedMovement(
        movement: $0, title: title ?? "", receipt: receipt, predatesItem: predatesItem ?? false,
        soldAt: soldAt.map(Date.init(secondsInYears:)), isRepeated: alreadyRecorded ?? false)
    }
  }
}

/// The response to what was recorded.
struct RecordedBody: Codable {
  let movements: [MovementJSON]
}

/// An entry of a history in JSON: a movement, or an object with the kind `title` or `price`.
enum HistoryEntryJSON: Codable {
  case movement(MovementJSON)
  case title(before: String, after: String, recordedAt: Double)
  case price(before: Prices, after: Prices, recordedAt: Double)

  struct Prices: Codable {
    let price: Decimal
    let currency: String
    let discountedPrice: Decimal?

    enum CodingKeys: String, CodingKey {
      case price, currency
      case discountedPrice = "discounted_price"
    }
  }

  private enum CodingKeys: String, CodingKey {
    case kind, before, after
    case recordedAt = "recorded_at"
  }

  init(_ entry: HistoryEntry, showsCost: Bool) {
    self =
      switch entry {
      case .movement(let movement, let receipt):
        .movement(MovementJSON(movement, receipt: receipt, showsCost: showsCost))
      case .title(let change):
        .title(
          before: change.before, after: change.after, recordedAt: change.recordedAt.timeIntervalSince1970)
      case .price(let change):
        .price(
          before: Prices(change.before), after: Prices(change.after),
          recordedAt: change.recordedAt.timeIntervalSince1970)
      }
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    switch try values.decode(String.self, forKey: .kind) {
    case "title":
      self = .title(
        before: try values.decode(String.self, forKey: .before),
        after: try values.decode(String.self, forKey: .after),
        recordedAt: try values.decode(Double.self, forKey: .recordedAt))
    case "price":
      self = .price(
        before: try values.decode(Prices.self, forKey: .before),
        after: try values.decode(Prices.self, forKey: .after),
        recordedAt: try values.decode(Double.self, forKey: .recordedAt))
    default: self = .movement(try MovementJSON(from: decoder))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .movement(let movement): try movement.encode(to: encoder)
    case .title(let before, let after, let recordedAt):
      try values.encode("title", forKey: .kind)
      try values.encode(before, forKey: .before)
      try values.encode(after, forKey: .after)
      try values.encode(recordedAt, forKey: .recordedAt)
    case .price(let before, let after, let recordedAt):
      try values.encode("price", forKey: .kind)
      try values.encode(before, forKey: .before)
      try values.encode(after, forKey: .after)
      try values.encode(recordedAt, forKey: .recordedAt)
    }
  }

  /// Nil for a kind or a currency that this program does not know.
  var entry: HistoryEntry? {
    switch self {
    case .movement(let movement): return movement.movement.map { .movement($0, receipt: movement.receipt) }
    case .title(let before, let after, let recordedAt):
      return .title(
        ItemChange(before: before, after: after, recordedAt: Date(secondsInYears: recordedAt)))
    case .price(let before, let after, let recordedAt):
      guard let before = before.prices, let after = after.prices else { return nil }
      return .price(
        ItemChange(before: before, after: after, recordedAt: Date(secondsInYears: recordedAt)))
    }
  }
}

extension HistoryEntryJSON.Prices {
  fileprivate init(_ prices: ItemPrices) {
    self.init(
      price: prices.price.amount, currency: prices.price.currency.code,
      discountedPrice: prices.discountedPrice)
  }

  fileprivate var prices: ItemPrices? {
    Currency(currency).map { ItemPrices(price: Price(price, $0), discountedPrice: discountedPrice) }
  }
}

/// A page of a history.
struct HistoryBody: Codable {
  let page: Int
  let movements: [HistoryEntryJSON]
}

/// The item of a movement.
struct MovementItemBody: Codable {
  let id: Int
  let itemID: Int

  enum CodingKeys: String, CodingKey {
    case id
    case itemID = "item_id"
  }
}

/// A page of a report of sales.
struct SalesBody: Codable {
  let sales: [Row]

  struct Row: Codable {
    let day: String?
    let itemID: Int?
    let title: String?
    let tag: String?
    let pieces: Int
    let revenue: Decimal
    let currency: String
    /// For the operator alone.
    let cost: Decimal?
    let costPieces: Int?

    enum CodingKeys: String, CodingKey {
      case day, title, tag, pieces, revenue, currency, cost
      case itemID = "item_id"
      case costPieces = "cost_pieces"
    }

    init(_ row: SalesRow) {
      day = row.day?.description
      itemID = row.itemID
      title = row.title
      tag = row.tag
      pieces = row.pieces
      revenue = row.revenue.amount
      currency = row.revenue.currency.code
      cost = row.cost?.amount
      costPieces = row.cost?.pieces
    }

    /// Nil for a currency that this program does not know, and for numbers that no sales have.
    var row: SalesRow? {
      guard let currency = Currency(currency), PlausibleNumbers.range.contains(pieces),
        PlausibleNumbers.range.contains(costPieces ?? 0)
      else { return nil }
      return SalesRow(
        day: day.flatMap { CalendarDay($0) }, itemID: itemID, title: title, tag: tag, pieces: pieces,
        revenue: Price(revenue, currency),
        cost: cost.map { SalesRow.Cost(pieces: costPieces ?? 0, amount: $0) })
    }
  }
}
