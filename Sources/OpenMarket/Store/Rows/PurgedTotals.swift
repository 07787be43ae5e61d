import Foundation

/// A movement that is forgotten.
struct PurgedMovement {
  let id: Int
  let kind: MovementKind
  let quantity: Int
  let currency: String
  /// In ten-thousandths.
  let price: Int
  let cost: Int
  let sale: Int?
  /// Microseconds since 1970.
  let recordedAt: Int
  let day: Int

  init(_ row: any DatabaseRow) throws(StoreError) {
    guard let kind = MovementKind(rawValue: row.text(1)) else { throw .damaged }
    (id, self.kind, quantity, currency) = (row.integer(0), kind, row.integer(2), row.text(3))
    (price, cost, sale) = (row.integer(4), row.optionalInteger(5) ?? 0, row.optionalInteger(6))
    (recordedAt, day) = (row.integer(7), row.integer(8))
  }

  var isOfSale: Bool { kind == .sold || kind == .returned || kind == .correction && sale != nil }
  var isFirstOfSale: Bool { kind == .sold && sale == nil }
}

/// The sums of purged movements. Sums of an older version can be beyond 64 bits: they are cut as its tables are.
struct PurgedSums {
  struct Place: Hashable {
    let day: Int
    let currency: String
  }

  struct Sold {
    var pieces = Decimal()
    var revenue = Decimal()
  }

  /// Absolute values, as an item has them.
  let pieces: Int
  let amount: Int
  private(set) var sold: [Place: Sold] = [:]

  init(_ movements: [PurgedMovement]) {
    var (pieces, amount) = (Decimal(), Decimal())
    for movement in movements {
      let quantity = Decimal(movement.quantity)
      if movement.kind == .received { amount += (quantity * Decimal(movement.cost)).magnitude }
      guard movement.isOfSale else { continue }
      let revenue = -quantity * Decimal(movement.price)
      pieces += quantity.magnitude
      amount += revenue.magnitude + (quantity * Decimal(movement.cost)).magnitude
      sold[Place(day: movement.day, currency: movement.currency), default: Sold()].pieces -= quantity
      sold[Place(day: movement.day, currency: movement.currency), default: Sold()].revenue += revenue
    }
    (self.pieces, self.amount) = (pieces.cutToInteger, amount.cutToInteger)
  }
}

extension Decimal {
  /// The whole number, cut at the limits that the migration of old stores has.
  var cutToInteger: Int {
    let limit = Decimal(PurgedTotals.limit)
    // Foundation converts large amounts by way of a floating-point number.
    return Int("\(max(-limit, min(limit, self)))") ?? 0
  }
}

/// The totals of an item whose sales are forgotten, and those of its vendor. Use it only inside a transaction.
struct PurgedTotals {
  /// A sum that an older version had beyond 64 bits is cut to this.
  static let limit = 4_000_000_000_000_000_000

  let database: any Database
  let item: Int

  /// Adds sums to the totals, or takes them out.
  func change(_ sums: PurgedSums, by sign: Int, changesVendor: Bool) throws {
    for (place, sold) in sums.sold {
      let (pieces, revenue) = (sold.pieces * Decimal(sign), sold.revenue * Decimal(sign))
      for scale in SalesPeriod.Scale.allCases {
        try add(
          pieces, revenue, to: SalesPeriod(scale, containing: CalendarDay(place.day)),
          currency: place.currency)
      }
      if changesVendor { try addToVendor(pieces, revenue, place: place) }
    }
  }

  private func add(_ pieces: Decimal, _ revenue: Decimal, to period: SalesPeriod, currency: String) throws {
    let place: [DatabaseValue] = [
      .integer(period.scale.rawValue), .integer(period.number), .integer(item),
    ]
    let key = place + [.text(currency)]
    let condition = "scale = ? AND period = ? AND item_id = ?"
    let present = try database.rows(
      "SELECT pieces, revenue FROM sale_total WHERE \(condition) AND currency = ?", key
    ) { (pieces: Decimal($0.integer(0)), revenue: Decimal($0.integer(1))) }.first
    let sum = (pieces: (present?.pieces ?? 0) + pieces, revenue: (present?.revenue ?? 0) + revenue)
    if sum.pieces != 0 || sum.revenue != 0 {
      try run(
        """
        INSERT INTO sale_total (scale, period, item_id, currency, pieces, revenue) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (scale, item_id, period, currency) DO UPDATE SET
          pieces = excluded.pieces, revenue = excluded.revenue
        """, key + [.integer(sum.pieces.cutToInteger), .integer(sum.revenue.cutToInteger)])
      return
    }
    try run("DELETE FROM sale_total WHERE \(condition) AND currency = ?", key)
    try run(
      """
      DELETE FROM mixed_total WHERE \(condition)
        AND (SELECT count(*) FROM sale_total WHERE \(condition)) < 2
      """, place + place)
  }

  private func addToVendor(_ pieces: Decimal, _ revenue: Decimal, place: PurgedSums.Place) throws {
    let vendor =
      try database.integer(
        """
        SELECT vendor_id FROM item WHERE id = ?
        """, .integer(item)) ?? StoredVendor.marketID
    let key: [DatabaseValue] = [.integer(place.day), .integer(vendor), .text(place.currency)]
    let present = try database.rows(
      """
      SELECT pieces, revenue_high, revenue_low FROM vendor_total
      WHERE day = ? AND vendor_id = ? AND currency = ?
      """, key
    ) { (pieces: Decimal($0.integer(0)), high: Decimal($0.integer(1)), low: Decimal($0.integer(2))) }.first
    guard let present else { return }
    let half = Decimal(SaleTotals.half)
    let sum = present.high * half + present.low + revenue
    var (high, quotient) = (Decimal(), sum / half)
    NSDecimalRound(&high, &quotient, 0, .down)
    let isCut = present.pieces.magnitude >= Decimal(Self.limit)
    let rest = try isCut ? self.pieces(of: vendor, place) : present.pieces + pieces
    guard rest != 0 || sum != 0 else {
      try run("DELETE FROM vendor_total WHERE day = ? AND vendor_id = ? AND currency = ?", key)
      return
    }
    try run(
      """
      UPDATE vendor_total SET pieces = ?, revenue_high = ?, revenue_low = ?
      WHERE day = ? AND vendor_id = ? AND currency = ?
      """,
      [
        .integer(rest.cutToInteger), .integer(high.cutToInteger), .integer((sum - high * half).cutToInteger),
      ] + key)
  }

  /// The pieces of a vendor on a day, added up again: a sum that was cut cannot be counted down.
  private func pieces(of vendor: Int, _ place: PurgedSums.Place) throws -> Decimal {
    try database.rows(
      """
      SELECT pieces FROM sale_total JOIN item ON item.id = item_id
      WHERE scale = 0 AND period = ? AND sale_total.currency = ? AND item.vendor_id = ?
      """, .integer(place.day), .text(place.currency), .integer(vendor)
    ) { Decimal($0.integer(0)) }.reduce(0, +)
  }

  private func run(_ sql: String, _ values: [DatabaseValue]) throws {
    try database.run(sql, values)
  }
}
