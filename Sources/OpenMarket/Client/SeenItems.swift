/// Which items of a list have been told, while its pages come: what slid onto a later page meanwhile is told once.
package struct SeenItems: Sendable {
  private var ids = IDSet()
  private var hasRepeated = false
  /// Whether nothing comes after the last page: it was empty, or it was the second in a row with nothing new, and a
  /// market that gives the same page whatever number is asked would never come to an end.
  package private(set) var hasEnded = false

  package init() {}

  /// The items of the next page that have not been told before.
  package mutating func fresh(in page: ItemPage) -> [Item] {
    let fresh = page.items.filter { ids.insert($0.id) }
    hasEnded = page.items.isEmpty || fresh.isEmpty && hasRepeated
    hasRepeated = fresh.isEmpty
    return fresh
  }
}
