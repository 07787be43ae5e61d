import Foundation
import OpenMarket

/// All items of a market, piece by piece.
struct ExportSource {
  private let networkManager: NetworkManager
  private let query: ExportQuery
  private let ids: [Int]
  private let password: String?
  private let needsAll: Bool

  /// - Parameters:
  ///   - ids: The items, in order; none for all that the query finds.
  ///   - password: With which the market shows private notes.
  ///   - needsAll: Whether an id that no item has is an error.
  init(
    _ networkManager: NetworkManager, _ query: ExportQuery, _ ids: [Int] = [], password: String?,
    needsAll: Bool = false
  ) {
    (self.networkManager, self.query, self.ids, self.password) = (networkManager, query, ids, password)
    self.needsAll = needsAll
  }

  /// Calls `body` with each piece, in the order of the ids, and the time zone of the market, UTC where it is not known. Throws
  /// `ClientError.noSuchItem` for an id that no item has, before its piece, where all are needed, and
  /// `ClientError.unexpectedResponse` for a server whose pieces do not come to an end: each has to begin after the one before it.
  func forEach(_ body: ([BatchItem], TimeZone) async throws -> Void) async throws {
    for start in stride(from: 0, to: ids.count, by: BatchLimits.items) {
      let part = Array(ids[start..<min(start + BatchLimits.items, ids.count)])
      let (items, zone) = try await networkManager.exportedPiece(ExportQuery(.ids(part)), password: password)
      let found = Set(items.compactMap(\.id))
      if needsAll, let missing = part.first(where: { !found.contains($0) }) {
        throw ClientError.noSuchItem(id: missing)
      }
      if !items.isEmpty { try await body(items, zone ?? .gmt) }
    }
    if !ids.isEmpty { return }
    var query = query
    var count = 0
    while true {
      let (items, zone) = try await networkManager.exportedPiece(query, password: password)
      if let first = items.first?.id, first <= query.after { throw networkManager.unexpected(.samePage) }
      count += items.count
      guard count <= PageLimits.rows else { throw networkManager.unexpected(.tooManyRows(PageLimits.rows)) }
      if !items.isEmpty { try await body(items, zone ?? .gmt) }
      guard items.count == query.limit, let last = items.last?.id else { return }
      query.after = last
    }
  }
}
