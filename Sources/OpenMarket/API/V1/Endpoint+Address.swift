import Foundation
import HTTP

extension Endpoint {
  /// The question as a request to a server, to whose address the API's paths are added.
  func request(to server: URL, boundary: String) throws -> HTTPRequest {
    var request = try request(boundary: boundary)
    let base = server.path(percentEncoded: true)
    request.target = (base.hasSuffix("/") ? String(base.dropLast()) : base) + request.target
    request.scheme = server.scheme
    request.authority = server.authority
    request.headers["Accept"] = "application/json"
    return request
  }
}
