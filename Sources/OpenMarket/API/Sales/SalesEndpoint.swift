import Foundation
import HTTP
import SystemSupport

/// A request about sales, as a value. Writing it as an `HTTPRequest` and reading it back are beside each other.
enum SalesEndpoint: Sendable {
  /// Movements with the passwords of their items; one of them goes to the item's own path.
  case record([(request: MovementRequest, password: String)])
  case history(item: Int, page: Int, size: Int, password: String)
  /// The item of a movement, with the password of the item.
  case movement(id: Int, password: String?)
  case sales(SalesQuery)

  /// The request without an address.
  func request() throws -> HTTPRequest {
    switch self {
    case .record(let movements):
      guard let first = movements.first, movements.count == 1 else {
        let bodies = movements.map { MovementBody($0.request, password: $0.password, namesItem: true) }
        return try Self.post("/movements", MovementsBody(movements: bodies))
      }
      return try Self.post(
        "/item/\(first.request.itemID)/movements",
        MovementBody(first.request, password: first.password, namesItem: false))
    case .history(let id, let page, let size, let password):
      var request = HTTPRequest(
        .get, target: "/item/\(id)/movements?page=\(page)&per_page=\(size)",
        headers: [.cacheControl: "max-age=0"])
      request.headers[.authorization] = BasicCredentials(password: password).text
      return request
    case .movement(let id, let password):
      var request = HTTPRequest(.get, target: "/movement/\(id)", headers: [.cacheControl: "no-store"])
      request.headers[.authorization] = password.map { BasicCredentials(password: $0).text }
      return request
    case .sales(let query):
      return HTTPRequest(
        .get, target: "/sales\(query.queryString)", headers: [.cacheControl: "max-age=0"])
    }
  }

  private static func post(_ target: String, _ body: some Encodable) throws -> HTTPRequest {
    HTTPRequest(
      .post, target: target, headers: [.contentType: "application/json"],
      body: HTTPBody(try JSON.encode(body)))
  }

  /// Reads a request. Throws the `APIError` of one that this API does not have.
  init(_ request: HTTPRequest) throws {
    guard let path = request.pathComponents else { throw APIError.notFound }
    switch (path.first, path.count) {
    case ("item", 3):
      try request.allow([.get, .post])
      guard let id = Int.positive(path[1]) else { throw APIError.notFound }
      if request.method == .post {
        let body = try request.json(MovementBody.self)
        guard body.item == nil || body.item == id else { throw APIError.notFound }
        self = .record([(try body.request(ofItem: id), body.normalizedPassword)])
      } else {
        self = try Self.history(of: id, request)
      }
    case ("movements", 1):
      try request.allow([.post])
      let bodies = try request.json(MovementsBody.self).movements
      guard (1...MovementLimits.requests).contains(bodies.count) else {
        throw APIError(
          status: 400, code: .refused,
          reason: "movements are not 1 to \(MovementLimits.requests)", field: "movements")
      }
      self = .record(
        try bodies.map { body in
          guard let item = body.item, item > 0 else {
            throw APIError(status: 400, code: .refused, reason: "item is missing", field: "item")
          }
          return (try body.request(ofItem: item), body.normalizedPassword)
        })
    case ("movement", 2):
      try request.allow([.get])
      guard let id = Int.positive(path[1]) else { throw APIError.notFound }
      let credentials = request.headers[.authorization].flatMap(BasicCredentials.init)
      self = .movement(id: id, password: credentials?.password.trimmedAsInForms)
    case ("sales", 1):
      try request.allow([.get])
      self = .sales(try SalesQuery(request.queryItems))
    default: throw APIError.notFound
    }
  }

  private static func history(of id: Int, _ request: HTTPRequest) throws -> SalesEndpoint {
    let page = try request.queryItems.positive("page", atMost: 1_000_000_000) ?? 1
    let size = try request.queryItems.positive("per_page", atMost: PageQuery.largestSize)
    guard let credentials = request.headers[.authorization].flatMap(BasicCredentials.init) else {
      throw APIError(
        status: 400, code: .refused, reason: "password is missing: send it by HTTP Basic authentication",
        field: ItemField.password.rawValue)
    }
    return .history(
      item: id, page: page, size: size ?? PageQuery.defaultSize,
      password: credentials.password.trimmedAsInForms)
  }
}

extension [URLQueryItem] {
  /// A whole number from 1; nil where it is absent.
  fileprivate func positive(_ name: String, atMost limit: Int) throws -> Int? {
    guard let text = first(where: { $0.name == name })?.value else { return nil }
    guard let number = Int.positive(text), number <= limit else {
      throw APIError(
        status: 400, code: .malformed, reason: "\(name) '\(text)' is not a whole number from 1 to \(limit)",
        field: name)
    }
    return number
  }
}

extension SalesQuery {
  /// The query items that differ from the defaults, sorted by name: one report has one address.
  fileprivate var queryString: String {
    var items: [String] = []
    if let after { items.append("after=\(after.text)") }
    if grouping != .day { items.append("by=\(grouping.rawValue)") }
    if let first { items.append("from=\(first)") }
    if readsCost { items.append("margin=1") }
    if size != PageQuery.largestSize { items.append("per_page=\(size)") }
    if let last { items.append("to=\(last)") }
    return items.isEmpty ? "" : "?" + items.joined(separator: "&")
  }

  fileprivate init(_ items: [URLQueryItem]) throws {
    func value(_ name: String) -> String? { items.first { $0.name == name }?.value }
    func day(_ name: String) throws -> CalendarDay? {
      try value(name).map { text in
        guard let day = CalendarDay(text) else {
          throw APIError(
            status: 400, code: .malformed, reason: "\(name) '\(text)' is not a day such as 2026-11-20",
            field: name)
        }
        return day
      }
    }
    let by = value("by") ?? Grouping.day.rawValue
    guard let grouping = Grouping(rawValue: by) else {
      let known = Grouping.allCases.map(\.rawValue).joined(separator: ", ")
      throw APIError(
        status: 400, code: .malformed, reason: "by '\(by)' is none of \(known)", field: "by")
    }
    let (first, last) = (try day("from"), try day("to"))
    if let first, let last, last < first {
      throw APIError(
        status: 400, code: .malformed, reason: "to '\(last)' is before \(first)", field: "to")
    }
    self.init(from: first, to: last, by: grouping, readsCost: value("margin") == "1")
    if value("page") != nil {
      throw APIError.malformed("sales have no page numbers: follow the Link of a page", field: "page")
    }
    after = try value("after").map { text in
      guard let cursor = SalesCursor(text, of: self) else {
        throw APIError.malformed(
          "after '\(text)' is not from the Link of a page of this report", field: "after")
      }
      return cursor
    }
    size = try items.positive("per_page", atMost: PageQuery.largestSize) ?? PageQuery.largestSize
  }
}

/// The credentials of HTTP Basic authentication (RFC 7617): a password without a user name, or the identifier and the
/// secret of a vendor.
struct BasicCredentials {
  let user: String
  let password: String

  init(user: String = "", password: String) {
    self.user = user
    self.password = password
  }

  /// Reads the field. Nil for another scheme.
  init?(_ field: String) {
    let parts = field.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "basic",
      let data = Data(base64Encoded: parts[1].trimmingCharacters(in: .whitespaces)),
      let text = String(validating: data, as: UTF8.self), let colon = text.firstIndex(of: ":")
    else { return nil }
    user = String(text[..<colon])
    password = String(text[text.index(after: colon)...])
  }

  /// The value of the field.
  var text: String { "Basic " + Data("\(user):\(password)".utf8).base64EncodedString() }
}
