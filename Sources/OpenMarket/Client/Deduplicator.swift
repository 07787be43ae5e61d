/// The ids of a list's items so far, so that an item which moves to a later page is shown once.
package struct Deduplicator: Sendable {
  private var ids = IDSet()
  private var hasRepeated = false
  /// Whether the list is over: its last page was empty, or two in a row held no new item. A market that sends the same
  /// page for every number would otherwise never end.
  package private(set) var hasEnded = false

  /// Whether the ids lie so far apart that no more of them are held in memory.
  package var isFull: Bool { ids.scattered >= PageLimits.heldRows }

  package init() {}

  /// The items of the next page whose ids are new.
  package mutating func fresh(in page: ItemPage) -> [Item] {
    let fresh = page.items.filter { ids.insert($0.id) }
    hasEnded = page.items.isEmpty || fresh.isEmpty && hasRepeated
    hasRepeated = fresh.isEmpty
    return fresh
  }
}
