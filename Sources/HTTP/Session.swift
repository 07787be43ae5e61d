/// Responds to requests: over a network connection, by an API server in this process, or from a recording.
///
/// The one requirement that clients, servers and the layers between them (cache, redirects, logs) are written against.
/// A session is injected where it is used, so that the same code runs over a network, in memory and in tests.
package protocol Session: Sendable {
  /// Sends one request and returns its response, whatever the status. Throws `SessionError` when there is no response,
  /// and `CancellationError` when the task is cancelled.
  func response(to request: HTTPRequest) async throws -> HTTPResponse
}
