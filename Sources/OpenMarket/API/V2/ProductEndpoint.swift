import Foundation
import HTTP
import SystemSupport

/// A request of the newer API (v2), read from an `HTTPRequest`. This program sends none.
enum ProductEndpoint: Equatable {
  case healthCheck
  case page(PageQuery)
  case product(id: Int)
  case add(ProductParams, images: [ItemImage], identifier: String)
  case edit(id: Int, ProductParams, identifier: String)
  case requestDeletion(id: Int, secret: String, identifier: String)
  /// The id is part of the path in v2a only.
  case delete(id: Int?, token: String, identifier: String)

  /// Reads a request. Throws the `APIError` of one that this API does not have.
  init(_ request: HTTPRequest, in contract: ProductContract) throws {
    guard let path = request.pathComponents else { throw APIError.notFound }
    if path == ["healthChecker"] {
      try request.allow([.get])
      self = .healthCheck
      return
    }
    guard path.starts(with: ["api", "products"]) else { throw APIError.notFound }
    self = try Self.products(Array(path.dropFirst(2)), request, contract: contract)
  }

  private static func products(
    _ path: [String], _ request: HTTPRequest, contract: ProductContract
  ) throws -> ProductEndpoint {
    switch path.count {
    case 0:
      try request.allow([.get, .post])
      return request.method == .get ? .page(try PageQuery(products: request.queryItems)) : try add(request)
    case 1:
      try request.allow([.get, .patch, .delete])
      // The second form of v2 deletes by a token alone.
      if request.method == .delete {
        return .delete(id: nil, token: path[0], identifier: try request.identifier())
      }
      let id = try Int.id(path[0])
      guard request.method == .patch else { return .product(id: id) }
      return .edit(id: id, try params(request.body.bytes()), identifier: try request.identifier())
    case 2 where path[1] == contract.deletionPath:
      try request.allow([.post])
      return .requestDeletion(
        id: try .id(path[0]), secret: try params(request.body.bytes()).required(\.secret, .secret),
        identifier: try request.identifier())
    case 2 where request.method == .post && path[1] == contract.other.deletionPath:
      throw OtherContract(served: contract.rawValue, requested: contract.other.rawValue)
    case 2:
      try request.allow([.delete])
      return .delete(id: try .id(path[0]), token: path[1], identifier: try request.identifier())
    default:
      throw APIError.notFound
    }
  }

  private static func add(_ request: HTTPRequest) throws -> ProductEndpoint {
    let form = try request.form()
    guard let part = form["params"] else { throw APIError.malformed("The part 'params' is missing") }
    guard case .bytes(let json) = part.content else {
      throw APIError.malformed("The part 'params' is not JSON")
    }
    try APIError.checkJSON(bytes: json.count)
    let images = form.parts.filter { ["images", "images[]"].contains($0.name) }.map { ItemImage($0) }
    guard !images.isEmpty else { throw APIError.malformed("The part 'images' is missing") }
    guard images.count <= ItemLimits.images else { throw ValidationError(.images, .tooManyImages) }
    return .add(try params(json, in: "params"), images: images, identifier: try request.identifier())
  }

  /// - Parameter place: The part of the request with the JSON.
  private static func params(_ json: Data, in place: String = "The body") throws -> ProductParams {
    do {
      return try JSON.decode(ProductParams.self, from: json)
    } catch {
      throw APIError.malformed("\(place): \(error.clause.english)")
    }
  }
}

extension HTTPRequest {
  /// The identifier of the vendor.
  fileprivate func identifier() throws -> String {
    guard let identifier = headers[.identifier], !identifier.isEmpty else {
      throw APIError.malformed("The header 'identifier' is missing")
    }
    // Some clients send UUIDs in upper case.
    return identifier.lowercased()
  }
}

extension PageQuery {
  private static let largestProductSize = 1_000

  private static let products = QueryForm<PageQuery>(items: [
    .number("page_no", \.number), .number("items_per_page", \.size, atMost: largestProductSize),
    .text("search_value", \.search, \.self) { $0 },
  ])

  /// The names of the items of the query of a list.
  static var productNames: [String] { products.items.map(\.name) }

  /// Products are listed newest first, and by what fits best in a search, 20 a page by default. Items without a value are ignored.
  fileprivate init(products items: [URLQueryItem]) throws {
    self.init(sort: .newest)
    try Self.products.read(items.filter { $0.value?.isEmpty == false }, into: &self)
    if let search, !SearchText.words(in: search).isEmpty { sort = .best }
  }
}
