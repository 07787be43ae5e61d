import Foundation
import SystemSupport

/// How a connection answers a request, from its last byte to the last byte of the response.
extension ServedConnection {
  func respond(_ loop: LoopThread) throws(HTTPError) {
    // After the contents, so that a malformed request is reported as such for any host.
    guard server.allowsHost(of: exchange.head, from: exchange.client) else {
      throw HTTPError(421, "This server does not serve the requested host", "RFC 9110 §15.5.20")
    }
    if place == nil { exchange.place = try server.place(of: exchange.client) }
    if exchange.head.target == "*" { return begin(ReadyResponse(HTTPResponse(status: 204)), nil, loop) }
    let contents = try exchange.contents?.whole() ?? Data()
    let request = HTTPRequest(exchange.head, contents: contents, client: exchange.client)
    if let ready = server.readyResponse(to: request, in: loop.turn) { return begin(ready, nil, loop) }
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
      exchange = ServedExchange(parser.head, TrustedProxies.Client(address: peer), now: loop.now)
    }
    mustDrain = true
    begin(ReadyResponse(HTTPResponse(error)), nil, loop)
  }

  /// Begins to send a response: small contents together with the head.
  ///
  /// - Parameter body: The contents of a large response; nil for one that has no such.
  func begin(_ ready: ReadyResponse, _ body: HeldBody?, _ loop: LoopThread) {
    let response = ready.response
    phase = .sending
    exchange.begin(response, body, keepsAlive: exchange.head.keepsAlive && !mustClose && !mustDrain)
    (exchange.sendingStart, exchange.sentBefore) = (loop.now, output.sent)
    period = (loop.now, output.sent)
    deadline = loop.now + server.limits.responseSeconds * 1_000
    loop.encode(ready.start, exchange, contents: exchange.sendsContents ? response.body : Data())
    let sent = output.isEmpty ? loop.encoded.withUnsafeBytes { socket.send($0) } ?? 0 : 0
    if sent < loop.encoded.count { output.append(Data(loop.encoded[sent...])) }
    if let body, exchange.sendsContents { output.append(body) }
  }

  func send(_ loop: LoopThread) -> Step {
    if isBroken { return .close }
    switch output.send(to: socket, buffer: loop.buffer) {
    case .done: return responseIsSent(loop)
    case .full: return .wait
    case .more: return .proceed
    case .broken: return .close
    }
  }

  private func responseIsSent(_ loop: LoopThread) -> Step {
    logResponse(loop.now)
    let keepsAlive = exchange.keepsAlive
    exchange = ServedExchange(HTTPRequestHead(), TrustedProxies.Client(address: peer), now: loop.now)
    guard keepsAlive else {
      phase = .draining
      guard mustDrain || parser.hasUnread else { return .close }
      deadline = loop.now + 2_000
      socket.finishSending()
      return .proceed
    }
    phase = .head
    hasBegun = false
    // The next request may have been sent later than the others of this turn.
    if parser.hasUnread { loop.turn.end() }
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

  func logResponse(_ now: Int) {
    server.log(
      AccessLogEntry(
        peer: exchange.client.address, method: exchange.head.method.rawValue, target: exchange.head.target,
        status: exchange.status, bytes: exchange.contentLength, milliseconds: now - exchange.start))
  }
}
