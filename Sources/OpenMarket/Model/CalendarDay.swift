/// A day of the proleptic Gregorian calendar (ISO 8601), without a time zone.
package struct CalendarDay: Sendable, Hashable, Strideable {
  /// Days since 1970-01-01.
  package let number: Int

  package init(_ number: Int) {
    self.number = number
  }

  /// Nil for a date that the calendar does not have, such as 2026-02-29, and for years outside 1 to 9999.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...9_999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
    // Years begin in March, so that a leap day is the last day of its year; eras have 400 years.
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    self.init(era * 146_097 + dayOfEra - 719_468)
    guard self.day == day else { return nil }
  }

  /// The first day of the second month of the calendar: all periods that contain it begin in the year 1.
  package static let earliest = CalendarDay(year: 1, month: 2, day: 1) ?? CalendarDay(0)
  static let latest = CalendarDay(year: 9_999, month: 12, day: 31) ?? CalendarDay(0)

  /// Parses `2026-11-20`.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2], let numbers = Self.numbers(parts) else { return nil }
    self.init(year: numbers[0], month: numbers[1], day: numbers[2])
  }

  /// Parts of ASCII digits as numbers; nil for other text.
  static func numbers(_ parts: [some StringProtocol]) -> [Int]? {
    let numbers = parts.compactMap { part in
      part.utf8.allSatisfy { (48...57).contains($0) } ? Int(part) : nil
    }
    return numbers.count == parts.count ? numbers : nil
  }

  package func distance(to other: CalendarDay) -> Int { other.number - number }

  package func advanced(by days: Int) -> CalendarDay { CalendarDay(number + days) }

  package static func + (day: CalendarDay, days: Int) -> CalendarDay { CalendarDay(day.number + days) }

  package static func - (day: CalendarDay, days: Int) -> CalendarDay { CalendarDay(day.number - days) }

  package var year: Int { date.year }
  /// 1 to 12.
  package var month: Int { date.month }
  /// The day of the month, from 1.
  package var day: Int { date.day }

  /// Monday is 0.
  package var weekday: Int { (number + 3).modulo(7) }

  private var date: (year: Int, month: Int, day: Int) {
    let shifted = number + 719_468
    let era = (shifted - shifted.modulo(146_097)) / 146_097
    let dayOfEra = shifted.modulo(146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    )
  }
}

extension CalendarDay: TextCodable {
  /// `2026-11-20`.
  package var description: String {
    "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))"
  }
}

extension Int {
  /// The remainder that is never negative.
  func modulo(_ divisor: Int) -> Int {
    let remainder = self % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }

  /// With zeros before it.
  func padded(to digits: Int) -> String {
    let text = String(self)
    return String(repeating: "0", count: Swift.max(0, digits - text.utf8.count)) + text
  }
}
