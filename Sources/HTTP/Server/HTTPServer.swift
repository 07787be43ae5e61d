import Dispatch
import Foundation
import Synchronization
import SystemSupport

/// A socket in front of a session: whatever the session answers in this process, it answers over the network.
///
/// A plain thread serves each connection. Threads block without harm, and an answer that is ready goes out without
/// changing threads.
package final class HTTPServer: Sendable {
  package struct Configuration: Sendable {
    package var host = "127.0.0.1"
    /// 0 lets the system choose.
    package var port = 8080
    package var limits = HTTPLimits()
    /// Whether the server answers for a host (and port, as the client wrote it); the empty one is a client of HTTP/1.0.
    package var allowsHost: @Sendable (String) -> Bool = { _ in true }
    package var log: @Sendable (AccessLogEntry) -> Void = { _ in }

    package init() {}
  }

  /// The port that it listens on.
  package let port: Int

  let limits: HTTPLimits
  let allowsHost: @Sendable (String) -> Bool
  let log: @Sendable (AccessLogEntry) -> Void
  let uploads: BodyBudget
  let answers: BodyBudget

  private let session: any Session
  private let listener: Socket
  private let connections = Mutex<[ObjectIdentifier: HTTPConnection]>([:])
  private let hasBegunToStop = Atomic<Bool>(false)
  private let hasStoppedAccepting = DispatchSemaphore(value: 0)

  /// Begins to listen. Throws when it cannot.
  package init(_ session: any Session, _ configuration: Configuration = Configuration()) throws(SocketError) {
    self.session = session
    limits = configuration.limits
    allowsHost = configuration.allowsHost
    log = configuration.log
    uploads = BodyBudget(
      limit: configuration.limits.bodiesInFlight, reason: "Too much is being uploaded at once")
    answers = BodyBudget(
      limit: configuration.limits.bodiesInFlight, reason: "Too much is being downloaded at once")
    listener = try Socket.listening(host: configuration.host, port: configuration.port)
    port = listener.port
    Self.thread { [self] in acceptAll() }
  }

  /// Whether each answer from now on is the last of its connection.
  var isStopping: Bool { hasBegunToStop.load(ordering: .relaxed) }

  /// Takes no further connections and lets the requests under way finish, for as long as the limits allow. Returns
  /// whether they all have.
  @discardableResult
  package func stop() -> Bool {
    if !hasBegunToStop.exchange(true, ordering: .relaxed) {
      listener.wake()
      hasStoppedAccepting.wait()
      listener.close()
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

  /// The session's answer; what it throws is an answer too, which says less than is known.
  func answer(_ request: HTTPRequest) async -> HTTPResponse {
    // A status below 200 would leave the client waiting for the answer proper, and one above 599 is none.
    guard let response = try? await session.response(to: request), (200...599).contains(response.status)
    else { return .failure }
    return response.allowingHead
  }

  private func acceptAll() {
    while !isStopping {
      do throws(SocketError) {
        if let socket = try listener.accept() { admit(socket) }
      } catch {
        // Out of descriptors or memory: what is idle makes room, and a moment later there may be some.
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
    guard !isFull else { return refuse(socket) }
    connections.withLock { $0[key] = connection }
    Self.thread { [self] in
      // Out of the table before the socket is closed: no one else may touch a descriptor that is given to another.
      connection.serve { _ = connections.withLock { $0.removeValue(forKey: key) } }
    }
  }

  private func refuse(_ socket: Socket) {
    let response = HTTPResponse(HTTPError(503, "Too many connections are open", "RFC 9110 §15.6.4"))
    let bytes = response.head(keepsAlive: false, date: DateField().text) + response.body
    _ = bytes.withUnsafeBytes { socket.send($0) }
    socket.discardReceived()
    socket.close()
  }

  /// Returns whether there was one.
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
