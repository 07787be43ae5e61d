package import Foundation
package import HTTP

/// The names of items that a server has told before: for someone who is still typing. Nobody is asked.
package struct CachedTitles: Sendable {
  /// Answers of each kind that are looked through, and bytes of them all: what takes a blink.
  private static let responseLimit = 64
  private static let mostBytes = 1 << 19

  private let history: ResponseHistory
  private let server: URL

  package init(_ history: ResponseHistory, of server: URL) {
    self.history = history
    self.server = server
  }

  /// The items whose ids begin with these digits, the newest first, as far as they were seen lately.
  package func beginning(with digits: String, limit: Int) -> [ItemTitle] {
    var titles: [Int: (title: String, date: Date)] = [:]
    for (names, date) in seen {
      for name in names where String(name.id).hasPrefix(digits) {
        if let other = titles[name.id], other.date > date { continue }
        titles[name.id] = (name.title, date)
      }
    }
    return titles.sorted { $0.key > $1.key }.prefix(limit).map {
      ItemTitle(id: $0.key, title: $0.value.title)
    }
  }

  /// What each answer names, and when it did: pages before items, which name one each.
  private var seen: [(names: [Name], date: Date)] {
    let endpoints: [Endpoint] = [.page(PageQuery()), .item(id: 1)]
    let requests = endpoints.compactMap { try? $0.request(to: server, boundary: "") }
    var room = Self.mostBytes
    var seen: [(names: [Name], date: Date)] = []
    for answer in history.answers(besides: requests, limit: Self.responseLimit) {
      let body = answer.response.body
      guard body.count <= room else { continue }
      room -= body.count
      seen.append((Self.names(in: body), answer.date))
    }
    return seen
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
