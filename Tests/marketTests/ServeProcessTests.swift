import Foundation
import SystemSupport
import TestSupport
import Testing

/// `market serve` as a process: its output, signals, log, and other processes with the same store.
@Suite(.serialized) struct ServeProcessTests {
  private static let upload =
    "POST /item HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n"

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `a signal stops it after the open requests`(signal: Int32) async throws {
    let server = try await ServingProgram(Home())
    let client = try RawClient(port: server.port)
    let idle = try RawClient(port: server.port)
    try await client.send(Self.upload)
    #expect(try await client.response() == "HTTP/1.1 100 Continue\n\n")
    server.send(signal)
    try await eventually("the log has: Finishing open requests") {
      try server.log().contains("Finishing open requests")
    }
    try await client.send("abcd")
    #expect(try await client.response()?.hasPrefix("HTTP/1.1 400 Bad Request\n") == true)
    #expect(try await client.response() == nil)
    #expect(try await idle.response() == nil)
    let (status, log) = (try await server.end(), try server.log())
    #expect(status == 0, "\(log)")
    #expect(throws: (any Error).self) { try RawClient(port: server.port) }
  }

  @Test func `a second signal stops it at once`() async throws {
    let server = try await ServingProgram(Home())
    let client = try RawClient(port: server.port)
    try await client.send(Self.upload)
    #expect(try await client.response() == "HTTP/1.1 100 Continue\n\n")
    server.send(SIGTERM)
    try await eventually("the log has: Finishing open requests") {
      try server.log().contains("Finishing open requests")
    }
    try await Task.sleep(for: .milliseconds(1_100))
    server.send(SIGTERM)
    #expect(try await server.end() == 0)
    #expect(
      try server.log().hasSuffix(
        """
        Stop: press Ctrl-C
        Finishing open requests; press Ctrl-C again to stop now.
        Stopped with open requests.

        """))
  }

  @Test func `signals within a second are one, and uploads end well`() async throws {
    let server = try await ServingProgram(Home())
    let client = try RawClient(port: server.port)
    try await client.send(Self.upload)
    #expect(try await client.response() == "HTTP/1.1 100 Continue\n\n")
    server.send(SIGTERM)
    server.send(SIGINT)
    server.send(SIGTERM)
    try await eventually("the log has: Finishing open requests") {
      try server.log().contains("Finishing open requests")
    }
    try await client.send("abcd")
    #expect(try await client.response()?.hasPrefix("HTTP/1.1 400 Bad Request\n") == true)
    #expect(try await server.end() == 0)
    #expect(try !server.log().contains("Stopped with open requests"))
  }

  @Test func `the log says why a request of this machine was refused, unless a proxy forwards it`()
    async throws
  {
    let server = try await ServingProgram(Home())
    for field in ["", "X-Forwarded-For: 192.0.2.1\r\n"] {
      let client = try RawClient(port: server.port)
      try await client.send(
        "POST /item HTTP/1.1\r\nHost: localhost\r\n\(field)Connection: close\r\n\r\n"
          + "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try await client.responses().count == 1)
    }
    let client = try RawClient(port: server.port)
    try await client.send("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n")
    #expect(try await client.responses().count == 1)
    server.send(SIGTERM)
    #expect(try await server.end() == 0)
    #expect(
      try server.requests().map { $0.drop { $0 != "P" && $0 != "G" }.replacing(/[0-9]+ [0-9]+ms/, with: "*") }
        == [
          "POST /item 400 * the Content-Type is not multipart/form-data",
          "POST /item 400 *",
          "GET / 421 * This server serves 127.0.0.1, localhost, and not the requested host: add it with --public-url",
        ])
  }

  @Test func `a port in use is an error`() async throws {
    let server = try await ServingProgram(Home())
    try await Program(home: Home()).run("market serve --port \(server.port)").prints(
      "",
      error: """
        Error: Port \(server.port) is already in use
        Help:  Use another port with '--port', or 0 for a free one

        """, status: 5)
    server.send(SIGTERM)
    #expect(try await server.end() == 0)
  }

  @Test func `market itself can list, add and delete over it`() async throws {
    let server = try await ServingProgram(Home())
    let client = Program(home: try Home())
    try client.home.write(Pixel.png, to: "lamp.png")
    try await client.run(
      "export MARKET_SERVER=\(server.url); market add --title Lamp --price 5 --image lamp.png --porcelain --quiet && market list --json=id,title && market delete 1 | head -n 1 && market list"
    ).prints("1\n{\"id\":1,\"title\":\"Lamp\"}\ndeleted\t1\tLamp\n")
    server.send(SIGTERM)
    #expect(try await server.end() == 0)
  }

  @Test(.enabled(if: curlIsInstalled, "curl is not installed"))
  func `with two other processes that write its store, no item is lost`() async throws {
    let home = try Home()
    let server = try await ServingProgram(home)
    let program = Program(home: home)
    let add = "market add --title Lamp --price 5 --porcelain --quiet"
    let loop = "for n in 1 2 3 4 5 6 7 8 9 10; do"
    let post =
      "curl -sf --noproxy '*' -w '\\n' -F title=Desk -F descriptions= -F price=8 -F currency=USD -F stock=1 -F password=p -F 'images[]=@lamp.png' \(server.url)/item"
    try home.write(Pixel.png, to: "lamp.png")
    try await program.run(
      """
      (\(loop) \(add) || echo failed; done) > one & one=$!
      (\(loop) \(add) || echo failed; done) > two & two=$!
      (\(loop) \(post) | sed 's/.*"id":\\([0-9]*\\).*/\\1/'; curl -sf --noproxy '*' \(server.url)/items/1 > /dev/null || echo failed; done) > three
      wait $one && wait $two
      """
    ).prints("")
    let told = try ["one", "two", "three"].flatMap {
      try home.text(of: $0).split(separator: "\n").map { Int($0) }
    }
    #expect(told.compactMap(\.self).sorted() == Array(1...30))
    #expect(told.count == 30)
    let ids = (1...30).map { "{\"id\":\($0)}\n" }.joined()
    try await program.run("market list --all --json=id").prints(ids)
    try await program.run("market list --all --json=id --server \(server.url)").prints(ids)
    server.send(SIGTERM)
    #expect(try await server.end() == 0)
  }

  @Test(.enabled(if: curlIsInstalled, "curl is not installed"), arguments: ["text", "json"])
  func `the log has every request and no secret`(form: String) async throws {
    let home = try Home()
    let program = Program(home: home)
    let vendor = try await program.run("market vendor add shop").output.split(whereSeparator: \.isWhitespace)
      .map(String.init)
    #expect(vendor.count == 8)
    let (identifier, secret) = (vendor[5], vendor[7])
    let server = try await ServingProgram(home, "--log", form)
    try home.write(Pixel.png, to: "lamp.png")
    let products = server.url + "/api/products"
    let outcome = try await program.run(
      """
      curl -s --noproxy '*' -H 'identifier: \(identifier)' -F 'params={"name":"n","description":"d","price":1,"currency":"KRW","secret":"\(secret)"}' -F images=@lamp.png \(products) > /dev/null
      path=$(curl -s --noproxy '*' -H 'identifier: \(identifier)' -d '{"secret":"\(secret)"}' \(products)/1/archived)
      echo "${path##*/}"
      curl -s --noproxy '*' -o /dev/null -H 'identifier: \(identifier)' "\(server.url)/$path"
      curl -s --noproxy '*' -o /dev/null -w '%{http_code}\\n' -X DELETE -H 'identifier: \(identifier)' "\(server.url)/$path/"
      curl -s --noproxy '*' -o /dev/null -w '%{http_code}\\n' -X DELETE -d '{"password":"hunter2"}' \(server.url)/item/1
      """)
    let results = outcome.output.split(separator: "\n").map(String.init)
    #expect(results.dropFirst() == ["200", "404"])
    server.send(SIGTERM)
    #expect(try await server.end() == 0)
    let log = try server.log()
    for hidden in [identifier, secret, results.first ?? "", "hunter2"] {
      #expect(!hidden.isEmpty)
      #expect(!log.contains(hidden))
    }
    let expected =
      form == "text"
      ? [
        #/Z 127\.0\.0\.1 POST \/api\/products 201 \d+ \d+ms/#, #/ POST \/api\/products\/1\/archived 200 /#,
        #/ GET \/\/api\/products\/… 4/#, #/ DELETE \/\/api\/products\/…\/ 200 /#, #/ DELETE \/item\/1 404 /#,
      ]
      : [
        #/"peer":"127\.0\.0\.1","method":"POST","target":"\/api\/products","status":201,/#,
        #/"target":"\/api\/products\/1\/archived","status":200,/#,
        #/"target":"\/\/api\/products\/…","status":4/#,
        #/"target":"\/\/api\/products\/…\/","status":200,/#,
        #/"target":"\/item\/1","status":404,/#,
      ]
    let lines = try server.requests()
    #expect(lines.count == 5)
    for (line, pattern) in zip(lines, expected) { #expect(line.contains(pattern), "\(line)") }
  }

  @Test(.enabled(if: curlIsInstalled, "curl is not installed"))
  func `with --quiet it prints only its URL`() async throws {
    let server = try await ServingProgram(Home(), "--quiet", "--read-only")
    #expect(server.url.wholeMatch(of: #/http:\/\/127\.0\.0\.1:\d+/#) != nil)
    #expect(
      try await curl("-o", "/dev/null", "-w", "%{http_code}", "-X", "DELETE", server.url + "/item/1") == "403"
    )
    server.send(SIGTERM)
    #expect(try await server.end() == 0)
    #expect(try server.log() == "")
    #expect(server.home.files(in: ".local/share/market").isEmpty)
  }

  @Test func `a signal as soon as the URL is printed stops the server`() async throws {
    try await withThrowingTaskGroup(of: Int32?.self) { group in
      for _ in 0..<12 {
        group.addTask {
          let server = try await ServingProgram(Home(), "--store", ":memory:")
          server.send(SIGTERM)
          return try await server.end()
        }
      }
      for try await code in group { #expect(code == 0) }
    }
  }

  @Test func `with --public it warns, and prints the public URL`() async throws {
    let server = try await ServingProgram(
      Home(), "--host", "127.0.0.1", "--public", "--public-url", "https://market.example")
    #expect(server.url == "https://market.example")
    server.send(SIGTERM)
    #expect(try await server.end() == 0)
    #expect(
      try server.log().replacing(/127.0.0.1:[1-9][0-9]+/, with: "127.0.0.1:*") == """
        Store: \(server.home.path)/.local/share/market/market.db
        Items: 0
        Open: https://market.example
        Listening: http://127.0.0.1:*
        API v1: https://market.example/items/1
        API v2: https://market.example/api/products (v2b)
        Connections: at most *
        Stop: press Ctrl-C
        Other machines can read this market. Passwords are sent unencrypted: use a TLS reverse proxy, see 'market help serve'.
        Finishing open requests; press Ctrl-C again to stop now.

        """)
  }

  @Test func `of several public URLs it prints the first, and names all`() async throws {
    let server = try await ServingProgram(
      Home(), "--public-url", "https://market.example", "--public-url", "http://old.example")
    #expect(server.url == "https://market.example")
    server.send(SIGTERM)
    #expect(try await server.end() == 0)
    let open = try server.log().split(separator: "\n").first { $0.hasPrefix("Open: ") }
    #expect(open == "Open: https://market.example, http://old.example")
  }

  @Test func `a public URL of this machine needs no scheme`() async throws {
    let server = try await ServingProgram(Home(), "--public-url", "localhost:9999")
    #expect(server.url == "http://localhost:9999")
    server.send(SIGTERM)
    #expect(try await server.end() == 0)
  }

  @Test func `it describes the store, with the items that some clients cannot read`() async throws {
    let home = try Home()
    try home.write(Pixel.png, to: "lamp.png")
    let add = "market add --image lamp.png --porcelain --quiet --title Lamp"
    try await Program(home: home).run(
      "\(add) --price 5 --currency KRW && \(add) --price 12.5 --currency USD && \(add) --price 3 --discounted-price 2.25 --currency EUR && \(add) --price 7 --currency EUR"
    ).prints("1\n2\n3\n4\n")
    let server = try await ServingProgram(home, "--api", "v2a")
    server.send(SIGTERM)
    #expect(try await server.end() == 0)
    #expect(
      try server.log() == """
        Store: \(home.path)/.local/share/market/market.db
        Items: 4
        Open: \(server.url)
        API v1: \(server.url)/items/1
        API v2: \(server.url)/api/products (v2a)
        Connections: at most *
        Stop: press Ctrl-C
        Items with a fractional price, rounded up for old clients: 2
        Items in currencies other than KRW,USD: 2. They are left out of v2; use '--currencies' or '--all-currencies' to list them.
        Finishing open requests; press Ctrl-C again to stop now.

        """)
    for (options, lines) in [
      (
        ["--all-currencies"],
        [
          "Items with a fractional price, rounded up for old clients: 2",
          "Items in currencies other than KRW,USD, listed in v2: 2",
        ]
      ),
      (
        ["--exact-prices", "--currencies", "eur, KRW"],
        [
          "Items with a fractional price: 2. Clients that read integers cannot read a page with one of them; leave out '--exact-prices' to round up.",
          "Items in currencies other than EUR,KRW: 1. They are left out of v2; use '--currencies' or '--all-currencies' to list them.",
        ]
      ),
    ] {
      let other = try await ServingProgram(home, options)
      other.send(SIGTERM)
      #expect(try await other.end() == 0)
      #expect(try other.log().split(separator: "\n").dropFirst(7).dropLast().map(String.init) == lines)
    }
  }

  @Test func `a file that is no store is an error before anything is printed`() async throws {
    let home = try Home()
    try home.write("not a store, but longer than one header of SQLite would be if it were one", to: "notes")
    let outcome = try await Program(home: home).run("market serve --port 0 --store notes")
    #expect(outcome.output == "")
    #expect(outcome.error.hasPrefix("Error: "))
    #expect(outcome.error.contains("notes"))
    #expect(outcome.status == 1)
  }

  @Test(.enabled(if: curlIsInstalled, "curl is not installed"), arguments: [[], ["--quiet"]])
  func `an internal error is in the log with its cause, and not in the response`(options: [String])
    async throws
  {
    let home = try Home()
    try home.write(Pixel.png, to: "lamp.png")
    try await Program(home: home).run(
      "market add --title Lamp --price 5 --image lamp.png --porcelain --quiet"
    ).prints(
      "1\n")
    let server = try await ServingProgram(home, options)
    // The target differs from the one below: a cached response may be sent for a tenth of a second longer.
    #expect(try await curl(server.url + "/item/1?before").contains(#""title":"Lamp""#))
    try FileManager.default.removeItem(atPath: home.path + "/.local/share/market/market.db")
    let response = try await curl("-w", "%{http_code}", server.url + "/item/1")
    #expect(response.hasSuffix("503"))
    #expect(!response.contains("StoreError"))
    server.send(SIGTERM)
    #expect(try await server.end() == 0)
    let errors = try server.requests().filter { $0.contains(" error: ") }
    #expect(errors.count == 1)
    #expect(errors.first?.contains(#/Z 127\.0\.0\.1 GET \/item\/1 error: store error/#) == true, "\(errors)")
  }

  @Test(.enabled(if: curlIsInstalled, "curl is not installed"))
  func `at localhost it prints the numeric URL and serves that name`() async throws {
    let server = try await ServingProgram(Home(), "--host", "localhost")
    #expect(server.url == "http://127.0.0.1:\(server.port)")
    for host in ["127.0.0.1", "localhost"] {
      #expect(
        try await curl("-o", "/dev/null", "-w", "%{http_code}", "http://\(host):\(server.port)/items/1")
          == "200")
    }
    server.send(SIGTERM)
    #expect(try await server.end() == 0)
  }

  @Test func `at all addresses it names one that other machines can open`() async throws {
    let server = try await ServingProgram(Home(), "--host", "0.0.0.0", "--public")
    #expect(server.url == "http://0.0.0.0:\(server.port)")
    server.send(SIGTERM)
    #expect(try await server.end() == 0)
    let open = try #require(try server.log().split(separator: "\n").first { $0.hasPrefix("Open: ") })
    #expect(open == "Open: http://\(NetworkAddress.ofThisMachine().first ?? "127.0.0.1"):\(server.port)")
  }
}
