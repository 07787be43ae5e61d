/// Reserves the port of a stopped server while this value lives, so that no other test's server listens there.
package final class ClosedPort: Sendable {
  private let holder: LoopbackSocket

  package init(_ port: Int) throws { holder = try LoopbackSocket.closed(port: port) }

  deinit { holder.close() }
}
