import SystemSupport

/// The reverse proxies whose `X-Forwarded-For`, `-Proto` and `-Host` a server believes.
///
/// Any client can send these fields. They are read only where the other side of the connection is a trusted proxy.
package struct TrustedProxies: Sendable, Equatable {
  private let networks: [IPNetwork]
  /// Whether the other side of a Unix domain socket is trusted.
  private let trustsSocket: Bool

  /// The programs of this machine: loopback addresses, and clients of a Unix domain socket.
  package static let local = TrustedProxies(networks: IPNetwork.loopback, trustsSocket: true)

  /// Reads addresses, networks and `unix`, separated by commas: `192.0.2.1,10.0.0.0/8,unix`. Nil where one of them is
  /// none of these.
  package init?(_ list: String) {
    let names = list.split(separator: ",", omittingEmptySubsequences: false)
    let networks = names.filter { $0 != Self.socketPeer }.map { IPNetwork($0) }
    guard !networks.contains(nil) else { return nil }
    self.init(networks: networks.compactMap(\.self), trustsSocket: names.contains { $0 == Self.socketPeer })
  }

  private init(networks: [IPNetwork], trustsSocket: Bool) {
    self.networks = networks
    self.trustsSocket = trustsSocket
  }

  /// The address of a client of a Unix domain socket, as `HTTPRequest.peer` has it.
  private static let socketPeer = "unix"

  /// The request fields that the client is read from, as far as responses depend on them.
  package static let fields: [HTTPField.Name] = [.forwardedHost, .forwardedProto]

  /// The sender of a request, and the scheme and host that it addresses, as proxies forward them.
  package struct Client: Sendable, Equatable {
    /// Numeric text, equal for equal addresses; or what stands for the other side of the connection.
    package var address: String
    /// `http` or `https`; nil for that of the connection.
    package var scheme: String?
    /// Host and port, not validated; nil for those of the request.
    package var host: String?
  }

  /// The client of a request.
  ///
  /// Each proxy appends the address that it was connected from to `X-Forwarded-For`. The client is therefore the
  /// right-most address that is not a trusted proxy's; what stands to the left of it was sent by that client. Text that is
  /// not an address was not appended by a proxy: then the client is the proxy that let it pass.
  ///
  /// - Parameter peer: The other side of the connection: numeric text, or `unix`.
  package func client(peer: String, headers: HTTPHeaders) -> Client {
    let connected = IPAddress(peer)?.unmapped
    var client = Client(address: connected?.text ?? peer)
    guard trusts(peer: peer) else { return client }
    for hop in headers.members(of: .forwardedFor).reversed() where !hop.isEmpty {
      guard let address = Self.address(hop) else { break }
      client.address = address.text
      if !trusts(address) { break }
    }
    // The nearest proxy adds the last value.
    let scheme = headers.members(of: .forwardedProto).last?.lowercased()
    client.scheme = ["http", "https"].first { $0 == scheme }
    client.host = headers.members(of: .forwardedHost).last { !$0.isEmpty }
    return client
  }

  /// Whether a client is on this machine: its request was sent over a loopback address and not forwarded. At a Unix domain
  /// socket the other side is a proxy as a rule, which may forward requests without a word about it.
  package static func isLocal(_ client: String, _ headers: HTTPHeaders) -> Bool {
    guard let address = IPAddress(client) else { return false }
    return IPNetwork.loopback.contains { $0.contains(address) }
      && !forwardingFields.contains { headers[$0] != nil }
  }

  /// The fields of which proxies add at least one.
  private static let forwardingFields: [HTTPField.Name] = [
    .forwardedFor, .forwardedHost, .forwardedProto, "Forwarded", "X-Real-IP", "Via",
  ]

  /// Whether the other side of a connection is a trusted proxy.
  func trusts(peer: String) -> Bool {
    IPAddress(peer).map { trusts($0) } ?? (trustsSocket && peer == Self.socketPeer)
  }

  private func trusts(_ address: IPAddress) -> Bool {
    networks.contains { $0.contains(address) }
  }

  /// Reads an address with an optional port: `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]:80`.
  private static func address(_ hop: String) -> IPAddress? {
    guard let colon = hop.lastIndex(of: ":"),
      hop.hasPrefix("[") ? !hop.hasSuffix("]") : hop.firstIndex(of: ":") == colon
    else { return IPAddress(hop)?.unmapped }
    let port = hop[hop.index(after: colon)...].utf8
    guard (1...5).contains(port.count), port.allSatisfy(\.isDigit) else { return nil }
    return IPAddress(hop[..<colon])?.unmapped
  }
}
