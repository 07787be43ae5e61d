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
struct HistoryEntryJSON: Codable {
  private struct Prices: Codable {
    let price: Decimal
    let currency: String
    let discountedPrice: Decimal?

    enum CodingKeys: String, CodingKey {
      case price, currency
      case discountedPrice = "discounted_price"
    }

    init(_ prices: ItemPrices) {
      (price, currency) = (prices.price.amount, prices.price.currency.code)
      discountedPrice = prices.discountedPrice
    }

    var prices: ItemPrices? {
      Currency(currency).map { ItemPrices(price: Price(price, $0), discountedPrice: discountedPrice) }
    }
  }

  private enum CodingKeys: String, CodingKey {
    case kind, before, after
    case recordedAt = "recorded_at"
  }

  /// Nil for a kind or a currency that this program does not know.
  let entry: HistoryEntry?
  private let showsCost: Bool

  init(_ entry: HistoryEntry, showsCost: Bool) { (self.entry, self.showsCost) = (entry, showsCost) }

  init(from decoder: any Decoder) throws {
    showsCost = true
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func change<Value: Decodable, Made>(_ make: (Value) -> Made?) throws -> ItemChange<Made>? {
      let (before, after) = (
        make(try values.decode(Value.self, forKey: .before)),
        make(try values.decode(Value.self, forKey: .after))
      )
      let date = Date(secondsInYears: try values.decode(Double.self, forKey: .recordedAt))
      guard let before, let after else { return nil }
      return ItemChange(before: before, after: after, recordedAt: date)
    }
    switch try values.decode(String.self, forKey: .kind) {
    case "title": entry = try change { (text: String) in text }.map { .title($0) }
    case "price": entry = try change(\Prices.prices).map { .price($0) }
    default:
      let json = try MovementJSON(from: decoder)
      entry = json.movement.map { .movement($0, receipt: json.receipt) }
    }
  }

  func encode(to encoder: any Encoder) throws {
    func encode(_ kind: String, _ before: some Encodable, _ after: some Encodable, _ date: Date) throws {
      var values = encoder.container(keyedBy: CodingKeys.self)
      try values.encode(kind, forKey: .kind)
      try values.encode(before, forKey: .before)
      try values.encode(after, forKey: .after)
      try values.encode(date.timeIntervalSince1970, forKey: .recordedAt)
    }
    switch entry {
    case .movement(let movement, let receipt)?:
      try MovementJSON(movement, receipt: receipt, showsCost: showsCost).encode(to: encoder)
    case .title(let change)?: try encode("title", change.before, change.after, change.recordedAt)
    case .price(let change)?:
      try encode("price", Prices(change.before), Prices(change.after), change.recordedAt)
    case nil: break
    }
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
