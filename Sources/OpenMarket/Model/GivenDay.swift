package import SystemSupport

/// A day as a person writes it: `2026-11-20`, `2026/11/20`, `11-20`, `11/20`, `today` or `yesterday`, and as Koreans do
/// (`2026년 11월 20일`, `11월 20일`, `오늘`, `어제`). The days are those of a market, which alone knows its present day.
package struct GivenDay: Sendable, Hashable {
  /// How a day is written, for messages.
  package static var examples: LocalizedPhrase { "a day such as 2026-11-20, 11-20, today or yesterday" }

  private enum Form: Hashable {
    case fixed(CalendarDay)
    /// The latest such day that is not in the future.
    case ofYear(month: Int, day: Int)
    case before(days: Int)
  }

  private let form: Form

  package init(_ day: CalendarDay) { form = .fixed(day) }

  private init(before days: Int) { form = .before(days: days) }

  package static let today = GivenDay(before: 0)

  /// Nil for text that is no day, and for days that no year has.
  package init?(_ text: some StringProtocol) {
    switch text.lowercased() {
    case "today", "오늘": form = .before(days: 0)
    case "yesterday", "어제": form = .before(days: 1)
    case let text:
      let korean =
        text.hasSuffix("일")
        ? text.wholeMatch(of: /(?:([0-9]{4})년 ?)?([0-9]{1,2})월 ?([0-9]{1,2})일/) : nil
      let parts =
        korean.map { [$0.1, $0.2, $0.3].compactMap(\.self) }
        ?? text.split(separator: text.contains("/") ? "/" : "-", omittingEmptySubsequences: false)
      guard let numbers = CalendarDay.numbers(parts),
        parts.suffix(2).allSatisfy({ $0.utf8.count <= 2 })
      else { return nil }
      switch numbers.count {
      case 3 where parts[0].utf8.count == 4:
        guard let day = CalendarDay(year: numbers[0], month: numbers[1], day: numbers[2]) else { return nil }
        form = .fixed(day)
      case 2:
        // 2000 was a leap year.
        guard CalendarDay(year: 2_000, month: numbers[0], day: numbers[1]) != nil else { return nil }
        form = .ofYear(month: numbers[0], day: numbers[1])
      default: return nil
      }
    }
  }

  /// The day with its year; nil where it depends on the present day.
  package var fixed: CalendarDay? {
    if case .fixed(let day) = form { day } else { nil }
  }

  /// The day at a market whose present day is known.
  package func day(today: CalendarDay) -> CalendarDay {
    switch form {
    case .fixed(let day): return day
    case .before(let days): return today - days
    case .ofYear(let month, let day):
      // Two leap years are at most eight years apart.
      let days = (0...8).lazy.compactMap { CalendarDay(year: today.year - $0, month: month, day: day) }
      return days.first { $0 <= today } ?? today
    }
  }

  /// The day as requests have it: `2026-11-20`, `11-20`, `today`.
  package var text: String {
    switch form {
    case .fixed(let day): day.description
    case .ofYear(let month, let day): "\(month.padded(to: 2))-\(day.padded(to: 2))"
    case .before(let days): days == 0 ? "today" : "yesterday"
    }
  }
}
