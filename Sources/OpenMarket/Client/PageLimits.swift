/// Limits on the lists that are fetched from a server; a longer list is an error.
package enum PageLimits {
  /// Rows of a list that is written as it comes.
  package static let rows = 10_000_000
  /// Rows that are held in memory: those of a report, and of a table whose columns have one width.
  package static let heldRows = 1_000_000
  package static let pages = 100_000
}
