/// Allows requests from web pages of other origins (the Fetch standard's CORS protocol).
package struct CrossOriginSession: Session {
  private let session: any Session
  private let origins: Set<String>

  /// - Parameter origins: The allowed origins as browsers send them, `https://shop.example`; `*` for any.
  package init(_ session: any Session, origins: [String]) {
    self.session = session
    self.origins = Set(origins)
  }

  package func response(to request: HTTPRequest) async throws -> HTTPResponse {
    guard let origin = request.headers[.origin] else { return try await session.response(to: request) }
    guard origins.contains("*") || origins.contains(origin) else {
      var response = try await session.response(to: request)
      response.headers.append(.vary, HTTPField.Name.origin.rawValue)
      return response
    }
    let isPreflight = request.method == .options && request.headers["Access-Control-Request-Method"] != nil
    var response = isPreflight ? Self.preflight(request) : try await session.response(to: request)
    response.headers["Access-Control-Allow-Origin"] = origins.contains("*") ? "*" : origin
    response.headers.append(.vary, HTTPField.Name.origin.rawValue)
    response.headers["Access-Control-Expose-Headers"] = "ETag, Link, Retry-After, X-Total-Count"
    return response
  }

  /// The response to a preflight request: the supported methods, and all requested header fields.
  private static func preflight(_ request: HTTPRequest) -> HTTPResponse {
    var response = HTTPResponse(status: 204)
    response.headers["Access-Control-Allow-Methods"] = "GET, HEAD, POST, PATCH, DELETE"
    if let fields = request.headers["Access-Control-Request-Headers"] {
      response.headers["Access-Control-Allow-Headers"] = fields
    }
    response.headers["Access-Control-Max-Age"] = "600"
    return response
  }
}
