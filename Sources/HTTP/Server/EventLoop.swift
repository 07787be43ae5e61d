import Foundation
import Synchronization

/// One thread that serves many connections without blocking. Other threads send it messages.
final class EventLoop: Sendable {
  enum Message: Sendable {
    /// A connection that was accepted, and its place among those of its client; nil for a proxy's.
    case open(Socket, peer: String, ClientShares.Place?)
    /// The response to the request of a connection, by its token.
    case response(HTTPResponse, HeldBody?, to: UInt64)
    /// Reports since when the connection has been idle that has been idle for longest, in milliseconds; nil without one.
    case reportLongestIdle(@Sendable (Int?) -> Void)
    /// Closes the connection that has been idle for longest, if there is one.
    case closeLongestIdle
    /// Closes idle connections now and the others after their responses; then the loop ends.
    case stop
  }

  private let queue: EventQueue
  private let inbox = Mutex<[Message]>([])
  private let connections = Atomic<Int>(0)

  init() throws(SocketError) {
    queue = try EventQueue()
  }

  func start(_ server: HTTPServer) {
    let thread = Thread { LoopThread(self, self.queue, server: server).run() }
    thread.name = "http"
    thread.stackSize = 1 << 20
    thread.start()
  }

  /// From any thread.
  func send(_ message: Message) {
    let isFirst = inbox.withLock { inbox in
      inbox.append(message)
      return inbox.count == 1
    }
    if isFirst { queue.wake() }
  }

  /// On the loop's thread only.
  func takeMessages() -> [Message] {
    inbox.withLock { inbox in
      guard !inbox.isEmpty else { return [] }
      defer { inbox = [] }
      return inbox
    }
  }

  /// The number of connections, with those that are on their way to the loop.
  var connectionCount: Int { connections.load(ordering: .relaxed) }

  func countConnection(_ difference: Int) { connections.add(difference, ordering: .relaxed) }
}
