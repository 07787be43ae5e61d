import Foundation
import OpenMarket

/// All items of a market, piece by piece.
struct ExportSource {
  private let networkManager: NetworkManager
  private let search: String?
  private let password: String?

  /// - Parameters:
  ///   - search: Words that all items contain; nil for all items.
  ///   - password: With which the market shows private notes.
  init(_ networkManager: NetworkManager, search: String?, password: String?) {
    (self.networkManager, self.search, self.password) = (networkManager, search, password)
  }

  /// Calls `body` with each piece, in the order of the ids, and the time zone of the market, UTC where it is not known. Throws
  /// `ClientError.unexpectedResponse` for a server whose pieces do not come to an end: each has to begin after the one before it.
  func forEach(_ body: ([BatchItem], TimeZone) async throws -> Void) async throws {
    var query = ExportQuery(search: search)
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
      for try await page in networkManager.pages(from: PageQuery(size: PageQuery.largestSize, search: search))
      {
        var items: [BatchItem] = []
        for item in page.items { items.append(BatchItem(try await networkManager.item(id: item.id))) }
        try await body(items, .gmt)
      }
    }
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
