import Foundation

/// Reads an image's bytes in order; reading past the last byte throws. Bytes that were passed can be read again by their
/// position.
///
/// An image in memory is read in place. A file is read in pieces, one of which is in memory; skipped bytes are not
/// read.
struct ImageReader: ~Copyable {
  /// The bytes that are in memory: a piece of a file, or the whole image.
  private var window: UnsafeRawBufferPointer
  /// The position of the window's first byte in the image.
  private var start = 0
  private let file: ImageFile?
  /// The image's length in bytes.
  let count: Int
  /// How many bytes have been passed.
  private(set) var position = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    window = bytes
    file = nil
    count = bytes.count
  }

  /// - Parameter count: The image's length in bytes; what the file has more is not read.
  init(_ file: ImageFile, count: Int) {
    window = UnsafeRawBufferPointer(start: nil, count: 0)
    self.file = file
    self.count = count
  }

  mutating func skip(_ length: Int) throws(ImageDefect) {
    guard length <= count - position else { throw .cutOff }
    position += length
  }

  /// The next `size` bytes, at most 4, as a big-endian number.
  mutating func bigEndian(_ size: Int) throws(ImageDefect) -> Int {
    let value = try bigEndian(size, at: position)
    position += size
    return value
  }

  /// The `size` bytes at a position, at most 4, as a big-endian number.
  mutating func bigEndian(_ size: Int, at place: Int) throws(ImageDefect) -> Int {
    let bytes = try bytes(at: place, atLeast: size)
    var value = 0
    for index in 0..<size { value = value << 8 | Int(bytes[index]) }
    return value
  }

  /// The first bytes of a range, at most `limit` of them, which is at most `ImageFile.fieldSize`.
  mutating func prefix(_ limit: Int, of range: Range<Int>) throws(ImageDefect) -> [UInt8] {
    let size = min(limit, range.count)
    return try Array(bytes(at: range.lowerBound, atLeast: size).prefix(size))
  }

  /// Whether a range begins with a text, of at most `ImageFile.fieldSize` bytes.
  mutating func hasPrefix(_ text: String, in range: Range<Int>) throws(ImageDefect) -> Bool {
    let size = text.utf8.count
    guard range.count >= size else { return false }
    return try bytes(at: range.lowerBound, atLeast: size).starts(with: text.utf8)
  }

  /// The second byte of a JPEG marker; any number of fill bytes may precede it (T.81 B.1.1.2).
  mutating func marker() throws(ImageDefect) -> Int {
    guard try bigEndian(1) == 0xFF else { throw .badHeader }
    var code = 0xFF
    while code == 0xFF { code = try bigEndian(1) }
    return code
  }

  /// Skips a JPEG marker segment and returns where it is, without its two length bytes.
  mutating func segment() throws(ImageDefect) -> Range<Int> {
    let length = try bigEndian(2) - 2
    guard length >= 0 else { throw .badHeader }
    let start = position
    try skip(length)
    return start..<position
  }

  /// Skips entropy-coded JPEG data: 0xFF there is followed by 0x00 (stuffing) or by a restart marker.
  mutating func skipToMarker() throws(ImageDefect) {
    while true {
      let bytes = try bytes(at: position, atLeast: 2)
      var index = 0
      while let escape = bytes.nextEscape(from: index) {
        index = escape
        switch bytes[index + 1] {
        case 0x00, 0xD0...0xD7: index += 2
        case 0xFF: index += 1
        default:
          position += index
          return
        }
      }
      // The last byte may be an escape, which is told by the byte after it.
      position += max(index, bytes.count - 1)
    }
  }

  /// All bytes from a position on that are in memory, at least `size` of them, which is at most `ImageFile.fieldSize`.
  /// They are valid until others are read.
  private mutating func bytes(at place: Int, atLeast size: Int) throws(ImageDefect) -> UnsafeRawBufferPointer
  {
    guard size <= count - place else { throw .cutOff }
    if place < start || place + size > start + window.count {
      guard let moved = file?.bytes(at: place, atLeast: size, atMost: count - place) else { throw .cutOff }
      (window, start) = (moved, place)
    }
    return UnsafeRawBufferPointer(rebasing: window.dropFirst(place - start))
  }
}

extension UnsafeRawBufferPointer {
  /// The index of the next 0xFF that is not the last byte. Nearly all of a photograph lies between two of them, and
  /// `memchr` is many times as fast as `firstIndex(of:)`.
  fileprivate func nextEscape(from index: Int) -> Int? {
    guard let baseAddress, index < count - 1,
      let found = memchr(baseAddress + index, 0xFF, count - 1 - index)
    else { return nil }
    return UnsafeRawPointer(found) - baseAddress
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
  /// without a valid orientation. Links to other directories are not followed. Throws where a file cannot be read.
  init?(exif range: Range<Int>, in reader: inout ImageReader) throws(ImageDefect) {
    guard let tiff = try TIFF(range, in: &reader),
      let directory = try tiff.number(at: 4, size: 4, in: &reader),
      let count = try tiff.number(at: directory, size: 2, in: &reader)
    else { return nil }
    for entry in 0..<count {
      let start = directory + 2 + 12 * entry
      guard let tag = try tiff.number(at: start, size: 2, in: &reader) else { return nil }
      guard tag == 0x0112 else { continue }
      guard try tiff.number(at: start + 2, size: 2, in: &reader) == 3,
        try tiff.number(at: start + 4, size: 4, in: &reader) == 1,
        let value = try tiff.number(at: start + 8, size: 2, in: &reader), 1...8 ~= value
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

/// The numbers in a TIFF file that is a range of an image; nil past its end.
private struct TIFF {
  private let range: Range<Int>
  private let isLittleEndian: Bool

  init?(_ range: Range<Int>, in reader: inout ImageReader) throws(ImageDefect) {
    switch try reader.prefix(4, of: range) {
    case [0x49, 0x49, 42, 0]: isLittleEndian = true
    case [0x4D, 0x4D, 0, 42]: isLittleEndian = false
    default: return nil
    }
    self.range = range
  }

  func number(at offset: Int, size: Int, in reader: inout ImageReader) throws(ImageDefect) -> Int? {
    guard offset <= range.count - size else { return nil }
    let value = try reader.bigEndian(size, at: range.lowerBound + offset)
    guard isLittleEndian else { return value }
    return size == 2 ? Int(UInt16(value).byteSwapped) : Int(UInt32(value).byteSwapped)
  }
}
