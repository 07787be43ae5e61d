import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// The worlds of a server for development, in memory, with requests as an app at `127.0.0.1:8080` sends them.
struct DevWorld: Sendable {
  static let now = TemporaryMarket.now
  let worlds: Worlds
  let session: WorldSession
  let seed: DevSeed

  /// The seed of most tests, which none of them changes.
  private static let first = Task { try await DevSeed(DevSeed.entries(1, before: now), now: now) }

  init(
    number: Int = 1, sellers: [DevSeller] = [], adjusting adjust: (inout Worlds.Options) -> Void = { _ in }
  ) async throws {
    var options = Worlds.Options()
    adjust(&options)
    seed =
      number == 1 && sellers.isEmpty
      ? try await Self.first.value
      : try await DevSeed(DevSeed.entries(number, before: Self.now), sellers: sellers, now: Self.now)
    worlds = Worlds(seed, options)
    session = WorldSession(worlds)
  }

  func send(
    _ method: String, _ target: String, _ json: String? = nil, _ headers: HTTPHeaders = [:],
    host: String = "127.0.0.1:8080"
  ) async throws -> HTTPResponse {
    var request = HTTPRequest(
      HTTPMethod(rawValue: method), scheme: "http", authority: host, target: target, headers: headers)
    request.peer = "127.0.0.1"
    if let json {
      request.headers[.contentType] = "application/json"
      request.body = HTTPBody(Data(json.utf8))
    }
    return try await session.response(to: request)
  }

  func send(
    form parts: [MultipartForm.Part], _ method: String, _ target: String, _ headers: HTTPHeaders = [:]
  )
    async throws -> HTTPResponse
  {
    var request = HTTPRequest(
      HTTPMethod(rawValue: method), scheme: "http", authority: "127.0.0.1:8080", target: target,
      headers: headers)
    request.peer = "127.0.0.1"
    let form = MultipartForm(parts: parts).encoded(boundary: "B")
    (request.headers[.contentType], request.body) = (form.contentType, form.body)
    return try await session.response(to: request)
  }

  /// Adds an item of v1.
  func add(_ title: String, to base: String) async throws -> HTTPResponse {
    try await send(
      form: [
        .init(name: "title", text: title), .init(name: "descriptions", text: "d"),
        .init(name: "price", text: "1000"),
        .init(name: "currency", text: "KRW"), .init(name: "stock", text: "1"),
        .init(name: "password", text: "p"),
        .init(name: "images[]", filename: "a.png", content: .bytes(try MockData.bytes("macbook.png"))),
      ], "POST", base + "/item")
  }

  /// The titles of all items of a world.
  func titles(_ base: String) async throws -> [String] {
    let body = try await json("GET", base + "/items/1?per_page=500")
    return body["items"].elements.map { $0["title"].plainText }
  }

  func json(_ method: String, _ target: String, _ body: String? = nil) async throws -> JSON {
    try JSONReader.value(of: try await send(method, target, body).body, JSON.init)
  }
}

extension JSON {
  /// The member of an object; null without one.
  subscript(key: String) -> JSON {
    guard case .object(let members) = self else { return .null }
    return members.first { $0.key == key }?.value ?? .null
  }

  var elements: [JSON] { if case .array(let values) = self { values } else { [] } }
}
