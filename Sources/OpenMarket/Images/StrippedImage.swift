import Foundation

/// An image without what it tells of where, when, with what and by whom it was taken: a photo of a thing for sale
/// is not to give away where the thing is kept.
///
/// Only what is known to change how the image looks is kept, and that to the byte: pixels, palette, colours,
/// density, animation. Which way up it goes is kept too, in an Exif block of its own.
struct StrippedImage {
  /// The image's bytes; the very ones given when they tell nothing.
  let bytes: Data

  /// Takes what `ImageInfo(checking:)` has found to be a whole image; of other bytes it promises nothing but an
  /// error or bytes, not a crash.
  init(_ data: Data) throws(ImageDefect) {
    let edits = try data.withUnsafeBytes { bytes in
      Result { () throws(ImageDefect) in try Self.edits(ImageReader(bytes)) }
    }.get()
    bytes = edits.applied(to: data)
  }

  private static func edits(_ reader: ImageReader) throws(ImageDefect) -> ImageEdits {
    switch ImageFormat(startingWith: reader.rest) {
    case .png: try png(reader)
    case .jpeg: try jpeg(reader)
    case nil: throw .unknownFormat
    }
  }
}

// MARK: PNG

extension StrippedImage {
  /// The chunks without which an image or an animation looks different (PNG, third edition, 11.2 and 11.3).
  /// hIST and sPLT only advise; the rest is text, time, Exif, or not in the standard.
  private static let visibleChunks = Set(
    [
      "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "cICP", "mDCV", "cLLI", "bKGD", "pHYs",
      "acTL", "fcTL", "fdAT",
    ].map(chunkType))

  private static func chunkType(_ name: String) -> Int {
    name.utf8.reduce(0) { $0 << 8 | Int($1) }
  }

  private static func png(_ bytes: ImageReader) throws(ImageDefect) -> ImageEdits {
    let (end, exif) = (chunkType("IEND"), chunkType("eXIf"))
    var reader = bytes
    var edits = ImageEdits()
    var orientation: ImageOrientation?
    // The signature and IHDR, which has 13 bytes; Exif is best read before the pixels.
    try reader.skip(8 + 4 + 4 + 13 + 4)
    let place = reader.position
    while true {
      let start = reader.position
      let length = try reader.bigEndian(4)
      let type = try reader.bigEndian(4)
      let contents = reader.rest.prefix(length)
      try reader.skip(length + 4)
      if type == end { break }
      if type == exif, orientation == nil { orientation = ImageOrientation(exif: contents) }
      // Bit 5 of a type's first letter is 0 where a decoder cannot do without the chunk (5.4).
      let isCritical = type & 0x2000_0000 == 0
      if !isCritical, !visibleChunks.contains(type) { edits.remove(start..<reader.position) }
    }
    if let orientation, orientation != .upright {
      edits.insert(chunk("eXIf", orientation.exif), at: place)
    }
    edits.remove(reader.position..<reader.rest.endIndex)
    return edits
  }

  private static func chunk(_ type: String, _ contents: [UInt8]) -> [UInt8] {
    let typed = type.utf8 + contents
    return [0, 0, 0, UInt8(contents.count)] + typed + CRC32(typed).bytes
  }
}

// MARK: JPEG

extension StrippedImage {
  /// Segments may stand between scans too, so the whole file is walked (ITU-T T.81, annex B).
  private static func jpeg(_ bytes: ImageReader) throws(ImageDefect) -> ImageEdits {
    var reader = bytes
    var edits = ImageEdits()
    var orientation: ImageOrientation?
    try reader.skip(2)
    var place = reader.position
    var isAtStart = true
    while true {
      let start = reader.position
      let marker = try reader.marker()
      switch marker {
      case 0xD9:
        if let orientation, orientation != .upright {
          edits.insert(exifSegment(orientation), at: place)
        }
        edits.remove(reader.position..<reader.rest.endIndex)
        return edits
      case 0x00, 0xD8:
        throw .badHeader
      case 0x01, 0xD0...0xD7:
        isAtStart = false
        continue
      default:
        break
      }
      let contents = try reader.segment().rest
      if marker == 0xDA { try reader.skipToMarker() }
      switch kind(marker, contents) {
      case .visible:
        isAtStart = false
      case .jfif:
        edits.replace(start..<reader.position, with: jfifSegment(contents))
        // JFIF wants to be the first, Exif comes next.
        if isAtStart { place = reader.position }
        isAtStart = false
      case .exif:
        orientation = orientation ?? ImageOrientation(exif: contents.dropFirst(6))
        edits.remove(start..<reader.position)
      case .other:
        edits.remove(start..<reader.position)
      }
    }
  }

  private enum SegmentKind {
    /// Tables, frames, scans, the ICC profile and Adobe's colour transform.
    case visible
    case jfif
    case exif
    case other
  }

  private static func kind(_ marker: Int, _ contents: Slice<UnsafeRawBufferPointer>) -> SegmentKind {
    switch marker {
    case 0xC0...0xCF, 0xDA...0xDF: .visible
    case 0xE0 where contents.count >= 14 && contents.starts(with: "JFIF\0".utf8): .jfif
    case 0xE1 where contents.starts(with: "Exif\0".utf8): .exif
    case 0xE2 where contents.starts(with: "ICC_PROFILE\0".utf8): .visible
    case 0xEE where contents.starts(with: "Adobe".utf8): .visible
    default: .other
    }
  }

  /// Version and density (ITU-T T.871, 10.1) without the thumbnail, which may show what was cut from the image.
  private static func jfifSegment(_ contents: Slice<UnsafeRawBufferPointer>) -> [UInt8] {
    segment(0xE0, contents.prefix(12) + [0, 0])
  }

  private static func exifSegment(_ orientation: ImageOrientation) -> [UInt8] {
    segment(0xE1, "Exif\0\0".utf8 + orientation.exif)
  }

  private static func segment(_ marker: UInt8, _ contents: some Collection<UInt8>) -> [UInt8] {
    [0xFF, marker, 0, UInt8(contents.count + 2)] + contents
  }
}

extension ImageReader {
  /// How many bytes have been passed.
  fileprivate var position: Int { rest.startIndex }
}
