import Foundation
package import HTTP

extension Endpoint {
  /// The request to a server, to whose address the API's paths are appended.
  func request(to server: URL, boundary: String) throws -> HTTPRequest {
    var request = try request(boundary: boundary)
    let base = server.path(percentEncoded: true)
    request.target = (base.hasSuffix("/") ? String(base.dropLast()) : base) + request.target
    request.scheme = server.scheme
    request.authority = server.authority
    request.headers[.accept] = "application/json"
    return request
  }
}

extension HTTPRequest {
  /// The lists that a request of v1 may change, besides the resource at its own address: one page for all of them,
  /// `/items/1` for `/item/7`.
  package var changedLists: [HTTPRequest] {
    let path = target.prefix { $0 != "?" }
    guard let end = path.ranges(of: "/item").last?.lowerBound else { return [] }
    return [HTTPRequest(.get, scheme: scheme, authority: authority, target: path[..<end] + "/items/1")]
  }
}
