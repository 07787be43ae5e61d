import SystemSupport

/// The head of a response, read line by line as it arrives (RFC 9112 §4, §5). Strict: a response that two programs could
/// read in two ways is an error.
package struct ResponseHead {
  /// The status code of the latest head; 0 before the first.
  package private(set) var status = 0
  private var fields: [HTTPField] = []
  /// Whether the latest head has ended.
  private var hasEnded = false
  /// The bytes of all heads and trailers so far, so that an endless sequence of interim responses ends.
  private var size = 0
  private var fieldCount = 0
  private let limits: ClientLimits

  package init(limits: ClientLimits) {
    self.limits = limits
  }

  /// Whether nothing of the final head has arrived.
  var isEmpty: Bool { status == 0 || hasEnded && !isComplete }

  /// Whether the head of the final response has arrived; those before it are interim (1xx, RFC 9110 §15.2).
  package var isComplete: Bool { hasEnded && status >= 200 }

  /// The fields of the latest head.
  package var headers: HTTPHeaders { HTTPHeaders(fields) }

  /// The announced length of the contents in bytes; nil without one, and where contents are never sent (RFC 9112 §6.3).
  private(set) var contentLength: Int?

  /// Reads the next line, with its line end.
  package mutating func append(_ line: some BidirectionalCollection<UInt8>) throws(SessionError) {
    size += line.count
    fieldCount += 1
    guard size <= limits.headSize, fieldCount <= limits.fieldCount else { throw .headTooLarge }
    // The fields after the contents are trailers: none has a meaning here. But another head follows where libcurl has
    // repeated the request, without `Expect` after 417 (RFC 9110 §10.1.1).
    if isComplete, !line.starts(with: "HTTP/".utf8) { return }
    var text = Array(line)[...]
    if text.last == .lineFeed { text.removeLast() }
    if text.last == .carriageReturn { text.removeLast() }
    if status == 0 || hasEnded {
      try begin(text)
    } else if text.isEmpty {
      hasEnded = true
      contentLength = try checkedLength()
    } else {
      try appendField(text)
    }
  }

  /// A status line, `HTTP/1.1 200 OK` or `HTTP/2 200`.
  private mutating func begin(_ line: ArraySlice<UInt8>) throws(SessionError) {
    let parts = line.split(separator: .space, maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count >= 2, parts[0].starts(with: "HTTP/".utf8), parts[1].count == 3,
      parts[1].allSatisfy(\.isDigit), let code = Int(String(decoding: parts[1], as: UTF8.self)), code >= 100,
      line.allSatisfy(\.isFieldCharacter)
    else { throw .malformedHead(.statusLine) }
    // No request asks for another protocol (RFC 9110 §15.2.2).
    guard code != 101 else { throw .malformedHead(.other) }
    status = code
    fields = []
    contentLength = nil
    hasEnded = false
  }

  private mutating func appendField(_ line: ArraySlice<UInt8>) throws(SessionError) {
    guard line.allSatisfy(\.isFieldCharacter) else { throw .malformedHead(.controlCharacter) }
    // A continuation of the field before (RFC 9112 §5.2): obsolete, and to be read as one space.
    if let first = line.first, first.isBlank, let last = fields.popLast() {
      fields.append(HTTPField(last.name, (last.value + " " + text(line)).trimmingBlanks))
      return
    }
    guard let colon = line.firstIndex(of: .colon), line[..<colon].isToken else {
      throw .malformedHead(.field)
    }
    let name = HTTPField.Name(String(decoding: line[..<colon], as: UTF8.self))
    fields.append(HTTPField(name, text(line[line.index(after: colon)...])))
  }

  private func text(_ value: ArraySlice<UInt8>) -> String {
    String(decoding: value, as: UTF8.self).streamSafe.trimmingBlanks
  }

  /// Where contents end must not be in doubt (RFC 9112 §6.3).
  private func checkedLength() throws(SessionError) -> Int? {
    let headers = headers
    guard headers[.contentLength] != nil else { return nil }
    let lengths = Set(headers.members(of: .contentLength))
    guard lengths.count == 1, let text = lengths.first, text.utf8.allSatisfy(\.isDigit),
      let length = Int(text),
      headers[.transferEncoding] == nil
    else { throw .malformedHead(.contentLength) }
    return [204, 304].contains(status) ? nil : length
  }
}
