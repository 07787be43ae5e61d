import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// The requests that the page at `/dev` tries, and with which refused ones are compared.
struct KnownRequestTests {
  private static let message = HTTPRequest(.get, scheme: "http", authority: "127.0.0.1:8080", target: "/dev")

  private static func pictures() throws -> [MultipartForm.Part] {
    [.init(name: "", filename: "a.png", content: .bytes(try MockData.bytes("macbook.png")))]
  }

  /// The response of a market with the seed alone to a request with its samples, some of them changed.
  private func response(
    to known: KnownRequest, in dev: DevWorld,
    changing change: (KnownRequest.Input) -> KnownRequest.Input? = { $0 }
  ) async throws -> HTTPResponse {
    let inputs = known.inputs(nil, dev.seed.sellers[0], at: DevWorld.now).compactMap(change)
    return try await dev.session.response(
      to: known.request(inputs, pictures: Self.pictures(), to: Self.message, below: "/w/a"))
  }

  /// The statuses that are no success: a deletion needs the token of the request before it, an image a name of the items.
  private static let refused = [
    "v1 GET /images/{name}": 404,
    "v2a DELETE /api/products/{id}/{token}": 404, "v2b DELETE /api/products/{token}": 404,
  ]

  @Test func `each request of an app and for tests is carried out with its samples`() async throws {
    for known in KnownRequest.all where known.api != .market && known.path != "/w/{name}" {
      let name = "\(known.api) \(known.method) \(known.path)"
      let response = try await response(to: known, in: DevWorld()) { input in
        guard input.name == "token" else { return input }
        return .init(place: .path, name: "token", isRequired: true, value: "none")
      }
      let expected = Self.refused[name] ?? (response.isSuccess ? response.status : 200)
      #expect(response.status == expected, "\(name): \(response.reason ?? "")")
    }
  }

  @Test func `each described request is one of the market`() async throws {
    let described = KnownRequest.all.filter { $0.api == .market }
    #expect(
      Set(described.map { "\($0.method) \($0.path)" }).isSuperset(of: [
        "GET /items/{page}", "POST /items", "POST /item/{id}/movements", "GET /trash", "DELETE /review/{id}",
      ]))
    for known in described {
      let response = try await response(to: known, in: DevWorld())
      #expect(response.status != 405 && response.status != 500, "\(known.method) \(known.path)")
      let body = String(decoding: response.body, as: UTF8.self)
      #expect(!body.contains("by HTTP Basic authentication"), "\(known.method) \(known.path)")
    }
  }

  @Test func `a form without a part that it needs is refused by name, and without another one taken`()
    async throws
  {
    let known = try #require(KnownRequest.all.first { $0.method == "POST" && $0.path == "/item" })
    let names = known.fields.map { ($0.name, $0.isRequired) }
    #expect(names.filter(\.1).map(\.0) == ItemForm.required.map(\.rawValue))
    for (name, _) in names.filter(\.1) {
      let response = try await response(to: known, in: DevWorld()) { $0.name == name ? nil : $0 }
      #expect(response.status == 400)
      #expect(response.reason == "\(name) is missing")
    }
    #expect(try await response(to: known, in: DevWorld()) { $0.isRequired ? $0 : nil }.status == 201)
  }

  @Test(arguments: ProductContract.allCases)
  func `JSON without a key that it needs is refused by name`(contract: ProductContract) async throws {
    let known = try #require(
      KnownRequest.all.first {
        $0.api.rawValue == contract.rawValue && $0.method == "POST" && $0.path == "/api/products"
      })
    let keys = known.fields.filter { $0.place == .params && $0.isRequired }.map(\.name)
    #expect(
      keys == ["name", contract == .v2a ? "descriptions" : "description", "price", "currency", "secret"])
    for key in keys {
      let response = try await response(to: known, in: DevWorld()) { input in
        guard input.place == .params, let json = try? JSONReader.value(of: Data(input.value.utf8), JSON.init),
          case .object(let members) = json
        else { return input }
        let rest = JSON.object(members.filter { $0.key != key })
        return .init(place: .params, name: input.name, isRequired: true, value: rest.compact)
      }
      #expect(response.status == 400)
      // Both spellings are one key.
      #expect(response.reason == "The key '\(key.replacing("descriptions", with: "description"))' is missing")
    }
  }

  @Test func `values are percent-encoded, and stay within their place`() throws {
    let known = try #require(KnownRequest.all.first { $0.path == "/dev/snapshots/{name}" })
    let inputs = [KnownRequest.Input(place: .path, name: "name", isRequired: true, value: "../a?b#c d")]
    let request = known.request(inputs, pictures: [], to: Self.message, below: "/w/cart")
    #expect(request.target == "/w/cart/dev/snapshots/..%2Fa%3Fb%23c%20d")
  }

  @Test func `a request is Swift code that sends the same bytes`() {
    var request = HTTPRequest(
      .post, scheme: "http", authority: "h:1", target: "/a?b=%22", headers: ["identifier": "a\"\\b"])
    request.body = HTTPBody(parts: [.bytes(Data("x\r\n\"가\"\u{1}\n".utf8)), .file(path: "a\".png", count: 3)])
    #expect(
      SwiftCode(request).text == #"""
        var request = URLRequest(url: URL(string: "http://h:1/a?b=%22")!)
        request.httpMethod = "POST"
        request.setValue("a\"\\b", forHTTPHeaderField: "identifier")
        var body = Data()
        body += Data("x\r\n".utf8)
        body += Data("\"가\"\u{1}\n".utf8)
        body += try Data(contentsOf: URL(filePath: "a\".png"))
        request.httpBody = body
        let (data, response) = try await URLSession.shared.data(for: request)
        """#)
    #expect(
      SwiftCode(HTTPRequest(.get, scheme: "http", authority: "h", target: "/")).text == """
        var request = URLRequest(url: URL(string: "http://h/")!)
        let (data, response) = try await URLSession.shared.data(for: request)
        """)
  }
}
