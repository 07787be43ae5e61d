import Foundation
import SystemSupport

/// Reads requests from a socket, and keeps the clock that slow clients run against.
struct RequestReader {
  /// What came in place of a request.
  enum Failure: Error {
    /// The other side has gone, or has asked for nothing in time: there is no one to answer.
    case ended
    case refused(HTTPError)
  }

  private let socket: Socket
  private let limits: HTTPLimits
  private var parser: HTTPParser
  /// Small until there is much to read: most connections are idle most of the time, and there may be a thousand.
  private var buffer = [UInt8](repeating: 0, count: 2 * 1_024)
  private static let largeBuffer = 16 * 1_024

  init(_ socket: Socket, limits: HTTPLimits) {
    self.socket = socket
    self.limits = limits
    parser = HTTPParser(limits: limits)
  }

  /// The next head. `isWanted` is asked, about once a second, whether to go on waiting for one to begin; `hasBegun` is
  /// told that one has.
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
          ? .ended : .refused(HTTPError(408, "The request took too long to come", "RFC 9110 §15.5.9"))
      }
      if isWaiting, !isWanted() { throw .ended }
      try receive()
    }
  }

  /// The contents that belong to the head that was read last. Every piece is announced before it is kept.
  ///
  /// The least rate is asked of every `headSeconds` anew: one fast start would else buy hours of silence.
  mutating func contents(reserve: (Int) throws(HTTPError) -> Void) throws(Failure) -> Data {
    var contents = Data()
    var window = (start: MonotonicClock.milliseconds(), count: 0)
    while true {
      switch try event() {
      case .content(let data):
        do {
          try reserve(data.count)
        } catch {
          throw .refused(error)
        }
        contents.append(data)
      case .end: return contents
      case .head, nil:
        if MonotonicClock.milliseconds() - window.start >= limits.headSeconds * 1_000 {
          guard contents.count - window.count >= limits.headSeconds * limits.bodyRate else {
            throw .refused(HTTPError(408, "The contents come too slowly", "RFC 9110 §15.5.9"))
          }
          window = (MonotonicClock.milliseconds(), contents.count)
        }
        try receive()
      }
    }
  }

  /// Reads and forgets what is still coming, for as long as a client may take to notice that it was refused: closing
  /// with bytes unread would make its system throw the answer away.
  mutating func drain() {
    socket.finishSending()
    let start = MonotonicClock.milliseconds()
    while MonotonicClock.milliseconds() - start < 2_000 {
      if case .ended = buffer.withUnsafeMutableBytes({ socket.receive(into: $0) }) { return }
    }
  }

  /// The head that was read last, or as much of it as was understood before it was refused.
  var head: HTTPRequestHead { parser.head }

  /// Whether the client has already sent something beyond the head.
  var hasContents: Bool { parser.hasUnread }

  private mutating func event() throws(Failure) -> HTTPParser.Event? {
    do {
      return try parser.next()
    } catch {
      throw .refused(error)
    }
  }

  /// Waits for bytes, for a second at most.
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
