/// A port of 127.0.0.1 where connections are neither accepted nor refused: its queue is full, so that the system drops
/// further attempts.
package final class BlackHole: Sendable {
  private let listener: LoopbackSocket
  private let waiting: LoopbackSocket
  private let port: UInt16

  package init() throws {
    listener = try LoopbackSocket.listening(queue: 0)
    port = try listener.port()
    waiting = try LoopbackSocket.connected(port: Int(port), window: nil)
  }

  deinit {
    waiting.close()
    listener.close()
  }

  /// `127.0.0.1:port`.
  package var authority: String { "127.0.0.1:\(port)" }
}
