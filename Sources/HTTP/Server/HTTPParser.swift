package import Foundation

/// Reads requests (HTTP/1.1, RFC 9112) out of the bytes of a connection: bytes in, heads and contents out, or a
/// refusal. It knows no socket and no clock, and what it says does not depend on how the bytes were cut.
///
/// It is strict. Whatever two readers could understand in two ways (a line that ends in a bare LF, a second length,
/// a space before a colon) is how one request is smuggled in another, and is refused.
package struct HTTPParser {
  package enum Event: Sendable, Equatable {
    case head(HTTPRequestHead)
    /// Some of the contents, at least a byte.
    case content(Data)
    /// The request is whole.
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
    case refused(HTTPError)
  }

  private let limits: HTTPLimits
  private var state = State.requestLine
  private var buffer = LineBuffer()
  private var emptyLines = 0
  /// The request's, as far as it has been read.
  private(set) var head = HTTPRequestHead()
  private var fieldBytes = 0
  private var fieldCount = 0
  private var contentBytes = 0
  private var contentLimit = 0

  package init(limits: HTTPLimits = HTTPLimits()) {
    self.limits = limits
  }

  /// Takes the next bytes of the connection.
  package mutating func append(_ bytes: some Sequence<UInt8>) {
    buffer.append(bytes)
  }

  /// Whether a request has begun that is not whole yet.
  package var isInsideRequest: Bool {
    if case .requestLine = state { return hasUnread }
    return true
  }

  /// Whether there are bytes that have not been read yet.
  var hasUnread: Bool { !buffer.isEmpty }

  /// The next thing that the bytes say; nil when more of them are needed. Once it has refused, it refuses for ever.
  package mutating func next() throws(HTTPError) -> Event? {
    if case .refused(let refusal) = state { throw refusal }
    do throws(HTTPError) {
      while true {
        switch try step() {
        case .event(let event): return event
        case .again: continue
        case .starved: return nil
        }
      }
    } catch {
      state = .refused(error)
      throw error
    }
  }

  private enum Step {
    case event(Event)
    case again
    case starved
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
    case .refused(let refusal): throw refusal
    }
  }

  // MARK: Head

  private mutating func readRequestLine() throws(HTTPError) -> Step {
    let tooLong = HTTPError(
      414, "The request line is longer than \(limits.requestLine) bytes", "RFC 9112 §3")
    head = HTTPRequestHead()
    guard let line = try buffer.takeLine(atMost: limits.requestLine, else: tooLong) else { return .starved }
    guard !line.isEmpty else {
      // One empty line is left over by old clients after the contents before it.
      emptyLines += 1
      guard emptyLines == 1 else {
        throw HTTPError(400, "There are empty lines before the request", "RFC 9112 §2.2")
      }
      return .again
    }
    emptyLines = 0
    head = try HTTPRequestHead(requestLine: line)
    fieldBytes = 0
    fieldCount = 0
    state = .fields
    return .again
  }

  private mutating func readField() throws(HTTPError) -> Step {
    guard let line = try fieldLine() else { return .starved }
    guard line.isEmpty else {
      try head.append(fieldLine: line)
      return .again
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

  /// A line of the fields or trailers, which share one limit.
  private mutating func fieldLine() throws(HTTPError) -> ArraySlice<UInt8>? {
    let tooLarge = HTTPError(
      431, "The fields are more than \(limits.fieldCount), or longer than \(limits.fields) bytes",
      "RFC 6585 §5")
    guard let line = try buffer.takeLine(atMost: limits.fields - fieldBytes, else: tooLarge) else {
      return nil
    }
    fieldBytes += line.count + 2
    fieldCount += line.isEmpty ? 0 : 1
    guard fieldCount <= limits.fieldCount, fieldBytes <= limits.fields else { throw tooLarge }
    return line
  }

  // MARK: Contents

  private var tooLarge: HTTPError {
    HTTPError(413, "The contents are longer than \(contentLimit) bytes", "RFC 9110 §15.5.14")
  }

  private mutating func readContent(_ left: Int) -> Step {
    guard left > 0 else {
      state = .requestLine
      return .event(.end)
    }
    guard let data = buffer.take(atMost: left) else { return .starved }
    state = .content(left: left - data.count)
    return .event(.content(data))
  }

  private mutating func readChunkSize() throws(HTTPError) -> Step {
    let tooLong = HTTPError(400, "A chunk's first line is too long", "RFC 9112 §7.1.1")
    guard let line = try buffer.takeLine(atMost: 1_024, else: tooLong) else { return .starved }
    let size = try ChunkSize(line).value
    contentBytes += size
    guard size <= contentLimit, contentBytes <= contentLimit else { throw tooLarge }
    state = size == 0 ? .trailers : .chunk(left: size)
    return .again
  }

  private mutating func readChunk(_ left: Int) -> Step {
    guard left > 0 else {
      state = .chunkEnd
      return .again
    }
    guard let data = buffer.take(atMost: left) else { return .starved }
    state = .chunk(left: left - data.count)
    return .event(.content(data))
  }

  private mutating func readChunkEnd() throws(HTTPError) -> Step {
    let wrong = HTTPError(400, "A chunk is longer than its first line says", "RFC 9112 §7.1")
    guard let line = try buffer.takeLine(atMost: 0, else: wrong) else { return .starved }
    guard line.isEmpty else { throw wrong }
    state = .chunkSize
    return .again
  }

  /// Trailers are checked and dropped (RFC 9110 §6.5.1): nothing here asks for any.
  private mutating func readTrailer() throws(HTTPError) -> Step {
    guard let line = try fieldLine() else { return .starved }
    guard line.isEmpty else {
      _ = try HTTPRequestHead.field(line)
      return .again
    }
    state = .requestLine
    return .event(.end)
  }
}
