import Testing

@testable import SystemSupport

/// The order in which elements of several clients leave.
struct FairQueueTests {
  private func append<Element>(_ elements: (Element, String)..., to queue: inout FairQueue<Element>) -> [Bool]
  {
    elements.map { queue.append($0.0, of: $0.1) }
  }

  private func all(_ queue: FairQueue<String>) -> [String] {
    var queue = queue
    var elements: [String] = []
    while let element = queue.next() { elements.append(element) }
    return elements
  }

  @Test func `clients take turns, and the elements of each client keep their order`() {
    var queue = FairQueue<String>(capacity: 10, share: 10)
    let are = append(
      ("a1", "a"), ("a2", "a"), ("a3", "a"), ("b1", "b"), ("c1", "c"), ("b2", "b"), to: &queue)
    #expect(are == Array(repeating: true, count: 6))
    #expect(queue.count == 6)
    #expect(all(queue) == ["a1", "b1", "c1", "a2", "b2", "a3"])
  }

  @Test func `a client that comes back waits behind those that are waiting`() {
    var queue = FairQueue<String>(capacity: 10, share: 10)
    #expect(append(("a1", "a"), ("b1", "b"), ("b2", "b"), to: &queue) == [true, true, true])
    let first = queue.next()
    #expect(first == "a1")
    #expect(append(("a2", "a"), to: &queue) == [true])
    #expect(all(queue) == ["b1", "a2", "b2"])
  }

  @Test func `a full share refuses one client, a full queue all`() {
    var queue = FairQueue<Int>(capacity: 3, share: 2)
    #expect(
      append((1, "a"), (2, "a"), (3, "a"), (4, "b"), (5, "c"), to: &queue) == [
        true, true, false, true, false,
      ])
    let first = queue.next()
    #expect(first == 1)
    #expect(append((5, "c"), to: &queue) == [true])
    #expect(queue.count == 3)
  }

  @Test func `a removed element takes no turn`() {
    var queue = FairQueue<String>(capacity: 10, share: 10)
    #expect(append(("a1", "a"), ("b1", "b"), ("b2", "b"), to: &queue) == [true, true, true])
    let removed = [
      queue.remove(of: "a") { $0 == "a1" }, queue.remove(of: "a") { _ in true },
      queue.remove(of: "b") { $0 == "b2" },
    ]
    #expect(removed == ["a1", nil, "b2"])
    #expect(append(("a2", "a"), to: &queue) == [true])
    #expect(all(queue) == ["b1", "a2"])
  }

  @Test func `many elements keep their order`() {
    var queue = FairQueue<Int>(capacity: 10_000, share: 10_000)
    for number in 0..<1_000 { _ = queue.append(number, of: "a") }
    var first: [Int] = []
    while first.count < 500, let number = queue.next() { first.append(number) }
    for number in 1_000..<1_500 { _ = queue.append(number, of: "a") }
    var rest: [Int] = []
    while let number = queue.next() { rest.append(number) }
    #expect(first == Array(0..<500))
    #expect(rest == Array(500..<1_500))
    #expect(queue.count == 0)
  }
}
