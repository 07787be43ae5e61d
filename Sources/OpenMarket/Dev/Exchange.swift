import Foundation
package import HTTP
import Synchronization
import SystemSupport

/// A request and its response in a JSON file, by which a session answers again: the request as its parsed fields, without secrets.
struct Exchange: Sendable {
  /// A named value of a request; a file has the digest of its contents in place of a text.
  struct Field: Sendable, Hashable {
    /// `form.price`.
    let name: String
    /// Nil for a secret, which equals every other one.
    let value: String?
  }

  let method: String
  let path: String
  let fields: [Field]
  /// The beginning of URLs in the body, `http://127.0.0.1:8080`.
  let origin: String
  let response: HTTPResponse

  /// The names whose values are in no file: of passwords, and of what a session or a link is worth.
  private static let secrets: Set = ["password", "again", "secret", "token", "link"]

  /// Most bytes of a text.
  private static let textBytes = ItemLimits.partBytes

  init(_ request: HTTPRequest, _ response: HTTPResponse) {
    let sent = SentRequest(request, textBytes: Self.textBytes)
    method = request.method.rawValue
    path = request.basePath + sent.path
    fields = sent.parts.compactMap { part in
      // The members of the JSON are fields of their own.
      guard part.place != "form" || part.name != "params" else { return nil }
      return Field(name: "\(part.place).\(part.name)", value: Self.value(of: part))
    }
    origin = request.scheme.flatMap { scheme in request.authority.map { "\(scheme)://\($0)" } } ?? ""
    self.response = Self.withoutSecrets(response)
  }

  /// Nil for a secret. Contents that are no form and no JSON may hold one, and are known by their digest.
  private static func value(of part: SentRequest.Part) -> String? {
    guard !secrets.contains(part.name) else { return nil }
    guard let text = part.text else { return part.digest ?? "" }
    if part.place == "body" { return StoredImage.digest(of: Data(text.utf8)) }
    return masked(text) ?? text
  }

  private static func withoutSecrets(_ response: HTTPResponse) -> HTTPResponse {
    var response = response
    response.headers[.setCookie] = nil
    if let text = String(validating: response.body, as: UTF8.self), let masked = masked(text) {
      response.body = Data(masked.utf8)
    }
    return response
  }

  /// JSON without the values of its secrets; nil for other text, and for JSON without any.
  private static func masked(_ text: String) -> String? {
    guard ["{", "["].contains(text.first),
      secrets.contains(where: { text.utf8.count > $0.utf8.count && text.contains("\"\($0)\"") }),
      let json = try? JSONReader.value(of: Data(text.utf8), JSON.init)
    else { return nil }
    func masked(_ json: JSON) -> JSON {
      switch json {
      case .object(let members):
        .object(members.map { ($0.key, secrets.contains($0.key) ? .null : masked($0.value)) })
      case .array(let elements): .array(elements.map(masked))
      default: json
      }
    }
    return masked(json).compact
  }

  /// The file as JSON.
  var json: JSON {
    let body: (String, JSON) =
      String(validating: response.body, as: UTF8.self).map { ("body", .string($0)) }
      ?? ("body_base64", .string(response.body.base64EncodedString()))
    return .object([
      ("method", .string(method)), ("path", .string(path)),
      (
        "fields",
        .array(
          fields.map {
            .object([("name", .string($0.name)), ("value", $0.value.map { .string($0) } ?? .null)])
          })
      ),
      ("origin", .string(origin)), ("status", .number(String(response.status))),
      ("headers", .object(response.headers.fields.map { ($0.name.rawValue, .string($0.value)) })), body,
    ])
  }

  /// Nil for JSON that is no exchange.
  init?(_ json: JSON) {
    func text(_ key: String) -> String? { json.member(key)?.string }
    guard let method = text("method"), let path = text("path"), let status = json.member("status")?.integer,
      (200...599).contains(status), let fields = json.member("fields")?.elements,
      case .object(let headers)? = json.member("headers"),
      let body = text("body").map({ Data($0.utf8) })
        ?? text("body_base64").flatMap({ Data(base64Encoded: $0) })
    else { return nil }
    (self.method, self.path, origin) = (method, path, text("origin") ?? "")
    self.fields = fields.compactMap { field in
      field.member("name")?.string.map { Field(name: $0, value: field.member("value")?.string) }
    }
    var response = HTTPResponse(status: status, body: body)
    for (name, value) in headers {
      if case .string(let value) = value { response.headers.append(HTTPField.Name(name), value) }
    }
    self.response = response
  }

  /// The names of the fields that differ from those of another exchange, in any order.
  func differences(from other: Exchange) -> [String] {
    func named(_ fields: [Field]) -> [String: [String?]] {
      Dictionary(grouping: fields, by: \.name).mapValues { fields in
        let values = fields.map(\.value)
        return values.contains(nil) ? [nil] : values.sorted { ($0 ?? "") < ($1 ?? "") }
      }
    }
    let (ours, theirs) = (named(fields), named(other.fields))
    return Set(ours.keys).union(theirs.keys).filter { name in
      guard let our = ours[name], let their = theirs[name] else { return true }
      return our != their && our != [nil] && their != [nil]
    }.sorted()
  }
}

/// Wraps a session: writes each exchange as a file of a folder, in their order.
package struct RecordingSession: Session {
  private let session: any Session
  private let folder: ExchangeFolder
  private let onError: @Sendable (HTTPRequest, any Error) -> Void

  /// Throws where the folder cannot be made.
  ///
  /// - Parameter onError: Receives the errors of files: what the market has done is told all the same.
  package init(
    _ session: any Session, to folder: String,
    onError: @escaping @Sendable (HTTPRequest, any Error) -> Void = { _, _ in }
  ) throws {
    (self.session, self.onError) = (session, onError)
    self.folder = try ExchangeFolder(folder)
  }

  package func response(to request: HTTPRequest) async throws -> HTTPResponse {
    let response = try await session.response(to: request)
    guard request.pathComponents?.contains("dev") != true else { return response }
    do {
      try folder.add(Exchange(request, response))
    } catch {
      onError(request, error)
    }
    return response
  }
}

/// A folder of exchanges, one in a file.
final class ExchangeFolder: Sendable {
  /// Most exchanges, and bytes of one: others are not written and not read.
  static let (most, mostBytes) = (10_000, 16 << 20)
  /// Most bytes that a server writes.
  private static let budget = 1 << 30

  private let folder: String
  private let last: Mutex<(number: Int, bytes: Int)>

  /// Makes the folder where there is none; numbers go on behind the present ones.
  init(_ folder: String) throws {
    self.folder = folder
    try DurableFolder.make(folder)
    last = Mutex((try Self.files(in: folder).compactMap { Int($0.prefix { $0 != "-" }) }.max() ?? 0, 0))
  }

  func add(_ exchange: Exchange) throws {
    let text = exchange.json.compact
    guard text.utf8.count <= Self.mostBytes else { return }
    let number = last.withLock { last -> Int? in
      guard last.number < Self.most, last.bytes + text.utf8.count <= Self.budget else { return nil }
      last = (last.number + 1, last.bytes + text.utf8.count)
      return last.number
    }
    guard let number else { return }
    let words = exchange.path.split { !$0.isASCII || !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    let name = String(format: "%05d", number) + "-\(exchange.method.prefix(10))-\(words.prefix(60)).json"
    try WholeFile(path: folder + "/" + name).write(
      Data((text + "\n").utf8), replaces: true, waitsForDisk: false)
  }

  /// The exchanges in a folder with the names of their files, in the order of these.
  static func exchanges(in folder: String) throws -> [(file: String, exchange: Exchange)] {
    try files(in: folder).prefix(most).compactMap { name in
      guard let file = FileHandle(forReadingAtPath: folder + "/" + name),
        let bytes = try file.read(upToCount: mostBytes),
        let json = try? JSONReader.value(of: bytes, JSON.init), let exchange = Exchange(json)
      else { return nil }
      return (name, exchange)
    }
  }

  private static func files(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }.sorted()
  }
}

/// Answers requests by recorded exchanges: by the one with equal fields, of several in their order, and by the last of them again.
package final class ReplaySession: Session {
  private let exchanges: [(file: String, exchange: Exchange)]
  /// How often the request of an exchange was met, by the index of the first one that equals it.
  private let counts = Mutex<[Int: Int]>([:])

  /// Throws for a folder that cannot be read.
  package init(_ folder: String) throws { exchanges = try ExchangeFolder.exchanges(in: folder) }

  package var count: Int { exchanges.count }

  package func response(to request: HTTPRequest) async throws -> HTTPResponse {
    let asked = Exchange(request, HTTPResponse(status: 200))
    let found = exchanges.indices.filter { index in
      let exchange = exchanges[index].exchange
      return exchange.method == asked.method && exchange.path == asked.path
        && exchange.differences(from: asked).isEmpty
    }
    guard let first = found.first else { return notRecorded(asked) }
    let turn = counts.withLock { counts in
      defer { counts[first, default: 0] += 1 }
      return min(counts[first, default: 0], found.count - 1)
    }
    let exchange = exchanges[found[turn]].exchange
    var response = exchange.response
    // URLs lead to where the request was sent.
    if !exchange.origin.isEmpty, exchange.origin != asked.origin, !asked.origin.isEmpty,
      let text = String(validating: response.body, as: UTF8.self)
    {
      response.body = Data(text.replacing(exchange.origin, with: asked.origin).utf8)
    }
    return response
  }

  /// The error of a request that no exchange has, with the nearest one and the fields in which that differs.
  private func notRecorded(_ asked: Exchange) -> HTTPResponse {
    func distance(_ exchange: Exchange) -> (Int, Int) {
      let components = (exchange.path.split(separator: "/"), asked.path.split(separator: "/"))
      let different =
        zip(components.0, components.1).count { $0 != $1 } + abs(components.0.count - components.1.count)
      return (
        2 * different + (exchange.method == asked.method ? 0 : 3), exchange.differences(from: asked).count
      )
    }
    let nearest = exchanges.min { distance($0.exchange) < distance($1.exchange) }
    let reason =
      "No recorded exchange answers \(asked.method) \(asked.path)"
      + (nearest.map { file, exchange in
        let fields = exchange.differences(from: asked)
        return ": the nearest is \(exchange.method) \(exchange.path) in \(file)"
          + (fields.isEmpty ? "" : ", which differs in \(fields.prefix(20).joined(separator: ", "))")
      } ?? "")
    var response = APIError(status: 501, code: .notFound, reason: reason).response(in: .items)
    response.reason = reason
    return response
  }
}
