import Foundation

/// The hosts that a server answers for. A name that is none of its own is either a mistake or a web page that has had
/// its name changed to this machine's address, to read what only this machine may.
struct ServedHosts {
  private let names: Set<String>

  init(host: String, publicURL: URL?) {
    names = Set(["localhost", host.lowercased(), publicURL?.host()?.lowercased()].compactMap(\.self))
  }

  /// - Parameter authority: A Host field: a name or address, and perhaps a port.
  func contain(_ authority: String) -> Bool {
    guard !authority.isEmpty else { return true }
    let host = Self.host(of: authority.lowercased())
    // An address is nobody's name: no one can make it point elsewhere.
    return names.contains(host) || Self.isAddress(host)
  }

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
