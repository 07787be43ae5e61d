/// The checksum of a PNG chunk (PNG, third edition, annex D), computed bit by bit: the chunks written here have a few
/// bytes.
struct CRC32 {
  let value: UInt32

  init(_ bytes: some Sequence<UInt8>) {
    var register: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      register ^= UInt32(byte)
      for _ in 0..<8 {
        register = register & 1 == 0 ? register >> 1 : register >> 1 ^ 0xEDB8_8320
      }
    }
    value = ~register
  }

  /// Big-endian, as in a file.
  var bytes: [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }
}
