extension String {
  /// What one visitor is likely to have to themselves, of a network address: an IPv4 address, or the first half of an
  /// IPv6 address (RFC 6177 §2), written out, since `::` stands for zeros that may be in either half.
  var addressBlock: String {
    guard contains(":"), !contains(".") else { return self }
    let halves = split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
      .map { $0.split(separator: ":") }
    let zeros = halves.count < 2 ? 0 : max(0, 8 - halves.reduce(0) { $0 + $1.count })
    let groups = halves[0] + Array(repeating: "0", count: zeros) + halves.dropFirst().joined()
    return groups.prefix(4).joined(separator: ":")
  }
}
