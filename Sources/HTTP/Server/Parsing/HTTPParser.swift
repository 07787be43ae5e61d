package import Foundation

/// Parses the requests of a connection (HTTP/1.1, RFC 9112): bytes in, events or an error out, without sockets and
/// clocks. The events do not depend on how the bytes are split.
///
/// It is strict: what two implementations could read in two ways (a bare LF, a second length, a space before a colon)
/// allows request smuggling, and is an error.
package struct HTTPParser {
  /// A step of a request, in the order head, contents, end.
  package enum Event: Sendable, Equatable {
    /// The request line and all fields.
    case head(HTTPRequestHead)
    /// A piece of the contents, at least one byte.
    case content(Data)
    /// The request is complete.
    case end
  }

  private enum State {
    case requestLine
    case fields
    case content(left: Int)
    case chunkSize
    case chunk(left: Int)
    case chunkEnd
    case trailers
    case failed(HTTPError)
  }

  private let limits: HTTPLimits
  private var state = State.requestLine
  private var buffer = LineBuffer()
  private var emptyLines = 0
  /// The current request's head, as far as it has been parsed.
  private(set) var head = HTTPRequestHead()
  private var fieldBytes = 0
  private var fieldCount = 0
  private var contentBytes = 0
  private var contentLimit = 0

  package init(limits: HTTPLimits = HTTPLimits()) {
    self.limits = limits
  }

  /// Adds the next bytes of the connection.
  package mutating func append(_ bytes: some Sequence<UInt8>) {
    buffer.append(bytes)
  }

  /// Whether a request has begun and is not complete.
  package var isInsideRequest: Bool {
    if case .requestLine = state { return hasUnread }
    return true
  }

  /// Whether there are bytes that have not been parsed.
  var hasUnread: Bool { !buffer.isEmpty }

  /// The next event; nil when more bytes are needed. After an error, the parser throws the same error forever.
  package mutating func next() throws(HTTPError) -> Event? {
    if case .failed(let error) = state { throw error }
    do throws(HTTPError) {
      while true {
        switch try step() {
        case .event(let event): return event
        case .proceed: continue
        case .needsBytes: return nil
        }
      }
    } catch {
      state = .failed(error)
      throw error
    }
  }

  private enum Step {
    case event(Event)
    case proceed
    case needsBytes
  }

  private mutating func step() throws(HTTPError) -> Step {
    switch state {
    case .requestLine: try readRequestLine()
    case .fields: try readField()
    case .content(let left): readContent(left)
    case .chunkSize: try readChunkSize()
    case .chunk(let left): readChunk(left)
    case .chunkEnd: try readChunkEnd()
    case .trailers: try readTrailer()
    case .failed(let error): throw error
    }
  }

  // MARK: Head

  private mutating func readRequestLine() throws(HTTPError) -> Step {
    head = HTTPRequestHead()
    // The first byte of TLS (RFC 8446 §5.1), which begins no line: its client waits for an answer.
    if buffer.first == 0x16 {
      throw HTTPError(400, "This is TLS, and the server speaks HTTP: use http://", section: "RFC 9112 §3")
    }
    let limits = limits
    guard let line = try buffer.takeLine(atMost: limits.requestLine, else: .lineTooLong(limits)) else {
      return .needsBytes
    }
    guard !line.isEmpty else {
      // Old clients send an empty line after the contents of a request (RFC 9112 §2.2).
      emptyLines += 1
      guard emptyLines == 1 else {
        throw HTTPError(400, "Empty lines before the request line", section: "RFC 9112 §2.2")
      }
      return .proceed
    }
    emptyLines = 0
    head = try HTTPRequestHead(requestLine: line)
    fieldBytes = 0
    fieldCount = 0
    state = .fields
    return .proceed
  }

  private mutating func readField() throws(HTTPError) -> Step {
    guard let line = try fieldLine() else { return .needsBytes }
    guard line.isEmpty else {
      try head.append(fieldLine: line)
      return .proceed
    }
    try head.finish()
    contentBytes = 0
    contentLimit = head.isUpload ? limits.upload : limits.body
    switch head.framing {
    case .none: state = .content(left: 0)
    case .length(let length):
      guard length <= contentLimit else { throw tooLarge }
      state = .content(left: length)
    case .chunked: state = .chunkSize
    }
    return .event(.head(head))
  }

  /// Reads a line of the fields or trailers, which share one limit.
  private mutating func fieldLine() throws(HTTPError) -> ArraySlice<UInt8>? {
    let limits = limits
    guard let line = try buffer.takeLine(atMost: limits.fields - fieldBytes, else: .fieldsTooLarge(limits))
    else {
      return nil
    }
    fieldBytes += line.count + 2
    fieldCount += line.isEmpty ? 0 : 1
    guard fieldCount <= limits.fieldCount, fieldBytes <= limits.fields else { throw .fieldsTooLarge(limits) }
    return line
  }

  // MARK: Contents

  private var tooLarge: HTTPError {
    HTTPError(413, "The contents are larger than \(contentLimit) bytes", section: "RFC 9110 §15.5.14")
  }

  private mutating func readContent(_ left: Int) -> Step {
    guard left > 0 else {
      state = .requestLine
      return .event(.end)
    }
    guard let data = buffer.take(atMost: left) else { return .needsBytes }
    state = .content(left: left - data.count)
    return .event(.content(data))
  }

  private mutating func readChunkSize() throws(HTTPError) -> Step {
    let line = try buffer.takeLine(
      atMost: 1_024, else: HTTPError(400, "The line of a chunk size is too long", section: "RFC 9112 §7.1.1"))
    guard let line else { return .needsBytes }
    let size = try ChunkSize(line).value
    contentBytes += size
    guard size <= contentLimit, contentBytes <= contentLimit else { throw tooLarge }
    state = size == 0 ? .trailers : .chunk(left: size)
    return .proceed
  }

  private mutating func readChunk(_ left: Int) -> Step {
    guard left > 0 else {
      state = .chunkEnd
      return .proceed
    }
    guard let data = buffer.take(atMost: left) else { return .needsBytes }
    state = .chunk(left: left - data.count)
    return .event(.content(data))
  }

  private mutating func readChunkEnd() throws(HTTPError) -> Step {
    let invalid = HTTPError(400, "A chunk is longer than its size", section: "RFC 9112 §7.1")
    guard let line = try buffer.takeLine(atMost: 0, else: invalid) else { return .needsBytes }
    guard line.isEmpty else { throw invalid }
    state = .chunkSize
    return .proceed
  }

  /// Validates and discards trailers (RFC 9110 §6.5.1).
  private mutating func readTrailer() throws(HTTPError) -> Step {
    guard let line = try fieldLine() else { return .needsBytes }
    guard line.isEmpty else {
      _ = try HTTPRequestHead.field(line)
      return .proceed
    }
    state = .requestLine
    return .event(.end)
  }
}

extension HTTPError {
  fileprivate static func lineTooLong(_ limits: HTTPLimits) -> HTTPError {
    HTTPError(414, "The request line is longer than \(limits.requestLine) bytes", section: "RFC 9112 §3")
  }

  fileprivate static func fieldsTooLarge(_ limits: HTTPLimits) -> HTTPError {
    HTTPError(
      431, "Request header fields too large: more than \(limits.fieldCount) fields or \(limits.fields) bytes",
      section: "RFC 6585 §5")
  }
}
