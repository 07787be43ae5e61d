import Foundation
import HTTP
import SystemSupport

/// The requests below `dev` of a world: reset and snapshots, faults, the journal, and a page with all of them.
///
/// Browsers and other names of this machine are refused: a web page could read what an app has sent.
struct DevRequests: Sendable {
  let worlds: Worlds

  /// Most parts of a form of the page.
  private static let mostParts = 64

  /// - Parameters:
  ///   - path: The components behind `dev`.
  ///   - session: Sends what the page tries.
  func response(
    to request: HTTPRequest, path: ArraySlice<String>, _ target: WorldTarget, in session: any Session
  ) async throws -> HTTPResponse {
    try admit(request)
    let world = try worlds.world(target.name, for: request)
    let name = path.count == 2 ? path.last : nil
    switch (request.method.rawValue, path.first, name) {
    case ("GET", nil, nil), ("POST", nil, nil):
      guard let page = worlds.page else { throw Self.unknown }
      let trial = try await trial(of: request, world, in: session)
      return page(
        request,
        WorldOverview(
          name: target.name, worlds: worlds.neighbours, requests: world.journal.last(WorldOverview.most),
          faults: world.faults.list, trial: trial))
    case ("POST", "reset", nil):
      try await world.reset(to: request.queryItems.first { $0.name == "snapshot" }?.value)
      return HTTPResponse(status: 204)
    case ("PUT", "snapshots", let name?):
      guard WorldTarget.isName(name) else { throw Self.invalidName }
      try await world.keepSnapshot(name)
      return HTTPResponse(status: 204)
    case ("GET", "faults", nil): return .json(status: 200, world.faults.write)
    case ("PUT", "faults", nil):
      try world.faults.replace(with: request.body)
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
    case (_, nil, nil): throw APIError.notAllowed(request.method, instead: [.get, .post])
    case (_, "reset", nil), (_, "release", nil): throw APIError.notAllowed(request.method, instead: [.post])
    case (_, "requests", nil): throw APIError.notAllowed(request.method, instead: [.get])
    case (_, "faults", nil): throw APIError.notAllowed(request.method, instead: [.get, .put])
    case (_, "snapshots", .some): throw APIError.notAllowed(request.method, instead: [.put])
    default: throw Self.unknown
    }
  }

  /// The request that the page shows, and its response where the form was sent; nil where none is chosen.
  private func trial(of request: HTTPRequest, _ world: World, in session: any Session) async throws
    -> WorldOverview.Trial?
  {
    guard let text = request.queryItems.first(where: { $0.name == "try" })?.value, let number = Int(text),
      KnownRequest.all.indices.contains(number)
    else { return nil }
    let known = KnownRequest.all[number]
    let form = request.method == .post ? try request.form(partLimit: Self.mostParts) : nil
    let inputs = known.inputs(form, worlds.sellers[0], at: worlds.now ?? Date())
    let given = form?.parts.filter { $0.filename?.isEmpty == false && $0.content.count > 0 } ?? []
    var numbers = SeededNumbers(seed: 1)
    let drawn = MultipartForm.Part(
      name: "", filename: "picture.png", contentType: "image/png", content: .bytes(DrawnImage.png(&numbers)))
    let pictures = given.isEmpty ? [drawn] : given
    let named = pictures.map { picture in
      var picture = picture
      picture.content = .file(path: picture.filename ?? "", count: picture.content.count)
      return picture
    }
    let base = world.name.isEmpty ? "" : "/w/\(world.name)"
    var trial = WorldOverview.Trial(
      number: number, inputs: inputs,
      request: known.request(inputs, pictures: named, to: request, below: base))
    if form != nil {
      trial.response = try await session.response(
        to: known.request(inputs, pictures: pictures, to: request, below: base))
    }
    return trial
  }

  private static let unknown: APIError = {
    var error = APIError.notFound
    error.requests = KnownRequest.ofDev.map { "\($0.method) \($0.path)" }
    return error
  }()

  private static let invalidName = APIError.refused(
    "A snapshot's name has 1 to 64 letters, digits, '.', '_' and '-', and no '.' at its beginning")

  /// Throws for a request of a web page of another origin, and for one that names a host by anything but an address or
  /// `localhost`: only a name can be rebound to this machine (CWE-350).
  func admit(_ request: HTTPRequest) throws(APIError) {
    guard !request.isFromForeignPage else { throw APIError.crossOrigin }
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

extension HTTPRequest {
  /// Whether a browser says that a page of another origin sent the request.
  var isFromForeignPage: Bool {
    let sites = headers.values(for: .secFetchSite)
    let isNavigation = headers[.origin] == nil && sites == ["none"]
    let isFromPage = headers[.origin] != nil || !sites.isEmpty
    return isFromPage && !isNavigation && !isFromOwnPage(publicURLs: [])
  }
}

extension HTTPMethod {
  static let put = HTTPMethod(rawValue: "PUT")
}
