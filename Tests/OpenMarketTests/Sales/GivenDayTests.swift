import Foundation
import Testing

@testable import OpenMarket

struct GivenDayTests {
  @Test(arguments: [
    ("2026-11-20", "2026-11-20"), ("2026/11/20", "2026-11-20"), ("2026/1/5", "2026-01-05"),
    ("11-20", "2026-11-20"),
    ("11/23", "2026-11-23"), ("11-24", "2025-11-24"), ("2-29", "2024-02-29"), ("today", "2026-11-23"),
    ("Yesterday", "2026-11-22"), ("오늘", "2026-11-23"), ("어제", "2026-11-22"),
    ("11월 20일", "2026-11-20"), ("11월24일", "2025-11-24"), ("2026년 1월 5일", "2026-01-05"),
    ("2025년12월31일", "2025-12-31"),
  ])
  func `a day is as a person writes it`(text: String, day: String) throws {
    let today = try #require(CalendarDay("2026-11-23"))
    let given = try #require(GivenDay(text))
    #expect(given.day(today: today).description == day)
    // A request has it in another form, which is read as the same day.
    #expect(GivenDay(given.text) == given)
  }

  @Test(arguments: [
    ("11월 20일", "2026-11-20T00:00:00Z"), ("11월 20일 18:30", "2026-11-20T18:30:00Z"),
    ("2025년 12월 31일 08:05", "2025-12-31T08:05:00Z"), ("11월20일 18:30", "2026-11-20T18:30:00Z"),
    ("어제 18:30", "2026-11-22T18:30:00Z"), ("어제 오후 6시 30분", "2026-11-22T18:30:00Z"),
    ("11월 20일 오후 6:30", "2026-11-20T18:30:00Z"), ("오늘 오전 12시", "2026-11-23T00:00:00Z"),
    ("오후 12시 5분", "2026-11-23T12:05:00Z"), ("18시", "2026-11-23T18:00:00Z"),
  ])
  func `a time stands behind a Korean day`(text: String, time: String) throws {
    let now = try Date("2026-11-23T12:00:00Z", strategy: .iso8601)
    let given = try #require(ReportedTime(text))
    #expect(given.date(in: SalesCalendar(timeZone: .gmt), now: now).formatted(.iso8601) == time)
    #expect(ReportedTime("11월 20일 저녁") == nil)
  }

  @Test(arguments: [
    "", "tomorrow", "2026-11", "26-11-20", "2026-02-29", "13-01", "2-30", "11-20-", "1120", "2026-11/20",
    "11월", "20일", "13월 1일", "26년 11월 20일", "2026년 2월 29일", "11월 20일 저녁",
  ])
  func `other text is no day`(text: String) {
    #expect(GivenDay(text) == nil)
  }
}
