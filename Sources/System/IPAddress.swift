package import Foundation

/// An IPv4 or IPv6 address, and which part of the network it belongs to.
package struct IPAddress: Sendable, Equatable {
  /// Four or sixteen bytes in network order.
  package let bytes: [UInt8]

  /// Reads numeric text: `127.0.0.1`, `::1`, also in brackets. Nil for a name.
  package init?(_ text: some StringProtocol) {
    let text = text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : String(text)
    var (four, six) = (in_addr(), in6_addr())
    if inet_pton(AF_INET, text, &four) == 1 {
      bytes = withUnsafeBytes(of: &four) { Array($0) }
    } else if inet_pton(AF_INET6, text, &six) == 1 {
      bytes = withUnsafeBytes(of: &six) { Array($0) }
    } else {
      return nil
    }
  }

  /// The address of a socket; nil when it is of another family.
  package init?(_ address: UnsafePointer<sockaddr>) {
    let bytes = UnsafeRawPointer(address)
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      let address = bytes.assumingMemoryBound(to: sockaddr_in.self).pointee.sin_addr
      self.bytes = withUnsafeBytes(of: address) { Array($0) }
    case AF_INET6:
      let address = bytes.assumingMemoryBound(to: sockaddr_in6.self).pointee.sin6_addr
      self.bytes = withUnsafeBytes(of: address) { Array($0) }
    default:
      return nil
    }
  }

  init(bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  /// The numeric text, IPv6 in the form of RFC 5952: equal addresses have equal text.
  package var text: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let family = bytes.count == 4 ? AF_INET : AF_INET6
    guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "" }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The IPv4 address that is mapped into IPv6 (RFC 4291 §2.5.5.2), or the address itself.
  package var unmapped: IPAddress {
    bytes.count == 16 && bytes.starts(with: Self.mapped) ? IPAddress(bytes: bytes[12...]) : self
  }

  /// The network that the client with an address is likely to control, as text: an IPv4 address, or the first bits of
  /// an IPv6 address. Text that is no address is returned unchanged.
  ///
  /// - Parameter bits: 64 for the network of one client, 48 for that of a site (RFC 6177 §2).
  package static func clientNetwork(_ client: String, bits: Int = 64) -> String {
    guard let address = IPAddress(client)?.unmapped else { return client }
    guard address.bytes.count == 16 else { return address.text }
    return IPAddress(bytes: address.bytes[..<(bits / 8)] + Array(repeating: 0, count: 16 - bits / 8)).text
  }

  private static let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]

  /// Whether the address is of the public internet: not of this machine, a local network, or a special purpose
  /// (IANA's registries of special-purpose addresses, RFC 6890).
  package var isPublic: Bool {
    if let embedded { return embedded.isPublic }
    return !(bytes.count == 4 ? Self.specialIPv4 : Self.specialIPv6).contains { isIn($0.0, bits: $0.1) }
  }

  /// Whether the first bits are those of another address of the same family.
  package func isIn(_ network: [UInt8], bits: Int) -> Bool {
    guard bytes.count == network.count, (0...bytes.count * 8).contains(bits) else { return false }
    let (whole, rest) = bits.quotientAndRemainder(dividingBy: 8)
    guard bytes[..<whole] == network[..<whole] else { return false }
    return rest == 0 || (bytes[whole] ^ network[whole]) >> (8 - rest) == 0
  }

  /// The IPv4 address that an IPv6 address stands for: mapped (RFC 4291 §2.5.5.2), translated (RFC 6052) and 6to4
  /// (RFC 3056).
  private var embedded: IPAddress? {
    guard bytes.count == 16 else { return nil }
    let translated: [UInt8] = [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]
    if bytes.starts(with: Self.mapped) || bytes.starts(with: translated) {
      return IPAddress(bytes: bytes[12...])
    }
    return bytes.starts(with: [0x20, 0x02]) ? IPAddress(bytes: bytes[2..<6]) : nil
  }

  private static let specialIPv4: [([UInt8], Int)] = [
    ([0, 0, 0, 0], 8), ([10, 0, 0, 0], 8), ([100, 64, 0, 0], 10), ([127, 0, 0, 0], 8),
    ([169, 254, 0, 0], 16),
    ([172, 16, 0, 0], 12), ([192, 0, 0, 0], 24), ([192, 0, 2, 0], 24), ([192, 88, 99, 0], 24),
    ([192, 168, 0, 0], 16),
    ([198, 18, 0, 0], 15), ([198, 51, 100, 0], 24), ([203, 0, 113, 0], 24), ([224, 0, 0, 0], 3),
  ]

  private static let specialIPv6: [([UInt8], Int)] = [
    // All but global unicast, 2000::/3 (RFC 4291 §2.4); and of that the protocol assignments, Teredo among them, and
    // documentation (RFC 3849, RFC 9637).
    (prefix(0), 3), (prefix(0x40), 2), (prefix(0x80), 1), (prefix(0x20, 0x01), 23),
    (prefix(0x20, 0x01, 0x0D, 0xB8), 32), (prefix(0x3F, 0xFF), 20),
  ]

  private static func prefix(_ first: UInt8...) -> [UInt8] {
    first + [UInt8](repeating: 0, count: 16 - first.count)
  }
}

/// Where a host is in the network, by its name or address.
package enum HostAddress {
  /// Whether a host has an address that is not of the public internet.
  ///
  /// - Parameter numericOnly: Whether no name is looked up, which blocks: then only `localhost` (RFC 6761 §6.3) and
  ///   numeric text are known, old forms such as `127.1` included (inet_aton(3)).
  package static func isPrivate(_ host: String, numericOnly: Bool) -> Bool {
    let name = host.lowercased()
    if name == "localhost" || name.hasSuffix(".localhost") { return true }
    return all(of: host, numericOnly: numericOnly).contains { !$0.isPublic }
  }

  /// Empty for an unknown host.
  private static func all(of host: String, numericOnly: Bool) -> [IPAddress] {
    var hints = addrinfo()
    hints.ai_flags = numericOnly ? AI_NUMERICHOST : 0
    hints.ai_family = AF_UNSPEC
    var list: UnsafeMutablePointer<addrinfo>?
    let name = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    guard getaddrinfo(name, nil, &hints, &list) == 0, let list else { return [] }
    defer { freeaddrinfo(list) }
    return sequence(first: list) { $0.pointee.ai_next }
      .compactMap { $0.pointee.ai_addr.flatMap { IPAddress($0) } }
  }
}
