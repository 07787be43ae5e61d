package import Foundation

/// A request as a value (RFC 9110): what is asked, of whom, and with what.
package struct HTTPRequest: Sendable, Equatable {
  package var method: HTTPMethod
  /// `https`, in lower case; nil where the session knows whom it asks.
  package var scheme: String?
  /// `host` or `host:port`; nil where the session knows whom it asks.
  package var authority: String?
  /// The request target in origin form (RFC 9112 §3.2.1): percent-encoded path and query, `/things/1?size=20`.
  package var target: String
  package var headers: HTTPHeaders
  package var body: HTTPBody
  /// The network address of who asks, where the request came over a socket.
  package var peer: String?
  /// Where to tell how much of the body has been sent, while it is read from disk.
  package var progress: TransferProgress?

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

  /// The target's path, percent-decoded component by component, without empty components: `["things", "1"]`.
  /// Nil when a component is not percent-encoded UTF-8.
  package var pathComponents: [String]? {
    var components: [String] = []
    for component in target.prefix(while: { $0 != "?" }).split(separator: "/") {
      guard let decoded = String(component).removingPercentEncoding else { return nil }
      components.append(decoded)
    }
    return components
  }

  /// The target's query as names and values, in order, percent-decoded, `+` read as a space the way forms
  /// write it (WHATWG URL §5.1). What is not percent-encoded UTF-8 is left out.
  package var queryItems: [URLQueryItem] {
    guard let mark = target.firstIndex(of: "?") else { return [] }
    return target[target.index(after: mark)...].split(separator: "&").compactMap { pair in
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { $0.replacing("+", with: " ").removingPercentEncoding }
      guard let name = halves.first ?? nil else { return nil }
      guard halves.count == 2 else { return URLQueryItem(name: name, value: nil) }
      return halves[1].map { URLQueryItem(name: name, value: $0) }
    }
  }

  /// The absolute URL of the request; nil when scheme, authority and target do not make one.
  package var url: URL? {
    guard let scheme, let authority, target.hasPrefix("/") else { return nil }
    return URL(string: "\(scheme)://\(authority)\(target)")
  }
}
