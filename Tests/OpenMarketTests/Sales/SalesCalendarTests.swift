import Foundation
import Testing

@testable import OpenMarket

struct SalesCalendarTests {
  private func calendar(_ zone: String) throws -> SalesCalendar {
    SalesCalendar(timeZone: try #require(TimeZone(identifier: zone)))
  }

  private func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

  @Test func `every day from year 1 to 9999 has one text, which is read back`() throws {
    #expect(CalendarDay(0).description == "1970-01-01")
    let first = try #require(CalendarDay("0001-01-01"))
    let last = try #require(CalendarDay("9999-12-31"))
    #expect(last.number - first.number == 3_652_058)
    var (year, month, day) = (1, 1, 1)
    for number in first.number...last.number {
      let today = CalendarDay(number)
      guard (today.year, today.month, today.day) == (year, month, day) else {
        Issue.record("\(number): \(today)")
        break
      }
      day += 1
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      if day > [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] {
        (day, month) = (1, month + 1)
      }
      if month > 12 { (month, year) = (1, year + 1) }
    }
    for text in ["2024-02-29", "2000-02-29", "1999-12-31", "2026-11-20"] {
      #expect(CalendarDay(text)?.description == text)
    }
  }

  @Test(arguments: [
    "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-01", "2026-01-32", "2026-1-01", "26-01-01",
    "2026-01-0١",
    "0000-01-01", "2026-01-01 ", "+026-01-01", "", "2026-01", "--", "2026-01-01-01",
  ])
  func `a text that is no date is no day`(text: String) {
    #expect(CalendarDay(text) == nil)
  }

  /// The examples of ISO 8601, and each of the years that begin differently.
  @Test(arguments: [
    ("2008-12-28", "2008-W52"), ("2008-12-29", "2009-W01"), ("2009-12-31", "2009-W53"),
    ("2010-01-03", "2009-W53"), ("2010-01-04", "2010-W01"), ("2026-11-20", "2026-W47"),
    ("2020-12-31", "2020-W53"), ("2021-01-03", "2020-W53"), ("2016-01-01", "2015-W53"),
    ("2024-12-30", "2025-W01"),
  ])
  func `a day is in its ISO 8601 week`(day: String, week: String) throws {
    let day = try #require(CalendarDay(day))
    let period = SalesPeriod(.week, containing: day)
    #expect(period.description == week)
    #expect(SalesPeriod(week) == period)
    #expect(period.days.contains(day))
    #expect(period.days.count == 7)
    #expect(period.days.lowerBound.weekday == 0)
    #expect(period.next.previous == period)
  }

  @Test func `a year has the weeks that it has`() {
    #expect(SalesPeriod("2009-W53") != nil)
    #expect(SalesPeriod("2026-W53") != nil)
    for text in ["2010-W53", "2026-W54", "2026-W00", "2026-W1", "2026-w47", "2026W47", "2026-W-1"] {
      #expect(SalesPeriod(text) == nil, "\(text)")
    }
  }

  @Test func `a month goes from its first day to the first of the next one`() throws {
    let february = try #require(SalesPeriod("2024-02"))
    #expect(february.days.count == 29)
    #expect(february.days.lowerBound.description == "2024-02-01")
    #expect(february.previous.description == "2024-01")
    #expect(SalesPeriod("2026-12")?.next.description == "2027-01")
    #expect(SalesPeriod("9999-12")?.days.count == 31)
    #expect(SalesPeriod("2026-13") == nil)
    #expect(february.number == 2_024 * 12 + 1)
  }

  @Test(arguments: [
    // The clocks go forward at 00:00: the day begins at 01:00.
    ("America/Santiago", "2026-09-06", "2026-09-06T04:00:00Z", 23.0),
    // Back at 00:00 to 23:00: the day before has 25 hours.
    ("America/Santiago", "2026-04-04", "2026-04-04T03:00:00Z", 25),
    ("America/Santiago", "2026-04-05", "2026-04-05T04:00:00Z", 24),
    ("Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00Z", 23),
    ("Europe/Berlin", "2026-10-25", "2026-10-24T22:00:00Z", 25),
    ("Australia/Lord_Howe", "2026-10-04", "2026-10-03T13:30:00Z", 23.5),
    ("Asia/Seoul", "2026-11-20", "2026-11-19T15:00:00Z", 24),
    ("Asia/Kathmandu", "2026-11-20", "2026-11-19T18:15:00Z", 24),
    // The day that Samoa skipped.
    ("Pacific/Apia", "2011-12-29", "2011-12-29T10:00:00Z", 24),
    ("Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z", 0),
    ("Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z", 24),
  ])
  func `a day begins at its first instant`(zone: String, day: String, start: String, hours: Double) throws {
    let calendar = try calendar(zone)
    let day = try #require(CalendarDay(day))
    let first = calendar.firstInstant(of: day)
    let expected = try date(start)
    #expect(first == expected)
    #expect(calendar.firstInstant(of: day + 1).timeIntervalSince(first) == hours * 3_600)
    if hours > 0 {
      #expect(calendar.day(of: first) == day)
      #expect(calendar.day(of: first - 0.001) < day)
      #expect(calendar.day(of: first + hours * 3_600 - 0.001) == day)
    }
  }

  @Test(arguments: ["America/Santiago", "Europe/Berlin", "Asia/Seoul", "Australia/Lord_Howe", "UTC"])
  func `the days of a zone follow each other without a gap`(zone: String) throws {
    let calendar = try calendar(zone)
    let start = try #require(CalendarDay("2025-12-25"))
    for number in start.number..<start.number + 400 {
      let day = CalendarDay(number)
      let first = calendar.firstInstant(of: day)
      #expect(calendar.day(of: first) == day)
      #expect(calendar.day(of: first - 1) == day - 1)
    }
  }

  @Test(arguments: [
    ("Europe/Berlin", "2026-11-20", 18 * 3_600 + 1_800, "2026-11-20T17:30:00Z"),
    ("Europe/Berlin", "2026-03-29", 3 * 3_600, "2026-03-29T01:00:00Z"),
    // Skipped, and shown twice.
    ("Europe/Berlin", "2026-03-29", 2 * 3_600 + 1_800, "2026-03-29T01:30:00Z"),
    ("Europe/Berlin", "2026-10-25", 2 * 3_600 + 1_800, "2026-10-25T00:30:00Z"),
    ("Europe/Berlin", "2026-10-25", 3 * 3_600, "2026-10-25T02:00:00Z"),
  ])
  func `a time of a day is an instant`(zone: String, day: String, seconds: Int, instant: String) throws {
    let day = try #require(CalendarDay(day))
    let (calendar, expected) = (try calendar(zone), try date(instant))
    #expect(calendar.instant(of: day, secondsAfterMidnight: seconds) == expected)
  }
}
