import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket
@testable import Storefront

/// The APIs of a market do not change with its pages.
struct SameAPITests {
  /// A request for each route of the APIs, as methods and targets.
  private static let requests: [(HTTPMethod, String)] = {
    let templates =
      MarketAPI.allRoutes.map(\.text)
      + [
        "items", "item", "images", "api", "healthChecker", "openapi.json", "healthz", "readyz",
        "thumbnails/320/1.png",
      ].map {
        "GET /\($0)"
      }
      + ["/api/products?page_no=1&items_per_page=10", "/api/products/1", "/images/1.png", "/items/1?q=mac"]
      .map { "GET " + $0 }
    let concrete = templates.flatMap { template in
      ["1", "99", "x", "2021-01-24"].map { value in template.replacing(/\{[a-z]+\}/, with: value) }
    }
    return Set(concrete).sorted().compactMap { line in
      let words = line.split(separator: " ").map(String.init)
      return words.count == 2 ? (HTTPMethod(rawValue: words[0]), words[1]) : nil
    }
  }()

  @Test("every path of an API responds the same with and without pages, whatever the client accepts")
  func everyRoute() async throws {
    let folder = try TemporaryFolder()
    let without = try Shop(hasPages: false, in: folder)
    let with = try Shop(in: folder)
    _ = try await with.manager.add(
      ItemDraft(title: "Mac", price: Price(5, .usDollar)),
      images: [try ItemImage(path: MockData.path("macbook.png"))],
      password: Shop.password)
    #expect(Self.requests.count > 60)
    for (method, target) in Self.requests {
      for accepted in ["text/html,application/xhtml+xml,*/*;q=0.8", "application/json", ""] {
        var headers: HTTPHeaders = [.acceptLanguage: "ko"]
        if !accepted.isEmpty { headers[.accept] = accepted }
        let request = HTTPRequest(
          method, scheme: "http", authority: "shop.example", target: target, headers: headers)
        #expect(
          try await with.market.response(to: request) == without.market.response(to: request),
          "\(method.rawValue) \(target) \(accepted)")
      }
    }
  }

  @Test("the root is a page for browsers alone, and unknown paths too")
  func root() async throws {
    let without = try Shop(hasPages: false)
    let with = try Shop()
    for target in ["/", "/nowhere"] {
      for accepted in ["*/*", "application/json", "text/plain", "text/html;q=0, */*", "Text/HTML; q=0.000"] {
        let (one, two) = (
          try await with.get(target, [.accept: accepted]), try await without.get(target, [.accept: accepted])
        )
        #expect(one.body == two.body && one.status == two.status)
      }
      #expect(try await with.get(target).headers[.contentType] == "text/html; charset=utf-8")
      #expect(try await without.get(target).headers[.contentType] != "text/html; charset=utf-8")
    }
  }

  @Test("no path of a page is one of an API, and metrics count each by its first component")
  func paths() {
    let pages = Storefront.pages(ShopDetails())
    let names = LocalMarket.routeNames(with: pages)
    #expect(names.count == Set(names).count)
    #expect(Set(names) == Set(LocalMarket.routeNames(with: nil) + pages.paths))
  }
}
