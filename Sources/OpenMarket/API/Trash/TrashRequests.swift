import Foundation
import HTTP
package import SystemSupport

/// A request of the trash. Its password is the one of an item, or the secret of a vendor with its identifier, by HTTP Basic
/// authentication.
protocol TrashRequest: MarketRequest {
  var credentials: BasicCredentials? { get }
}

extension TrashRequest {
  static var absence: ClientError? { .unsupported(.trash) }

  func write(to message: inout HTTPRequest, boundary: String) throws {
    message.headers[.cacheControl] = "no-store"
    message.headers[.authorization] = credentials?.text
  }
}

extension ReceivedRequest {
  /// The credentials of a request that needs some.
  func requiredCredentials() throws -> BasicCredentials {
    if let credentials = message.credentials { return credentials }
    guard RequestOperator.isPresent else { throw APIError.passwordMissing }
    return BasicCredentials(password: "")
  }
}

extension APIError {
  fileprivate static var passwordMissing: APIError {
    APIError.refused(
      "password is missing: send it by HTTP Basic authentication", field: ItemField.password.rawValue)
  }
}

extension BasicCredentials {
  var credentials: Credentials {
    user.isEmpty
      ? .password(password.trimmedAsInForms) : .vendor(identifier: user, secret: password.trimmedAsInForms)
  }
}

/// `GET /trash`: a page of the items that can be restored, the last deleted first. A server lists those of the password's seller,
/// or of the vendor.
struct ListTrash: TrashRequest {
  typealias Response = TrashPage

  static let route = Route(method: .get, path: "/trash")

  static let form = QueryForm<Self>(
    items: QueryForm<Self>.pages(\.page, \.size).items + QueryForm<Self>.Item.conditions(\.filter),
    isOrdered: true)

  /// Counted from 1.
  var page = 1
  var size = PageQuery.defaultSize
  var filter = ListFilter()
  /// The market in this process needs none.
  let credentials: BasicCredentials?
  /// Probe for trash support, without a credential.
  var isProbe = false

  static func read(_ received: ReceivedRequest) throws -> Self {
    var request = try received.query(of: Self(credentials: received.message.credentials))
    request.isProbe = !received.isEmbedded && !RequestOperator.isPresent && request.credentials == nil
    return request
  }

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse {
    guard !isProbe else {
      throw try await api.marketplace.hasTrash()
        ? .passwordMissing : APIError(status: 400, code: .trashOff, reason: "The trash is turned off")
    }
    let trash = try await api.marketplace.trash(
      page, size: size, credentials?.credentials, filter, client: message.peer)
    var headers = HTTPHeaders.unstored
    if !filter.isEmpty { headers[.appliedFilters] = filter.names }
    headers[.totalCount] = trash.total.map(String.init)
    headers.linkNext(to: self, \.page, size: size, of: trash.total ?? 0)
    return try .json(trash, headers: headers)
  }
}

/// `POST /trash/{id}`: puts an item back.
struct RestoreItem: TrashRequest, Identifiable {
  typealias Response = Item

  static let route = Route(method: .post, path: "/trash/{id}", isNumbered: true)

  let id: Int
  /// The SKU in place of the item's own; nil for that.
  let sku: String?
  let credentials: BasicCredentials?
  /// Names the requests of one command; nil for one request.
  let run: String?

  private struct Body: Codable {
    var sku: String?
  }

  static func read(_ received: ReceivedRequest) throws -> Self {
    let body = received.message.body.count == 0 ? Body() : try received.message.json(Body.self)
    return Self(
      id: try received.id(), sku: body.sku, credentials: try received.requiredCredentials(),
      run: try received.message.run())
  }

  func write(to message: inout HTTPRequest, boundary: String) throws {
    message.headers[.authorization] = credentials?.text
    message.headers[.importRun] = run
    try message.setJSON(Body(sku: sku))
  }

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse {
    guard let credentials else { throw APIError.wrongPassword }
    let item = try await api.marketplace.restore(
      id: id, sku: sku, credentials.credentials, run: run, client: message.peer)
    return try .json(
      item.item(
        base: api.imageBase(of: message), isFull: true, representation: .exact, names: item.imageNames))
  }

  func error(in failure: FailedResponse) -> ClientError? {
    switch failure.code {
    case .skuTaken: .skuTakenMeanwhile(id: id, sku: sku)
    case .barcodeTaken: .undo(.taken(item: id, .barcode))
    case .keyTaken: .referenceTaken(id: id)
    default: failure.error(about: parameter)
    }
  }
}

/// `DELETE /trash/{id}`: deletes an item in the trash for good.
struct DiscardItem: TrashRequest, Identifiable {
  typealias Response = DiscardedBody

  static let route = Route(method: .delete, path: "/trash/{id}", isNumbered: true)

  let id: Int
  let credentials: BasicCredentials?

  static func read(_ received: ReceivedRequest) throws -> Self {
    Self(id: try received.id(), credentials: try received.requiredCredentials())
  }

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse {
    guard let credentials else { throw APIError.wrongPassword }
    try await api.marketplace.discard(id: id, credentials.credentials, client: message.peer)
    return try .json(DiscardedBody(id: id))
  }
}

/// The JSON of an item that was deleted for good.
struct DiscardedBody: Codable {
  let id: Int
}

/// A page of the trash in JSON; a field of the header has the number of items on all pages.
extension TrashPage: ObjectCodable {
  package static func pass(_ page: Self?, _ json: ObjectMembers) throws -> Self {
    TrashPage(
      number: try json.page(page?.number), items: try json("items", page?.items), total: page?.total)
  }
}

extension TrashedItem: ObjectCodable {
  package static func pass(_ item: Self?, _ json: ObjectMembers) throws -> Self {
    TrashedItem(
      id: try json("id", item?.id), title: try json("title", item?.title),
      sku: try json.optional("sku", item?.sku), vendorID: try json("vendor_id", item?.vendorID),
      vendorName: try json("vendor_name", item?.vendorName), date: try json("deleted_at", item?.date),
      expiry: try json("expires_at", item?.expiry))
  }
}
