/// Sales and returns of a day that belong to another one in another time zone.
package struct MovedSales: Sendable, Equatable {
  package let from: CalendarDay
  package let to: CalendarDay
  /// How many sales and returns.
  package let count: Int
}

extension SaleTotals {
  /// The sales and returns whose day is another one in a calendar, the latest days first.
  func moves(to calendar: SalesCalendar) throws -> [MovedSales] {
    struct Days: Hashable {
      let from: Int
      let to: Int
    }
    var counts: [Days: Int] = [:]
    try database.run(
      "SELECT day, reported_at FROM movement WHERE kind IN ('sold', 'returned')", []
    ) { row throws(StoreError) in
      let days = Days(from: row.integer(0), to: calendar.day(of: row.date(1)).number)
      if days.from != days.to { counts[days, default: 0] += 1 }
    }
    return counts.sorted { ($0.key.from, $0.key.to) > ($1.key.from, $1.key.to) }.map {
      MovedSales(from: CalendarDay($0.key.from), to: CalendarDay($0.key.to), count: $0.value)
    }
  }
}
