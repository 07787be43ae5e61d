/// Elements that wait for their turn, by client: clients take turns, and the elements of one client keep their order, so
/// that a client with many elements delays each other client by one element at a time.
package struct FairQueue<Element> {
  /// Most elements that wait.
  private let capacity: Int
  /// Most elements of one client that wait.
  private let share: Int
  private var waiting: [String: Fifo<Element>] = [:]
  /// The clients whose elements wait, each once, in the order of their turns.
  private var turns = Fifo<String>()
  /// How many elements wait.
  package private(set) var count = 0

  /// - Parameters:
  ///   - capacity: The most elements that wait.
  ///   - share: The most elements of one client that wait.
  package init(capacity: Int, share: Int) {
    self.capacity = capacity
    self.share = share
  }

  /// Appends an element. Returns false when the queue, or the client's share of it, is full.
  package mutating func append(_ element: Element, of client: String) -> Bool {
    let present = waiting[client]?.count ?? 0
    guard count < capacity, present < share else { return false }
    if present == 0 { turns.append(client) }
    waiting[client, default: Fifo()].append(element)
    count += 1
    return true
  }

  /// Takes the first element of the client with the lowest cost, of several the one whose turn it is; nil when none waits.
  ///
  /// - Parameter cost: Returns the cost of a client and its first element, at least 0; nil for a client that has to wait for a later turn.
  package mutating func next(cost: (String, Element) -> Double? = { _, _ in 0 }) -> Element? {
    var least: (client: String, cost: Double)?
    for client in turns.all {
      guard let first = waiting[client]?.first, let cost = cost(client, first),
        cost < least?.cost ?? .infinity
      else { continue }
      least = (client, cost)
      if cost == 0 { break }
    }
    guard let client = least?.client, let element = waiting[client]?.removeFirst() else { return nil }
    count -= 1
    _ = turns.remove { $0 == client }
    if waiting[client]?.count == 0 {
      waiting[client] = nil
    } else {
      turns.append(client)
    }
    return element
  }

  /// Removes the last element of the client with the highest cost, of several with the most elements, to make room for another
  /// client's; nil where no client has a higher cost, or more elements than that one would have.
  package mutating func makeRoom(for client: String, cost: (String) -> Double) -> Element? {
    let own = (cost(client), (waiting[client]?.count ?? 0) + 1)
    let others = turns.all.map { (client: $0, rank: (cost($0), waiting[$0]?.count ?? 0)) }
    guard let most = others.max(by: { $0.rank < $1.rank }), most.rank > own,
      let element = waiting[most.client]?.removeLast()
    else { return nil }
    count -= 1
    if waiting[most.client]?.count == 0 {
      waiting[most.client] = nil
      _ = turns.remove { $0 == most.client }
    }
    return element
  }

  /// Removes a client's first element that satisfies the condition; nil without one.
  package mutating func remove(of client: String, where matches: (Element) -> Bool) -> Element? {
    guard let element = waiting[client]?.remove(where: matches) else { return nil }
    count -= 1
    if waiting[client]?.count == 0 {
      waiting[client] = nil
      _ = turns.remove { $0 == client }
    }
    return element
  }
}

/// A queue whose elements leave in the order in which they came.
struct Fifo<Element> {
  private var elements: [Element?] = []
  private var start = 0

  var count: Int { elements.count - start }

  mutating func append(_ element: Element) {
    elements.append(element)
  }

  mutating func removeFirst() -> Element? {
    guard start < elements.count else { return nil }
    defer {
      elements[start] = nil
      start += 1
      // Constant time on average: as many elements have left as are moved.
      if start > 32, start * 2 > elements.count {
        elements.removeFirst(start)
        start = 0
      }
    }
    return elements[start]
  }

  var first: Element? { start < elements.count ? elements[start] : nil }

  mutating func removeLast() -> Element? { count > 0 ? elements.removeLast() : nil }

  /// The elements that wait, the first one first.
  var all: some Sequence<Element> { elements[start...].lazy.compactMap(\.self) }

  mutating func remove(where matches: (Element) -> Bool) -> Element? {
    if elements.count > start, elements[start].map(matches) == true { return removeFirst() }
    guard let index = elements[start...].firstIndex(where: { $0.map(matches) == true }) else { return nil }
    return elements.remove(at: index)
  }
}
