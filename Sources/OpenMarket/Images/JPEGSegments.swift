/// Which marker segments of a JPEG image stay: those that decoders of photographs read, in the form of their standards.
struct JPEGSegments {
  enum Kind {
    /// Tables, the frame, scans, the ICC profile.
    case visible
    case jfif
    case exif
    /// Adobe's colour transform: its first 12 bytes.
    case adobe
    case other
  }

  /// Bytes of a profile; those of cameras and printers have far fewer.
  private static let largestProfile = PNGChunks.largestProfile

  private var isArithmetic = false
  /// The segments of the ICC profile that have come, how many it has, and their bytes.
  private var profileParts = 0
  private var profileCount: Int?
  private var profileBytes = 0

  mutating func kind(_ marker: Int, _ segment: Range<Int>, in reader: inout ImageReader)
    throws(ImageDefect) -> Kind
  {
    switch marker {
    case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
      isArithmetic = marker >= 0xC9
      return .visible
    // Conditioning of arithmetic coding, for at most eight tables (T.81 B.2.4.3).
    case 0xCC: return isArithmetic && segment.count % 2 == 0 && segment.count <= 16 ? .visible : .other
    // Reserved (C8); the number of lines again (DC), which the frame has; hierarchical images (DE, DF).
    case 0xC8, 0xDC, 0xDE, 0xDF: return .other
    case 0xC4, 0xDA, 0xDB, 0xDD: return .visible
    case 0xE0 where segment.count < 14: return .other
    case 0xE0: return try reader.hasPrefix("JFIF\0", in: segment) ? .jfif : .other
    case 0xE1: return try reader.hasPrefix("Exif\0", in: segment) ? .exif : .other
    case 0xE2: return try isNextOfProfile(segment, in: &reader) ? .visible : .other
    case 0xEE where segment.count < 12: return .other
    case 0xEE: return try reader.hasPrefix("Adobe", in: segment) ? .adobe : .other
    default: return .other
    }
  }

  /// A profile is in up to 255 segments, each with its number and how many there are (ICC.1, B.4); the first begins with
  /// the profile's header, which has `acsp` at byte 36 (7.2).
  private mutating func isNextOfProfile(
    _ segment: Range<Int>, in reader: inout ImageReader
  ) throws(ImageDefect) -> Bool {
    guard segment.count > 14, try reader.hasPrefix("ICC_PROFILE\0", in: segment) else { return false }
    let number = try reader.bigEndian(1, at: segment.lowerBound + 12)
    let count = try reader.bigEndian(1, at: segment.lowerBound + 13)
    guard number == profileParts + 1, number <= count, profileCount.map({ $0 == count }) ?? true else {
      return false
    }
    if number == 1 {
      let signature = segment.dropFirst(14 + 36)
      guard try reader.hasPrefix("acsp", in: signature.startIndex..<signature.endIndex) else { return false }
    }
    guard profileBytes + segment.count <= Self.largestProfile else { return false }
    (profileParts, profileCount) = (number, count)
    profileBytes += segment.count
    return true
  }
}
