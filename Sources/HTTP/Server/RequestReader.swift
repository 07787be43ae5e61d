import Foundation
import SystemSupport

/// Reads requests from a socket, with the timeouts of `HTTPLimits`.
struct RequestReader {
  /// Why there is no request.
  enum Failure: Error {
    /// The connection was closed, was idle for too long, or is no longer needed: no response is sent.
    case ended
    /// The response to send before the connection is closed.
    case invalid(HTTPError)
  }

  private let socket: Socket
  private let limits: HTTPLimits
  private var parser: HTTPParser
  /// Small at first: of a thousand connections most are idle. Grows when a read fills it.
  private var buffer = [UInt8](repeating: 0, count: 2 * 1_024)
  private static let largeBuffer = 16 * 1_024

  init(_ socket: Socket, limits: HTTPLimits) {
    self.socket = socket
    self.limits = limits
    parser = HTTPParser(limits: limits)
  }

  /// Reads the next head.
  /// - Parameters:
  ///   - isWanted: Called about once a second while no request has begun; false ends the wait.
  ///   - hasBegun: Called when the first byte has arrived.
  mutating func head(while isWanted: () -> Bool, hasBegun: () -> Void) throws(Failure) -> HTTPRequestHead {
    var isWaiting = true
    var start = MonotonicClock.milliseconds()
    while true {
      let event = try event()
      if isWaiting, parser.isInsideRequest {
        isWaiting = false
        start = MonotonicClock.milliseconds()
        hasBegun()
      }
      if case .head(let head)? = event { return head }
      let limit = isWaiting ? limits.idleSeconds : limits.headSeconds
      guard MonotonicClock.milliseconds() - start < limit * 1_000 else {
        throw isWaiting
          ? .ended
          : .invalid(HTTPError(408, "Timeout while the request head was received", "RFC 9110 §15.5.9"))
      }
      if isWaiting, !isWanted() { throw .ended }
      try receive()
    }
  }

  /// Reads the contents of the request whose head was read last.
  ///
  /// The minimum rate applies to each period of `headSeconds`: averaged over the whole time, a fast start would allow
  /// hours of silence.
  /// - Parameter reserve: Called with the size of each piece before it is stored.
  mutating func contents(reserve: (Int) throws(HTTPError) -> Void) throws(Failure) -> Data {
    var contents = Data()
    var window = (start: MonotonicClock.milliseconds(), count: 0)
    while true {
      switch try event() {
      case .content(let data):
        do {
          try reserve(data.count)
        } catch {
          throw .invalid(error)
        }
        contents.append(data)
      case .end: return contents
      case .head, nil:
        if MonotonicClock.milliseconds() - window.start >= limits.headSeconds * 1_000 {
          guard contents.count - window.count >= limits.headSeconds * limits.bodyRate else {
            throw .invalid(HTTPError(408, "The contents arrive too slowly", "RFC 9110 §15.5.9"))
          }
          window = (MonotonicClock.milliseconds(), contents.count)
        }
        try receive()
      }
    }
  }

  /// Discards incoming bytes for up to 2 s, until the client notices the error response. Closing with unread bytes
  /// would reset the connection, and the client's system would discard the response.
  mutating func drain() {
    socket.finishSending()
    let start = MonotonicClock.milliseconds()
    while MonotonicClock.milliseconds() - start < 2_000 {
      if case .ended = buffer.withUnsafeMutableBytes({ socket.receive(into: $0) }) { return }
    }
  }

  /// The head that was read last, or the part of it that was parsed before an error.
  var head: HTTPRequestHead { parser.head }

  /// Whether the client has already sent bytes behind the head.
  var hasContents: Bool { parser.hasUnread }

  private mutating func event() throws(Failure) -> HTTPParser.Event? {
    do {
      return try parser.next()
    } catch {
      throw .invalid(error)
    }
  }

  /// Waits up to a second for bytes.
  private mutating func receive() throws(Failure) {
    switch buffer.withUnsafeMutableBytes({ socket.receive(into: $0) }) {
    case .bytes(let count):
      parser.append(buffer[..<count])
      if count == buffer.count, count < Self.largeBuffer {
        buffer = [UInt8](repeating: 0, count: Self.largeBuffer)
      }
    case .nothing: break
    case .ended: throw .ended
    }
  }
}
