package import Foundation
package import HTTP

/// The market inside this program: a session that answers the Open Market API out of one file. v1 is here, v2 and the
/// images are in extensions; they are views of the same items.
package struct LocalMarket: Session {
  let store: ItemStore
  let options: Options
  let passwords: PasswordVerifier
  let tokens = DeletionTokens()
  private let pages: PageCache?

  /// How a market answers.
  package struct Options: Sendable {
    /// What image URLs begin with; nil for the address that was asked.
    package var publicURL: URL?
    /// Which of the two forms of v2 it speaks.
    package var products = ProductContract.v2b
    package var isReadOnly = false
    /// Whether v1 rounds fractional prices up, for clients that read prices as integers.
    package var wholePrices = false
    /// Whether v2 lists items in currencies outside its contract (KRW, USD, JPY, HKD).
    package var allCurrencies = false
    /// Bytes of encoded pages that are kept for whoever asks for them again before anything is written; 0 for none.
    package var pageMemory = 0
    /// How long to wait for another process that writes to the file; whole seconds.
    package var patience = Duration.seconds(10)
    /// How dear it is to guess a password, libcrypt's cost for yescrypt.
    package var passwordCost = 5
    /// The present, for new items and for the patience with wrong passwords.
    package var now: @Sendable () -> Date = { Date() }

    package init() {}
  }

  /// Where an embedded market is said to be. No network leads there; this session does.
  package static let embeddedURL = URL(string: "market://embedded") ?? URL(filePath: "/")

  /// - Parameter path: The store's file; it is made when the first item is added.
  package init(path: String, _ options: Options = Options()) {
    store = ItemStore(path: path, patience: options.patience)
    passwords = PasswordVerifier(cost: options.passwordCost)
    pages = options.pageMemory > 0 ? PageCache(capacity: options.pageMemory) : nil
    self.options = options
  }

  package func response(to request: HTTPRequest) async throws -> HTTPResponse {
    if let cached = cachedPage(for: request) { return cached.conditional(on: request) }
    let isProducts = ProductEndpoint.isAsked(by: request)
    do {
      if options.isReadOnly, request.method != .get { throw APIError.readOnly }
      let response =
        try await isProducts
        ? answer(ProductEndpoint(request, in: options.products), request) : answer(Endpoint(request), request)
      return response.conditional(on: request)
    } catch {
      guard let apiError = APIError(of: error, in: isProducts ? .products : .items) else { throw error }
      return apiError.response(in: isProducts ? .products : .items)
    }
  }

  private func answer(_ endpoint: Endpoint, _ request: HTTPRequest) async throws -> HTTPResponse {
    switch endpoint {
    case .page(let query): try await page(query, request)
    case .item(let id): try await item(id, request)
    case .add(let draft, let images, let password): try await add(draft, images, password, request)
    case .edit(let id, let patch, let password): try await edit(id, patch, password, request)
    case .delete(let id, let password, let namesID): try await delete(id, password, namesID: namesID, request)
    case .image(let image): try await bytes(of: image, request)
    }
  }

  private func page(_ query: PageQuery, _ request: HTTPRequest) async throws -> HTTPResponse {
    let base = base(of: request)
    return try await page(query, for: request) { items, total in
      var headers: HTTPHeaders = ["X-Total-Count": String(total)]
      if query.number <= (total - 1) / query.size {
        var next = query
        next.number += 1
        headers["Link"] = "</items/\(next.number)\(next.queryString)>; rel=\"next\""
      }
      let rows = items.map { $0.item(base: base, isFull: false) }
      return try json(PageBody(page: query.number, items: rows), headers: headers)
    }
  }

  /// A page, and keeps it for the next who asks the same.
  func page(
    _ query: PageQuery, for request: HTTPRequest, as response: ([StoredItem], Int) throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let (items, total, version) = try await store.page(query, asksVersion: pages != nil)
    let answer = try response(items, total).tagged
    pages?.keep(answer, for: pageKey(request), version: version)
    return answer
  }

  /// The page that was kept for such a request, if nothing has been written since.
  private func cachedPage(for request: HTTPRequest) -> HTTPResponse? {
    guard let pages, request.method == .get else { return nil }
    return pages.answer(for: pageKey(request), version: store.version)
  }

  /// What a page depends on besides the store: what was asked, and by which address, since its URLs begin with that.
  private func pageKey(_ request: HTTPRequest) -> String {
    "\(request.scheme ?? "")://\(request.authority ?? "")\(request.target)"
  }

  private func item(_ id: Int, _ request: HTTPRequest) async throws -> HTTPResponse {
    guard let item = try await store.item(id: id) else { throw APIError.notFound }
    return try json(item.item(base: base(of: request), isFull: true)).tagged
  }

  private func add(
    _ draft: ItemDraft, _ images: [ItemImage], _ password: String, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    try validatePassword(password)
    try draft.validate()
    for image in images { _ = try image.info() }
    let key = try request.headers["Idempotency-Key"].map {
      try IdempotencyKey($0, draft: draft, images: images, seller: StoredVendor.marketID)
    }
    let hash = try await passwords.hash(password)
    let base = base(of: request)
    let body = try await store.add(draft, images: images, passwordHash: hash, at: options.now(), key: key) {
      stored in
      try JSON.encode(stored.item(base: base, isFull: true))
    }
    return HTTPResponse(status: 201, headers: ["Content-Type": "application/json"], body: body)
  }

  private func edit(
    _ id: Int, _ patch: ItemPatch, _ password: String, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    for image in patch.images ?? [] { _ = try image.info() }
    let hash = try await authorize(id, password, peer: request.peer)
    let item = try await store.edit(id: id, passwordHash: hash, images: patch.images) { draft in
      let changed = patch.applied(to: draft)
      try changed.validate()
      return changed
    }
    guard let item else { throw APIError.notFound }
    return try json(item.item(base: base(of: request), isFull: true))
  }

  private func delete(
    _ id: Int, _ password: String, namesID: Bool, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    let hash = try await authorize(id, password, peer: request.peer)
    guard let item = try await store.delete(id: id, passwordHash: hash) else { throw APIError.notFound }
    return namesID ? try json(["id": id]) : try json(item.item(base: base(of: request), isFull: true))
  }

  /// The item's password hash, when the password is right. An unknown id costs as much time as a wrong password, so
  /// that the time tells nothing.
  private func authorize(_ id: Int, _ password: String, peer: String?) async throws -> String {
    try validatePassword(password)
    let hash = try await store.passwordHash(ofItem: id)
    guard try await isRight(password, hash: hash, of: "item \(id)", peer: peer), let hash else {
      throw hash == nil ? APIError.notFound : .wrongPassword
    }
    return hash
  }

  /// Whether a password is right, for those who have not guessed too often. In this process nobody guesses: without a
  /// network address nothing is counted.
  func isRight(_ password: String, hash: String?, of subject: String, peer: String?) async throws -> Bool {
    let keys = peer.map { [$0.addressBlock, subject] } ?? []
    return try await passwords.matches(password, hash: hash, by: keys, at: options.now())
  }

  /// What the URLs in an answer begin with.
  func base(of request: HTTPRequest) -> URL {
    if let publicURL = options.publicURL { return publicURL }
    guard let scheme = request.scheme, let authority = request.authority else { return Self.embeddedURL }
    return URL(string: "\(scheme)://\(authority)") ?? Self.embeddedURL
  }

  func json(
    _ value: some Encodable, status: Int = 200, headers: HTTPHeaders = [:]
  ) throws -> HTTPResponse {
    var headers = headers
    headers["Content-Type"] = "application/json"
    return HTTPResponse(status: status, headers: headers, body: try JSON.encode(value))
  }
}
