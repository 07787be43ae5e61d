import CSystem
package import Foundation

/// SHA-256 (FIPS 180-4) and HMAC with it (RFC 2104): neither libcrypt nor the standard library has them on every platform.
/// A message may be given in pieces.
package struct SHA256: Sendable {
  private var hash = csystem_sha256_begin()

  package init() {}

  /// Computes the hash without the processor's SHA extensions, for tests.
  package init(isPortable: Bool) {
    if isPortable { hash.uses_instructions = 0 }
  }

  /// Adds a piece of the message.
  package mutating func update(_ piece: some ContiguousBytes) {
    piece.withUnsafeBytes { csystem_sha256_update(&hash, $0.baseAddress, $0.count) }
  }

  /// The hash of all pieces, 32 bytes.
  package consuming func finish() -> Data {
    var digest = Data(count: 32)
    digest.withUnsafeMutableBytes { bytes in
      guard let digest = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
      csystem_sha256_finish(&hash, digest)
    }
    return digest
  }

  /// The hash of a message, 32 bytes.
  package static func hash(_ message: some ContiguousBytes) -> Data {
    var hash = SHA256()
    hash.update(message)
    return hash.finish()
  }

  /// Whether two secrets of bytes are equal, in a time that does not depend on where they differ.
  package static func areEqual(_ one: some Collection<UInt8>, _ other: some Collection<UInt8>) -> Bool {
    one.count == other.count && zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// The first bits of the hash of a message, 64 at most, as a number.
  package static func leadingBits(_ count: Int, of message: [UInt8]) -> UInt64 {
    var hash = SHA256()
    hash.update(message)
    return withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { digest in
      if let bytes = digest.bindMemory(to: UInt8.self).baseAddress {
        csystem_sha256_finish(&hash.hash, bytes)
      }
      return UInt64(bigEndian: digest.load(as: UInt64.self)) >> UInt64(64 - count)
    }
  }

  /// The hash of a message in 64 lower-case hexadecimal digits.
  package static func hexadecimal(_ message: some ContiguousBytes) -> String {
    hexadecimal(ofHash: hash(message))
  }

  /// A hash in lower-case hexadecimal digits.
  package static func hexadecimal(ofHash hash: Data) -> String {
    hash.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// A key for authentication codes, 32 random bytes of the system, which cannot be guessed.
  package static func randomKey() -> Data {
    var key = Data(count: 32)
    let isFilled = key.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map { csystem_random($0, bytes.count) } == 0
    }
    return isFilled ? key : Data((0..<32).map { _ in UInt8.random(in: 0...255) })
  }

  /// The authentication code of a message, 32 bytes.
  package static func authenticationCode(of message: Data, key: Data) -> Data {
    AuthenticationKey(key).code(of: message)
  }

  /// A key for the codes of many messages: its own blocks are hashed once.
  package struct AuthenticationKey: Sendable {
    private var (inner, outer) = (SHA256(), SHA256())

    package init(_ key: Data) {
      let key = key.count > 64 ? hash(key) : key
      let padded = key + Data(count: 64 - key.count)
      inner.update(padded.map { $0 ^ 0x36 })
      outer.update(padded.map { $0 ^ 0x5C })
    }

    /// The authentication code of a message, 32 bytes.
    package func code(of message: Data) -> Data {
      var (inner, outer) = (inner, outer)
      inner.update(message)
      outer.update(inner.finish())
      return outer.finish()
    }
  }
}
