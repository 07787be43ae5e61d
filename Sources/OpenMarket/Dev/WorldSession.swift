package import HTTP
import SystemSupport
import Foundation

/// Routes each request to its world: `/w/NAME/…`, or the one at the root; and the requests below `dev` to `DevRequests`.
package struct WorldSession: Session {
  private let worlds: Worlds
  private let requests: DevRequests

  package init(_ worlds: Worlds) {
    self.worlds = worlds
    requests = DevRequests(worlds: worlds)
  }

  package func response(to request: HTTPRequest) async throws -> HTTPResponse {
    do {
      if let peer = request.peer.flatMap({ IPAddress($0) }), peer.isPublic { throw Self.publicClient }
      let target = try WorldTarget(request)
      var inner = request
      (inner.target, inner.basePath) = (target.rest, target.base)
      let path = inner.pathComponents ?? []
      if path.first == "dev" {
        return try await requests.response(to: inner, path: path.dropFirst(), target, in: self)
      }
      if path.isEmpty, !target.name.isEmpty, target.contract == nil, request.method == .delete {
        try requests.admit(request)
        guard worlds.forget(target.name) else {
          throw APIError(status: 404, code: .notFound, reason: "There is no world '\(target.name)'")
        }
        return HTTPResponse(status: 204)
      }
      let contract = target.contract ?? worlds.contract
      let response = try await worlds.world(target.name, for: inner).response(to: inner, in: contract)
      return mounted(response, of: inner, target)
    } catch let error as APIError {
      return error.response(in: .items)
    }
  }

  private static let publicClient = APIError(
    status: 403, code: .crossOrigin,
    reason: "This server is for this machine and its private network alone")

  /// A response whose links and tokens lead into its world.
  private func mounted(_ response: HTTPResponse, of request: HTTPRequest, _ target: WorldTarget)
    -> HTTPResponse
  {
    var response = response
    if !target.base.isEmpty {
      response.headers[.link] = response.headers[.link]?.replacing("</", with: "<\(target.base)/")
      if let location = response.headers[.location], location.hasPrefix("/") {
        response.headers[.location] = target.base + location
      }
    }
    if !target.name.isEmpty, request.method == .post, response.status == 200,
      response.headers[.contentType]?.hasPrefix("text/plain") == true
    {
      response.body += Data("-\(target.name)".utf8)
    }
    return response
  }
}
