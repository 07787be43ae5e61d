import Testing

@testable import HTTP

/// When connections are looked at.
struct DeadlineWheelTests {
  @Test func `a connection is taken in its second, and not before`() {
    var wheel = DeadlineWheel(size: 8, second: 100)
    #expect([wheel.add(1, at: 103), wheel.add(2, at: 101)] == [103, 101])
    let taken = (101...104).map { wheel.take(until: $0) }
    #expect(taken == [[2], [], [1], []])
  }

  @Test func `a deadline that has passed is taken in the next second`() {
    var wheel = DeadlineWheel(size: 8, second: 100)
    #expect(wheel.add(1, at: 7) == 101)
    #expect(wheel.take(until: 101) == [1])
  }

  @Test func `a deadline beyond the wheel is looked at in its last slot`() {
    var wheel = DeadlineWheel(size: 8, second: 100)
    #expect(wheel.add(1, at: .max) == 107)
    #expect(wheel.take(until: 106) == [])
    #expect(wheel.take(until: 107) == [1])
  }

  @Test func `after a long pause every connection is taken once`() {
    var wheel = DeadlineWheel(size: 8, second: 100)
    for token in UInt64(1)...7 { _ = wheel.add(token, at: 100 + Int(token)) }
    #expect(wheel.take(until: 10_000).sorted() == Array(1...7))
    #expect(wheel.add(8, at: 10_001) == 10_001)
    #expect(wheel.take(until: 10_001) == [8])
  }
}
