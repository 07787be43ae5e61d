/// Whatever answers a request: a connection, a program in this process, a recording.
///
/// Everything that asks is written against this one requirement and is handed a session from outside, so that
/// the same code runs over a network, in memory and in tests.
package protocol Session: Sendable {
  /// Answers one request. Throws `SessionError` when there is no answer; an answer with an error status is
  /// an answer.
  func response(to request: HTTPRequest) async throws -> HTTPResponse
}
