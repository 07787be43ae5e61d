import CSystem
package import Foundation
import Synchronization

/// SHA-256 (FIPS 180-4) and HMAC with it (RFC 2104): neither libcrypt nor the standard library has them on every platform.
/// A message may be given in pieces.
package struct SHA256: Sendable {
  /// The hash of the message so far, without `pending`.
  private var state: [UInt32] = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
  ]
  /// The bytes of a block that is not complete.
  private var pending: [UInt8] = []
  private var count: UInt64 = 0

  package init() {}

  /// Adds a piece of the message.
  package mutating func update(_ piece: some ContiguousBytes) {
    piece.withUnsafeBytes { bytes in
      count += UInt64(bytes.count)
      var position = 0
      if !pending.isEmpty {
        position = min(64 - pending.count, bytes.count)
        pending.append(contentsOf: bytes[..<position])
        guard pending.count == 64 else { return }
        let block = pending
        block.withUnsafeBytes { compress($0) }
        pending.removeAll(keepingCapacity: true)
      }
      let end = position + (bytes.count - position) / 64 * 64
      compress(UnsafeRawBufferPointer(rebasing: bytes[position..<end]))
      pending.append(contentsOf: bytes[end...])
    }
  }

  /// The hash of all pieces, 32 bytes.
  package consuming func finish() -> Data {
    let bits = count * 8
    var padding = [UInt8](repeating: 0, count: 9 + (119 - pending.count) % 64)
    padding[0] = 0x80
    for byte in 1...8 {
      padding[padding.count - 9 + byte] = UInt8(truncatingIfNeeded: bits >> (64 - 8 * byte))
    }
    update(padding)
    var hash: [UInt8] = []
    hash.reserveCapacity(32)
    for word in state {
      for byte in 1...4 { hash.append(UInt8(truncatingIfNeeded: word >> (32 - 8 * byte))) }
    }
    return Data(hash)
  }

  /// The bytes of a message that the library hashes faster.
  private static let libraryLength = 4_096
  /// The bytes of messages after which the system's library hashes them: opening it takes as long as hashing these.
  private static let libraryThreshold = 4 << 20
  /// The bytes of the messages so far.
  private static let hashed = Atomic<Int>(0)

  /// The hash of a message, 32 bytes. After a few large messages the system's library computes it, several times as fast.
  package static func hash(_ message: some ContiguousBytes) -> Data {
    let fast: Data? = message.withUnsafeBytes { bytes in
      guard bytes.count >= libraryLength,
        hashed.wrappingAdd(bytes.count, ordering: .relaxed).newValue > libraryThreshold
      else { return nil }
      var hash = Data(count: 32)
      let isHashed = hash.withUnsafeMutableBytes { hash in
        hash.bindMemory(to: UInt8.self).baseAddress.map {
          csystem_sha256(bytes.baseAddress, bytes.count, $0) != 0
        }
      }
      return isHashed == true ? hash : nil
    }
    if let fast { return fast }
    var hash = SHA256()
    hash.update(message)
    return hash.finish()
  }

  /// The hash of a message in 64 lower-case hexadecimal digits.
  package static func hexadecimal(_ message: some ContiguousBytes) -> String {
    hexadecimal(ofHash: hash(message))
  }

  /// A hash in lower-case hexadecimal digits.
  package static func hexadecimal(ofHash hash: Data) -> String {
    hash.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The authentication code of a message, 32 bytes.
  package static func authenticationCode(of message: Data, key: Data) -> Data {
    AuthenticationKey(key).code(of: message)
  }

  /// A key for the codes of many messages: its own blocks are hashed once.
  package struct AuthenticationKey: Sendable {
    private let blocks: (inner: Data, outer: Data)
    private var (inner, outer) = (SHA256(), SHA256())

    package init(_ key: Data) {
      let key = key.count > 64 ? hash(key) : key
      let padded = key + Data(count: 64 - key.count)
      blocks = (Data(padded.map { $0 ^ 0x36 }), Data(padded.map { $0 ^ 0x5C }))
      inner.update(blocks.inner)
      outer.update(blocks.outer)
    }

    /// The authentication code of a message, 32 bytes.
    package func code(of message: Data) -> Data {
      // The system's library may hash a long one.
      guard message.count < libraryLength else { return hash(blocks.outer + hash(blocks.inner + message)) }
      var (inner, outer) = (inner, outer)
      inner.update(message)
      outer.update(inner.finish())
      return outer.finish()
    }
  }

  /// Adds whole blocks of 64 bytes.
  private mutating func compress(_ blocks: UnsafeRawBufferPointer) {
    state.withUnsafeMutableBufferPointer { state in
      Self.constants.withUnsafeBufferPointer { constants in
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
          for block in 0..<blocks.count / 64 {
            for index in 0..<16 {
              words[index] = UInt32(
                bigEndian: blocks.loadUnaligned(fromByteOffset: 64 * block + 4 * index, as: UInt32.self))
            }
            Self.compress(words, constants, into: state)
          }
        }
      }
    }
  }

  private static func compress(
    _ words: UnsafeMutableBufferPointer<UInt32>, _ constants: UnsafeBufferPointer<UInt32>,
    into state: UnsafeMutableBufferPointer<UInt32>
  ) {
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let first = early.rotatedRight(7) ^ early.rotatedRight(18) ^ (early >> 3)
      let second = late.rotatedRight(17) ^ late.rotatedRight(19) ^ (late >> 10)
      words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
    }
    // The working variables of the standard.
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let second = e.rotatedRight(6) ^ e.rotatedRight(11) ^ e.rotatedRight(25)
      let choice = (e & f) ^ (~e & g)
      let one = h &+ second &+ choice &+ constants[index] &+ words[index]
      let first = a.rotatedRight(2) ^ a.rotatedRight(13) ^ a.rotatedRight(22)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      (h, g, f, e) = (g, f, e, d &+ one)
      (d, c, b, a) = (c, b, a, one &+ first &+ majority)
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
  }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
    0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
    0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
    0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
    0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
    0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
    0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
    0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
  ]
}

extension UInt32 {
  fileprivate func rotatedRight(_ count: UInt32) -> UInt32 { self &>> count | self &<< (32 &- count) }
}
