import Foundation
import HTTP

/// The Open Market API of 2021 (v1), which `market` itself speaks, and the images of both versions.
struct V1API: Session {
  private let api: APIContext
  private let wholePrices: Bool

  /// - Parameter wholePrices: Whether fractional prices are rounded up, for clients that read integers.
  init(_ api: APIContext, wholePrices: Bool) {
    self.api = api
    self.wholePrices = wholePrices
  }

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    try await api.response(to: request, in: .items) {
      switch try Endpoint(request) {
      case .page(let query): try await page(query, request)
      case .item(let id):
        try await api.cached(request) { try await full(api.marketplace.item(id: id), request).tagged }
      case .add(let draft, let images, let password): try await add(draft, images, password, request)
      case .edit(let id, let patch, let password):
        try await full(
          api.marketplace.edit(
            id: id, images: patch.images, isCount: patch.stock != nil, .password(password),
            client: request.peer, expecting: precondition(of: request)
          ) { patch.applied(to: $0) }, request)
      case .delete(let id, let password, let namesID):
        try await delete(id, password, namesID: namesID, request)
      case .image(let image): try await bytes(of: image, request)
      }
    }
  }

  private func page(_ query: PageQuery, _ request: HTTPRequest) async throws -> HTTPResponse {
    let base = ImageBase(api.base(of: request))
    return try await api.page(query, for: request) { [wholePrices] page, writer in
      var headers: HTTPHeaders = [.totalCount: String(page.total)]
      if query.number <= (page.total - 1) / query.size {
        var next = query
        next.number += 1
        headers[.link] = "</items/\(next.number)\(next.queryString)>; rel=\"next\""
      }
      headers[.contentType] = "application/json"
      try writer.object { writer in
        writer.key("items")
        try writer.array { writer in
          try page.forEach { item in
            writer.row(item, base, wholePrices: wholePrices)
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
    _ draft: ItemDraft, _ images: [ItemImage], _ password: String, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    let item = try await api.marketplace.add(
      api.valid(draft), images: images, .password(password), key: request.headers[.idempotencyKey],
      client: request.peer)
    return try full(item, request, status: 201)
  }

  private func delete(
    _ id: Int, _ password: String, namesID: Bool, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    let item = try await api.marketplace.delete(id: id, .password(password), client: request.peer)
    return namesID ? try .json(["id": id]) : try full(item, request)
  }

  /// A stored image. It never changes, so every cache may store it; its content is untrusted, so a browser must treat
  /// it as an image only.
  private func bytes(of image: StoredImage, _ request: HTTPRequest) async throws -> HTTPResponse {
    let contents =
      image == .placeholder
      ? StoredBytes(StoredImage.placeholderBytes) : try await api.marketplace.contents(of: image)
    let response = HTTPResponse(
      status: 200,
      headers: [
        .contentType: image.format.mediaType, .cacheControl: "public, max-age=31536000, immutable",
        .contentTypeOptions: "nosniff", .contentSecurityPolicy: "default-src 'none'; sandbox",
        .acceptRanges: "bytes", .eTag: "\"\(image.id)\"",
      ])
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

  private func full(_ item: StoredItem, _ request: HTTPRequest, status: Int = 200) throws -> HTTPResponse {
    try .json(
      item.item(base: api.base(of: request), isFull: true, wholePrices: wholePrices), status: status)
  }
}

extension StoredItem {
  /// The item as v1 has it, with its images below `base`.
  func item(base: URL, isFull: Bool, wholePrices: Bool) -> Item {
    let urls = images.map { base.appending(path: $0.path) }
    func price(_ amount: Decimal) -> Price {
      Price(wholePrices ? amount.roundedUp : amount, draft.price.currency)
    }
    return Item(
      id: id, title: draft.title, price: price(draft.price.amount),
      discountedPrice: draft.discountedPrice.map(price), stock: draft.stock, thumbnails: urls,
      registrationDate: registrationDate, description: isFull ? draft.description : nil,
      images: isFull ? urls : nil, rating: rating,
      sku: draft.sku, tags: draft.tags)
  }
}

extension JSONWriter {
  /// An item in a list, as `Item` encodes itself.
  fileprivate mutating func row(_ item: StoredItem, _ base: ImageBase, wholePrices: Bool) {
    func amount(_ amount: Decimal) -> Decimal { wholePrices ? amount.roundedUp : amount }
    object { writer in
      writer.key("currency")
      writer.value(item.draft.price.currency.code)
      if let discounted = item.draft.discountedPrice {
        writer.key("discounted_price")
        writer.value(amount(discounted))
      }
      writer.key("id")
      writer.value(item.id)
      writer.key("price")
      writer.value(amount(item.draft.price.amount))
      if let mean = item.rating.mean {
        writer.key("rating")
        writer.value(mean)
      }
      writer.key("rating_count")
      writer.value(item.rating.count)
      writer.key("registration_date")
      writer.value(item.registrationDate.timeIntervalSince1970)
      if let sku = item.draft.sku {
        writer.key("sku")
        writer.value(sku)
      }
      writer.key("stock")
      writer.value(item.draft.stock)
      writer.tags(item.draft.tags)
      writer.key("thumbnails")
      writer.array { writer in
        for image in item.images { writer.value(base.url(of: image)) }
      }
      writer.key("title")
      writer.value(item.draft.title)
    }
  }
}

extension JSONWriter {
  /// The key `tags`, where there are any.
  mutating func tags(_ tags: [String]) {
    guard !tags.isEmpty else { return }
    key("tags")
    array { writer in
      for tag in tags { writer.value(tag) }
    }
  }
}

/// The beginning of the URLs of images, made once for all images of a page.
struct ImageBase {
  private let prefix: String

  init(_ base: URL) {
    let url = base.appending(path: StoredImage.placeholder.path).absoluteString
    prefix = String(url.dropLast(StoredImage.placeholder.path.utf8.count))
  }

  func url(of image: StoredImage) -> String { prefix + image.path }
}

extension Decimal {
  /// The smallest whole number that is not below it.
  fileprivate var roundedUp: Decimal {
    var (amount, whole) = (self, Decimal())
    NSDecimalRound(&whole, &amount, 0, .up)
    return whole
  }
}

extension StoredImage {
  /// Stands in v2 for an item without an image, since clients lose a whole page over an empty URL. Stored images count
  /// from 1.
  static let placeholder = StoredImage(id: 0, format: .png)

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
