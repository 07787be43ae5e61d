import Foundation
import HTTP
import SystemSupport

/// A request about many items, as a value. Writing it as an `HTTPRequest` and reading it back are beside each other.
enum BatchEndpoint: Sendable {
  /// Lines with the images that replace those of their items; `isAtomic`: all or none.
  case apply([(item: BatchItem, images: [ItemImage]?)], Credentials, isAtomic: Bool)
  case export(ExportQuery, Credentials?)

  /// The request without an address. `boundary` separates the parts of a form.
  func request(boundary: String) throws -> HTTPRequest {
    switch self {
    case .apply(let lines, let credentials, let isAtomic):
      var parts: [MultipartForm.Part] = []
      if isAtomic { parts.append(.init(name: PartName.atomic, text: "true")) }
      switch credentials {
      case .password(let password): parts.append(.init(name: PartName.password, text: password))
      case .vendor(_, let secret): parts.append(.init(name: PartName.secret, text: secret))
      }
      var writer = JSONWriter()
      for line in lines {
        line.item.write(to: &writer)
        parts.append(.init(name: PartName.item, content: .bytes(writer.takeBytes())))
        parts += (line.images ?? []).map {
          .init(name: PartName.images, filename: $0.filename, contentType: $0.mediaType, content: $0.content)
        }
      }
      let (type, body) = MultipartForm(parts: parts).encoded(boundary: boundary)
      var request = HTTPRequest(.post, target: "/items", headers: [.contentType: type], body: body)
      request.setIdentifier(of: credentials)
      return request
    case .export(let query, let credentials):
      var request = HTTPRequest(
        .post, target: "/items/export", headers: [.contentType: "application/json"],
        body: HTTPBody(try JSON.encode(ExportBody(query, credentials))))
      request.setIdentifier(of: credentials)
      return request
    }
  }

  /// Reads a request. Throws the `APIError` of one that this API does not have.
  ///
  /// - Parameter isEmbedded: Whether the only client is in this process: its batches may have any number of lines.
  init(_ request: HTTPRequest, isEmbedded: Bool) throws {
    try request.allow([.post])
    if request.pathComponents == ["items", "export"] {
      let body = try request.json(ExportBody.self)
      self = .export(
        try body.query(), try Self.credentials(request, password: body.password, secret: body.secret))
      return
    }
    guard request.pathComponents == ["items"] else { throw APIError.notFound }
    self = try Self.batch(request, isLimited: !isEmbedded)
  }

  private static func batch(_ request: HTTPRequest, isLimited: Bool) throws -> BatchEndpoint {
    let form = try Self.form(request, partLimit: isLimited ? MultipartForm.partLimit : .max)
    var lines: [(item: BatchItem, images: [ItemImage]?)] = []
    for part in form.parts {
      switch part.name {
      case PartName.item:
        lines.append((try item(part, number: lines.count + 1), nil))
      case PartName.images, "images":
        guard let last = lines.indices.last else {
          throw APIError.malformed("An image stands before the first item", field: part.name)
        }
        let image = ItemImage(filename: part.filename ?? "image", content: part.content)
        lines[last].images = (lines[last].images ?? []) + [image]
      default: continue
      }
    }
    guard (1...(isLimited ? BatchLimits.items : .max)).contains(lines.count) else {
      throw APIError(
        status: 400, code: .refused, reason: "There are \(lines.count) items: send 1 to \(BatchLimits.items)",
        field: PartName.item)
    }
    let credentials = try credentials(
      request, password: form[PartName.password]?.text, secret: form[PartName.secret]?.text)
    guard let credentials else { throw ValidationError(.password, .missing) }
    let isAtomic = form[PartName.atomic]?.text == "true"
    guard !isAtomic || !isLimited || Self.isOneTransaction(lines.count, request.body.count) else {
      throw APIError(
        status: 400, code: .refused,
        reason: """
          'atomic' takes \(BatchLimits.atomic) items and \(BatchLimits.atomicBytes >> 20) MiB at most: send less, or \
          leave it out
          """,
        field: PartName.atomic)
    }
    return .apply(lines, credentials, isAtomic: isAtomic)
  }

  /// Whether so much can be all or nothing at a server.
  private static func isOneTransaction(_ items: Int, _ bytes: Int) -> Bool {
    items <= BatchLimits.atomic && bytes <= BatchLimits.atomicBytes
  }

  /// The form in a body, which as a whole is the field of its errors.
  private static func form(_ request: HTTPRequest, partLimit: Int) throws -> MultipartForm {
    do {
      return try request.form(partLimit: partLimit)
    } catch var error as APIError {
      error.field = error.field ?? "body"
      throw error
    }
  }

  private static func item(_ part: MultipartForm.Part, number: Int) throws -> BatchItem {
    guard case .bytes(let json) = part.content else {
      throw APIError.malformed("item \(number) is not JSON", field: PartName.item)
    }
    do throws(JSONDefect) {
      let item = try JSONReader.value(of: json, BatchItem.init)
      guard item.action != nil else { throw .missing("action") }
      return item
    } catch {
      throw APIError.malformed(error, in: "item \(number)")
    }
  }

  /// The credentials of the request: the secret of the vendor in the field `identifier`, or a password; nil without
  /// either.
  private static func credentials(
    _ request: HTTPRequest, password: String?, secret: String?
  ) throws -> Credentials? {
    if let identifier = request.headers[.identifier], !identifier.isEmpty {
      guard let secret else {
        throw APIError.malformed("The secret of the vendor is missing", field: PartName.secret)
      }
      return .vendor(identifier: identifier.lowercased(), secret: secret)
    }
    return password.map { .password($0.trimmedAsInForms) }
  }

  private enum PartName {
    static let atomic = "atomic"
    static let password = "password"
    static let secret = "secret"
    static let item = "item"
    static let images = "images[]"
  }
}

extension HTTPRequest {
  fileprivate mutating func setIdentifier(of credentials: Credentials?) {
    if case .vendor(let identifier, _)? = credentials { headers[.identifier] = identifier }
  }
}

/// The body of an export: all items, those that a search finds, or those with one of up to 500 names.
struct ExportBody: Codable {
  var password: String?
  var secret: String?
  var ids: [Int]?
  var skus: [String]?
  var references: [String]?
  var keys: [String]?
  var search: String?
  var after: Int?
  var limit: Int?
  /// Whether only items that the password or the secret opens are exported.
  var own: Bool?

  init(_ query: ExportQuery, _ credentials: Credentials?) {
    switch credentials {
    case .password(let password)?: self.password = password
    case .vendor(_, let secret)?: self.secret = secret
    case nil: break
    }
    switch query.names {
    case .ids(let ids)?: self.ids = ids
    case .skus(let skus)?: self.skus = skus
    case .references(let references)?: self.references = references
    case .keys(let keys)?: self.keys = keys
    case nil: break
    }
    search = query.search
    after = query.after == 0 ? nil : query.after
    limit = query.limit == BatchLimits.items ? nil : query.limit
    own = query.isOwn ? true : nil
  }

  /// Throws the `APIError` that names the wrong key.
  func query() throws -> ExportQuery {
    let named: [ExportQuery.Names] = [
      ids.map { .ids($0) }, skus.map { .skus($0) }, references.map { .references($0) },
      keys.map { .keys($0) },
    ].compactMap(\.self)
    guard named.count <= 1 else {
      throw APIError(
        status: 400, code: .refused, reason: "One of ids, skus, references and keys is enough", field: "ids")
    }
    let count = max(ids?.count ?? 0, skus?.count ?? 0, references?.count ?? 0, keys?.count ?? 0)
    guard count <= BatchLimits.items else {
      throw APIError(
        status: 400, code: .refused, reason: "There are \(count) names: send at most \(BatchLimits.items)",
        field: "ids")
    }
    guard (1...BatchLimits.items).contains(limit ?? 1) else {
      throw APIError(
        status: 400, code: .refused, reason: "limit is not 1 to \(BatchLimits.items)", field: "limit")
    }
    return ExportQuery(
      named.first, search: search, after: after ?? 0, limit: limit ?? BatchLimits.items, isOwn: own ?? false)
  }
}
