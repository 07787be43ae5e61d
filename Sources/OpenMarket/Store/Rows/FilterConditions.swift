import Foundation

/// The conditions of a list as SQL: the one place that says how each is found. Every one is found by an index.
struct FilterConditions {
  let database: any Database
  let calendar: SalesCalendar
  /// By which days such as `yesterday` are found.
  let now: Date

  /// Use it only inside a transaction.
  init(_ database: any Database, now: Date) throws {
    self.database = database
    calendar = try MarketSettings(database: database).calendar()
    self.now = now
  }

  func conditions(_ filter: ListFilter) throws -> [SQLCondition] {
    try filter.conditions.flatMap { try sql($0.condition, $0.value) }
  }

  private func sql(_ condition: ItemCondition, _ value: ListFilter.Value) throws -> [SQLCondition] {
    switch condition {
    case .soldOut: return [SQLCondition("stock = 0")]
    case .inStock: return [SQLCondition("stock > 0")]
    case .below: return value.count.map { [SQLCondition("stock < ?", [.integer($0)])] } ?? []
    case .currency: return value.currency.map { [SQLCondition("currency = ?", [.text($0.code)])] } ?? []
    case .min: return value.amount.map { [paid(">=", $0)] } ?? []
    case .max: return value.amount.map { [paid("<=", $0)] } ?? []
    case .discounted: return [SQLCondition("discounted_price IS NOT NULL")]
    case .vendor:
      return try value.name.map { [.list("vendor_id", in: try VendorRows(database: database).ids(of: $0))] }
        ?? []
    case .tag: return (value.words ?? []).map { Self.among(tagged($0)) }
    case .since:
      guard let day = value.day else { return [] }
      return [SQLCondition("registration_date >= ?", [.date(calendar.firstInstant(of: self.day(day)))])]
    case .soldSince: return value.day.map { [sold("IN", since: self.day($0))] } ?? []
    case .unsoldFor:
      guard let days = value.days else { return [] }
      let first = today - days + 1
      return [
        SQLCondition("registration_date < ?", [.date(calendar.firstInstant(of: first))]),
        sold("NOT IN", since: first),
      ]
    case .withoutImage: return [Self.among(Self.withoutImage)]
    case .low: return [Self.among(Self.low)]
    case .offSale: return [Self.among(Self.offSale)]
    }
  }

  /// A SELECT of the ids of the items, each once, where it is faster than the only condition of a filter; nil if it is not.
  func selection(_ filter: ListFilter) -> SQLCondition? {
    guard filter.conditions.count == 1, let (condition, value) = filter.conditions.first else { return nil }
    switch (condition, value) {
    case (.tag, .words(let tags)) where tags.count == 1: return tagged(tags[0])
    case (.withoutImage, _): return Self.withoutImage
    case (.low, _): return Self.low
    case (.offSale, _): return Self.offSale
    default: return nil
    }
  }

  private func tagged(_ tag: String) -> SQLCondition {
    SQLCondition(database.dialect.tagged, [.text(tag)])
  }

  private static let withoutImage = SQLCondition("SELECT item_id AS id FROM item_without_image")
  private static let low = SQLCondition("SELECT item_id AS id FROM item_low")
  static let offSale = SQLCondition("SELECT item_id AS id FROM item_off_sale")

  /// The condition of an item that is on sale; nil where all are.
  static func onSale(in database: any Database) throws -> SQLCondition? {
    let hasOthers = try database.dialect.isRemote || database.integer("\(offSale.sql) LIMIT 1") != nil
    return hasOthers ? SQLCondition("item.id NOT IN (\(offSale.sql))") : nil
  }

  private static func among(_ selection: SQLCondition) -> SQLCondition {
    SQLCondition("id IN (\(selection.sql))", selection.values)
  }

  private var today: CalendarDay { calendar.day(of: now) }

  private func day(_ day: GivenDay) -> CalendarDay { day.day(today: today) }

  private func paid(_ comparison: String, _ amount: Decimal) -> SQLCondition {
    SQLCondition("coalesce(discounted_price, price) \(comparison) ?", [.amount(amount)])
  }

  /// Items of which a piece that was sold on such a day or later was not returned since.
  private func sold(_ membership: String, since day: CalendarDay) -> SQLCondition {
    SQLCondition(
      "id \(membership) (SELECT item_id FROM sale_total WHERE scale = 0 AND period >= ? AND pieces > 0)",
      [.integer(day.number)])
  }
}
