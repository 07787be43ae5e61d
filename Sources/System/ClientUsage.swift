/// How much each client holds of what all clients share.
///
/// A client is an IPv4 address or a /64 of IPv6. A /48 counts as 16 clients: a site has 65,536 networks (RFC 6177 §2).
package struct ClientUsage: Sendable {
  private static let networksOfSite = 16

  private var networks: [String: Int] = [:]
  private var sites: [String: Int] = [:]
  /// The sum over all clients.
  package private(set) var total = 0

  package init() {}

  /// The amount of a client: that of its network or, where that is more, a sixteenth of that of its site.
  ///
  /// - Parameter client: A numeric address, or the text of `IPAddress.clientNetwork`.
  package subscript(client: String) -> Int {
    let network = IPAddress.clientNetwork(client)
    let ofSite = Self.site(of: network).map { sites[$0, default: 0] / Self.networksOfSite } ?? 0
    return max(networks[network, default: 0], ofSite)
  }

  /// Adds to what a client holds; a negative amount is given back.
  package mutating func add(_ amount: Int, of client: String) {
    let network = IPAddress.clientNetwork(client)
    networks.add(amount, to: network)
    if let site = Self.site(of: network) { sites.add(amount, to: site) }
    total += amount
  }

  /// Nil for IPv4, where sites have few addresses.
  private static func site(of network: String) -> String? {
    network.utf8.contains(UInt8(ascii: ":")) ? IPAddress.clientNetwork(network, bits: 48) : nil
  }
}

extension [String: Int] {
  fileprivate mutating func add(_ amount: Int, to key: String) {
    let sum = self[key, default: 0] + amount
    self[key] = sum == 0 ? nil : sum
  }
}
