import Foundation

extension URL {
  /// `host` or `host:port` as it stands in a request; brackets around an IPv6 address are kept.
  var authority: String? {
    guard let host = host(percentEncoded: true), !host.isEmpty else { return nil }
    let bracketed = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    return port.map { "\(bracketed):\($0)" } ?? bracketed
  }
}
