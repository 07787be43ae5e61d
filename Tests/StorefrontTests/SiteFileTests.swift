import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket
@testable import Storefront

/// The documents for programs.
struct SiteFileTests {
  @Test("the feed has the newest items, by ids that stay")
  func feed() async throws {
    let shop = try Shop(ShopDetails(title: "A & B"))
    try await shop.add(1)
    let response = try await shop.get("/feed.atom", [:])
    let identity = try #require(try await shop.get("/items/1").headers["Market-Identity"])
    #expect(response.headers[.contentType] == "application/atom+xml; charset=utf-8")
    #expect(
      String(decoding: response.body, as: UTF8.self) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <feed xmlns="http://www.w3.org/2005/Atom"><title>A &amp; B</title><id>urn:market:\(identity)</id>\
        <updated>2021-01-24T21:26:03Z</updated><link rel="self" href="http://shop.example/feed.atom"></link>\
        <entry><title>Lamp 1</title><id>urn:market:\(identity):1</id><updated>2021-01-24T21:26:03Z</updated>\
        <author><name>market</name></author><link href="http://shop.example/goods/1"></link>\
        <summary>USD 1.00</summary></entry></feed>
        """)
  }

  @Test(
    "a title of before, which XML cannot carry, is readable, and the feed has U+FFFD for it",
    .enabled(if: !TestDatabase.isServer))
  func noncharacters() async throws {
    let shop = try Shop()
    try await shop.add(1)
    try SQLiteDatabase(path: shop.folder.path(TemporaryMarket.filename), .shared).execute(
      "UPDATE item SET title = 'a' || char(65534, 65535, 1) || 'b'")
    #expect(try await shop.manager.item(id: 1).title == "a\u{FFFE}\u{FFFF}\u{1}b")
    let feed = try await shop.page("/feed.atom", [:])
    #expect(feed.contains("<title>a\u{FFFD}\u{FFFD}\u{FFFD}b</title>"))
    #expect(!feed.unicodeScalars.contains { [0xFFFE, 0xFFFF].contains($0.value) })
  }

  @Test("the map names its parts, and each part its items")
  func map() async throws {
    let shop = try Shop()
    try await shop.add(2)
    #expect(
      try await shop.page("/sitemap.xml") == """
        <?xml version="1.0" encoding="UTF-8"?>
        <sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap>\
        <loc>http://shop.example/sitemap.xml?page=1</loc></sitemap></sitemapindex>
        """)
    #expect(
      try await shop.page("/sitemap.xml?page=1") == """
        <?xml version="1.0" encoding="UTF-8"?>
        <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://shop.example/</loc></url>\
        <url><loc>http://shop.example/best-sellers</loc></url><url><loc>http://shop.example/price-list</loc></url>\
        <url><loc>http://shop.example/goods/1</loc></url>\
        <url><loc>http://shop.example/goods/2</loc></url></urlset>
        """)
    #expect(try await shop.get("/sitemap.xml?page=2").status == 404)
    #expect(
      try await shop.page("/robots.txt") == """
        User-agent: *
        Disallow: /search
        Sitemap: http://shop.example/sitemap.xml

        """)
  }
}
