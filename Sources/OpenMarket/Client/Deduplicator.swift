/// The ids of a list's items so far, so that an item which moves to a later page is shown once.
package struct Deduplicator: Sendable {
  private var ids = IDSet()
  private var hasRepeated = false
  /// Whether the list is over: its last page was empty, or two in a row held no new item. A market that sends the same
  /// page for every number would otherwise never end.
  package private(set) var hasEnded = false

  /// Whether the ids lie so far apart that no more of them are held in memory.
  package var isFull: Bool { ids.count >= PageLimits.heldRows }

  package init() {}

  /// The items of the next page whose ids are new.
  package mutating func fresh(in page: ItemPage) -> [Item] {
    let fresh = page.items.filter { ids.insert($0.id) }
    hasEnded = page.items.isEmpty || fresh.isEmpty && hasRepeated
    hasRepeated = fresh.isEmpty
    return fresh
  }
}

/// A set of ids that takes about one bit for each if they lie close together, as consecutive ids do: a list of a million
/// items takes about 100 kB.
private struct IDSet: Sendable {
  private var words: [Int: UInt64] = [:]

  /// How many words of 64 ids it has.
  var count: Int { words.count }

  /// Inserts an id and returns whether it was new.
  mutating func insert(_ id: Int) -> Bool {
    let bit = UInt64(1) << UInt64(id & 63)
    let old = words[id >> 6, default: 0]
    words[id >> 6] = old | bit
    return old & bit == 0
  }
}
