import Testing

@testable import OpenMarket

struct GivenDayTests {
  @Test(arguments: [
    ("2026-11-20", "2026-11-20"), ("2026/11/20", "2026-11-20"), ("2026/1/5", "2026-01-05"),
    ("11-20", "2026-11-20"),
    ("11/23", "2026-11-23"), ("11-24", "2025-11-24"), ("2-29", "2024-02-29"), ("today", "2026-11-23"),
    ("Yesterday", "2026-11-22"), ("오늘", "2026-11-23"), ("어제", "2026-11-22"),
  ])
  func `a day is as a person writes it`(text: String, day: String) throws {
    let today = try #require(CalendarDay("2026-11-23"))
    let given = try #require(GivenDay(text))
    #expect(given.day(today: today).description == day)
    // A request has it in another form, which is read as the same day.
    #expect(GivenDay(given.text) == given)
  }

  @Test(arguments: [
    "", "tomorrow", "2026-11", "26-11-20", "2026-02-29", "13-01", "2-30", "11-20-", "1120", "2026-11/20",
  ])
  func `other text is no day`(text: String) {
    #expect(GivenDay(text) == nil)
  }
}
