import Console
import Foundation
import HTTP
import OpenMarket
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

  @Test func `what is tried again is told so meanwhile, and nothing stays`() async throws {
    let error = error
    let isBusy = Locked(true)
    let session = MockSession { _ in
      HTTPResponse(status: isBusy.value ? 503 : 404, headers: ["Retry-After": "30"])
    }
    let retries = RetryPolicy.showingCountdown(on: console(error)) { delay in
      #expect(delay == .seconds(30))
      try await eventually { error.text.contains("⠙ Trying again in ") }
      isBusy.withLock { $0 = false }
    }
    let server = try #require(URL(string: "https://market.example"))
    await #expect(throws: MarketError.self) {
      try await NetworkManager(session: session, server: server, retries: retries).item(id: 7)
    }
    let drawn = error.text.components(separatedBy: "\r\u{1B}[K")
    #expect(drawn.dropFirst().first?.wholeMatch(of: #/⠋ Trying again in \d+ s/#) != nil)
    #expect(drawn.last == "")
  }

  @Test func `a request that is asked at once is asked in silence`() async throws {
    try await ask(HTTPRequest(.get, target: "/")) { _ in }
    #expect(error.text == "")
  }
}
