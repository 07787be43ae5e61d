import Foundation
import HTTP
import TestSupport
import Testing

@Suite struct DateTests {
  @Test func `the example date of RFC 9110 is parsed and formatted`() {
    let date = Date(timeIntervalSince1970: 784_111_777)
    #expect(Date(httpDate: "Sun, 06 Nov 1994 08:49:37 GMT") == date)
    #expect(date.httpDate == "Sun, 06 Nov 1994 08:49:37 GMT")
  }

  @Test(arguments: [
    "", "Sun, 06 Nov 1994 08:49:37", "Mon, 06 Nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT",
    "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun, 06 Nov 1994 08:49:37 KST",
    "Sun, 06 nov 1994 08:49:37 GMT", "Wed, 30 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT",
    "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 08:49:+7 GMT", " Sun, 06 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 99999999999999999999 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37:00 GMT",
  ])
  func `another spelling of a date is rejected`(text: String) {
    #expect(Date(httpDate: text) == nil)
  }

  @Test func `a date is restored from its text`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var chance = SeededChance(seed: seed)
    for _ in 0..<200 {
      let date = Date(
        timeIntervalSince1970: Double(Int.random(in: -62_135_596_800...253_402_300_799, using: &chance)))
      #expect(Date(httpDate: date.httpDate) == date, "seed \(seed), \(date.httpDate)")
    }
  }

  @Test(arguments: [
    ("120", Duration.seconds(120)), ("0", .zero), ("Sun, 06 Nov 1994 08:49:47 GMT", .seconds(10)),
    ("Sun, 06 Nov 1994 08:00:00 GMT", .zero), ("-1", nil), ("+5", nil), ("1.5", nil), ("", nil),
    ("soon", nil),
    ("9999999999", nil), ("١٢", nil),
  ])
  func `Retry-After is seconds or a date`(value: String, wait: Duration?) {
    let response = HTTPResponse(status: 503, headers: ["retry-after": value])
    #expect(response.retryAfter(now: Date(timeIntervalSince1970: 784_111_777)) == wait)
  }

  @Test func `without Retry-After there is no delay`() {
    #expect(HTTPResponse(status: 503).retryAfter(now: Date()) == nil)
  }
}
