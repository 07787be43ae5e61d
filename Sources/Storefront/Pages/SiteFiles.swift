import Foundation
import HTTP
import OpenMarket
import SystemSupport
import Wording

/// The documents for programs: a map of the site in parts, rules for robots, and an Atom feed of new items.
enum SiteFiles {
  /// Items of a part of the map.
  private static let rows = PageQuery.largestSize
  /// Most parts that the index names: together 10 million items, in less than 2 MiB.
  private static let parts = 20_000

  static func robots(_ page: PageRequest) -> HTTPResponse {
    let map = PageURL(SitePage.siteMap.url, below: page.base).text
    return .document(
      """
      User-agent: *
      Disallow: /search
      Sitemap: \(map)

      """, "text/plain; charset=utf-8", for: page)
  }

  /// The map: an index of its parts, or a part with the addresses of items, in their order.
  static func map(_ page: PageRequest) async throws -> HTTPResponse {
    let part = try page.number(.page)
    var list = ListQuery(PageQuery(part ?? 1, size: part == nil ? 1 : rows, sort: .oldest))
    let found = try await list.read(from: page.market)
    return try await page.market.rendered {
      var xml = HTML(page.format())
      xml.markup("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
      func list(_ name: StaticString, of kind: StaticString, _ urls: [PageURL]) {
        xml.element(name, [.schema("http://www.sitemaps.org/schemas/sitemap/0.9")]) { xml in
          for url in urls {
            xml.element(kind) { $0.element("loc", text: PageURL(url, below: page.base).text) }
          }
        }
      }
      if let part {
        guard !found.items.isEmpty || part == 1 else { throw PageError.notFound }
        let pages = [.front] + SitePage.mapped.filter { $0.isOpen(to: page) }.map(\.url)
        list("urlset", of: "url", (part > 1 ? [] : pages) + found.items.map(\.url))
      } else {
        let count = max(1, min(parts, ((found.total ?? 0) + rows - 1) / rows))
        list(
          "sitemapindex", of: "sitemap",
          (1...count).map { SitePage.siteMap.url.adding([("page", String($0))]) })
      }
      return .document(xml.string, "application/xml; charset=utf-8", for: page)
    }
  }

  /// The newest items (RFC 4287).
  static func feed(_ page: PageRequest) async throws -> HTTPResponse {
    var list = ListQuery(PageQuery(1, size: ListQuery.rows, sort: .newest))
    let found = try await list.read(from: page.market)
    return try await page.market.rendered {
      let identity = page.market.identity ?? "market"
      var xml = HTML(page.format(timeZone: .gmt))
      let newest = found.items.first?.registrationDate ?? Date(timeIntervalSince1970: 0)
      xml.markup("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
      xml.element("feed", [.schema("http://www.w3.org/2005/Atom")]) { xml in
        xml.element("title", text: page.shop.title ?? xml.format.text(LocalizedPhrase("Market")))
        xml.element("id", text: "urn:market:" + identity)
        xml.element("updated", text: xml.format.timestamp(newest))
        xml.element("link", [.token(.rel, "self"), .href(PageURL(SitePage.feed.url, below: page.base))]) {
          _ in
        }
        for item in found.items {
          xml.element("entry") { xml in
            xml.element("title", text: item.draft.title)
            xml.element("id", text: "urn:market:\(identity):\(item.id)")
            xml.element("updated", text: xml.format.timestamp(item.registrationDate))
            xml.element("author") { $0.element("name", text: item.vendor.name) }
            xml.element("link", [.href(PageURL(item.url, below: page.base))]) { _ in }
            xml.element("summary", item.listed.priceWords(xml.format))
          }
        }
      }
      return .document(xml.string, "application/atom+xml; charset=utf-8", for: page)
    }
  }
}
