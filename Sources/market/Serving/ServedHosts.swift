import Foundation
import HTTP

/// The host names that a server accepts in requests.
///
/// Another name is a mistake, or DNS rebinding: a web page whose name was changed to this machine's address, in order
/// to read what only this machine may read.
struct ServedHosts {
  private let names: Set<String>

  init(host: String, publicURL: URL?) {
    names = Set(["localhost", host.lowercased(), publicURL?.host()?.lowercased()].compactMap(\.self))
  }

  /// - Parameter authority: The value of a Host field: a name or an address, with an optional port.
  func contain(_ authority: String) -> Bool {
    guard !authority.isEmpty else { return true }
    let host = Self.host(of: authority.lowercased())
    // Every address is accepted: rebinding needs a name.
    if Self.isAddress(host) { return true }
    // `%6C` is `l`, also in a host (RFC 3986 §6.2.2.2).
    return host.percentDecoded.map { names.contains($0.lowercased()) } == true
  }

  /// Whether only this machine can reach the host.
  static func isLoopback(_ host: String) -> Bool {
    let host = host.lowercased()
    return host == "localhost" || host == "::1" || host.hasPrefix("127.") && isAddress(host)
  }

  private static func host(of authority: String) -> String {
    if authority.hasPrefix("[") { return String(authority.dropFirst().prefix { $0 != "]" }) }
    return String(authority.prefix { $0 != ":" })
  }

  private static func isAddress(_ host: String) -> Bool {
    if host.contains(":") { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }
}
