import Foundation
import HTTP

/// The newer API (v2): the same items as products of vendors.
extension LocalMarket {
  func answer(_ endpoint: ProductEndpoint, _ request: HTTPRequest) async throws -> HTTPResponse {
    switch endpoint {
    case .healthCheck: try json("OK")
    case .page(let query): try await products(query, request)
    case .product(let id): try await product(id, request)
    case .add(let params, let images, let identifier): try await add(params, images, identifier, request)
    case .edit(let id, let params, let identifier): try await edit(id, params, identifier, request)
    case .requestDeletion(let id, let secret, let identifier):
      try await requestDeletion(id, secret, identifier, request)
    case .delete(let id, let token, let identifier): try await delete(id, token, identifier, request)
    }
  }

  private func products(_ query: PageQuery, _ request: HTTPRequest) async throws -> HTTPResponse {
    let base = base(of: request)
    var query = query
    query.readsDescriptions = true
    return try await page(query, for: request) { items, total in
      // Past the end there is nothing, not even an empty page; the first page is always there.
      guard !items.isEmpty || query.number == 1 else { return HTTPResponse(status: 204) }
      let products = items.map { Product($0, base: base, contract: options.products, isFull: false) }
      return HTTPResponse(
        status: 200, headers: ["Content-Type": "application/json"],
        body: try JSON.encode(
          ProductPage(query, total: total, products: products), withUnderscores: options.products == .v2a))
    }
  }

  private func product(_ id: Int, _ request: HTTPRequest) async throws -> HTTPResponse {
    guard let item = try await store.item(id: id) else { throw APIError.notFound }
    return try full(item, request).tagged
  }

  private func add(
    _ params: ProductParams, _ images: [ItemImage], _ identifier: String, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    let draft = try params.draft()
    try draft.validate()
    for image in images { _ = try image.info() }
    let (vendor, hash) = try await vendor(identifier, secret: params.required(\.secret, "secret"), request)
    let key = try request.headers["Idempotency-Key"].map {
      try IdempotencyKey($0, draft: draft, images: images, seller: vendor.id)
    }
    let base = base(of: request)
    let contract = options.products
    // The vendor's secret is the item's password too, so that v1 can change what v2 has added.
    let body = try await store.add(
      draft, images: images, vendor: vendor.id, passwordHash: hash, at: options.now(), key: key
    ) { stored in
      try JSON.encode(Product(stored, base: base, contract: contract, isFull: true))
    }
    return HTTPResponse(status: 201, headers: ["Content-Type": "application/json"], body: body)
  }

  private func edit(
    _ id: Int, _ params: ProductParams, _ identifier: String, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    let hash = try await authorize(id, params.required(\.secret, "secret"), identifier, request)
    let item = try await store.edit(id: id, passwordHash: hash, thumbnail: params.thumbnailID) { draft in
      let changed = try params.applied(to: draft)
      try changed.validate()
      return changed
    }
    guard let item else { throw APIError.notFound }
    return try full(item, request)
  }

  private func requestDeletion(
    _ id: Int, _ secret: String, _ identifier: String, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    _ = try await authorize(id, secret, identifier, request)
    let token = tokens.issue(forItem: id, at: options.now())
    // A bare word and no JSON, which clients put into a path as it is.
    let text = options.products == .v2a ? token : "/api/products/\(token)"
    return HTTPResponse(
      status: 200, headers: ["Content-Type": "text/plain; charset=utf-8"], body: Data(text.utf8))
  }

  private func delete(
    _ id: Int?, _ token: String, _ identifier: String, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    guard let vendor = try await store.vendor(identifier: identifier)?.vendor else {
      throw APIError.unknownVendor
    }
    guard let granted = tokens.redeem(token, at: options.now()), id == nil || id == granted,
      let item = try await store.item(id: granted), let hash = try await store.passwordHash(ofItem: granted)
    else { throw APIError.notFound }
    guard item.vendor == vendor else { throw APIError.otherVendor }
    guard let deleted = try await store.delete(id: granted, passwordHash: hash) else {
      throw APIError.notFound
    }
    return try full(deleted, request)
  }

  /// The item's password hash, where the vendor is who they say and the item is theirs.
  private func authorize(
    _ id: Int, _ secret: String, _ identifier: String, _ request: HTTPRequest
  ) async throws -> String {
    let (vendor, _) = try await vendor(identifier, secret: secret, request)
    guard let item = try await store.item(id: id), let hash = try await store.passwordHash(ofItem: id) else {
      throw APIError.notFound
    }
    guard item.vendor == vendor else { throw APIError.otherVendor }
    return hash
  }

  private func vendor(
    _ identifier: String, secret: String, _ request: HTTPRequest
  ) async throws -> (vendor: StoredVendor, secretHash: String) {
    let found = try await store.vendor(identifier: identifier)
    let isRight = try await isRight(
      secret, hash: found?.secretHash, of: "vendor \(identifier.prefix(100))", peer: request.peer)
    guard isRight, let found else { throw APIError.unknownVendor }
    return found
  }

  private func full(_ item: StoredItem, _ request: HTTPRequest) throws -> HTTPResponse {
    try json(Product(item, base: base(of: request), contract: options.products, isFull: true))
  }
}
