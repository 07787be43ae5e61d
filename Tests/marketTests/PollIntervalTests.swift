import OpenMarket
import Testing

@testable import market

struct PollIntervalTests {
  private let page = ItemPage(number: 1, items: [], total: 0)
  private let other = ItemPage(number: 1, items: [], total: 1)

  @Test func `a market that answers at once is asked four times a second`() {
    var interval = PollInterval()
    #expect(interval.delay == .milliseconds(250))
    for _ in 1...100 { interval.note(page, after: .microseconds(200)) }
    #expect(interval.delay == .milliseconds(250))
  }

  @Test func `requests take a hundredth of the time, and less while nothing changes`() {
    var interval = PollInterval()
    interval.note(page, after: .milliseconds(40))
    let first = interval.delay
    #expect(first >= .seconds(4) && first <= .seconds(5))
    for _ in 1...100 { interval.note(page, after: .milliseconds(40)) }
    #expect(interval.delay == .seconds(30))
    interval.note(other, after: .milliseconds(40))
    #expect(interval.delay == .seconds(4))
  }

  @Test func `a market that does not answer is asked less and less often`() {
    var interval = PollInterval()
    for _ in 1...100 { interval.note(nil, after: .milliseconds(100)) }
    #expect(interval.delay == .seconds(30))
  }
}
