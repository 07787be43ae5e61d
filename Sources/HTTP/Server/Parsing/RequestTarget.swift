/// The target of a request line (RFC 9112 §3.2), in any of its four forms.
struct RequestTarget {
  /// Path and query, `/things?size=2`, or `*`.
  let originForm: String
  /// The host and port of an absolute target; nil for other forms.
  let authority: String?

  init(_ bytes: ArraySlice<UInt8>, method: HTTPMethod) throws(HTTPError) {
    if method.rawValue == "CONNECT" {
      throw HTTPError(501, "CONNECT is not supported", section: "RFC 9110 §9.3.6")
    }
    if bytes.elementsEqual("*".utf8) {
      guard method.rawValue == "OPTIONS" else {
        throw HTTPError(400, "The target '*' requires OPTIONS", section: "RFC 9112 §3.2.4")
      }
      originForm = "*"
      authority = nil
      return
    }
    var path = bytes
    var host: String?
    if bytes.first != .slash {
      (host, path) = try Self.split(absoluteForm: bytes)
    }
    guard path.isPercentEncoded else {
      throw HTTPError(
        400, "The target contains characters that must be percent-encoded", section: "RFC 9112 §3.2.1")
    }
    originForm = (path.first == .slash ? "" : "/") + String(decoding: path, as: UTF8.self)
    authority = host
  }

  /// Splits the absolute form, `http://host/path`, which is meant for proxies and which every server must accept
  /// (§3.2.2).
  private static func split(
    absoluteForm bytes: ArraySlice<UInt8>
  ) throws(HTTPError) -> (host: String, path: ArraySlice<UInt8>) {
    let invalid = HTTPError(400, "The target is neither a path nor an http URL", section: "RFC 9112 §3.2")
    let lowercased = bytes.prefix(8).map(\.asciiLowercased)
    guard let scheme = ["http://", "https://"].first(where: { lowercased.starts(with: $0.utf8) }) else {
      throw invalid
    }
    let rest = bytes.dropFirst(scheme.utf8.count)
    let end = rest.firstIndex { $0 == .slash || $0 == .questionMark } ?? rest.endIndex
    guard rest[..<end].isAuthority else { throw invalid }
    return (String(decoding: rest[..<end], as: UTF8.self), rest[end...])
  }
}
