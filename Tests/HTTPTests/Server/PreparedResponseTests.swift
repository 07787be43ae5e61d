import Foundation
import Synchronization
import TestSupport
import Testing

@testable import HTTP

/// Equal requests have equal responses, whether the parser has read them or their bytes were known.
struct PreparedResponseTests {
  /// Responds with what a request and the version say, at once where the target ends with a digit.
  private final class Pages: ReadySession {
    let version = Atomic<UInt64>(1)
    let made = Atomic<Int>(0)
    /// Whether equal requests may get the bytes of an earlier response.
    private let areKept: Bool

    init(areKept: Bool) {
      self.areKept = areKept
    }

    func response(to request: HTTPRequest) async throws -> HTTPResponse { page(for: request) }

    func readyResponse(to request: HTTPRequest, at moment: RequestMoment) -> ReadyResponse? {
      guard request.method == .get, request.target.last?.isNumber == true else { return nil }
      return ReadyResponse(page(for: request))
    }

    func readyVersion(at moment: RequestMoment) -> UInt64? {
      areKept ? moment.version { self.version.load(ordering: .relaxed) } : nil
    }

    private func page(for request: HTTPRequest) -> HTTPResponse {
      made.add(1, ordering: .relaxed)
      let version = version.load(ordering: .relaxed)
      let tag = "\"\(version)\""
      let isKnown = request.headers[.ifNoneMatch] == tag
      let text = "\(request.method.rawValue) \(request.authority ?? "-") \(request.target) \(version) "
      return HTTPResponse(
        status: isKnown ? 304 : 200, headers: [.eTag: tag],
        body: isKnown ? Data() : Data((text + String(repeating: "x", count: Int(version) * 97)).utf8))
    }
  }

  /// The responses and log lines of two servers.
  private struct Record: Equatable {
    var responses: [String] = []
    var log: [String] = []
    var statuses: [[Int]] = []
  }

  private func withPages(
    keeping areKept: Bool, _ body: (HTTPServer, Pages) async throws -> Void
  ) async throws -> (record: Record, status: ServerStatus, made: Int) {
    let (pages, lines, status) = (
      Pages(areKept: areKept), Locked([String]()), ServerStatus(routes: ["items", ""])
    )
    var configuration = HTTPServer.Configuration()
    configuration.limits = .patient
    configuration.status = status
    configuration.allowsHost = { $0 != "other" }
    configuration.log = { entry in
      lines.withLock {
        $0.append("\(entry.peer) \(entry.method) \(entry.target) \(entry.status) \(entry.bytes)")
      }
    }
    try await withServer(pages, configuration) { try await body($0, pages) }
    let record = Record(log: lines.value.sorted(), statuses: status.responses.map(\.statuses))
    return (record, status, pages.made.load(ordering: .relaxed))
  }

  private static let heads = [
    "GET /items/1 HTTP/1.1\r\nHost: h\r\n\r\n",
    "GET /items/1 HTTP/1.1\r\nHost: g\r\n\r\n",
    "GET /items/1?a=2 HTTP/1.1\r\nHost: h\r\nUser-Agent: a\r\n\r\n",
    "GET http://g/1 HTTP/1.1\r\nHost: h\r\n\r\n",
    "GET /items/1 HTTP/1.1\r\nHost: h\r\nIf-None-Match: \"1\"\r\n\r\n",
    "GET /items/1 HTTP/1.1\r\nHost: h\r\nIf-None-Match: \"2\"\r\n\r\n",
    "GET /items/slow HTTP/1.1\r\nHost: h\r\n\r\n",
    "GET /items/1 HTTP/1.1\r\nHost:\r\n\r\n",
    "HEAD /items/1 HTTP/1.1\r\nHost: h\r\n\r\n",
    "GET /1 HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n",
    "\r\nGET /2 HTTP/1.1\r\nHost: h\r\n\r\n",
    "POST /items/1 HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc",
  ]

  /// After each of these the server closes the connection.
  private static let lastHeads = [
    "GET /items/1 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
    "GET /items/1 HTTP/1.0\r\n\r\n",
    "GET /items/1 HTTP/1.1\r\nHost: other\r\n\r\n",
    "GET /items/1 HTTP/1.1\r\n\r\n",
    "GET /items/1 HTTP/1.1\r\nHost: h\r\nHost: h\r\n\r\n",
    "GET /items/1 HTTP/1.1\r\nHost: h\n\r\n\r\n",
    "GET /items/1 HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n",
  ]

  /// One or several requests, sent in pieces, and the responses to them.
  private struct Step {
    let heads: [String]
    let pieces: [String]
    let isLast: Bool
  }

  private static func steps(_ chance: inout SeededChance) -> [Step] {
    let count = Int.random(in: 1...8, using: &chance)
    return (0..<count).map { number in
      let isLast = number == count - 1
      var chosen: [String] = []
      if Int.random(in: 0..<4, using: &chance) == 0 {
        // Few heads, so that some sequences come again.
        chosen = (0..<2).compactMap { _ in heads.prefix(3).randomElement(using: &chance) }
      }
      chosen.append(heads.randomElement(using: &chance) ?? "")
      if isLast { chosen.append(lastHeads.randomElement(using: &chance) ?? "") }
      let text = chosen.joined()
      let cut = Int.random(in: 0...text.count, using: &chance)
      let isWhole = Int.random(in: 0..<3, using: &chance) > 0
      return Step(
        heads: chosen, pieces: isWhole ? [text] : [String(text.prefix(cut)), String(text.dropFirst(cut))],
        isLast: isLast)
    }
  }

  @Test(arguments: [UInt64.random(in: 0...UInt64.max)])
  func `random requests have the responses, log and counts that they have without kept ones`(
    seed: UInt64
  ) async throws {
    func run(keeping areKept: Bool) async throws -> (record: Record, status: ServerStatus, made: Int) {
      var chance = SeededChance(seed: seed)
      var responses: [String] = []
      var result = try await withPages(keeping: areKept) { server, pages in
        for _ in 0..<60 {
          if Int.random(in: 0..<5, using: &chance) == 0 { pages.version.add(1, ordering: .relaxed) }
          let client = try RawClient(port: server.port)
          for step in Self.steps(&chance) {
            for piece in step.pieces { try await client.send(piece) }
            for head in step.heads {
              responses.append(try await client.response(toHEAD: head.hasPrefix("HEAD")) ?? "closed")
            }
            if step.isLast { responses += try await client.responses() }
          }
        }
      }
      // Each server has a port of its own, which a request without a host names.
      result.record.responses = responses.map { $0.replacing(/127\.0\.0\.1:\d+/, with: "*") }
      return result
    }
    let (plain, kept) = (try await run(keeping: false), try await run(keeping: true))
    let differing = zip(kept.record.responses, plain.record.responses).first { $0 != $1 }
    #expect(differing == nil, "seed \(seed)")
    #expect(kept.record.responses.count == plain.record.responses.count, "seed \(seed)")
    // Not as one value: a failure would print thousands of lines.
    #expect(kept.record.log.elementsEqual(plain.record.log), "seed \(seed)")
    #expect(kept.record.statuses == plain.record.statuses, "seed \(seed)")
    #expect(kept.status.preparedResponses > 0)
    #expect(plain.status.preparedResponses == 0)
    #expect(kept.status.preparedResponses == plain.made - kept.made, "seed \(seed)")
  }

  private static let get = "GET /items/1 HTTP/1.1\r\nHost: h\r\n\r\n"

  @Test func `equal bytes are answered without the session, until its version differs`() async throws {
    let result = try await withPages(keeping: true) { server, pages in
      for version in 1...3 {
        pages.version.store(UInt64(version), ordering: .relaxed)
        // Two connections of one loop.
        for client in [try RawClient(port: server.port), try RawClient(port: server.port)] {
          for _ in 0..<5 {
            try await client.send(Self.get)
            #expect(try await client.response()?.contains("GET h /items/1 \(version) ") == true)
          }
        }
      }
    }
    #expect(result.made == 3)
    #expect(result.status.preparedResponses == 27)
  }

  @Test func `requests that arrive in one packet have one response each, also when they come again`()
    async throws
  {
    let result = try await withPages(keeping: true) { server, pages in
      for round in 1...3 {
        let client = try RawClient(port: server.port)
        try await client.send(Self.get + "GET /items/2 HTTP/1.1\r\nHost: h\r\n\r\n")
        for path in ["/items/1", "/items/2"] {
          #expect(try await client.response()?.contains("GET h \(path) 1 ") == true, "round \(round)")
        }
      }
    }
    #expect(result.made == 6)
  }

  @Test func `a request through a trusted proxy is always read`() async throws {
    let pages = Pages(areKept: true)
    var configuration = HTTPServer.Configuration()
    configuration.limits = .patient
    configuration.trustedProxies = .local
    try await withServer(pages, configuration) { server in
      let client = try RawClient(port: server.port)
      for _ in 0..<3 {
        try await client.send(Self.get)
        _ = try await client.response()
      }
    }
    #expect(pages.made.load(ordering: .relaxed) == 3)
  }

  @Test func `what is kept has a limit, and goes with the version that it was made at`() throws {
    var prepared = PreparedResponses()
    let response = HTTPResponse(status: 200, body: Data(repeating: 0, count: 60_000))
    func add(_ number: Int, version: UInt64) {
      Array("GET /\(number) HTTP/1.1\r\n\r\n".utf8).withUnsafeBytes {
        prepared.add(
          response, Array(response.body), dateStart: 0, second: 0, to: HTTPRequestHead(), $0, version: version
        )
      }
    }
    func has(_ number: Int, version: UInt64) -> Bool {
      Array("GET /\(number) HTTP/1.1\r\n\r\n".utf8).withUnsafeBytes {
        prepared.index(of: $0, version: version) != nil
      }
    }
    for number in 0..<1_000 {
      add(number, version: 1)
      #expect(has(number, version: 1) && prepared.size <= PreparedResponses.capacity)
    }
    #expect(!has(999, version: 2) && !has(0, version: 1))
    add(0, version: 2)
    #expect(has(0, version: 2) && !has(999, version: 1) && !has(999, version: 2))
  }
}
