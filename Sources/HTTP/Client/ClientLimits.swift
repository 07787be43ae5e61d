/// How long a session waits for a server, and how much it accepts from one.
package struct ClientLimits: Sendable, Equatable {
  /// The longest time for resolving the name, connecting and TLS; never longer than `idle`.
  package var connecting = Duration.seconds(10)
  /// The longest time in which no byte is sent or received, and in which less than a kilobyte of contents is received.
  package var idle = Duration.seconds(30)
  /// The longest time from the end of the request to the end of the response's head; never shorter than `idle`.
  package var head = Duration.seconds(30)
  /// The longest time for the whole exchange; nil for no limit.
  package var whole: Duration? = .seconds(600)
  /// The largest head in bytes, with interim responses and trailers.
  package var headSize = 64 << 10
  /// The largest number of header fields, likewise.
  package var fieldCount = 200
  /// The largest contents in bytes, decompressed: a small compressed response can expand to a huge one.
  package var bodySize = 64 << 20
  /// The most bytes of contents for each byte of compressed contents; 128 KiB more are taken as received, since libcurl
  /// may decompress what it has not counted yet. JSON and images are far below; a decompression bomb reaches a thousand
  /// (CWE-409).
  package var expansion = 100

  package init(idle: Duration = .seconds(30), whole: Duration? = .seconds(600)) {
    self.idle = idle
    self.whole = whole
  }
}
