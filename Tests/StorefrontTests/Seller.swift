import Foundation
import HTTP
import OpenMarket
import TestSupport
import Testing

@testable import Storefront

/// A browser of a seller: it keeps the cookie, sends forms as browsers do, and follows redirects.
final class Seller {
  let shop: Shop
  /// How the shop is reached.
  let scheme: String
  var cookie: String?
  /// The token of the last page with a form.
  private(set) var token: String?

  init(_ shop: Shop, scheme: String = "http") {
    (self.shop, self.scheme) = (shop, scheme)
  }

  @discardableResult
  func get(_ target: String) async throws -> MarkupReader {
    var headers: HTTPHeaders = [.accept: "text/html"]
    if let cookie { headers["Cookie"] = cookie }
    let response = try await shop.get(target, headers, scheme: scheme)
    let reader = MarkupReader(String(decoding: response.body, as: UTF8.self))
    #expect(reader.defects == [])
    token = reader.value(of: "token") ?? token
    return reader
  }

  /// Opens the page that a form leads to.
  @discardableResult
  func follow(_ response: HTTPResponse) async throws -> MarkupReader {
    // A browser keeps the place on the page for itself.
    try await get(String(try #require(response.headers[.location]).prefix { $0 != "#" }))
  }

  /// Sends a form with the token of the last page.
  func post(
    _ target: String, _ texts: [(String, String)], images: [ItemImage] = [], origin: String? = nil,
    hasToken: Bool = true
  ) async throws -> HTTPResponse {
    var parts = texts.map { MultipartForm.Part(name: $0.0, text: $0.1) }
    if hasToken, let token { parts.append(MultipartForm.Part(name: "token", text: token)) }
    for image in images {
      parts.append(
        MultipartForm.Part(
          name: "images[]", filename: image.filename, contentType: image.mediaType,
          content: .bytes(try image.bytes())))
    }
    let (type, body) = MultipartForm(parts: parts).encoded(boundary: "b-o-u-n-d-a-r-y")
    var headers: HTTPHeaders = [
      .accept: "text/html", .contentType: type, .origin: origin ?? "\(scheme)://shop.example",
    ]
    if origin == nil { headers[.secFetchSite] = "same-origin" }
    if let cookie { headers["Cookie"] = cookie }
    var request = HTTPRequest(
      .post, scheme: scheme, authority: "shop.example", target: target, headers: headers, body: body)
    request.peer = "127.0.0.1"
    let response = try await shop.market.response(to: request)
    if let set = response.headers[.setCookie] { cookie = String(set.prefix { $0 != ";" }) }
    return response
  }

  /// - Parameter again: The password for the second time, which a new seller enters; nil for the same.
  func signIn(
    _ password: String = Shop.password, again: String? = nil, item: Int? = nil
  ) async throws -> HTTPResponse {
    let response = try await post(
      "/sell",
      [("password", password), ("again", again ?? password)] + (item.map { [("item", String($0))] } ?? []),
      hasToken: false)
    if response.status == 303 { try await get("/sell") }
    return response
  }
}

extension HTTPResponse {
  /// The address that a form leads to, without the random part of the message.
  var location: String? {
    headers[.location]?.replacing(/(done=[a-z-]+)\.[0-9a-z]{26}/) { $0.1 }
  }

  var reader: MarkupReader { MarkupReader(String(decoding: body, as: UTF8.self)) }
}

extension MarkupReader {
  /// The value of the first field with a name.
  func value(of name: String) -> String? {
    elements.first { $0.attributes["name"] == name && $0.attributes["value"] != nil }?.attributes["value"]
  }

  /// The text of the first element with a value of an attribute.
  func text(_ attribute: String, _ value: String) -> String? {
    elements.first { $0.attributes[attribute] == value }?.text
  }
}
