import Foundation
import HTTP
import OpenMarket
import TestSupport
import Testing

@testable import market

/// Images of the web in the rows of an import.
struct ImportWebImageTests {
  /// A server of images, which sends the given response, or 304 to a client that has its entity tag.
  private static func web(_ response: Locked<HTTPResponse>) -> MockSession {
    MockSession { request in
      let response = response.value
      guard let tag = response.headers[.eTag], request.headers[.ifNoneMatch] == tag else { return response }
      return HTTPResponse(status: 304, headers: [.eTag: tag])
    }
  }

  private static func response(_ image: String, tag: String? = nil) throws -> Locked<HTTPResponse> {
    var headers: HTTPHeaders = [.contentType: "image/png"]
    if let tag { headers[.eTag] = tag }
    return Locked(HTTPResponse(status: 200, headers: headers, body: try MockData.bytes(image)))
  }

  private static func conditions(_ web: MockSession) -> [String] {
    web.requests.map { "\($0.authority ?? "")\($0.target) \($0.headers[.ifNoneMatch] ?? "")" }
  }

  @Test(arguments: [false, true])
  func `an image is fetched once, revalidated at the next import, and not sent again`(isServed: Bool)
    async throws
  {
    let response = try Self.response("macbook.png", tag: "\"1\"")
    let (web, posts) = (Self.web(response), Locked(0))
    let market = try ImportMarket(
      isServed: isServed, web: { _ in web },
      behind: { market in
        MockSession { request in
          if request.target == "/items" { posts.withLock { $0 += 1 } }
          return try await market.response(to: request)
        }
      })
    let table =
      "sku,title,price,images\nA,Lamp,1,https://a.example/1.png\nB,Desk,2,https://a.example/1.png\n"
    #expect(try await market.importing(table).output == "2 added\n")
    #expect(Self.conditions(web) == ["a.example/1.png "])
    let items = try await market.items(without: [])
    #expect(posts.value == (isServed ? 1 : 0))

    #expect(try await market.importing(table).output == "2 unchanged\n")
    #expect(Self.conditions(web) == ["a.example/1.png ", "a.example/1.png \"1\""])
    #expect(try await market.items(without: []) == items)
    #expect(posts.value == (isServed ? 1 : 0))

    // The fields of a row go in without the images that the item has.
    let change = table.replacing("Lamp", with: "Lantern")
    #expect(try await market.importing(change).output == "1 updated, 1 unchanged\n")
    #expect(try await market.items().map { $0.contains("Lantern") } == [true, false])

    // Another image at the same address is.
    let other = try Self.response("macbook.jpg", tag: "\"2\"").value
    response.withLock { $0 = other }
    #expect(try await market.importing(change).output == "2 updated\n")
    #expect(try await market.importing(change).output == "2 unchanged\n")
    #expect(
      Self.conditions(web).dropFirst(3) == ["a.example/1.png \"1\"", "a.example/1.png \"2\""])
  }

  /// Responses of a server of images that fail, and the reported reasons.
  static let failures: [(status: Int, headers: [String: String], image: Data, reason: String)] = [
    (404, [:], Pixel.png, "it does not exist (404)"),
    (403, [:], Data(), "the server responded with status 403"),
    (200, ["Content-Type": "image/png"], Data("<svg>".utf8), "it is neither a PNG nor a JPEG image"),
    (200, [:], Pixel.png.dropLast(20), "it ends too early"),
    (200, [:], Pixel.png + Data(count: 10 << 20), "it is larger than 10 MiB"),
    (302, ["Location": "file:///etc/hosts"], Data(), "the server redirects to another address"),
    (302, ["Location": "http://a.example/1.png"], Data(), "the server redirects to another address"),
    (302, ["Location": "https://a.example/bad.png"], Data(), "too many redirects"),
  ]

  @Test(arguments: failures.indices, [false, true])
  func `an image that cannot be fetched is left out of a new row, and is a warning on an update`(
    index: Int, isServed: Bool
  ) async throws {
    let failure = Self.failures[index]
    let web = MockSession { request in
      guard request.target == "/bad.png" else { return HTTPResponse(status: 200, body: Pixel.png) }
      let headers = HTTPHeaders(failure.headers.map { HTTPField(HTTPField.Name($0.key), $0.value) })
      return HTTPResponse(status: failure.status, headers: headers, body: failure.image)
    }
    let market = try ImportMarket(isServed: isServed, web: { _ in web })
    _ = try await market.importing(
      "sku,title,price,images\nA,Lamp,1,https://a.example/1.png\nB,Desk,2,https://a.example/1.png\n")
    let before = await market.run("show 1 --json=images").output
    let outcome = try await market.importing(
      """
      sku,title,price,images
      A,Lantern,1,https://a.example/bad.png
      B,,,https://a.example/bad.png
      C,Chair,3,https://a.example/1.png|https://a.example/bad.png
      D,Shelf,4,https://a.example/1.png
      """, "--yes --results \(market.home.path)/results.csv")
    let sentence = "The image 'https://a.example/bad.png' cannot be fetched: \(failure.reason)"
    #expect(outcome.output == "2 added, 1 updated, 1 unchanged\n")
    #expect(outcome.exitCode == .done)
    let problems = (2...4).map { "! Row \($0): \(sentence)" }.joined(separator: "\n")
    #expect(outcome.text(in: market).contains(problems))
    let report = "images,https://a.example/bad.png,image,\(sentence)"
    #expect(
      try market.text(of: "results.csv").split(separator: "\r\n").dropFirst().map(String.init) == [
        "HOME/items.csv,2,updated,1,\(report)", "HOME/items.csv,3,unchanged,2,\(report)",
        "HOME/items.csv,4,added,3,\(report)", "HOME/items.csv,5,added,4,,,,",
      ])
    #expect(await market.run("show 3 --json=images").output.components(separatedBy: "://").count == 2)
    #expect(try await market.items().map { $0.contains("Lantern") } == [true, false, false, false])
    #expect(await market.run("show 1 --json=images").output == before)
  }

  @Test(arguments: [false, true])
  func `a row without a key gets an image at the next import that could not be fetched`(isServed: Bool)
    async throws
  {
    let response = Locked(HTTPResponse(status: 404))
    let market = try ImportMarket(isServed: isServed, web: { _ in Self.web(response) })
    let table = "title,price,images\nLamp,1,https://a.example/1.png\n"
    #expect(try await market.importing(table).output == "1 added\n")
    #expect(await market.run("show 1 --json=images").output == "{\"images\":[]}\n")
    let image = try Self.response("macbook.png").value
    response.withLock { $0 = image }
    #expect(try await market.importing(table).output == "1 updated\n")
    #expect(await market.run("show 1 --json=images").output.contains("://"))
  }

  @Test func `an address of another scheme is not fetched`() async throws {
    let web = MockSession { _ in HTTPResponse(status: 200, body: Pixel.png) }
    for address in ["http://a.example/1.png", "ftp://a.example/1.png"] {
      let market = try ImportMarket(web: { _ in web })
      let outcome = try await market.importing("sku,title,price,images\nA,Lamp,1,\(address)\n")
      #expect(outcome.output == "1 added\n")
      #expect(outcome.error.contains("None of the images is there (1)"))
    }
    #expect(web.requests.isEmpty)
  }

  @Test func `an image of a private network is fetched without a certificate where that is asked for`()
    async throws
  {
    let web = MockSession { _ in HTTPResponse(status: 200, body: Pixel.png) }
    let market = try ImportMarket(web: { _ in web })
    let table = "sku,title,price,images\nA,Lamp,1,http://127.0.0.1:8000/1.png\n"
    #expect(try await market.importing(table).output == "1 added\n")
    #expect(web.requests.isEmpty)
    #expect(try await market.importing(table, "--yes --allow-outside").output == "1 updated\n")
    #expect(web.requests.map(\.target) == ["/1.png"])
  }

  /// A request to any server goes to this one, over the network and within the limits of images.
  private static func web(at server: ScriptedServer) -> @Sendable (Settings) -> any Session {
    { settings in
      let session = ProcessEnvironment.webSession(settings, environment: [:])
      return MockSession { request in
        var request = request
        (request.scheme, request.authority) = ("http", server.authority)
        // The address is the test's, and not one that a public host leads to.
        request.referringHost = nil
        return try await session.response(to: request)
      }
    }
  }

  @Test func `a response without an end is read up to the size of an image, and is not requested again`()
    async throws
  {
    let server = try ScriptedServer { request in
      let piece = ScriptedServer.Step.send(Data(count: 1 << 20))
      return [.send("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n")]
        + Array(repeating: piece, count: 60) + [.stall]
    }
    let market = try ImportMarket(web: Self.web(at: server))
    let outcome = try await market.importing(
      "sku,title,price,images\nA,Lamp,1,https://a.example/1.png\nB,Desk,2,https://a.example/1.png\n")
    #expect(outcome.output == "2 added\n")
    #expect(outcome.error.contains("it is larger than 10 MiB"))
    #expect(server.requests.count == 1)
  }

  @Test func `a server that sends nothing more is given up after the timeout, once for all rows`()
    async throws
  {
    let server = try ScriptedServer { request in
      request.line.contains("/slow") ? [.send("HTTP/1.1 200 OK\r\n"), .stall] : [.respond("404 Not Found")]
    }
    let market = try ImportMarket(web: Self.web(at: server))
    let outcome = try await market.importing(
      "sku,title,price,images\nA,Lamp,1,https://a.example/slow\nB,Desk,2,https://a.example/slow\nC,Rug,3,\n",
      "--yes --timeout 0.5")
    #expect(outcome.output == "3 added\n")
    #expect(outcome.error.components(separatedBy: "the server did not respond in time").count == 3)
    // Tried again like every request.
    #expect(server.requests.count <= 3)
  }

  @Test func `a server that never responds is given up, and one that does is not`() async throws {
    let web = MockSession { request in
      guard request.authority == "b.example" else { throw SessionError.refused }
      guard request.target == "/1.png" else { throw SessionError.timedOut(.idle) }
      return HTTPResponse(status: 200, body: Pixel.png)
    }
    let market = try ImportMarket(web: { _ in web })
    let rows = (1...20).map {
      "S\($0),Item \($0),\($0),https://\($0 > 10 ? "b" : "a").example/\($0 % 10).png"
    }
    let outcome = try await market.importing("sku,title,price,images\n" + rows.joined(separator: "\n"))
    #expect(outcome.output == "20 added\n")
    let reasons = outcome.error.split(separator: "\n")
    #expect(reasons.count { $0.hasSuffix("cannot be fetched: the server cannot be reached") } == 10)
    #expect(reasons.count { $0.hasSuffix("cannot be fetched: the server did not respond in time") } == 9)
    let requests = Dictionary(grouping: web.requests) { $0.authority ?? "" }
    // Further addresses are requested before the fourth one has failed.
    let refused = Set(requests["a.example"]?.map(\.target) ?? [])
    #expect(refused.isSuperset(of: (1...4).map { "/\($0).png" }))
    #expect(refused.isSubset(of: (1...7).map { "/\($0).png" }))
    #expect(Set(requests["b.example"]?.map(\.target) ?? []) == Set((0...9).map { "/\($0).png" }))
  }

  @Test func `images are fetched a few at a time, and released again`() async throws {
    let (most, count) = (MostAtOnce(), 40)
    let web = MockSession { _ in
      most.begin()
      defer { most.end() }
      try await Task.sleep(for: .milliseconds(2))
      return HTTPResponse(status: 200, body: Pixel.png)
    }
    let market = try ImportMarket(web: { _ in web })
    let rows = (1...count).map { "S\($0),Item \($0),\($0),https://a.example/\($0).png" }
    let table = "sku,title,price,images\n" + rows.joined(separator: "\n")
    #expect(try await market.importing(table).output == "\(count) added\n")
    #expect(web.requests.count == count)
    #expect((1...4).contains(most.value))

    let images = WebImages(NetworkManager(session: web, images: .web), capacity: 5_000)
    for number in [1, 1, 2, 3, 4, 5, 6, 1] { _ = await images.image(at: "https://a.example/\(number).png") }
    #expect(web.requests.dropFirst(count).map(\.target) == [1, 2, 3, 4, 5, 6, 1].map { "/\($0).png" })
    images.stop()
    #expect(await images.image(at: "https://a.example/9.png") == .failure(.cancelled))
    #expect(web.requests.count == count + 7)
  }
}
