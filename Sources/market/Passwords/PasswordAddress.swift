import Foundation
import HTTP
import OpenMarket

/// The address of a market, normalized to select the password file for it.
struct PasswordAddress: Equatable {
  /// The normalized address: an absolute path, or a URL with scheme and host in lower case (RFC 3986 §6.2.2.1) and
  /// without a slash at the end.
  let name: String

  init(_ place: Settings.Place) {
    name =
      switch place {
      case .server(let url): url.normalized
      case .embedded(.file(let path)): URL(filePath: path).resolvingSymlinksInPath().standardizedFileURL.path
      case .embedded(.memory): StoreLocation.memory.description
      }
  }

  /// An address that was read from a password file.
  init(name: String) {
    self.name = name
  }

  /// Whether the market is on this machine: a store, or a server at a loopback address. The identity that such a market
  /// sends is trusted.
  var isLocal: Bool {
    guard let url = serverURL, url.unixSocket == nil else { return true }
    return ServedHosts.isLoopback((url.host() ?? "").trimmingCharacters(in: ["[", "]"]))
  }

  /// Whether both are the same store, or have the same origin (RFC 6454 §4).
  func isSameOrigin(as other: PasswordAddress) -> Bool {
    guard let url = serverURL, let otherURL = other.serverURL else { return name == other.name }
    return url.scheme == otherURL.scheme && url.host() == otherURL.host()
      && url.effectivePort == otherURL.effectivePort
  }

  private var serverURL: URL? {
    guard let url = URL(string: name), let scheme = url.scheme,
      ["http", "https", "http+unix"].contains(scheme)
    else {
      return nil
    }
    return url
  }
}

extension URL {
  fileprivate var effectivePort: Int? { port ?? ["http": 80, "https": 443][scheme ?? ""] }

  fileprivate var normalized: String {
    guard unixSocket == nil, var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else {
      return absoluteString
    }
    let host = parts.encodedHost
    parts.scheme = scheme?.lowercased()
    parts.encodedHost = host?.lowercased()
    while parts.path.hasSuffix("/") { parts.path.removeLast() }
    return parts.string ?? absoluteString
  }
}
