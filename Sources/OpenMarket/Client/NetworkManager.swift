package import Foundation
package import HTTP

/// Speaks the Open Market API (v1) over the session that it is given: a connection, the embedded market, or a
/// recording. It never knows which.
package struct NetworkManager: Sendable {
  private let session: any Session
  let identity: IdentityRecorder
  let server: URL
  let history: ResponseHistory?
  private var retries: RetryPolicy
  private let boundary: @Sendable () -> String
  private let idempotencyKey: @Sendable () -> String

  /// - Parameters:
  ///   - session: What answers. Where it leads elsewhere, it is asked there.
  ///   - server: The address of the market, to which the API's paths are added.
  ///   - kept: What was seen before, for those who want to see it again; nil for nothing.
  ///   - retries: When to ask again.
  ///   - boundary: What parts the forms; random, so that no image can hold it.
  ///   - idempotencyKey: A new name for each thing to be added.
  package init(
    session: any Session, server: URL = LocalMarket.embeddedURL, history: ResponseHistory? = nil,
    retries: RetryPolicy = RetryPolicy(),
    boundary: @escaping @Sendable () -> String = { MultipartForm.randomBoundary() },
    idempotencyKey: @escaping @Sendable () -> String = { UUID().uuidString }
  ) {
    identity = IdentityRecorder(session, server: server)
    self.session = RedirectingSession(identity)
    self.server = server
    self.history = history
    self.retries = retries
    self.boundary = boundary
    self.idempotencyKey = idempotencyKey
  }

  /// One page of the list.
  package func page(_ query: PageQuery) async throws(MarketError) -> ItemPage {
    try page(query, in: try await answer(to: .page(query)))
  }

  func page(_ query: PageQuery, in response: HTTPResponse) throws(MarketError) -> ItemPage {
    let body = try decode(PageBody.self, from: response)
    let total = response.headers["X-Total-Count"].flatMap(Int.init)
    return ItemPage(
      number: query.number, items: body.items,
      total: total.flatMap { Self.believableTotals.contains($0) ? $0 : nil })
  }

  /// Others are no numbers of items, and too large to reckon with.
  private static let believableTotals = 0...1_000_000_000_000

  /// The pages from this one on, each fetched while the one before is being used.
  package func pages(from query: PageQuery = PageQuery()) -> ItemPages {
    ItemPages(query) { query in
      do throws(MarketError) {
        return .success(try await page(query))
      } catch {
        return .failure(error)
      }
    }
  }

  /// The full item.
  package func item(id: Int) async throws(MarketError) -> Item {
    try decode(Item.self, from: try await answer(to: .item(id: id)))
  }

  /// Puts an item up for sale and returns it as the market has it.
  package func add(
    _ draft: ItemDraft, images: [ItemImage], password: String
  ) async throws(MarketError) -> Item {
    let endpoint = Endpoint.add(draft, images: images, password: password)
    // Made once for all attempts: the market can tell that they are one.
    return try decode(Item.self, from: try await answer(to: endpoint, idempotencyKey: idempotencyKey()))
  }

  /// Changes an item and returns it as it is then. An empty patch changes nothing and checks the password.
  package func edit(id: Int, _ patch: ItemPatch, password: String) async throws(MarketError) -> Item {
    try decode(Item.self, from: try await answer(to: .edit(id: id, patch, password: password)))
  }

  /// Deletes an item and returns what it was; nil from markets that say no more than that it is gone.
  @discardableResult
  package func delete(id: Int, password: String) async throws(MarketError) -> Item? {
    let response = try await answer(to: .delete(id: id, password: password))
    struct OnlyID: Decodable { let id: Int }
    let deleted = try decode(OnlyID.self, from: response)
    guard deleted.id == id else { throw unexpected(.deletedOther(id: deleted.id, insteadOf: id)) }
    return try? JSON.decode(Item.self, from: response.body)
  }

  /// The same, asking once, for those who can do without an answer.
  var withoutRetries: NetworkManager {
    var manager = self
    manager.retries = RetryPolicy(attempts: 1)
    return manager
  }

  // MARK: One question, one answer

  private func answer(
    to endpoint: Endpoint, idempotencyKey: String? = nil
  ) async throws(MarketError) -> HTTPResponse {
    let response = try await response(to: endpoint, idempotencyKey: idempotencyKey)
    if response.isSuccess { return response }
    let body = try? JSON.decode(APIError.Body.self, from: response.body)
    switch (response.status, body?.code.flatMap(APIError.Code.init)) {
    case (_, let code?) where code.storeError != nil && isEmbedded:
      throw .store(code.storeError ?? .inputOutput)
    case (404, .wrongPassword):
      throw .wrongPassword(id: endpoint.itemID ?? 0)
    case (404, let code):
      guard let id = endpoint.itemID else { throw unexpected(.unknownPath) }
      // Markets of old say the same to an unknown id and to a wrong password; the item itself tells which.
      if code == nil, endpoint.needsPassword, (try? await item(id: id)) != nil {
        throw .wrongPassword(id: id)
      }
      throw .noSuchItem(id: id)
    case (429, _), (500..., _):
      throw .unavailable(server: name, status: response.status, reason: body?.reason ?? body?.message)
    case (400..., _):
      guard let reason = body?.reason ?? body?.message else {
        throw unexpected(.noReason(status: response.status))
      }
      throw .refused(reason: reason)
    default:
      throw unexpected(.unexpectedStatus(response.status))
    }
  }

  private func response(
    to endpoint: Endpoint, idempotencyKey: String?
  ) async throws(MarketError) -> HTTPResponse {
    let request = try request(for: endpoint, idempotencyKey: idempotencyKey)
    do {
      return try await response(to: request, isRepeatable: request.method == .get || idempotencyKey != nil)
    } catch {
      throw .noResponse(server: name, error)
    }
  }

  /// The session's answer to a request, asked for again where that is safe and may help.
  func response(to request: HTTPRequest, isRepeatable: Bool) async throws(SessionError) -> HTTPResponse {
    var attempt = 1
    while true {
      let outcome = await outcome(of: request)
      let delay: Duration? =
        switch outcome {
        // Whoever writes to a store in this program has been waited for already.
        case .success(let response) where isEmbedded && response.status == 503: nil
        case .success(let response) where response.isTemporaryFailure:
          retries.delay(afterAttempt: attempt, retryAfter: response.retryAfter(now: retries.now()))
        case .failure(let error) where error.isTemporary:
          retries.delay(afterAttempt: attempt, retryAfter: nil)
        case .success, .failure: nil
        }
      guard isRepeatable, let delay, (try? await retries.sleep(delay)) != nil else {
        return try outcome.get()
      }
      attempt += 1
    }
  }

  private func outcome(of request: HTTPRequest) async -> Result<HTTPResponse, SessionError> {
    do {
      return .success(try await session.response(to: request))
    } catch {
      return .failure(error as? SessionError ?? .connectionLost)
    }
  }

  func request(for endpoint: Endpoint, idempotencyKey: String? = nil) throws(MarketError) -> HTTPRequest {
    guard var request = try? endpoint.request(to: server, boundary: boundary()) else {
      throw unexpected(.noRequest)
    }
    if let idempotencyKey { request.headers["Idempotency-Key"] = idempotencyKey }
    return request
  }

  private var name: String { server.absoluteString }

  var isEmbedded: Bool { server == LocalMarket.embeddedURL }

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
