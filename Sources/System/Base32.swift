/// Base32 (RFC 4648 §6): capital letters and the digits 2 to 7, without padding.
package enum Base32 {
  package static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

  /// The last `5 * count` bits of a number, the highest first.
  package static func characters(_ bits: UInt64, count: Int) -> [UInt8] {
    var characters: [UInt8] = []
    characters.reserveCapacity(count)
    append(bits, count: count, to: &characters)
    return characters
  }

  /// Adds the last `5 * count` bits of a number to characters.
  package static func append(_ bits: UInt64, count: Int, to characters: inout [UInt8]) {
    for position in 1...count {
      characters.append(alphabet[Int(bits >> UInt64(5 * (count - position)) & 31)])
    }
  }
}
