import Foundation
import TestSupport
import Testing

@testable import HTTP

@Suite(.serialized) struct PassedSocketTests {
  private static func server(passed descriptors: [Int32]) throws -> HTTPServer {
    var configuration = HTTPServer.Configuration()
    configuration.socket = .passed(descriptors)
    configuration.limits = .patient
    return try HTTPServer(EchoSession(), configuration)
  }

  @Test(.enabled(if: curlIsInstalled, "curl is not installed"))
  func `a server stops without ending the sockets that were passed`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("s")
    let (unix, _) = try Socket.listening(path: path)
    let network = try Socket.listening(address: "127.0.0.1", port: 0)
    defer { for socket in [unix, network] { socket.close() } }
    let passed = { [unix, network].map { dup($0.descriptor) } }
    let server = try Self.server(passed: passed())
    #expect(server.addresses == [.unix(path: path), .network(host: "127.0.0.1", port: network.port)])
    #expect(try await curl("--unix-socket", path, "http://localhost/1") == "GET /1 ")
    #expect(try await onThread { server.stop() })
    #expect(try folder.names() == ["s"])

    // Connections that arrive now wait for the next server.
    async let overNetwork = curl("http://127.0.0.1:\(network.port)/2")
    async let overUnix = curl("--unix-socket", path, "http://localhost/3")
    let next = try Self.server(passed: passed())
    #expect(try await overNetwork == "GET /2 ")
    #expect(try await overUnix == "GET /3 ")
    #expect(try await onThread { next.stop() })
  }

  @Test func `a descriptor that is not a listening socket is an error`() throws {
    var pair: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Socket.streamType, 0, &pair) == 0)
    let file = open("/dev/null", O_RDONLY)
    defer { for descriptor in pair + [file] { close(descriptor) } }
    for descriptor in [pair[0], file, 9_999] {
      #expect(throws: SocketError.notListening(descriptor)) { try Self.server(passed: [descriptor]) }
      #expect(throws: SocketError.notListening(descriptor)) {
        try PassedSockets.addresses(of: [descriptor])
      }
    }
  }

  @Test(
    arguments: [
      ("1", "\(getpid())", [3]), ("3", "\(getpid())", [3, 4, 5]), ("1", "1", []), ("1", nil, []),
      (nil, "\(getpid())", []), ("0", "\(getpid())", []), ("-1", "\(getpid())", []), ("x", "\(getpid())", []),
      ("2147483647", "\(getpid())", []),
    ] as [(String?, String?, [Int32])])
  func `the variables of a service manager count for one process`(
    count: String?, process: String?, descriptors: [Int32]
  ) {
    var variables: [String: String] = [:]
    variables["LISTEN_FDS"] = count
    variables["LISTEN_PID"] = process
    #expect(PassedSockets.descriptors(in: variables) == descriptors)
  }
}
