import Foundation
import SystemSupport

/// The request line and fields of a request (RFC 9112 §2 to §6).
package struct HTTPRequestHead: Sendable, Equatable {
  /// How the contents are delimited (RFC 9112 §6).
  package enum Framing: Sendable, Equatable {
    case none
    /// In bytes.
    case length(Int)
    case chunked
  }

  package private(set) var method = HTTPMethod(rawValue: "-")
  /// The target in origin form, whatever form was sent; `*` for the server as a whole.
  package private(set) var target = "-"
  /// The requested host and port, from the target or the Host field; empty for an HTTP/1.0 client without one.
  package private(set) var authority = ""
  package private(set) var headers: HTTPHeaders = [:]
  /// How the end of the contents is found.
  package private(set) var framing = Framing.none
  /// Whether the client keeps the connection open for another request. Always false for HTTP/1.0, whose `keep-alive` is
  /// not interoperable (RFC 9112 §C.2.2).
  package private(set) var keepsAlive = true
  /// Whether the client waits for 100 (Continue) before it sends the contents (RFC 9110 §10.1.1).
  package private(set) var expectsContinue = false
  private var minorVersion = 1

  /// The head of a request that has not been parsed, or could not be; method and target are `-`.
  init() {}

  /// Whether the contents are a form with files.
  package var isUpload: Bool {
    headers[.contentType]?.lowercased().hasPrefix("multipart/form-data") == true
  }
}

extension HTTPRequestHead {
  /// Parses `GET /path HTTP/1.1`.
  init(requestLine line: ArraySlice<UInt8>) throws(HTTPError) {
    guard let first = line.firstIndex(of: .space), let last = line.lastIndex(of: .space), first < last,
      !line[(first + 1)..<last].contains(.space)
    else {
      throw HTTPError(400, "The request line is not method, target and version", section: "RFC 9112 §3")
    }
    guard line[..<first].isToken else {
      throw HTTPError(400, "The method is not a token", section: "RFC 9110 §9.1")
    }
    method = HTTPMethod(rawValue: String(decoding: line[..<first], as: UTF8.self))
    try readVersion(line[(last + 1)...])
    let target = try RequestTarget(line[(first + 1)..<last], method: method)
    self.target = target.originForm
    authority = target.authority ?? ""
  }

  private mutating func readVersion(_ bytes: ArraySlice<UInt8>) throws(HTTPError) {
    let start = bytes.startIndex
    guard bytes.count == 8, bytes.starts(with: "HTTP/".utf8), bytes[start + 6] == .dot,
      bytes[start + 5].isDigit, bytes[start + 7].isDigit
    else { throw HTTPError(400, "Invalid HTTP version", section: "RFC 9112 §2.3") }
    guard bytes[start + 5] == UInt8(ascii: "1") else {
      throw HTTPError(505, "Only HTTP/1.1 and HTTP/1.0 are supported", section: "RFC 9110 §15.6.6")
    }
    minorVersion = Int(bytes[start + 7] - .zero)
    keepsAlive = minorVersion > 0
  }

  mutating func append(fieldLine line: ArraySlice<UInt8>) throws(HTTPError) {
    let (name, value) = try Self.field(line)
    headers.append(HTTPField.Name(name), value)
  }

  /// Parses `Name: value`.
  static func field(_ line: ArraySlice<UInt8>) throws(HTTPError) -> (name: String, value: String) {
    guard line.first?.isBlank != true else {
      throw HTTPError(400, "A header field is folded over two lines", section: "RFC 9112 §5.2")
    }
    guard let colon = line.firstIndex(of: .colon) else {
      throw HTTPError(400, "A header field has no colon", section: "RFC 9112 §5")
    }
    guard line[..<colon].isToken else {
      throw HTTPError(
        400, "A header field name is not a token, or a space precedes its colon", section: "RFC 9112 §5.1")
    }
    let value = line[(colon + 1)...].trimmingBlanks
    guard value.allSatisfy(\.isFieldCharacter) else {
      throw HTTPError(400, "A header field contains a control character", section: "RFC 9110 §5.5")
    }
    return (
      String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self).streamSafe
    )
  }

  /// Validates the fields as a whole, and sets the properties that depend on them.
  mutating func finish() throws(HTTPError) {
    try readHost()
    try checkSingleFields()
    try readFraming()
    if headers[.connection] != nil,
      headers.members(of: .connection).contains(where: { $0.equalsIgnoringCase("close") })
    {
      keepsAlive = false
    }
    if framing != .none,
      headers.members(of: .contentEncoding).contains(where: { !$0.equalsIgnoringCase("identity") })
    {
      throw HTTPError(
        415, "Unsupported Content-Encoding: send the contents as they are", section: "RFC 9110 §8.4")
    }
    guard let expectation = headers[.expect] else { return }
    guard expectation.equalsIgnoringCase("100-continue") else {
      throw HTTPError(
        417, "Unsupported Expect field: only 100-continue is supported", section: "RFC 9110 §10.1.1")
    }
    expectsContinue = minorVersion > 0 && framing != .none
  }

  /// Refuses a second field of those that a proxy could read otherwise.
  private func checkSingleFields() throws(HTTPError) {
    for name in [HTTPField.Name.authorization, .idempotencyKey] where headers.count(of: name) > 1 {
      throw HTTPError(400, "More than one \(name.rawValue) field", section: "RFC 9110 §5.3")
    }
  }

  private mutating func readHost() throws(HTTPError) {
    guard headers.count(of: .host) <= 1 else {
      throw HTTPError(400, "More than one Host field", section: "RFC 9112 §3.2")
    }
    guard let host = headers[.host] else {
      guard minorVersion == 0 else { throw HTTPError(400, "Missing Host field", section: "RFC 9112 §3.2") }
      return
    }
    guard host.isEmpty || Array(host.utf8)[...].isAuthority else {
      throw HTTPError(400, "Invalid Host field", section: "RFC 9112 §3.2")
    }
    // A host in the target takes precedence over the field (§3.2.2).
    if authority.isEmpty { authority = host }
  }

  private mutating func readFraming() throws(HTTPError) {
    guard headers[.transferEncoding] != nil else { return try readLength() }
    guard headers[.contentLength] == nil else {
      throw HTTPError(400, "Both Content-Length and Transfer-Encoding are present", section: "RFC 9112 §6.1")
    }
    guard minorVersion > 0 else {
      throw HTTPError(400, "Transfer-Encoding is not part of HTTP/1.0", section: "RFC 9112 §6.1")
    }
    let names = headers.values(for: .transferEncoding).joined(separator: ",")
      .split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingBlanks }
    guard names.last?.equalsIgnoringCase("chunked") == true,
      names.filter({ $0.equalsIgnoringCase("chunked") }).count == 1
    else { throw HTTPError(400, "The last transfer coding is not chunked", section: "RFC 9112 §6.3") }
    guard names.count == 1 else {
      throw HTTPError(501, "Unsupported transfer coding: only chunked is supported", section: "RFC 9112 §6.1")
    }
    framing = .chunked
  }

  private mutating func readLength() throws(HTTPError) {
    guard let text = headers[.contentLength] else { return }
    guard headers.count(of: .contentLength) == 1, !text.isEmpty, text.utf8.count <= 18,
      text.utf8.allSatisfy(\.isDigit),
      let length = Int(text)
    else { throw HTTPError(400, "Invalid Content-Length", section: "RFC 9112 §6.3") }
    framing = length == 0 ? .none : .length(length)
  }
}
