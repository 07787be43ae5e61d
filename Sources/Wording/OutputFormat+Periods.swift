package import Foundation
package import OpenMarket
package import SystemSupport

/// How days, periods and shares are written for people. Data and options have the days of ISO 8601.
extension OutputFormat {
  /// The names of weekdays, from Monday on.
  package static let weekdays = [
    LocalizedPhrase("Mon"), LocalizedPhrase("Tue"), LocalizedPhrase("Wed"), LocalizedPhrase("Thu"),
    LocalizedPhrase("Fri"), LocalizedPhrase("Sat"), LocalizedPhrase("Sun"),
  ]

  private static let months = [
    LocalizedPhrase("Jan"), LocalizedPhrase("Feb"), LocalizedPhrase("Mar"), LocalizedPhrase("Apr"),
    LocalizedPhrase("May"), LocalizedPhrase("Jun"), LocalizedPhrase("Jul"), LocalizedPhrase("Aug"),
    LocalizedPhrase("Sep"), LocalizedPhrase("Oct"), LocalizedPhrase("Nov"), LocalizedPhrase("Dec"),
  ]

  /// The weekday in the first column of a calendar, from 0 for Monday, as the locale of dates has it.
  package var firstWeekday: Int {
    [.monday, .tuesday, .wednesday, .thursday, .friday, .saturday].firstIndex(of: time.firstDayOfWeek) ?? 6
  }

  /// `Fri 20 Nov 2026`, `16–22 Nov 2026 (week 47)`, `November 2026`.
  package func period(_ period: SalesPeriod) -> LocalizedPhrase {
    guard let days = period.days else { return LocalizedPhrase(verbatim: period.description) }
    let (first, last) = (days.lowerBound, days.upperBound - 1)
    switch period.scale {
    case .day: return "\(Self.weekdays[first.weekday]) \(first.day) \(month(first)) \(first.year)"
    case .month, .allTime: return Self.month(first.month, of: first.year)
    case .week:
      let week = period.isoWeek.week
      if first.year != last.year {
        return
          "\(first.day) \(month(first)) \(first.year) – \(last.day) \(month(last)) \(last.year) (week \(week))"
      }
      return first.month == last.month
        ? "\(first.day)–\(last.day) \(month(last)) \(last.year) (week \(week))"
        : "\(first.day) \(month(first)) – \(last.day) \(month(last)) \(last.year) (week \(week))"
    }
  }

  private static func month(_ month: Int, of year: Int) -> LocalizedPhrase {
    switch month {
    case 1: "January \(year)"
    case 2: "February \(year)"
    case 3: "March \(year)"
    case 4: "April \(year)"
    case 5: "May \(year)"
    case 6: "June \(year)"
    case 7: "July \(year)"
    case 8: "August \(year)"
    case 9: "September \(year)"
    case 10: "October \(year)"
    case 11: "November \(year)"
    default: "December \(year)"
    }
  }

  private func month(_ day: CalendarDay) -> LocalizedPhrase { Self.months[day.month - 1] }

  /// A share in per cent, rounded to one decimal: `5.4%` for 3 of 56. Empty where there is nothing to share.
  package func share(_ part: Decimal, of total: Decimal) -> String {
    guard total > 0 else { return "" }
    // A server may send a part that is more than its total.
    let ratio = min(max(part / total, 0), 1)
    let tenths = Int(clamping: NSDecimalNumber(decimal: ratio * 1_000).doubleValue.rounded())
    return "\(tenths / 10).\(tenths % 10)%"
  }
}
