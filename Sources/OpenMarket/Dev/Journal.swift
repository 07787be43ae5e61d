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
    var total = 0
  }

  /// Most entries, bytes of all of them, and bytes of the texts of one.
  static let (most, mostBytes, textBytes) = (500, 1 << 20, 4 << 10)

  private let state = Mutex(State())

  func add(_ request: HTTPRequest, _ response: HTTPResponse, contract: ProductContract) {
    let sent = SentRequest(request)
    let isRefused = (400..<500).contains(response.status)
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("method", request.method.rawValue)
      writer.member("path", String(sent.path.prefix(Self.textBytes)))
      writer.member("status", response.status)
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
      state.total += 1
      while state.entries.count > Self.most || state.bytes > Self.mostBytes, state.entries.count > 1 {
        state.bytes -= state.entries.removeFirst().count
      }
    }
  }

  /// How many requests there were, also those that are not kept.
  var total: Int { state.withLock(\.total) }

  /// The last requests, the newest first.
  func last(_ count: Int) -> [JSON] {
    state.withLock { $0.entries.suffix(count) }.reversed().compactMap {
      try? JSONReader.value(of: $0, JSON.init)
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
