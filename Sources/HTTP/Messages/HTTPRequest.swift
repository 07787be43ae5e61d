package import Foundation

/// A request as a value (RFC 9110).
package struct HTTPRequest: Sendable, Equatable {
  package var method: HTTPMethod
  /// `http`, `https` or `http+unix`, in lower case; nil where the session has only one server.
  package var scheme: String?
  /// `host` or `host:port`; with `http+unix`, the percent-encoded path of the socket. Nil where the session has only one
  /// server.
  package var authority: String?
  /// The request target in origin form (RFC 9112 §3.2.1): percent-encoded path and query, `/things/1?size=20`.
  package var target: String
  /// The path below which a session is reached, `/w/cart`, and which is not in the target: URLs in its responses have it before
  /// theirs. Empty for the root.
  package var basePath = ""
  package var headers: HTTPHeaders
  /// The contents; read from memory or from files while the request is sent.
  package var body: HTTPBody
  /// The client's network address as numeric text, or `unix` for a client of a Unix domain socket; nil unless the request
  /// came over a socket.
  package var peer: String?
  /// Whether the contents of the response are not sent: a server receives HEAD as GET.
  package var omitsContents = false
  /// Reports how much of the body has been sent; nil to report nothing.
  package var progress: TransferProgress?
  /// Whether a session that has a key signs the request (see `MessageSignature`).
  package var isSigned = false
  /// The host whose response named this URL; nil where the user did. If that host is on the public internet, the request
  /// is not sent into a private network: the server could reach through the client what it cannot reach itself
  /// (CWE-918, server-side request forgery).
  package var referringHost: String?

  package init(
    _ method: HTTPMethod, scheme: String? = nil, authority: String? = nil, target: String,
    headers: HTTPHeaders = [:], body: HTTPBody = .empty
  ) {
    self.method = method
    self.scheme = scheme
    self.authority = authority
    self.target = target
    self.headers = headers
    self.body = body
  }

  /// The components of the target's path, percent-decoded one by one, without empty ones: `["things", "1"]`. Nil when
  /// a component is not percent-encoded UTF-8.
  package var pathComponents: [String]? {
    let components = target.prefix { $0 != "?" }.split(separator: "/").map(\.percentDecoded)
    return components.contains(nil) ? nil : components.compactMap(\.self)
  }

  /// The names and values of the target's query, in order, percent-decoded, with `+` as a space, as forms write it
  /// (WHATWG URL §5.1). Pairs that are not percent-encoded UTF-8 are left out.
  package var queryItems: [URLQueryItem] {
    guard let mark = target.firstIndex(of: "?") else { return [] }
    return target[target.index(after: mark)...].split(separator: "&").compactMap { pair in
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(\.formDecoded)
      guard let name = halves.first ?? nil else { return nil }
      guard halves.count == 2 else { return URLQueryItem(name: name, value: nil) }
      return halves[1].map { URLQueryItem(name: name, value: $0) }
    }
  }

  /// Whether the target's query is percent-encoded UTF-8.
  package var hasReadableQuery: Bool {
    target.drop { $0 != "?" }.split { "?&=".contains($0) }.allSatisfy { $0.formDecoded != nil }
  }

  /// The absolute URL; nil when scheme, authority and target do not make one.
  package var url: URL? {
    guard let scheme, let authority, target.hasPrefix("/") else { return nil }
    return URL(string: "\(scheme)://\(authority)\(target)")
  }
}

/// A request method: a case-sensitive token (RFC 9110 §9).
package struct HTTPMethod: RawRepresentable, Hashable, Sendable {
  /// The token as it is sent, `GET`.
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  package static let get = HTTPMethod(rawValue: "GET")
  package static let head = HTTPMethod(rawValue: "HEAD")
  package static let post = HTTPMethod(rawValue: "POST")
  package static let patch = HTTPMethod(rawValue: "PATCH")
  package static let delete = HTTPMethod(rawValue: "DELETE")
  package static let options = HTTPMethod(rawValue: "OPTIONS")
}

/// The parts of a URL that a request carries.
extension URL {
  /// `host` or `host:port`, without user information, with brackets around an IPv6 address; nil without a host.
  package var authority: String? {
    guard let host = host(), !host.isEmpty else { return nil }
    let bracketed = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    return port.map { "\(bracketed):\($0)" } ?? bracketed
  }

  /// The path of the Unix socket that a URL with the scheme `http+unix` names by its percent-encoded host; nil for other
  /// URLs.
  package var unixSocket: String? {
    guard scheme?.lowercased() == "http+unix" else { return nil }
    return host(percentEncoded: false).flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// Path and query, percent-encoded, without the fragment.
  package var target: String {
    let path = path(percentEncoded: true)
    let query = query(percentEncoded: true).map { "?" + $0 } ?? ""
    return (path.hasPrefix("/") ? path : "/" + path) + query
  }
}
