import Foundation
import HTTP

/// `GET /sellers`: the vendors, the oldest first.
struct ListVendors: OperatorRequest {
  typealias Response = [VendorBody]

  static let route = Route(method: .get, path: "/sellers")

  static func read(_ received: ReceivedRequest) throws -> Self { Self() }

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse {
    try .privateJSON(await api.marketplace.vendors().map { VendorBody($0) })
  }
}

/// `POST /sellers`: adds a vendor. Its secret is in this response alone.
struct AddVendor: OperatorRequest {
  typealias Response = VendorBody

  static let route = Route(method: .post, path: "/sellers")

  let name: String
  let id: Int?
  let identifier: String?
  let secret: String?

  private struct Body: Codable {
    var name: String?
    var id: Int?
    var identifier: String?
    var secret: String?
  }

  static func read(_ received: ReceivedRequest) throws -> Self {
    let body = try received.message.json(Body.self)
    guard let name = body.name else { throw APIError.missing("name") }
    if let id = body.id, !VendorLimits.ids.contains(id) {
      throw APIError.malformed("id '\(id)' is not from 1 to 1000000000", field: "id")
    }
    if let identifier = body.identifier, !VendorLimits.isIdentifier(identifier) {
      throw APIError.malformed("identifier is not 1 to 100 visible ASCII characters", field: "identifier")
    }
    return Self(name: name, id: body.id, identifier: body.identifier, secret: body.secret)
  }

  func write(to message: inout HTTPRequest, boundary: String) throws {
    try message.setJSON(Body(name: name, id: id, identifier: identifier, secret: secret))
  }

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse {
    do {
      let made = try await api.marketplace.addVendor(
        name: name, id: id, identifier: identifier, secret: secret)
      return try .privateJSON(VendorBody(made), status: 201)
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
    switch failure.code {
    case .operatorOnly: .operatorOnly
    case .vendorTaken:
      failure.body?.details?.taken.map { .vendorTaken($0, isName: failure.body?.field == "name") }
    default: nil
    }
  }
}

/// `DELETE /sellers/{id}`: ends the identifier and the secret of a vendor. What it sold stays.
struct RemoveVendor: OperatorRequest, Identifiable {
  typealias Response = VendorBody

  static let route = Route(method: .delete, path: "/sellers/{id}", isNumbered: true)

  let id: Int

  static func read(_ received: ReceivedRequest) throws -> Self { Self(id: try received.id()) }

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse {
    try .privateJSON(VendorBody(await api.marketplace.removeVendor(id: id)))
  }
}

/// `PATCH /sellers/{id}`: sets where buyers reach a vendor, or removes it without an address.
struct SetContact: OperatorRequest, Identifiable {
  typealias Response = VendorBody

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
    try .privateJSON(VendorBody(await api.marketplace.setContact(contact, ofVendor: id)))
  }
}

/// The JSON of a vendor; of a new one with its identifier and secret.
struct VendorBody: Codable {
  let id: Int
  let name: String
  /// Seconds since 1970.
  let registeredAt: Double
  let contact: String?
  var identifier: String?
  var secret: String?

  private enum CodingKeys: String, CodingKey {
    case id, name, contact, identifier, secret
    case registeredAt = "registered_at"
  }

  init(_ vendor: Vendor) {
    (id, name) = (vendor.id, vendor.name)
    registeredAt = vendor.registrationDate.timeIntervalSince1970
    contact = vendor.contact
  }

  init(_ made: VendorCredentials) {
    self.init(made.vendor)
    (identifier, secret) = (made.identifier, made.secret)
  }

  var vendor: Vendor {
    Vendor(id: id, name: name, registrationDate: Date(secondsInYears: registeredAt), contact: contact)
  }
}
