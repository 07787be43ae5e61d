package import Foundation
import HTTP
import SystemSupport

/// Pages of the list and their sums; conditions that a market does not know are applied here.
extension NetworkManager {
  /// Fetches one page of the list.
  ///
  /// Conditions that the market does not know are applied here: pages are then fetched from the first one on. Throws
  /// `unsupported(.filters)` for conditions on what no list tells.
  package func page(_ query: PageQuery) async throws(ClientError) -> ItemPage {
    let response = try await response(to: .page(query))
    let rest = query.filter.without(appliedIn: response.headers)
    guard !rest.isEmpty else { return try page(query, in: response) }
    guard rest.unknowable.isEmpty else { throw .unsupported(.filters) }
    return try await filtered(query, by: rest)
  }

  /// The pieces and prices of the items of a list, added up by currency: here, from all pages, where the market does not.
  package func values(_ query: PageQuery) async throws(ClientError) -> [StockValue] {
    do {
      let response = try await response(to: SumItems(list: query))
      if query.filter.without(appliedIn: response.headers).isEmpty {
        return try read(TotalsBody.self, from: response) { body throws(JSONDefect) in try body.values() }
      }
    } catch  where error == .unsupported(.totals) {}
    var sums: [StockValue] = []
    let all = PageQuery(size: PageQuery.largestSize, search: query.search, filter: query.filter)
    for try await page in pages(from: all) { sums = StockValue.adding(sums, StockValue.sums(of: page.items)) }
    return sums
  }

  /// The words of a search that no item has, where no item has all of them. Asks for each word, of which a search has at most
  /// eight; nil for a single word, which needs no request.
  package func missingWords(of search: String) async throws(ClientError) -> [String]? {
    let words = Self.words(of: search)
    guard words.count > 1 else { return nil }
    var missing: [String] = []
    for word in words where try await page(PageQuery(size: 1, search: word)).items.isEmpty {
      missing.append(word)
    }
    return missing
  }

  /// The page of an item for a web browser, `/goods/7`; nil for a market that has none, such as one in this process.
  package func page(ofItem id: Int) async -> URL? {
    guard ["http", "https"].contains(server.scheme), server.unixSocket == nil,
      let authority = server.authority
    else {
      return nil
    }
    let page = server.appending(path: "goods/\(id)")
    let request = HTTPRequest(
      .get, scheme: server.scheme ?? "http", authority: authority, target: page.target,
      headers: [.accept: "text/html"])
    let response = try? await self.response(to: request, isRepeatable: true)
    return response?.status == 200 && response?.headers[.contentType]?.hasPrefix("text/html") == true
      ? page : nil
  }

  /// The words of a search as they were typed, each once; no more than are searched for.
  package static func words(of search: String) -> [String] {
    var words: [String] = []
    for word in search.split(whereSeparator: \.isWhitespace).map(String.init)
    where words.count < SearchText.wordLimit
      && !words.contains(where: { $0.lowercased() == word.lowercased() })
    {
      words.append(word)
    }
    return words
  }

  /// A page of the items that meet conditions, from as many pages of the list as it takes.
  private func filtered(_ query: PageQuery, by rest: ListFilter) async throws(ClientError) -> ItemPage {
    var all = query
    all.number = 1
    let (first, now) = ((query.number - 1) * query.size, Date())
    var found: [Item] = []
    let pages = ItemPages(all, defect: unexpected) { query throws(ClientError) in
      try page(query, in: try await response(to: .page(query)))
    }
    for try await page in pages {
      found += page.items.filter { rest.holds(for: $0, SalesCalendar(timeZone: .current), now: now) }
      guard found.count <= first + query.size else {
        return ItemPage(
          number: query.number, items: Array(found[first..<first + query.size]), total: nil,
          isFilteredHere: true)
      }
    }
    return ItemPage(
      number: query.number, items: Array(found.dropFirst(first)), total: found.count, isFilteredHere: true)
  }
}
