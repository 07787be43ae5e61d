import Foundation
import HTTP

/// A request of the ledger.
protocol LedgerRequest: MarketRequest {}

extension LedgerRequest {
  static var isRepeatable: Bool { true }
  static var absence: ClientError? { .unsupported(.ledger) }

  func error(in failure: FailedResponse) -> ClientError? {
    let details = failure.body?.details
    if let code = failure.code, let refusal = LedgerRefusal(code, details) { return .ledger(refusal) }
    return failure.error(about: String(details?.item ?? items.first ?? 0))
  }
}

/// `POST /item/{id}/movements`: records a movement of an item.
struct RecordMovement: LedgerRequest {
  typealias Response = RecordedBody

  static let route = Route(method: .post, path: "/item/{id}/movements")

  let movement: MovementRequest
  let password: String

  var items: [Int] { [movement.itemID] }

  static func read(_ received: ReceivedRequest) throws -> Self {
    let id = try received.id()
    let body = try received.message.json(MovementBody.self)
    guard body.item == nil || body.item == id else {
      throw APIError.refused("item is another one than that of the path", field: "item")
    }
    return Self(movement: try body.request(ofItem: id), password: try body.givenPassword())
  }

  func write(to message: inout HTTPRequest, boundary: String) throws {
    try message.setJSON(MovementBody(movement, password: password, namesItem: false))
  }

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse {
    try await api.record([(movement, password)], message)
  }
}

/// `POST /movements`: records movements of several items, all or none.
struct RecordMovements: LedgerRequest {
  typealias Response = RecordedBody

  static let route = Route(method: .post, path: "/movements")

  /// Each with the password of its item.
  let movements: [(request: MovementRequest, password: String)]
  /// Whether the response tells what would be recorded, and nothing is.
  var isPlan = false

  var items: [Int] { movements.map(\.request.itemID) }

  static func read(_ received: ReceivedRequest) throws -> Self {
    let body = try received.message.json(MovementsBody.self)
    let bodies = body.movements
    guard (1...MovementLimits.requests).contains(bodies.count) else {
      throw APIError.refused("movements are not 1 to \(MovementLimits.requests)", field: "movements")
    }
    return Self(
      movements: try bodies.map { body in
        guard let item = body.item, item > 0 else { throw APIError.missing("item") }
        return (try body.request(ofItem: item), try body.givenPassword())
      }, isPlan: body.plan ?? false)
  }

  func write(to message: inout HTTPRequest, boundary: String) throws {
    let bodies = movements.map { MovementBody($0.request, password: $0.password, namesItem: true) }
    try message.setJSON(MovementsBody(movements: bodies, plan: isPlan ? true : nil))
  }

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse {
    try await api.record(movements, message, itemField: "item", isPlan: isPlan)
  }
}

extension APIContext {
  /// - Parameters:
  ///   - itemField: The part of the request that names an item; nil for the path.
  ///   - isPlan: Whether the response tells what would be recorded, and nothing is.
  fileprivate func record(
    _ movements: [(request: MovementRequest, password: String)], _ message: HTTPRequest,
    itemField: String? = nil, isPlan: Bool = false
  ) async throws -> HTTPResponse {
    do {
      if isPlan {
        let planned = try await marketplace.plan(movements, client: message.peer)
        return try .json(shown(planned.movements), headers: .unstored)
      }
      let recorded = try await marketplace.record(
        movements, key: message.headers[.idempotencyKey], client: message.peer)
      return try .json(
        shown(recorded.movements), status: recorded.isRepeated ? 200 : 201,
        headers: .unstored.replayed(recorded.isRepeated))
    } catch MarketplaceError.wrongPassword(let id) {
      // Several items have a password each.
      var error = APIError.wrongPassword
      error.details = APIError.Details(item: id)
      throw error
    } catch MarketplaceError.noSuchItem(let id) {
      var error = APIError.notFound
      (error.details, error.field) = (APIError.Details(item: id), itemField)
      throw error
    }
  }
}

/// `GET /item/{id}/movements`: a page of an item's history, for the password of the item.
struct ListMovements: LedgerRequest {
  typealias Response = HistoryPage

  static let route = Route(method: .get, path: "/item/{id}/movements")

  static let form = QueryForm<Self>.pages(\.page, \.size)

  let item: Int
  /// Counted from 1.
  var page = 1
  var size = PageQuery.defaultSize
  let password: String

  var items: [Int] { [item] }

  static func read(_ received: ReceivedRequest) throws -> Self {
    try received.query(
      of: Self(item: received.id(), password: received.requiredCredentials().password.trimmedAsInForms))
  }

  func write(to message: inout HTTPRequest, boundary: String) {
    message.headers[.authorization] = BasicCredentials(password: password).text
  }

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse {
    let history = try await api.marketplace.history(
      ofItem: item, page: page, size: size, password: password, client: message.peer)
    var headers = HTTPHeaders.unstored
    headers[.totalCount] = String(history.total)
    headers.linkNext(to: self, \.page, size: size, of: history.total)
    return try .json(api.shown(history), headers: headers).tagged
  }
}

/// `GET /movement/{id}`: the item of a movement, for the password of the item.
struct ShowMovement: LedgerRequest, Identifiable {
  typealias Response = MovementItemBody

  static let route = Route(method: .get, path: "/movement/{id}")

  let id: Int
  let password: String?

  static func read(_ received: ReceivedRequest) throws -> Self {
    Self(id: try received.id(), password: received.message.credentials?.password.trimmedAsInForms)
  }

  func write(to message: inout HTTPRequest, boundary: String) {
    message.headers.forbidStoring()
    message.headers[.authorization] = password.map { BasicCredentials(password: $0).text }
  }

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse {
    do {
      let item = try await api.marketplace.item(ofMovement: id, password: password, client: message.peer)
      return try .json(MovementItemBody(id: id, itemID: item), headers: .unstored)
    } catch let refusal as LedgerRefusal {
      var error = APIError(refusal)
      error.field = "id"
      throw error
    }
  }
}
