import HTTP
import SystemSupport

/// `POST /item/{id}/password`: gives an item the password by which a seller changes it. Only the operator may.
struct SetPassword: OperatorRequest {
  typealias Response = Item

  static let route = Route(method: .post, path: "/item/{id}/password", isNumbered: true)
  static let absence: ClientError? = .unsupported(.itemPasswords)

  let id: Int
  let password: String

  var items: [Int] { [id] }

  private struct Body: Codable {
    let password: String
  }

  static func read(_ received: ReceivedRequest) throws -> Self {
    Self(id: try received.id(), password: try received.message.json(Body.self).password.trimmedAsInForms)
  }

  func write(to message: inout HTTPRequest, boundary: String) throws {
    try message.setJSON(Body(password: password))
  }

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse {
    let item = try await api.marketplace.setPassword(password, ofItem: id)
    return try .json(item.item(base: api.imageBase(of: message), isFull: true, representation: .exact))
  }
}
