/// Which items an export has.
package struct ExportQuery: Sendable, Hashable {
  /// Items that an import asks for by what identifies them.
  package enum Names: Sendable, Hashable {
    case ids([Int])
    case skus([String])
    case references([String])
    case keys([String])
    /// Items of the reader with one of these titles, several with one too.
    case titles([String])
  }

  /// Nil for all.
  package var names: Names?
  /// Words that all items have; nil for all items.
  package var search: String?
  /// The conditions that the items meet.
  package var filter: ListFilter
  /// The id after which the export continues.
  package var after: Int
  package var limit: Int
  /// Whether the export has only the items that its credentials can change.
  package var isOwn: Bool

  package init(
    _ names: Names? = nil, search: String? = nil, filter: ListFilter = ListFilter(), after: Int = 0,
    limit: Int = BatchLimits.items, isOwn: Bool = false
  ) {
    self.names = names
    self.search = search
    self.filter = filter
    self.after = after
    self.limit = limit
    self.isOwn = isOwn
  }
}

/// The limits of a batch.
package enum BatchLimits {
  /// Most items of one request to a server, which the store writes in several transactions. Most items that one export
  /// returns, too.
  package static let items = 500
  /// Most items of a request of all or nothing to a server, which is one transaction: others wait as long as it takes.
  package static let atomic = 100
  /// Most bytes of such a request.
  package static let atomicBytes = 16 << 20
}
