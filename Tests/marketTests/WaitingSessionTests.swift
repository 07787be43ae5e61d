import Console
import Foundation
import HTTP
import TestSupport
import Testing

@testable import market

/// What somebody at a terminal sees of an answer that takes its time.
struct WaitingSessionTests {
  private let error = MemoryStream(isTerminal: true, columns: 60, rows: 24)

  private func console(_ error: MemoryStream) -> Console {
    Console(output: MemoryStream(isTerminal: true), error: error, input: MemoryInput([]))
  }

  private func ask(_ request: HTTPRequest, _ answer: @escaping @Sendable (HTTPRequest) async throws -> Void)
    async throws
  {
    let session = MockSession { request in
      try await answer(request)
      return HTTPResponse(status: 200)
    }
    _ = try await WaitingSession(session, console: console(error), locale: Locale(identifier: "en_US"))
      .response(to: request)
  }

  @Test func `who is waited for is named, and nothing stays`() async throws {
    let error = error
    try await ask(HTTPRequest(.get, scheme: "https", authority: "evil\u{1B}.example", target: "/")) { _ in
      try await eventually { error.text.contains("⠙") }
    }
    let drawn = error.text.components(separatedBy: "\r\u{1B}[K")
    #expect(drawn[1] == "⠋ Waiting for evil\\u{1B}.example")
    #expect(drawn.last == "")
  }

  @Test func `an upload tells how far it is, and then that it is waited for`() async throws {
    let error = error
    let request = HTTPRequest(
      .post, scheme: "https", authority: "market.example", target: "/", body: HTTPBody(Data(count: 4_000_000))
    )
    try await ask(request) { request in
      request.progress?.report(1_000_000)
      try await eventually { error.text.contains("1.0 of 4.0 MB") }
      request.progress?.report(3_000_000)
      try await eventually { error.text.hasSuffix("Waiting for market.example") }
    }
    #expect(error.text.contains("Uploading 25% ━━"))
  }

  @Test(arguments: [("C.UTF-8", "⠋ Trying again in "), ("ko_KR.UTF-8", "초 뒤 다시 시도")])
  func `what is tried again is told so meanwhile, and nothing stays`(locale: String, words: String)
    async throws
  {
    let isBusy = Locked(true)
    let session = MockSession { _ in
      if isBusy.value {
        isBusy.withLock { $0 = false }
        return HTTPResponse(status: 503, headers: ["Retry-After": "2"])
      }
      return HTTPResponse(status: 200, body: Data(#"{"page":1,"items":[]}"#.utf8))
    }
    var terminal = Terminal(home: try Home(), columns: 60, rows: 24)
    terminal.session = session
    terminal.environment = ["LANG": locale, "MARKET_SERVER": "http://market.example"]
    let said = await terminal.run("list --no-cache --no-pager")
    #expect(said.exitCode == .done)
    let drawn = said.error.components(separatedBy: "\r\u{1B}[K")
    #expect(drawn.contains { $0.contains(words) }, "\(said.error)")
    #expect(drawn.last?.contains(words) == false)

    (terminal.columns, terminal.rows) = (nil, nil)
    isBusy.withLock { $0 = true }
    #expect(await !terminal.run("list --no-cache").error.contains("⠋"))
  }

  @Test func `a question that is asked at once is asked in silence`() async throws {
    try await ask(HTTPRequest(.get, target: "/")) { _ in }
    #expect(error.text == "")
  }
}
