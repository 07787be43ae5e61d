package import Foundation
package import HTTP
import SystemSupport

/// Words of the cached responses of a server. Sends no request.
package struct CachedWords: CompletedWords, Sendable {
  /// Responses of each kind that are read, and their bytes in all: completion must take no noticeable time.
  private static let responseLimit = 64
  private static let byteLimit = 1 << 19

  private let history: ResponseHistory
  private let server: URL

  package init(_ history: ResponseHistory, of server: URL) {
    self.history = history
    self.server = server
  }

  package func items(beginningWith digits: String, inTrash: Bool = false, limit: Int) -> [ItemTitle] {
    guard !inTrash else { return [] }
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

  package func skus(
    beginningWith text: String, inTrash: Bool = false, limit: Int
  ) -> [(sku: String, title: String)] {
    guard !inTrash else { return [] }
    var titles: [String: String] = [:]
    for name in cached.flatMap(\.names) {
      if let sku = name.sku, sku.lowercased().hasPrefix(text.lowercased()) { titles[sku] = name.title }
    }
    return titles.sorted { $0.key < $1.key }.prefix(limit).map { ($0.key, $0.value) }
  }

  package func tags(beginningWith text: String, limit: Int) -> [String] {
    let tags = Set(cached.flatMap(\.names).flatMap { $0.tags ?? [] })
    return Array(tags.filter { $0.hasPrefix(text) }.sorted().prefix(limit))
  }

  /// A server's are private, and not cached, as its trash is.
  package func entries(beginningWith digits: String, limit: Int) -> [ItemTitle] { [] }
  package func references(beginningWith text: String, ofSales: Bool, limit: Int) -> [String] { [] }

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
    let sku: String?
    let tags: [String]?
  }
}
