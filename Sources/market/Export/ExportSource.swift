import Foundation
import OpenMarket

/// All items of a market, piece by piece.
struct ExportSource {
  private let networkManager: NetworkManager
  private let query: ExportQuery
  private let password: String?

  /// - Parameter password: With which the market shows private notes.
  init(_ networkManager: NetworkManager, _ query: ExportQuery, password: String?) {
    (self.networkManager, self.query, self.password) = (networkManager, query, password)
  }

  /// Calls `body` with each piece, in the order of the ids, and the time zone of the market, UTC where it is not known. Throws
  /// `ClientError.unexpectedResponse` for a server whose pieces do not come to an end: each has to begin after the one before it.
  func forEach(_ body: ([BatchItem], TimeZone) async throws -> Void) async throws {
    var query = query
    var count = 0
    do {
      while true {
        let (items, zone) = try await networkManager.exportedPiece(query, password: password)
        if let first = items.first?.id, first <= query.after { throw networkManager.unexpected(.samePage) }
        count += items.count
        guard count <= PageLimits.rows else { throw networkManager.unexpected(.tooManyRows(PageLimits.rows)) }
        if !items.isEmpty { try await body(items, zone ?? .gmt) }
        guard items.count == query.limit, let last = items.last?.id else { return }
        query.after = last
      }
    } catch let error as ClientError where error == .unsupported(.batches) && query.after == 0 {
      // Another market of this API: a request for each item.
      for try await page in networkManager.pages(from: pages) {
        var items: [BatchItem] = []
        for item in page.items { items.append(BatchItem(try await networkManager.item(id: item.id))) }
        try await body(items, .gmt)
      }
    } catch let error as ClientError where error == .unsupported(.filters) && query.after == 0 {
      // An earlier version: the list is filtered here, and names the items.
      for try await page in networkManager.pages(from: pages) {
        let named = ExportQuery(.ids(page.items.map(\.id)))
        let (items, zone) = try await networkManager.exportedPiece(named, password: password)
        try await body(items, zone ?? .gmt)
      }
    }
  }

  private var pages: PageQuery {
    PageQuery(size: PageQuery.largestSize, search: query.search, filter: query.filter)
  }
}

extension BatchItem {
  /// Takes the values from an item as another market of this API returns it.
  init(_ item: Item) {
    self.init(id: item.id)
    (title, description) = (item.title, item.description)
    (price, currency) = (item.price.amount, item.price.currency.code)
    (discountedPrice, stock) = (item.discountedPrice?.amount, item.stock)
    (details, registrationDate) = (item.details, item.registrationDate)
    images = (item.images ?? []).map { _ in "" }
  }
}
