import Foundation
import HTTP
import OpenMarket
import TestSupport
import Testing

@testable import market

/// A market at the other end of a connection, over real sockets.
@Suite(.serialized) struct RemoteTests {
  private static let item =
    #"{"id":7,"title":"Lamp","price":5,"currency":"USD","stock":1,"thumbnails":[],"registration_date":1795240680}"#

  /// Answers GET with the item, and every other method with this.
  private static func item(otherwise step: ScriptedServer.Step) -> ScriptedServer.Script {
    { $0.line.hasPrefix("GET ") ? [.respond("200 OK", ["Connection: close"], body: item)] : [step] }
  }

  /// The whole text, with the server's address for `⟨server⟩`.
  private func expect(
    _ line: String, from script: @escaping ScriptedServer.Script, says expected: String, requests count: Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let server = try ScriptedServer(script)
    var pipe = try Home().pipe
    pipe.environment = ["MARKET_SERVER": "http://\(server.authority)", "MARKET_PASSWORD": "hunter2"]
    await pipe.run(line).prints(
      expected.replacing("⟨server⟩", with: "http://\(server.authority)"), sourceLocation: sourceLocation)
    #expect(server.requests.count == count, sourceLocation: sourceLocation)
  }

  @Test func `a server's items are listed like one's own`() async throws {
    try await expect(
      "list --json=id,title",
      from: { _ in [.respond("200 OK", body: #"{"page":1,"items":[\#(Self.item)]}"#)] },
      says: #"{"id":7,"title":"Lamp"}"#, requests: 1)
  }

  @Test func `a page without a total shows only its place`() async throws {
    let server = try ScriptedServer { _ in [.respond("200 OK", body: #"{"page":1,"items":[\#(Self.item)]}"#)]
    }
    try await Home().terminal().run("list --page 2 --server http://\(server.authority)").prints(
      """
      ID  TITLE     PRICE  STOCK  ADDED
       7  Lamp   USD 5.00      1  now
      ! 21 · next: market list --page 3 --server http://\(server.authority)
      """)
  }

  @Test func `all pages are read to the first empty one`() async throws {
    try await expect(
      "list --all --json=id",
      from: { request in
        let page = Int(request.line.split(whereSeparator: { !$0.isNumber })[0]) ?? 0
        let row = Self.item.replacing("\"id\":7", with: "\"id\":\(page)")
        return [.respond("200 OK", body: #"{"page":\#(page),"items":[\#(page < 4 ? row : "")]}"#)]
      },
      says: "{\"id\":1}\n{\"id\":2}\n{\"id\":3}", requests: 4)
  }

  @Test func `an address of this machine needs no scheme`() async throws {
    let server = try ScriptedServer { _ in [.respond("200 OK", body: Self.item)] }
    await (try Home()).pipe.run("show 7 --json=id --server \(server.authority)").prints(#"{"id":7}"#)
    #expect(server.requests.map(\.line) == ["GET /item/7 HTTP/1.1"])
  }

  @Test(arguments: [
    ("localhost:8080", "http://localhost:8080"), ("LOCALHOST", "http://LOCALHOST"),
    ("127.0.0.1:8080/shop", "http://127.0.0.1:8080/shop"), ("[::1]:80", "http://[::1]:80"),
    ("https://market.example", "https://market.example"), ("market.example:8080", "market.example:8080"),
    ("localhost.example", "localhost.example"),
    ("http+unix:///run/my market.sock", "http+unix://%2Frun%2Fmy%20market%2Esock"),
    ("http+unix:///run/my%20market.sock", "http+unix://%2Frun%2Fmy%20market%2Esock"),
    ("http+unix:///run/100%.sock", "http+unix://%2Frun%2F100%25%2Esock"),
    ("http+unix://%2Frun%2Fa.sock/shop", "http+unix://%2Frun%2Fa.sock/shop"),
  ])
  func `an address may lack a scheme or name a Unix socket`(text: String, url: String) {
    #expect(ServerAddress.url(text)?.absoluteString == url)
  }

  @Test func `a server that is not running exits with 5`() async throws {
    // Port 1 is reserved for a service that is not in use (RFC 1078).
    let address = "http://127.0.0.1:1"
    var pipe = try Home().pipe
    pipe.environment = ["MARKET_PASSWORD": "hunter2"]
    await pipe.run("delete 7 --server \(address)").prints(
      """
      ! Error: The connection to '\(address)' was refused
      ! Help:  Check the port of the address, and whether the server is running
      exit 5
      """)
  }

  @Test func `a path that is too long for a socket is an error before connecting`() async throws {
    let path = "/" + String(repeating: "a", count: 120)
    let result = await (try Home()).pipe.run("list --server http+unix://\(path)")
    #expect(result.exitCode == .usage)
    #expect(result.error.contains("': the path of a socket can have at most 10"))
    #expect(ServerAddress.problem(with: "http+unix://" + path.prefix(100)) == nil)
  }

  #if os(Linux)
    @Test func `a Unix socket without a server exits with 5 and names the socket`() async throws {
      let home = try Home()
      let path = home.path + "/s"
      var pipe = home.pipe
      pipe.environment = ["MARKET_PASSWORD": "hunter2"]
      await pipe.run("delete 7 --server http+unix://\(path)").prints(
        """
        ! Error: There is no Unix socket '\(path)'
        ! Help:  Check the path, and whether the server is running
        exit 5
        """)
      await pipe.run("delete 7 --server http+unix://\(path) --locale ko_KR").prints(
        """
        ! 오류:   '\(path)' 유닉스 소켓이 없습니다
        ! 도움말: 경로와 서버의 실행 여부를 확인하세요
        exit 5
        """)
      // A file that is no socket refuses connections as a socket does that no program listens on.
      try home.write("", to: "s")
      await pipe.run("delete 7 --server http+unix://\(path)").prints(
        """
        ! Error: No server is listening on the Unix socket '\(path)'
        ! Help:  Start one, for example with 'market serve --socket \(path)'
        exit 5
        """)
      await pipe.run("delete 7 --server http+unix://\(path) --locale ko_KR").prints(
        """
        ! 오류:   '\(path)' 유닉스 소켓에서 수신 대기 중인 서버가 없습니다
        ! 도움말: 'market serve --socket \(path)' 등으로 서버를 시작하세요
        exit 5
        """)
    }
  #endif

  @Test func `a lost connection exits with 5, and only safe requests are retried`() async throws {
    let broken = """
      ! Error: The server '⟨server⟩' closed the connection without a response
      ! Help:  Try again
      exit 5
      """
    try await expect("delete 7", from: Self.item(otherwise: .reset), says: broken, requests: 2)
    try await expect("show 7", from: { _ in [.reset] }, says: broken, requests: 3)
    let unknown = broken.replacing(
      "Try again", with: "It may have been recorded; run the same command again to find out")
    try await expect(
      "add --title a --price 1 --currency USD", from: { _ in [.reset] }, says: unknown, requests: 3)
  }

  @Test func `a server that does not respond exits with 5`() async throws {
    try await expect(
      "delete 7 --timeout 1", from: Self.item(otherwise: .stall),
      says: """
        ! Error: The server '⟨server⟩' did not respond in time
        ! Help:  Try again, or wait longer with '--timeout <seconds>'
        exit 5
        """, requests: 2)
  }

  @Test func `a failing server exits with 5 after three attempts`() async throws {
    let failure = ScriptedServer.Step.respond(
      "500 Internal Server Error", ["Retry-After: 0"], body: #"{"error":true,"reason":"Out of lamps"}"#)
    let trouble: ScriptedServer.Script = { _ in [failure] }
    let expected = """
      ! Error: The server '⟨server⟩' is temporarily unavailable (500: Out of lamps)
      ! Help:  Try again later
      exit 5
      """
    try await expect("list", from: trouble, says: expected, requests: 3)
    try await expect("show 7", from: trouble, says: expected, requests: 3)
    let unknown = expected.replacing(
      "Try again later", with: "It may have been recorded; run the same command again to find out")
    try await expect("add --title a --price 1 --currency USD", from: trouble, says: unknown, requests: 3)
    try await expect("delete 7", from: Self.item(otherwise: failure), says: expected, requests: 2)
  }

  @Test func `all attempts to add carry the same key`() async throws {
    let tries = Locked(0)
    let server = try ScriptedServer { _ in
      let number = tries.withLock {
        $0 += 1
        return $0
      }
      return number < 3
        ? [.respond("503 Service Unavailable", ["Retry-After: 0"])]
        : [.respond("201 Created", body: Self.item)]
    }
    var pipe = try Home().pipe
    pipe.environment = ["MARKET_SERVER": "http://\(server.authority)", "MARKET_PASSWORD": "hunter2"]
    await pipe.run("add --title Lamp --price 5 --currency USD --porcelain").prints("7")
    let keys = server.requests.map { $0.field("Idempotency-Key") }
    #expect(keys.count == 3)
    #expect(Set(keys).count == 1)
    #expect(keys[0]?.count == 36)
  }

  @Test func `a rate-limited request exits with 5`() async throws {
    try await expect(
      "list", from: { _ in [.respond("429 Too Many Requests", ["Retry-After: 0"])] },
      says: """
        ! Error: The server '⟨server⟩' is temporarily unavailable (429)
        ! Help:  Try again later
        exit 5
        """, requests: 1)
  }

  @Test func `an HTML page exits with 1`() async throws {
    let server = try ScriptedServer { _ in
      [.respond("200 OK", ["Content-Type: text/html"], body: "<html><body>Welcome</body></html>")]
    }
    let outcome = try await Home().pipe.run("list --server http://\(server.authority)")
    #expect(
      outcome.error.hasPrefix(
        "Error: 'http://\(server.authority)' is not an Open Market API server: "))
    #expect(
      outcome.error.hasSuffix("\nHelp:  Check the address; 'market config' shows where it is set\n"))
    #expect(outcome.output == "")
    #expect(outcome.exitCode == .failed)
  }

  @Test func `a refused request exits with 6 and the server's reason`() async throws {
    let refusal = ScriptedServer.Step.respond(
      "400 Bad Request", body: #"{"error":true,"reason":"No lamps, please"}"#)
    let expected = "! Error: The market rejected the request: No lamps, please\nexit 6"
    try await expect("add --title Lamp --price 5", from: { _ in [refusal] }, says: expected, requests: 1)
    try await expect("delete 7", from: Self.item(otherwise: refusal), says: expected, requests: 2)
  }

  @Test func `a wrong password is told from an unknown id on servers that answer both with 404`() async throws
  {
    let old: ScriptedServer.Script = { request in
      request.line.hasPrefix("GET /item/7 ")
        ? [.respond("200 OK", body: Self.item)]
        : [.respond("404 Not Found", body: #"{"error":true,"reason":"Not Found"}"#)]
    }
    try await expect(
      "delete 7", from: old,
      says: """
        ! Error: Wrong password for item 7, read from MARKET_PASSWORD
        ! Help:  Pass the right one with '--password-file <file>' or MARKET_PASSWORD
        exit 4
        """, requests: 3)
    try await expect(
      "delete 8", from: old,
      says: """
        ! Error: No item with id '8'
        ! Help:  Run 'market list' to see what is for sale
        exit 3
        """, requests: 1)
  }

  @Test func `a redirect to another host does not get the password`() async throws {
    let other = try ScriptedServer { _ in [.respond("200 OK", body: Self.item)] }
    let address = "http://\(other.authority)/item/7"
    try await expect(
      "delete 7", from: Self.item(otherwise: .respond("307 Temporary Redirect", ["Location: \(address)"])),
      says: """
        ! Error: The server '⟨server⟩' redirects to another address: '\(address)'
        ! Help:  Check the address; 'market config' shows where it is set
        exit 1
        """, requests: 2)
    #expect(other.requests.isEmpty)
  }

  @Test func `partial success over a connection exits with 7`() async throws {
    try await expect(
      "show 7 8 --json=id",
      from: { request in
        request.line.hasPrefix("GET /item/7 ")
          ? [.respond("200 OK", body: Self.item)] : [.respond("503 Busy", ["Retry-After: 0"])]
      },
      says: """
        {"id":7}
        ! Error: The server '⟨server⟩' is temporarily unavailable (503)
        ! Help:  Try again later
        exit 7
        """, requests: 4)
  }
}
