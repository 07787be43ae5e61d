import Dispatch
package import Foundation
import Synchronization
import SystemSupport

/// An HTTP/1.1 server that passes requests to a session.
///
/// One event loop for each processor serves its connections without blocking. A response that is ready is sent by the
/// loop itself; others are made in tasks, which the session lets wait or work elsewhere.
package final class HTTPServer: Sendable {
  /// The port of all listeners; 0 without one.
  package let port: Int
  /// The address of each listener, at least one.
  package let addresses: [LocalAddress]

  /// The most connections at one time: as many as `HTTPLimits` and the process allow.
  package let connectionLimit: Int

  let limits: HTTPLimits
  private let allowsHost: @Sendable (String) -> Bool
  let misdirectedReason: String
  private let trustedProxies: TrustedProxies?
  /// The second of the Date field, since 1970; nil for the present.
  let fixedSecond: Int?
  let log: @Sendable (AccessLogEntry) -> Void
  let status: ServerStatus
  let uploads: BodyBudget
  let downloads: BodyBudget
  /// The bytes of both directions in temporary files.
  let spool: BodyBudget

  private let session: any Session
  /// The session, if it has responses at hand.
  let readySession: (any ReadySession)?
  private let onError: @Sendable (HTTPRequest, any Error) -> Void
  private let listeners: [Socket]
  /// The file of the Unix domain socket that this server has made.
  private let socketFile: SocketFile?
  /// Whether the listeners belong to a service manager, which continues to listen.
  private let isPassed: Bool
  private let loops: [EventLoop]
  private let clients: ClientShares
  /// The requests of clients behind trusted proxies, which share connections.
  private let forwarded: ClientShares
  /// Large requests are in memory while they are served, 320 MiB at most, and take long to parse. The smaller ones, such as one with a
  /// photograph, have places of their own: they do not wait for the largest, which take seconds.
  private let largeRequests = [(1 << 20, 64), (4 << 20, 16), (16 << 20, 4), (Int.max, 2)].map {
    (bytes: $0, gate: FairGate(limit: $1, clientLimit: 1, seconds: MonotonicClock.seconds))
  }
  private let largeRequestThreads = ThreadExecutor(label: "large-requests", threads: 4)
  /// Bytes of contents that are parsed and checked in some milliseconds.
  private static let small = 64 << 10
  private let hasBegunToStop = Atomic<Bool>(false)
  private let hasStoppedAccepting = DispatchSemaphore(value: 0)

  /// Starts to listen and to accept connections. Throws if the address or the port is not available.
  package init(_ session: any Session, _ configuration: Configuration = Configuration()) throws(SocketError) {
    ProcessMemory.returnLargeBlocks()
    self.session = session
    readySession = session as? any ReadySession
    limits = configuration.limits
    // An eighth, at least 64, is for temporary files and for the files of the session.
    let descriptors = configuration.descriptors
    connectionLimit = max(1, min(limits.connections, descriptors - max(64, descriptors / 8)))
    allowsHost = configuration.allowsHost
    misdirectedReason = configuration.misdirectedReason
    trustedProxies = configuration.trustedProxies
    fixedSecond = configuration.date.map { Int($0.timeIntervalSince1970) }
    log = configuration.log
    let status = configuration.status
    self.status = status
    onError = configuration.onError
    // Few connections are shared too: one client leaves three quarters of them to others.
    let share = min(limits.clientConnections, max(16, connectionLimit / 4))
    clients = ClientShares(limit: share)
    forwarded = ClientShares(limit: share)
    uploads = BodyBudget(limit: limits.bodiesInFlight)
    downloads = BodyBudget(limit: limits.unsent, clients: 10)
    spool = BodyBudget(limit: limits.spooled)
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
    let processors = 0..<ProcessInfo.processInfo.activeProcessorCount
    loops = try processors.map { _ throws(SocketError) in try EventLoop() }
    status.setConnections(limit: connectionLimit) { [loops] in loops.reduce(0) { $0 + $1.connectionCount } }
    for loop in loops { loop.start(self) }
    for listener in listeners {
      let thread = Thread { [self] in acceptAll(from: listener) }
      thread.name = "accept"
      thread.start()
    }
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
      for loop in loops { loop.send(.stop) }
    }
    let start = MonotonicClock.milliseconds()
    while connectionCount > 0 {
      if MonotonicClock.milliseconds() - start > limits.stopSeconds * 1_000 { return false }
      Thread.sleep(forTimeInterval: 0.01)
    }
    return true
  }

  // MARK: Connections

  private var connectionCount: Int { loops.reduce(0) { $0 + $1.connectionCount } }

  private func acceptAll(from listener: Socket) {
    while !isStopping {
      do throws(SocketError) {
        if let socket = try listener.accept(unless: { isStopping }) { admit(socket) }
      } catch {
        // Out of descriptors or memory: close an idle connection, and try again after a moment.
        closeLongestIdle()
        Thread.sleep(forTimeInterval: 0.01)
      }
    }
    hasStoppedAccepting.signal()
  }

  private func admit(_ socket: Socket) {
    let peer = socket.peer
    if connectionCount >= connectionLimit { closeLongestIdle() }
    guard connectionCount < connectionLimit else {
      return reject(socket, "Too many open connections", .connections)
    }
    let isProxy = trustedProxies?.trusts(peer: peer) == true
    let place = isProxy ? nil : clients.place(of: peer)
    guard isProxy || place != nil else {
      return reject(socket, "Too many open connections of one client", .clientConnections)
    }
    let fewest = loops.min { $0.connectionCount / Self.block < $1.connectionCount / Self.block }
    guard let loop = fewest else { return }
    loop.countConnection(1)
    loop.send(.open(socket, peer: peer, place))
  }

  /// Loops are filled in blocks of connections: one loop that is busy serves few connections faster than several that are
  /// woken for each request, and leaves the other processors to the work for responses.
  private static let block = 64

  private func reject(_ socket: Socket, _ reason: String, _ refusal: RefusalReason) {
    status.noteRefusal(refusal)
    var exchange = ServedExchange(HTTPRequestHead(), TrustedProxies.Client(address: ""), now: 0)
    let request = HTTPRequest(exchange.head, contents: Data(), client: exchange.client)
    let response = response(to: HTTPError(503, reason, section: "RFC 9110 §15.6.4"), of: request)
    exchange.begin(response, nil, keepsAlive: false)
    var bytes = response.headStart
    exchange.appendFields(date: Array(Date().httpDate.utf8), to: &bytes)
    bytes += response.body
    _ = bytes.withUnsafeBytes { socket.send($0) }
    socket.discardReceived()
    socket.close()
  }

  /// Closes the connection that has been idle for longest, if there is one. Blocks the thread until it is closed.
  private func closeLongestIdle() {
    let before = connectionCount
    let reports = IdleReports()
    for (index, loop) in loops.enumerated() { loop.send(.reportLongestIdle { reports.add($0, of: index) }) }
    guard let longest = reports.longest(of: loops.count) else { return }
    loops[longest].send(.closeLongestIdle)
    let start = MonotonicClock.milliseconds()
    while connectionCount >= before, MonotonicClock.milliseconds() - start < 100 { usleep(200) }
  }

  // MARK: Responses

  /// The client that sent a request, behind trusted proxies.
  func client(of head: HTTPRequestHead, peer: String) -> TrustedProxies.Client {
    trustedProxies?.client(peer: peer, headers: head.headers) ?? TrustedProxies.Client(address: peer)
  }

  /// A place for a request that a proxy forwards for a client. Throws 503 when the client has too many.
  func place(of client: TrustedProxies.Client) throws(HTTPError) -> ClientShares.Place {
    guard let place = forwarded.place(of: client.address) else {
      status.noteRefusal(.clientRequests)
      throw HTTPError(503, "Too many open requests of one client", section: "RFC 9110 §15.6.4")
    }
    return place
  }

  /// Adds bytes to what a client has in temporary files. Throws 503 where there is no room for them.
  func spool(_ count: Int, of client: String, besides present: Int) throws(HTTPError) {
    guard spool.reserve(count, of: client, besides: present) else {
      status.noteRefusal(.spooled)
      throw HTTPError(503, "Too many large requests and responses", section: "RFC 9110 §15.6.4")
    }
  }

  /// Whether the server serves the requested host. A forwarded host replaces that of the request.
  func allowsHost(of head: HTTPRequestHead, from client: TrustedProxies.Client) -> Bool {
    guard let host = client.host else { return allowsHost(head.authority) }
    return Array(host.utf8)[...].isAuthority && allowsHost(host)
  }

  /// The response to a request that the server refuses itself.
  func response(to error: HTTPError, of request: HTTPRequest) -> HTTPResponse {
    readySession?.response(to: error, of: request) ?? HTTPResponse(error)
  }

  /// The final response to a request before its contents have arrived; nil where it depends on them.
  func refusal(of exchange: ServedExchange) -> HTTPResponse? {
    readySession?.refusal(of: HTTPRequest(exchange.head, contents: Data(), client: exchange.client))?
      .allowingHead
  }

  /// The session's response, and the place of its contents if they are large and not a stream.
  func heldResponse(to request: HTTPRequest) async -> (HTTPResponse, HeldBody?) {
    let client = request.peer.map { IPAddress.clientNetwork($0) } ?? ""
    return await WorkClient.$current.withValue(client) {
      var response = await response(to: request)
      if request.omitsContents {
        response.omittedLength = response.omittedLength ?? response.body.count
        response.body = Data()
      }
      guard response.body.count > HeldBody.small else { return (response, nil) }
      do throws(HTTPError) {
        let body = try HeldBody(response.body, of: client, server: self)
        response.body = Data()
        return (response, body)
      } catch {
        return (self.response(to: error, of: request), nil)
      }
    }
  }

  /// The session's response. An error of the session is reported to `onError` and becomes a 500 without its cause.
  private func response(to request: HTTPRequest) async -> HTTPResponse {
    do {
      let count = request.body.count
      let gate = count > Self.small ? largeRequests.first { count <= $0.bytes }?.gate : nil
      let response =
        if let gate {
          try await gate.run(estimate: Double(count) / 100e6) {
            try await withTaskExecutorPreference(largeRequestThreads) {
              try await session.response(to: request)
            }
          }
        } else {
          try await session.response(to: request)
        }
      guard (200...599).contains(response.status) else { throw InvalidStatusError(status: response.status) }
      return response.allowingHead
    } catch is OverloadError {
      status.noteRefusal(.overload)
      return response(to: HTTPError(503, "Too many requests wait", section: "RFC 9110 §15.6.4"), of: request)
    } catch is CancellationError {
      // The client has left.
      return HTTPResponse(HTTPError(503, "The request was cancelled", section: "RFC 9110 §15.6.4"))
    } catch {
      onError(request, error)
      return .internalError
    }
  }
}

/// Which loop has the connection that has been idle for longest.
private final class IdleReports: Sendable {
  private let idle = Mutex<[(loop: Int, start: Int)]>([])
  private let arrival = DispatchSemaphore(value: 0)

  /// - Parameter start: Start of the idle time; nil for a loop without an idle connection.
  func add(_ start: Int?, of loop: Int) {
    if let start { idle.withLock { $0.append((loop, start)) } }
    arrival.signal()
  }

  /// Waits for the reports of so many loops, for at most a second. Nil when no connection is idle.
  func longest(of count: Int) -> Int? {
    let end = DispatchTime.now() + .seconds(1)
    for _ in 0..<count { _ = arrival.wait(timeout: end) }
    return idle.withLock { idle in idle.min { $0.start < $1.start }?.loop }
  }
}

extension HTTPServer {
  /// How a server listens, what it accepts and what it reports.
  package struct Configuration: Sendable {
    /// A numeric address or a host name. `localhost` listens at both loopback addresses, 127.0.0.1 and ::1, where the
    /// system has both.
    package var host = "127.0.0.1"
    /// 0 lets the system choose a free port.
    package var port = 8080
    /// A socket to listen at instead of `host` and `port`.
    package var socket: SocketSource?
    /// Limits of sizes, times and connections.
    package var limits = HTTPLimits()
    /// How many files and sockets the process may have open. The server leaves some of them to other parts of the process.
    package var descriptors = Int.max
    /// Whether the server accepts requests for a host (and port, as the client wrote it); empty for an HTTP/1.0 client
    /// without a Host field. Other hosts get 421 (Misdirected Request).
    package var allowsHost: @Sendable (String) -> Bool = { _ in true }
    /// The sentence with which a client gets 421.
    package var misdirectedReason = "This server does not serve the requested host"
    /// The proxies whose fields for the client's address, scheme and host are believed; nil for none. `allowsHost` gets
    /// the host that they forward.
    package var trustedProxies: TrustedProxies?
    /// The Date field of all responses; nil for the present.
    package var date: Date?
    /// Receives the server's counts.
    package var status = ServerStatus(routes: [])
    /// Receives an entry after each response.
    package var log: @Sendable (AccessLogEntry) -> Void = { _ in }
    /// Receives the errors that the session throws, and an `InvalidStatusError`. The client gets a 500 without the
    /// cause.
    package var onError: @Sendable (HTTPRequest, any Error) -> Void = { _, _ in }

    package init() {}
  }
}

/// A socket at which a server listens, other than at an address of the network.
package enum SocketSource: Sendable, Equatable {
  /// A Unix domain socket with this path, made with mode 0660 and removed when the server stops.
  case path(String)
  /// Sockets that a service manager has opened, by file descriptor. The service manager keeps them open.
  case passed([Int32])
}

/// One request and its response in the access log. It contains no header fields and no contents, but the target, and what the
/// reason repeats of it, may contain a secret.
package struct AccessLogEntry: Sendable, Equatable {
  /// The client's numeric address, behind trusted proxies; `unix` for a client of a Unix domain socket.
  package let peer: String
  /// `-` for a request that could not be parsed; likewise the target.
  package let method: String
  package let target: String
  package let status: Int
  /// Bytes of the response's contents.
  package let bytes: Int
  /// From the end of the request's head to the end of the response.
  package let milliseconds: Int
  /// Why the request was refused (4xx), in a sentence; nil where the response says no more than its status.
  package var reason: String?
  /// Whether the client is on this machine. Known with a reason alone.
  package var isLocal = false

  package init(peer: String, method: String, target: String, status: Int, bytes: Int, milliseconds: Int) {
    self.peer = peer
    self.method = method
    self.target = target
    self.status = status
    self.bytes = bytes
    self.milliseconds = milliseconds
  }
}
