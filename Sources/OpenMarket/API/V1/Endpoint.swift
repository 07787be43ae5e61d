import Foundation
import HTTP
import SystemSupport

/// A request of the Open Market API (v1), as a value. Writing it as an `HTTPRequest` and reading it back are beside
/// each other.
enum Endpoint: Sendable, Equatable {
  case page(PageQuery)
  case item(id: Int)
  case add(ItemDraft, images: [ItemImage], password: String)
  case edit(id: Int, ItemPatch, password: String)
  /// `namesID`: the oldest clients send the id in the body too, and decode nothing but the id from the response.
  case delete(id: Int, password: String, namesID: Bool = false)
  case image(StoredImage)

  /// The request without an address. `boundary` separates the parts of a form.
  func request(boundary: String) throws -> HTTPRequest {
    switch self {
    case .page(let query):
      HTTPRequest(.get, target: query.target, headers: Self.asItIsNow)
    case .item(let id):
      HTTPRequest(.get, target: "/item/\(id)", headers: Self.asItIsNow)
    case .add(let draft, let images, let password):
      Self.form(
        .post, "/item", form: try ItemForm.write(draft, images: images, password: password),
        boundary: boundary)
    case .edit(let id, let patch, let password):
      Self.form(
        .patch, "/item/\(id)", form: try ItemForm.write(patch, password: password), boundary: boundary)
    case .delete(let id, let password, let namesID):
      HTTPRequest(
        .delete, target: "/item/\(id)", headers: [.contentType: "application/json"],
        body: HTTPBody(try JSON.encode(DeleteBody(id: namesID ? id : nil, password: password))))
    case .image(let image):
      HTTPRequest(.get, target: image.path)
    }
  }

  /// Every cache has to validate what it stored (RFC 9111 §5.2.1.1). After `no-cache` some servers would send again
  /// what has not changed.
  private static let asItIsNow: HTTPHeaders = [.cacheControl: "max-age=0"]

  /// The requests of this API.
  static let routes = [
    Route(method: .get, path: "/items/{page}"), Route(method: .post, path: "/item"),
    Route(method: .get, path: "/item/{id}"), Route(method: .patch, path: "/item/{id}"),
    Route(method: .delete, path: "/item/{id}"),
  ]

  /// Reads a request. Throws the `APIError` of one that this API does not have.
  init(_ request: HTTPRequest) throws {
    guard let path = request.pathComponents, let kind = path.first else { throw APIError.notFound }
    switch (kind, path.count) {
    case ("items", 2):
      try request.allow([.get])
      self = .page(try PageQuery(path[1], request))
    case ("item", 1):
      try request.allow([.post])
      let (draft, images, password) = try ItemForm.readDraft(request.form())
      self = .add(draft, images: images, password: password)
    case ("item", 2):
      try request.allow([.get, .patch, .delete])
      self = try Self.item(.id(path[1]), request)
    case ("images", 2):
      try request.allow([.get])
      guard let image = StoredImage(name: path[1]) else { throw APIError.notFound }
      self = .image(image)
    default:
      throw APIError.notFound
    }
  }

  private static func item(_ id: Int, _ request: HTTPRequest) throws -> Endpoint {
    switch request.method {
    case .patch:
      let (patch, password) = try ItemForm.readPatch(request.form())
      return .edit(id: id, patch, password: password)
    case .delete:
      guard let body = try? JSON.decode(DeleteBody.self, from: request.jsonBytes()),
        let password = body.password ?? RequestOperator.passwordOfNone
      else {
        throw APIError.malformed("The body is not a JSON object with a key 'password' that is a string")
      }
      return .delete(id: id, password: password.trimmedAsInForms, namesID: body.id != nil)
    default:
      return .item(id: id)
    }
  }

  private static func form(
    _ method: HTTPMethod, _ target: String, form: MultipartForm, boundary: String
  ) -> HTTPRequest {
    let (contentType, body) = form.encoded(boundary: boundary)
    return HTTPRequest(method, target: target, headers: [.contentType: contentType], body: body)
  }

  private struct DeleteBody: Codable {
    var id: Int?
    let password: String?
  }
}

extension Endpoint {
  /// The subject of the request: the item, the SKU that it sets, and whether it needs the item's password.
  var subject: (itemID: Int?, sku: String?, needsPassword: Bool) {
    switch self {
    case .page, .image: (nil, nil, false)
    case .item(let id): (id, nil, false)
    case .add(let draft, _, _): (nil, draft.sku, false)
    case .edit(let id, let patch, _): (id, patch.details.sku, true)
    case .delete(let id, _, _): (id, nil, true)
    }
  }
}

extension HTTPRequest {
  /// A request of the API to a server, to whose address the API's paths are appended.
  func addressed(to server: URL) -> HTTPRequest {
    var request = self
    let base = server.path(percentEncoded: true)
    request.target = (base.hasSuffix("/") ? String(base.dropLast()) : base) + target
    request.scheme = server.scheme
    request.authority = server.authority
    request.headers[.accept] = "application/json"
    request.headers[.marketClient] = Self.marketClientValue
    return request
  }
}

/// A page as `/items/{page}` with `per_page`, `q` and `sort`, where they differ from the defaults of every server, and the
/// conditions of a filter.
extension PageQuery {
  private static let form = QueryForm<PageQuery>(
    items: [
      .number("per_page", \.size, atMost: largestSize, absent: defaultSize),
      .text("q", \.search, \.self) { $0 },
      .choice("sort", \.sort, absent: .best) { $0.rawValue },
    ] + QueryForm.Item.conditions(\.filter))

  var target: String { "/items/\(number)" + Self.form.text(of: self) }
  static var queryNames: [String] { form.items.map(\.name) }

  /// Reads a path component and the query. Throws the `APIError` that names an invalid value.
  fileprivate init(_ number: String, _ request: HTTPRequest) throws {
    self.init(try Int.positive(number, of: "page", called: "The page"))
    try Self.form.read(request.queryItems, into: &self)
  }
}

/// An image's path: `/images/12-` with 32 digits of its digest and `.png`, or `/images/12.png` for what it is at the time.
extension StoredImage {
  package var path: String { "/images/\(pathName)" }

  /// The last component of the path.
  package var pathName: String { "\(id)\(digest.map { "-\($0)" } ?? "").\(format.fileExtension)" }

  /// Reads the last component of the path; nil when it is not one that `path` writes.
  init?(name: String) {
    guard let dot = name.firstIndex(of: "."),
      let format = ImageFormat.allCases.first(where: { $0.fileExtension == name[name.index(after: dot)...] })
    else { return nil }
    let parts = name[..<dot].split(separator: "-", omittingEmptySubsequences: false)
    guard let id = Int(parts[0]), id >= 0, parts.dropFirst().allSatisfy(Self.isDigest) else { return nil }
    self.init(id: id, format: format, digest: parts.dropFirst().first.map(String.init))
    guard pathName == name else { return nil }
  }
}
