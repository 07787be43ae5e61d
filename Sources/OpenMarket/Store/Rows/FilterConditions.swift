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

  func conditions(_ filter: ListFilter) throws -> [FilterCondition] {
    try filter.conditions.flatMap { try sql($0.condition, $0.value) }
  }

  private func sql(_ condition: ItemCondition, _ value: ListFilter.Value) throws -> [FilterCondition] {
    switch condition {
    case .soldOut: return [FilterCondition(columns: SQLCondition("stock = 0"), isOrdered: true)]
    case .inStock: return [.columns("stock > 0")]
    case .below: return value.count.map { [.columns("stock < ?", .integer($0))] } ?? []
    case .currency:
      return value.currency.map {
        [FilterCondition(columns: SQLCondition("currency = ?", [.text($0.code)]), isOrdered: true)]
      } ?? []
    case .min: return value.amount.map { [paid(">=", $0)] } ?? []
    case .max: return value.amount.map { [paid("<=", $0)] } ?? []
    case .discounted: return [.columns("discounted_price IS NOT NULL")]
    case .vendor:
      return try value.name.map {
        let ids = try VendorRows(database: database).ids(of: $0)
        return [FilterCondition(columns: .list("vendor_id", in: ids), isOrdered: ids.count == 1)]
      } ?? []
    case .tag:
      return (value.words ?? []).map {
        FilterCondition(among: SQLCondition(database.dialect.tagged, [.text($0)]))
      }
    case .since:
      guard let day = value.day else { return [] }
      return [.columns("registration_date >= ?", .date(calendar.firstInstant(of: self.day(day))))]
    case .soldSince: return value.day.map { [sold("IN", since: self.day($0))] } ?? []
    case .unsoldFor:
      guard let days = value.days else { return [] }
      let first = today - days + 1
      return [
        .columns("registration_date < ?", .date(calendar.firstInstant(of: first))),
        sold("NOT IN", since: first),
      ]
    case .withoutImage: return [FilterCondition(among: Self.withoutImage)]
    case .low: return [FilterCondition(among: Self.low)]
    case .offSale: return [FilterCondition(among: Self.offSale)]
    }
  }

  private static let withoutImage = SQLCondition("SELECT item_id AS id FROM item_without_image")
  private static let low = SQLCondition("SELECT item_id AS id FROM item_low")
  static let offSale = SQLCondition("SELECT item_id AS id FROM item_off_sale")

  /// The condition of an item that is on sale; nil where all are.
  static func onSale(in database: any Database) throws -> SQLCondition? {
    let hasOthers = try database.dialect.isRemote || database.integer("\(offSale.sql) LIMIT 1") != nil
    return hasOthers ? SQLCondition("item.id NOT IN (\(offSale.sql))") : nil
  }

  private var today: CalendarDay { calendar.day(of: now) }

  private func day(_ day: GivenDay) -> CalendarDay { day.day(today: today) }

  private func paid(_ comparison: String, _ amount: Decimal) -> FilterCondition {
    .columns("coalesce(discounted_price, price) \(comparison) ?", .amount(amount))
  }

  /// Items with net sales since the day.
  private func sold(_ membership: String, since day: CalendarDay) -> FilterCondition {
    .columns(
      "id \(membership) (SELECT item_id FROM sale_total WHERE scale = 0 AND period >= ? AND pieces > 0)",
      .integer(day.number))
  }
}

/// A condition of a list in the forms in which a database finds what meets it.
struct FilterCondition {
  /// The condition of an item, by which items can be found.
  let sql: SQLCondition
  /// The condition of an item that is there already.
  let check: SQLCondition
  /// A SELECT of the ids of the items, each once.
  let selection: SQLCondition
  /// Whether `selection` finds them in the order of ids, without a sort.
  let isOrdered: Bool

  /// A condition of the columns of an item.
  ///
  /// - Parameter selection: A SELECT of the ids, each once, that is faster than one by the condition; nil if there is none.
  init(columns condition: SQLCondition, selection: SQLCondition? = nil, isOrdered: Bool = false) {
    (sql, check, self.isOrdered) = (condition, condition, isOrdered)
    self.selection =
      selection ?? SQLCondition("SELECT id FROM item WHERE \(condition.sql)", condition.values)
  }

  static func columns(_ sql: String, _ values: DatabaseValue...) -> FilterCondition {
    FilterCondition(columns: SQLCondition(sql, values))
  }

  /// - Parameters:
  ///   - selection: A SELECT of ids, each once, in a column `id` that an index finds.
  ///   - check: The condition of an item that is there already; nil for one that looks for it in the selection.
  init(among selection: SQLCondition, check: SQLCondition? = nil) {
    (self.selection, isOrdered) = (selection, true)
    sql = check ?? SQLCondition("id IN (\(selection.sql))", selection.values)
    self.check =
      check
      ?? SQLCondition(
        "EXISTS (SELECT 1 FROM (\(selection.sql)) AS one WHERE one.id = item.id)", selection.values)
  }
}
