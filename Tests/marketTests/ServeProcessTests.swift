import Foundation
import TestSupport
import Testing

/// `market serve` as a service manager sees it: signals, a log, and others at work on the same store.
@Suite(.serialized) struct ServeProcessTests {
  private static let upload =
    "POST /item HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n"

  @Test(arguments: [SIGTERM, SIGINT])
  func `a signal stops it when what is under way is answered`(signal: Int32) async throws {
    let server = try await ServingProgram(Home())
    let client = try RawClient(port: server.port)
    let idle = try RawClient(port: server.port)
    try await client.send(Self.upload)
    #expect(try await client.answer() == "HTTP/1.1 100 Continue\n\n")
    server.send(signal)
    try await eventually { try server.log().contains("Stopping: ") }
    try await client.send("abcd")
    #expect(try await client.answer()?.hasPrefix("HTTP/1.1 400 Bad Request\n") == true)
    #expect(try await client.answer() == nil)
    #expect(try await idle.answer() == nil)
    let (status, log) = (try await server.end(), try server.log())
    #expect(status == 0, "\(log)")
    #expect(throws: (any Error).self) { try RawClient(port: server.port) }
  }

  @Test func `a second signal stops it at once`() async throws {
    let server = try await ServingProgram(Home())
    let client = try RawClient(port: server.port)
    try await client.send(Self.upload)
    #expect(try await client.answer() == "HTTP/1.1 100 Continue\n\n")
    server.send(SIGTERM)
    try await eventually { try server.log().contains("Stopping: ") }
    server.send(SIGTERM)
    #expect(try await server.end() == 0)
    #expect(
      try server.log() == """
        Stopping: the requests under way are answered first. Again stops at once.
        Stopped with requests unanswered.

        """)
  }

  @Test func `a port that is taken is said to be`() async throws {
    let server = try await ServingProgram(Home())
    try await Program(home: Home()).run("market serve --port \(server.port)").says(
      "",
      error: """
        Error: Port \(server.port) is already in use
        Help:  Use another port with '--port', or 0 for a free one

        """, status: 5)
    server.send(SIGTERM)
    #expect(try await server.end() == 0)
  }

  @Test func `it is listed, added to and deleted from by market itself`() async throws {
    let server = try await ServingProgram(Home())
    let client = Program(home: try Home())
    try client.home.write(Pixel.png, to: "lamp.png")
    try await client.run(
      "export MARKET_SERVER=\(server.url); market add --title Lamp --price 5 --image lamp.png --porcelain && market list --json=id,title && market delete 1 | head -n 1 && market list"
    ).says("1\n{\"id\":1,\"title\":\"Lamp\"}\ndeleted\t1\tLamp\n")
    server.send(SIGTERM)
    #expect(try await server.end() == 0)
  }

  @Test(.enabled(if: curlIsInstalled, "curl is not installed"))
  func `with two others at work on its store, none of the three loses anything`() async throws {
    let home = try Home()
    let server = try await ServingProgram(home)
    let program = Program(home: home)
    let add = "market add --title Lamp --price 5 --porcelain"
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
    ).says("")
    let told = try ["one", "two", "three"].flatMap {
      try home.text(of: $0).split(separator: "\n").map { Int($0) }
    }
    #expect(told.compactMap(\.self).sorted() == Array(1...30))
    #expect(told.count == 30)
    let ids = (1...30).map { "{\"id\":\($0)}\n" }.joined()
    try await program.run("market list --all --json=id").says(ids)
    try await program.run("market list --all --json=id --server \(server.url)").says(ids)
    server.send(SIGTERM)
    #expect(try await server.end() == 0)
  }

  @Test(.enabled(if: curlIsInstalled, "curl is not installed"), arguments: ["text", "json"])
  func `the log tells of every request, and of no secret`(form: String) async throws {
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
      curl -s --noproxy '*' -o /dev/null -w '%{http_code}\\n' -X DELETE -H 'identifier: \(identifier)' "\(server.url)$path/"
      curl -s --noproxy '*' -o /dev/null -w '%{http_code}\\n' -X DELETE -d '{"password":"hunter2"}' \(server.url)/item/1
      """)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines.dropFirst() == ["200", "404"])
    server.send(SIGTERM)
    #expect(try await server.end() == 0)
    let log = try server.log()
    for hidden in [identifier, secret, lines.first ?? "", "hunter2"] {
      #expect(!hidden.isEmpty)
      #expect(!log.contains(hidden))
    }
    let expected =
      form == "text"
      ? [
        #/Z 127\.0\.0\.1 POST \/api\/products 201 \d+ \d+ms/#, #/ POST \/api\/products\/1\/archived 200 /#,
        #/ DELETE \/api\/products\/…\/ 200 /#, #/ DELETE \/item\/1 404 /#,
      ]
      : [
        #/"peer":"127\.0\.0\.1","method":"POST","target":"\/api\/products","status":201,/#,
        #/"target":"\/api\/products\/1\/archived","status":200,/#,
        #/"target":"\/api\/products\/…\/","status":200,/#,
        #/"target":"\/item\/1","status":404,/#,
      ]
    let told = log.split(separator: "\n").dropLast()
    #expect(told.count == 4)
    for (line, pattern) in zip(told, expected) { #expect(line.contains(pattern), "\(line)") }
  }

  @Test(.enabled(if: curlIsInstalled, "curl is not installed"))
  func `told to be quiet, it says nothing but where it is`() async throws {
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

  @Test func `for everyone, it warns, and shows the address that it was given`() async throws {
    let server = try await ServingProgram(
      Home(), "--host", "127.0.0.1", "--public", "--public-url", "https://market.example")
    #expect(server.url == "https://market.example")
    server.send(SIGTERM)
    #expect(try await server.end() == 0)
    #expect(try server.log().hasPrefix("Everyone who reaches 127.0.0.1:"))
  }
}
