import Console
import Foundation
import OpenMarket

/// How days, periods and shares are written. Dates are those of ISO 8601, as options take them.
extension OutputFormat {
  /// The names of weekdays, from Monday on.
  static let weekdays = [
    LocalizedPhrase("Mon"), LocalizedPhrase("Tue"), LocalizedPhrase("Wed"), LocalizedPhrase("Thu"),
    LocalizedPhrase("Fri"), LocalizedPhrase("Sat"), LocalizedPhrase("Sun"),
  ]

  /// `2026-11-20 (Fri)`, `2026-W47`, `2026-11`.
  func period(_ period: SalesPeriod) -> LocalizedPhrase {
    guard period.scale == .day, let day = period.days?.lowerBound else {
      return LocalizedPhrase(verbatim: period.description)
    }
    return LocalizedPhrase(verbatim: "\(day) (\(text(Self.weekdays[day.weekday])))")
  }

  /// A share in per cent with one decimal, rounded down: `34.1%`.
  func share(_ pieces: Int, of total: Int) -> String {
    guard total > 0 else { return "" }
    let tenths = Double(pieces) / Double(total) * 1_000
    return "\(Int(tenths.rounded(.down)) / 10).\(Int(tenths.rounded(.down)) % 10)%"
  }
}
