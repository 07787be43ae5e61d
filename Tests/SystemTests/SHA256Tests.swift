import Foundation
import SystemSupport
import Testing

struct SHA256Tests {
  /// FIPS 180-2, appendix B, and the empty message of NIST's test vectors (SHA256ShortMsg.rsp).
  @Test(arguments: [false, true])
  func `the hashes are those of the standard, with and without the processor's instructions`(isPortable: Bool)
  {
    for (message, digest) in [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        String(repeating: "a", count: 1_000_000),
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
      ),
    ] {
      var hash = SHA256(isPortable: isPortable)
      hash.update(Data(message.utf8))
      #expect(SHA256.hexadecimal(ofHash: hash.finish()) == digest)
    }
  }

  @Test func `secrets are equal where all of their bytes are`() {
    let secret = Array("0123456789abcdef0123456789abcdef".utf8)
    #expect(SHA256.areEqual(secret, secret) && SHA256.areEqual([], []))
    for index in secret.indices {
      for bit in 0..<8 {
        var other = secret
        other[index] ^= 1 << bit
        #expect(!SHA256.areEqual(secret, other))
        // A difference does not cancel another one.
        other[(index + 1) % other.count] ^= 1 << bit
        #expect(!SHA256.areEqual(secret, other))
      }
    }
    #expect(!SHA256.areEqual(secret, secret.dropLast()) && !SHA256.areEqual(secret, secret + [0]))
  }

  @Test(arguments: [0, 1, 55, 56, 63, 64, 65, 4_095, 4_096, 4_097, 65_537, 5_000_000])
  func `a message has the same hash in one piece and in several`(count: Int) {
    let message = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) })
    for step in [1_000, 4_096, 100_003] {
      var hash = SHA256()
      for start in stride(from: 0, to: count, by: step) {
        hash.update(message[start..<min(start + step, count)])
      }
      #expect(SHA256.hash(message) == hash.finish())
    }
    var portable = SHA256(isPortable: true)
    portable.update(message)
    #expect(SHA256.hash(message) == portable.finish())
  }

  /// RFC 4231, test cases 1, 2 and 6.
  @Test(arguments: [
    (
      Data(repeating: 0x0B, count: 20), "Hi There",
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Data("Jefe".utf8), "what do ya want for nothing?",
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      Data(repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
  ])
  func `the authentication codes are those of the standard`(key: Data, message: String, code: String) {
    let prepared = SHA256.AuthenticationKey(key)
    for _ in 1...2 {
      #expect(SHA256.hexadecimal(ofHash: prepared.code(of: Data(message.utf8))) == code)
    }
  }
}
