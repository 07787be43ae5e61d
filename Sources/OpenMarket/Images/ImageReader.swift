import Foundation

/// Reads an image's bytes in order; reading past the last byte throws.
struct ImageReader {
  private(set) var rest: Slice<UnsafeRawBufferPointer>

  init(_ bytes: UnsafeRawBufferPointer) {
    rest = bytes[...]
  }

  private init(_ rest: Slice<UnsafeRawBufferPointer>) {
    self.rest = rest
  }

  mutating func skip(_ count: Int) throws(ImageDefect) {
    guard count <= rest.count else { throw .cutOff }
    rest = rest.dropFirst(count)
  }

  /// The next `count` bytes, at most 4, as a big-endian number.
  mutating func bigEndian(_ count: Int) throws(ImageDefect) -> Int {
    guard count <= rest.count else { throw .cutOff }
    let value = rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
    rest = rest.dropFirst(count)
    return value
  }

  /// The second byte of a JPEG marker; any number of fill bytes may precede it (T.81 B.1.1.2).
  mutating func marker() throws(ImageDefect) -> Int {
    guard try bigEndian(1) == 0xFF else { throw .badHeader }
    var code = 0xFF
    while code == 0xFF { code = try bigEndian(1) }
    return code
  }

  /// A JPEG marker segment without its two length bytes.
  mutating func segment() throws(ImageDefect) -> ImageReader {
    let length = try bigEndian(2) - 2
    guard length >= 0 else { throw .badHeader }
    guard length <= rest.count else { throw .cutOff }
    let contents = ImageReader(rest.prefix(length))
    rest = rest.dropFirst(length)
    return contents
  }

  /// Skips entropy-coded JPEG data: 0xFF there is followed by 0x00 (stuffing) or by a restart marker.
  mutating func skipToMarker() throws(ImageDefect) {
    while let escape = nextEscape(), escape + 1 < rest.endIndex {
      rest = rest[escape...]
      switch rest[escape + 1] {
      case 0x00, 0xD0...0xD7: rest = rest.dropFirst(2)
      case 0xFF: rest = rest.dropFirst()
      default: return
      }
    }
    throw .cutOff
  }

  /// The index of the next 0xFF. Nearly all of a photograph lies between two of them, and `memchr` is many times as
  /// fast as `firstIndex(of:)`.
  private func nextEscape() -> Int? {
    let bytes = UnsafeRawBufferPointer(rebasing: rest)
    guard let start = bytes.baseAddress, let found = memchr(start, 0xFF, bytes.count) else { return nil }
    return rest.startIndex + (UnsafeRawPointer(found) - start)
  }
}
