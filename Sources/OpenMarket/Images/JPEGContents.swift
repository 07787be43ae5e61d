import Foundation

/// Checks the tables and headers of a whole JPEG image (ITU-T T.81, annex B): each segment holds what the standard says and
/// nothing after it. Pixels are not decoded.
struct JPEGContents {
  /// Throws the first defect of an image that `ImageStructure` has walked.
  static func check(_ data: Data) throws(ImageDefect) {
    try data.withUnsafeBytes { bytes in
      Result { () throws(ImageDefect) in
        var reader = ImageReader(bytes)
        try check(&reader)
      }
    }.get()
  }

  private static func check(_ reader: inout ImageReader) throws(ImageDefect) {
    try reader.skip(2)
    while true {
      let marker = try reader.marker()
      switch marker {
      case 0xD9: return
      case 0x01, 0xD0...0xD7: continue
      default: break
      }
      let segment = try reader.segment()
      let isValid =
        switch marker {
        case 0xDB: try isQuantization(segment, in: &reader)
        case 0xC4: try isHuffman(segment, in: &reader)
        case 0xDD: segment.count == 2
        case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF: try isFrame(segment, in: &reader)
        case 0xDA: try isScan(segment, in: &reader)
        default: true
        }
      guard isValid else { throw .badTables }
      if marker == 0xDA { try reader.skipToMarker() }
    }
  }

  /// Tables of 64 values of one or two bytes (B.2.4.1).
  private static func isQuantization(_ segment: Range<Int>, in reader: inout ImageReader) throws(ImageDefect)
    -> Bool
  {
    var rest = segment
    while !rest.isEmpty {
      let head = try reader.bigEndian(1, at: rest.lowerBound)
      let length = head >> 4 == 0 ? 65 : 129
      guard head >> 4 <= 1, head & 15 <= 3, length <= rest.count else { return false }
      rest = rest.dropFirst(length)
    }
    return !segment.isEmpty
  }

  /// Tables of 16 counts and as many values as they say (B.2.4.2).
  private static func isHuffman(_ segment: Range<Int>, in reader: inout ImageReader) throws(ImageDefect)
    -> Bool
  {
    var rest = segment
    while !rest.isEmpty {
      guard rest.count >= 17 else { return false }
      let head = try reader.bigEndian(1, at: rest.lowerBound)
      var values = 0
      for index in 1...16 { values += try reader.bigEndian(1, at: rest.lowerBound + index) }
      guard head >> 4 <= 1, head & 15 <= 3, values <= 256, 17 + values <= rest.count else { return false }
      rest = rest.dropFirst(17 + values)
    }
    return !segment.isEmpty
  }

  /// One to four components of three bytes (B.2.2).
  private static func isFrame(_ segment: Range<Int>, in reader: inout ImageReader) throws(ImageDefect) -> Bool
  {
    guard segment.count >= 9 else { return false }
    let components = try reader.bigEndian(1, at: segment.lowerBound + 5)
    return (1...4).contains(components) && segment.count == 6 + 3 * components
  }

  /// One to four components of two bytes (B.2.3).
  private static func isScan(_ segment: Range<Int>, in reader: inout ImageReader) throws(ImageDefect) -> Bool
  {
    guard segment.count >= 6 else { return false }
    let components = try reader.bigEndian(1, at: segment.lowerBound)
    return (1...4).contains(components) && segment.count == 4 + 2 * components
  }
}
