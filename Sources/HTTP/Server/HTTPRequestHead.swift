import Foundation

/// What a request says before its contents (RFC 9112 §2 to §6).
package struct HTTPRequestHead: Sendable, Equatable {
  /// How the end of the contents is found.
  package enum Framing: Sendable, Equatable {
    case none
    case length(Int)
    case chunked
  }

  package private(set) var method = HTTPMethod(rawValue: "-")
  /// In origin form, whatever form it came in; `*` for the server as a whole.
  package private(set) var target = "-"
  /// The host that is asked, from the target or the Host field; empty for a client of HTTP/1.0 that names none.
  package private(set) var authority = ""
  package private(set) var headers: HTTPHeaders = [:]
  package private(set) var framing = Framing.none
  /// Whether the client keeps the connection for another request. One of HTTP/1.0 never does: what its `keep-alive` meant
  /// was never agreed on (RFC 9112 §C.2.2).
  package private(set) var keepsAlive = true
  /// Whether the client waits for a word before it sends the contents (RFC 9110 §10.1.1).
  package private(set) var expectsContinue = false
  private var minorVersion = 1

  /// That of a request of which nothing is known yet, or nothing could be understood.
  init() {}

  /// Whether the contents are a form with files.
  package var isUpload: Bool {
    headers["Content-Type"]?.lowercased().hasPrefix("multipart/form-data") == true
  }
}

extension HTTPRequestHead {
  /// Reads `GET /path HTTP/1.1`.
  init(requestLine line: ArraySlice<UInt8>) throws(HTTPError) {
    let words = line.split(separator: 0x20, omittingEmptySubsequences: false)
    guard words.count == 3 else {
      throw HTTPError(400, "The request line is not method, target and version", "RFC 9112 §3")
    }
    guard words[0].isToken else { throw HTTPError(400, "The method is not a token", "RFC 9110 §9.1") }
    method = HTTPMethod(rawValue: String(decoding: words[0], as: UTF8.self))
    try readVersion(words[2])
    let target = try RequestTarget(words[1], method: method)
    self.target = target.originForm
    authority = target.authority ?? ""
  }

  private mutating func readVersion(_ bytes: ArraySlice<UInt8>) throws(HTTPError) {
    let version = Array(bytes)
    guard version.count == 8, version.starts(with: "HTTP/".utf8), version[6] == 0x2E, version[5].isDigit,
      version[7].isDigit
    else { throw HTTPError(400, "The version is not HTTP and two digits", "RFC 9112 §2.3") }
    guard version[5] == 0x31 else {
      throw HTTPError(505, "Only HTTP/1.1 and 1.0 are spoken here", "RFC 9110 §15.6.6")
    }
    minorVersion = Int(version[7] - 0x30)
    keepsAlive = minorVersion > 0
  }

  mutating func append(fieldLine line: ArraySlice<UInt8>) throws(HTTPError) {
    let (name, value) = try Self.field(line)
    headers.append(name, value)
  }

  /// Reads `Name: value`.
  static func field(_ line: ArraySlice<UInt8>) throws(HTTPError) -> (name: String, value: String) {
    guard line.first != 0x20, line.first != 0x09 else {
      throw HTTPError(400, "A field goes on over a second line", "RFC 9112 §5.2")
    }
    guard let colon = line.firstIndex(of: 0x3A) else {
      throw HTTPError(400, "A field has no colon", "RFC 9112 §5")
    }
    guard line[..<colon].isToken else {
      throw HTTPError(
        400, "A field's name is not a token, or a space stands before its colon", "RFC 9112 §5.1")
    }
    let value = line[(colon + 1)...].trimmingBlanks
    guard value.allSatisfy(\.isFieldCharacter) else {
      throw HTTPError(400, "A field holds a control character", "RFC 9110 §5.5")
    }
    return (String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self))
  }

  /// Draws from the fields what they say of the message itself.
  mutating func finish() throws(HTTPError) {
    try readHost()
    try readFraming()
    let options = headers.values(for: "Connection").flatMap { $0.split(separator: ",") }
    if options.contains(where: { $0.trimmingBlanks.equalsIgnoringCase("close") }) { keepsAlive = false }
    guard let expectation = headers["Expect"] else { return }
    guard expectation.equalsIgnoringCase("100-continue") else {
      throw HTTPError(417, "Only 100-continue can be expected", "RFC 9110 §10.1.1")
    }
    expectsContinue = minorVersion > 0 && framing != .none
  }

  private mutating func readHost() throws(HTTPError) {
    let hosts = headers.values(for: "Host")
    guard hosts.count <= 1 else { throw HTTPError(400, "There are two Host fields", "RFC 9112 §3.2") }
    guard let host = hosts.first else {
      guard minorVersion == 0 else { throw HTTPError(400, "The Host field is missing", "RFC 9112 §3.2") }
      return
    }
    guard host.isEmpty || Array(host.utf8)[...].isAuthority else {
      throw HTTPError(400, "The Host field is not a host", "RFC 9112 §3.2")
    }
    // A target that names the host says more than the field (§3.2.2).
    if authority.isEmpty { authority = host }
  }

  private mutating func readFraming() throws(HTTPError) {
    let lengths = headers.values(for: "Content-Length")
    let codings = headers.values(for: "Transfer-Encoding")
    guard !codings.isEmpty else { return try readLength(lengths) }
    guard lengths.isEmpty else {
      throw HTTPError(400, "There are both a Content-Length and a Transfer-Encoding", "RFC 9112 §6.1")
    }
    guard minorVersion > 0 else {
      throw HTTPError(400, "HTTP/1.0 has no Transfer-Encoding", "RFC 9112 §6.1")
    }
    let names = codings.joined(separator: ",").split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.trimmingBlanks }
    guard names.last?.equalsIgnoringCase("chunked") == true,
      names.filter({ $0.equalsIgnoringCase("chunked") }).count == 1
    else { throw HTTPError(400, "The contents do not end with chunked coding", "RFC 9112 §6.3") }
    guard names.count == 1 else {
      throw HTTPError(501, "Only the transfer coding chunked is known", "RFC 9112 §6.1")
    }
    framing = .chunked
  }

  private mutating func readLength(_ lengths: [String]) throws(HTTPError) {
    guard let text = lengths.first else { return }
    guard lengths.count == 1, !text.isEmpty, text.utf8.count <= 18, text.utf8.allSatisfy(\.isDigit),
      let length = Int(text)
    else { throw HTTPError(400, "The Content-Length is not one number", "RFC 9112 §6.3") }
    framing = length == 0 ? .none : .length(length)
  }
}
