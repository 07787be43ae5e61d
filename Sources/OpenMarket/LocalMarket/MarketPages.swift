package import Foundation
package import HTTP
import SystemSupport

/// The pages of a market as a session.
package protocol PageSession: RefusingSession {
  /// The response to a write of a web page of another origin, which changes nothing.
  func crossOriginResponse(to request: HTTPRequest) -> HTTPResponse
}

/// The pages of a market for people, which a module above makes: their paths beside those of the APIs, and their session.
package struct MarketPages: Sendable {
  /// The first components of the paths, by which a server counts requests; the root is one of the pages, too.
  let paths: [String]
  let session: @Sendable (PageContext) -> any PageSession

  /// - Parameters:
  ///   - paths: The first components of the paths without the root. None is one of an API.
  ///   - session: Makes the session that responds at these paths, at the root and, to browsers, at unknown ones.
  package init(paths: [String], session: @escaping @Sendable (PageContext) -> any PageSession) {
    (self.paths, self.session) = (paths, session)
  }
}

/// The market as pages see it.
package struct PageContext: Sendable {
  private let api: APIContext
  /// Waits for what is written.
  package let changes: ChangeFeed
  private let rendering = WorkPool(
    label: "pages", threads: ProcessInfo.processInfo.activeProcessorCount, capacity: 256, share: 32)

  init(_ api: APIContext, _ changes: ChangeFeed) {
    (self.api, self.changes) = (api, changes)
  }

  /// The number of the store that `changes` has, where it is known without a request to a database.
  package var changeNumber: UInt64? { api.marketplace.version }

  package var marketplace: Marketplace { api.marketplace }

  /// The identity of the store; nil before the store is opened.
  package var identity: String? { api.marketplace.identity }

  /// The present.
  package var now: Date { api.marketplace.now() }

  /// Whether there are smaller copies of images.
  package var hasThumbnails: Bool { api.hasThumbnails }

  /// Whether anyone may read rankings.
  package var hasRankings: Bool { api.sales.hasRankings }

  /// Whether every request that would change the market is refused.
  package var isReadOnly: Bool { api.isReadOnly }

  /// Whether a browser says that a page of this market sent the request.
  package func isOwnPage(_ request: HTTPRequest) -> Bool { request.isFromOwnPage(publicURLs: api.publicURLs) }

  /// The response of `make`, which changes nothing; a large one in memory that is reserved as that of the APIs.
  package func reserved(_ make: () async throws -> HTTPResponse) async throws -> HTTPResponse {
    try await api.reserved(make)
  }

  /// The value of `make`, which turns what was read into a page or a part of one. That takes a processor for milliseconds: it has threads of its own,
  /// on which clients take turns. What was read waits in memory: throws `OverloadError` where a client has more of it than its share.
  package func rendered<Value: Sendable>(_ make: @escaping @Sendable () throws -> Value) async throws -> Value
  {
    try await rendering.run(make)
  }

  /// The beginning of absolute URLs in a response.
  package func base(of request: HTTPRequest) -> URL { api.base(of: request) }

  /// The request fields by which responses with absolute URLs vary.
  package var addressFields: [HTTPField.Name] { api.addressFields }

  /// The status of a failed request, with the seconds to wait where the market says them; counted and logged as the errors of the
  /// APIs are. Nil for an error that no response stands for.
  package func failure(_ error: any Error, of request: HTTPRequest) -> (status: Int, retryAfter: Int?)? {
    api.failures.note(error)
    guard let apiError = APIError(of: error, in: .items) else { return nil }
    if apiError.status == 429 { api.failures.noteRateLimit() }
    if apiError.status >= 500 { api.onError?(request, error) }
    return (apiError.status, apiError.retryAfter)
  }
}

/// Responds to browsers, which name HTML among what they accept, with a page, and to other clients as without pages.
struct PageForBrowsers: RefusingSession {
  let page: any Session
  let other: any Session

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    let session =
      request.method == .get && request.headers.accepted(.accept).contains("text/html") ? page : other
    var response = try await session.response(to: request)
    response.headers[.vary] = [HTTPField.Name.accept.rawValue, response.headers[.vary]]
      .compactMap(\.self).joined(separator: ", ")
    return response
  }

  func refusal(of head: HTTPRequest) -> HTTPResponse? {
    head.method == .get ? nil : (other as? any RefusingSession)?.refusal(of: head)
  }
}
