import Foundation
import HTTP
import SystemSupport

/// `POST /items`: adds, changes and deletes many items. The response has a line of JSON for each.
struct ApplyBatch: MarketRequest {
  typealias Response = BatchResultBody

  static let route = Route(method: .post, path: "/items", contract: .items, reads: false)
  /// Each line has a key, and a change that was made before changes nothing.
  static let isRepeatable = true
  static let absence: ClientError? = .unsupported(.batches)

  /// Each with the images that replace those of its item; nil leaves them.
  let lines: [(item: BatchItem, images: [ItemImage]?)]
  let credentials: Credentials
  /// Whether one refused line undoes all.
  let isAtomic: Bool
  /// Names the requests of an import, which the market logs as one write; nil for one request.
  var run: String?

  /// Batches from this process may have any number of lines.
  static func read(_ received: ReceivedRequest) throws -> Self {
    let (message, isLimited) = (received.message, !received.isEmbedded)
    let form = try message.form(partLimit: isLimited ? MultipartForm.partLimit : .max, field: "body")
    let lines = try lines(form)
    guard (1...(isLimited ? BatchLimits.items : .max)).contains(lines.count) else {
      throw APIError.refused(
        "There are \(lines.count) items: send 1 to \(BatchLimits.items)", field: PartName.item)
    }
    let credentials = try message.credentials(
      password: form[PartName.password]?.text, secret: form[PartName.secret]?.text)
    guard let credentials else { throw ValidationError(.password, .missing) }
    let isAtomic = form[PartName.atomic]?.text == "true"
    guard
      !isAtomic || !isLimited
        || lines.count <= BatchLimits.atomic && message.body.count <= BatchLimits.atomicBytes
    else {
      throw APIError.refused(
        """
        'atomic' takes \(BatchLimits.atomic) items and \(BatchLimits.atomicBytes >> 20) MiB at most: send less, or \
        leave it out
        """,
        field: PartName.atomic)
    }
    return Self(lines: lines, credentials: credentials, isAtomic: isAtomic, run: try message.run())
  }

  private static func lines(_ form: MultipartForm) throws -> [(item: BatchItem, images: [ItemImage]?)] {
    var lines: [(item: BatchItem, images: [ItemImage]?)] = []
    var others: Set<String> = []
    for part in form.parts {
      switch part.name {
      case PartName.item:
        lines.append((try item(part, number: lines.count + 1), nil))
      case PartName.images, "images":
        let last = try lines.indices.last.orThrow(
          APIError.malformed("An image stands before the first item", field: part.name))
        lines[last].images = (lines[last].images ?? []) + [ItemImage(part)]
      // A misspelt part, or a second one, would ask for something else.
      case PartName.atomic, PartName.password, PartName.secret:
        guard others.insert(part.name).inserted else {
          throw APIError.malformed(.repeated(part.name), in: "the form")
        }
      default:
        throw APIError.malformed(.unknown("\(part.name.prefix(60))", known: PartName.all), in: "the form")
      }
    }
    return lines
  }

  private static func item(_ part: MultipartForm.Part, number: Int) throws -> BatchItem {
    guard case .bytes(let json) = part.content else {
      throw APIError.malformed("item \(number) is not JSON", field: PartName.item)
    }
    do throws(JSONDefect) {
      let item = try JSONReader.value(of: json, isStrict: true, BatchItem.init)
      guard item.action != nil else { throw .missing("action") }
      return item
    } catch {
      throw APIError.malformed(error, in: "item \(number)")
    }
  }

  private enum PartName {
    static let atomic = "atomic"
    static let password = "password"
    static let secret = "secret"
    static let item = "item"
    static let images = "images[]"
    static let all = [atomic, images, item, password, secret]
  }

  func write(to message: inout HTTPRequest, boundary: String) {
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
      parts += (line.images ?? []).map(\.part)
    }
    (message.headers[.contentType], message.body) = MultipartForm(parts: parts).encoded(boundary: boundary)
    message.setIdentifier(of: credentials)
    message.headers[.importRun] = run
  }

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse {
    do {
      let results = try await api.marketplace.apply(
        lines, credentials, isAtomic: isAtomic,
        limit: api.isEmbedded ? .max : BatchLimits.items, run: run, client: message.peer)
      return .jsonLines(results.map { BatchResultBody($0) }) { $0.write(to: &$1) }
    } catch let error as BatchAborted {
      var body = BatchResultBody(BatchResult(.refused, refusal: error.reason))
      body.line = error.line
      return .json(status: 409) { body.write(to: &$0) }
    }
  }

  func error(in failure: FailedResponse) -> ClientError? {
    guard failure.status == 409, let body = try? JSONReader.value(of: failure.contents, BatchResultBody.init),
      let line = body.line, let refusal = body.value.refusal
    else { return nil }
    return .batchAborted(BatchAborted(line: line, reason: refusal))
  }
}

/// `POST /items/export`: items as lines of JSON, in the order of their ids.
struct ExportItems: MarketRequest {
  typealias Response = BatchItem

  static let route = Route(method: .post, path: "/items/export", contract: .items, reads: true)
  static let isRepeatable = true
  static let absence: ClientError? = .unsupported(.batches)

  let export: ExportQuery
  let credentials: Credentials?

  static func read(_ received: ReceivedRequest) throws -> Self {
    let body = try received.message.json(ExportBody.self)
    return Self(
      export: try body.query(),
      credentials: try received.message.credentials(password: body.password, secret: body.secret))
  }

  func write(to message: inout HTTPRequest, boundary: String) throws {
    try message.setJSON(ExportBody(export, credentials))
    message.setIdentifier(of: credentials)
  }

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse {
    let reader = try await api.marketplace.exportScope(
      credentials, readsAll: api.isOperated, client: message.peer)
    let (contents, zone) = try await api.contents { begin in
      let contents = try begin()
      let zone = try await api.marketplace.export(export, for: reader, client: message.peer) { items in
        var writer = JSONWriter()
        for item in items {
          item.write(to: &writer)
          writer.endLine()
        }
        return writer.takeBytes()
      } _: {
        contents.append($0)
      }
      return (contents.finish(), zone)
    }
    var response = HTTPResponse.jsonLines(contents)
    if let zone { response.headers[.marketTimeZone] = zone }
    if !export.filter.isEmpty { response.headers[.appliedFilters] = export.filter.names }
    return response
  }
}

extension HTTPRequest {
  fileprivate mutating func setIdentifier(of credentials: Credentials?) {
    if case .vendor(let identifier, _)? = credentials { headers[.identifier] = identifier }
  }

  /// The credentials of the request: the secret of the vendor in the field `identifier`, or a password; nil without
  /// either.
  fileprivate func credentials(password: String?, secret: String?) throws(APIError) -> Credentials? {
    if let identifier = headers[.identifier], !identifier.isEmpty {
      guard let secret else { throw .malformed("The secret of the vendor is missing", field: "secret") }
      return .vendor(identifier: identifier.lowercased(), secret: secret)
    }
    return (password ?? RequestOperator.passwordOfNone).map { .password($0.trimmedAsInForms) }
  }
}

extension HTTPResponse {
  /// Values, one a line (https://jsonlines.org). They may hold what is private: nothing stores them.
  fileprivate static func jsonLines<Value>(
    _ values: [Value], _ write: (Value, inout JSONWriter) -> Void
  ) -> HTTPResponse {
    var writer = JSONWriter()
    for value in values {
      write(value, &writer)
      writer.endLine()
    }
    return jsonLines(writer.takeBytes())
  }

  fileprivate static func jsonLines(_ lines: Data) -> HTTPResponse {
    var headers = HTTPHeaders.unstored
    headers[.contentType] = "application/jsonl"
    return HTTPResponse(status: 200, headers: headers, body: lines)
  }
}

/// The body of an export: all items, those that a search finds, or those with one of up to 500 names.
private struct ExportBody: Codable {
  var password: String?
  var secret: String?
  var ids: [Int]?
  var skus: [String]?
  var references: [String]?
  var keys: [String]?
  var titles: [String]?
  var search: String?
  var after: Int?
  var limit: Int?
  /// Whether only items that the password or the secret opens are exported.
  var own: Bool?
  /// Conditions by name, with texts as query items have them.
  var filters: [String: String]?

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
    case .titles(let titles)?: self.titles = titles
    case nil: break
    }
    search = query.search
    after = query.after == 0 ? nil : query.after
    limit = query.limit == BatchLimits.items ? nil : query.limit
    own = query.isOwn ? true : nil
    let texts = query.filter.conditions.map { ($0.condition.rawValue, $0.value.text) }
    filters = texts.isEmpty ? nil : Dictionary(uniqueKeysWithValues: texts)
  }

  /// Throws the `APIError` that names the wrong key.
  func query() throws -> ExportQuery {
    let named: [ExportQuery.Names] = [
      ids.map { .ids($0) }, skus.map { .skus($0) }, references.map { .references($0) },
      keys.map { .keys($0) }, titles.map { .titles($0) },
    ].compactMap(\.self)
    guard named.count <= 1 else {
      throw APIError.refused("One of ids, skus, references, keys and titles is enough", field: "ids")
    }
    let count = max(
      ids?.count ?? 0, skus?.count ?? 0, references?.count ?? 0, keys?.count ?? 0, titles?.count ?? 0)
    guard count <= BatchLimits.items else {
      throw APIError.refused("There are \(count) names: send at most \(BatchLimits.items)", field: "ids")
    }
    guard (1...BatchLimits.items).contains(limit ?? 1) else {
      throw APIError.refused("limit is not 1 to \(BatchLimits.items)", field: "limit")
    }
    var filter = ListFilter()
    for (name, text) in filters ?? [:] {
      guard let condition = ItemCondition(rawValue: name) else {
        let known = ItemCondition.allCases.map(\.rawValue).joined(separator: ", ")
        throw APIError.malformed("The filter '\(name)' is none of \(known)", field: "filters")
      }
      try filter.read(text, of: condition)
    }
    return ExportQuery(
      named.first, search: search, filter: filter, after: after ?? 0, limit: limit ?? BatchLimits.items,
      isOwn: own ?? false)
  }
}
