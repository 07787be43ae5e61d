import Foundation

/// Reads requests from a socket, and keeps the clock that slow clients run against.
struct RequestReader {
  /// What came in place of a request.
  enum Failure: Error {
    /// The other side has gone, or has asked for nothing in time: there is no one to answer.
    case ended
    case refused(HTTPRefusal)
  }

  private let socket: Socket
  private let limits: HTTPLimits
  private var parser: HTTPParser
  private var buffer = [UInt8](repeating: 0, count: 16 * 1_024)

  init(_ socket: Socket, limits: HTTPLimits) {
    self.socket = socket
    self.limits = limits
    parser = HTTPParser(limits: limits)
  }

  /// The next head. `isWanted` is asked, about once a second, whether to go on waiting for one to begin; `hasBegun` is
  /// told that one has.
  mutating func head(while isWanted: () -> Bool, hasBegun: () -> Void) throws(Failure) -> HTTPRequestHead {
    var isWaiting = !parser.isInsideRequest
    var start = Clock.milliseconds()
    if !isWaiting { hasBegun() }
    while true {
      if case .head(let head)? = try event() { return head }
      let limit = isWaiting ? limits.idleSeconds : limits.headSeconds
      guard Clock.milliseconds() - start < limit * 1_000 else {
        throw isWaiting
          ? .ended : .refused(HTTPRefusal(408, "The request took too long to come", "RFC 9110 §15.5.9"))
      }
      if isWaiting, !isWanted() { throw .ended }
      guard try receive() else { continue }
      if isWaiting {
        isWaiting = false
        start = Clock.milliseconds()
        hasBegun()
      }
    }
  }

  /// The contents that belong to the head that was read last. Every piece is announced before it is kept.
  mutating func contents(
    framing: HTTPRequestHead.Framing, reserve: (Int) throws(HTTPRefusal) -> Void
  ) throws(Failure) -> Data {
    var contents = Data()
    if case .length(let length) = framing {
      try refusing { () throws(HTTPRefusal) in try reserve(length) }
      contents.reserveCapacity(length)
    }
    let start = Clock.milliseconds()
    while true {
      switch try event() {
      case .content(let data):
        if framing == .chunked { try refusing { () throws(HTTPRefusal) in try reserve(data.count) } }
        contents.append(data)
      case .end: return contents
      case .head, nil:
        let seconds = (Clock.milliseconds() - start) / 1_000
        guard contents.count >= (seconds - limits.headSeconds) * limits.bodyRate else {
          throw .refused(HTTPRefusal(408, "The contents come too slowly", "RFC 9110 §15.5.9"))
        }
        _ = try receive()
      }
    }
  }

  /// Reads and forgets what is still coming, for as long as a client may take to notice that it was refused: closing
  /// with bytes unread would make its system throw the answer away.
  mutating func drain() {
    socket.finishSending()
    let start = Clock.milliseconds()
    var left = 1 << 20
    while left > 0, Clock.milliseconds() - start < 2_000 {
      switch buffer.withUnsafeMutableBytes({ socket.receive(into: $0) }) {
      case .bytes(let count): left -= count
      case .nothing: continue
      case .ended: return
      }
    }
  }

  /// Whether the client has already sent something beyond the head.
  var hasContents: Bool { parser.hasUnread }

  private mutating func event() throws(Failure) -> HTTPParser.Event? {
    do {
      return try parser.next()
    } catch {
      throw .refused(error)
    }
  }

  /// Whether anything came.
  private mutating func receive() throws(Failure) -> Bool {
    switch buffer.withUnsafeMutableBytes({ socket.receive(into: $0) }) {
    case .bytes(let count):
      parser.append(buffer[..<count])
      return true
    case .nothing: return false
    case .ended: throw .ended
    }
  }

  private func refusing(_ work: () throws(HTTPRefusal) -> Void) throws(Failure) {
    do {
      try work()
    } catch {
      throw .refused(error)
    }
  }
}
