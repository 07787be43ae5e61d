/// The IP addresses whose first bits are the same (RFC 4632 §3.1, RFC 4291 §2.3): `10.0.0.0/8`, or one address.
package struct IPNetwork: Sendable, Equatable {
  private let address: IPAddress
  /// How many of the first bits are the same.
  private let bits: Int

  /// Reads an address, or an address, a slash and a number of bits. Nil for other text, and where the address has bits
  /// beyond that number: `10.0.0.1/8` may mean one address or sixteen million.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard let address = IPAddress(parts[0]) else { return nil }
    let count = address.bytes.count * 8
    var bits = count
    if parts.count > 1 {
      guard parts.count == 2, let number = Int(parts[1]), String(number) == parts[1], number <= count,
        address.hasOnlyZeros(after: number)
      else { return nil }
      bits = number
    }
    // ::ffff:10.0.0.0/104 is 10.0.0.0/8.
    let unmapped = address.unmapped
    self.address = bits >= count - unmapped.bytes.count * 8 ? unmapped : address
    self.bits = bits - (count - self.address.bytes.count * 8)
  }

  private init(_ bytes: [UInt8], bits: Int) {
    address = IPAddress(bytes: bytes)
    self.bits = bits
  }

  /// 127.0.0.0/8 and ::1 (RFC 1122 §3.2.1.3, RFC 4291 §2.5.3).
  package static let loopback = [
    IPNetwork([127, 0, 0, 0], bits: 8), IPNetwork([UInt8](repeating: 0, count: 15) + [1], bits: 128),
  ]

  /// Whether the network has an address. IPv4 addresses that are mapped into IPv6 count as IPv4.
  package func contains(_ address: IPAddress) -> Bool {
    address.unmapped.isIn(self.address.bytes, bits: bits)
  }
}

extension IPAddress {
  fileprivate func hasOnlyZeros(after bits: Int) -> Bool {
    guard bits >= 0 else { return false }
    return (bits..<bytes.count * 8).allSatisfy { index in
      let bit: UInt8 = 0x80 >> UInt8(index % 8)
      return bytes[index / 8] & bit == 0
    }
  }
}
