import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// Requests as apps send them, five of each variant, through every way to reach a market: by prefix, in a world, by the old host,
/// recorded and replayed.
struct ShapesTests {
  enum Way: CaseIterable {
    case prefix
    case world
    case host
  }

  enum Variant: String, CaseIterable {
    case v1, v2a, v2b

    var host: String {
      switch self {
      case .v1: "camp-open-market-2.herokuapp.com"
      case .v2a: "market-training.yagom-academy.kr"
      case .v2b: "openmarket.yagom-academy.kr"
      }
    }
  }

  /// A request of an app; `TOKEN` is what the former response has.
  struct Shape {
    let method: String
    let target: String
    var headers: HTTPHeaders = [:]
    var body = Data()
    let status: Int
  }

  private static let form: HTTPHeaders = ["Content-Type": "multipart/form-data; boundary=\"B\""]
  private static let identifier = DevSeller.standard[1].identifier

  /// A form with CRLF before the first delimiter, and an ordinary delimiter at its end.
  private static func form(_ parts: [(head: String, contents: Data)]) -> Data {
    var body = Data("\r\n".utf8)
    for part in parts {
      body +=
        Data("--B\r\nContent-Disposition:form-data; \(part.head)\r\n\r\n".utf8) + part.contents
        + Data("\r\n".utf8)
    }
    return body + Data("--B".utf8)
  }

  private static func text(_ name: String, _ text: String) -> (head: String, contents: Data) {
    ("name=\"\(name)\"", Data(text.utf8))
  }

  private static func shapes(of variant: Variant) throws -> [Shape] {
    let picture = try MockData.bytes("macbook.png")
    if variant == .v1 {
      return [
        Shape(
          method: "GET", target: "//items/1", headers: ["Content-Type": "multipart/form-data"], status: 200),
        Shape(
          method: "POST", target: "/item/", headers: form,
          body: form([
            text("title", "맥북 \n"), text("descriptions", "d"), text("price", "1000 "), text("currency", " 원"),
            text("stock", "3"), text("password", "p"),
            ("name=\"images\"; filename=\"사진 1.png\"\r\nContent-Type: image/jpeg)", picture),
          ]), status: 201),
        Shape(
          method: "PATCH", target: "/item/61", headers: form,
          body: form([text("password", "p"), text("stock", ""), text("price", "1200")]), status: 200),
        Shape(
          method: "DELETE", target: "/item/61", body: Data(#"{"id":61,"password":"p"}"#.utf8), status: 200),
        Shape(method: "GET", target: "/item/61?", status: 404),
      ]
    }
    let named: HTTPHeaders = ["identifier": identifier]
    var sent = form
    sent["identifier"] = identifier
    let description = variant == .v2a ? "descriptions" : "description"
    let params =
      #"{"name":"Lamp","\#(description)":"d","price":10,"currency":"USD","secret":"password","product_id":7,"discounted_price":null}"#
    return [
      Shape(method: "GET", target: "/api/products/?items_per_page=3&page_no=1", headers: named, status: 200),
      Shape(
        method: "POST", target: "/api/products", headers: sent,
        body: form([
          ("name=params\r\nContent-Type: application/json ", Data(params.utf8)),
          ("name=\"images[]; filename=\"a.png\"", picture),
        ]), status: 201),
      Shape(
        method: "PATCH", target: "/api/products/61?", headers: named,
        body: Data(#"{"secret":"password","stock":9}"#.utf8),
        status: 200),
      Shape(
        method: "POST", target: "/api/products/61/\(variant == .v2a ? "secret" : "archived")", headers: named,
        body: Data(#"{"secret":"password"}"#.utf8), status: 200),
      Shape(
        method: "DELETE", target: variant == .v2a ? "/api/products/61/TOKEN" : "TOKEN", headers: named,
        status: 200),
    ]
  }

  /// - Parameter prepare: Comes before each request, with the base of the requests for tests.
  private static func responses(
    _ variant: Variant, _ way: Way, _ session: any Session,
    before prepare: (HTTPRequest) async throws -> Void = { _ in }
  ) async throws -> [HTTPResponse] {
    let prefix = variant == .v1 ? "" : "/\(variant.rawValue)"
    let (base, host) =
      switch way {
      case .prefix: (prefix, "127.0.0.1:8080")
      case .world: ("/w/\(variant.rawValue)" + prefix, "127.0.0.1:8080")
      case .host: ("", variant.host)
      }
    var (token, responses): (String, [HTTPResponse]) = ("", [])
    for shape in try shapes(of: variant) {
      // A client of v2b puts the path of a deletion behind its host.
      let target = shape.target == "TOKEN" ? token : base + shape.target.replacing("TOKEN", with: token)
      var request = HTTPRequest(
        HTTPMethod(rawValue: shape.method), scheme: "http", authority: host, target: target,
        headers: shape.headers,
        body: HTTPBody(shape.body))
      request.peer = "127.0.0.1"
      try await prepare(request)
      let response = try await session.response(to: request)
      #expect(
        response.status == shape.status,
        "\(variant) \(way) \(shape.method) \(target) \(response.reason ?? "")")
      if response.headers[.contentType]?.hasPrefix("text/plain") == true {
        token = String(decoding: response.body, as: UTF8.self)
      }
      responses.append(response)
    }
    return responses
  }

  @Test(arguments: Variant.allCases, Way.allCases)
  func `requests of old apps are answered, recorded, and answered again`(variant: Variant, way: Way)
    async throws
  {
    let folder = try TemporaryFolder()
    let recording = try RecordingSession(try await DevWorld().session, to: folder.path("exchanges"))
    let first = try await Self.responses(variant, way, recording)
    let replay = try ReplaySession(folder.path("exchanges"))
    #expect(replay.count == 5)
    let again = try await Self.responses(variant, way, replay)
    #expect(again.map(\.status) == first.map(\.status))
    #expect(again.map(\.body) == first.map(\.body))
    #expect(again.map(\.headers) == first.map(\.headers))
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path("exchanges")) {
      let text = try String(contentsOfFile: folder.path("exchanges/" + file), encoding: .utf8)
      #expect(!text.contains(#""value":"password""#) && !text.contains(#""value":"p""#), "\(text)")
    }
  }

  @Test(arguments: Variant.allCases)
  func `each request of an old app meets the fault of its route once, and is then answered`(variant: Variant)
    async throws
  {
    let dev = try await DevWorld()
    var seen: [String] = []
    _ = try await Self.responses(variant, .world, dev.session) { request in
      let world = try WorldTarget(request)
      // A client of v2b deletes behind its host; the token names the world.
      #expect(world.name == variant.rawValue)
      let path = world.rest.prefix { $0 != "?" }.split(separator: "/").joined(separator: "/")
      let fault =
        #"{"faults":[{"route":"\#(request.method.rawValue) /\#(path)","nth":1,"status":503,"retry_after":7}]}"#
      #expect(try await dev.send("PUT", "/w/\(variant)/dev/faults", fault).status == 200)
      let failed = try await dev.session.response(to: request)
      #expect((failed.status, failed.headers[.retryAfter]) == (503, "7"))
      seen.append(request.method.rawValue)
    }
    #expect(seen.count == 5)
    let counts = try await dev.json("GET", "/w/\(variant)/dev/faults")["faults"].elements
    #expect(counts.map { $0["count"].plainText } == ["1"])
    #expect(counts.map { $0["requests"].plainText } == ["2"])
    #expect(try await dev.json("GET", "/w/\(variant)/dev/requests")["requests"].elements.count == 10)
  }

  @Test func `no file has a password, a secret or a session, wherever it stands`() async throws {
    let folder = try TemporaryFolder()
    let market = MockSession { _ in
      HTTPResponse(
        status: 200, headers: ["Content-Type": "application/json", "Set-Cookie": "market-1=hunter2"],
        body: Data(#"{"id":2,"made":[{"secret":"hunter2"}]}"#.utf8))
    }
    let recording = try RecordingSession(market, to: folder.path("exchanges"))
    func post(_ target: String, _ type: String, _ body: String) async throws {
      let request = HTTPRequest(
        .post, scheme: "http", authority: "h", target: target, headers: ["Content-Type": type],
        body: HTTPBody(Data(body.utf8)))
      _ = try await recording.response(to: request)
    }
    try await post(
      "/movements?link=hunter2", "application/json",
      #"{"movements":[{"item":7,"password":"hunter2"}],"token":"hunter2"}"#)
    try await post("/item", "text/plain", "password=hunter2")
    try await post("/sell", "application/x-www-form-urlencoded", "password=hunter2&again=hunter2")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path("exchanges"))
    #expect(files.count == 3)
    for file in files {
      let text = try String(contentsOfFile: folder.path("exchanges/" + file), encoding: .utf8)
      #expect(!text.contains("hunter2"), "\(text)")
      #expect(text.contains(#"\"id\":2"#), "\(text)")
    }
  }

  @Test func `a response is that of the market, though its file cannot be written`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("exchanges")
    let errors = Locked(0)
    let recording = try RecordingSession(MockSession { _ in HTTPResponse(status: 201) }, to: path) { _, _ in
      errors.withLock { $0 += 1 }
    }
    try FileManager.default.removeItem(atPath: path)
    let response = try await recording.response(to: HTTPRequest(.post, target: "/item"))
    #expect(response.status == 201 && errors.value == 1)
  }

  @Test func `a request that is not recorded says what it is nearest to`() async throws {
    let folder = try TemporaryFolder()
    let recording = try RecordingSession(try await DevWorld().session, to: folder.path("exchanges"))
    func get(_ target: String, _ session: any Session, host: String = "127.0.0.1:8080") async throws
      -> HTTPResponse
    {
      try await session.response(to: HTTPRequest(.get, scheme: "http", authority: host, target: target))
    }
    _ = try await get("/w/a/items/1?per_page=2", recording)
    _ = try await get("/w/a/item/3", recording)
    _ = try await get("/dev/requests", recording)
    let replay = try ReplaySession(folder.path("exchanges"))
    #expect(replay.count == 2)
    let unknown = try await get("/w/a/items/1?per_page=3", replay)
    #expect(unknown.status == 501)
    #expect(
      unknown.reason
        == "No recorded exchange answers GET /w/a/items/1: the nearest is GET /w/a/items/1 in 00001-GET-w-a-items-1.json, which differs in query.per_page"
    )
    // URLs lead to where the request was sent.
    let other = try await get("/w/a/item/3", replay, host: "127.0.0.1:9999")
    #expect(String(decoding: other.body, as: UTF8.self).contains("http://127.0.0.1:9999/w/a/images/"))
  }

  @Test func `equal requests are answered in the order of their recordings, and then by the last`()
    async throws
  {
    let folder = try TemporaryFolder()
    let dev = try await DevWorld()
    let recording = try RecordingSession(dev.session, to: folder.path("exchanges"))
    func page(_ session: any Session) async throws -> Data {
      try await session.response(
        to: HTTPRequest(.get, scheme: "http", authority: "h", target: "/items/1?sort=newest")
      ).body
    }
    let first = try await page(recording)
    _ = try await dev.add("new", to: "")
    let second = try await page(recording)
    #expect(first != second)
    let replay = try ReplaySession(folder.path("exchanges"))
    for expected in [first, second, second] { #expect(try await page(replay) == expected) }
    // A recording goes on behind the files that are there.
    _ = try await page(try RecordingSession(dev.session, to: folder.path("exchanges")))
    #expect(try ReplaySession(folder.path("exchanges")).count == 3)
  }
}
