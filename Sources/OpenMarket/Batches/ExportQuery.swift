/// Which items an export has.
package struct ExportQuery: Sendable, Equatable {
  /// Items that an import asks for by what identifies them.
  package enum Names: Sendable, Equatable {
    case ids([Int])
    case skus([String])
    case references([String])
    case keys([String])
  }

  /// Nil for all.
  package var names: Names?
  /// Words that all items have; nil for all items.
  package var search: String?
  /// The id after which the export continues.
  package var after: Int
  package var limit: Int
  /// Whether the export has only the items that its credentials can change.
  package var isOwn: Bool

  package init(
    _ names: Names? = nil, search: String? = nil, after: Int = 0, limit: Int = BatchLimits.items,
    isOwn: Bool = false
  ) {
    self.names = names
    self.search = search
    self.after = after
    self.limit = limit
    self.isOwn = isOwn
  }
}
