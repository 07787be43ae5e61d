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
    case (.get, "/images/1.png"):
      return HTTPResponse(
        status: 200, headers: ["Content-Type": "image/png"], body: try MockData.bytes("macbook.png"))
    default:
      return try json(404, "not-found")
    }
  }

  /// The links from one ranking to those of the days before and after.
  private static func link(_ previous: String, _ next: String) -> String {
    "</best/\(previous)>; rel=\"prev\", </best/\(next)>; rel=\"next\""
  }

  private static func json(
    _ status: Int, _ name: String, _ headers: HTTPHeaders = [:]
  ) throws -> HTTPResponse {
    var headers = headers
    headers["Content-Type"] = "application/json"
    return HTTPResponse(status: status, headers: headers, body: try MockData.bytes("\(name).json"))
  }
}
