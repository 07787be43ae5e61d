import Foundation
import HTTP
package import SystemSupport

/// `GET /sellers`: the vendors, the oldest first.
struct ListVendors: OperatorRequest {
  typealias Response = [Vendor]

  static let route = Route(method: .get, path: "/sellers")

  static func read(_ received: ReceivedRequest) throws -> Self { Self() }

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse {
    try .privateJSON(await api.marketplace.vendors())
  }
}

/// `POST /sellers`: adds a vendor. Its secret is in this response alone.
struct AddVendor: OperatorRequest {
  typealias Response = VendorCredentials

  static let route = Route(method: .post, path: "/sellers")

  let name: String
  let id: Int?
  let identifier: String?
  let secret: String?

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse {
    do {
      let made = try await api.marketplace.addVendor(
        name: name, id: id, identifier: identifier, secret: secret)
      return try .privateJSON(made, status: 201)
    } catch let error as ValidationError {
      let field = error.field == .password ? "secret" : "name"
      if case .looksLike(let other) = error.rule {
        throw APIError(
          status: 409, code: .vendorTaken, reason: error.reason(calling: field), field: field,
          details: APIError.Details(taken: other))
      }
      throw APIError.refused(error.reason(calling: field), field: field)
    }
  }

  func error(in failure: FailedResponse) -> ClientError? {
    guard failure.code == .vendorTaken else { return failure.error(about: parameter) }
    return failure.body?.details?.taken.map { .vendorTaken($0, isName: failure.body?.field == "name") }
  }
}

extension AddVendor: ObjectCodable {
  /// The body of the request.
  static func pass(_ vendor: Self?, _ json: ObjectMembers) throws -> Self {
    let id = try json.optional("id", vendor?.id)
    if let id, !VendorLimits.ids.contains(id) {
      throw JSONDefect.notValid("id", reason: "'\(id)' is not from 1 to 1000000000")
    }
    let identifier = try json.optional("identifier", vendor?.identifier)
    if let identifier, !VendorLimits.isIdentifier(identifier) {
      throw JSONDefect.notValid("identifier", reason: "it is not 1 to 100 visible ASCII characters")
    }
    return Self(
      name: try json("name", vendor?.name), id: id, identifier: identifier,
      secret: try json.optional("secret", vendor?.secret))
  }
}

/// `DELETE /sellers/{id}`: ends the identifier and the secret of a vendor. What it sold stays.
struct RemoveVendor: OperatorRequest, Identifiable {
  typealias Response = Vendor

  static let route = Route(method: .delete, path: "/sellers/{id}", isNumbered: true)

  let id: Int

  static func read(_ received: ReceivedRequest) throws -> Self { Self(id: try received.id()) }

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse {
    try .privateJSON(await api.marketplace.removeVendor(id: id))
  }
}

/// `PATCH /sellers/{id}`: sets where buyers reach a vendor, or removes it without an address.
struct SetContact: OperatorRequest, Identifiable {
  typealias Response = Vendor

  static let route = Route(method: .patch, path: "/sellers/{id}", isNumbered: true)

  let id: Int
  let contact: String?

  private struct Body: Codable {
    var contact: String?
  }

  static func read(_ received: ReceivedRequest) throws -> Self {
    let contact = try received.message.json(Body.self).contact
    if let contact, !VendorLimits.isContact(contact) {
      throw APIError.malformed("contact is not a line of 1 to 200 bytes", field: "contact")
    }
    return Self(id: try received.id(), contact: contact)
  }

  func write(to message: inout HTTPRequest, boundary: String) throws {
    try message.setJSON(Body(contact: contact))
  }

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse {
    try .privateJSON(await api.marketplace.setContact(contact, ofVendor: id))
  }
}

extension Vendor: ObjectCodable {
  package static func pass(_ vendor: Self?, _ json: ObjectMembers) throws -> Self {
    Vendor(
      id: try json("id", vendor?.id), name: try json("name", vendor?.name),
      registrationDate: try json("registered_at", vendor?.registrationDate),
      contact: try json.optional("contact", vendor?.contact))
  }
}

extension VendorCredentials: ObjectCodable {
  package static func pass(_ made: Self?, _ json: ObjectMembers) throws -> Self {
    VendorCredentials(
      vendor: try .pass(made?.vendor, json), identifier: try json("identifier", made?.identifier),
      secret: try json("secret", made?.secret))
  }
}
