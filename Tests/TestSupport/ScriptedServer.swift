package import Foundation

/// A server on the loopback interface that sends exact bytes, valid HTTP or not.
///
/// It listens on a port that the system chooses, from its creation until it is released. A connection may have many
/// requests; for each one the script returns the steps of the response.
package final class ScriptedServer: Sendable {
  package enum Step: Sendable {
    case send(Data)
    case pause(Duration)
    /// Waits until a condition holds.
    case until(@Sendable () -> Bool)
    /// Closes the connection.
    case close
    /// Resets the connection (RST).
    case reset
    /// Sends nothing more until the client disconnects or the server stops.
    case stall

    package static func send(_ text: String) -> Step { .send(Data(text.utf8)) }

    /// A complete response, with its Content-Length.
    package static func respond(_ status: String, _ headers: [String] = [], body: String = "") -> Step {
      let lines = ["HTTP/1.1 \(status)"] + headers + ["Content-Length: \(body.utf8.count)", "", body]
      return .send(lines.joined(separator: "\r\n"))
    }
  }

  /// The server's reaction to a request that has `Expect: 100-continue` (RFC 9110 §10.1.1).
  package enum Expectation: Sendable {
    /// It sends 100 (Continue) and reads the body.
    case met
    /// It sends nothing and reads the body.
    case ignored
    /// It performs these steps instead of the script's and does not read the body.
    case failed([Step])
  }

  /// A request as it was received.
  package struct Received: Sendable, Equatable {
    /// Request line and fields, including the empty line.
    package let head: String
    /// The body as sent, including chunk lines.
    package let body: Data

    package var line: String { head.components(separatedBy: "\r\n")[0] }

    /// The first value of a field.
    package func field(_ name: String) -> String? {
      head.components(separatedBy: "\r\n").dropFirst()
        .first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
        .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
    }
  }

  package typealias Script = @Sendable (Received) -> [Step]

  package let port: UInt16
  private let received = Locked<[Received]>([])
  private let connections = Locked((all: 0, open: 0))
  private let isStopped = Locked(false)

  /// Starts the server.
  ///
  /// - Parameters:
  ///   - greeting: The steps on every connection before the first request.
  ///   - pause: How long the server waits after each 64 KiB of a body.
  package init(
    greeting: [Step] = [], expectation: Expectation = .met, pause: Duration = .zero,
    _ script: @escaping Script
  ) throws {
    let listener = try LoopbackSocket.listening()
    port = try listener.port()
    let (received, connections, isStopped) = (received, connections, isStopped)
    Thread.detachNewThread {
      while let socket = listener.accept(until: isStopped) {
        connections.withLock { $0 = ($0.all + 1, $0.open + 1) }
        let connection = ScriptedConnection(
          socket: socket, isStopped: isStopped, expectation: expectation, pause: pause)
        Thread.detachNewThread {
          connection.run(greeting) { request in
            received.withLock { $0.append(request) }
            return script(request)
          }
          connections.withLock { $0.open -= 1 }
        }
      }
      listener.close()
    }
  }

  deinit { stop() }

  /// `127.0.0.1:port`.
  package var authority: String { "127.0.0.1:\(port)" }

  /// All requests so far, in the order in which they were read.
  package var requests: [Received] { received.value }

  /// The number of connections so far.
  package var connectionCount: Int { connections.value.all }

  /// The number of connections that neither side has closed.
  package var openConnectionCount: Int { connections.value.open }

  package func stop() {
    isStopped.withLock { $0 = true }
  }
}

/// One connection of a scripted server.
private struct ScriptedConnection {
  let socket: LoopbackSocket
  let isStopped: Locked<Bool>
  let expectation: ScriptedServer.Expectation
  let pause: Duration

  func run(_ greeting: [ScriptedServer.Step], _ script: ScriptedServer.Script) {
    for step in greeting where !perform(step) { return }
    var pending = Data()
    while let head = nextHead(&pending) {
      let request = ScriptedServer.Received(head: head, body: Data())
      let steps: [ScriptedServer.Step]
      if case .failed(let failing) = expectation, request.field("Expect") != nil {
        _ = script(request)
        steps = failing
      } else {
        guard let body = body(of: request, &pending) else { break }
        steps = script(ScriptedServer.Received(head: head, body: body))
      }
      for step in steps where !perform(step) { return }
    }
    socket.close()
  }

  /// Runs a step. Returns false when the connection is closed.
  private func perform(_ step: ScriptedServer.Step) -> Bool {
    switch step {
    case .send(let data):
      if socket.send(data) { return true }
    case .pause(let duration):
      let end = ContinuousClock.now + duration
      while ContinuousClock.now < end, !isStopped.value { Thread.sleep(forTimeInterval: 0.005) }
      return true
    case .until(let condition):
      while !condition(), !isStopped.value { Thread.sleep(forTimeInterval: 0.005) }
      return true
    case .reset:
      socket.resetWhenClosed()
    case .stall:
      while socket.receive(until: isStopped) != nil {}
    case .close:
      break
    }
    socket.close()
    return false
  }

  private func nextHead(_ pending: inout Data) -> String? {
    while true {
      if let end = pending.range(of: Data("\r\n\r\n".utf8))?.upperBound {
        let head = String(decoding: pending[..<end], as: UTF8.self)
        pending = Data(pending[end...])
        return head
      }
      guard let more = socket.receive(until: isStopped) else { return nil }
      pending.append(more)
    }
  }

  private func body(of request: ScriptedServer.Received, _ pending: inout Data) -> Data? {
    if request.field("Expect") != nil, case .met = expectation {
      _ = socket.send(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8))
    }
    let length = request.field("Content-Length").flatMap { Int($0) }
    let isChunked = request.field("Transfer-Encoding") != nil
    while isChunked ? pending.range(of: Data("0\r\n\r\n".utf8)) == nil : pending.count < length ?? 0 {
      guard let more = socket.receive(until: isStopped) else { return nil }
      pending.append(more)
      if pause > .zero { Thread.sleep(forTimeInterval: pause / .seconds(1)) }
    }
    let body = pending.prefix(isChunked ? pending.count : length ?? 0)
    pending = Data(pending.dropFirst(body.count))
    return Data(body)
  }
}
