import Foundation

/// The conditions of a list as SQL: the one place that says how each is found. Most are read from the index of ids, without a row.
struct FilterConditions {
  let database: any Database
  let scope: ItemScope
  let calendar: SalesCalendar
  /// By which days such as `yesterday` are found.
  let now: Date

  /// Use it only inside a transaction.
  init(_ database: any Database, scope: ItemScope, now: Date) throws {
    (self.database, self.scope) = (database, scope)
    calendar = try MarketSettings(database: database).calendar()
    self.now = now
  }

  func conditions(_ filter: ListFilter) throws -> [FilterCondition] {
    try filter.conditions.flatMap { try sql($0.condition, $0.value) }
  }

  private func sql(_ condition: ItemCondition, _ value: ListFilter.Value) throws -> [FilterCondition] {
    switch condition {
    case .soldOut: return [columns(SQLCondition("stock = 0"), isOrdered: true)]
    case .inStock: return [columns("stock > 0")]
    case .below: return value.count.map { [columns("stock < ?", .integer($0))] } ?? []
    case .currency:
      return value.currency.map { [columns("currency = \(.text($0.code))", isOrdered: true)] } ?? []
    case .min: return value.amount.map { [paid(">=", $0)] } ?? []
    case .max: return value.amount.map { [paid("<=", $0)] } ?? []
    case .discounted: return [columns("discounted_price IS NOT NULL")]
    case .vendor:
      return try value.name.map {
        let ids = try VendorRows(database: database).ids(of: $0)
        return [
          FilterCondition(
            columns: .list("vendor_id", in: ids), scope: scope,
            selection: scope.selected(among: "SELECT id FROM item WHERE \(.list("vendor_id", in: ids))"))
        ]
      } ?? []
    case .tag:
      return (value.words ?? []).map { tag in
        scope == .trashed
          // The index has no tags of these.
          ? columns("replace('|' || tags || '|', ?, '') <> '|' || tags || '|'", .text("|\(tag)|"))
          : FilterCondition(among: "SELECT item_id AS id FROM item_tag WHERE tag = \(.text(tag))")
      }
    case .since:
      guard let day = value.day else { return [] }
      return [columns("registration_date >= ?", .date(calendar.firstInstant(of: self.day(day))))]
    case .soldSince:
      return value.day.map {
        [columns("id IN (SELECT item_id FROM \(Self.sold))", .integer(day($0).number))]
      } ?? []
    case .unsoldFor:
      guard let days = value.days else { return [] }
      let first = today - days + 1
      return [
        columns("registration_date < ?", .date(calendar.firstInstant(of: first))),
        columns("NOT EXISTS (SELECT 1 FROM \(Self.sold) AND item_id = item.id)", .integer(first.number)),
      ]
    case .withoutImage: return [columns(SQLCondition("images = 0"), isOrdered: true)]
    case .low: return [columns(SQLCondition("stock <= reorder_at"), isOrdered: true)]
    case .offSale:
      let condition = scope == .trashed ? "item.state = 3" : ItemScope.offSale.condition
      return [columns(condition, isOrdered: true)]
    }
  }

  private func columns(_ condition: SQLCondition, isOrdered: Bool = false) -> FilterCondition {
    FilterCondition(columns: condition, scope: scope, isOrdered: isOrdered)
  }

  private func columns(_ sql: String, _ values: DatabaseValue...) -> FilterCondition {
    columns(SQLCondition(sql, values))
  }

  private var today: CalendarDay { calendar.day(of: now) }

  private func day(_ day: GivenDay) -> CalendarDay { day.day(today: today) }

  private func paid(_ comparison: String, _ amount: Decimal) -> FilterCondition {
    columns("coalesce(discounted_price, price) \(comparison) ?", .amount(amount))
  }

  /// The totals of the days since one on which more of an item was sold than came back.
  private static let sold = "sale_total WHERE day >= ? AND pieces > 0"
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
  /// Whether `selection` is of the items of the list alone.
  private let isInScope: Bool

  /// A condition of the columns of an item.
  ///
  /// - Parameters:
  ///   - scope: The items of the list.
  ///   - selection: A SELECT of the ids, each once, that is faster than one by the condition; nil if there is none.
  init(
    columns condition: SQLCondition, scope: ItemScope, selection: SQLCondition? = nil,
    isOrdered: Bool = false
  ) {
    (sql, check, self.isOrdered, isInScope) = (condition, condition, isOrdered, true)
    self.selection = selection ?? "\(scope.selection) AND (\(condition))"
  }

  /// - Parameters:
  ///   - selection: A SELECT of ids, each once, in a column `id` that an index finds.
  ///   - check: The condition of an item that is there already; nil for one that looks for it in the selection.
  init(among selection: SQLCondition, check: SQLCondition? = nil) {
    (self.selection, isOrdered, isInScope) = (selection, true, false)
    sql = check ?? SQLCondition("id IN (\(selection))")
    self.check =
      check
      ?? SQLCondition("EXISTS (SELECT 1 FROM (\(selection)) AS one WHERE one.id = item.id)")
  }

  /// A SELECT of the ids of those of the items that are in a list, each once.
  func selection(in scope: ItemScope?) -> SQLCondition {
    isInScope ? selection : scope?.selected(among: selection) ?? selection
  }
}
