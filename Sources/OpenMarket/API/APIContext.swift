import Foundation
import HTTP

/// What the APIs of a market share: the market, and how its values become responses.
struct APIContext: Sendable {
  let marketplace: Marketplace
  let cache: PageCache?
  /// The beginning of image URLs; nil for the address of the request.
  let publicURL: URL?
  let isReadOnly: Bool
  /// Whether the only client is this process (see `LocalMarket.Options`).
  let isEmbedded: Bool
  /// Receives the errors of which a response says only that something failed.
  let onError: (@Sendable (HTTPRequest, any Error) -> Void)?
  /// The request fields by which responses with URLs vary.
  let addressFields: [HTTPField.Name]

  /// Runs `work`, or turns its error into a response of the API. Rethrows an error that the API has no form for, and
  /// one of the store if this market throws them.
  func response(
    to request: HTTPRequest, in contract: APIError.Contract, _ work: () async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    do {
      if isReadOnly, request.method != .get { throw APIError.readOnly }
      var response = try await work()
      response.headers[.marketIdentity] = marketplace.identity
      vary(&response)
      return response.conditional(on: request)
    } catch {
      if isEmbedded, error is StoreError { throw error }
      guard let apiError = APIError(of: error, in: contract) else { throw error }
      if apiError.status >= 500 { onError?(request, error) }
      var response = apiError.response(in: contract)
      response.headers[.marketIdentity] = marketplace.identity
      return response
    }
  }

  /// A page of a list; it is cached until something is written.
  func page(
    _ query: PageQuery, for request: HTTPRequest, as response: (StoredPage) throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let page = try await marketplace.page(query, readsVersion: cache != nil)
    var response = try response(page).tagged
    response.headers[.marketIdentity] = marketplace.identity
    vary(&response)
    cache?.store(response, to: request, version: page.version)
    return response
  }

  /// Names the fields from which a cache would take other URLs. All JSON of the API but errors has URLs.
  private func vary(_ response: inout HTTPResponse) {
    guard !addressFields.isEmpty, response.isSuccess, response.headers[.contentType] == "application/json"
    else { return }
    response.headers[.vary] = addressFields.map(\.rawValue).joined(separator: ", ")
  }

  /// The draft in a request, validated unless the client in this process has done so.
  func valid(_ draft: ItemDraft) throws(ValidationError) -> ValidDraft {
    isEmbedded ? ValidDraft(validatedByClient: draft) : try ValidDraft(draft)
  }

  /// The beginning of the URLs in a response.
  func base(of request: HTTPRequest) -> URL {
    if let publicURL { return publicURL }
    guard let scheme = request.scheme, let authority = request.authority else {
      return LocalMarket.embeddedURL
    }
    return URL(string: "\(scheme)://\(authority)") ?? LocalMarket.embeddedURL
  }
}

extension HTTPResponse {
  /// A response with a value as JSON.
  static func json(
    _ value: some Encodable, status: Int = 200, headers: HTTPHeaders = [:], withUnderscores: Bool = false
  ) throws -> HTTPResponse {
    var headers = headers
    headers[.contentType] = "application/json"
    return HTTPResponse(
      status: status, headers: headers, body: try JSON.encode(value, withUnderscores: withUnderscores))
  }
}

/// What both versions of the API check before they read a request.
extension HTTPRequest {
  /// Throws the `APIError` that lists the supported methods.
  func allow(_ methods: [HTTPMethod]) throws {
    guard !methods.contains(method) else { return }
    throw APIError(
      status: 405, code: .methodNotAllowed, reason: "This path does not take \(method.rawValue)",
      allow: methods)
  }

  /// The form in its body. Throws the `APIError` that says what is wrong with it.
  func form() throws -> MultipartForm {
    do {
      return try MultipartForm(contentType: headers[.contentType], body: body.bytes())
    } catch let error as MultipartError {
      throw APIError.malformed(error.description)
    }
  }
}

extension Int {
  /// A whole number from 1 in ASCII digits alone, as in paths and queries; `Int("+5")` is 5.
  static func positive(_ text: String) -> Int? {
    guard text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text), number > 0 else {
      return nil
    }
    return number
  }
}

/// The fields that the API adds to HTTP's.
extension HTTPField.Name {
  /// The identity of the store that answers, wherever it is served: 32 hexadecimal digits.
  static let marketIdentity: Self = "Market-Identity"
  /// How many items a list has on all pages.
  static let totalCount: Self = "X-Total-Count"
  /// The identifier of a vendor (v2).
  static let identifier: Self = "identifier"
}
