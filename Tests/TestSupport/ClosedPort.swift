/// Reserves a port of 127.0.0.1 while this value lives, so that no other test's server listens there. A connection to it is
/// refused, until a server that sets SO_REUSEADDR listens there all the same.
package final class ClosedPort: Sendable {
  package let port: Int
  private let holder: LoopbackSocket

  /// Reserves the port of a stopped server; 0 for a free one.
  package init(_ port: Int = 0) throws {
    holder = try LoopbackSocket.closed(port: port)
    self.port = Int(try holder.port())
  }

  deinit { holder.close() }
}
