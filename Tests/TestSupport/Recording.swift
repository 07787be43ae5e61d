import Foundation
package import HTTP

/// The responses of a sample market, as recorded in the folder `MockData`.
package enum Recording {
  /// The recorded response to a request. There is no state: each request gets the response of a new market.
  package static func response(to request: HTTPRequest) throws -> HTTPResponse {
    let form = try? MultipartForm(contentType: request.headers["Content-Type"], body: request.body.bytes())
    let path = request.target.prefix { $0 != "?" }
    switch (request.method, path) {
    case (.get, "/items/1"), (.get, "/items/2"):
      return try json(200, "items-\(path.suffix(1))", ["X-Total-Count": "3"])
    case (.get, "/best/last"), (.get, "/best/2021-01-24"):
      return try json(200, "best", ["X-Total-Count": "4", "Link": link("2021-01-23", "2021-01-25")])
    case (.get, "/best/2021-01-21"):
      return try json(200, "best-nothing", ["X-Total-Count": "0", "Link": link("2021-01-20", "2021-01-22")])
    case (.get, "/item/1"), (.get, "/item/2"), (.get, "/item/3"):
      return try json(200, "item-\(path.suffix(1))")
    case (.post, "/item"):
      guard let form else { return try json(400, "not-a-form") }
      if form["title"] == nil { return try json(400, "title-missing") }
      return form.parts.count { $0.name == "images[]" } > 5
        ? try json(400, "too-many-images") : try json(201, "item-added")
    case (.patch, "/item/1"):
      guard form?["password"]?.text == SampleMarket.password else { return try json(404, "wrong-password") }
      return try json(200, form?.parts.count == 1 ? "item-1" : "item-edited")
    case (.delete, "/item/1"):
      let body = try JSONDecoder().decode([String: String].self, from: request.body.bytes())
      guard body["password"] == SampleMarket.password else { return try json(404, "wrong-password") }
      return try json(200, "item-1")
    case (_, let path) where path.hasSuffix("/reviews") || path.hasPrefix("/review/"):
      return try review(request, String(path))
    case (.get, "/images/1.png"), (.get, "/images/\(MockData.png(1))"):
      return HTTPResponse(
        status: 200, headers: ["Content-Type": "image/png"], body: try MockData.bytes("macbook.png"))
    case (.get, "/elsewhere"): return try json(404, "unknown-path")
    default: return try json(404, "not-found")
    }
  }

  /// The links from one ranking to those of the days before and after.
  private static func link(_ previous: String, _ next: String) -> String {
    "</best/\(previous)>; rel=\"prev\", </best/\(next)>; rel=\"next\""
  }

  private static func review(_ request: HTTPRequest, _ path: String) throws -> HTTPResponse {
    struct Body: Decodable {
      let password: String
      let receipt: String?
      let answer: String?
    }
    if request.method == .get {
      switch request.target {
      case "/item/1/reviews": return try json(200, "reviews-1", ["X-Total-Count": "3"])
      case "/item/1/reviews?sort=lowest": return try json(200, "reviews-1-lowest", ["X-Total-Count": "3"])
      case "/item/2/reviews": return try json(200, "reviews-2", ["X-Total-Count": "0"])
      default: return try json(404, "no-such-item")
      }
    }
    let body = try JSONDecoder().decode(Body.self, from: request.body.bytes())
    let password = request.method == .patch ? SampleMarket.password : SampleMarket.reviewPassword
    switch (request.method, path) {
    case (.post, "/item/1/reviews"):
      return body.receipt == nil ? try json(201, "review-added") : try json(400, "receipt-refused")
    case (.patch, "/review/1"), (.patch, "/review/2"), (.delete, "/review/2"):
      guard body.password == password else { return try json(404, "review-wrong-password") }
      if request.method == .delete { return try json(200, "review-2") }
      if path == "/review/1" { return try json(409, "review-answered-before") }
      return try json(200, body.answer == nil ? "review-folded" : "review-answered")
    case (.patch, _), (.delete, _): return try json(404, "no-such-review")
    default: return try json(404, "no-such-item")
    }
  }

  private static func json(
    _ status: Int, _ name: String, _ headers: HTTPHeaders = [:]
  ) throws -> HTTPResponse {
    var headers = headers
    headers["Content-Type"] = "application/json"
    return HTTPResponse(status: status, headers: headers, body: try MockData.bytes("\(name).json"))
  }
}
