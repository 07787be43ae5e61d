package import Foundation

/// The 64-bit FNV-1a hash (draft-eastlake-fnv): the same in every run, unlike Swift's own, and no protection against
/// anyone who wants two inputs to collide.
package struct FNV1a {
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  /// Adds a field: its bytes, and its length, so that two fields are not the same as one longer one.
  package mutating func combine(_ data: Data) {
    data.withUnsafeBytes { bytes in
      for byte in bytes { add(byte) }
    }
    withUnsafeBytes(of: UInt64(data.count).littleEndian) { bytes in
      for byte in bytes { add(byte) }
    }
  }

  private mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
  }
}
