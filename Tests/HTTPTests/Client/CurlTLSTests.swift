#if os(Linux)
  import Foundation
  import HTTP
  import TestSupport
  import Testing

  /// TLS with the `openssl` program as the server, and HTTP/2 with nginx.
  @Suite(.enabled(if: isInstalled("openssl"), "openssl is not installed"), .serialized) struct CurlTLSTests {
    /// A server program, until it is released. Its address is in the first line of its output that has one.
    private final class ServerProgram: Sendable {
      private let process: ChildProcess
      private let folder: TemporaryFolder
      private let reserved: ClosedPort?
      private let output: String

      init(_ arguments: [String], files: [String: String] = [:], _ reserved: ClosedPort? = nil) throws {
        folder = try TemporaryFolder()
        self.reserved = reserved
        for (name, contents) in files { try Data(contents.utf8).write(to: URL(filePath: folder.path(name))) }
        output = folder.path("output")
        try Data().write(to: URL(filePath: output))
        process = try ChildProcess(
          arguments, folder: folder.url.path, output: .file(output), error: .file(output))
      }

      deinit { process.send(SIGKILL) }

      var text: String { (try? String(contentsOfFile: output, encoding: .utf8)) ?? "" }

      /// The port after `ACCEPT 127.0.0.1:`.
      func port() async throws -> String {
        try await eventually("the server says its port") { [self] in
          text.contains(#/ACCEPT 127\.0\.0\.1:\d+\n/#)
        }
        return String(try #require(text.firstMatch(of: #/ACCEPT 127\.0\.0\.1:(\d+)\n/#)).1)
      }
    }

    private static let certificates = Result { try TestCertificates() }

    /// `openssl s_server`, which sends the file of the path as the response.
    private func server(
      _ leaf: TestCertificates.Leaf, _ response: String = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"
    )
      throws -> ServerProgram
    {
      let certificates = try Self.certificates.get()
      return try ServerProgram(
        [
          "openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", certificates.certificate(leaf), "-key",
          certificates.key(leaf), "-HTTP",
        ], files: ["response": response])
    }

    private func ask(
      _ server: ServerProgram, host: String = "127.0.0.1", trusting file: String? = nil,
      environment: [String: String] = [:]
    ) async throws -> HTTPResponse {
      let authority = "\(host):\(try await server.port())"
      return try await CurlSession(
        limits: ClientLimits(idle: patience), certificates: file, environment: environment
      ).response(to: HTTPRequest(.get, scheme: "https", authority: authority, target: "/response"))
    }

    @Test(arguments: ["127.0.0.1", "localhost"])
    func `a certificate of a private authority that is named is trusted`(host: String) async throws {
      let file = try Self.certificates.get().authority
      #expect(try await ask(try server(.valid), host: host, trusting: file).body == Data("hi".utf8))
      for variable in ["CURL_CA_BUNDLE", "SSL_CERT_FILE"] {
        let response = try await ask(try server(.valid), host: host, environment: [variable: file])
        #expect(response.body == Data("hi".utf8))
      }
    }

    @Test(arguments: [
      (TestCertificates.Leaf.valid, false, SessionError.CertificateDefect.unknownIssuer),
      (.expired, true, .expired),
      (.future, true, .notYetValid), (.other, true, .wrongHost), (.expired, false, .unknownIssuer),
    ])
    func `a certificate that is not valid is an error`(
      leaf: TestCertificates.Leaf, isTrusted: Bool, defect: SessionError.CertificateDefect
    ) async throws {
      let file = isTrusted ? try Self.certificates.get().authority : nil
      await #expect(throws: SessionError.certificate(defect)) {
        try await ask(try server(leaf), trusting: file)
      }
    }

    @Test(arguments: ["/nonexistent/authority.pem", "/bin/sh"])
    func `certificates that cannot be read are an error`(path: String) async throws {
      await #expect(throws: SessionError(.unreadableCertificates(path: path))) {
        try await ask(try server(.valid), trusting: path)
      }
    }

    @Test func `a plain response where TLS is expected is a failed handshake`() async throws {
      let server = try ScriptedServer(greeting: [.send("HTTP/1.1 400 Bad Request\r\n\r\n"), .stall]) { _ in []
      }
      await #expect(throws: SessionError.handshake) {
        try await CurlSession(limits: ClientLimits(idle: patience)).response(
          to: HTTPRequest(.get, scheme: "https", authority: server.authority, target: "/"))
      }
    }

    @Test func `TLS where plain HTTP is expected is a lost connection`() async throws {
      let server = try server(.valid)
      let authority = "127.0.0.1:\(try await server.port())"
      let error = await #expect(throws: SessionError.self) {
        try await CurlSession(limits: ClientLimits(idle: patience)).response(
          to: HTTPRequest(.get, scheme: "http", authority: authority, target: "/"))
      }
      // An alert, which is no HTTP, or nothing.
      #expect(error == .malformedHead(.statusLine) || error == .connectionLost(.beforeHead))
    }

    @Test func `a response over TLS that is cut off is a lost connection`() async throws {
      let file = try Self.certificates.get().authority
      await #expect(throws: SessionError.connectionLost(.insideBody)) {
        try await ask(
          try server(.valid, "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nhi"), trusting: file)
      }
      await #expect(throws: SessionError.connectionLost(.insideHead)) {
        try await ask(try server(.valid, "HTTP/1.1 200 OK\r\nContent-Le"), trusting: file)
      }
    }

    /// nginx with HTTP/2 on a free port of 127.0.0.1, in front of a server that responds with the request's properties.
    private func nginx(before backend: ScriptedServer) throws -> (server: ServerProgram, authority: String) {
      let certificates = try Self.certificates.get()
      let reserved = try ClosedPort()
      let configuration = """
        daemon off; master_process off; pid nginx.pid; error_log stderr; events {}
        http {
          access_log off; client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
          uwsgi_temp_path uwsgi; scgi_temp_path scgi; client_max_body_size 100m;
          server {
            listen 127.0.0.1:\(reserved.port) ssl http2;
            ssl_certificate \(certificates.certificate(.valid)); ssl_certificate_key \(certificates.key(.valid));
            proxy_set_header X-Protocol $server_protocol;
            proxy_set_header X-Connection $connection;
            location / { proxy_pass http://\(backend.authority); }
            location /empty { return 204; }
            location /closed { return 444; }
          }
        }
        """
      let server = try ServerProgram(
        ["nginx", "-p", ".", "-c", "nginx.conf"], files: ["nginx.conf": configuration], reserved)
      return (server, "127.0.0.1:\(reserved.port)")
    }

    @Test(.enabled(if: isInstalled("nginx"), "nginx is not installed"))
    func `HTTP 2 is used where TLS offers it`() async throws {
      let backend = try ScriptedServer { request in
        let words = [request.field("X-Protocol"), request.field("X-Connection"), request.field("X-A")].map {
          $0 ?? ""
        }
        return [
          .respond("200 OK", body: "\(words.joined(separator: " ")) \(request.body.count) \(request.line)")
        ]
      }
      let (server, authority) = try nginx(before: backend)
      let session = CurlSession(
        limits: ClientLimits(idle: patience), certificates: try Self.certificates.get().authority)
      let request = { @Sendable (method: HTTPMethod, target: String, size: Int) in
        HTTPRequest(
          method, scheme: "https", authority: authority, target: target, headers: ["X-A": "b"],
          body: HTTPBody(Data(count: size)))
      }
      try await eventually("the server responds with 200") {
        do {
          return try await session.response(to: request(.get, "/", 0)).status == 200
        } catch let error as SessionError where error == .refused {
          // Its output says why it has not started.
          try #require(!server.text.contains("[emerg]"))
          return false
        }
      }
      var connections: Set<String> = []
      for (method, target, size) in [
        (HTTPMethod.get, "/a//b?c=%20", 0), (.post, "/upload", 3 << 20), (.delete, "/x", 5), (.get, "/", 0),
      ] {
        let response = try await session.response(to: request(method, target, size))
        let words = String(decoding: response.body, as: UTF8.self)
          .split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        #expect(response.status == 200)
        try #require(words.count > 1)
        #expect(words[0] == "HTTP/2.0")
        #expect(words[2...] == ["b", "\(size)", method.rawValue, target, "HTTP/1.0"])
        if method == .get { connections.insert(words[1]) }
      }
      #expect(connections.count == 1)
      #expect(try await session.response(to: request(.get, "/empty", 0)).status == 204)
      #expect(try await session.response(to: request(.head, "/", 0)).body.isEmpty)
      await #expect(throws: SessionError.connectionLost(.beforeHead)) {
        try await session.response(to: request(.get, "/closed", 0))
      }
      let bodies = try await withThrowingTaskGroup(of: Data.self) { group in
        for number in 0..<20 {
          group.addTask { try await session.response(to: request(.get, "/\(number)", 0)).body }
        }
        return try await group.reduce(into: Set<String>()) {
          $0.insert(String(decoding: $1, as: UTF8.self).split(separator: " ")[5].description)
        }
      }
      #expect(bodies == Set((0..<20).map { "/\($0)" }))
    }
  }
#endif
