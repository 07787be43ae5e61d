import SystemSupport

/// The proxy for each address, from the environment variables that curl and most programs read: `http_proxy`,
/// `HTTPS_PROXY`, `ALL_PROXY`, `NO_PROXY` (https://everything.curl.dev/usingcurl/proxies/env.html).
///
/// libcurl would read them too. They are read here, and libcurl is told the result, since the client must know whether an
/// address that it connects to is that of a proxy.
struct ProxySettings: Sendable {
  let environment: [String: String]

  /// The proxy for a host, as it is set; nil for a direct connection.
  func proxy(scheme: String, host: String) -> String? {
    // A CGI program gets `HTTP_PROXY` from a request's `Proxy` field, so that variable counts in lower case only.
    let names =
      ["\(scheme)_proxy"] + (scheme == "http" ? [] : ["\(scheme.uppercased())_PROXY"]) + [
        "all_proxy", "ALL_PROXY",
      ]
    guard let proxy = first(of: names), !isExcepted(host) else { return nil }
    return proxy
  }

  /// Whether `NO_PROXY` names the host: `*`, a name or a domain with or without a leading dot, an address, or a network
  /// such as `192.168.0.0/16`.
  private func isExcepted(_ host: String) -> Bool {
    guard let list = first(of: ["no_proxy", "NO_PROXY"]) else { return false }
    if list == "*" { return true }
    let address = IPAddress(host)
    return list.split { $0 == "," || $0 == " " || $0 == "\t" }.contains { entry in
      if let address {
        let parts = entry.split(separator: "/", maxSplits: 1)
        guard let network = parts.first.flatMap({ IPAddress($0) }) else { return false }
        let bits = parts.count == 2 ? Int(parts[1]) : network.bytes.count * 8
        return bits.map { address.isIn(network.bytes, bits: $0) } ?? false
      }
      let name = host.withoutTrailingDot.lowercased()
      let domain = String(entry.hasPrefix(".") ? entry.dropFirst() : entry).withoutTrailingDot.lowercased()
      return !domain.isEmpty && (name == domain || name.hasSuffix("." + domain))
    }
  }

  private func first(of names: [String]) -> String? {
    names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
  }
}

extension String {
  /// A fully qualified name without the dot of the root.
  fileprivate var withoutTrailingDot: String { hasSuffix(".") ? String(dropLast()) : self }
}
