package import Foundation
package import HTTP

/// The market inside this program: a session that answers the Open Market API (v1) out of one file.
package struct LocalMarket: Session {
  private let store: ItemStore
  private let passwords: PasswordHash
  private let publicURL: URL
  private let now: @Sendable () -> Date

  /// Where the pictures of an embedded market are said to be. No network leads there; this session does.
  package static let embeddedURL = URL(string: "market://embedded") ?? URL(filePath: "/")

  /// - Parameters:
  ///   - path: The store's file; it is made when the first item is added.
  ///   - publicURL: What picture URLs begin with.
  ///   - passwordCost: How dear it is to guess a password, libcrypt's cost for yescrypt.
  ///   - now: The time that new items are registered at.
  package init(
    path: String, publicURL: URL = embeddedURL, passwordCost: Int = 5,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    store = ItemStore(path: path)
    passwords = PasswordHash(cost: passwordCost)
    self.publicURL = publicURL
    self.now = now
  }

  package func response(to request: HTTPRequest) async throws -> HTTPResponse {
    do {
      return try await answer(Endpoint(request), key: request.headers["Idempotency-Key"])
    } catch let error as APIError {
      return error.response
    } catch let refusal as Refusal {
      return APIError(refusal).response
    } catch let error as StoreError {
      return APIError(error).response
    }
  }

  private func answer(_ endpoint: Endpoint, key: String?) async throws -> HTTPResponse {
    switch endpoint {
    case .page(let query): try await page(query)
    case .item(let id): try await item(id)
    case .add(let draft, let images, let password): try await add(draft, images, password, key: key)
    case .edit(let id, let patch, let password): try await edit(id, patch, password)
    case .delete(let id, let password, let namesID): try await delete(id, password, namesID: namesID)
    case .image(let image): try await bytes(of: image)
    }
  }

  private func page(_ query: PageQuery) async throws -> HTTPResponse {
    let (items, total) = try await store.page(query)
    var headers: HTTPHeaders = ["X-Total-Count": String(total)]
    if query.number <= (total - 1) / query.size {
      var next = query
      next.number += 1
      headers["Link"] = "</items/\(next.number)\(next.queryString)>; rel=\"next\""
    }
    return try json(
      PageBody(page: query.number, items: items.map { item($0, isFull: false) }), headers: headers)
  }

  private func item(_ id: Int) async throws -> HTTPResponse {
    guard let item = try await store.item(id: id) else { throw APIError.notFound }
    return try json(self.item(item, isFull: true))
  }

  private func add(
    _ draft: ItemDraft, _ images: [ItemImage], _ password: String, key: String?
  ) async throws -> HTTPResponse {
    try validatePassword(password)
    try draft.validate()
    for image in images { _ = try image.info() }
    let key = try key.map { try IdempotencyKey($0, draft: draft, images: images) }
    let hash = try passwords.hash(password)
    let body = try await store.add(draft, images: images, passwordHash: hash, at: now(), key: key) { stored in
      try JSON.encode(item(stored, isFull: true))
    }
    return HTTPResponse(status: 201, headers: ["Content-Type": "application/json"], body: body)
  }

  private func edit(_ id: Int, _ patch: ItemPatch, _ password: String) async throws -> HTTPResponse {
    for image in patch.images ?? [] { _ = try image.info() }
    let hash = try await authorize(id, password)
    let item = try await store.edit(id: id, passwordHash: hash, images: patch.images) { draft in
      let changed = patch.applied(to: draft)
      try changed.validate()
      return changed
    }
    guard let item else { throw APIError.notFound }
    return try json(self.item(item, isFull: true))
  }

  private func delete(_ id: Int, _ password: String, namesID: Bool) async throws -> HTTPResponse {
    let hash = try await authorize(id, password)
    guard let item = try await store.delete(id: id, passwordHash: hash) else { throw APIError.notFound }
    return namesID ? try json(["id": id]) : try json(self.item(item, isFull: true))
  }

  private func bytes(of image: StoredImage) async throws -> HTTPResponse {
    guard let bytes = try await store.bytes(of: image) else { throw APIError.notFound }
    return HTTPResponse(status: 200, headers: ["Content-Type": image.format.mediaType], body: bytes)
  }

  /// The item's password hash, when the password is right. An unknown id costs as much time as a wrong password,
  /// so that the time tells nothing.
  private func authorize(_ id: Int, _ password: String) async throws -> String {
    try validatePassword(password)
    guard let hash = try await store.passwordHash(ofItem: id) else {
      _ = try passwords.hash(password)
      throw APIError.notFound
    }
    guard passwords.matches(password, hash: hash) else { throw APIError.wrongPassword }
    return hash
  }

  private func item(_ stored: StoredItem, isFull: Bool) -> Item {
    let urls = stored.images.map { publicURL.appending(path: $0.path) }
    return Item(
      id: stored.id, title: stored.draft.title, price: stored.draft.price,
      discountedPrice: stored.draft.discountedPrice.map { Price($0, stored.draft.price.currency) },
      stock: stored.draft.stock, thumbnails: urls, registrationDate: stored.registrationDate,
      description: isFull ? stored.draft.description : nil, images: isFull ? urls : nil)
  }

  private func json(
    _ value: some Encodable, status: Int = 200, headers: HTTPHeaders = [:]
  ) throws -> HTTPResponse {
    var headers = headers
    headers["Content-Type"] = "application/json"
    return HTTPResponse(status: status, headers: headers, body: try JSON.encode(value))
  }
}
