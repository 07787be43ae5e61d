import Console
import Foundation
import HTTP

/// Logs requests and responses to stderr, without bodies and headers: they may hold passwords.
struct TracingSession: Session {
  let session: any Session
  let console: Console

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    let host = (request.scheme.map { $0 + "://" } ?? "") + (request.authority ?? "")
    console.note(
      "> \(request.method.rawValue) \(host.sanitized + LoggedTarget(request.target).text) (\(request.body.count) bytes)",
      isWhole: true)
    let start = ContinuousClock.now
    do {
      let response = try await session.response(to: request)
      console.note("< \(response.status) (\(response.body.count) bytes, \(milliseconds(since: start)) ms)")
      return response
    } catch {
      console.note(
        "< no response: \("\(error)".withoutQueryValues.sanitizedLine) (\(milliseconds(since: start)) ms)")
      throw error
    }
  }

  private func milliseconds(since start: ContinuousClock.Instant) -> Int {
    Int((.now - start) / .milliseconds(1))
  }
}
