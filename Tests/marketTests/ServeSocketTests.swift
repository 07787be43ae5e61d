import Foundation
import HTTP
import TestSupport
import Testing

@testable import market

/// `market serve` at a Unix domain socket, and at sockets that a service manager passes.
@Suite(.serialized) struct ServeSocketTests {
  @Test(.enabled(if: curlIsInstalled, "curl is not installed"))
  func `at a socket it prints the socket's URL, serves curl and removes the socket`() async throws {
    let home = try Home()
    let path = home.path + "/s"
    let server = try await ServingProgram(home, "--socket", path)
    #expect(server.url == "http+unix://\(path)")
    #expect(
      try await curl("--unix-socket", path, "http://localhost/items/1") == #"{"items":[],"page":1}"#)
    #expect(
      try await curl("--unix-socket", path, "-o", "/dev/null", "-w", "%{http_code}", "http://else.example/")
        == "421")
    server.send(SIGTERM)
    #expect(try await server.end() == 0)
    let requests = try server.requests()
    #expect(
      requests.map { $0.split(separator: " ")[1...4].joined(separator: " ") } == [
        "unix GET /items/1 200", "unix GET / 421",
      ])
    #expect(
      try server.log().split(separator: "\n").map(String.init).filter { !requests.contains($0) } == [
        "Store: \(home.path)/.local/share/market/market.db", "Items: 0", "Open: http+unix://\(path)",
        "API v1: curl --unix-socket \(path) http://localhost/items/1",
        "API v2: curl --unix-socket \(path) http://localhost/api/products (v2b)", "Connections: at most *",
        "Stop: press Ctrl-C",
        "Finishing open requests; press Ctrl-C again to stop now.",
      ])
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  #if canImport(Darwin)
    private static let clientHasSockets = false
  #else
    private static let clientHasSockets = true
  #endif

  @Test(.enabled(if: clientHasSockets, "URLSession has no Unix domain sockets"))
  func `market itself can add, list, save images and delete at a socket with spaces in its path`()
    async throws
  {
    let home = try Home()
    let server = try await ServingProgram(home, "--socket", home.path + "/my 소켓")
    #expect(server.url == "http+unix://\(home.path)/my%20%EC%86%8C%EC%BC%93")
    let client = Program(home: try Home())
    try client.home.write(Pixel.png, to: "lamp.png")
    try await client.run(
      """
      export MARKET_SERVER='\(server.url)'
      market add --title Lamp --price 5 --image lamp.png --porcelain --quiet && market list --json=id,title && \
      market images 1 --output . | cut -f 2-4 && market delete 1 | head -n 1 && market list
      """
    ).prints("1\n{\"id\":1,\"title\":\"Lamp\"}\nimage/png\t1\t1\ndeleted\t1\tLamp\n")
    server.send(SIGTERM)
    #expect(try await server.end() == 0)
  }

  @Test func `a killed server leaves a socket that the next one replaces`() async throws {
    let home = try Home()
    let path = home.path + "/s"
    let killed = try await ServingProgram(home, "--socket", path)
    let program = Program(home: home)
    try await program.run("market serve --socket '\(path)'").prints(
      "",
      error: """
        Error: The socket '\(path)' is already in use
        Help:  Use another path with '--socket'

        """, status: 5)
    killed.send(SIGKILL)
    #expect(try await killed.end() == 128 + SIGKILL)
    #expect(FileManager.default.fileExists(atPath: path))
    let next = try await ServingProgram(home, "--socket", path)
    next.send(SIGTERM)
    #expect(try await next.end() == 0)
  }

  @Test func `output that cannot be written ends it without its socket`() async throws {
    let home = try Home()
    let outcome = try await Program(home: home).run("market serve --socket '\(home.path)/s' > /dev/full")
    #expect(outcome.status == 1)
    #expect(!FileManager.default.fileExists(atPath: home.path + "/s"))
  }

  @Test(arguments: [
    ("--socket f", "The file 'f' exists and is not a socket", "Use another path with '--socket'", 2),
    (
      "--socket none/s", "No such folder 'none'", "Create the folder, or use another path with '--socket'", 2
    ),
    (
      "--socket f --locale ko_KR", "'f' 파일이 이미 있으며 소켓이 아닙니다", "'--socket'으로 다른 경로를 지정하세요", 2
    ),
  ])
  func `a path without a socket is an error`(words: String, message: String, help: String, status: Int32)
    async throws
  {
    let home = try Home()
    try home.write("notes", to: "f")
    let outcome = try await Program(home: home).run("market serve \(words)")
    #expect(outcome.output == "")
    #expect(
      outcome.error.split(separator: "\n").map { $0.drop { $0 != " " }.trimmingCharacters(in: .whitespaces) }
        == [message, help])
    #expect(outcome.status == status)
    #expect(try home.text(of: "f") == "notes")
  }

  @Test(arguments: [
    ("--socket s --port 1", "--socket", "--port"), ("--host ::1 --socket s", "--socket", "--host"),
    ("--socket s --public", "--socket", "--public"),
  ])
  func `a socket and an address exclude each other`(words: String, one: String, other: String) async throws {
    await (try Home()).pipe.run("serve " + words).prints(
      "! Error: '\(one)' and '\(other)' cannot be used together\n! Help:  Use only one of them\nexit 2")
  }

  @Test(arguments: ["socket", "host", "port"])
  func `passed sockets exclude other addresses`(option: String) async throws {
    var pipe = try Home().pipe
    pipe.environment = ["LISTEN_PID": "\(getpid())", "LISTEN_FDS": "1"]
    await pipe.run("serve --\(option) 0").prints(
      "! Error: '--\(option)' and 'LISTEN_FDS' cannot be used together\n! Help:  Use only one of them\nexit 2"
    )
  }

  /// The program with a socket as file descriptor 3, as a service manager starts it.
  private static func activated(_ home: Home, _ socket: Int32, _ options: String = "") throws -> ChildProcess
  {
    let program = "exec market serve --store :memory: \(options) 3<&0 </dev/null >url 2>log"
    return try ChildProcess(
      ["sh", "-c", "LISTEN_PID=$$ LISTEN_FDS=1 \(program)"],
      environment: try Program.environment(of: home), folder: home.path, input: .descriptor(socket))
  }

  @Test(.enabled(if: curlIsInstalled, "curl is not installed"))
  func `it serves a socket that a service manager has opened, and leaves it open`() async throws {
    let home = try Home()
    let listener = try LoopbackListener()
    for number in 1...2 {
      // Connects before the program runs, as to a service that is started by its first client.
      async let response = curl("http://127.0.0.1:\(listener.port)/items/\(number)")
      let process = try Self.activated(home, listener.descriptor)
      #expect(try await response == #"{"items":[],"page":\#(number)}"#)
      // It answers before it has written its address.
      try await eventually("the address is written") {
        try home.text(of: "url") == "http://127.0.0.1:\(listener.port)\n"
      }
      process.send(SIGTERM)
      #expect(try await process.end() == 0)
    }
  }

  @Test func `a passed socket that other machines can reach needs --public`() async throws {
    let home = try Home()
    let listener = try LoopbackListener(host: "0.0.0.0")
    let process = try Self.activated(home, listener.descriptor)
    #expect(try await process.end() == 2)
    #expect(
      try home.text(of: "log") == """
        Error: Invalid value '0.0.0.0' for 'LISTEN_FDS': other machines can reach it; add '--public' to allow that
        Help:  Run 'market serve --help' to see the usage

        """)
  }
}

/// A listening TCP socket that no process accepts from.
private final class LoopbackListener: Sendable {
  let descriptor: Int32
  let port: Int

  init(host: String = "127.0.0.1") throws {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    inet_pton(AF_INET, host, &address.sin_addr)
    #if canImport(Darwin)
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && listen(descriptor, 8) == 0
          && getsockname(descriptor, $0, &size) == 0
      }
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    guard isListening else { throw POSIXError(.EADDRNOTAVAIL) }
  }

  deinit { close(descriptor) }
}
