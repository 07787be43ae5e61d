#if os(Linux)
  import Foundation
  import HTTP
  import TestSupport
  import Testing

  /// Content codings (RFC 9110 §8.4), made by the programs that are installed.
  struct CurlContentCodingTests {
    /// A coding and the shell command that makes it of its standard input.
    enum Coding: String, CaseIterable {
      case gzip, deflate, br, zstd

      var tool: String {
        ["gzip": "gzip", "deflate": "python3", "br": "brotli", "zstd": "zstd"][rawValue] ?? ""
      }

      var command: String {
        switch self {
        case .gzip: "gzip -c"
        case .deflate:
          "python3 -c 'import sys, zlib; sys.stdout.buffer.write(zlib.compress(sys.stdin.buffer.read()))'"
        case .br: "brotli -3 -c"
        case .zstd: "zstd -q -c"
        }
      }

      /// The codings whose program is installed.
      static let installed = allCases.filter { isInstalled($0.tool) }
      static let missing = allCases.filter { !isInstalled($0.tool) }
    }

    private func output(of command: String) async throws -> Data {
      try await onThread {
        let (status, output) = try ChildProcess.run(["sh", "-c", command])
        try #require(status == 0)
        return output
      }
    }

    private func ask(
      _ coding: String, _ contents: Data, _ limits: ClientLimits = ClientLimits(idle: patience)
    )
      async throws -> HTTPResponse
    {
      let server = try ScriptedServer { _ in
        [
          .send(
            "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: \(contents.count)\r\n\r\n"),
          .send(contents), .close,
        ]
      }
      return try await CurlSession(limits: limits).response(to: HTTPRequest(.get, target: "/").to(server))
    }

    @Test(.enabled(if: Coding.missing.isEmpty, "Skipped for want of programs: \(Coding.missing.map(\.tool))"))
    func `all codings are tested`() {}

    @Test(arguments: Coding.installed)
    func `contents are decoded`(coding: Coding) async throws {
      let contents = try await output(of: "seq 100000 | \(coding.command)")
      let response = try await ask(coding.rawValue, contents)
      #expect(response.body == Data((1...100_000).map { "\($0)\n" }.joined().utf8))
      #expect(response.headers["Content-Encoding"] == nil)
    }

    @Test(arguments: Coding.installed)
    func `a decompression bomb is too large`(coding: Coding) async throws {
      let contents = try await output(of: "head -c 268435456 /dev/zero | \(coding.command)")
      await #expect(throws: SessionError.bodyTooLarge) { try await ask(coding.rawValue, contents) }
      // Without a limit on the ratio, that on the size holds.
      var limits = ClientLimits(idle: patience)
      limits.expansion = .max
      await #expect(throws: SessionError.bodyTooLarge) { try await ask(coding.rawValue, contents, limits) }
    }

    @Test(arguments: Coding.installed)
    func `damaged contents are an error`(coding: Coding) async throws {
      var contents = try await output(of: "seq 100000 | \(coding.command)")
      for index in contents.indices.dropFirst(contents.count / 2).prefix(100) { contents[index] ^= 0x55 }
      await #expect(throws: SessionError.malformedBody) { try await ask(coding.rawValue, contents) }
    }

    @Test(arguments: ["foo", "gzip, foo", "aes128gcm", "gzip, gzip, gzip, gzip, gzip, gzip, gzip, gzip"])
    func `an unknown coding is an error`(coding: String) async {
      await #expect(throws: SessionError.malformedBody) { try await ask(coding, Data("xyz".utf8)) }
    }

    @Test(arguments: ["identity", "none", ""])
    func `contents without a coding are returned as they are`(coding: String) async throws {
      #expect(try await ask(coding, Data("xyz".utf8)).body == Data("xyz".utf8))
    }

    @Test(.enabled(if: isInstalled("gzip")))
    func `codings are undone in the opposite order`() async throws {
      let contents = try await output(of: "echo hello | gzip -c | gzip -c")
      #expect(try await ask("gzip, gzip", contents).body == Data("hello\n".utf8))
    }

    @Test(.enabled(if: isInstalled("gzip")))
    func `members without contents do not go on forever`() async throws {
      let member = try await output(of: "gzip -c </dev/null")
      await #expect(throws: SessionError.malformedBody) {
        try await ask("gzip", Data((0..<10_000).flatMap { _ in member }))
      }
    }
  }
#endif
