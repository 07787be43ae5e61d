package import Foundation
package import HTTP

/// A client of the Open Market API (v1) over any session: a network connection, the embedded market, or a recording.
///
/// What differs between those is given at initialization: the address, the origins of images, and the retries. The
/// methods throw `MarketError`, or `CancellationError` if the task is cancelled; those for images throw
/// `ImageFetchError` in place of the former.
package struct NetworkManager: Sendable {
  private let session: any Session
  let identity: IdentityRecorder
  let server: URL
  let history: ResponseHistory?
  let images: ImageOrigins
  private var retries: RetryPolicy
  private let boundary: @Sendable () -> String
  private let idempotencyKey: @Sendable () -> String

  /// - Parameters:
  ///   - session: Sends the requests. Redirects are followed over it.
  ///   - server: The base URL of the market; the API's paths are appended to it.
  ///   - history: The responses of earlier runs; nil to use none.
  ///   - images: Where the images of items may be.
  ///   - retries: When a request is sent again.
  ///   - boundary: Makes the boundary of a multipart form; random, so that no image can contain it.
  ///   - idempotencyKey: Makes the key of an item that is added.
  package init(
    session: any Session, server: URL = LocalMarket.embeddedURL, history: ResponseHistory? = nil,
    images: ImageOrigins = .market, retries: RetryPolicy = RetryPolicy(),
    boundary: @escaping @Sendable () -> String = { MultipartForm.randomBoundary() },
    idempotencyKey: @escaping @Sendable () -> String = { UUID().uuidString }
  ) {
    identity = IdentityRecorder(session, server: server)
    self.session = RedirectingSession(identity)
    self.server = server
    self.history = history
    self.images = images
    self.retries = retries
    self.boundary = boundary
    self.idempotencyKey = idempotencyKey
  }

  /// Fetches one page of the list.
  package func page(_ query: PageQuery) async throws -> ItemPage {
    try page(query, in: try await response(to: .page(query)))
  }

  func page(_ query: PageQuery, in response: HTTPResponse) throws(MarketError) -> ItemPage {
    let body = try decode(PageBody.self, from: response)
    let total = response.headers[.totalCount].flatMap(Int.init)
    return ItemPage(
      number: query.number, items: body.items,
      total: total.flatMap { Self.plausibleTotals.contains($0) ? $0 : nil })
  }

  /// Numbers of items that a page's place in the list can be computed from without overflow.
  private static let plausibleTotals = 0...1_000_000_000_000

  /// The pages from this one on, each fetched while the one before is used.
  package func pages(from query: PageQuery = PageQuery()) -> ItemPages {
    ItemPages(query) { query in try await page(query) }
  }

  /// Fetches the full item.
  package func item(id: Int) async throws -> Item {
    try decode(Item.self, from: try await response(to: .item(id: id)))
  }

  /// Adds an item and returns it as the market stored it.
  package func add(_ draft: ItemDraft, images: [ItemImage], password: String) async throws -> Item {
    // One key for all attempts, so that the market adds the item once.
    let response = try await response(
      to: .add(draft, images: images, password: password), idempotencyKey: idempotencyKey())
    return try decode(Item.self, from: response)
  }

  /// Changes an item and returns the result. An empty patch changes nothing and checks the password.
  package func edit(id: Int, _ patch: ItemPatch, password: String) async throws -> Item {
    try decode(Item.self, from: try await response(to: .edit(id: id, patch, password: password)))
  }

  /// Deletes an item and returns it; nil if the response has the id alone.
  @discardableResult
  package func delete(id: Int, password: String) async throws -> Item? {
    let response = try await response(to: .delete(id: id, password: password))
    struct OnlyID: Decodable { let id: Int }
    let deleted = try decode(OnlyID.self, from: response)
    guard deleted.id == id else { throw unexpected(.deletedOther(id: deleted.id, insteadOf: id)) }
    return try? JSON.decode(Item.self, from: response.body)
  }

  /// The same client, which sends each request once.
  var withoutRetries: NetworkManager {
    var manager = self
    manager.retries = .never
    return manager
  }

  // MARK: Requests and responses

  /// Sends a call's request and returns the response if it reports success.
  private func response(to endpoint: Endpoint, idempotencyKey: String? = nil) async throws -> HTTPResponse {
    let response = try await anyResponse(to: endpoint, idempotencyKey: idempotencyKey)
    if response.isSuccess { return response }
    let body = try? JSON.decode(APIError.Body.self, from: response.body)
    switch (response.status, body?.code.flatMap(APIError.Code.init)) {
    case (404, .wrongPassword):
      throw MarketError.wrongPassword(id: endpoint.itemID ?? 0)
    case (404, let code):
      guard let id = endpoint.itemID else { throw unexpected(.unknownPath) }
      // Markets without `code` send the same 404 for an unknown id and for a wrong password.
      if code == nil, endpoint.needsPassword, try await exists(id) { throw MarketError.wrongPassword(id: id) }
      throw MarketError.noSuchItem(id: id)
    case (429, _), (500..., _):
      throw MarketError.unavailable(
        server: name, status: response.status, reason: body?.reason ?? body?.message)
    case (400..., _):
      guard let reason = body?.reason ?? body?.message else {
        throw unexpected(.noReason(status: response.status))
      }
      throw MarketError.refused(reason: reason)
    default:
      throw unexpected(.unexpectedStatus(response.status))
    }
  }

  private func exists(_ id: Int) async throws -> Bool {
    do {
      _ = try await item(id: id)
      return true
    } catch is MarketError {
      return false
    }
  }

  private func anyResponse(to endpoint: Endpoint, idempotencyKey: String?) async throws -> HTTPResponse {
    let request = try request(for: endpoint, idempotencyKey: idempotencyKey)
    do {
      return try await response(to: request, isRepeatable: request.method == .get || idempotencyKey != nil)
    } catch let error as SessionError {
      throw MarketError.noResponse(server: name, error)
    } catch let error as StoreError {
      throw MarketError.store(error)
    } catch let error as CancellationError {
      throw error
    } catch {
      throw MarketError.sessionFailed(server: name, UnderlyingError(error))
    }
  }

  /// The session's response, after as many attempts as the retry policy allows. Throws what the session throws.
  ///
  /// - Parameter isRepeatable: Whether sending the request twice is safe.
  func response(to request: HTTPRequest, isRepeatable: Bool) async throws -> HTTPResponse {
    var attempt = 1
    while true {
      let outcome = try await outcome(of: request)
      guard isRepeatable, let delay = retries.delay(after: outcome, attempt: attempt) else {
        return try outcome.get()
      }
      try await retries.sleep(delay)
      attempt += 1
    }
  }

  private func outcome(of request: HTTPRequest) async throws(CancellationError) -> Result<
    HTTPResponse, any Error
  > {
    do {
      return .success(try await session.response(to: request))
    } catch let error as CancellationError {
      throw error
    } catch {
      // A session may report a cancelled transfer as a broken connection.
      guard !Task.isCancelled else { throw CancellationError() }
      return .failure(error)
    }
  }

  func request(for endpoint: Endpoint, idempotencyKey: String? = nil) throws(MarketError) -> HTTPRequest {
    guard var request = try? endpoint.request(to: server, boundary: boundary()) else {
      throw unexpected(.noRequest)
    }
    if let idempotencyKey { request.headers[.idempotencyKey] = idempotencyKey }
    return request
  }

  /// The server's address for messages.
  private var name: String {
    server.unixSocket.map { "http+unix://\($0)" } ?? server.absoluteString
  }

  private func unexpected(_ defect: ResponseDefect) -> MarketError {
    .unexpectedResponse(server: name, defect)
  }

  func decode<Value: Decodable>(
    _ type: Value.Type, from response: HTTPResponse
  ) throws(MarketError) -> Value {
    guard !response.body.isEmpty else { throw unexpected(.empty(status: response.status)) }
    do {
      return try JSON.decode(type, from: response.body)
    } catch {
      throw unexpected(.unreadable(JSONDefect(error, in: response)))
    }
  }
}
