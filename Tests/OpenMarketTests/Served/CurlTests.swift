import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// Complete scenarios of both API versions, run with curl.
@Suite(.serialized, .enabled(if: curlIsInstalled, "curl is not installed")) struct CurlTests {
  private struct WithImages: Decodable {
    let images: [URL]
  }

  private struct Product: Decodable {
    struct Image: Decodable { let url: URL }
    let images: [Image]
    let thumbnail: URL
  }

  /// Expects that an image is served, complete.
  private func expectImage(_ url: URL, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    #expect(
      try await curl(
        "--output", "/dev/null", "--write-out", "%{http_code} %{content_type} %{size_download}",
        url.absoluteString)
        == "200 image/png 1428", sourceLocation: sourceLocation)
  }

  @Test func `an item from its POST to its DELETE`() async throws {
    let market = try ServedMarket()
    let (item, image) = (market.url + "/item", MockData.path("macbook.png"))
    let added = try await curl(
      "-F", "title=MacBook", "-F", "descriptions=used", "-F", "price=1690000", "-F", "currency=KRW", "-F",
      "stock=3",
      "-F", "discounted_price=1490000", "-F", "password=secret", "-F",
      "images[]=@\(image);filename=맥북: 1.png", "-F",
      "images[]=@\(image);type=image/jpg", item)
    let images =
      #""\#(market.url)/images/\#(MockData.png(1))","\#(market.url)/images/\#(MockData.png(2))""#
    let whole = """
      {"currency":"KRW","descriptions":"used","discounted_price":1490000,"id":1,\
      "image_names":["맥북: 1.png","macbook.png"],"images":[\(images)],\
      "price":1690000,"rating_count":0,"registration_date":1611523563.719116,"stock":3,"thumbnails":[\(images)],"title":"MacBook"}
      """
    #expect(added == whole)
    for url in try JSON.decode(WithImages.self, from: Data(added.utf8)).images { try await expectImage(url) }
    #expect(try await curl(item + "/1") == whole)
    #expect(
      try await curl(market.url + "/items/1") == """
        {"items":[{"currency":"KRW","discounted_price":1490000,"id":1,"price":1690000,\
        "rating_count":0,"registration_date":1611523563.719116,"stock":3,"thumbnails":[\(images)],"title":"MacBook"}],"page":1}
        """)
    #expect(try await curl("-X", "PATCH", "-F", "password=secret", item + "/1") == whole)
    let edited = whole.replacing(#""stock":3"#, with: #""stock":2"#).replacing("MacBook", with: "맥북")
    #expect(
      try await curl("-X", "PATCH", "-F", "stock=2", "-F", "title=맥북", "-F", "password=secret", item + "/1")
        == edited)
    let wrong =
      #"{"code":"wrong_password","error":true,"message":"Wrong password","reason":"Wrong password"} 404"#
    let form = ["-H", "Content-Type: application/json", "-w", " %{http_code}", "-X", "DELETE"]
    #expect(
      try await curl(
        form[0], form[1], form[2], form[3], form[4], form[5], "-d", #"{"password":"guess"}"#, item + "/1")
        == wrong)
    #expect(
      try await curl("-X", "DELETE", "-d", #"{"password":"secret"}"#, "-H", form[1], item + "/1") == edited)
    #expect(
      try await curl(item + "/1")
        == #"{"code":"not_found","error":true,"message":"Not Found","reason":"Not Found"}"#)
    #expect(try await curl(market.url + "/items/1") == #"{"items":[],"page":1}"#)
  }

  @Test func `a product from its POST to its DELETE`() async throws {
    let store = try await VendorMarket()
    let market = try ServedMarket(in: store.market.store)
    let products = market.url + "/api/products"
    let identifier = "identifier: \(store.vendor.identifier)"
    let secret = #"{"secret":"\#(store.vendor.secret)"}"#
    let params = VendorMarket.params("맥북").replacing("SECRET", with: store.vendor.secret)
    let added = try await curl(
      "-H", identifier, "-F", "params=\(params);type=application/json", "-F",
      "images=@\(MockData.path("macbook.png"))", products)
    let product = try JSON.decode(Product.self, from: Data(added.utf8))
    for url in product.images.map(\.url) + [product.thumbnail] { try await expectImage(url) }
    #expect(try await curl(products + "/1/?") == added)
    let edit = secret.replacing("}", with: #","stock":7}"#)
    let edited = try await curl(
      "-X", "PATCH", "-H", identifier, "-H", "Content-Type: application/json", "-d", edit, products + "/1")
    #expect(edited == added.replacing(#""stock":0"#, with: #""stock":7"#))
    let path = try await curl(
      "-H", identifier, "-H", "Content-Type: application/json", "-d", secret, products + "/1/archived")
    #expect(try await curl("-X", "DELETE", "-H", identifier, market.url + path) == edited)
    #expect(try await curl(products + "/1") == #"{"code":404,"message":"Not Found"}"#)
    #expect(try await curl("-o", "/dev/null", "-w", "%{http_code}", products + "?page_no=2") == "204")
    #expect(try await curl(market.url + "/healthChecker") == #""OK""#)
  }
}
