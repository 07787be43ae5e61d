import Foundation
import HTTP
import SystemSupport

/// A request about reviews, as a value. Writing it as an `HTTPRequest` and reading it back are beside each other.
enum ReviewEndpoint: Sendable, Equatable {
  case page(ReviewQuery)
  case write(ReviewDraft, item: Int, password: String)
  /// For the password of the item.
  case answer(id: Int, text: String, password: String)
  /// For the password of the item.
  case fold(id: Int, password: String)
  /// For the password of the review.
  case delete(id: Int, password: String)

  /// The request without an address.
  func request() throws -> HTTPRequest {
    switch self {
    case .page(let query):
      HTTPRequest(
        .get, target: "/item/\(query.itemID)/reviews\(query.queryString)",
        headers: [.cacheControl: "max-age=0"])
    case .write(let draft, let item, let password):
      try Self.json(
        .post, "/item/\(item)/reviews",
        ReviewBody(
          stars: Decimal(draft.stars.rawValue), text: draft.text, author: draft.author,
          receipt: draft.receipt, password: password))
    case .answer(let id, let text, let password):
      try Self.json(.patch, "/review/\(id)", ReviewBody(answer: text, password: password))
    case .fold(let id, let password):
      try Self.json(.patch, "/review/\(id)", ReviewBody(folded: true, password: password))
    case .delete(let id, let password):
      try Self.json(.delete, "/review/\(id)", ReviewBody(password: password))
    }
  }

  private static func json(_ method: HTTPMethod, _ target: String, _ body: ReviewBody) throws -> HTTPRequest {
    HTTPRequest(
      method, target: target, headers: [.contentType: "application/json"],
      body: HTTPBody(try JSON.encode(body)))
  }

  /// Reads a request. Throws the `APIError` of one that this API does not have.
  init(_ request: HTTPRequest) throws {
    guard let path = request.pathComponents, path.count >= 2, let id = Int.positive(path[1]) else {
      throw APIError.notFound
    }
    switch (path[0], path.count) {
    case ("item", 3):
      try request.allow([.get, .post])
      self =
        request.method == .get ? .page(try ReviewQuery(id, request.queryItems)) : try Self.write(request, id)
    case ("review", 2):
      try request.allow([.patch, .delete])
      self = request.method == .delete ? try Self.delete(request, id) : try Self.change(request, id)
    default:
      throw APIError.notFound
    }
  }

  private static func write(_ request: HTTPRequest, _ item: Int) throws -> ReviewEndpoint {
    let body = try request.json(ReviewBody.self)
    guard let stars = body.stars else { throw APIError.missing(ReviewField.stars.rawValue) }
    guard let whole = Int(stars.description) else {
      throw ReviewValidationError(.stars, .notStars, value: stars.description)
    }
    return .write(
      try ReviewDraft(stars: whole, text: body.text ?? "", author: body.author, receipt: body.receipt),
      item: item, password: try body.requiredPassword())
  }

  private static func change(_ request: HTTPRequest, _ id: Int) throws -> ReviewEndpoint {
    let body = try request.json(ReviewBody.self)
    switch (body.answer, body.folded) {
    case (let text?, nil): return .answer(id: id, text: text, password: try body.requiredPassword())
    case (nil, true?): return .fold(id: id, password: try body.requiredPassword())
    case (nil, nil): throw APIError.missing(ReviewField.answer.rawValue)
    case (_, _?):
      throw APIError(
        status: 400, code: .refused, reason: "folded can only be true, and without an answer", field: "folded"
      )
    }
  }

  private static func delete(_ request: HTTPRequest, _ id: Int) throws -> ReviewEndpoint {
    .delete(id: id, password: try request.json(ReviewBody.self).requiredPassword())
  }
}

/// The JSON of a request about reviews.
private struct ReviewBody: Codable {
  var stars: Decimal?
  var text: String?
  var author: String?
  var receipt: String?
  var answer: String?
  var folded: Bool?
  var password: String?
}

extension ReviewBody {
  /// The password, trimmed as text in a form is.
  fileprivate func requiredPassword() throws -> String {
    guard let password else { throw APIError.missing(ItemField.password.rawValue) }
    return MultipartForm.Part(name: ItemField.password.rawValue, text: password).text ?? password
  }
}

extension APIError {
  /// The key is missing in the body.
  fileprivate static func missing(_ key: String) -> APIError {
    APIError(status: 400, code: .refused, reason: "\(key) is missing", field: key)
  }
}

/// A page as `page`, `per_page` and `sort`, where they differ from the defaults.
extension ReviewQuery {
  /// The query items sorted by name.
  var queryString: String {
    var items: [String] = []
    if number != 1 { items.append("page=\(number)") }
    if size != Self.defaultSize { items.append("per_page=\(size)") }
    if sort != .newest { items.append("sort=\(sort.rawValue)") }
    return items.isEmpty ? "" : "?" + items.joined(separator: "&")
  }

  /// Reads a query; unknown query items are ignored. Throws the `APIError` that names an invalid value.
  fileprivate init(_ item: Int, _ items: [URLQueryItem]) throws {
    self.init(item: item)
    func refuse(_ name: String, _ value: String, _ rule: String) -> APIError {
      APIError.malformed("\(name) '\(value)' is \(rule)", field: name)
    }
    for item in items {
      let value = item.value ?? ""
      switch item.name {
      case "page":
        guard let number = Int.positive(value) else {
          throw refuse("page", value, "not a whole number from 1")
        }
        self.number = number
      case "per_page":
        guard let size = Int.positive(value), size <= Self.largestSize else {
          throw refuse("per_page", value, "not a whole number from 1 to \(Self.largestSize)")
        }
        self.size = size
      case "sort":
        guard let sort = Sort(rawValue: value) else {
          throw refuse("sort", value, "none of \(Sort.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        self.sort = sort
      default: continue
      }
    }
  }
}
