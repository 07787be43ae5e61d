/// How much of anything a client may ask for, and how long it may take over it.
package struct HTTPLimits: Sendable, Equatable {
  /// Bytes of a request line.
  package var requestLine = 8 * 1_024
  /// Bytes of all fields of a request, and how many of them there may be.
  package var fields = 16 * 1_024
  package var fieldCount = 100
  /// Bytes of a request's contents, and of one that uploads a form with files.
  package var body = 1_024 * 1_024
  package var upload = 64 * 1_024 * 1_024
  /// Bytes of all contents that are held at one time: of requests, and again as many of large answers.
  package var bodiesInFlight = 256 * 1_024 * 1_024
  /// Seconds for the request line and fields, from the first byte on.
  package var headSeconds = 10
  /// Bytes of contents that have to arrive each second, taken over every `headSeconds`.
  package var bodyRate = 1_024
  /// Seconds in which at least a byte of an answer has to be taken.
  package var answerSeconds = 30
  /// Seconds that a connection may wait for its next request.
  package var idleSeconds = 30
  /// Connections at one time.
  package var connections = 1_024
  /// Seconds that requests under way are given when the server stops.
  package var stopSeconds = 10

  package init() {}
}
