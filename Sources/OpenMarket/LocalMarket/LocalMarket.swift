package import Foundation
package import HTTP
import SystemSupport

/// The market inside this program: a session that answers both versions of the Open Market API from one store.
package struct LocalMarket: ReadySession {
  let marketplace: Marketplace
  private let store: Store
  private let cache: PageCache?
  private let router: Router
  private let pages: (paths: [String], session: any PageSession)?
  private let options: Options

  private var signatures: OperatorSignatures {
    OperatorSignatures(
      store: store, addresses: options.addresses(), publicURLs: options.publicURLs,
      now: options.clock ?? options.now)
  }

  /// How a market answers.
  package struct Options: Sendable {
    /// The addresses that clients use. Image URLs begin with the one that the request names, else with the first; without
    /// any, with the address of the request.
    package var publicURLs: [URL] = []
    /// The request fields from which a server takes the address of a request; responses with URLs then vary by them.
    package var addressFields: [HTTPField.Name] = []
    /// The form of v2.
    package var products = ProductContract.v2b
    /// Whether fractional prices are rounded up for clients that read integers. `market` itself always gets exact ones.
    package var roundsPrices = true
    /// The currencies of the items that v2 lists; nil for all.
    package var currencies: Set<Currency>? = ProductContract.listedCurrencies
    /// Whether every request that would change the market is refused.
    package var isReadOnly = false
    /// Whether the only client is a `NetworkManager` in this process. Errors of the store are then thrown as
    /// `StoreError`, since its file belongs to the same person; clients elsewhere get a response that says less. New
    /// items are not validated again, since that client can only send a `ValidDraft`.
    package var isEmbedded = false
    /// Whether each request is from the operator, because its process opened the store: changes of items then need no password.
    package var isOperated = false
    /// Bytes of encoded pages that are cached until something is written; 0 for none.
    package var pageMemory = 0
    /// How long to wait for another process that writes to the store; whole seconds.
    package var timeout = Duration.seconds(10)
    /// The largest size of the store, in bytes; nil for no limit.
    package var storeLimit: Int?
    /// The connections to a database on a server.
    package var connections = StoreConnections()
    /// Bytes of the store's disk that are held for deleting when the disk is full.
    package var storeReserve = 0
    /// The bytes that each client's network may store in an hour, half of them at once; nil for no limit.
    package var clientBytes: Int?
    /// How many reviews an item may get and a client may write in an hour.
    package var reviews = ReviewRates()
    /// Makes smaller copies of images; nil for responses that name the images themselves.
    package var thumbnails: Thumbnails?
    /// The access to what was sold. A market in this process shows it all.
    package var sales = SalesAccess()
    /// The addresses at which the market is served, as URLs: requests are signed for them.
    package var addresses: @Sendable () -> [String] = { [] }
    /// The counts and states of the server; nil for a market without one.
    package var status: ServerStatus?
    /// How long a health check waits for the store.
    package var readinessTime = Duration.seconds(2)
    /// The token with which metrics are read from elsewhere; nil for this machine alone.
    package var metricsToken: MetricsToken?
    /// The version of the program, for its metrics.
    package var version = ""
    /// The time zone of a new market's days; nil for that of this machine.
    package var timeZone: TimeZone?
    /// The cost of a guess at a password (see `PasswordHash`).
    package var passwordCost = 5
    /// The present, for dates and limits.
    package var now: @Sendable () -> Date = { Date() }
    /// The present of limits on attempts, where `now` stands still; nil for that of `now`.
    package var clock: (@Sendable () -> Date)?
    /// Receives the errors of which a response says only that something failed, and each `OtherContract`.
    package var onError: (@Sendable (HTTPRequest, any Error) -> Void)?
    /// The pages for people; nil for the APIs alone.
    package var pages: MarketPages?

    package init() {}
  }

  package init(at location: StoreLocation, _ options: Options = Options()) {
    self.init(Store(at: location, options.ofStore), options)
  }

  /// - Parameter other: A market of the same store, which counts attempts together with this one.
  package init(_ store: Store, _ options: Options = Options(), beside other: LocalMarket? = nil) {
    (self.store, self.options) = (store, options)
    marketplace =
      other?.marketplace
      ?? Marketplace(
        store, passwordCost: options.passwordCost, reviews: options.reviews,
        isOperated: options.isOperated,
        // A server keeps the other processors for other requests.
        imageThreads: options.isEmbedded ? min(4, ProcessInfo.processInfo.activeProcessorCount) : 1,
        now: options.now, clock: options.clock)
    cache = options.pageMemory > 0 ? PageCache(capacity: options.pageMemory) : nil
    let status = options.status ?? ServerStatus(routes: Self.routeNames(with: options.pages))
    let failures = FailureCounts(status)
    let api = APIContext(
      marketplace: marketplace, cache: cache, publicURLs: options.publicURLs,
      isReadOnly: options.isReadOnly, isEmbedded: options.isEmbedded,
      hasThumbnails: options.thumbnails != nil, sales: options.sales,
      failures: failures, onError: options.onError,
      addressFields: options.publicURLs.count == 1 ? [] : options.addressFields)
    let v2 = V2API(
      api, contract: options.products, currencies: options.currencies,
      wholePrices: options.roundsPrices)
    let v1 = V1API(api, wholePrices: options.roundsPrices)
    let metrics = MetricsPage(
      status: status, store: store, cache: cache, failures: failures, version: options.version,
      token: options.metricsToken)
    let changes = ChangeFeed(
      number: { try await store.changeNumber() }, isEnding: { status.isDraining || status.isCrowded },
      capacity: { status.connectionLimit / 4 })
    let pages = options.pages.map { (paths: $0.paths, session: $0.session(PageContext(api, changes))) }
    self.pages = pages
    func preferHTML(_ session: any Session) -> any Session {
      pages.map { PageForBrowsers(page: $0.session, other: session) } ?? session
    }
    router = Router(
      MarketAPI.routes(api) + Self.v1Paths.map { .path([$0], v1) }
        + Self.v2Paths.map { .path([$0], v2) } + [
          .path([ThumbnailPage.path], ThumbnailPage(api: api, thumbnails: options.thumbnails)),
          .template([], preferHTML(ReadPath(session: WelcomePage(contract: options.products)))),
          .template(["openapi.json"], ReadPath(session: OpenAPIPage())),
          .template([HealthPage.path], ReadPath(session: HealthPage())),
          .template(
            [ReadinessPage.path],
            ReadPath(
              session: ReadinessPage(
                status: status, probe: ReadinessProbe(store, limit: options.readinessTime)))),
          .template([MetricsPage.path], metrics),
        ] + (pages.map { pages in pages.paths.map { .path([$0], pages.session) } } ?? []),
      fallback: preferHTML(UnknownPath(api: api)))
  }

  package func response(to request: HTTPRequest) async throws -> HTTPResponse {
    if request.headers[.signatureInput] != nil, !RequestOperator.isPresent {
      return try await operatedResponse(to: request)
    }
    if let cache, cache.mayHave(request), !RequestOperator.isPresent {
      let version = await marketplace.presentVersion()
      if let cached = cache.response(to: request, version: version) {
        return cached.response.conditional(on: request)
      }
    }
    // A server has named the client already.
    guard WorkClient.current == nil, let peer = request.peer else {
      return try await router.response(to: request)
    }
    return try await WorkClient.$current.withValue(IPAddress.clientNetwork(peer)) {
      try await router.response(to: request)
    }
  }

  package func readyResponse(to request: HTTPRequest, at moment: RequestMoment) -> ReadyResponse? {
    guard request.headers[.signatureInput] == nil,
      let cached = cache?.response(to: request, version: readyVersion(at: moment))
    else { return nil }
    guard request.headers[.ifNoneMatch] != nil || request.headers[.ifMatch] != nil else { return cached }
    let response = cached.response.conditional(on: request)
    return response.status == 200 ? cached : ReadyResponse(response)
  }

  package func refusal(of head: HTTPRequest) -> HTTPResponse? {
    (router.session(for: head) as? any RefusingSession)?.refusal(of: head)
  }

  package func readyVersion(at moment: RequestMoment) -> UInt64? { moment.version { marketplace.version } }

  /// The response to a request that the operator has signed; an error where the signature is not accepted.
  private func operatedResponse(to request: HTTPRequest) async throws -> HTTPResponse {
    do {
      try await signatures.verify(request)
    } catch {
      guard let error = APIError(of: error, in: .extensions) else { throw error }
      return error.response(in: .extensions)
    }
    var response = try await RequestOperator.$isPresent.withValue(true) {
      try await self.response(to: request)
    }
    response.headers[.cacheControl] = "no-store"
    return response
  }

  /// The response to a request that no API has read: for people where it addresses one of the pages.
  package func response(to error: HTTPError, of request: HTTPRequest) -> HTTPResponse {
    guard let pages, let path = request.pathComponents?.first, pages.paths.contains(path) else {
      return Self.refusal(error, of: request)
    }
    return error == .crossOrigin
      ? pages.session.crossOriginResponse(to: request) : HTTPResponse(error)
  }

  /// The response to such a request, in the form of the API that it addresses.
  package static func refusal(_ error: HTTPError, of request: HTTPRequest) -> HTTPResponse {
    let isV2 = request.pathComponents?.contains(where: v2Paths.contains) == true
    let response = APIError(error).response(in: isV2 ? .products : .items)
    return HTTPResponse(error, response.headers, body: response.body)
  }

  /// The first components of all paths, by which a server counts requests; empty for the root.
  package static func routeNames(with pages: MarketPages?) -> [String] {
    let requests = Set(MarketAPI.requests.compactMap { $0.route.components.first ?? nil }).subtracting(
      v1Paths)
    return v1Paths + requests.sorted() + v2Paths
      + ["", "openapi.json", ThumbnailPage.path, HealthPage.path, ReadinessPage.path, MetricsPage.path]
      + (pages?.paths ?? [])
  }

  /// The names of the query items of the APIs; none of them holds a secret but a receipt.
  package static let queryNames = Set(
    MarketAPI.requests.flatMap { $0.queryNames } + PageQuery.queryNames + [
      "page_no", "items_per_page", "search_value",
    ]
  ).subtracting([ReviewField.receipt.rawValue])

  /// The first components of the paths of v1.
  private static let v1Paths = ["items", "item", "images"]

  /// The first components of the paths of v2.
  private static let v2Paths = ["api", "healthChecker"]

  /// The summary of the store that a server prints when it starts. Throws `StoreError` for a file that is no store.
  package func summary() async throws -> StoreSummary {
    // Where v2 lists all, those that strict clients can read.
    try await store.summary(listing: options.currencies ?? ProductContract.listedCurrencies)
  }
}

extension LocalMarket {
  /// Takes over settings that were set elsewhere before the store had a place for them: each once, also where it was removed since. Makes
  /// the store where there is none, so that it has its operator from the first request on.
  package func adoptShop(_ values: [ShopSetting: String]) async throws {
    let known = try await store.read { database in
      let settings = MarketSettings(database: database)
      return try values.keys.filter { try settings.shop($0) != nil }
    }
    let missing = values.filter { known?.contains($0.key) != true }
    guard !missing.isEmpty || known == nil else { return }
    try await store.write { database in
      for (setting, value) in missing { try MarketSettings(database: database).setShop(setting, value) }
    }
  }
}

extension LocalMarket.Options {
  /// How the store is opened.
  var ofStore: Store.Options {
    var store = isEmbedded ? Store.Options.forCommand : Store.Options()
    store.timeout = timeout
    store.limit = storeLimit
    store.connections = connections
    store.reserve = storeReserve
    store.timeZone = timeZone
    store.clientBytes = clientBytes
    store.thumbnails = thumbnails?.folder
    store.now = now
    return store
  }
}
