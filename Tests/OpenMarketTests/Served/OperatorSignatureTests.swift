import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// The operator at a server: requests that are signed with the key of the market.
@Suite(.serialized) struct OperatorSignatureTests {
  private static let origin = "http://127.0.0.1:8080"

  /// A market with an item of a seller, and the key of its operator.
  private struct Served {
    private let folder: TemporaryFolder
    let market: LocalMarket
    let store: Store
    let key: OperatorKey
    let clock = Locked(Date(timeIntervalSince1970: 1_795_240_680))

    init(publicURL: String? = nil) async throws {
      folder = try TemporaryFolder()
      store = Store(at: .file(folder.path("market.db")))
      var options = LocalMarket.Options.forTests
      options.addresses = { [origin, "http+unix:///run/a.sock"] }
      options.publicURLs = [publicURL.flatMap { URL(string: $0) }].compactMap(\.self)
      options.now = { [clock] in clock.value }
      market = LocalMarket(store, options)
      var draft = ItemDraft(title: "Lamp", price: Price(5, .usDollar), stock: 4)
      (draft.sku, draft.cost) = ("LMP-7", 2)
      _ = try await NetworkManager(session: market).add(
        try ValidDraft(draft), images: [], password: "hunter2")
      key = try await store.operatorKey(isNew: false)
    }

    func signed(
      _ method: HTTPMethod, _ target: String, _ body: String = "",
      at origin: String = OperatorSignatureTests.origin,
      key: OperatorKey? = nil
    ) throws -> HTTPRequest {
      var request = HTTPRequest(
        method, target: target, headers: body.isEmpty ? [:] : [.contentType: "application/json"],
        body: HTTPBody(Data(body.utf8)))
      let url = try #require(URL(string: origin))
      (request.scheme, request.authority) = (url.scheme, url.authority)
      try request.sign(with: (key ?? self.key).bytes, nonce: RandomSecret.make(length: 32), now: clock.value)
      return request
    }

    func status(_ request: HTTPRequest) async throws -> Int { try await market.response(to: request).status }
  }

  @Test func `a signed request needs no password, and reads what is private`() async throws {
    let served = try await Served()
    let (market, status) = (served.market, served.status)
    #expect(try await status(try served.signed(.get, "/log")) == 200)
    #expect(try await status(try served.signed(.get, "/trash")) == 200)
    let export = try await market.response(to: try served.signed(.post, "/items/export", "{}"))
    #expect(export.status == 200)
    #expect(String(decoding: export.body, as: UTF8.self).contains(#""cost":2"#))
    #expect(export.headers[.cacheControl] == "no-store")
    #expect(
      try await status(try served.signed(.post, "/item/1/movements", #"{"kind":"received"}"#)) == 201)
    #expect(try await status(try served.signed(.get, "/item/1/movements")) == 200)
    #expect(try await status(try served.signed(.delete, "/item/1", "{}")) == 200)
    #expect(try await status(try served.signed(.post, "/undo/3", "{}")) == 200)
    #expect(try await status(HTTPRequest(.get, target: "/item/1")) == 200)
    // Without a signature all of it is refused.
    #expect(try await status(HTTPRequest(.get, target: "/log")) == 400)
    let body = HTTPBody(Data(#"{"password":""}"#.utf8))
    #expect(try await status(HTTPRequest(.delete, target: "/item/1", body: body)) == 400)
  }

  @Test(arguments: [(1, 200), (0, 401), (-1, 401)])
  func `a signature that has expired is refused`(seconds: Int, status: Int) async throws {
    let served = try await Served()
    var request = try served.signed(.get, "/log")
    let expiry = Int(served.clock.value.timeIntervalSince1970) + seconds
    let input = try #require(request.headers[.signatureInput]) + ";expires=\(expiry)"
    let signed = input[input.index(after: try #require(input.firstIndex(of: "=")))...]
    let values = [
      "@method": "GET", "@target-uri": "\(Self.origin)/log",
      "content-digest": request.headers[.contentDigest] ?? "",
    ]
    let components = signed.dropFirst().prefix { $0 != ")" }.split(separator: " ").map {
      "\($0): \(values[$0.trimmingCharacters(in: ["\""])] ?? "")"
    }
    let base = (components + ["\"@signature-params\": \(signed)"]).joined(separator: "\n")
    let code = Data(SHA256.authenticationCode(of: Data(base.utf8), key: served.key.bytes))
    request.headers[.signatureInput] = input
    request.headers[.signature] = "\(input.prefix { $0 != "=" })=:\(code.base64EncodedString()):"
    #expect(try await served.status(request) == status)
  }

  @Test func `an item of the operator has no password, and its SKU is taken for the operator alone`()
    async throws
  {
    let served = try await Served()
    let signer = OperatorSigner(now: { [clock = served.clock] in clock.value })
    let session = MockSession { [market = served.market] in try await market.response(to: $0) }
    let url = try #require(URL(string: Self.origin))
    let manager = NetworkManager(session: SigningSession(session, signer), server: url, signer: signer)
    #expect(!manager.isOperated)
    signer.use(served.key)
    #expect(manager.isOperated)
    var draft = ItemDraft(title: "Desk", price: Price(80, .usDollar))
    draft.sku = "DSK-1"
    let desk = try await manager.add(try ValidDraft(draft), images: [], password: "").id
    draft.sku = "lmp-7"
    await #expect(throws: ClientError.skuTaken("lmp-7")) {
      _ = try await manager.add(try ValidDraft(draft), images: [], password: "")
    }
    for password in ["*", "hunter2", "0"] {
      await #expect(throws: ClientError.wrongPassword(id: desk)) {
        try await NetworkManager(session: served.market).delete(id: desk, password: password)
      }
    }
    // Another seller may have the SKU.
    draft.sku = "DSK-1"
    _ = try await NetworkManager(session: served.market).add(
      try ValidDraft(draft), images: [], password: "other")
    var change = BatchItem(.update)
    (change.sku, change.stock) = ("LMP-7", 9)
    let results = try await manager.apply([(change, nil)], password: "")
    #expect(results.map(\.id) == [1])
    #expect(try await manager.delete(id: desk, password: "")?.id == desk)
  }

  @Test func `a signature is worth something once, for five minutes, at the server's own addresses`()
    async throws
  {
    let served = try await Served(publicURL: "https://shop.example/market")
    let status = served.status
    let request = try served.signed(.get, "/log")
    #expect(try await status(request) == 200)
    #expect(try await status(request) == 401)
    let late = try served.signed(.get, "/log")
    served.clock.withLock { $0 += 301 }
    #expect(try await status(late) == 401)
    let early = try served.signed(.get, "/log")
    served.clock.withLock { $0 -= 301 }
    #expect(try await status(early) == 401)
    // The address that was signed is that of another server, which passes the request on.
    for (origin, expected) in [
      ("http://localhost:8080", 200), ("http://127.0.0.1:8081", 401), ("http://evil.example", 401),
      ("http+unix://%2Frun%2Fa.sock", 200), ("http+unix://%2Frun%2Fb.sock", 401),
    ] {
      #expect(try await status(try served.signed(.get, "/log", at: origin)) == expected, "\(origin)")
    }
    // A proxy takes the path of the public URL away.
    var proxied = try served.signed(.get, "/market/log", at: "https://shop.example")
    proxied.target = "/log"
    #expect(try await status(proxied) == 200)
  }

  @Test func `another body, another key and half a signature are refused`() async throws {
    let served = try await Served()
    var request = try served.signed(.delete, "/item/1", "{}")
    request.body = HTTPBody(Data(#"{"id":1}"#.utf8))
    #expect(try await served.status(request) == 401)
    request = try served.signed(.delete, "/item/1", "{}")
    request.headers[.signature] = nil
    #expect(try await served.status(request) == 401)
    // A password in its place decides nothing.
    request.headers[.authorization] = BasicCredentials(password: "hunter2").text
    #expect(try await served.status(request) == 401)
    let former = served.key
    let key = try await served.store.operatorKey(isNew: true)
    #expect(key != former)
    #expect(try await served.store.operatorKey() == key)
    #expect(try await served.status(try served.signed(.delete, "/item/1", "{}")) == 401)
    #expect(try await served.status(try served.signed(.delete, "/item/1", "{}", key: key)) == 200)
  }

  @Test func `what the operator reads is cached for none`() async throws {
    let served = try await Served()
    let plain = HTTPRequest(.get, target: "/items?page=1")
    let before = try await served.market.response(to: plain)
    let signed = try await served.market.response(to: try served.signed(.get, "/items?page=1"))
    #expect(signed.headers[.cacheControl] == "no-store")
    #expect(try await served.market.response(to: plain) == before)
  }
}
