import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// Access control: trusted proxies, hosts, cross-origin requests and read-only markets.
@Suite(.serialized) struct AccessTests {
  private static let draft = ItemDraft(title: "t", price: Price(1, .usDollar))

  private func get(_ target: String, _ market: ServedMarket, _ headers: HTTPHeaders) async throws
    -> HTTPResponse
  {
    try await market.response(to: HTTPRequest(.get, target: target, headers: headers))
  }

  /// Fills the market with one item that has an image.
  private func fill(_ market: ServedMarket) async throws {
    _ = try await NetworkManager(
      session: LocalMarket(at: market.location, .forTests)
    ).add(
      Self.draft, images: [try ItemImage(path: MockData.path("macbook.png"))], password: "p")
  }

  private func images(_ market: ServedMarket, _ headers: HTTPHeaders) async throws -> [String]? {
    let response = try await get("/item/1", market, headers)
    return try JSON.decode(Item.self, from: response.body).images?.map(\.absoluteString)
  }

  private static let forwarded: HTTPHeaders = [
    "X-Forwarded-For": "203.0.113.9, 192.0.2.1", "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "market.example",
  ]

  @Test func `X-Forwarded fields are ignored by default`() async throws {
    let market = try ServedMarket()
    try await fill(market)
    #expect(try await images(market, Self.forwarded) == [market.url + "/images/\(MockData.png(1))"])
  }

  @Test func `valid X-Forwarded fields of a trusted proxy are used`() async throws {
    let market = try ServedMarket(trustedProxies: .local)
    try await fill(market)
    #expect(try await images(market, Self.forwarded) == ["https://market.example/images/\(MockData.png(1))"])
    #expect(
      try await images(market, ["X-Forwarded-Proto": "gopher"]) == [market.url + "/images/\(MockData.png(1))"]
    )
    #expect(try await get("/item/1", market, ["X-Forwarded-Host": "a b"]).status == 421)
    let other = try ServedMarket(in: market.store, trustedProxies: TrustedProxies("192.0.2.1"))
    #expect(try await images(other, Self.forwarded) == [other.url + "/images/\(MockData.png(1))"])
  }

  @Test func `responses with URLs vary by the fields that the URLs are made of`() async throws {
    var options = LocalMarket.Options.forTests
    options.addressFields = TrustedProxies.fields
    let market = try ServedMarket(options)
    try await fill(market)
    let fields = "X-Forwarded-Host, X-Forwarded-Proto"
    // The second page is a cached one.
    for target in ["/items/1", "/items/1", "/item/1", "/api/products", "/api/products/1"] {
      let varied = target.hasPrefix("/api/") ? fields : "Market-Client, " + fields
      let response = try await get(target, market, [:])
      #expect(response.headers.values(for: .vary) == [varied])
      let unchanged = try await get(target, market, ["If-None-Match": "*"])
      #expect(unchanged.status == 304)
      #expect(unchanged.headers.values(for: .vary) == [varied])
    }
    for target in ["/images/1.png", "/item/7"] {
      #expect(try await get(target, market, [:]).headers[.vary] == nil)
    }
    options.publicURLs = [URL(string: "https://m.example")].compactMap(\.self)
    let published = try ServedMarket(in: market.store, options)
    #expect(try await get("/items/1", published, [:]).headers[.vary] == "Market-Client")
    #expect(try await get("/api/products", published, [:]).headers[.vary] == nil)
    options.publicURLs += options.publicURLs
    let twice = try ServedMarket(in: market.store, options)
    #expect(try await get("/items/1", twice, [:]).headers[.vary] == "Market-Client, " + fields)
  }

  @Test func `the rate limit counts the client that a trusted proxy forwards`() async throws {
    let trusting = try ServedMarket(trustedProxies: .local)
    try await fill(trusting)
    func guess(_ market: ServedMarket, at id: Int, from addresses: String) async throws -> Int {
      var request = try Endpoint.edit(id: id, ItemPatch(), password: "guess").request(boundary: "cut")
      request.headers["X-Forwarded-For"] = addresses
      return try await market.response(to: request).status
    }
    let spellings = ["2001:db8::1", "2001:DB8::1", "[2001:db8::1]:80", "2001:db8:0::1", "2001:db8::0:1"]
    for (number, spelling) in zip(1..., spellings) {
      #expect(try await guess(trusting, at: 1, from: "10.0.0.\(number), \(spelling)") == 404)
    }
    #expect(try await guess(trusting, at: 1, from: "10.0.0.6, 2001:db8::1") == 429)
    #expect(try await guess(trusting, at: 1, from: "2001:db8::1, 192.0.2.2") == 404)
    let plain = try ServedMarket(in: trusting.store)
    for number in 1...5 { #expect(try await guess(plain, at: 1, from: "10.0.0.\(number)") == 404) }
    #expect(try await guess(plain, at: 1, from: "10.0.0.6") == 429)
  }

  @Test(arguments: [
    ("old.example", "https://old.example"), ("OLD.example", "https://old.example"),
    ("old.example:443", "https://old.example"), ("new.example", "https://new.example/market"),
    ("new.example:8443", "https://new.example:8443"), ("new.example:1", "https://new.example/market"),
    ("else.example", "https://old.example"), ("127.0.0.1", "https://old.example"),
  ])
  func `of several public URLs the one that the request names is used`(host: String, url: String) async throws
  {
    var options = LocalMarket.Options.forTests
    options.publicURLs = [
      "https://old.example", "https://new.example/market", "https://new.example:8443",
    ].compactMap { URL(string: $0) }
    let market = try ServedMarket(options, trustedProxies: .local)
    try await fill(market)
    // Twice, and between another host's: the page is cached for each.
    for _ in 1...2 {
      let headers: HTTPHeaders = ["X-Forwarded-Host": host, "X-Forwarded-Proto": "https"]
      #expect(try await images(market, headers) == [url + "/images/\(MockData.png(1))"])
      for target in ["/items/1", "/api/products"] {
        let body = try await get(target, market, headers).body
        #expect(String(decoding: body, as: UTF8.self).contains("\"\(url)/images/\(MockData.png(1))\""))
      }
    }
  }

  @Test func `the configured public URL overrides X-Forwarded fields`() async throws {
    var options = LocalMarket.Options.forTests
    options.publicURLs = [URL(string: "https://m.example/market")].compactMap(\.self)
    let market = try ServedMarket(options, trustedProxies: .local)
    try await fill(market)
    #expect(
      try await images(market, Self.forwarded) == ["https://m.example/market/images/\(MockData.png(1))"])
  }

  @Test func `a request for a host that is not allowed gets 421`() async throws {
    let market = try ServedMarket(allowsHost: { !$0.hasPrefix("evil") })
    for (host, status) in [("evil.example", "421 Misdirected Request"), (market.authority, "200 OK")] {
      let client = try RawClient(port: market.port)
      try await client.send("GET /items/1 HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
      let response = try await client.response()
      #expect(response?.hasPrefix("HTTP/1.1 \(status)\n") == true)
    }
  }

  @Test func `what the server refuses itself is an error of the API that is addressed, also for web pages`()
    async throws
  {
    let market = try ServedMarket(
      allowsHost: { !$0.hasPrefix("evil") },
      behind: { CrossOriginSession($0, origins: ["*"], refusal: $0.response(to:of:)) })
    let start = "\(market.authority)\r\nContent-Length: "
    for (head, status, reason) in [
      ("\(start)1048577", "413 Content Too Large", "The contents are larger than 1048576 bytes"),
      (
        "\(start)1\r\nContent-Encoding: gzip", "415 Unsupported Media Type",
        "Unsupported Content-Encoding: send the contents as they are"
      ),
      (
        "\(start)1\r\nExpect: x", "417 Expectation Failed",
        "Unsupported Expect field: only 100-continue is supported"
      ),
      ("evil.example", "421 Misdirected Request", "This server does not serve the requested host"),
      ("\(start)1\r\nContent-Length: 1", "400 Bad Request", "Invalid Content-Length"),
    ] {
      let code = status.hasPrefix("400") ? "malformed" : "not_accepted"
      for (path, body) in [
        ("/item", #"{"code":"\#(code)","error":true,"message":"\#(reason)","reason":"\#(reason)"}"#),
        ("/api/products", #"{"code":\#(status.prefix(3)),"message":"\#(reason)"}"#),
      ] {
        let client = try RawClient(port: market.port)
        try await client.send("POST \(path) HTTP/1.1\r\nHost: \(head)\r\nConnection: close\r\n\r\n")
        let response = try #require(try await client.response())
        let start = "HTTP/1.1 \(status)\nContent-Type: application/json\nCache-Control: no-cache\n"
        #expect(response.hasPrefix(start))
        #expect(response.contains("\nAccess-Control-Allow-Origin: *\n") && response.hasSuffix("\n\n" + body))
      }
    }
  }

  @Test func `URLs for a client that names no host begin with the address that it has connected to`()
    async throws
  {
    let market = try ServedMarket()
    try await fill(market)
    for head in ["HTTP/1.0", "HTTP/1.1\r\nHost:"] {
      let client = try RawClient(port: market.port)
      for path in ["/items/1", "/item/1", "/api/products"] {
        try await client.send("GET \(path) \(head)\r\n\r\n")
        let response = try #require(try await client.response())
        #expect(response.contains("\"\(market.url)/images/1-") && !response.contains("market://"), "\(path)")
        if head == "HTTP/1.0" { break }
      }
    }
  }

  private static let origin = "https://shop.example"
  private static let exposed = """
    Applied-Filters, Idempotent-Replayed, Market-Identity, Market-Time-Zone, New-Seller, Sales-From, Sales-To, Trash-Expires, \
    X-Total-Count, Accept-Ranges, Allow, Content-Range, ETag, Link, Retry-After
    """

  private static func session(_ market: LocalMarket, _ origins: [String]) -> CrossOriginSession {
    CrossOriginSession(market, origins: origins, exposed: ResponseField.exposed)
  }

  private func crossOriginFields(_ response: HTTPResponse) -> [String?] {
    // Responses of v1 vary by the client, too.
    let varying = response.headers.values(for: .vary).filter { $0 != "Market-Client" }
    return [
      response.headers["Access-Control-Allow-Origin"], varying.first,
      response.headers["Access-Control-Expose-Headers"],
    ]
  }

  @Test func `an allowed origin gets CORS fields, another origin does not`() async throws {
    let market = try ServedMarket(behind: { Self.session($0, [Self.origin]) })
    for target in ["/items/1", "/item/7", "/api/products"] {
      let response = try await get(target, market, ["Origin": Self.origin])
      #expect(crossOriginFields(response) == [Self.origin, "Origin", Self.exposed])
      let other = try await get(target, market, ["Origin": "https://other.example"])
      #expect(crossOriginFields(other) == [nil, "Origin", nil])
      #expect(other.body == response.body)
      // A cache must not serve this one to a page.
      #expect(crossOriginFields(try await get(target, market, [:])) == [nil, "Origin", nil])
    }
    let open = try ServedMarket(behind: { Self.session($0, ["*"]) })
    for headers: HTTPHeaders in [["Origin": Self.origin], [:]] {
      #expect(crossOriginFields(try await get("/items/1", open, headers)) == ["*", nil, Self.exposed])
    }
    let closed = try ServedMarket(behind: { CrossOriginSession($0) })
    #expect(crossOriginFields(try await get("/items/1", closed, ["Origin": Self.origin])) == [nil, nil, nil])
  }

  @Test func `a preflight request of an allowed origin gets the allowed methods and headers`() async throws {
    let market = try ServedMarket(behind: { Self.session($0, [Self.origin]) })
    func preflight(_ origin: String) async throws -> HTTPResponse {
      try await market.response(
        to: HTTPRequest(
          HTTPMethod(rawValue: "OPTIONS"), target: "/item/1",
          headers: [
            "Origin": origin, "Access-Control-Request-Method": "PATCH",
            "Access-Control-Request-Headers": "identifier,idempotency-key",
          ]))
    }
    let response = try await preflight(Self.origin)
    #expect(response.shown == "204")
    #expect(crossOriginFields(response) == [Self.origin, "Origin", Self.exposed])
    let methods = "GET, HEAD, POST, PATCH, DELETE"
    #expect(response.headers["Access-Control-Allow-Methods"] == methods)
    let used = MarketAPI.allRoutes.map(\.method.rawValue)
    #expect(Set(used).subtracting(methods.split(separator: ", ").map(String.init)) == [])
    #expect(response.headers["Access-Control-Allow-Headers"] == "identifier,idempotency-key")
    let other = try await preflight("https://other.example")
    #expect(other.status == 405)
    #expect(other.headers["Access-Control-Allow-Methods"] == nil)
  }

  @Test func `a write of a page of another origin is refused in the error format of each version`()
    async throws
  {
    let market = try ServedMarket(behind: {
      CrossOriginSession($0, refusal: LocalMarket.refusal(_:of:))
    })
    func refused(_ method: HTTPMethod, _ target: String) async throws -> String {
      let page: HTTPHeaders = ["Origin": "http://localhost:3000", "Content-Type": "text/plain"]
      let response = try await market.response(to: HTTPRequest(method, target: target, headers: page))
      #expect(response.headers[.contentType] == "application/json")
      return response.shown
    }
    let reason = "A web page of another origin must not change anything here"
    for (method, target) in [
      (HTTPMethod.post, "/item"), (.patch, "/item/1"), (.delete, "/item/1"), (.post, "/"),
    ] {
      #expect(
        try await refused(method, target)
          == #"403 {"code":"cross_origin","error":true,"message":"\#(reason)","reason":"\#(reason)"}"#)
    }
    for target in ["/api/products", "//api/products/1", "/healthChecker", "/%61pi"] {
      #expect(try await refused(.post, target) == #"403 {"code":403,"message":"\#(reason)"}"#)
    }
  }

  @Test func `a read-only market rejects every write in the error format of each version`() async throws {
    let store = try await VendorMarket()
    _ = try await store.add(VendorMarket.params())
    var options = LocalMarket.Options.forTests
    options.isReadOnly = true
    let market = try ServedMarket(in: store.market.store, options)
    let reason = "This market may only be read"
    for (method, target) in [(HTTPMethod.post, "/item"), (.patch, "/item/1"), (.delete, "/item/1")] {
      #expect(
        try await market.response(to: HTTPRequest(method, target: target)).shown
          == #"403 {"code":"read_only","error":true,"message":"\#(reason)","reason":"\#(reason)"}"#)
    }
    for (method, target) in [
      (HTTPMethod.post, "/api/products"), (.patch, "/api/products/1"), (.post, "/api/products/1/archived"),
      (.delete, "/api/products/1"),
    ] {
      #expect(
        try await market.response(to: HTTPRequest(method, target: target)).shown
          == #"403 {"code":403,"message":"\#(reason)"}"#)
    }
    for target in [
      "/items/1", "/item/1", "/api/products", "/api/products/1", "/images/1.png", "/healthChecker",
    ] {
      #expect(try await get(target, market, [:]).status == 200)
      #expect(try await market.response(to: HTTPRequest(.head, target: target)).status == 200)
    }
  }
}
