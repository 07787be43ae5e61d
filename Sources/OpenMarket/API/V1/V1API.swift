import Foundation
import HTTP

/// The Open Market API of 2021 (v1), which `market` itself speaks, and the images of both versions.
struct V1API: RefusingSession {
  private let api: APIContext
  private let wholePrices: Bool

  /// - Parameter wholePrices: Whether fractional prices are rounded up for other clients than `market`.
  init(_ api: APIContext, wholePrices: Bool) {
    self.api = api
    self.wholePrices = wholePrices
  }

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    try await api.response(to: request, in: .items) {
      switch try Endpoint(request) {
      case .page(let query): try await page(query, request)
      case .item(let id):
        try await api.cached(request) {
          let item = try await api.marketplace.item(id: id, withImageNames: true)
          var response = try named(item, request)
          // An image keeps its name, so the entity tag of the item does not depend on names.
          response.headers[.eTag] = try full(item, request).tagged.headers[.eTag]
          return response
        }
      case .add(let draft, let images, let password):
        try await add(draft, images, password: password, request: request)
      case .edit(let id, let patch, let password):
        try named(
          await api.marketplace.edit(
            id: id, images: patch.images, isCount: patch.stock != nil, codes: patch.details.codes,
            credentials: .password(password), client: request.peer, expecting: precondition(of: request)
          ) { [representation = representation(for: request)] in
            (representation.wholePrices ? patch.leavingExactPrices(of: $0) : patch).applied(to: $0)
          }, request)
      case .delete(let id, let password, let namesID):
        try await delete(id, password, namesID: namesID, request: request)
      case .image(let image): try await bytes(of: image, request)
      }
    }
  }

  func refusal(of head: HTTPRequest) -> HTTPResponse? {
    api.refusal(in: .items) { _ = try Endpoint(head) }
  }

  private func page(_ query: PageQuery, _ request: HTTPRequest) async throws -> HTTPResponse {
    let base = api.imageBase(of: request)
    return try await api.page(query, for: request) {
      [representation = representation(for: request)] page, writer in
      var headers = ItemRepresentation.varying
      headers[.totalCount] = page.total.map(String.init)
      if !query.filter.isEmpty { headers[.appliedFilters] = query.filter.names }
      if page.hasNext {
        var next = query
        next.number += 1
        headers.link(next.target, as: "next")
      }
      headers[.contentType] = "application/json"
      try writer.object { writer in
        writer.key("items")
        try writer.array { writer in
          try page.forEach { item in
            writer.row(item, base, representation: representation)
            try writer.flush()
          }
        }
        writer.key("page")
        writer.value(query.number)
      }
      return HTTPResponse(status: 200, headers: headers)
    }
  }

  private func add(
    _ draft: ItemDraft, _ images: [ItemImage], password: String, request: HTTPRequest
  ) async throws -> HTTPResponse {
    let (item, isRepeated, beginsSeller) = try await api.marketplace.add(
      try ValidDraft(draft), images: images, credentials: .password(password),
      key: request.headers[.idempotencyKey],
      client: request.peer)
    var response = try named(item, request, status: 201)
    response.headers = response.headers.replayed(isRepeated)
    if beginsSeller { response.headers[.newSeller] = "true" }
    return response
  }

  private func delete(
    _ id: Int, _ password: String, namesID: Bool, request: HTTPRequest
  ) async throws -> HTTPResponse {
    let deleted = try await api.marketplace.delete(
      id: id, .password(password), run: request.run(), client: request.peer)
    var response = namesID ? try .json(["id": id]) : try named(deleted.item, request)
    response.headers.set(trashExpiry: deleted.expiry)
    return response
  }

  /// A stored image. Under an address with its digest it never changes, so every cache may store it; under its number alone another
  /// one may follow. Its content is untrusted, so a browser must treat it as an image only.
  private func bytes(of image: StoredImage, _ request: HTTPRequest) async throws -> HTTPResponse {
    let contents =
      image == .placeholder
      ? StoredBytes(StoredImage.placeholderBytes) : try await api.marketplace.contents(of: image)
    var response = HTTPResponse(
      status: 200,
      headers: [
        .contentType: image.format.mediaType, .cacheControl: image.freshness,
        .contentTypeOptions: "nosniff", .contentSecurityPolicy: "default-src 'none'; sandbox",
        .acceptRanges: "bytes",
      ])
    response.headers[.eTag] = contents.properties.digest.map { "\"\($0)\"" }
    // The condition is evaluated before the range (RFC 9110 §13.2.2).
    return try await response.conditional(on: request).ranged(for: request, of: contents.count) {
      try await api.read($0, of: contents)
    }
  }

  /// Compares the present item with the entity tag in `If-Match` (RFC 9110 §13.1.1).
  private func precondition(of request: HTTPRequest) -> @Sendable (StoredItem) throws -> Void {
    guard let expected = request.headers[.ifMatch], expected != "*" else { return { _ in } }
    let tags = expected.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    return { present in
      guard let tag = try full(present, request).tagged.headers[.eTag], tags.contains(tag) else {
        throw APIError.preconditionFailed(stock: present.draft.stock)
      }
    }
  }

  /// The full item, with the file names of its images.
  private func named(
    _ item: StoredItem, _ request: HTTPRequest, status: Int = 200
  ) throws -> HTTPResponse {
    try full(item, request, status: status, names: item.imageNames)
  }

  private func full(
    _ item: StoredItem, _ request: HTTPRequest, status: Int = 200, names: [Int: String] = [:]
  ) throws -> HTTPResponse {
    try .json(
      item.item(
        base: api.imageBase(of: request), isFull: true, representation: representation(for: request),
        names: names),
      status: status,
      headers: ItemRepresentation.varying)
  }

  private func representation(for request: HTTPRequest) -> ItemRepresentation {
    request.isFromMarket ? .exact : ItemRepresentation(wholePrices: wholePrices, hasPlaceholder: true)
  }
}

extension StoredImage {
  /// Stands for an item without an image: strict clients of v2 lose a whole page over an empty URL, and clients of v1 show
  /// the first image without asking whether there is one. Stored images count from 1.
  static let placeholder = StoredImage(id: 0, format: .png)

  /// The Cache-Control field of a response with the image, or a copy of it.
  var freshness: String {
    digest == nil && self != .placeholder ? "no-cache" : "public, max-age=31536000, immutable"
  }

  /// 160×160: the outline of a picture, in light grey.
  static let placeholderBytes =
    Data(
      base64Encoded: """
        iVBORw0KGgoAAAANSUhEUgAAAKAAAACgAQMAAACxAfVuAAAABlBMVEXu7u7ExMSNVKb3AAAAyElEQVR42u3UMQ6CMBTG8SJDR46A\
        N+FK3oBuXqub16hxYBQnSSR8FlMMj36DUQcj/U/kNz3avCqVSqXWFZ69hW760P+FWU8wHwhq/BzSOekffXJKW4Y7hh1BP06MfvAY\
        NQgWMDGWsDFWcDHWaGMEOrVZYAY8zk1gDgyqMBL1uBillVh4NJWTWHq0dSux8uj8AAJrjxcsLm7cwBvkFR+nzZzjKaCZYxPQzvEc\
        0Gmy7y3DjmHPcGAIinuGB4YNw+v3nrXXMZVKraE76ncupWHiVdEAAAAASUVORK5CYII=
        """) ?? Data()
}
