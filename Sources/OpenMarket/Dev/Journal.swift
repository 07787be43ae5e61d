import Foundation
import HTTP
import Synchronization
import SystemSupport

/// The last requests of a world, with what they contained and why they were refused.
final class Journal: Sendable {
  private struct State {
    /// Each as JSON.
    var entries: [Data] = []
    var bytes = 0
  }

  /// Most entries, bytes of all of them, and bytes of the texts of one.
  static let (most, mostBytes, textBytes) = (500, 1 << 20, 4 << 10)

  private let state = Mutex(State())

  func add(_ request: HTTPRequest, _ response: HTTPResponse, contract: ProductContract) {
    let sent = SentRequest(request)
    let isRefused = (400..<500).contains(response.status)
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("method")
      writer.value(request.method.rawValue)
      writer.key("path")
      writer.value(String(sent.path.prefix(Self.textBytes)))
      writer.key("status")
      writer.value(response.status)
      writer.key("parts")
      writer.array { writer in for part in sent.parts { part.write(&writer) } }
      writer.key("reason")
      if let reason = response.reason { writer.value(reason) } else { writer.literal("null") }
      writer.key("nearest")
      writer.value(isRefused ? KnownRequest.nearest(to: sent, in: contract) : .null)
    }
    let entry = writer.takeBytes()
    state.withLock { state in
      state.entries.append(entry)
      state.bytes += entry.count
      while state.entries.count > Self.most || state.bytes > Self.mostBytes, state.entries.count > 1 {
        state.bytes -= state.entries.removeFirst().count
      }
    }
  }

  /// Writes `{"requests": […]}`, the oldest first.
  func write(_ writer: inout JSONWriter) {
    let entries = state.withLock(\.entries)
    writer.object { writer in
      writer.key("requests")
      writer.array { writer in for entry in entries { writer.literal(String(decoding: entry, as: UTF8.self)) }
      }
    }
  }
}

/// Wraps a session: notes each request and its response in a journal.
struct JournalSession: Session {
  private let session: any Session
  private let journal: Journal
  private let contract: ProductContract

  init(_ session: any Session, _ journal: Journal, contract: ProductContract) {
    (self.session, self.journal, self.contract) = (session, journal, contract)
  }

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    let response = try await session.response(to: request)
    journal.add(request, response, contract: contract)
    return response
  }
}

/// A request taken apart into its named values, whose texts together are cut to some bytes.
struct SentRequest {
  struct Part {
    /// Where it was: `query`, `header`, `form`, `json`, `params` (the JSON of v2 within a form), or `body`.
    let place: String
    let name: String
    var filename: String?
    var type: String?
    var bytes: Int?
    var text: String?
    /// The digest of the contents of a file.
    var digest: String?

    func write(_ writer: inout JSONWriter) {
      let members: [(key: String, value: JSON?)] = [
        ("in", .string(place)), ("name", .string(name)), ("filename", filename.map { .string($0) }),
        ("type", type.map { .string($0) }), ("bytes", bytes.map { .number(String($0)) }),
        ("text", text.map { .string($0) }),
      ]
      writer.value(.object(members.compactMap { key, value in value.map { (key, $0) } }))
    }
  }

  let method: HTTPMethod
  let path: String
  private(set) var parts: [Part] = []
  private var left: Int
  /// Most parts that are listed.
  private static let mostParts = 64

  init(_ request: HTTPRequest, textBytes: Int = Journal.textBytes) {
    left = textBytes
    method = request.method
    path = String(request.target.prefix { $0 != "?" })
    for item in request.queryItems { add(Part(place: "query", name: item.name, text: item.value)) }
    if let identifier = request.headers[.identifier] {
      add(Part(place: "header", name: "identifier", text: identifier))
    }
    guard request.body.count > 0, let body = try? request.body.bytes() else { return }
    if let form = try? MultipartForm(contentType: request.headers[.contentType], body: body) {
      for part in form.parts.prefix(Self.mostParts) {
        let isText = part.filename == nil || part.name == "params"
        var sent = Part(
          place: "form", name: part.name, filename: part.filename, type: part.contentType,
          bytes: part.content.count, text: isText ? part.text : nil)
        if sent.text == nil, case .bytes(let contents) = part.content {
          sent.digest = StoredImage.digest(of: contents)
        }
        add(sent)
        if part.name == "params", case .bytes(let json) = part.content { addMembers(of: json, in: "params") }
      }
    } else if !addMembers(of: body, in: "json") {
      add(
        Part(
          place: "body", name: "", type: request.headers[.contentType], bytes: body.count,
          text: String(validating: body.prefix(textBytes), as: UTF8.self)))
    }
  }

  @discardableResult
  private mutating func addMembers(of json: Data, in place: String) -> Bool {
    guard json.count <= ItemLimits.partBytes,
      case .object(let members)? = try? JSONReader.value(of: json, JSON.init)
    else { return false }
    for (key, value) in members { add(Part(place: place, name: key, text: value.plainText)) }
    return true
  }

  private mutating func add(_ part: Part) {
    guard parts.count < Self.mostParts else { return }
    func cut(_ text: String?) -> String? {
      guard let text else { return nil }
      let cut = String(decoding: text.utf8.prefix(left), as: UTF8.self)
      left = max(0, left - cut.utf8.count)
      return cut
    }
    parts.append(
      Part(
        place: part.place, name: cut(part.name) ?? "", filename: cut(part.filename), type: cut(part.type),
        bytes: part.bytes, text: cut(part.text), digest: part.digest))
  }
}

/// A request that this server understands, to compare a refused one with.
struct KnownRequest {
  let method: String
  let path: String
  var needs: [String] = []
  var takes: [String] = []

  private static let texts = ["title", "descriptions", "price", "currency", "stock", "password"]
  private static let params = ["price", "currency", "secret"].map { "params.\($0)" }

  private static func all(in contract: ProductContract) -> [KnownRequest] {
    let description = contract == .v2a ? "params.descriptions" : "params.description"
    return [
      KnownRequest(method: "GET", path: "/items/{page}"), KnownRequest(method: "GET", path: "/item/{id}"),
      KnownRequest(method: "POST", path: "/item", needs: texts + ["images[]"], takes: ["discounted_price"]),
      KnownRequest(
        method: "PATCH", path: "/item/{id}", needs: ["password"],
        takes: texts + ["images[]", "discounted_price"]),
      KnownRequest(method: "DELETE", path: "/item/{id}", needs: ["password"], takes: ["id"]),
      KnownRequest(method: "GET", path: "/healthChecker", takes: ["identifier"]),
      KnownRequest(
        method: "GET", path: "/api/products",
        takes: ["page_no", "items_per_page", "search_value", "identifier"]),
      KnownRequest(method: "GET", path: "/api/products/{id}", takes: ["identifier"]),
      KnownRequest(
        method: "POST", path: "/api/products",
        needs: ["identifier", "params", "images", "params.name", description] + params,
        takes: ["params.discounted_price", "params.stock"]),
      KnownRequest(
        method: "PATCH", path: "/api/products/{id}", needs: ["identifier", "secret"],
        takes: [
          "name", "description", "descriptions", "price", "currency", "discounted_price", "stock",
          "thumbnail_id",
        ]),
      KnownRequest(
        method: "POST", path: "/api/products/{id}/\(contract.deletionPath)", needs: ["identifier", "secret"]),
      KnownRequest(
        method: "DELETE", path: contract == .v2a ? "/api/products/{id}/{token}" : "/api/products/{token}",
        needs: ["identifier"]),
    ]
  }

  /// The known request that is most like a refused one, with the names that are missing in that and those that it has beside.
  static func nearest(to sent: SentRequest, in contract: ProductContract) -> JSON {
    let path = sent.path.split(separator: "/")
    func distance(_ known: KnownRequest) -> Int {
      let expected = known.path.split(separator: "/")
      let different = zip(expected, path).count { !$0.hasPrefix("{") && $0 != $1 }
      return 2 * different + 2 * abs(expected.count - path.count)
        + (known.method == sent.method.rawValue ? 0 : 3)
    }
    guard let nearest = all(in: contract).min(by: { distance($0) < distance($1) }) else { return .null }
    let names = sent.parts.map { part in
      part.place == "params"
        ? "params.\(part.name)"
        : part.name == "images" && nearest.path == "/item"
          ? "images[]" : part.name == "images[]" && nearest.path == "/api/products" ? "images" : part.name
    }
    func list(_ names: [String]) -> JSON { .array(names.map { .string($0) }) }
    let known = nearest.needs + nearest.takes
    var unknown: [String] = []
    for name in names where !known.contains(name) && !unknown.contains(name) { unknown.append(name) }
    return .object([
      ("request", .string("\(nearest.method) \(nearest.path)")),
      ("missing", list(nearest.needs.filter { !names.contains($0) })), ("unexpected", list(unknown)),
    ])
  }
}
