import Foundation
import HTTP

/// The newer API (v2): the same items as products of vendors.
struct V2API: RefusingSession {
  private let api: APIContext
  private let contract: ProductContract
  private let currencies: Set<Currency>?
  private let wholePrices: Bool

  /// - Parameters:
  ///   - currencies: The currencies of the products in lists; nil for all.
  ///   - wholePrices: Whether fractional prices are rounded up.
  init(_ api: APIContext, contract: ProductContract, currencies: Set<Currency>?, wholePrices: Bool) {
    self.api = api
    self.contract = contract
    self.currencies = currencies
    self.wholePrices = wholePrices
  }

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    try await api.response(to: request, in: .products) {
      switch try ProductEndpoint(request, in: contract) {
      case .healthCheck: try .json("OK")
      case .page(let query): try await page(query, request)
      case .product(let id): try await api.cached(request) { try await full(item(id), request).tagged }
      case .add(let params, let images, let identifier):
        try await add(params, images, identifier: identifier, request: request)
      case .edit(let id, let params, let identifier):
        try await edit(id, params, identifier: identifier, request: request)
      case .requestDeletion(let id, let secret, let identifier):
        try await requestDeletion(id, .vendor(identifier: identifier, secret: secret), request: request)
      case .delete(let id, let token, let identifier):
        try await delete(id, token, identifier: identifier, request: request)
      }
    }
  }

  func refusal(of head: HTTPRequest) -> HTTPResponse? {
    api.refusal(in: .products) { _ = try ProductEndpoint(head, in: contract) }
  }

  private func page(_ query: PageQuery, _ request: HTTPRequest) async throws -> HTTPResponse {
    let base = api.imageBase(of: request)
    var query = query
    query.readsDescriptions = true
    query.searchesVendors = true
    query.currencies = currencies
    return try await api.page(query, for: request) { [query, contract, wholePrices] page, writer in
      // Past the end the response has no body, not even an empty page; the first page always has one.
      guard page.count > 0 || query.number == 1 else { return HTTPResponse(status: 204) }
      let form = try page.calendar.map {
        ProductForm(contract: contract, calendar: try $0(), wholePrices: wholePrices)
      }
      try writer.productPage(page, query, base: base, contract: contract, form: form)
      return HTTPResponse(status: 200, headers: [.contentType: "application/json"])
    }
  }

  /// Whether this API has items in the currency, in its lists or by their ids alone.
  private func has(_ currency: Currency) -> Bool {
    guard let currencies else { return true }
    return currencies.union(ProductContract.currencies).contains(currency)
  }

  /// A draft that this API can return: otherwise the response would hold what its clients cannot decode.
  private func checked(_ draft: ItemDraft) throws -> ItemDraft {
    let code = draft.price.currency.code
    guard has(draft.price.currency) else {
      let known = ProductContract.currencies.union(currencies ?? []).map(\.code).sorted()
        .joined(separator: ", ")
      throw APIError.refused("currency '\(code)' is none of \(known)", field: "currency")
    }
    return draft
  }

  /// An item that this API has.
  private func item(_ id: Int) async throws -> StoredItem {
    let item = try await api.marketplace.item(id: id)
    guard has(item.draft.price.currency) else {
      throw MarketplaceError.noSuchItem(id: id)
    }
    return item
  }

  private func add(
    _ params: ProductParams, _ images: [ItemImage], identifier: String, request: HTTPRequest
  ) async throws -> HTTPResponse {
    let secret = try params.required(\.secret, .secret)
    let (item, isRepeated, _) = try await api.marketplace.add(
      ValidDraft(checked(params.draft())), images: images,
      credentials: .vendor(identifier: identifier, secret: secret),
      key: request.headers[.idempotencyKey], client: request.peer)
    var response = try await full(item, request, status: 201)
    response.headers = response.headers.replayed(isRepeated)
    return response
  }

  private func edit(
    _ id: Int, _ params: ProductParams, identifier: String, request: HTTPRequest
  ) async throws -> HTTPResponse {
    let credentials = Credentials.vendor(
      identifier: identifier, secret: try params.required(\.secret, .secret))
    let edited = try await api.marketplace.edit(
      id: item(id).id, thumbnail: params.thumbnailID, isCount: params.stock != nil, credentials: credentials,
      client: request.peer
    ) { try checked((wholePrices ? params.leavingExactPrices(of: $0) : params).applied(to: $0)) }
    return try await full(edited, request)
  }

  private func requestDeletion(
    _ id: Int, _ credentials: Credentials, request: HTTPRequest
  ) async throws -> HTTPResponse {
    let token = try await api.marketplace.deletionToken(
      forItem: item(id).id, credentials, client: request.peer)
    // A bare word, not JSON: clients insert it into a path as it is.
    let text = contract == .v2a ? token : "/api/products/\(token)"
    return HTTPResponse(
      status: 200, headers: [.contentType: "text/plain; charset=utf-8"], body: Data(text.utf8))
  }

  private func delete(
    _ id: Int?, _ token: String, identifier: String, request: HTTPRequest
  ) async throws -> HTTPResponse {
    let deleted = try await api.marketplace.delete(id: id, token: token, vendor: identifier)
    var response = try await full(deleted.item, request)
    response.headers.set(trashExpiry: deleted.expiry)
    return response
  }

  private func full(
    _ item: StoredItem, _ request: HTTPRequest, status: Int = 200
  ) async throws -> HTTPResponse {
    let form = ProductForm(
      contract: contract, calendar: try await api.marketplace.calendar(), wholePrices: wholePrices)
    let base = api.imageBase(of: request)
    return .json(status: status) { $0.product(item, base, form: form, isFull: true) }
  }
}
