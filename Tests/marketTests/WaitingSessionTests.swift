import Console
import Foundation
import HTTP
import OpenMarket
import TestSupport
import Testing

@testable import market

/// The output on a terminal during a slow request.
struct WaitingSessionTests {
  private let error = MemoryStream(isTerminal: true, columns: 60, rows: 24)

  private func console(_ error: MemoryStream) -> Console {
    Console(output: MemoryStream(isTerminal: true), error: error, input: MemoryInput([]))
  }

  private func send(
    _ request: HTTPRequest, _ whileWaiting: @escaping @Sendable (HTTPRequest) async throws -> Void
  )
    async throws
  {
    let session = MockSession { request in
      try await whileWaiting(request)
      return HTTPResponse(status: 200)
    }
    _ = try await WaitingSession(
      session: session, console: console(error), locale: Locale(identifier: "en_US")
    )
    .response(to: request)
  }

  @Test func `the spinner names the server, and is erased`() async throws {
    let error = error
    try await send(HTTPRequest(.get, scheme: "https", authority: "evil\u{1B}.example", target: "/")) { _ in
      try await eventually("stderr has: ⠙") { error.text.contains("⠙") }
    }
    let drawn = error.text.components(separatedBy: "\r\u{1B}[K")
    #expect(drawn[1] == "⠋ Waiting for evil\\u{1B}.example")
    #expect(drawn.last == "")
  }

  @Test func `an upload shows its progress, then the spinner`() async throws {
    let error = error
    let request = HTTPRequest(
      .post, scheme: "https", authority: "market.example", target: "/", body: HTTPBody(Data(count: 4_000_000))
    )
    try await send(request) { request in
      request.progress?.report(1_000_000)
      try await eventually("stderr has: 1.0 of 4.0 MB") { error.text.contains("1.0 of 4.0 MB") }
      request.progress?.report(3_000_000)
      try await eventually("stderr ends with: Waiting for market.example") {
        error.text.hasSuffix("Waiting for market.example")
      }
    }
    #expect(error.text.contains("Uploading 25% ━━"))
  }

  @Test func `a countdown is shown until the next attempt, and is erased`() async throws {
    let error = error
    let isBusy = Locked(true)
    let session = MockSession { _ in
      HTTPResponse(status: isBusy.value ? 503 : 404, headers: ["Retry-After": "30"])
    }
    let retries = RetryPolicy.showingCountdown(on: console(error)) { delay in
      #expect(delay == .seconds(30))
      try await eventually("stderr has: ⠙ Trying again in ") { error.text.contains("⠙ Trying again in ") }
      isBusy.withLock { $0 = false }
    }
    let server = try #require(URL(string: "https://market.example"))
    await #expect(throws: ClientError.self) {
      try await NetworkManager(session: session, server: server, retries: retries).item(id: 7)
    }
    let drawn = error.text.components(separatedBy: "\r\u{1B}[K")
    #expect(drawn.dropFirst().first?.wholeMatch(of: #/⠋ Trying again in \d+ s/#) != nil)
    #expect(drawn.last == "")
  }

  @Test func `a fast request shows no spinner`() async throws {
    try await send(HTTPRequest(.get, target: "/")) { _ in }
    #expect(error.text == "")
  }
}
