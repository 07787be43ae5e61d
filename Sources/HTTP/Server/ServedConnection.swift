import Foundation
import SystemSupport

/// One connection: reads requests, has them answered in order, and sends the responses.
///
/// It belongs to one event loop and is used on its thread only. `advance` goes on as far as it can without waiting; each
/// event that it waits for leads to another call.
final class ServedConnection {
  enum Phase {
    /// Waits for a request, or reads its head.
    case head
    case contents
    /// The session makes the response.
    case responding
    case sending
    /// After an error response: discards what the client still sends, until it notices. Closing with unread bytes would
    /// reset the connection, and the client's system would discard the response.
    case draining
  }

  /// The state of the connection after its turn.
  enum Outcome {
    /// It waits for an event or a deadline.
    case waits
    /// It has more to do, after the other connections.
    case hasMore
    case closed
  }

  enum Step {
    case proceed
    case wait
    case close
  }

  let token: UInt64
  let socket: Socket
  /// The address at the other end.
  let peer: String
  /// The client of a request that no proxy has forwarded.
  private let directClient: TrustedProxies.Client
  let place: ClientShares.Place?
  let server: HTTPServer
  var parser: HTTPParser
  var phase = Phase.head
  var output = ConnectionOutput()
  var exchange: ServedExchange
  var canRead = true
  /// Whether the client has closed its sending direction.
  var hasEnded = false
  var isBroken = false
  private var isFinishing = false
  /// Whether the client may still send a request that was rejected.
  var mustDrain = false
  /// Whether the client has begun to send a request.
  var hasBegun = false
  /// How many bytes of the loop's buffer are the request, where they may be all of it.
  private var wholeRequest = 0
  /// Start of the idle time, in milliseconds.
  var idleStart: Int
  /// Start of the period in which the rate of sending is averaged, and what was sent before.
  var period = (start: 0, sent: 0)
  /// When `deadlinePassed` has to be called, in milliseconds; a long time for never.
  var deadline: Int

  init(
    _ socket: Socket, peer: String, place: ClientShares.Place?, token: UInt64, server: HTTPServer, now: Int
  ) {
    (self.socket, self.peer, self.place, self.token, self.server) = (socket, peer, place, token, server)
    parser = HTTPParser(limits: server.limits)
    directClient = server.client(of: HTTPRequestHead(), peer: peer)
    exchange = ServedExchange(HTTPRequestHead(), directClient, now: now)
    idleStart = now
    deadline = now + server.limits.idleSeconds * 1_000
  }

  /// Start of the idle time in milliseconds; nil while a request is read or served.
  var idleSince: Int? {
    guard case .head = phase, !hasBegun else { return nil }
    return idleStart
  }

  var mustClose: Bool { isFinishing || server.isStopping }

  /// Bytes within `responseSeconds` that are progress, however high the least rate is.
  static let leastProgress = 1 << 20

  /// Pieces of a slow response, one a second.
  static let slowPieces = 8

  /// Enough for a request with its response; a client with thousands of requests in one packet lets others go first.
  private static let stepsPerTurn = 16

  // MARK: Events

  /// The socket's readiness has changed.
  func note(_ event: EventQueue.Event) {
    if event.is_readable != 0 { canRead = true }
    if event.has_ended != 0 { hasEnded = true }
    if event.is_broken != 0 { isBroken = true }
  }

  /// Goes on until the connection waits, or has done so much that others are to go first.
  func advance(_ loop: LoopThread) -> Outcome {
    // Other connections have used the buffer since.
    wholeRequest = 0
    for _ in 0..<Self.stepsPerTurn {
      let step =
        switch phase {
        case .head, .contents: read(loop)
        case .responding: awaitResponse(loop)
        case .sending: send(loop)
        case .draining: drain(loop)
        }
      switch step {
      case .proceed: continue
      case .wait: return .waits
      case .close: return close(loop)
      }
    }
    return .hasMore
  }

  /// Closes the connection: at once if it is idle, otherwise after the current response.
  func finish(_ loop: LoopThread) -> Outcome {
    isFinishing = true
    return idleSince == nil ? .waits : close(loop)
  }

  /// The response that the session has made.
  func receive(_ response: HTTPResponse, _ body: HeldBody?, loop: LoopThread) -> Outcome {
    guard case .responding = phase else { return .waits }
    exchange.task = nil
    if response.delivery == .reset {
      exchange.begin(response, nil, keepsAlive: false)
      logResponse(loop)
      socket.reset()
      return .closed
    }
    begin(ReadyResponse(response), body, loop: loop)
    return advance(loop)
  }

  /// The deadline has passed: the connection closes, or gets a new deadline.
  func deadlinePassed(_ loop: LoopThread) -> Outcome {
    switch phase {
    case .head where hasBegun:
      reject(HTTPError(408, "Timeout while the request head was received", section: "RFC 9110 §15.5.9"), loop)
    case .contents:
      do throws(HTTPError) {
        try exchange.contents?.checkRate(now: loop.now)
        deadline = loop.now + 1_000
        return .waits
      } catch {
        reject(error, loop)
      }
    case .sending where exchange.delivery == .slow: break
    case .sending where isFastEnough(loop.now): return .waits
    case .responding where !hasEnded:
      deadline = .max
      return .waits
    default: return close(loop)
    }
    return advance(loop)
  }

  private func close(_ loop: LoopThread) -> Outcome {
    if case .sending = phase { logResponse(loop) }
    exchange.task?.cancel()
    socket.close()
    return .closed
  }

  // MARK: Reading

  private func read(_ loop: LoopThread) -> Step {
    if !hasBegun, !parser.hasUnread { return isBroken || mustClose ? .close : receive(loop) }
    do throws(HTTPError) {
      switch try parser.next() {
      case .head(let head):
        begin(head, loop)
        return .proceed
      case .content(let data):
        try exchange.contents?.append(data)
        return .proceed
      case .end:
        try respond(loop)
        return .proceed
      case nil: break
      }
    } catch {
      reject(error, loop)
      return .proceed
    }
    if !hasBegun, parser.isInsideRequest {
      hasBegun = true
      deadline = loop.now + server.limits.headSeconds * 1_000
    }
    if isBroken || !hasBegun && mustClose { return .close }
    return receive(loop)
  }

  private func receive(_ loop: LoopThread) -> Step {
    guard canRead else { return .wait }
    switch socket.receive(into: loop.buffer) {
    case .bytes(let count):
      // Fewer bytes than fit are all there were; the end of the stream may follow.
      canRead = count == loop.buffer.count || hasEnded
      let received = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(loop.buffer)[..<count])
      if sendPrepared(to: received, loop) { return .proceed }
      parser.append(received)
      return .proceed
    case .nothing:
      canRead = false
      return .wait
    case .ended: return .close
    }
  }

  /// Begins to send the response that equal bytes had before. Returns false where there is none, and the bytes have to be
  /// parsed.
  private func sendPrepared(to received: UnsafeRawBufferPointer, _ loop: LoopThread) -> Bool {
    wholeRequest = 0
    guard !hasBegun, place != nil, !mustClose, !parser.hasUnread, PreparedResponses.mayContain(received)
    else {
      return false
    }
    wholeRequest = received.count
    guard let prepared = loop.preparedResponse(to: received) else { return false }
    exchange = ServedExchange(prepared.head, directClient, now: loop.now)
    exchange.begin(prepared.response, nil, keepsAlive: true)
    exchange.isPrepared = true
    send(prepared.bytes, loop)
    return true
  }

  private func begin(_ head: HTTPRequestHead, _ loop: LoopThread) {
    hasBegun = true
    phase = .contents
    exchange = ServedExchange(head, server.client(of: head, peer: peer), now: loop.now)
    exchange.contents = ReceivedContents(
      server: server, client: IPAddress.clientNetwork(exchange.client.address), now: loop.now)
    deadline = loop.now + 1_000
    guard head.expectsContinue, !parser.hasUnread else { return }
    if let refusal = server.refusal(of: exchange) {
      // Whether the contents follow all the same is not known.
      mustDrain = true
      return begin(ReadyResponse(refusal), nil, loop: loop)
    }
    hold(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8))
    _ = output.send(to: socket, buffer: loop.buffer)
  }
}

/// How a connection answers a request, from its last byte to the last byte of the response.
extension ServedConnection {
  func respond(_ loop: LoopThread) throws(HTTPError) {
    // After the contents, so that a malformed request is reported as such for any host.
    guard server.allowsHost(of: exchange.head, from: exchange.client) else {
      throw HTTPError(421, server.misdirectedReason, section: "RFC 9110 §15.5.20")
    }
    if place == nil { exchange.place = try server.place(of: exchange.client) }
    if exchange.head.target == "*" { return begin(ReadyResponse(HTTPResponse(status: 204)), nil, loop: loop) }
    let contents = try exchange.contents?.whole() ?? Data()
    var client = exchange.client
    // A request of HTTP/1.0 may name no host: URLs in its response begin with the address that it was sent to.
    if exchange.head.authority.isEmpty, client.host == nil { client.host = socket.localAddress?.authority }
    let request = HTTPRequest(exchange.head, contents: contents, client: client)
    if let ready = server.readySession?.readyResponse(to: request, at: loop.moment) {
      begin(ready, nil, loop: loop)
      if wholeRequest > 0, !parser.hasUnread, exchange.keepsAlive, exchange.head.method == .get,
        !exchange.head.authority.isEmpty
      {
        loop.prepare(ready, to: exchange.head, wholeRequest)
      }
      return
    }
    phase = .responding
    deadline = .max
    let (server, loop, token) = (server, loop.handle, token)
    exchange.task = Task {
      let (response, body) = await server.heldResponse(to: request)
      loop.send(.response(response, body, to: token))
    }
  }

  /// A client that has closed its sending direction may wait for the response, or may have left. Work for a read is ended
  /// after some seconds; a change goes on, since its client would not know whether it was made.
  func awaitResponse(_ loop: LoopThread) -> Step {
    if isBroken { return .close }
    if hasEnded, deadline == .max {
      let isRead = [.get, .head].contains(exchange.head.method)
      deadline = loop.now + (isRead ? server.limits.halfClosedSeconds : server.limits.responseSeconds) * 1_000
    }
    return .wait
  }

  /// Answers a request that is not accepted, and closes the connection afterwards, since the start of the next request is
  /// not known.
  func reject(_ error: HTTPError, _ loop: LoopThread) {
    // A head that is not complete names no client.
    if case .head = phase {
      exchange = ServedExchange(parser.head, directClient, now: loop.now)
    }
    mustDrain = true
    let request = HTTPRequest(exchange.head, contents: Data(), client: exchange.client)
    begin(ReadyResponse(server.response(to: error, of: request)), nil, loop: loop)
  }

  /// Begins to send a response: small contents together with the head.
  ///
  /// - Parameter body: The contents of a large response; nil for one that has no such.
  func begin(_ ready: ReadyResponse, _ body: HeldBody?, loop: LoopThread) {
    exchange.begin(ready.response, body, keepsAlive: exchange.head.keepsAlive && !mustClose && !mustDrain)
    let isSlow = exchange.delivery == .slow
    loop.encode(
      ready.start, exchange, contents: exchange.sendsContents && !isSlow ? ready.response.body : Data())
    send(loop.encoded, loop)
    if isSlow, exchange.sendsContents { hold(ready.response.body) }
    if let body, exchange.sendsContents { output.append(body) }
  }

  /// Begins to send the exchange's response, whose first bytes are encoded.
  private func send(_ bytes: [UInt8], _ loop: LoopThread) {
    phase = .sending
    (exchange.sendingStart, exchange.sentBefore) = (loop.now, output.sent)
    period = (loop.now, output.sent)
    deadline = loop.now + server.limits.responseSeconds * 1_000
    let sent = output.isEmpty ? bytes.withUnsafeBytes { socket.send($0) } ?? 0 : 0
    if sent < bytes.count { hold(Data(bytes[sent...])) }
  }

  /// Holds bytes that the socket has not taken. Without room for them the connection ends, and the client notices that the
  /// response is incomplete.
  private func hold(_ bytes: Data) {
    do throws(HTTPError) {
      output.append(try HeldBody(bytes, of: exchange.client.address, server: server))
    } catch {
      isBroken = true
    }
  }

  func send(_ loop: LoopThread) -> Step {
    if isBroken { return .close }
    var share = ConnectionOutput.share
    if exchange.delivery == .slow {
      guard loop.now >= exchange.nextPiece else { return .wait }
      share = max(1, (exchange.contentLength + Self.slowPieces - 1) / Self.slowPieces)
      exchange.nextPiece = loop.now + 1_000
      deadline = exchange.nextPiece
    }
    switch output.send(to: socket, buffer: loop.buffer, atMost: share) {
    case .done: return responseIsSent(loop)
    case .full: return .wait
    case .more: return .proceed
    case .broken: return .close
    }
  }

  private func responseIsSent(_ loop: LoopThread) -> Step {
    logResponse(loop)
    let keepsAlive = exchange.keepsAlive
    exchange = ServedExchange(HTTPRequestHead(), directClient, now: loop.now)
    guard keepsAlive else {
      phase = .draining
      guard mustDrain || parser.hasUnread else { return .close }
      deadline = loop.now + 2_000
      socket.finishSending()
      return .proceed
    }
    phase = .head
    hasBegun = false
    // The received bytes hold more than the next request.
    wholeRequest = 0
    // The next request may have been sent later than the others of this moment.
    if parser.hasUnread { loop.moment.end() }
    idleStart = loop.now
    deadline = loop.now + server.limits.idleSeconds * 1_000
    return .proceed
  }

  /// Whether the client takes the response at the least rate. Sets the next deadline.
  func isFastEnough(_ now: Int) -> Bool {
    let limits = server.limits
    let seconds = limits.responseSeconds
    guard now - period.start >= seconds * 1_000 else { return true }
    let least = min(seconds * limits.bodyRate, Self.leastProgress)
    guard output.sent - period.sent >= least,
      output.sent - exchange.sentBefore >= limits.leastBytes(after: now - exchange.sendingStart)
    else { return false }
    period = (now, output.sent)
    deadline = now + seconds * 1_000
    return true
  }

  func drain(_ loop: LoopThread) -> Step {
    guard canRead, !isBroken else { return isBroken ? .close : .wait }
    switch socket.receive(into: loop.buffer) {
    case .bytes: return .proceed
    case .nothing:
      canRead = false
      return .wait
    case .ended: return .close
    }
  }

  func logResponse(_ loop: LoopThread) {
    let milliseconds = loop.now - exchange.start
    loop.counts.note(
      route: server.status.route(of: exchange.head.target), status: exchange.status,
      milliseconds: milliseconds, isPrepared: exchange.isPrepared)
    var entry = AccessLogEntry(
      peer: exchange.client.address, method: exchange.head.method.rawValue, target: exchange.head.target,
      status: exchange.status, bytes: exchange.contentLength, milliseconds: milliseconds)
    if let reason = exchange.reason {
      entry.reason = reason
      entry.isLocal = TrustedProxies.isLocal(exchange.client.address, exchange.head.headers)
    }
    server.log(entry)
  }
}
