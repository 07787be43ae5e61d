import Foundation
import Synchronization
import SystemSupport

/// One connection, served on a thread of its own: requests one after the other, in the order in which they came.
final class HTTPConnection: Sendable {
  private let socket: Socket
  private let server: HTTPServer
  private let executor = ThreadExecutor()
  /// Not the server's: a thousand connections would wait for each other to read the clock.
  private let date = DateField()
  /// When it began to wait for a request, in nanoseconds of the monotonic clock; 0 while it serves one.
  private let idleStart = Atomic<Int>(MonotonicClock.nanoseconds())
  private let isGivenUp = Atomic<Bool>(false)

  init(_ socket: Socket, server: HTTPServer) {
    self.socket = socket
    self.server = server
  }

  /// Since when nothing is asked of it; nil while something is, and when it is about to end.
  var idleSince: Int? {
    let start = idleStart.load(ordering: .relaxed)
    return start == 0 || mustClose ? nil : start
  }

  private var mustClose: Bool { isGivenUp.load(ordering: .relaxed) || server.isStopping }

  /// Ends the connection: at once if it is idle, else with the answer under way. Only to be called while the socket is
  /// certain to be open.
  func finish() {
    isGivenUp.store(true, ordering: .relaxed)
    if idleStart.load(ordering: .relaxed) != 0 { socket.wake() }
  }

  /// Serves the connection to its end; `willClose` is called before the socket is closed.
  func serve(willClose: () -> Void) {
    let peer = socket.peer
    var reader = RequestReader(socket, limits: server.limits)
    while serveRequest(from: &reader, peer: peer) {
      idleStart.store(MonotonicClock.nanoseconds(), ordering: .relaxed)
    }
    willClose()
    socket.close()
  }

  /// Whether another request may follow.
  private func serveRequest(from reader: inout RequestReader, peer: String) -> Bool {
    do {
      let head = try reader.head(while: { !mustClose }) {
        idleStart.store(0, ordering: .relaxed)
      }
      let start = MonotonicClock.milliseconds()
      if head.expectsContinue, !reader.hasContents, !send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) {
        return false
      }
      var response = try answer(head, from: &reader, peer: peer)
      let held = hold(&response)
      defer { server.answers.release(held) }
      let keepsAlive = head.keepsAlive && !mustClose
      let isSent = send(response, to: head.method, keepsAlive: keepsAlive)
      log(head, response, peer: peer, start: start)
      return isSent && keepsAlive
    } catch RequestReader.Failure.refused(let refusal) {
      let response = HTTPResponse(refusal)
      let isSent = send(response, to: reader.head.method, keepsAlive: false)
      log(reader.head, response, peer: peer, start: MonotonicClock.milliseconds())
      if isSent { reader.drain() }
      return false
    } catch {
      return false
    }
  }

  /// Reads the contents, and has them answered. They count against the server's budget up to then.
  private func answer(
    _ head: HTTPRequestHead, from reader: inout RequestReader, peer: String
  ) throws(RequestReader.Failure) -> HTTPResponse {
    let server = server
    var held = 0
    defer { server.uploads.release(held) }
    let contents = try reader.contents { count throws(HTTPError) in
      try server.uploads.reserve(count, addingTo: &held)
    }
    // Only now: what is no request at all is told so, whatever host it names.
    guard server.allowsHost(head.authority) else {
      throw .refused(HTTPError(421, "This server does not answer for that host", "RFC 9110 §15.5.20"))
    }
    if head.target == "*" { return HTTPResponse(status: 204) }
    let request = HTTPRequest(head, contents: contents, peer: peer)
    return executor.run { await server.answer(request) }
  }

  /// Counts a large answer against the server's budget for as long as it takes to send, since some who ask for one
  /// take their time. Returns how much it counts; where that is too much, a refusal takes the answer's place. Small ones
  /// are always there.
  private func hold(_ response: inout HTTPResponse) -> Int {
    let count = response.body.count
    guard count > Self.smallAnswer else { return 0 }
    var held = 0
    do throws(HTTPError) {
      try server.answers.reserve(count, addingTo: &held)
    } catch {
      response = HTTPResponse(error)
    }
    return held
  }

  /// In bytes of contents.
  private static let smallAnswer = 1 << 16

  private func send(_ response: HTTPResponse, to method: HTTPMethod, keepsAlive: Bool) -> Bool {
    var bytes = response.head(keepsAlive: keepsAlive, date: date.text)
    guard method != .head, response.mayHaveContents else { return send(bytes) }
    // One packet is better than two where both fit; an image is not copied for that.
    guard response.body.count > Self.smallAnswer else {
      bytes += response.body
      return send(bytes)
    }
    return send(bytes) && response.body.withUnsafeBytes { send($0) }
  }

  private func send(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { send($0) }
  }

  /// Whether all of it was taken, without a pause of `answerSeconds`.
  private func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes[...]
    var progress = MonotonicClock.milliseconds()
    while !rest.isEmpty {
      guard let count = socket.send(UnsafeRawBufferPointer(rebasing: rest)) else { return false }
      if count > 0 {
        rest = rest.dropFirst(count)
        progress = MonotonicClock.milliseconds()
      } else if MonotonicClock.milliseconds() - progress > server.limits.answerSeconds * 1_000 {
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
