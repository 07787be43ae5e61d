package import Foundation
package import HTTP
import Synchronization
import SystemSupport

/// A client of the Open Market API (v1) over any session: a network connection, the embedded market, or a recording.
///
/// The initializer takes the values that differ between sessions: the address, the origins of images, and the retries.
package struct NetworkManager: Sendable {
  private let session: any Session
  let identity: IdentityRecorder
  let server: URL
  let history: ResponseHistory?
  let images: ImageOrigins
  var retries: RetryPolicy
  let boundary: @Sendable () -> String
  /// Makes an Idempotency-Key.
  var newKey: @Sendable () -> String
  /// Names what the client deletes and restores as one write of the market's log; nil for a write each.
  var run: String?
  /// Runs what sends a request under an Idempotency-Key, all attempts.
  private let signer: OperatorSigner?
  var runKeyed: KeyedRun = { try await $0() }

  /// - Parameters:
  ///   - session: Sends the requests. Redirects are followed over it.
  ///   - server: The base URL of the market; the API's paths are appended to it.
  ///   - history: The responses of earlier runs; nil to use none.
  ///   - images: Where the images of items may be.
  ///   - retries: When a request is sent again.
  ///   - signer: Signs the requests of the operator; nil to sign none.
  ///   - boundary: Makes the boundary of a multipart form; random, so that no image can contain it.
  ///   - idempotencyKey: Makes the key of an item that is added.
  package init(
    session: any Session, server: URL = URL.embeddedMarket, history: ResponseHistory? = nil,
    images: ImageOrigins = .market, retries: RetryPolicy = RetryPolicy(),
    signer: OperatorSigner? = nil,
    boundary: @escaping @Sendable () -> String = { MultipartForm.randomBoundary() },
    idempotencyKey: @escaping @Sendable () -> String = { UUID().uuidString }
  ) {
    identity = IdentityRecorder(session, server: server)
    self.session = RedirectingSession(identity)
    self.server = server
    self.history = history
    self.images = images
    self.retries = retries
    self.signer = signer
    self.boundary = boundary
    newKey = idempotencyKey
  }

  /// Runs the attempts of one request, and returns its response.
  package typealias KeyedRun =
    @Sendable (_ send: @escaping @Sendable () async throws -> HTTPResponse) async throws -> HTTPResponse

  /// Returns a client that writes under one key: the market does what it asks for once, however often it is asked.
  ///
  /// - Parameter run: Runs what sends the request.
  package func writing(under key: String, by run: @escaping KeyedRun) -> NetworkManager {
    var manager = self
    manager.newKey = { key }
    manager.runKeyed = run
    return manager
  }

  /// A client whose deletions, or whose restored items, the market logs as one write, which is undone as a whole.
  package var asOneWrite: NetworkManager {
    var manager = self
    manager.run = newKey()
    return manager
  }

  func page(_ query: PageQuery, in response: HTTPResponse) throws(ClientError) -> ItemPage {
    try checkFilter(query.filter, isAppliedIn: response)
    let body = try decode(PageBody.self, from: response)
    // A market of this kind leaves out the total of a search that it has not counted, and says that a page follows.
    let isUncounted =
      query.search != nil && response.total == nil && response.headers[.marketIdentity] != nil
      && response.headers[.link] != nil
    return ItemPage(
      number: query.number, items: body.items, total: response.total,
      moreThan: isUncounted ? SearchMatch.counted : nil)
  }

  /// The pages from this one on, each fetched while the one before is used.
  package func pages(from query: PageQuery = PageQuery()) -> ItemPages {
    ItemPages(query, defect: unexpected) { query throws(ClientError) in try await page(query) }
  }

  /// Fetches the full item.
  package func item(id: Int) async throws(ClientError) -> Item {
    try decode(Item.self, from: try await response(to: .item(id: id)))
  }

  /// Adds an item and returns it as the market stored it.
  ///
  /// - Parameter key: The item is added once under it; nil for a new one.
  package func add(
    _ draft: ValidDraft, images: [ItemImage], password: String, key: String? = nil
  ) async throws(ClientError) -> Item {
    // One key for all attempts, so that the market adds the item once.
    let response = try await response(
      to: .add(draft.draft, images: images, password: password), idempotencyKey: key ?? newKey())
    return try decode(Item.self, from: response)
  }

  /// Changes an item and returns the result. An empty patch changes nothing and checks the password.
  ///
  /// - Parameter key: The Idempotency-Key under which the request may be repeated; nil to send it once.
  package func edit(
    id: Int, _ patch: ItemPatch, password: String, key: String? = nil
  ) async throws(ClientError) -> Item {
    try decode(
      Item.self,
      from: try await response(to: .edit(id: id, patch, password: password), idempotencyKey: key))
  }

  /// Deletes an item and returns it; nil if the response has the id alone.
  ///
  /// - Parameter key: As for `edit`.
  @discardableResult
  package func delete(id: Int, password: String, key: String? = nil) async throws(ClientError) -> Item? {
    try await deletion(id: id, password: password, key: key).item
  }

  /// Deletes an item and returns it, nil if the response has the id alone; until when it can be restored, nil where it cannot;
  /// and whether the market has a trash and has deleted it for good nevertheless.
  package func deletion(
    id: Int, password: String, key: String? = nil
  ) async throws(ClientError) -> (item: Item?, expiry: Date?, isFinal: Bool) {
    let response = try await response(to: .delete(id: id, password: password), idempotencyKey: key)
    struct OnlyID: Decodable { let id: Int }
    let deleted = try decode(OnlyID.self, from: response)
    guard deleted.id == id else { throw unexpected(.deletedOther(id: deleted.id, insteadOf: id)) }
    let expires = response.headers[.trashExpires]
    return (
      try? JSON.decode(Item.self, from: response.body), expires.flatMap(Date.init(httpDate:)), expires == "0"
    )
  }

  // MARK: Requests and responses

  /// Sends a call's request and returns the response if it reports success.
  func response(to endpoint: Endpoint, idempotencyKey: String? = nil) async throws(ClientError)
    -> HTTPResponse
  {
    let request = try request(for: endpoint, idempotencyKey: idempotencyKey)
    let response = try await anyResponse(
      to: request, isRepeatable: request.method == .get || idempotencyKey != nil)
    return try await checked(response, of: endpoint)
  }

  /// The response if it reports success.
  func checked(
    _ response: HTTPResponse, of endpoint: Endpoint
  ) async throws(ClientError) -> HTTPResponse {
    if response.isSuccess { return response }
    let failure = FailedResponse(response)
    switch (failure.status, failure.code) {
    case (404, .wrongPassword):
      throw ClientError.wrongPassword(id: endpoint.subject.itemID ?? 0)
    case (404, let code):
      guard let id = endpoint.subject.itemID else { throw unexpected(.unknownPath) }
      // Markets without `code` send the same 404 for an unknown id and for a wrong password.
      if code == nil, endpoint.subject.needsPassword, try await exists(id) {
        throw ClientError.wrongPassword(id: id)
      }
      throw ClientError.noSuchItem(id: id)
    case (409, .skuTaken): throw ClientError.skuTaken(endpoint.subject.sku ?? "")
    case (409, .barcodeTaken): throw ClientError.barcodeTaken(failure.body?.details?.taken ?? "")
    default: throw error(in: failure)
    }
  }

  /// The error that a response reports, where it does not depend on the call.
  func error(in failure: FailedResponse) -> ClientError {
    let reason = failure.body?.reason ?? failure.body?.message
    return switch failure.status {
    case 401 where failure.code == .badSignature: .signatureRefused(reason: reason ?? "")
    case 400 where failure.code == .unknownField: .unsupported(.field(failure.body?.field ?? ""))
    // A request that a server lacks it lacks later, too; a recording says what it is nearest to.
    case 501 where reason != nil: .rejected(reason: reason ?? "")
    case 429, 500...:
      .unavailable(
        server: name, status: failure.status, reason: reason,
        isUnconfirmed: failure.code == .storeUnconfirmed)
    case 400...: reason.map { .rejected(reason: $0) } ?? unexpected(.noReason(status: failure.status))
    default: unexpected(.unexpectedStatus(failure.status))
    }
  }

  private func exists(_ id: Int) async throws(ClientError) -> Bool {
    do {
      _ = try await item(id: id)
      return true
    } catch  where error != .cancelled {
      return false
    }
  }

  /// The response to a request, also one that reports an error.
  func anyResponse(to request: HTTPRequest, isRepeatable: Bool) async throws(ClientError) -> HTTPResponse {
    do {
      guard request.headers[.idempotencyKey] != nil else {
        return try await response(to: request, isRepeatable: isRepeatable)
      }
      return try await runKeyed { try await response(to: request, isRepeatable: isRepeatable) }
    } catch let error as SessionError {
      throw .noResponse(server: name, error)
    } catch let error as StoreError {
      throw .store(error)
    } catch is CancellationError {
      throw .cancelled
    } catch {
      throw .sessionFailed(server: name, UnderlyingError(error))
    }
  }

  /// The session's response, after as many attempts as the retry policy allows. Throws what the session throws.
  ///
  /// An attempt of a write that may have reached the market outweighs later ones that have not: when the first response is
  /// lost and then the connection is refused, the outcome is that of the first.
  ///
  /// - Parameter isRepeatable: Whether sending the request twice is safe.
  func response(to request: HTTPRequest, isRepeatable: Bool) async throws -> HTTPResponse {
    var attempt = 1
    var unknown: Result<HTTPResponse, any Error>?
    while true {
      let outcome = try await outcome(of: request)
      if request.method != .get, outcome.isUnknown { unknown = outcome }
      guard isRepeatable, let delay = retries.delay(after: outcome, attempt: attempt) else {
        return try (outcome.isAnswer ? outcome : unknown ?? outcome).get()
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

  func request(for endpoint: Endpoint, idempotencyKey: String? = nil) throws(ClientError) -> HTTPRequest {
    guard var request = try? endpoint.request(boundary: boundary()).addressed(to: server) else {
      throw unexpected(.noRequest)
    }
    if let idempotencyKey { request.headers[.idempotencyKey] = idempotencyKey }
    if request.method == .delete { request.headers[.importRun] = run }
    request.isSigned = request.method != .get
    // A server lists items off sale to its operator.
    if case .page(let query) = endpoint, query.filter[.offSale] != nil { request.isSigned = true }
    return request
  }

  /// The server's address for messages.
  var name: String {
    server.unixSocket.map { "http+unix://\($0)" } ?? server.absoluteString
  }

  package func unexpected(_ defect: ResponseDefect) -> ClientError {
    .unexpectedResponse(server: name, defect)
  }

  /// The body of a response, which may have another type, is not the expected JSON.
  func unreadable(_ defect: JSONDefect, in response: HTTPResponse) -> ClientError {
    guard defect == .notExpected, let type = response.headers[.contentType], !type.contains("json") else {
      return unexpected(.unreadable(defect))
    }
    return unexpected(.unreadable(.otherType(type)))
  }

  func decode<Value: Decodable>(
    _ type: Value.Type, from response: HTTPResponse
  ) throws(ClientError) -> Value {
    guard !response.body.isEmpty else { throw unexpected(.empty(status: response.status)) }
    do {
      return try JSON.decode(type, from: response.body)
    } catch {
      throw unreadable(error, in: response)
    }
  }
}

extension NetworkManager {
  /// The identity in the responses so far: 128 bits in lower-case hexadecimal; nil if no response had one.
  package var knownIdentity: String? { identity.value }

  /// Whether the market has more than the requests and fields of v1, which its responses show.
  package func isExtended() async throws(ClientError) -> Bool {
    if isEmbedded { return true }
    _ = try await identity()
    return identity.isExtended
  }

  /// The identity of the market, which stays the same when its store is moved or served at another address.
  ///
  /// Requests one small page if the market has not responded yet. Nil if its responses have no identity, as those of other
  /// servers and of a store that does not exist yet. It proves nothing: any server can send the identity of another one.
  package func identity() async throws(ClientError) -> String? {
    guard !identity.hasResponse else { return knownIdentity }
    do {
      _ = try await page(PageQuery(size: 1))
    } catch {
      // A market that cannot list its items has still responded.
      guard identity.hasResponse else { throw error }
    }
    return knownIdentity
  }
}

/// Records the identity in the responses of one server.
final class IdentityRecorder: Session {
  private let session: any Session
  private let server: URL
  private let state = Mutex<(value: String?, hasResponse: Bool, isExtended: Bool)>((nil, false, false))

  /// - Parameter server: The server whose identity is recorded. Images and redirects may be on others, whose responses are ignored.
  init(_ session: any Session, server: URL) {
    self.session = session
    self.server = server
  }

  var value: String? { state.withLock { $0.value } }

  var hasResponse: Bool { state.withLock { $0.hasResponse } }

  /// Whether a response has had an identity, or varies by `Market-Client`: a market without a store has no identity yet.
  var isExtended: Bool { state.withLock { $0.isExtended } }

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    let response = try await session.response(to: request)
    guard request.scheme == server.scheme, request.authority == server.authority else { return response }
    let identity = response.headers[.marketIdentity].flatMap { $0.isIdentity ? $0 : nil }
    let varies = response.headers[.vary]?.contains(HTTPField.Name.marketClient.rawValue) ?? false
    state.withLock { $0 = (identity ?? $0.value, true, $0.isExtended || identity != nil || varies) }
    return response
  }
}

extension String {
  /// Whether it is 32 lower-case hexadecimal digits, and so is safe in the name of a file.
  fileprivate var isIdentity: Bool {
    utf8.count == 32 && utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }
}

extension HTTPResponse {
  /// Numbers from which a page's place in a list can be computed without overflow.
  private static let plausibleTotals = 0...1_000_000_000_000

  /// How many elements all pages have; nil where the server does not say so, or says what cannot be.
  var total: Int? {
    headers[.totalCount].flatMap(Int.init).flatMap { Self.plausibleTotals.contains($0) ? $0 : nil }
  }
}

extension NetworkManager {
  /// Changes an item whose stock is the expected one. Throws `LedgerRefusal.stockMoved` where it is not, or changes before
  /// the market has the request.
  package func edit(
    id: Int, _ patch: ItemPatch, expectedStock: Int, password: String
  ) async throws(ClientError) -> Item {
    // Another field may change meanwhile, and with it the entity tag: then the stock is compared again.
    for _ in 1...5 {
      let found = try await response(to: .item(id: id))
      let present = try decode(Item.self, from: found)
      guard present.stock == expectedStock else {
        throw .ledger(.stockMoved(item: id, expected: expectedStock, stock: present.stock))
      }
      let endpoint = Endpoint.edit(id: id, patch, password: password)
      if let changed = try await response(to: endpoint, ifMatch: found.headers[.eTag]) {
        return try decode(Item.self, from: changed)
      }
    }
    throw .unavailable(server: name, status: 412, reason: nil)
  }

  /// The response to a conditional request (RFC 9110 §13.1.1); nil where the item has another entity tag.
  private func response(to endpoint: Endpoint, ifMatch tag: String?) async throws(ClientError)
    -> HTTPResponse?
  {
    var request = try request(for: endpoint)
    request.headers[.ifMatch] = tag
    let response = try await anyResponse(to: request, isRepeatable: false)
    return response.status == 412 ? nil : try await checked(response, of: endpoint)
  }
}

/// Clients with another policy of retries.
extension NetworkManager {
  /// Whether the market is in this process.
  package var isEmbedded: Bool { server == URL.embeddedMarket }

  /// Whether the market takes the requests as those of its operator.
  package var isOperated: Bool { isEmbedded || signer?.key != nil }

  /// A client that sends each request once.
  package var withoutRetries: NetworkManager { with(.never) }

  /// A client for work of many requests: it waits longer for a busy server, and for a rate limit.
  package var waiting: NetworkManager { with(retries.forManyRequests) }

  /// A client for many requests that only read: it waits for a rate limit, and fails as soon as others for a server that
  /// cannot be reached.
  package var waitingForRateLimit: NetworkManager { with(retries.waitingForRateLimit) }

  private func with(_ retries: RetryPolicy) -> NetworkManager {
    var manager = self
    manager.retries = retries
    return manager
  }
}

extension NetworkManager {
  /// Items that are compared at each end of the list.
  private static let compared = 100

  /// The currency that all items of the market have; nil for different ones, and without items. Of a list of more than 200
  /// items, its oldest and newest hundred are compared.
  package func commonCurrency() async throws(ClientError) -> Currency? {
    let oldest = try await page(PageQuery(size: Self.compared))
    guard let currency = oldest.items.first?.price.currency else { return nil }
    var items = oldest.items
    if oldest.total.map({ $0 > items.count }) ?? true {
      let newest = PageQuery(size: Self.compared, sort: .newest)
      // A server that does not sort has the same items here.
      items += try page(newest, in: try await response(to: .page(newest))).items
    }
    return items.allSatisfy { $0.price.currency == currency } ? currency : nil
  }
}

extension Result where Success == HTTPResponse, Failure == any Error {
  /// Whether the market may have done what it was asked for.
  fileprivate var isUnknown: Bool {
    switch self {
    case .success(let response): response.status >= 500 && ![503, 507].contains(response.status)
    case .failure(let error): (error as? SessionError)?.mayHaveArrived ?? true
    }
  }

  /// Whether the market says what it has done.
  fileprivate var isAnswer: Bool {
    if case .success(let response) = self { response.status < 500 && response.status != 429 } else { false }
  }
}

/// Requests beside v1. A market that has items and no such path lacks what they are about.
extension NetworkManager {
  /// Sends a request and returns what the response holds.
  func value<Request: MarketRequest>(
    of request: Request, key: String? = nil
  ) async throws(ClientError) -> Request.Response where Request.Response: Decodable {
    try decode(Request.Response.self, from: try await response(to: request, key: key))
  }

  /// Sends a request and returns the response if it reports success.
  ///
  /// - Parameters:
  ///   - target: The path and query of a link; nil for those of the request.
  ///   - key: The Idempotency-Key.
  func response<Request: MarketRequest>(
    to request: Request, at target: String? = nil, key: String? = nil
  ) async throws(ClientError) -> HTTPResponse {
    var message = try message(for: request, at: target)
    if let key { message.headers[.idempotencyKey] = key }
    let response = try await anyResponse(to: message, isRepeatable: Request.isRepeatable || key != nil)
    if response.isSuccess { return response }
    let failure = FailedResponse(response)
    if let error = request.error(in: failure) { throw error }
    guard let absence = Request.absence, failure.code != .wrongPassword else { throw error(in: failure) }
    switch failure.status {
    case 404:
      // A missing item and a market without the path give one 404: `item(id:)` throws for a missing item.
      for id in request.items { _ = try await item(id: id) }
      throw absence
    case 405, 501: throw absence
    default: throw error(in: failure)
    }
  }

  func message(
    for request: some MarketRequest, at target: String? = nil
  ) throws(ClientError) -> HTTPRequest {
    guard var message = try? request.message(boundary: boundary()) else { throw unexpected(.noRequest) }
    if let target { message.target = target }
    message.isSigned = true
    return message.addressed(to: server)
  }
}

/// Pages of the list and their sums. `ClientError.unsupported(.filters)` is thrown where the market does not know a condition.
extension NetworkManager {
  /// Fetches one page of the list.
  package func page(_ query: PageQuery) async throws(ClientError) -> ItemPage {
    let page = try page(query, in: try await response(to: .page(query)))
    if !isEmbedded, !identity.isExtended { try await checkIsAnswer(page, to: query) }
    return page
  }

  /// The pieces and prices of the items of a list, added up by currency.
  package func values(_ query: PageQuery) async throws(ClientError) -> [StockValue] {
    let response = try await response(to: SumItems(list: query))
    try checkFilter(query.filter, isAppliedIn: response)
    return try decode(TotalsBody.self, from: response).totals
  }

  func checkFilter(_ filter: ListFilter, isAppliedIn response: HTTPResponse) throws(ClientError) {
    guard filter.without(appliedIn: response.headers).isEmpty else { throw .unsupported(.filters) }
  }

  /// The words of a search that no item has, where no item has all of them. Asks for each word, of which a search has at most
  /// eight; nil for a single word, which needs no request.
  package func missingWords(of search: String) async throws(ClientError) -> [String]? {
    let words = Self.words(of: search)
    guard words.count > 1 else { return nil }
    var missing: [String] = []
    for word in words where try await page(PageQuery(size: 1, search: word)).items.isEmpty {
      missing.append(word)
    }
    return missing
  }

  /// The page of an item for a web browser, `/goods/7`; nil for a market that has none, such as one in this process.
  package func page(ofItem id: Int) async -> URL? {
    guard ["http", "https"].contains(server.scheme), server.unixSocket == nil,
      let authority = server.authority
    else {
      return nil
    }
    let page = server.appending(path: "goods/\(id)")
    let request = HTTPRequest(
      .get, scheme: server.scheme ?? "http", authority: authority, target: page.target,
      headers: [.accept: "text/html"])
    let response = try? await self.response(to: request, isRepeatable: true)
    return response?.status == 200 && response?.headers[.contentType]?.hasPrefix("text/html") == true
      ? page : nil
  }

  /// The words of a search as they were typed, each once; no more than are searched for.
  package static func words(of search: String) -> [String] {
    var words: [String] = []
    for word in search.split(whereSeparator: \.isWhitespace).map(String.init)
    where words.count < SearchText.wordLimit
      && !words.contains(where: { $0.lowercased() == word.lowercased() })
    {
      words.append(word)
    }
    return words
  }
}
