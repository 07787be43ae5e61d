import Foundation
import HTTP
import SystemSupport

/// The requests below `dev` of a world: reset and snapshots, faults, and the journal.
///
/// Browsers and other names of this machine are refused: a web page could read what an app has sent.
struct DevRequests: Sendable {
  let worlds: Worlds

  private static let longestName = 64

  /// - Parameter path: The components behind `dev`.
  func response(
    to request: HTTPRequest, path: ArraySlice<String>, _ target: WorldTarget
  ) async throws -> HTTPResponse {
    try admit(request)
    let world = try worlds.world(target.name)
    let name = path.count == 2 ? path.last : nil
    switch (request.method.rawValue, path.first, name) {
    case ("POST", "reset", nil):
      try await world.reset(to: request.queryItems.first { $0.name == "snapshot" }?.value)
      return HTTPResponse(status: 204)
    case ("PUT", "snapshots", let name?):
      guard WorldTarget.isName(name) else { throw Self.invalidName }
      try await world.keepSnapshot(name)
      return HTTPResponse(status: 204)
    case ("GET", "faults", nil): return .json(status: 200, world.faults.write)
    case ("PUT", "faults", nil):
      try world.faults.replace(with: request.body.bytes())
      return .json(status: 200, world.faults.write)
    case ("POST", "release", nil):
      let count = world.faults.release()
      return .json(status: 200) { writer in
        writer.object {
          $0.key("released"); $0.value(count)
        }
      }
    case ("GET", "requests", nil):
      return .json(status: 200, world.journal.write)
    case (_, "reset", nil), (_, "release", nil): throw APIError.notAllowed(request.method, instead: [.post])
    case (_, "requests", nil): throw APIError.notAllowed(request.method, instead: [.get])
    case (_, "faults", nil): throw APIError.notAllowed(request.method, instead: [.get, .put])
    case (_, "snapshots", .some): throw APIError.notAllowed(request.method, instead: [.put])
    default:
      var error = APIError.notFound
      error.requests = Self.routes
      throw error
    }
  }

  private static let routes = [
    "POST /dev/reset", "PUT /dev/snapshots/{name}", "GET /dev/faults", "PUT /dev/faults", "POST /dev/release",
    "GET /dev/requests", "\(HTTPMethod.delete.rawValue) /w/{name}",
  ]

  private static let invalidName = APIError(
    status: 400, code: .refused,
    reason: "A snapshot's name has 1 to 64 letters, digits, '.', '_' and '-', and no '.' at its beginning")

  /// Throws for a request of a web page of another origin, and for one that names a host by anything but an address or
  /// `localhost`: only a name can be rebound to this machine (CWE-350).
  func admit(_ request: HTTPRequest) throws(APIError) {
    let sites = request.headers.values(for: .secFetchSite)
    let isNavigation = request.headers[.origin] == nil && sites == ["none"]
    let isFromPage = request.headers[.origin] != nil || !sites.isEmpty
    guard !isFromPage || isNavigation || request.isFromOwnPage(publicURLs: []) else {
      throw APIError.crossOrigin
    }
    guard let authority = request.authority, let host = URL(string: "http://\(authority)")?.host() else {
      return
    }
    guard host.lowercased() == "localhost" || IPAddress(host) != nil else {
      throw APIError(
        status: 403, code: .crossOrigin,
        reason: "Requests below /dev name this machine by its address or as localhost, not as '\(host)'")
    }
  }
}

extension HTTPMethod {
  static let put = HTTPMethod(rawValue: "PUT")
}
