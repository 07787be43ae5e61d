/// The checksum of a PNG chunk (PNG, third edition, annex D), a bit at a time: what is written here is a few bytes long.
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

  /// As in a file, the highest byte first.
  var bytes: [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }
}
