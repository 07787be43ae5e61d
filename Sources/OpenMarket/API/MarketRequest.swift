import Foundation
import HTTP
import SystemSupport

/// A request of the API that a market has beside v1 and v2, as a value: how it is written and read, the market's response,
/// and the client's errors. Its type has the name of its operation in `.github/openapi.json`.
protocol MarketRequest: Sendable {
  /// The contents of a successful response; where these are lines, one of them.
  associatedtype Response

  static var route: Route { get }
  static var form: QueryForm<Self> { get }
  /// Whether it may be sent twice without an Idempotency-Key.
  static var isRepeatable: Bool { get }
  /// The error at a market that has items and no such path; nil for the reason that the market gives.
  static var absence: ClientError? { get }

  /// The text in place of the parameter of the path; by default the first item.
  var parameter: String { get }
  /// The items that the request is about: without one of them the path is not found either.
  var items: [Int] { get }

  /// Reads a request of the route. Throws the `APIError` of one that is not valid.
  static func read(_ received: ReceivedRequest) throws -> Self

  /// Writes the header fields and the body. `boundary` separates the parts of a form.
  func write(to message: inout HTTPRequest, boundary: String) throws

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse

  /// The error of a client; by default that of the code, about what the path names. Nil where it does not depend on the request.
  func error(in failure: FailedResponse) -> ClientError?
}

extension MarketRequest {
  static var form: QueryForm<Self> { QueryForm(items: []) }
  static var isRepeatable: Bool { route.method == .get }
  var parameter: String { items.first.map(String.init) ?? "" }
  var items: [Int] { [] }

  func write(to message: inout HTTPRequest, boundary: String) throws {}
  func error(in failure: FailedResponse) -> ClientError? { failure.error(about: parameter) }

  /// The query items that it takes.
  static var queryNames: [String] { form.items.map(\.name) }

  /// The path and query.
  var target: String {
    "/" + Self.route.components.map { $0 ?? parameter }.joined(separator: "/") + Self.form.text(of: self)
  }

  /// The request without an address.
  func message(boundary: String = "") throws -> HTTPRequest {
    var message = HTTPRequest(Self.route.method, target: target)
    // Every cache has to validate what it stored (RFC 9111 §5.2.1.1).
    if message.method == .get { message.headers[.cacheControl] = "max-age=0" }
    try write(to: &message, boundary: boundary)
    return message
  }
}

/// A request whose body is the JSON of its members.
extension MarketRequest where Self: ObjectCodable {
  static func read(_ received: ReceivedRequest) throws -> Self { try received.message.json(Self.self) }

  func write(to message: inout HTTPRequest, boundary: String) throws { try message.setJSON(self) }
}

/// A request whose path has the id of what it is about.
extension MarketRequest where Self: Identifiable, ID == Int {
  var parameter: String { String(id) }
}

/// A request that only the operator of the market may send: from the process that has the store open, or signed with the market's
/// key (`OperatorSignatures`). `MarketAPI` refuses it before it is read.
protocol OperatorRequest: MarketRequest {}

extension OperatorRequest {
  static var absence: ClientError? { .unsupported(.operation) }
}

extension HTTPResponse {
  /// A response to an operator, which no cache keeps.
  static func privateJSON(_ value: some Encodable, status: Int = 200) throws -> HTTPResponse {
    try json(value, status: status, headers: .unstored)
  }
}

/// The method and path of a request.
struct Route: Sendable {
  let method: HTTPMethod
  /// A template of OpenAPI with one parameter at most: `/item/{id}/reviews`.
  let path: String
  var contract = APIError.Contract.extensions
  /// Whether nothing that is sent to the path changes the market; nil where the method says so.
  var reads: Bool?
  /// Whether the path is not found, by any method, where its parameter is no whole number from 1.
  var isNumbered = false

  /// The method and path in one line.
  var text: String { "\(method.rawValue) \(path)" }

  /// Whether its requests change nothing.
  var readsOnly: Bool { reads ?? (method == .get) }

  /// The components of the path, with nil for the parameter.
  var components: [String?] {
    path.split(separator: "/").map { $0.hasPrefix("{") ? nil : String($0) }
  }
}

/// A request that has the path of a route, to be read.
struct ReceivedRequest {
  let message: HTTPRequest
  /// The text in place of the parameter of the path.
  let parameter: String
  /// Whether it is from this process.
  let isEmbedded: Bool

  init(_ message: HTTPRequest, of route: Route, isEmbedded: Bool = false) {
    self.message = message
    parameter = zip(route.components, message.pathComponents ?? []).first { $0.0 == nil }?.1 ?? ""
    self.isEmbedded = isEmbedded
  }

  /// The parameter of the path as an id.
  func id() throws(APIError) -> Int { try .id(parameter) }

  /// The request with the items of the query.
  func query<Request: MarketRequest>(of request: Request) throws -> Request {
    var request = request
    try Request.form.read(message.queryItems, into: &request)
    return request
  }
}

extension HTTPRequest {
  mutating func setJSON(_ value: some Encodable) throws {
    headers[.contentType] = "application/json"
    body = HTTPBody(try JSON.encode(value))
  }

  var credentials: BasicCredentials? { headers[.authorization].flatMap(BasicCredentials.init) }
}

extension HTTPHeaders {
  /// Adds the address of the page after that of a request, where there is one.
  ///
  /// - Parameter total: How many things all pages have.
  mutating func linkNext<Request: MarketRequest>(
    to request: Request, _ page: WritableKeyPath<Request, Int>, size: Int, of total: Int
  ) {
    guard request[keyPath: page] <= (total - 1) / size else { return }
    var next = request
    next[keyPath: page] += 1
    link(next.target, as: "next")
  }
}

extension APIError {
  /// The key is missing in the body.
  static func missing(_ key: String) -> APIError {
    APIError.refused("\(key) is missing", field: key)
  }
}
