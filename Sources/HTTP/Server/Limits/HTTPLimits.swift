/// Limits on the size and duration of requests. Sizes are in bytes, times in whole seconds.
package struct HTTPLimits: Sendable, Equatable {
  /// Most bytes of a request line.
  package var requestLine = 8 * 1_024
  /// Most bytes of all header fields of a request.
  package var fields = 16 * 1_024
  /// Most header fields of a request.
  package var fieldCount = 100
  /// Most bytes of a request's contents, other than forms with files.
  package var body = 1_024 * 1_024
  /// Most bytes of a form with files.
  package var upload = 64 * 1_024 * 1_024
  /// Most bytes of all request contents in memory at one time; of one client, a sixteenth.
  package var bodiesInFlight = 64 * 1_024 * 1_024
  /// Most bytes of all responses in memory that are not sent yet, small ones included; of one client, a tenth.
  package var unsent = 160 * 1_024 * 1_024
  /// Most bytes of requests and responses in temporary files at one time; of one client, a sixteenth, or one of them.
  package var spooled = 1_024 * 1_024 * 1_024
  /// Seconds for the request line and fields, from the first byte on.
  package var headSeconds = 10
  /// Least bytes of contents a second, averaged over each `headSeconds`; for a response, over each `responseSeconds`. For
  /// contents that take minutes it rises (see `leastBytes`).
  package var bodyRate = 1_024
  /// Seconds without progress while a response is sent.
  package var responseSeconds = 30
  /// Seconds that a connection may be idle between requests.
  package var idleSeconds = 30
  /// Seconds for the response to a read whose client has closed its sending direction, and may have left.
  package var halfClosedSeconds = 5
  /// Most connections at one time.
  package var connections = 12_000
  /// Most connections of one client at one time.
  package var clientConnections = 512
  /// Seconds in which a server that is to stop still takes requests, so that a load balancer finds out and leaves.
  package var drainSeconds = 0
  /// Seconds for open requests to finish when the server stops.
  package var stopSeconds = 10

  package init() {}

  /// The least bytes of contents that have been received or sent after so many milliseconds: at a rate that doubles each
  /// minute, up to 16 times, since slow contents hold room that others need.
  func leastBytes(after milliseconds: Int) -> Int {
    let minutes = milliseconds / 60_000
    return minutes == 0 ? 0 : milliseconds / 1_000 * bodyRate << min(minutes, 4)
  }
}
