package import Foundation

/// The time zone of a market's days. Only the operator changes it, at the store itself; no API does.
package struct ZoneRegistry: Sendable {
  private let store: Store

  package init(at location: StoreLocation) {
    var options = Store.Options.forCommand
    // All movements of a large store are read.
    options.readTime = .seconds(24 * 60 * 60)
    store = Store(at: location, options)
  }

  /// The name of the present zone; nil if there is no store.
  package func present() async throws -> String? {
    try await ClientError.reporting {
      try await store.read { try MarketSettings(database: $0).calendar().timeZone.name }
    }
  }

  /// The sales that a change to a zone would move to another day; empty if there is no store.
  package func moves(to zone: TimeZone) async throws -> [MovedSales] {
    try await ClientError.reporting {
      try await store.read { try SaleTotals(database: $0).moves(to: SalesCalendar(timeZone: zone)) } ?? []
    }
  }

  /// Changes the zone and adds the sales up again, in one transaction, and returns what moved. Makes the store where there
  /// is none.
  package func change(to zone: TimeZone) async throws -> [MovedSales] {
    let date = store.options.now()
    return try await ClientError.reporting {
      try await store.write { database in
        let settings = MarketSettings(database: database)
        let former = try settings.calendar().timeZone
        let moves = try SaleTotals(database: database).moves(to: SalesCalendar(timeZone: zone))
        try settings.setTimeZone(zone)
        try LogRows(database, at: date).record(
          .zone, .setting(LogSetting.timeZone, former.identifier, zone.identifier))
        return moves
      }
    }
  }
}
