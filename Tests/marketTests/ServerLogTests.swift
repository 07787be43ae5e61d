import Console
import Dispatch
import Foundation
import HTTP
import OpenMarket
import TestSupport
import Testing

@testable import market

/// One line for each response and each internal error, without secrets.
struct ServerLogTests {
  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The log's lines, with `⟨time⟩` for the time.
  private func text(
    _ format: ServerLog.Format, isVerbose: Bool = false, _ write: (ServerLog) -> Void
  ) async -> String {
    let error = MemoryStream()
    let plain = Style(isColored: false)
    let console = Console(
      output: MemoryStream(), error: error, input: MemoryInput(), style: plain, errorStyle: plain)
    let log = ServerLog(format, console: console, isVerbose: isVerbose)
    write(log)
    await log.finish()
    return error.text.replacing(#/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/#, with: "⟨time⟩")
  }

  private func line(_ format: ServerLog.Format, _ method: String, _ target: String) async -> String {
    await text(format) { log in
      log.write(
        AccessLogEntry(
          peer: "192.0.2.1", method: method, target: target, status: 200, bytes: 7, milliseconds: 3))
    }
  }

  private func line(
    _ format: ServerLog.Format, _ error: String, target: String = "/items/1", headers: HTTPHeaders = [:]
  ) async -> String {
    var request = HTTPRequest(.get, target: target, headers: headers)
    request.peer = "192.0.2.1"
    return await text(format) { $0.write(Failure(description: error), for: request) }
  }

  @Test func `a line of text has time, client, request, status, bytes and duration`() async {
    #expect(await line(.text, "GET", "/items/1?q=a") == "⟨time⟩ 192.0.2.1 GET /items/1?q=a 200 7 3ms\n")
  }

  @Test func `a line of JSON has the same fields`() async {
    #expect(
      await line(.json, "GET", "/items/1") == """
        {"time":"⟨time⟩","peer":"192.0.2.1","method":"GET","target":"/items/1","status":200,"bytes":7,"milliseconds":3}

        """)
  }

  @Test(arguments: [
    (ServerLog.Format.text, false, true, true), (.text, false, false, false), (.text, true, false, true),
    (.json, false, false, true),
  ])
  func
    `the reason of a refusal is logged for clients of this machine, and for all in JSON and with --verbose`(
      format: ServerLog.Format, isVerbose: Bool, isLocal: Bool, isShown: Bool
    ) async
  {
    var entry = AccessLogEntry(
      peer: "::1", method: "GET", target: "/log?pass%77ord=hunter%32&hunter3", status: 400, bytes: 7,
      milliseconds: 3)
    entry.reason = "Unknown query item 'hunter2', 'hunter3'\n: this path takes page"
    entry.isLocal = isLocal
    let line = await text(format, isVerbose: isVerbose) { [entry] in $0.write(entry) }
    let (reason, target) = ("Unknown query item '…', '…'\\n: this path takes page", "/log?pass%77ord=…&…")
    #expect(
      line
        == (format == .text
          ? "⟨time⟩ ::1 GET \(target) 400 7 3ms\(isShown ? " " + reason : "")\n"
          : """
          {"time":"⟨time⟩","peer":"::1","method":"GET","target":"\(target)","status":400,"bytes":7,"milliseconds":3,\
          "reason":"\(reason)"}

          """))
  }

  @Test func `that clients speak the other form of v2 is logged once`() async throws {
    var options = LocalMarket.Options.forTests
    options.products = .v2b
    let errors = Locked<[any Error]>([])
    options.onError = { _, error in errors.withLock { $0.append(error) } }
    let market = LocalMarket(at: .memory, options)
    let request = HTTPRequest(.post, target: "/api/products/7/secret")
    for _ in 1...2 {
      let response = try await market.response(to: request)
      #expect(response.status == 404)
      #expect(
        String(decoding: response.body, as: UTF8.self)
          == #"{"code":404,"message":"this server speaks v2b; start it with --api v2a"}"#)
    }
    #expect(errors.value.count == 2)
    let lines = await text(.text) { log in for error in errors.value { log.write(error, for: request) } }
    #expect(
      lines
        == "⟨time⟩ - POST /api/products/7/secret error: this server speaks v2b; start it with --api v2a\n")
  }

  @Test func `an internal error is logged with its request and its cause`() async {
    #expect(
      await line(.text, "disk I/O error (10)")
        == "⟨time⟩ 192.0.2.1 GET /items/1 error: disk I/O error (10)\n")
    #expect(
      await line(.json, "disk I/O error (10)") == """
        {"time":"⟨time⟩","peer":"192.0.2.1","method":"GET","target":"/items/1","error":"disk I/O error (10)"}

        """)
  }

  @Test(arguments: [ServerLog.Format.text, .json])
  func `an internal error is logged without the secrets of its request`(format: ServerLog.Format) async {
    let line = await line(
      format, "no row for t0ken and 1dentifier", target: "/api/products/7/t0ken",
      headers: ["identifier": "1dentifier"])
    #expect(line.contains("no row for … and …"))
    #expect(!line.contains("t0ken"))
    #expect(!line.contains("1dentifier"))
  }

  @Test func `text from clients and errors stays on one line, without control sequences`() async {
    #expect(
      await line(.text, "GET", "/\u{1B}[2J\n\u{202E}")
        == #"⟨time⟩ 192.0.2.1 GET /\u{1B}[2J\n\u{202E} 200 7 3ms"# + "\n")
    #expect(
      await line(.text, "a\nb\u{1B}[2J") == #"⟨time⟩ 192.0.2.1 GET /items/1 error: a\nb\u{1B}[2J"# + "\n")
    #expect(await line(.json, "GET", "/\"\n").split(separator: "\n").count == 1)
    #expect(await line(.json, "a\nb").split(separator: "\n").count == 1)
  }

  @Test func `concurrent writers lose no line, and each one's lines stay in order`() async {
    let error = MemoryStream()
    let console = Console(output: MemoryStream(), error: error, input: MemoryInput())
    let log = ServerLog(.text, console: console)
    await withTaskGroup { group in
      for peer in 1...8 {
        group.addTask {
          for number in 1...500 {
            log.write(
              AccessLogEntry(
                peer: "\(peer)", method: "GET", target: "/", status: 200, bytes: number, milliseconds: 0))
          }
        }
      }
    }
    await log.finish()
    let lines = error.text.split(separator: "\n").map { $0.split(separator: " ") }
    for peer in 1...8 {
      #expect(lines.filter { $0[1] == "\(peer)" }.map { Int($0[5]) } == Array(1...500))
    }
  }

  /// A stream whose reader is stuck until `release`.
  private final class StuckStream: TextStream {
    let isTerminal = false
    let columns: Int? = nil
    let written = Locked("")
    private let released = DispatchSemaphore(value: 0)

    func write(_ text: String) {
      try? released.wait(for: "the reader goes on")
      released.signal()
      written.withLock { $0 += text }
    }

    func flush() {}
    func release() { released.signal() }
  }

  @Test func `requests do not wait for a stuck reader, and a line says how many lines were dropped`() async {
    let error = StuckStream()
    let log = ServerLog(
      .json, console: Console(output: MemoryStream(), error: error, input: MemoryInput()), capacity: 400)
    // The first lines may be on their way to the reader, so that more fit than pending ones.
    let count = 1_200
    for number in 1...count {
      log.write(
        AccessLogEntry(peer: "a", method: "GET", target: "/", status: 200, bytes: number, milliseconds: 0))
    }
    error.release()
    await log.finish()
    await log.finish()
    let lines = error.written.value.split(separator: "\n")
    let dropped = lines.compactMap { $0.firstMatch(of: #/"dropped":(\d+)/#).flatMap { Int($0.1) } }.reduce(
      0, +)
    #expect(dropped >= 400)
    #expect(lines.count { $0.contains("GET") } + dropped == count)
  }

  @Test(
    arguments: ["DELETE", "GET", "POST"],
    [
      ("/api/products/t0ken", "/api/products/…"), ("/api/products/t0ken/", "/api/products/…/"),
      ("/api/products/7/t0ken", "/api/products/7/…"), ("/api/products/7/t0ken/", "/api/products/7/…/"),
      ("/api//products//t0ken", "/api//products//…"), ("//api/products/t0ken", "//api/products/…"),
      ("///api/products/7/t0ken", "///api/products/7/…"), ("/api/%70roducts/t0ken", "/api/…/…"),
      ("/%61pi/products/t0ken", "/…/products/…"), ("//%61pi/%70roducts/t0ken", "//…/…/…"),
      ("/api%2Fproducts%2Ft0ken", "/…"), ("/shop/api/products/t0ken", "/…/api/products/…"),
      ("/API/Products/t0ken", "/…/…/…"), ("/api/products/%FF/t0ken", "/api/products/…/…"),
      ("/api/products/7/t0ken?", "/api/products/7/…?"), ("/api/products/7/secret", "/api/products/7/secret"),
      ("/api/products/7/archived", "/api/products/7/archived"),
      ("//api/products/7/archived", "//api/products/7/archived"),
      ("/api/products?search_value=a/b", "/api/products?search_value=a/b"),
      ("/api/products?page_no=1&secret=t0ken", "/api/products?page_no=1&secret=…"),
      ("/items/1?password=t0ken&q=a", "/items/1?password=…&q=a"),
      ("/sales?receipt=t0ken", "/sales?receipt=…"),
      ("/items/1?sslpassword=t0ken&x=t0ken&PASSWORD=t0ken", "/items/1?sslpassword=…&x=…&PASSWORD=…"),
      ("/items/1?t0ken&page=2&lang=ko", "/items/1?…&page=2&lang=ko"),
      ("/goods/1?page=2&=t0ken", "/goods/1?page=2&=…"),
      ("/api/products/7", "/api/products/7"),
    ])
  func `deletion tokens and secrets are masked, however the target is written`(
    method: String, target: (String, String)
  ) async {
    for format in [ServerLog.Format.text, .json] {
      let line = await line(format, method, target.0)
      #expect(line.contains(format == .text ? " \(target.1) " : "\"\(target.1)\""), "\(line)")
      #expect(!line.contains("t0ken"))
    }
  }
}
