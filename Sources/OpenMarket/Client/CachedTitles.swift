package import Foundation
package import HTTP
import SystemSupport

/// The titles of items in cached responses, for completion on the command line. Sends no request.
package struct CachedTitles: Sendable {
  /// Responses of each kind that are read, and their bytes in all: completion must take no noticeable time.
  private static let responseLimit = 64
  private static let byteLimit = 1 << 19

  private let history: ResponseHistory
  private let server: URL

  package init(_ history: ResponseHistory, of server: URL) {
    self.history = history
    self.server = server
  }

  /// The items whose ids begin with these digits, in descending order of ids.
  package func beginning(with digits: String, limit: Int) -> [ItemTitle] {
    var titles: [Int: (title: String, date: Date)] = [:]
    for (names, date) in cached {
      for name in names where String(name.id).hasPrefix(digits) {
        if let other = titles[name.id], other.date > date { continue }
        titles[name.id] = (name.title, date)
      }
    }
    return titles.sorted { $0.key > $1.key }.prefix(limit).map {
      ItemTitle(id: $0.key, title: $0.value.title)
    }
  }

  /// The names in each cached response and its date: pages first, then single items.
  private var cached: [(names: [Name], date: Date)] {
    let endpoints: [Endpoint] = [.page(PageQuery()), .item(id: 1)]
    let requests = endpoints.compactMap { try? $0.request(boundary: "").addressed(to: server) }
    var room = Self.byteLimit
    var cached: [(names: [Name], date: Date)] = []
    for stored in history.responses(besides: requests, limit: Self.responseLimit) {
      let body = stored.response.body
      guard body.count <= room else { continue }
      room -= body.count
      cached.append((Self.names(in: body), stored.date))
    }
    return cached
  }

  private static func names(in body: Data) -> [Name] {
    if let page = try? JSON.decode(Page.self, from: body) { return page.items }
    return (try? JSON.decode(Name.self, from: body)).map { [$0] } ?? []
  }

  private struct Page: Decodable {
    let items: [Name]
  }

  private struct Name: Decodable {
    let id: Int
    let title: String
  }
}
