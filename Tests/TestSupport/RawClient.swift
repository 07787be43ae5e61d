package import Foundation

/// A client that sends exactly the given bytes, valid or not, and parses the responses. It waits at most a
/// `WaitLimit` for a byte and then throws, so that a test fails instead of hanging.
package final class RawClient: Sendable {
  private let socket: LoopbackSocket
  private let received = Locked(Data())
  private let start = Date()

  /// Connects to 127.0.0.1. With a small window the server's buffers fill soon when nothing is read.
  package init(port: Int, window: Int32? = nil) throws {
    socket = try LoopbackSocket.connected(port: port, window: window)
  }

  deinit { socket.close() }

  @discardableResult
  package func send(_ text: String) async throws -> Bool {
    try await send(Data(text.utf8))
  }

  /// Returns whether the system accepted all bytes.
  @discardableResult
  package func send(_ data: Data) async throws -> Bool {
    try await onThread { [socket] in socket.send(data) }
  }

  /// Sends the pieces with pauses between them, until all are sent or the connection is closed.
  package func send(_ pieces: [String], every pause: Duration) async throws {
    try await onThread { [socket] in
      for piece in pieces {
        guard socket.send(Data(piece.utf8)) else { return }
        Thread.sleep(forTimeInterval: pause / .seconds(1))
      }
    }
  }

  /// Closes the sending direction.
  package func finishSending() {
    socket.finishSending()
  }

  /// The next response, interim ones included, with LF for CRLF and `*` for a valid Date; the received bytes when
  /// they are not a complete response; nil at the end of the connection. The response to HEAD has no contents,
  /// whatever its length.
  package func response(
    toHEAD: Bool = false, fileID: String = #fileID, line: Int = #line
  ) async throws -> String? {
    while true {
      let response = received.withLock { takeResponse(from: &$0, toHEAD: toHEAD) }
      if let response { return response }
      guard
        let more = try await onThread({ [socket] in try socket.receiveInTime(fileID: fileID, line: line) })
      else {
        let rest = received.value
        received.withLock { $0 = Data() }
        return rest.isEmpty ? nil : "cut off: " + String(decoding: rest, as: UTF8.self)
      }
      received.withLock { $0.append(more) }
    }
  }

  /// Whether the server has closed the connection, and all that it sent has been read.
  package var isAtEnd: Bool { socket.isAtEnd }

  /// All responses up to the end of the connection.
  package func responses(fileID: String = #fileID, line: Int = #line) async throws -> [String] {
    var responses: [String] = []
    while let response = try await response(fileID: fileID, line: line) { responses.append(response) }
    return responses
  }

  /// All bytes up to the end of the connection.
  package func bytes(fileID: String = #fileID, line: Int = #line) async throws -> Data {
    try await onThread { [socket, received] in
      while let more = try socket.receiveInTime(fileID: fileID, line: line) {
        received.withLock { $0.append(more) }
      }
      return received.value
    }
  }

  private func takeResponse(from data: inout Data, toHEAD: Bool) -> String? {
    guard let headEnd = data.range(of: Data("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: data[..<headEnd.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    let length = lines.first { $0.hasPrefix("Content-Length: ") }.flatMap { Int($0.dropFirst(16)) } ?? 0
    let end = headEnd.upperBound + (toHEAD ? 0 : length)
    guard end <= data.endIndex else { return nil }
    let body = String(decoding: data[headEnd.upperBound..<end], as: UTF8.self)
    data = Data(data[end...])
    return (lines.map(withoutDate) + ["", body]).joined(separator: "\n")
  }

  /// `Date: *` for a Date in the format of RFC 9110 §5.6.7, between the start of the connection and now.
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
