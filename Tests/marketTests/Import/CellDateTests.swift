import Foundation
import Testing

@testable import market

struct CellDateTests {
  @Test(arguments: [
    ("2026-11-21T00:00:00Z", 1_795_219_200_000_000), ("1970-01-01T00:00:00Z", 0),
    ("1969-12-31T23:59:59.999999Z", -1), ("2024-02-29T12:34:56.000001Z", 1_709_210_096_000_001),
    ("2000-03-01T00:00:00Z", 951_868_800_000_000), ("1583-01-01T00:00:00Z", -12_212_553_600_000_000),
    ("9999-12-31T23:59:59Z", 253_402_300_799_000_000),
  ])
  func `a date is written as it is read`(text: String, microseconds: Int) {
    #expect(CellDate(text, in: .gmt)?.microseconds == microseconds)
    #expect(CellDate(text, in: .gmt)?.text == text)
  }

  @Test(arguments: [
    ("2026년 11월 21일", "2026-11-21T00:00:00Z"), ("2026년 1월 2일 15:04", "2026-01-02T15:04:00Z"),
    ("2026년11월21일", "2026-11-21T00:00:00Z"), ("2026년 2월 30일", nil), ("26년 11월 21일", nil),
    ("2026년 11월", nil), ("2026년 11월 21일 토요일", nil),
  ])
  func `a date has Korean words`(text: String, expected: String?) {
    #expect(CellDate(text, in: .gmt)?.text == expected)
  }

  @Test func `every instant that a store keeps comes back from its text`() {
    // Each day from 1871 to 2104, at another time of day: beyond, Foundation's dates are not exact to a microsecond.
    for day in -36_000...49_000 {
      let micros = day * 86_400_000_000 + (day &* 7_919_000_003 & 0x13_0000_0000)
      let date = CellDate(Date(timeIntervalSince1970: Double(micros) / 1_000_000))
      guard date.microseconds == micros, CellDate(date.text, in: .gmt) == date else {
        Issue.record("\(micros): \(date.text)")
        return
      }
    }
  }

  @Test func `a date without an offset is in the given time zone, also where clocks change`() throws {
    let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
    for (text, utc) in [
      ("2026-03-29T01:30", "2026-03-29T00:30:00Z"), ("2026-03-29T03:30", "2026-03-29T01:30:00Z"),
      ("2026-07-01", "2026-06-30T22:00:00Z"), ("2026-12-01", "2026-11-30T23:00:00Z"),
    ] {
      #expect(CellDate(text, in: zone)?.text == utc)
    }
  }
}
