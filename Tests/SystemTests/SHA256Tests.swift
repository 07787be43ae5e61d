import Foundation
import SystemSupport
import Testing

struct SHA256Tests {
  /// FIPS 180-2, appendix B.
  @Test func `the hashes are those of the standard`() {
    #expect(
      SHA256.hexadecimal(Data("abc".utf8))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    let million = Data(repeating: UInt8(ascii: "a"), count: 1_000_000)
    // The first ones in this program, the others by the system's library.
    for _ in 1...8 {
      #expect(
        SHA256.hexadecimal(million) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }
  }

  @Test(arguments: [0, 1, 55, 56, 63, 64, 65, 4_095, 4_096, 4_097, 65_537, 5_000_000])
  func `a message has the same hash in one piece and in several`(count: Int) {
    let message = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) })
    for step in [1_000, 4_096, 100_003] {
      var hash = SHA256()
      for start in stride(from: 0, to: count, by: step) {
        hash.update(message[start..<min(start + step, count)])
      }
      let pieces = hash.finish()
      #expect(SHA256.hash(message) == pieces)
    }
  }
}
