package import Foundation
package import HTTP
import SystemSupport

/// A session that knows from the head of a request whether its response is 404 or 405.
package protocol RefusingSession: Session {
  /// The response whatever the contents are; nil where it depends on them.
  func refusal(of head: HTTPRequest) -> HTTPResponse?
}

/// A path of texts that are only read: any other method is refused.
struct ReadPath: RefusingSession {
  let session: any Session

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    if let refusal = refusal(of: request) { return refusal }
    return try await session.response(to: request)
  }

  func refusal(of head: HTTPRequest) -> HTTPResponse? {
    head.method == .get
      ? nil : APIError.notAllowed(head.method, instead: [.get]).response(in: .extensions)
  }
}

/// The state that the APIs of a market share: the market, and how its values become responses.
struct APIContext: Sendable {
  let marketplace: Marketplace
  let cache: PageCache?
  /// The memory of large pages, until they are sent.
  let pageMemory = MemoryBudget(capacity: 96 << 20)
  /// The addresses that clients use; empty for that of the request.
  let publicURLs: [URL]
  let isReadOnly: Bool
  /// Whether the only client is this process (see `LocalMarket.Options`).
  let isEmbedded: Bool
  /// Whether the present request may read what is private.
  var isOperated: Bool { isEmbedded || marketplace.isOperated }
  /// Whether there are smaller copies of images.
  var hasThumbnails = false
  let sales: SalesAccess
  let failures: FailureCounts
  /// Receives the errors of which a response says only that something failed, and those that only the operator can end.
  let onError: (@Sendable (HTTPRequest, any Error) -> Void)?
  /// The request fields by which responses with URLs vary.
  let addressFields: [HTTPField.Name]

  /// Runs `work`, or turns its error into a response of the API. Rethrows an error that the API has no form for, and
  /// one of the store if this market throws them.
  ///
  /// - Parameter reads: Whether the request changes nothing; nil where its method says so.
  func response(
    to request: HTTPRequest, in contract: APIError.Contract, reads: Bool? = nil,
    _ work: () async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    do {
      if isReadOnly, !(reads ?? (request.method == .get)) { throw APIError.readOnly }
      guard request.hasReadableQuery else {
        throw APIError.malformed("The query is not percent-encoded UTF-8")
      }
      return finished(try await work()).conditional(on: request)
    } catch {
      if isEmbedded, error is StoreError { throw error }
      failures.note(error)
      guard let apiError = APIError(of: error, in: contract) else { throw error }
      if apiError.status == 429 { failures.noteRateLimit() }
      if apiError.status >= 500 || error is OtherContract { onError?(request, error) }
      return finished(apiError.response(in: contract))
    }
  }

  /// The response to a request that `read` refuses with 404 or 405, which its contents do not change.
  func refusal(in contract: APIError.Contract, _ read: () throws -> Void) -> HTTPResponse? {
    do {
      try read()
      return nil
    } catch {
      // Another status is a defect of contents that have not arrived.
      let refusal = APIError(of: error, in: contract)
      return refusal.flatMap { [404, 405].contains($0.status) ? finished($0.response(in: contract)) : nil }
    }
  }

  /// The response that `make` gives; it is cached until something is written.
  func cached(_ request: HTTPRequest, _ make: () async throws -> HTTPResponse) async throws -> HTTPResponse {
    // Before reading: what is written meanwhile has another version.
    let version = cache == nil ? nil : await marketplace.presentVersion()
    let response = finished(try await make())
    if !RequestOperator.isPresent { cache?.store(response, to: request, version: version) }
    return response
  }

  /// A part of an image. A large one is read when there is memory for it, which it gives back when it is sent.
  func read(_ range: Range<Int>, of contents: StoredBytes) async throws -> Data {
    let piece = PageSize.ofSmallPage
    guard range.count > piece else {
      return try await contents.read(offset: range.lowerBound, count: range.count)
    }
    let large = try LargeContents(await pageMemory.reserve(range.count))
    for start in stride(from: range.lowerBound, to: range.upperBound, by: piece) {
      try large.append(try await contents.read(offset: start, count: min(piece, range.upperBound - start)))
    }
    return large.finish()
  }

  /// Contents whose length is known when they are made. Large ones are counted first, and made again when there is memory for
  /// them, which they give back when they are sent; those for this process are made once. Throws `OverloadError` if they
  /// have grown each time.
  ///
  /// - Parameter make: Appends the contents to what its parameter returns, and may begin more than once; it returns what else is
  ///   known of them, too.
  func contents<Rest>(
    _ make: (_ begin: @escaping @Sendable () throws -> MeasuredContents) async throws ->
      (MeasuredContents.Outcome, Rest)
  ) async throws -> (Data, Rest) {
    let limit = isEmbedded ? .max : PageSize.ofSmallPage
    var (outcome, rest) = try await make { MeasuredContents(limit: limit) }
    for _ in 1...PageSize.reservations {
      guard case .counted(let count) = outcome else { break }
      let reservation = try await pageMemory.reserve(count + PageSize.slack)
      (outcome, rest) = try await make { try MeasuredContents(reservation) }
      if case .counted = outcome { reservation.release() }
    }
    guard case .whole(let contents) = outcome else { throw OverloadError() }
    return (contents, rest)
  }

  /// The response of `make`, which changes nothing. A large one is dropped and made again when there is memory for it, which it gives
  /// back when it is sent. Throws `OverloadError` if it has grown each time.
  func reserved(_ make: () async throws -> HTTPResponse) async throws -> HTTPResponse {
    var response = try await make()
    for _ in 1...PageSize.reservations {
      let count = response.body.count
      guard count > PageSize.ofSmallPage else { return response }
      response.body = Data()
      let large = try LargeContents(
        await pageMemory.reserve(PageSize.copies * count + PageSize.slack))
      response = try await make()
      guard PageSize.copies * response.body.count <= PageSize.copies * count + PageSize.slack else {
        continue
      }
      try large.append(response.body)
      response.body = large.finish()
      return response
    }
    throw OverloadError()
  }

  /// A page of a list, encoded while it is read. It is cached until something is written, unless it is large: then it is
  /// encoded when there is memory for it, which it gives back when it is sent.
  ///
  /// - Parameter encode: Writes the contents and returns the rest of the response.
  func page(
    _ query: PageQuery, for request: HTTPRequest,
    as encode: @escaping @Sendable (StoredPage, inout JSONWriter) throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    if !isOperated { try query.filter.checkIsPublic() }
    let capacity = query.size * (query.readsDescriptions ? PageSize.ofProduct : PageSize.ofItem)
    let isLarge = capacity > PageSize.ofSmallPage
    var (response, version) = try await {
      guard isLarge else { return try await encoded(query, to: nil, as: encode) }
      do {
        return try await encoded(query, to: pageMemory.reserve(capacity), as: encode)
      } catch is LargerThanReserved {
        // Texts that are escaped.
        return try await encoded(query, to: pageMemory.reserve(capacity * PageSize.longestEscape), as: encode)
      }
    }()
    response = finished(response)
    if !isLarge, !query.filter.dependsOnTime, !RequestOperator.isPresent {
      cache?.store(response, to: request, version: version)
    }
    return response
  }

  /// A page, encoded in the transaction that reads it, and the version of the store that it is of.
  ///
  /// - Parameter reservation: The memory for a large page.
  private func encoded(
    _ query: PageQuery, to reservation: MemoryBudget.Reservation?,
    as encode: @escaping @Sendable (StoredPage, inout JSONWriter) throws -> HTTPResponse
  ) async throws -> (HTTPResponse, version: UInt64?) {
    try await marketplace.page(query, readsVersion: cache != nil) { page in
      let large = try reservation.map { try LargeContents($0) }
      var writer = JSONWriter(passing: large.map { large in { try large.append($0) } })
      var response = try encode(page, &writer)
      if response.status != 204 {
        try writer.finish()
        response.body = large?.finish() ?? writer.takeBytes()
      }
      return (response.tagged, page.version)
    }
  }

  /// The response with the fields that all of them have. Caches validate it before each use, unless it says more: what is
  /// written is seen at once. All JSON of the API but errors has URLs, by whose address it varies.
  private func finished(_ response: HTTPResponse) -> HTTPResponse {
    var response = response
    response.headers[.marketIdentity] = marketplace.identity
    if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-cache" }
    let fields = addressFields.map(\.rawValue).joined(separator: ", ")
    let present = response.headers[.vary]
    guard !fields.isEmpty, response.isSuccess, response.headers[.contentType] == "application/json",
      present?.hasSuffix(fields) != true
    else { return response }
    response.headers[.vary] = [present, fields].compactMap(\.self).joined(separator: ", ")
    return response
  }

  /// The beginning of the URLs in a response: of the public URLs the one that the request addresses.
  func base(of request: HTTPRequest) -> URL {
    if let url = publicURLs.addressed(by: request) {
      return request.basePath.isEmpty ? url : url.appending(path: request.basePath)
    }
    guard let scheme = request.scheme, let authority = request.authority else {
      return URL.embeddedMarket
    }
    return URL(string: "\(scheme)://\(authority)\(request.basePath)") ?? URL.embeddedMarket
  }
}

/// Bytes of a page in JSON.
private enum PageSize {
  /// Most bytes of an item in a list of v1 and of v2, where no character is escaped: texts, and five URLs with as much as
  /// a host name takes.
  static let ofItem = ItemLimits.titleBytes + 2_600
  static let ofProduct = ItemLimits.descriptionBytes + 2 * ItemLimits.titleBytes + 2_600
  /// Up to this size pages are not reserved, and a list of v2 with its usual 20 items is none.
  static let ofSmallPage = 2 << 20
  /// A control character is six in JSON.
  static let longestEscape = 6
  /// How often a page in HTML is in memory while it is made: the markup, its bytes and those that are sent.
  static let copies = 3
  /// How often the memory for contents is reserved that grow meanwhile, and how much more than was counted.
  static let reservations = 3
  static let slack = 64 << 10
}

extension HTTPResponse {
  /// A response with a value as JSON.
  static func json(
    _ value: some Encodable, status: Int = 200, headers: HTTPHeaders = [:]
  ) throws -> HTTPResponse {
    var headers = headers
    headers[.contentType] = "application/json"
    return HTTPResponse(status: status, headers: headers, body: try JSON.encode(value))
  }

  /// A response with JSON that `write` writes.
  static func json(status: Int, _ write: (inout JSONWriter) -> Void) -> HTTPResponse {
    var writer = JSONWriter()
    write(&writer)
    return HTTPResponse(
      status: status, headers: [.contentType: "application/json"], body: writer.takeBytes())
  }
}

extension HTTPHeaders {
  /// The fields of a response with that of a repeated request, where it is one.
  func replayed(_ isRepeated: Bool) -> HTTPHeaders {
    guard isRepeated else { return self }
    var headers = self
    headers[.idempotentReplayed] = "true"
    return headers
  }
}

extension HTTPRequest {
  /// The JSON of the body, without members that the type does not have: a misspelt one would ask for something else. Throws an
  /// `APIError` that names the member that is missing or wrong.
  func json<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let body = try jsonBytes()
    do {
      return try JSON.decode(type, from: body, isStrict: true)
    } catch {
      throw APIError.malformed(error)
    }
  }

  /// A body of JSON. One that says that it is a form can be larger than JSON is read.
  func jsonBytes() throws -> Data {
    try APIError.checkJSON(bytes: body.count)
    return try body.bytes()
  }

  /// Whether it comes from `market` itself.
  var isFromMarket: Bool { headers[.marketClient] == Self.marketClientValue }

  static let marketClientValue = "1"
}

/// Checks of both versions of the API, before they read a request.
extension HTTPRequest {
  /// Throws the `APIError` that lists the supported methods.
  func allow(_ methods: [HTTPMethod]) throws {
    guard methods.contains(method) else { throw APIError.notAllowed(method, instead: methods) }
  }

  /// The form in its body. Throws the `APIError` that says what is wrong with it.
  ///
  /// - Parameter field: The field of the error.
  package func form(partLimit: Int = MultipartForm.partLimit, field: String? = nil) throws -> MultipartForm {
    let form: MultipartForm
    do {
      form = try MultipartForm(
        contentType: headers[.contentType], body: body.bytes(), partLimit: partLimit)
    } catch let error as MultipartError {
      throw APIError.malformed(error.description, field: field)
    }
    // Texts are validated in time that grows with their length, and JSON takes many times its length in memory.
    let long = form.parts.first { !$0.name.hasPrefix("images") && $0.content.count > ItemLimits.partBytes }
    if let long {
      throw APIError.malformed(
        "The part '\(long.name.prefix(100))' has \(long.content.count) bytes, more than \(ItemLimits.partBytes)",
        field: field)
    }
    return form
  }
}

extension HTTPRequest {
  /// The name that the requests of one command have, whose changes are one write.
  func run() throws -> String? {
    guard let run = headers[.importRun] else { return nil }
    guard (1...64).contains(run.utf8.count), run.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw APIError.malformed("Import-Run is not 1 to 64 visible ASCII characters", field: "Import-Run")
    }
    return run
  }
}

extension [URL] {
  /// The URL whose host the request names, else the first. Among several with that host, a URL with the port of the
  /// request comes first, and among these one with its scheme.
  fileprivate func addressed(by request: HTTPRequest) -> URL? {
    guard count > 1, let authority = request.authority, let scheme = request.scheme,
      let address = URL(string: "\(scheme)://\(authority)"), let host = address.host()?.lowercased()
    else { return first }
    let sameHost = filter { $0.host()?.lowercased() == host }
    let samePort = sameHost.filter { $0.port == address.port }
    return (samePort.first { $0.scheme == scheme } ?? samePort.first ?? sameHost.first) ?? first
  }
}

/// The fields that the API adds to HTTP's in requests; `ResponseField` has those of responses.
extension HTTPField.Name {
  /// Names the requests of one import, or the deletions of one command, which the log has as one write.
  static let importRun: Self = "Import-Run"
  /// Says that `market` itself asks, with the value `1`: v1 then has exact prices and no placeholder. Servers that do not
  /// know it ignore it.
  static let marketClient = Self("Market-Client", isSafelisted: true)
  /// The identifier of a vendor (v2).
  static let identifier: Self = "identifier"
}

extension URL {
  /// The address of the embedded market: no network leads there.
  package static let embeddedMarket = URL(string: "market://embedded") ?? URL(filePath: "/")
}
