/// The access to what a market has sold. Figures of a shop are private unless its operator opens them.
package struct SalesAccess: Sendable, Equatable {
  /// Whether anyone reads sales and revenue. Otherwise a vendor reads those of its own items.
  package var isOpen = true
  /// Whether anyone reads rankings, by pieces where `isOpen` is false.
  package var hasRankings = true

  package init() {}

  /// The days that sales without dates cover at a server, today included.
  static let days = 366
}

extension APIError {
  static let privateSales = APIError(
    status: 403, code: .privateSales,
    reason: """
      Sales are private at this market: send the identifier and the secret of a vendor by HTTP Basic authentication for \
      those of its items
      """)
  static let privateRevenue = APIError(
    status: 403, code: .privateRevenue, reason: "Revenue is private at this market: rank by pieces",
    field: "by")
  static let privateRankings = APIError(
    status: 403, code: .privateRankings, reason: "Rankings are private at this market")
}
