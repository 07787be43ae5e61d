import Foundation
import SystemSupport
import TestSupport
import Testing

@testable import Console
@testable import market

/// `market serve --dev` and `market dev reset`.
@Suite(.serialized) struct DevServerTests {
  @Test func `it prints what an app needs, and touches no store`() async throws {
    let home = try Home()
    let server = try await ServingProgram(home, "--dev", "--seller", "red:C4B3F2D8:s3cret:77")
    #expect(
      try server.log() == """
        Store: :memory:
        Items: 60
        Open: \(server.url)
        API v1: \(server.url)/items/1
        API v2a: \(server.url)/v2a/api/products
        API v2b: \(server.url)/v2b/api/products
        Password of the items of v1: password
        Seller 77: red · identifier c4b3f2d8 · secret s3cret
        Seller 11: 하늘상점 · identifier c4b3f2d8-6061-11e9-8a5c-0242ac130003 · secret password
        Seller 12: Red Lamp · identifier 5a7d1f0e-7424-11ed-9bb7-0242ac130003 · secret password
        A world for a test: \(server.url)/w/NAME, then as above
        Worlds, requests and faults: \(server.url)/dev
        Swift: let baseURL = URL(string: "\(server.url)")!
        Info.plist: no entry is needed for this address
        Connections: at most *
        Stop: press Ctrl-C
        Items with a fractional price, rounded up for old clients: 4

        """)
    let client = try RawClient(port: server.port)
    try await client.send("GET /w/cart/item/9999?a=b HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(try await client.response()?.hasPrefix("HTTP/1.1 404 ") == true)
    // A file has the log of any server.
    try await eventually("the log has the request") {
      try server.log().split(separator: "\n").last?.contains("Z 127.0.0.1 GET /w/cart/item/9999?") == true
    }
    server.send(SIGTERM)
    #expect(try await server.end() == 0)
    #expect(home.files(in: ".local") == [])
    #expect(home.files(in: ".cache") == [])
  }

  @Test func `a terminal shows each request, its status and the reason`() async throws {
    let port = try await ServingProgram(Home(), "--dev", "--quiet").port
    let terminal = try TerminalProgram(Home(), "market serve --dev --port \(port)", columns: 200, rows: 40)
    try await terminal.shows(part: "Stop: press Ctrl-C")
    let client = try RawClient(port: port)
    try await client.send("GET /w/cart/item/9999?a=b HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(try await client.response()?.hasPrefix("HTTP/1.1 404 ") == true)
    try await terminal.shows(part: "GET /w/cart/item/9999?a=b 404 Not Found")
  }

  @Test func `a secret comes from a file, and is not printed`() async throws {
    let home = try Home()
    let path = try home.write("s3cret\n", to: "secret")
    chmod(path, 0o600)
    let server = try await ServingProgram(
      home, "--dev", "--seller", "red:c4b3f2d8::77", "--secret-file", path)
    #expect(try server.log().contains("Seller 77: red · identifier c4b3f2d8 · secret --secret-file\n"))
    #expect(try !server.log().contains("s3cret"))
    func status(_ secret: String) async throws -> String {
      try await curl(
        "--write-out", "%{http_code}", "--output", "/dev/null", "--request", "PATCH", "--header",
        "identifier: c4b3f2d8", "--data", #"{"secret":"\#(secret)"}"#, "\(server.url)/api/products/2")
    }
    // The page has it in no form, and in no command.
    for number in 0..<60 {
      #expect(try await !curl("\(server.url)/dev?try=\(number)").contains("s3cret"), "\(number)")
    }
    #expect(try await status("s3cret") == "200")
    #expect(try await status("guess") != "200")
  }

  @Test func `the page at /dev tries a request, and shows it as curl and as Swift`() async throws {
    let home = try Home()
    let server = try await ServingProgram(home, "--dev", "--quiet")
    let page = try await curl("\(server.url)/w/cart/dev?lang=ko")
    #expect(page.contains("<html lang=\"ko\"") && page.contains("/w/cart/dev?try=2#main"), "\(page)")
    let tried = try await curl(
      "--form", "form.title=의자<script>", "--form", "form.currency=BTC", "\(server.url)/w/cart/dev?try=2")
    #expect(tried.contains("id=\"response\">Response: 400</h3>"), "\(tried)")
    #expect(
      tried.contains(
        "curl --request POST &#39;\(server.url)/w/cart/item&#39; --form-string &#39;title=의자&lt;script&gt;&#39;"
      ))
    // The journal has it, too.
    let again = try await curl("\(server.url)/w/cart/dev")
    #expect(again.contains("의자&lt;script&gt;") && !again.contains("<script"), "\(again)")
    #expect(tried.contains("request.httpMethod = &quot;POST&quot;"))
    for field in ["Origin: http://evil.example", "Sec-Fetch-Site: cross-site", "Host: evil.example"] {
      let status = try await curl(
        "--header", field, "--write-out", "%{http_code}", "--output", "/dev/null", "\(server.url)/dev")
      #expect(status == (field.hasPrefix("Host") ? "421" : "403"), "\(field)")
    }
    let plain = try await ServingProgram(home, "--dev", "--quiet", "--no-storefront")
    #expect(
      try await curl("--write-out", "%{http_code}", "--output", "/dev/null", "\(plain.url)/dev") == "404")
  }

  @Test func `a fixed present is in the date of each response, and the clock of time-outs goes on`()
    async throws
  {
    let server = try await ServingProgram(Home(), "--dev", "--quiet", "--now", "2022-11-10T14:00Z")
    for path in ["/items/1", "/w/a/v2b/api/products", "/w/a/item/9999", "/dev/requests", "/"] {
      let head = try await curl("--include", "--output", "-", "\(server.url)\(path)")
      #expect(head.contains("Date: Thu, 10 Nov 2022 14:00:00 GMT\r\n"), "\(path): \(head.prefix(400))")
    }
  }

  @Test(arguments: [
    ("--lan", "The option '--lan' needs '--dev'"), ("--now 2026-01-01", "The option '--now' needs '--dev'"),
    ("--seller a:b:c:1", "The option '--seller' needs '--dev'"),
    ("--drop 2%", "The option '--drop' needs '--dev'"),
    ("--secret-file a", "The option '--secret-file' needs '--dev'"),
    (
      "--dev --secret-file a",
      "The option '--secret-file' needs a '--seller' without a secret, such as red:UUID::12"
    ),
    (
      "--dev --seller red:u::1",
      "Invalid value 'red' for '--seller': its secret is empty; add '--secret-file' or a secret"
    ),
    (
      "--dev --tls-dev",
      "This server speaks no TLS: put nginx before it, as .github/OLD-APPS.md shows under 'Unmodified'"
    ),
    ("--dev --lan --store a.db", "'--dev' and '--store' cannot be used together"),
    ("--lan --store a.db", "The option '--lan' needs '--dev'"),
    ("--dev --public", "'--dev' and '--public' cannot be used together"),
    ("--dev --store a.db", "'--dev' and '--store' cannot be used together"),
    ("--dev --replay a", "'--replay' and '--dev' cannot be used together"),
    ("--record a --public", "'--record' and '--public' cannot be used together"),
    ("--dev --lan --host 127.0.0.1", "'--lan' and '--host' cannot be used together"),
    (
      "--dev --seed none.csv",
      "Invalid value 'none.csv' for '--seed': it is no number, and there is no such file"
    ),
    (
      "--dev --seller red",
      "Invalid value 'red' for '--seller': use NAME:UUID:SECRET:ID, such as red:c4b3f2d8-6061-11e9:password:12"
    ),
    (
      "--dev --seller a:b:c:1 --seller d:e:f:1",
      "Invalid value 'd' for '--seller': another seller has its id or identifier"
    ),
    ("--dev --world-idle 2", "Invalid value '2' for '--world-idle': use a time such as 2s, 10m or 1h"),
    ("--dev --drop 2", "Invalid value '2' for '--drop': use a share such as 2%"),
    (
      "--dev --delay 2",
      "Invalid value '2' for '--delay': use a time or a range of times up to 60s, such as 200ms..2s"
    ),
    (
      "--dev --fail 200",
      "Invalid value '200' for '--fail': use a share, a status and a method, such as 5%, 503:POST or 500:5%:GET"
    ),
    (
      "--dev --now soon",
      "Invalid value 'soon' for '--now': use a time such as 2026-11-20T18:30 or 2026-11-20T18:30Z"
    ),
  ])
  func `what cannot be served is an error, before a port is opened`(options: String, message: String)
    async throws
  {
    let outcome = try await Home().pipe.run("serve \(options)")
    #expect(outcome.exitCode == .usage)
    #expect(outcome.error.hasPrefix("Error: \(message)\n"), "\(outcome.error)")
  }

  @Test func `responses are cut, reset and slowed on the connection`() async throws {
    let server = try await ServingProgram(Home(), "--dev", "--quiet")
    func exchange(_ request: String) async throws -> String {
      let client = try RawClient(port: server.port)
      try await client.send(request)
      return String(decoding: try await client.bytes(), as: UTF8.self)
    }
    let faults =
      #"{"faults": [{"route": "GET /item/1", "truncated": true}, {"route": "GET /item/2", "reset": true}, {"route": "GET /item/3", "slow": true}]}"#
    let put = try await exchange(
      "PUT /w/a/dev/faults HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: \(faults.utf8.count)\r\n\r\n"
        + faults)
    #expect(put.hasPrefix("HTTP/1.1 200 OK\r\n"))
    func get(_ path: String, _ field: String = "") async throws -> String {
      try await exchange("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(field)\r\n")
    }
    func body(_ response: String) -> Substring {
      response.ranges(of: "\r\n\r\n").first.map { response[$0.upperBound...] } ?? ""
    }
    let whole = body(try await get("/w/b/item/1", "Connection: close\r\n"))
    // The URLs of both worlds have the same length.
    let cut = try await get("/w/a/item/1")
    #expect(cut.contains("Content-Length: \(whole.utf8.count)\r\n"))
    #expect(cut.contains("Connection: close\r\n"))
    #expect(body(cut).utf8.count == whole.utf8.count / 2)
    await #expect(throws: (any Error).self) {
      let bytes = try await get("/w/a/item/2")
      if bytes.isEmpty { throw POSIXError(.ECONNRESET) }
    }
    let slow = try await get("/w/a/item/3", "Connection: close\r\n")
    #expect(
      body(slow)
        == body(try await get("/w/b/item/3", "Connection: close\r\n")).replacing("/w/b/", with: "/w/a/"))
  }

  @Test func `a script resets the market and a world`() async throws {
    let home = try Home()
    let server = try await ServingProgram(home, "--dev", "--quiet")
    let program = Program(home: home)
    for (base, option) in [("", ""), ("/w/cart", " --world cart")] {
      let url = server.url + base
      let added = try await program.run(
        "MARKET_PASSWORD=p market add --title Lamp --price 5 --server \(url) --quiet && market list --all --server \(url) | tail -1"
      )
      #expect(added.output.contains("Lamp"), "\(added)")
      let reset = try await program.run("market dev reset --server \(server.url)\(option)")
      #expect(reset == Program.Result(output: "", error: "", status: 0))
      let after = try await program.run("market list --all --server \(url) | grep -c Lamp; true")
      #expect(after.output == "0\n", "\(after)")
    }
    let unknown = try await program.run("market dev reset --snapshot none --server \(server.url)")
    #expect(unknown.status == 6, "\(unknown)")
    let wrong = try await program.run("market dev reset --world a/b --server \(server.url)")
    #expect(wrong.status == 2)
  }

  @Test func `items come from a sheet, and from recorded responses`() async throws {
    let home = try Home()
    let sheet = try home.write(
      "title,price,currency,stock\nDesk,5.50,USD,3\n의자,7000,KRW,1\n", to: "items.csv")
    try home.write(
      #"{"page":1,"items":[{"id":1,"title":"Recorded","price":100,"currency":"KRW","stock":2,"discounted_price":90}]}"#,
      to: "samples/items.json")
    try home.write(
      #"{"pages":[{"id":9,"name":"Product","price":50,"bargain_price":40,"discounted_price":10,"currency":"USD","stock":0}]}"#,
      to: "samples/page.json")
    try home.write("no json", to: "samples/broken.json")
    for (seed, rows) in [
      (sheet, ["Desk 5.5 3", "의자 7000 1"]), (home.path + "/samples", ["Recorded 100 2", "Product 50 0"]),
    ] {
      let server = try await ServingProgram(home, "--dev", "--quiet", "--seed", seed, "--exact-prices")
      let list = try JSONReader.value(of: Data(try await curl("\(server.url)/items/1").utf8), JSON.init)
      guard case .object(let members) = list,
        case .array(let items)? = members.first(where: { $0.key == "items" })?.value
      else { throw Unreadable() }
      let found = items.map { item -> String in
        guard case .object(let members) = item else { return "" }
        return ["title", "price", "stock"].map { key in
          members.first { $0.key == key }?.value.plainText ?? ""
        }.joined(separator: " ")
      }
      #expect(found == rows)
      let verified = try await curl(
        "--write-out", "%{http_code}", "--output", "/dev/null", "--request", "PATCH", "--form",
        "password=password",
        "\(server.url)/item/1")
      #expect(verified == "200")
    }
    let none = await home.pipe.run("serve --dev --seed \(home.path)/samples/../none")
    #expect(none.exitCode == .usage)
  }

  private struct Unreadable: Error {}

  @Test func `what one server records another one answers, and a command too`() async throws {
    let home = try Home()
    let program = Program(home: home)
    let folder = home.path + "/recorded"
    let recorded: Program.Result
    do {
      let server = try await ServingProgram(home, "--dev", "--quiet", "--record", folder)
      recorded = try await program.run("market list --server \(server.url) --no-cache")
      #expect(recorded.output.split(separator: "\n").count == 20)
      server.send(SIGTERM)
      #expect(try await server.end() == 0)
    }
    #expect(home.files(in: "recorded").count == 1)
    let replaying = try await ServingProgram(home, "--replay", folder)
    #expect(try replaying.log().hasPrefix("Recorded exchanges: 1\nOpen: \(replaying.url)\n"))
    #expect(try await program.run("market list --server \(replaying.url) --no-cache") == recorded)
    #expect(try await program.run("market list --replay \(folder)") == recorded)
    let unknown = try await program.run("market show 7 --replay \(folder)")
    #expect(
      unknown.status != 0 && unknown.error.contains("No recorded exchange answers GET /item/7"), "\(unknown)")
    #expect(!unknown.error.contains("Try again later"), "\(unknown)")
    #expect(home.files(in: ".local/share/market") == [])
    let none = try await program.run("market list --replay \(home.path)/none")
    #expect(none.status == 2 && none.error.contains("has no recorded exchanges"), "\(none)")
  }

  @Test func `README's three lines do what they say`() async throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let readme = try String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
    let lines = readme.split(separator: "\n").map(String.init)
    let start = try #require(lines.firstIndex { $0.hasPrefix("market serve --dev ") })
    let port = try await ServingProgram(Home(), "--dev", "--quiet").port
    // The port of a server that has just ended is free.
    let script = lines[start..<start + 3].joined(separator: "\n").replacing(
      "--dev", with: "--dev --port \(port)"
    )
    .replacing("127.0.0.1:8080", with: "127.0.0.1:\(port)")
    .replacing("market dev reset", with: "market dev reset --server http://127.0.0.1:\(port)")
    let home = try Home()
    let result = try await Program(home: home).run(
      script + "\nstatus=$?\nkill %1\nexit $status", shell: "bash")
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains(#"{"items":[{"#), "\(result)")
  }
}
