import Foundation

/// The result of one walk over an image's bytes, from header to end marker, without decoding a pixel: its format and
/// dimensions, and the metadata to remove, which reveals place, time, camera and author.
///
/// Only what is known to change how the image looks stays, unchanged: pixels, palette, colours, density, animation. The
/// orientation stays too, in an Exif block of its own. Bytes after the end marker are removed: cameras write trailers
/// there.
struct ImageStructure {
  let info: ImageInfo
  let edits: ImageEdits

  init(_ data: Data) throws(ImageDefect) {
    self = try data.withUnsafeBytes { bytes in
      Result { () throws(ImageDefect) in try ImageStructure(bytes) }
    }.get()
  }

  init(_ bytes: UnsafeRawBufferPointer) throws(ImageDefect) {
    self = try Self.walk(ImageReader(bytes))
  }

  private init(_ info: ImageInfo, _ edits: ImageEdits) {
    self.info = info
    self.edits = edits
  }

  private static func walk(_ reader: ImageReader) throws(ImageDefect) -> ImageStructure {
    switch ImageFormat(startingWith: reader.rest) {
    case .png: try png(reader)
    case .jpeg: try jpeg(reader)
    case nil: throw .unknownFormat
    }
  }
}

// MARK: PNG

extension ImageStructure {
  private static let header = chunkType("IHDR")
  private static let pixels = chunkType("IDAT")
  private static let end = chunkType("IEND")
  private static let exif = chunkType("eXIf")

  /// The chunks without which an image or an animation looks different (PNG, third edition, 11.2 and 11.3).
  /// hIST and sPLT only advise; the rest is text, time, Exif, or not in the standard.
  private static let visibleChunks = Set(
    [
      "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "cICP", "mDCV", "cLLI", "bKGD", "pHYs",
      "acTL", "fcTL", "fdAT",
    ].map(chunkType))

  /// Bits per sample by colour type (PNG, third edition, 11.2.1).
  private static let depths = [
    0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
  ]

  private static func chunkType(_ name: String) -> Int {
    name.utf8.reduce(0) { $0 << 8 | Int($1) }
  }

  /// PNG, third edition (https://www.w3.org/TR/png-3): the signature, IHDR first, then chunks up to IEND, with
  /// at least one IDAT.
  private static func png(_ bytes: ImageReader) throws(ImageDefect) -> ImageStructure {
    var reader = bytes
    try reader.skip(8)
    let info = try pngHeader(&reader)
    var edits = ImageEdits()
    var orientation: ImageOrientation?
    var hasPixels = false
    // Exif is best read before the pixels.
    let place = reader.position
    while true {
      let start = reader.position
      let length = try reader.bigEndian(4)
      let type = try reader.bigEndian(4)
      let contents = reader.rest.prefix(length)
      try reader.skip(length + 4)
      if type == end { break }
      if type == pixels { hasPixels = true }
      if type == exif, orientation == nil { orientation = ImageOrientation(exif: contents) }
      // Bit 5 of a type's first letter is 0 where a decoder cannot do without the chunk (5.4).
      let isCritical = type & 0x2000_0000 == 0
      if !isCritical, !visibleChunks.contains(type) { edits.remove(start..<reader.position) }
    }
    guard hasPixels else { throw .noPixels }
    if let orientation, orientation != .upright {
      edits.insert(chunk("eXIf", orientation.exif), at: place)
    }
    edits.remove(reader.position..<reader.rest.endIndex)
    return ImageStructure(info, edits)
  }

  private static func pngHeader(_ reader: inout ImageReader) throws(ImageDefect) -> ImageInfo {
    guard try reader.bigEndian(4) == 13, try reader.bigEndian(4) == header else { throw .badHeader }
    let info = try ImageInfo(.png, width: reader.bigEndian(4), height: reader.bigEndian(4))
    guard info.width <= 0x7FFF_FFFF, info.height <= 0x7FFF_FFFF else { throw .badHeader }
    let depth = try reader.bigEndian(1)
    guard try depths[reader.bigEndian(1)]?.contains(depth) == true else { throw .badHeader }
    try reader.skip(3 + 4)
    return info
  }

  private static func chunk(_ type: String, _ contents: [UInt8]) -> [UInt8] {
    let typed = type.utf8 + contents
    return [0, 0, 0, UInt8(contents.count)] + typed + CRC32(typed).bytes
  }
}

// MARK: JPEG

extension ImageStructure {
  private enum SegmentKind {
    /// Tables, frames, scans, the ICC profile and Adobe's colour transform.
    case visible
    case jfif
    case exif
    case other
  }

  /// JPEG (ITU-T T.81, annex B): SOI, marker segments with one frame header, scans, EOI. Segments may stand between scans
  /// too, so the whole file is walked.
  private static func jpeg(_ bytes: ImageReader) throws(ImageDefect) -> ImageStructure {
    var reader = bytes
    var edits = ImageEdits()
    var info: ImageInfo?
    var orientation: ImageOrientation?
    var hasPixels = false
    try reader.skip(2)
    var place = reader.position
    var isAtStart = true
    while true {
      let start = reader.position
      let marker = try reader.marker()
      switch marker {
      case 0xD9:
        guard var info else { throw .noDimensions }
        guard hasPixels else { throw .noPixels }
        info.isSideways = orientation.map { $0.value >= 5 } ?? false
        if let orientation, orientation != .upright {
          edits.insert(exifSegment(orientation), at: place)
        }
        edits.remove(reader.position..<reader.rest.endIndex)
        return ImageStructure(info, edits)
      case 0x00, 0xD8:
        throw .badHeader
      case 0x01, 0xD0...0xD7:
        isAtStart = false
        continue
      default:
        break
      }
      let segment = try reader.segment()
      switch marker {
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        // A decoder may take the dimensions of the other one.
        guard info == nil else { throw .badHeader }
        info = try frame(segment)
      case 0xDA:
        guard info != nil else { throw .badHeader }
        try reader.skipToMarker()
        hasPixels = true
      default: break
      }
      switch kind(marker, segment.rest) {
      case .visible:
        isAtStart = false
      case .jfif:
        edits.replace(start..<reader.position, with: jfifSegment(segment.rest))
        // JFIF has to be the first, Exif comes next.
        if isAtStart { place = reader.position }
        isAtStart = false
      case .exif:
        orientation = orientation ?? ImageOrientation(exif: segment.rest.dropFirst(6))
        edits.remove(start..<reader.position)
      case .other:
        edits.remove(start..<reader.position)
      }
    }
  }

  /// A frame header: sample precision, height, width (B.2.2).
  private static func frame(_ segment: ImageReader) throws(ImageDefect) -> ImageInfo {
    var segment = segment
    try segment.skip(1)
    let height = try segment.bigEndian(2)
    return try ImageInfo(.jpeg, width: segment.bigEndian(2), height: height)
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

/// The checksum of a PNG chunk (PNG, third edition, annex D), computed bit by bit: the chunks written here have a few
/// bytes.
struct CRC32 {
  let value: UInt32

  init(_ bytes: some Sequence<UInt8>) {
    var register: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      register ^= UInt32(byte)
      for _ in 0..<8 {
        register = register & 1 == 0 ? register >> 1 : register >> 1 ^ 0xEDB8_8320
      }
    }
    value = ~register
  }

  /// Big-endian, as in a file.
  var bytes: [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }
}
