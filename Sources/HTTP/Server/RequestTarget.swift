/// What a request line asks for (RFC 9112 §3.2), in any of its four forms.
struct RequestTarget {
  /// Path and query, `/things?size=2`, or `*`.
  let originForm: String
  /// The host, where the target names it.
  let authority: String?

  init(_ bytes: ArraySlice<UInt8>, method: HTTPMethod) throws(HTTPError) {
    if method.rawValue == "CONNECT" {
      throw HTTPError(501, "This server makes no tunnels", "RFC 9110 §9.3.6")
    }
    if bytes.elementsEqual("*".utf8) {
      guard method.rawValue == "OPTIONS" else {
        throw HTTPError(400, "Only OPTIONS can ask for '*'", "RFC 9112 §3.2.4")
      }
      originForm = "*"
      authority = nil
      return
    }
    var path = bytes
    var host: String?
    if bytes.first != 0x2F {
      (host, path) = try Self.split(absoluteForm: bytes)
    }
    guard Self.isPathAndQuery(path) else {
      throw HTTPError(400, "The target holds what has to be percent-encoded", "RFC 9112 §3.2.1")
    }
    originForm =
      path.first == 0x2F ? String(decoding: path, as: UTF8.self) : "/" + String(decoding: path, as: UTF8.self)
    authority = host
  }

  /// `http://host/path`, as it is sent to proxies and has to be understood by everyone (§3.2.2).
  private static func split(
    absoluteForm bytes: ArraySlice<UInt8>
  ) throws(HTTPError) -> (host: String, path: ArraySlice<UInt8>) {
    let wrong = HTTPError(400, "The target is no path and no address", "RFC 9112 §3.2")
    let lowercased = bytes.prefix(8).map { (65...90).contains($0) ? $0 | 0x20 : $0 }
    guard let scheme = ["http://", "https://"].first(where: { lowercased.starts(with: $0.utf8) }) else {
      throw wrong
    }
    let rest = bytes.dropFirst(scheme.utf8.count)
    let end = rest.firstIndex { $0 == 0x2F || $0 == 0x3F } ?? rest.endIndex
    guard rest[..<end].isAuthority else { throw wrong }
    return (String(decoding: rest[..<end], as: UTF8.self), rest[end...])
  }

  /// `pchar`, `/` and `?` (RFC 3986 §3.3, §3.4).
  private static func isPathAndQuery(_ bytes: ArraySlice<UInt8>) -> Bool {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      switch bytes[index] {
      case 0x25:
        guard index + 2 < bytes.endIndex, bytes[index + 1].isHexDigit, bytes[index + 2].isHexDigit else {
          return false
        }
        index += 3
      case let byte where byte.isTargetCharacter: index += 1
      default: return false
      }
    }
    return true
  }
}
