import Dispatch
import Foundation
import Synchronization
import SystemSupport

/// An HTTP/1.1 server that passes requests to a session.
///
/// Each connection has its own thread, so that blocking is harmless and a response that is ready is sent without a
/// thread switch.
package final class HTTPServer: Sendable {
  /// The port of all listeners; 0 without one.
  package let port: Int
  /// The address of each listener, at least one.
  package let addresses: [LocalAddress]

  let limits: HTTPLimits
  private let allowsHost: @Sendable (String) -> Bool
  private let trustedProxies: TrustedProxies?
  let log: @Sendable (AccessLogEntry) -> Void
  let uploads: BodyBudget
  let downloads: BodyBudget

  private let session: any Session
  private let onError: @Sendable (HTTPRequest, any Error) -> Void
  private let listeners: [Socket]
  /// The file of the Unix domain socket that this server has made.
  private let socketFile: SocketFile?
  /// Whether the listeners belong to a service manager, which continues to listen.
  private let isPassed: Bool
  private let connections = Mutex<[ObjectIdentifier: HTTPConnection]>([:])
  private let hasBegunToStop = Atomic<Bool>(false)
  private let hasStoppedAccepting = DispatchSemaphore(value: 0)

  /// Starts to listen and to accept connections. Throws if the address or the port is not available.
  package init(_ session: any Session, _ configuration: Configuration = Configuration()) throws(SocketError) {
    self.session = session
    limits = configuration.limits
    allowsHost = configuration.allowsHost
    trustedProxies = configuration.trustedProxies
    log = configuration.log
    onError = configuration.onError
    uploads = BodyBudget(limit: configuration.limits.bodiesInFlight, reason: "Too many concurrent uploads")
    downloads = BodyBudget(
      limit: configuration.limits.bodiesInFlight, reason: "Too many concurrent downloads")
    switch configuration.socket {
    case nil:
      listeners = try Socket.listening(host: configuration.host, port: configuration.port)
      (socketFile, isPassed) = (nil, false)
    case .path(let path):
      let (listener, file) = try Socket.listening(path: path)
      (listeners, socketFile, isPassed) = ([listener], file, false)
    case .passed(let descriptors):
      listeners = try Socket.listening(passed: descriptors)
      (socketFile, isPassed) = (nil, true)
    }
    port = listeners.first?.port ?? 0
    addresses = listeners.compactMap(\.localAddress)
    for listener in listeners { Self.thread { [self] in acceptAll(from: listener) } }
  }

  /// Whether the server is stopping. Every response then closes its connection.
  var isStopping: Bool { hasBegunToStop.load(ordering: .relaxed) }

  /// Stops accepting connections and waits for open requests, for at most `HTTPLimits.stopSeconds`. Blocks the thread.
  /// - Returns: Whether all requests have finished.
  @discardableResult
  package func stop() -> Bool {
    if !hasBegunToStop.exchange(true, ordering: .relaxed) {
      socketFile?.remove()
      // A shutdown would end the socket for the service manager too; without one, `accept` returns within a second.
      if !isPassed { for listener in listeners { listener.wake() } }
      for _ in listeners { hasStoppedAccepting.wait() }
      for listener in listeners { listener.close() }
    }
    let start = MonotonicClock.milliseconds()
    while true {
      let left = connections.withLock { connections in
        for connection in connections.values { connection.finish() }
        return connections.count
      }
      if left == 0 { return true }
      if MonotonicClock.milliseconds() - start > limits.stopSeconds * 1_000 { return false }
      Thread.sleep(forTimeInterval: 0.01)
    }
  }

  /// The client that sent a request, behind trusted proxies.
  func client(of head: HTTPRequestHead, peer: String) -> TrustedProxies.Client {
    trustedProxies?.client(peer: peer, headers: head.headers) ?? TrustedProxies.Client(address: peer)
  }

  /// Whether the server serves the requested host. A forwarded host replaces that of the request.
  func allowsHost(of head: HTTPRequestHead, from client: TrustedProxies.Client) -> Bool {
    guard let host = client.host else { return allowsHost(head.authority) }
    return Array(host.utf8)[...].isAuthority && allowsHost(host)
  }

  /// The session's response. An error of the session is reported to `onError` and becomes a 500 without its cause.
  func response(to request: HTTPRequest) async -> HTTPResponse {
    do {
      let response = try await session.response(to: request)
      guard (200...599).contains(response.status) else { throw InvalidStatusError(status: response.status) }
      return response.allowingHead
    } catch {
      onError(request, error)
      return .internalError
    }
  }

  private func acceptAll(from listener: Socket) {
    while !isStopping {
      do throws(SocketError) {
        if let socket = try listener.accept(unless: { isStopping }) { admit(socket) }
      } catch {
        // Out of descriptors or memory: close an idle connection, and try again after a moment.
        connections.withLock { _ = Self.finishLongestIdle(of: $0) }
        Thread.sleep(forTimeInterval: 0.01)
      }
    }
    hasStoppedAccepting.signal()
  }

  private func admit(_ socket: Socket) {
    let connection = HTTPConnection(socket, server: self)
    let key = ObjectIdentifier(connection)
    let isFull = connections.withLock { connections in
      guard connections.count >= limits.connections else { return false }
      return !Self.finishLongestIdle(of: connections)
    }
    guard !isFull else { return reject(socket) }
    connections.withLock { $0[key] = connection }
    Self.thread { [self] in
      // Removed before the socket is closed: its descriptor may be reused at once.
      connection.serve { _ = connections.withLock { $0.removeValue(forKey: key) } }
    }
  }

  private func reject(_ socket: Socket) {
    let response = HTTPResponse(HTTPError(503, "Too many open connections", "RFC 9110 §15.6.4"))
    let bytes = response.head(keepsAlive: false, date: DateField().text) + response.body
    _ = bytes.withUnsafeBytes { socket.send($0) }
    socket.discardReceived()
    socket.close()
  }

  /// Closes the connection that has been idle for longest. Returns false if no connection is idle.
  private static func finishLongestIdle(of connections: [ObjectIdentifier: HTTPConnection]) -> Bool {
    let idle = connections.values.compactMap { connection in connection.idleSince.map { (connection, $0) } }
    guard let longest = idle.min(by: { $0.1 < $1.1 }) else { return false }
    longest.0.finish()
    return true
  }

  private static func thread(_ work: @escaping @Sendable () -> Void) {
    let thread = Thread(block: work)
    thread.stackSize = 512 * 1_024
    thread.start()
  }
}
