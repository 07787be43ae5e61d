package import Foundation

/// What of an address stands in a request.
extension URL {
  /// `host` or `host:port`, without a user and with brackets around an IPv6 address; nil where there is no host.
  package var authority: String? {
    guard let host = host(), !host.isEmpty else { return nil }
    let bracketed = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    return port.map { "\(bracketed):\($0)" } ?? bracketed
  }

  /// Path and query, percent-encoded; a fragment stays behind.
  package var target: String {
    let path = path(percentEncoded: true)
    let query = query(percentEncoded: true).map { "?" + $0 } ?? ""
    return (path.hasPrefix("/") ? path : "/" + path) + query
  }
}
