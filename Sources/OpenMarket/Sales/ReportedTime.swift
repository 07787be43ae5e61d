package import Foundation

/// When something happened, as a seller writes it: a day, a time of the present day, or both, in the market's time zone or with
/// an offset of its own (ISO 8601).
package struct ReportedTime: Sendable, Equatable {
  /// The text that was read.
  package let text: String
  private let day: GivenDay
  private let seconds: Int
  /// Seconds ahead of UTC; nil for the market's time zone.
  private let offset: Int?

  /// 1582-10-15.
  private static let firstDay = -141_427

  /// Parses a `GivenDay`, a time such as `18:30`, and both with a space or `T` between them: `yesterday 18:30`,
  /// `2026-11-20T18:30:15`, `2026-11-20T18:30+09:00` or `…Z`. A day alone is its first instant, a time alone is of the present
  /// day. Times are read as Koreans write them, too: `오후 6시 30분`, `오후 6:30`, `18시`. Nil also for days before the Gregorian
  /// calendar, which would be shown in another one.
  package init?(_ typed: String) {
    let text = Self.inDigits(typed)
    self.text = text
    // A Korean day may have spaces of its own: `11월 20일 18:30`.
    let first =
      text.hasSuffix("일") ? nil : text.contains("일 ") ? text.lastIndex(of: " ") : text.firstIndex(of: " ")
    let separator = first ?? text.lastIndex(of: "T").flatMap { $0 > text.startIndex ? $0 : nil }
    let isTime = separator == nil && text.contains(":")
    guard let day = GivenDay(isTime ? "today" : text[..<(separator ?? text.endIndex)]),
      (day.fixed?.number ?? 0) >= Self.firstDay
    else { return nil }
    self.day = day
    guard isTime || separator != nil else {
      (seconds, offset) = (0, nil)
      return
    }
    var time = separator.map { text[text.index(after: $0)...] } ?? text[...]
    if time.hasSuffix("Z") {
      time.removeLast()
      offset = 0
    } else if let sign = time.lastIndex(where: { $0 == "+" || $0 == "-" }) {
      guard let seconds = Self.seconds(time[time.index(after: sign)...], parts: 2...2), seconds <= 14 * 3_600
      else { return nil }
      offset = time[sign] == "-" ? -seconds : seconds
      time = time[..<sign]
    } else {
      offset = nil
    }
    guard let seconds = Self.seconds(time, parts: 2...3) else { return nil }
    self.seconds = seconds
  }

  /// `어제 18:30` for `어제 오후 6시 30분`; another text as it is.
  private static func inDigits(_ text: String) -> String {
    guard text.contains("시") || text.contains("오전") || text.contains("오후"),
      let match = text.firstMatch(of: /(?:(오전|오후) ?)?([0-9]{1,2})(?:시(?: ?([0-9]{1,2})분)?|:([0-9]{2}))$/),
      let hour = Int(match.2), match.1 == nil || (1...12).contains(hour)
    else { return text }
    let hours = match.1.map { $0 == "오후" ? hour % 12 + 12 : hour % 12 } ?? hour
    let minutes = (match.3 ?? match.4).flatMap { Int($0) } ?? 0
    return "\(text[..<match.range.lowerBound])\(hours.padded(to: 2)):\(minutes.padded(to: 2))"
  }

  /// `18:30` or `18:30:15` as seconds; nil for other text.
  private static func seconds(_ text: Substring, parts count: ClosedRange<Int>) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard count.contains(parts.count), parts.allSatisfy({ $0.utf8.count == 2 }),
      let numbers = CalendarDay.numbers(parts), numbers[0] < 24, numbers.dropFirst().allSatisfy({ $0 < 60 })
    else { return nil }
    return numbers[0] * 3_600 + numbers[1] * 60 + (numbers.count > 2 ? numbers[2] : 0)
  }

  /// The instant, by the days of a market.
  package func date(in calendar: SalesCalendar, now: Date) -> Date {
    let day = day.day(today: calendar.day(of: now))
    if let offset {
      return Date(timeIntervalSince1970: Double(day.number * 86_400 + seconds - offset))
    }
    return seconds == 0
      ? calendar.firstInstant(of: day) : calendar.instant(of: day, secondsAfterMidnight: seconds)
  }
}
