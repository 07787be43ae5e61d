/// The times at which connections have to be looked at, in seconds: a timing wheel.
///
/// Each connection is in one slot at a time. A deadline that moves into the future needs no change here: the connection is
/// put back when its slot comes, so that a busy connection costs nothing.
struct DeadlineWheel {
  private var slots: [[UInt64]]
  /// The second up to which slots were taken.
  private var second: Int

  /// - Parameters:
  ///   - size: The number of slots; deadlines further in the future are looked at in between.
  ///   - second: The present.
  init(size: Int = 64, second: Int) {
    slots = Array(repeating: [], count: size)
    self.second = second
  }

  /// Puts a connection into the slot of the second, or into the last slot before it. Returns the slot's second.
  mutating func add(_ token: UInt64, at second: Int) -> Int {
    let slot = min(max(second, self.second + 1), self.second + slots.count - 1)
    slots[slot % slots.count].append(token)
    return slot
  }

  /// Takes the connections in the slots up to the present.
  mutating func take(until present: Int) -> [UInt64] {
    var tokens: [UInt64] = []
    // After a sleep of the machine, every slot once.
    second = max(second, present - slots.count)
    while second < present {
      second += 1
      tokens += slots[second % slots.count]
      slots[second % slots.count].removeAll(keepingCapacity: true)
    }
    return tokens
  }
}
