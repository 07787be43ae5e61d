import Foundation
package import HTTP
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
      HTTPRequest(.get, target: "/items/\(query.number)\(query.queryString)", headers: Self.asItIsNow)
    case .item(let id):
      HTTPRequest(.get, target: "/item/\(id)", headers: Self.asItIsNow)
    case .add(let draft, let images, let password):
      Self.form(
        .post, "/item", try ItemForm.write(draft, images: images, password: password), boundary: boundary)
    case .edit(let id, let patch, let password):
      Self.form(.patch, "/item/\(id)", try ItemForm.write(patch, password: password), boundary: boundary)
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

  /// Reads a request. Throws the `APIError` of one that this API does not have.
  init(_ request: HTTPRequest) throws {
    guard let path = request.pathComponents, let kind = path.first else { throw APIError.notFound }
    switch (kind, path.count) {
    case ("items", 2):
      try request.allow([.get])
      self = .page(try PageQuery(path[1], request.queryItems))
    case ("item", 1):
      try request.allow([.post])
      let (draft, images, password) = try ItemForm.readDraft(request.form())
      self = .add(draft, images: images, password: password)
    case ("item", 2):
      try request.allow([.get, .patch, .delete])
      guard let id = Int.positive(path[1]) else { throw APIError.notFound }
      self = try Self.item(id, request)
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
      guard let body = try? JSON.decode(DeleteBody.self, from: request.body.bytes()) else {
        throw APIError.malformed("The body is not a JSON object with a key 'password' that is a string")
      }
      // Trimmed as text in a form is: otherwise a password that was set with a space at its end could never be given
      // again.
      let password = MultipartForm.Part(name: ItemField.password.rawValue, text: body.password).text
      return .delete(id: id, password: password ?? body.password, namesID: body.id != nil)
    default:
      return .item(id: id)
    }
  }

  private static func form(
    _ method: HTTPMethod, _ target: String, _ form: MultipartForm, boundary: String
  ) -> HTTPRequest {
    let (contentType, body) = form.encoded(boundary: boundary)
    return HTTPRequest(method, target: target, headers: [.contentType: contentType], body: body)
  }

  private struct DeleteBody: Codable {
    var id: Int?
    let password: String
  }
}

extension Endpoint {
  /// The item that the request is about, if it is about one.
  var itemID: Int? {
    switch self {
    case .item(let id), .edit(let id, _, _), .delete(let id, _, _): id
    case .page, .add, .image: nil
    }
  }

  /// The SKU that the request sets, if it sets one.
  var sku: String? {
    switch self {
    case .add(let draft, _, _): draft.sku
    case .edit(_, let patch, _): patch.details.sku
    case .page, .item, .delete, .image: nil
    }
  }

  var needsPassword: Bool {
    switch self {
    case .edit, .delete: true
    case .page, .item, .add, .image: false
    }
  }
}

extension Endpoint {
  /// The request to a server, to whose address the API's paths are appended.
  func request(to server: URL, boundary: String) throws -> HTTPRequest {
    try request(boundary: boundary).addressed(to: server)
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

extension HTTPRequest {
  /// Requests for the lists that a request may change besides the resource at its own address, one for each folder:
  /// `/items/1` for `/item/7`, and also `/item/1` for movements and reviews.
  package var changedLists: [HTTPRequest] {
    let path = target.prefix { $0 != "?" }
    let isOfAnItem = !path.hasSuffix("/movements") && !path.hasSuffix("/reviews")
    let others = ["/movements", "/review/"].lazy.compactMap { path.ranges(of: $0).last?.lowerBound }
    let item = path.ranges(of: "/item").last?.lowerBound
    guard let end = item ?? others.first else { return [] }
    return (isOfAnItem && item != nil ? ["/items/1"] : ["/items/1", "/item/1"]).map {
      HTTPRequest(.get, scheme: scheme, authority: authority, target: path[..<end] + $0)
    }
  }
}

/// A page as `/items/{page}` with `per_page`, `q` and `sort`, where they differ from the defaults of every server.
extension PageQuery {
  /// The query items sorted by name: one page has one address, and so one entry in a cache.
  var queryString: String {
    var items: [String] = []
    if size != Self.defaultSize { items.append("per_page=\(size)") }
    if let search { items.append("q=\(search.percentEncodedQueryValue)") }
    if sort != .oldest { items.append("sort=\(sort.rawValue)") }
    return items.isEmpty ? "" : "?" + items.joined(separator: "&")
  }

  /// Reads a path component and a query; unknown query items are ignored. Throws the `APIError` that names an invalid
  /// value.
  init(_ number: String, _ items: [URLQueryItem]) throws {
    guard let number = Int.positive(number) else {
      throw APIError.malformed("The page '\(number)' is not a whole number from 1", field: "page")
    }
    self.init(number)
    for item in items {
      let value = item.value ?? ""
      switch item.name {
      case "per_page":
        guard let size = Int.positive(value), (1...Self.largestSize).contains(size) else {
          throw APIError.malformed(
            "per_page '\(value)' is not a whole number from 1 to \(Self.largestSize)", field: item.name)
        }
        self.size = size
      case "sort":
        guard let sort = Sort(rawValue: value) else {
          let known = Sort.allCases.map(\.rawValue).joined(separator: ", ")
          throw APIError.malformed("sort '\(value)' is none of \(known)", field: item.name)
        }
        self.sort = sort
      case "q":
        search = value
      default:
        continue
      }
    }
  }
}

extension String {
  /// Everything but unreserved characters (RFC 3986 §2.3) percent-encoded.
  fileprivate var percentEncodedQueryValue: String {
    utf8.map { byte in
      let character = Character(UnicodeScalar(byte))
      return byte < 0x80 && (character.isLetter || character.isNumber || "-._~".contains(character))
        ? String(character) : (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}

/// An image's path, `/images/12.png`.
extension StoredImage {
  var path: String { "/images/\(id).\(format.fileExtension)" }

  /// Reads the last component of the path; nil when it is not one that `path` writes.
  init?(name: String) {
    guard let dot = name.firstIndex(of: "."), let id = Int(name[..<dot]), id >= 0,
      let format = ImageFormat.allCases.first(where: { $0.fileExtension == name[name.index(after: dot)...] })
    else { return nil }
    self.init(id: id, format: format)
    guard path == "/images/\(name)" else { return nil }
  }
}
