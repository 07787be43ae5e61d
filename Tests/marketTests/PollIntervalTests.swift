import OpenMarket
import Testing

@testable import market

struct PollIntervalTests {
  private let page = ItemPage(number: 1, items: [], total: 0)
  private let other = ItemPage(number: 1, items: [], total: 1)

  @Test func `a market that answers at once is asked four times a second`() {
    var pace = PollInterval()
    #expect(pace.delay == .milliseconds(250))
    for _ in 1...100 { pace.note(page, after: .microseconds(200)) }
    #expect(pace.delay == .milliseconds(250))
  }

  @Test func `asking takes a hundredth of the time, and less as long as nothing changes`() {
    var pace = PollInterval()
    pace.note(page, after: .milliseconds(40))
    let first = pace.delay
    #expect(first >= .seconds(4) && first <= .seconds(5))
    for _ in 1...100 { pace.note(page, after: .milliseconds(40)) }
    #expect(pace.delay == .seconds(30))
    pace.note(other, after: .milliseconds(40))
    #expect(pace.delay == .seconds(4))
  }

  @Test func `a market that does not answer is asked less and less`() {
    var pace = PollInterval()
    for _ in 1...100 { pace.note(nil, after: .milliseconds(100)) }
    #expect(pace.delay == .seconds(30))
  }
}
