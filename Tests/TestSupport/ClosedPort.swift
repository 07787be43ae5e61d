/// A port of a server that is gone, as long as this value lives: a server of another test would answer in its place.
package final class ClosedPort: Sendable {
  private let holder: LoopbackSocket

  package init(_ port: Int) throws { holder = try LoopbackSocket.closed(port: port) }

  deinit { holder.close() }
}
