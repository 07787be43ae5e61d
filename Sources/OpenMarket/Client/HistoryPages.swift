/// The pages of a history that are fetched one after the other. A server that sends the same page again, or more entries
/// than a limit, has a defect.
package struct HistoryPages {
  private let mostRows: Int
  private var rows = 0
  private var last: HistoryPage?

  /// - Parameter isHeld: Whether all entries are held in memory.
  package init(isHeld: Bool) {
    mostRows = isHeld ? PageLimits.heldRows : PageLimits.rows
  }

  /// Takes the next page, and returns the defect that it shows. An empty page is the last one.
  package mutating func defect(with page: HistoryPage) -> ResponseDefect? {
    defer { last = page }
    rows += page.entries.count
    // Entries that are recorded between two requests move others to the next page.
    if let last, !page.entries.isEmpty, last.entries == page.entries,
      page.total < last.total.addingWithoutOverflow(page.entries.count)
    {
      return .samePage
    }
    return rows > mostRows ? .tooManyRows(mostRows) : nil
  }
}
