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

/// How an image is rotated or mirrored for display: 1, as stored, to 8 (Exif 3.0, 4.6.5.1, tag 0x0112).
struct ImageOrientation: Equatable {
  let value: UInt8

  static let upright = ImageOrientation(value: 1)

  private init(value: UInt8) {
    self.value = value
  }

  /// Reads the first directory of an Exif block, which is a TIFF file (TIFF 6.0, section 2) in either byte order. Nil
  /// without a valid orientation. Links to other directories are not followed.
  init?(exif bytes: Slice<UnsafeRawBufferPointer>) {
    guard let tiff = TIFF(bytes), let directory = tiff.number(at: 4, size: 4),
      let count = tiff.number(at: directory, size: 2)
    else { return nil }
    for entry in 0..<count {
      let start = directory + 2 + 12 * entry
      guard let tag = tiff.number(at: start, size: 2) else { return nil }
      guard tag == 0x0112 else { continue }
      guard tiff.number(at: start + 2, size: 2) == 3, tiff.number(at: start + 4, size: 4) == 1,
        let value = tiff.number(at: start + 8, size: 2), 1...8 ~= value
      else { return nil }
      self.init(value: UInt8(value))
      return
    }
    return nil
  }

  /// The shortest Exif block with this orientation alone.
  var exif: [UInt8] {
    let header: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8]
    let entry: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, value, 0, 0]
    return header + [0, 1] + entry + [0, 0, 0, 0]
  }
}

/// The numbers in a TIFF file; nil past its end.
private struct TIFF {
  private let bytes: Slice<UnsafeRawBufferPointer>
  private let isLittleEndian: Bool

  init?(_ bytes: Slice<UnsafeRawBufferPointer>) {
    if bytes.starts(with: [0x49, 0x49, 42, 0]) {
      isLittleEndian = true
    } else if bytes.starts(with: [0x4D, 0x4D, 0, 42]) {
      isLittleEndian = false
    } else {
      return nil
    }
    self.bytes = bytes
  }

  func number(at offset: Int, size: Int) -> Int? {
    guard offset <= bytes.count - size else { return nil }
    let field = bytes.dropFirst(offset).prefix(size)
    return isLittleEndian
      ? field.reversed().reduce(0) { $0 << 8 | Int($1) }
      : field.reduce(0) { $0 << 8 | Int($1) }
  }
}
