package import Foundation

/// The 64-bit FNV-1a hash (draft-eastlake-fnv), equal in every process, unlike Swift's `Hasher`.
///
/// For checksums and file names. It is not collision-resistant: do not use it for inputs that an attacker may choose.
package struct FNV1a {
  /// The hash of all fields so far.
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  /// Adds a field: its bytes and its length, so that ("ab", "c") and ("a", "bc") differ.
  package mutating func combine(_ data: Data) {
    data.withUnsafeBytes { add($0) }
    withUnsafeBytes(of: UInt64(data.count).littleEndian) { add($0) }
  }

  /// Adds a field of text, as its bytes in UTF-8.
  package mutating func combine(_ text: String) {
    add(text.utf8)
    withUnsafeBytes(of: UInt64(text.utf8.count).littleEndian) { add($0) }
  }

  private mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }
}
