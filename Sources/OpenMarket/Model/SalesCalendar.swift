package import Foundation

/// The days of a market: which day an instant belongs to in the market's time zone, and when a day begins.
///
/// A day is the date that clocks of the zone show. Some days have 23 or 25 hours, some do not begin at 00:00, and a zone
/// can skip a day.
package struct SalesCalendar: Sendable, Equatable {
  package let timeZone: TimeZone

  package init(timeZone: TimeZone) {
    self.timeZone = timeZone
  }

  /// The day of an instant.
  package func day(of date: Date) -> CalendarDay {
    CalendarDay(Int(((date.timeIntervalSince1970 + offset(at: date)) / Self.secondsOfDay).rounded(.down)))
  }

  /// The first instant that belongs to a day. For a day that the zone skips, the instant of the change.
  package func firstInstant(of day: CalendarDay) -> Date {
    let midnight = Date(timeIntervalSince1970: Double(day.number) * Self.secondsOfDay)
    // Zones are at most 14 hours from UTC.
    let (early, late) = (midnight - Self.secondsOfDay, midnight + Self.secondsOfDay)
    let (before, after) = (offset(at: early), offset(at: late))
    guard before != after else { return midnight - before }
    let change = change(between: early, late)
    if midnight - before < change { return midnight - before }
    return max(change, midnight - after)
  }

  /// The instant at which the zone's clocks show a time, `hour` and the rest counted from 00:00 of the day. A time that
  /// they skip is taken by the offset before the change, and one that they show twice is the first.
  package func instant(of day: CalendarDay, secondsAfterMidnight seconds: Int) -> Date {
    let local = Date(timeIntervalSince1970: Double(day.number) * Self.secondsOfDay + Double(seconds))
    let before = offset(at: local - Self.secondsOfDay)
    let after = offset(at: local + Self.secondsOfDay)
    let (first, second) = (local - before, local - after)
    if offset(at: first) == before { return first }
    return offset(at: second) == after ? second : first
  }

  /// The instant of the zone's only change of its offset between two, to the second.
  private func change(between early: Date, _ late: Date) -> Date {
    var (low, high) = (early.timeIntervalSince1970, late.timeIntervalSince1970)
    let before = offset(at: early)
    while high - low > 1 {
      let middle = ((low + high) / 2).rounded(.down)
      if offset(at: Date(timeIntervalSince1970: middle)) == before { low = middle } else { high = middle }
    }
    return Date(timeIntervalSince1970: high)
  }

  /// Seconds by which the zone's clocks are ahead of UTC.
  private func offset(at date: Date) -> TimeInterval {
    TimeInterval(timeZone.secondsFromGMT(for: date))
  }

  private static let secondsOfDay: TimeInterval = 86_400
}
