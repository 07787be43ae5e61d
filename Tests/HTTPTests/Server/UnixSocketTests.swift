import Foundation
import TestSupport
import Testing

@testable import HTTP

@Suite(.serialized) struct UnixSocketTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder.path("s") }

  private static func server(
    _ session: any Session = EchoSession(), at socket: SocketSource,
    log: @escaping @Sendable (AccessLogEntry) -> Void = { _ in }
  ) throws -> HTTPServer {
    var configuration = HTTPServer.Configuration()
    configuration.socket = socket
    configuration.limits = .patient
    configuration.log = log
    return try HTTPServer(session, configuration)
  }

  private func mode() throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test(.enabled(if: curlIsInstalled, "curl is not installed"))
  func `a client of a Unix domain socket gets its response`() async throws {
    let log = Locked<[AccessLogEntry]>([])
    let session = MockSession { _ in HTTPResponse(status: 200, body: Data("done".utf8)) }
    let server = try Self.server(session, at: .path(path)) { entry in log.withLock { $0.append(entry) } }
    #expect(server.addresses == [.unix(path: path)])
    #expect(server.port == 0)
    #expect(try await curl("--unix-socket", path, "-H", "User-Agent:", "http://localhost/a?b") == "done")
    #expect(try await onThread { server.stop() })
    var expected = HTTPRequest(
      .get, scheme: "http", authority: "localhost", target: "/a?b",
      headers: ["Host": "localhost", "Accept": "*/*"])
    expected.peer = "unix"
    #expect(session.requests == [expected])
    #expect(log.value.map { "\($0.peer) \($0.method) \($0.target) \($0.status)" } == ["unix GET /a?b 200"])
  }

  @Test(arguments: [0, 0o077] as [mode_t])
  func `owner and group may connect, whatever the umask`(mask: mode_t) async throws {
    let former = umask(mask)
    let server = try Self.server(at: .path(path))
    umask(former)
    #expect(try mode() == 0o660)
    #expect(try await onThread { server.stop() })
  }

  @Test func `stopping removes the socket`() async throws {
    let server = try Self.server(at: .path(path))
    #expect(try folder.names() == ["s"])
    #expect(try await onThread { server.stop() })
    #expect(try folder.names() == [])
  }

  @Test func `stopping leaves a file that has replaced the socket`() async throws {
    let server = try Self.server(at: .path(path))
    try FileManager.default.removeItem(atPath: path)
    let next = try Self.server(at: .path(path))
    #expect(try await onThread { server.stop() })
    #expect(throws: SocketError.socketInUse(path)) { try Self.server(at: .path(path)) }
    #expect(try await onThread { next.stop() })
    #expect(try folder.names() == [])
  }

  @Test(.enabled(if: curlIsInstalled, "curl is not installed"))
  func `a socket in use is an error and stays in use`() async throws {
    let server = try Self.server(at: .path(path))
    #expect(throws: SocketError.socketInUse(path)) { try Self.server(at: .path(path)) }
    #expect(try await curl("--unix-socket", path, "http://localhost/") == "GET / ")
    #expect(try await onThread { server.stop() })
  }

  /// A socket whose server has ended without removing it.
  private func leaveStaleSocket() throws {
    try Socket.listening(path: path).listener.close()
    #expect(try folder.names() == ["s"])
  }

  @Test(.enabled(if: curlIsInstalled, "curl is not installed"))
  func `a socket that an ended server has left is replaced`() async throws {
    try leaveStaleSocket()
    let server = try Self.server(at: .path(path))
    #expect(try await curl("--unix-socket", path, "http://localhost/") == "GET / ")
    #expect(try await onThread { server.stop() })
  }

  @Test func `of many servers that start at once, one replaces the socket`() async throws {
    try leaveStaleSocket()
    let path = path
    let results = try await withThrowingTaskGroup(of: HTTPServer?.self) { group in
      for _ in 1...16 {
        group.addTask {
          try await onThread {
            do {
              return try Self.server(at: .path(path))
            } catch SocketError.socketInUse(path) {
              return nil
            }
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.compactMap(\.self).count == 1)
    for server in results.compactMap(\.self) { #expect(try await onThread { server.stop() }) }
  }

  @Test func `a file that is not a socket is an error and stays`() throws {
    try Data("notes".utf8).write(to: URL(filePath: path))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: folder.path("missing"))
    try FileManager.default.createDirectory(atPath: folder.path("folder"), withIntermediateDirectories: false)
    for name in ["s", "link", "folder"] {
      #expect(throws: SocketError.notSocket(folder.path(name))) {
        try Self.server(at: .path(folder.path(name)))
      }
    }
    #expect(try folder.names() == ["folder", "link", "s"])
    #expect(try Data(contentsOf: URL(filePath: path)) == Data("notes".utf8))
  }

  @Test func `a path that no socket can have is an error`() throws {
    let limit = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1
    let long = "/" + String(repeating: "a", count: limit)
    #expect(throws: SocketError.pathTooLong(long, limit: limit)) { try Self.server(at: .path(long)) }
    #expect(throws: SocketError.noFolder(folder.path("none"))) {
      try Self.server(at: .path(folder.path("none/s")))
    }
    try Data().write(to: URL(filePath: path))
    #expect(throws: SocketError.noFolder(path)) { try Self.server(at: .path(path + "/s")) }
    #expect(try folder.names() == ["s"])
  }

  @Test(.enabled(if: geteuid() != 0, "root may write to every folder"))
  func `a folder without write permission is an error`() throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.path(""))
    #expect(throws: SocketError.pathNotAllowed(path)) { try Self.server(at: .path(path)) }
  }

  @Test(arguments: [
    (LocalAddress.network(host: "127.0.0.1", port: 80), "http://127.0.0.1:80"),
    (.network(host: "::1", port: 8080), "http://[::1]:8080"),
    (.unix(path: "/run/a b/가.sock"), "http+unix:///run/a%20b/%EA%B0%80.sock"),
  ])
  func `an address has a URL`(address: LocalAddress, url: String) {
    #expect(address.url == url)
  }

  @Test func `the URL of a relative path is absolute`() {
    let folder = URL(filePath: FileManager.default.currentDirectoryPath).path(percentEncoded: true)
    #expect(LocalAddress.unix(path: "a.sock").url == "http+unix://\(folder)/a.sock")
    #expect(SocketFile.folder(of: "a") == ".")
    #expect(SocketFile.folder(of: "/a") == "/")
    #expect(SocketFile.folder(of: "/a/b") == "/a")
  }
}
