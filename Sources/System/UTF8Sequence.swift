/// Characters of UTF-8 as bytes (Unicode, table 3-7).
package enum UTF8Sequence {
  /// How many bytes the character at an index has; nil where there is none.
  static func length(in bytes: UnsafeRawBufferPointer, at index: Int) -> Int? {
    let (count, second): (Int, ClosedRange<UInt8>)
    switch bytes[index] {
    case 0...0x7F: return 1
    case 0xC2...0xDF: (count, second) = (2, 0x80...0xBF)
    case 0xE0: (count, second) = (3, 0xA0...0xBF)
    case 0xED: (count, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (count, second) = (3, 0x80...0xBF)
    case 0xF0: (count, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (count, second) = (4, 0x80...0xBF)
    case 0xF4: (count, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard index + count <= bytes.count, second.contains(bytes[index + 1]),
      count < 3 || bytes[index + 2] & 0xC0 == 0x80, count < 4 || bytes[index + 3] & 0xC0 == 0x80
    else { return nil }
    return count
  }

  /// The text that bytes are, made `streamSafe`; nil where they are not UTF-8.
  package static func text(_ bytes: UnsafeRawBufferPointer) -> String? {
    firstInvalid(in: bytes) == nil ? String(decoding: bytes, as: UTF8.self).streamSafe : nil
  }

  /// The index of the first byte that begins no character; nil where the bytes are UTF-8.
  package static func firstInvalid(in bytes: UnsafeRawBufferPointer) -> Int? {
    var index = 0
    while index < bytes.count {
      if index + 8 <= bytes.count,
        bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        index += 8
        continue
      }
      guard let count = length(in: bytes, at: index) else { return index }
      index += count
    }
    return nil
  }
}
