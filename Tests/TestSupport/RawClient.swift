package import Foundation

/// A client that says exactly what it is told to, byte for byte, also what no decent client would say, and hears what
/// comes back. It waits at most `patience` for a byte and then throws, so that a test fails and does not hang.
package final class RawClient: Sendable {
  private let socket: LoopbackSocket
  private let heard = Locked(Data())
  private let start = Date()

  /// Connects to 127.0.0.1. With a small window the other side notices soon that nothing is read.
  package init(port: Int, window: Int32? = nil) throws {
    socket = try LoopbackSocket.connected(port: port, window: window)
  }

  deinit { socket.close() }

  @discardableResult
  package func send(_ text: String) async throws -> Bool {
    try await send(Data(text.utf8))
  }

  /// Whether the system took everything.
  @discardableResult
  package func send(_ data: Data) async throws -> Bool {
    try await onThread { [socket] in socket.send(data) }
  }

  /// Sends a piece, waits, and so on, until all are sent or the other side has gone.
  package func send(_ pieces: [String], every pause: Duration) async throws {
    try await onThread { [socket] in
      for piece in pieces {
        guard socket.send(Data(piece.utf8)) else { return }
        Thread.sleep(forTimeInterval: pause / .seconds(1))
      }
    }
  }

  /// Says that there is no more to come.
  package func finishSending() {
    socket.finishSending()
  }

  /// The next answer, an interim one too, with LF for CRLF and with `*` for the Date, if it is one; what came instead of
  /// an answer; nil at the end of the connection. The answer to HEAD has no contents, whatever its length.
  package func answer(toHEAD: Bool = false) async throws -> String? {
    while true {
      let answer = heard.withLock { takeAnswer(from: &$0, toHEAD: toHEAD) }
      if let answer { return answer }
      guard let more = try await onThread({ [socket] in try socket.receive(within: patience) }) else {
        let rest = heard.value
        heard.withLock { $0 = Data() }
        return rest.isEmpty ? nil : "cut off: " + String(decoding: rest, as: UTF8.self)
      }
      heard.withLock { $0.append(more) }
    }
  }

  /// Every answer up to the end of the connection.
  package func answers() async throws -> [String] {
    var answers: [String] = []
    while let answer = try await answer() { answers.append(answer) }
    return answers
  }

  /// Everything up to the end of the connection.
  package func bytes() async throws -> Data {
    try await onThread { [socket, heard] in
      while let more = try socket.receive(within: patience) { heard.withLock { $0.append(more) } }
      return heard.value
    }
  }

  private func takeAnswer(from data: inout Data, toHEAD: Bool) -> String? {
    guard let headEnd = data.range(of: Data("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: data[..<headEnd.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    let length = lines.first { $0.hasPrefix("Content-Length: ") }.flatMap { Int($0.dropFirst(16)) } ?? 0
    let end = headEnd.upperBound + (toHEAD ? 0 : length)
    guard end <= data.endIndex else { return nil }
    let body = String(decoding: data[headEnd.upperBound..<end], as: UTF8.self)
    data = Data(data[end...])
    return (lines.map(withoutDate) + ["", body]).joined(separator: "\n")
  }

  /// RFC 9110 §5.6.7's form, in whole seconds, and not from before the connection was made, nor from after now.
  private func withoutDate(_ line: String) -> String {
    let form = /Date: (?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z][a-z] \d{4} \d\d:\d\d:\d\d GMT/
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "'Date: 'EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    formatter.timeZone = .gmt
    guard line.wholeMatch(of: form) != nil, let date = formatter.date(from: line),
      (start.addingTimeInterval(-2)...Date()).contains(date)
    else { return line }
    return "Date: *"
  }
}
