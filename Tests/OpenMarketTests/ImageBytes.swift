import Foundation

/// Builds test images that are complete in structure, without pixels that could be decoded.
enum ImageBytes {
  static func bigEndian(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  // MARK: PNG

  /// The checksum is zero: no code between upload and store verifies it.
  static func chunk(_ type: String, _ contents: [UInt8] = []) -> [UInt8] {
    bigEndian(contents.count, 4) + type.utf8 + contents + [0, 0, 0, 0]
  }

  static let pngStart =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    + chunk("IHDR", bigEndian(3, 4) + bigEndian(2, 4) + [8, 2, 0, 0, 0])
  static let pngPixels = chunk("IDAT", [1, 2, 3])
  static let pngEnd = chunk("IEND")

  static func png(_ chunks: [UInt8]...) -> Data {
    Data(chunks.reduce(pngStart, +) + pngEnd)
  }

  // MARK: JPEG

  static func segment(_ marker: UInt8, _ contents: [UInt8] = []) -> [UInt8] {
    [0xFF, marker] + bigEndian(contents.count + 2, 2) + contents
  }

  static func segment(_ marker: UInt8, _ text: String, _ more: [UInt8] = []) -> [UInt8] {
    segment(marker, Array(text.utf8) + more)
  }

  static let jfif = segment(0xE0, "JFIF\0", [1, 2, 1, 0, 72, 0, 72, 0, 0])
  static let frame = segment(0xC0, [8] + bigEndian(2, 2) + bigEndian(3, 2) + [1, 1, 0x11, 0])
  static let scan = segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0x12, 0xFF, 0x00, 0x34, 0xFF, 0xD0, 0x56]
  static let jpegEnd: [UInt8] = [0xFF, 0xD9]

  static func jpeg(_ segments: [UInt8]..., trailer: [UInt8] = []) -> Data {
    Data(segments.reduce([0xFF, 0xD8], +) + jpegEnd + trailer)
  }

  // MARK: Exif

  /// An Exif block with a camera's make before the orientation, and an offset to GPS data after it.
  static func exif(orientation: Int, littleEndian: Bool) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      littleEndian ? bigEndian(value, count).reversed() : bigEndian(value, count)
    }
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
      number(tag, 2) + number(type, 2) + number(count, 4) + value
    }
    return (littleEndian ? Array("II".utf8) : Array("MM".utf8)) + number(42, 2) + number(8, 4) + number(3, 2)
      + entry(0x010F, 2, 4, Array("Cam\0".utf8))
      + entry(0x0112, 3, 1, number(orientation, 2) + [0, 0])
      + entry(0x8825, 4, 1, number(50, 4)) + number(0, 4)
      + number(1, 2) + entry(0x0001, 2, 2, Array("N\0\0\0".utf8)) + number(0, 4)
  }

  /// The shortest Exif block, with an orientation and nothing else.
  static func shortestExif(_ orientation: UInt8) -> [UInt8] {
    [
      0x4D, 0x4D, 0x00, 0x2A, 0x00, 0x00, 0x00, 0x08,
      0x00, 0x01,
      0x01, 0x12, 0x00, 0x03, 0x00, 0x00, 0x00, 0x01, 0x00, orientation, 0x00, 0x00,
      0x00, 0x00, 0x00, 0x00,
    ]
  }
}
