import Foundation
import Synchronization
import SystemSupport

/// Serves one connection on its own thread: one request after the other, in order.
final class HTTPConnection: Sendable {
  private let socket: Socket
  private let server: HTTPServer
  private let executor = ThreadExecutor()
  /// One for each connection: a shared one would be a contended lock.
  private let date = DateField()
  /// Start of the idle time, in nanoseconds of the monotonic clock; 0 while a request is served.
  private let idleStart = Atomic<Int>(MonotonicClock.nanoseconds())
  private let isFinishing = Atomic<Bool>(false)

  init(_ socket: Socket, server: HTTPServer) {
    self.socket = socket
    self.server = server
  }

  /// Start of the idle time, in nanoseconds; nil while a request is served and when the connection is about to close.
  var idleSince: Int? {
    let start = idleStart.load(ordering: .relaxed)
    return start == 0 || mustClose ? nil : start
  }

  private var mustClose: Bool { isFinishing.load(ordering: .relaxed) || server.isStopping }

  /// Closes the connection: at once if it is idle, otherwise after the current response. Call it only while the
  /// socket is open.
  func finish() {
    isFinishing.store(true, ordering: .relaxed)
    if idleStart.load(ordering: .relaxed) != 0 { socket.wake() }
  }

  /// Serves requests until the connection ends. Blocks the thread.
  /// - Parameter willClose: Called before the socket is closed.
  func serve(willClose: () -> Void) {
    let peer = socket.peer
    var reader = RequestReader(socket, limits: server.limits)
    while serveRequest(from: &reader, peer: peer) {
      idleStart.store(MonotonicClock.nanoseconds(), ordering: .relaxed)
    }
    willClose()
    socket.close()
  }

  /// Serves one request. Returns whether another may follow.
  private func serveRequest(from reader: inout RequestReader, peer: String) -> Bool {
    // A head that is not complete names no client.
    var client = TrustedProxies.Client(address: peer)
    do {
      let head = try reader.head(while: { !mustClose }) {
        idleStart.store(0, ordering: .relaxed)
      }
      client = server.client(of: head, peer: peer)
      let start = MonotonicClock.milliseconds()
      if head.expectsContinue, !reader.hasContents, !send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) {
        return false
      }
      var response = try respond(to: head, from: &reader, client)
      let reserved = reserve(for: &response)
      defer { server.downloads.release(reserved) }
      let keepsAlive = head.keepsAlive && !mustClose
      let isSent = send(response, to: head.method, keepsAlive: keepsAlive)
      log(head, response, peer: client.address, start: start)
      return isSent && keepsAlive
    } catch RequestReader.Failure.invalid(let error) {
      let response = HTTPResponse(error)
      let isSent = send(response, to: reader.head.method, keepsAlive: false)
      log(reader.head, response, peer: client.address, start: MonotonicClock.milliseconds())
      if isSent { reader.drain() }
      return false
    } catch {
      return false
    }
  }

  /// Reads the contents and calls the session. Until the response they count against the server's budget.
  private func respond(
    to head: HTTPRequestHead, from reader: inout RequestReader, _ client: TrustedProxies.Client
  ) throws(RequestReader.Failure) -> HTTPResponse {
    let server = server
    var reserved = 0
    defer { server.uploads.release(reserved) }
    let contents = try reader.contents { count throws(HTTPError) in
      try server.uploads.reserve(count, addingTo: &reserved)
    }
    // After the contents, so that a malformed request is reported as such for any host.
    guard server.allowsHost(of: head, from: client) else {
      throw .invalid(HTTPError(421, "This server does not serve the requested host", "RFC 9110 §15.5.20"))
    }
    if head.target == "*" { return HTTPResponse(status: 204) }
    let request = HTTPRequest(head, contents: contents, client: client)
    return executor.run { await server.response(to: request) }
  }

  /// Counts a large response against the server's budget while it is sent, since clients may read slowly. Returns the
  /// bytes to release; above the limit the response is replaced by a 503. Small responses do not count.
  private func reserve(for response: inout HTTPResponse) -> Int {
    let count = response.body.count
    guard count > Self.smallResponse else { return 0 }
    var reserved = 0
    do throws(HTTPError) {
      try server.downloads.reserve(count, addingTo: &reserved)
    } catch {
      response = HTTPResponse(error)
    }
    return reserved
  }

  /// Bytes of contents up to which a response is sent in one piece and not counted.
  private static let smallResponse = 1 << 16

  private func send(_ response: HTTPResponse, to method: HTTPMethod, keepsAlive: Bool) -> Bool {
    var bytes = response.head(keepsAlive: keepsAlive, date: date.text)
    guard method != .head, response.mayHaveContents else { return send(bytes) }
    // One packet instead of two; a large body is not copied for that.
    guard response.body.count > Self.smallResponse else {
      bytes += response.body
      return send(bytes)
    }
    return send(bytes) && response.body.withUnsafeBytes { send($0) }
  }

  private func send(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { send($0) }
  }

  /// Sends all bytes. False when the connection broke, or made no progress for `responseSeconds`.
  private func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes[...]
    var progress = MonotonicClock.milliseconds()
    while !rest.isEmpty {
      guard let count = socket.send(UnsafeRawBufferPointer(rebasing: rest)) else { return false }
      if count > 0 {
        rest = rest.dropFirst(count)
        progress = MonotonicClock.milliseconds()
      } else if MonotonicClock.milliseconds() - progress > server.limits.responseSeconds * 1_000 {
        return false
      }
    }
    return true
  }

  private func log(_ head: HTTPRequestHead, _ response: HTTPResponse, peer: String, start: Int) {
    server.log(
      AccessLogEntry(
        peer: peer, method: head.method.rawValue, target: head.target, status: response.status,
        bytes: response.body.count, milliseconds: MonotonicClock.milliseconds() - start))
  }
}
