import CZlib
package import Foundation

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
    var edits: ImageEdits? = ImageEdits()
    info = try ImageInfo(data, &edits)
    self.edits = edits ?? ImageEdits()
  }
}

extension ImageInfo {
  /// Walks the structure of an image in memory; see `init(_:_:)`.
  fileprivate init(_ data: Data, _ edits: inout ImageEdits?) throws(ImageDefect) {
    self = try data.withUnsafeBytes { bytes in
      Result { () throws(ImageDefect) in
        var reader = ImageReader(bytes)
        return try ImageInfo(&reader, &edits)
      }
    }.get()
  }

  /// Walks the structure of an image in memory without decoding a pixel.
  package init(checking data: Data) throws(ImageDefect) {
    var edits: ImageEdits?
    try self.init(data, &edits)
  }

  /// Walks the structure of an image that may be in a file, without decoding a pixel.
  init(checking reader: consuming ImageReader) throws(ImageDefect) {
    var edits: ImageEdits?
    try self.init(&reader, &edits)
  }

  /// - Parameter edits: Receives the metadata to remove; nil to check the image alone.
  private init(_ reader: inout ImageReader, _ edits: inout ImageEdits?) throws(ImageDefect) {
    let start = try reader.prefix(8, of: 0..<reader.count)
    switch ImageFormat(startingWith: start) {
    case .png: self = try ImageStructure.png(&reader, &edits)
    case .jpeg: self = try ImageStructure.jpeg(&reader, &edits)
    case nil: throw .unknownFormat
    }
  }
}

// MARK: PNG

extension ImageStructure {
  /// The most chunks or segments: cameras write some hundreds, and a change for each of millions takes seconds.
  private static let partLimit = 65_536

  private static func count(_ parts: inout Int) throws(ImageDefect) {
    parts += 1
    guard parts <= partLimit else { throw .tooManyParts }
  }

  private static let header = PNGChunks.type("IHDR")
  private static let pixels = PNGChunks.type("IDAT")
  private static let end = PNGChunks.type("IEND")
  private static let exif = PNGChunks.type("eXIf")

  /// Bits per sample by colour type (PNG, third edition, 11.2.1).
  private static let depths = [
    0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
  ]

  /// PNG, third edition (https://www.w3.org/TR/png-3): the signature, IHDR first, then chunks up to IEND, with
  /// at least one IDAT.
  fileprivate static func png(_ reader: inout ImageReader, _ edits: inout ImageEdits?) throws(ImageDefect)
    -> ImageInfo
  {
    try reader.skip(8)
    let (info, colourType) = try pngHeader(&reader)
    var chunks = PNGChunks(colourType: colourType)
    var parts = 0
    var orientation: ImageOrientation?
    var hasPixels = false
    // Exif is best read before the pixels.
    let place = reader.position
    while true {
      try Self.count(&parts)
      let start = reader.position
      let length = try reader.bigEndian(4)
      let type = try reader.bigEndian(4)
      let contents = reader.position..<reader.position + length
      try reader.skip(length + 4)
      if type == end { break }
      if type == pixels { hasPixels = true }
      if type == exif, orientation == nil { orientation = try ImageOrientation(exif: contents, in: &reader) }
      // Bit 5 of a type's first letter is 0 where a decoder cannot do without the chunk (5.4).
      let isCritical = type & 0x2000_0000 == 0
      if !isCritical, !chunks.keeps(type, length: length, isBeforePixels: !hasPixels) {
        edits?.remove(start..<reader.position)
      }
    }
    guard hasPixels else { throw .noPixels }
    if let orientation, orientation != .upright {
      edits?.insert(PNGChunks.chunk("eXIf", orientation.exif), at: place)
    }
    edits?.remove(reader.position..<reader.count)
    return info
  }

  private static func pngHeader(
    _ reader: inout ImageReader
  ) throws(ImageDefect) -> (info: ImageInfo, colourType: Int) {
    guard try reader.bigEndian(4) == 13, try reader.bigEndian(4) == header else { throw .badHeader }
    var info = try ImageInfo(.png, width: reader.bigEndian(4), height: reader.bigEndian(4))
    guard info.width <= 0x7FFF_FFFF, info.height <= 0x7FFF_FFFF else { throw .badHeader }
    let depth = try reader.bigEndian(1)
    let colourType = try reader.bigEndian(1)
    guard depths[colourType]?.contains(depth) == true else { throw .badHeader }
    // Methods of compression and filtering, and that of interlacing.
    info.isInterlaced = try reader.bigEndian(3) & 0xFF != 0
    try reader.skip(4)
    return (info, colourType)
  }
}

// MARK: JPEG

extension ImageStructure {
  /// JPEG (ITU-T T.81, annex B): SOI, marker segments with one frame header, scans, EOI. Segments may stand between scans
  /// too, so the whole file is walked.
  fileprivate static func jpeg(_ reader: inout ImageReader, _ edits: inout ImageEdits?) throws(ImageDefect)
    -> ImageInfo
  {
    var info: ImageInfo?
    var components = 0
    var segments = JPEGSegments()
    var parts = 0
    var orientation: ImageOrientation?
    var hasPixels = false
    try reader.skip(2)
    var place = reader.position
    var isAtStart = true
    while true {
      try Self.count(&parts)
      let start = reader.position
      let marker = try reader.marker()
      switch marker {
      case 0xD9:
        guard var info else { throw .noDimensions }
        guard hasPixels else { throw .noPixels }
        info.isSideways = orientation.map { $0.value >= 5 } ?? false
        if let orientation, orientation != .upright {
          edits?.insert(exifSegment(orientation), at: place)
        }
        edits?.remove(reader.position..<reader.count)
        return info
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
        info = try frame(segment, in: &reader)
        info?.isProgressive = marker > 0xC1
        components = try reader.bigEndian(1, at: segment.lowerBound + 5)
      case 0xDA:
        guard info != nil else { throw .badHeader }
        info?.scans += 1
        // A scan of a sequential image that does not have all components is not the only one.
        if try reader.bigEndian(1, at: segment.lowerBound) < components { info?.isProgressive = true }
        try reader.skipToMarker()
        hasPixels = true
      default: break
      }
      switch try segments.kind(marker, segment, in: &reader) {
      case .visible:
        isAtStart = false
      case .jfif:
        edits?.replace(start..<reader.position, with: try jfifSegment(segment, in: &reader))
        // JFIF has to be the first, Exif comes next.
        if isAtStart { place = reader.position }
        isAtStart = false
      case .exif:
        let block = min(segment.lowerBound + 6, segment.upperBound)..<segment.upperBound
        if orientation == nil { orientation = try ImageOrientation(exif: block, in: &reader) }
        edits?.remove(start..<reader.position)
      case .adobe:
        if segment.count > 12 {
          edits?.replace(
            start..<reader.position, with: Self.segment(0xEE, try reader.prefix(12, of: segment)))
        }
        isAtStart = false
      case .other:
        edits?.remove(start..<reader.position)
      }
    }
  }

  /// A frame header: sample precision, height, width (B.2.2).
  private static func frame(_ segment: Range<Int>, in reader: inout ImageReader) throws(ImageDefect)
    -> ImageInfo
  {
    guard segment.count >= 5 else { throw .cutOff }
    let height = try reader.bigEndian(2, at: segment.lowerBound + 1)
    return try ImageInfo(.jpeg, width: reader.bigEndian(2, at: segment.lowerBound + 3), height: height)
  }

  /// Version and density (ITU-T T.871, 10.1) without the thumbnail, which may show what was cut from the image.
  private static func jfifSegment(_ contents: Range<Int>, in reader: inout ImageReader) throws(ImageDefect)
    -> [UInt8]
  {
    segment(0xE0, try reader.prefix(12, of: contents) + [0, 0])
  }

  private static func exifSegment(_ orientation: ImageOrientation) -> [UInt8] {
    segment(0xE1, "Exif\0\0".utf8 + orientation.exif)
  }

  private static func segment(_ marker: UInt8, _ contents: some Collection<UInt8>) -> [UInt8] {
    [0xFF, marker, 0, UInt8(contents.count + 2)] + contents
  }
}

/// The checksum of a PNG chunk (PNG, third edition, annex D).
struct CRC32 {
  let value: UInt32

  init(_ bytes: some Collection<UInt8>) {
    value = UInt32(crc32(0, Array(bytes), UInt32(bytes.count)))
  }

  /// As in a file.
  var bytes: [UInt8] { value.bigEndianBytes }
}

extension UInt32 {
  /// The four bytes of a number in a PNG image.
  var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}

/// Changes to an image's bytes, in the order of the bytes. Positions count from the first byte of the original image.
struct ImageEdits {
  private struct Edit {
    var range: Range<Int>
    var replacement: [UInt8]
  }

  private var edits: [Edit] = []

  /// Removes bytes after those of every earlier change.
  mutating func remove(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    // An image may have millions of segments to remove; adjacent ones are merged.
    if let last = edits.last, last.replacement.isEmpty, last.range.upperBound == range.lowerBound {
      edits[edits.count - 1].range = last.range.lowerBound..<range.upperBound
    } else {
      edits.append(Edit(range: range, replacement: []))
    }
  }

  /// Replaces a range after those of every earlier change.
  mutating func replace(_ range: Range<Int>, with bytes: [UInt8]) {
    edits.append(Edit(range: range, replacement: bytes))
  }

  /// Inserts bytes at a position that is not inside a removed range; at the start of one they replace it.
  mutating func insert(_ bytes: [UInt8], at position: Int) {
    let index = edits.firstIndex { $0.range.lowerBound >= position } ?? edits.endIndex
    if index < edits.endIndex, edits[index].range.lowerBound == position, edits[index].replacement.isEmpty {
      edits[index].replacement = bytes
    } else {
      edits.insert(Edit(range: position..<position, replacement: bytes), at: index)
    }
  }

  /// The changed bytes; the original, not a copy, when no change makes a difference.
  func applied(to data: Data) -> Data {
    data.withUnsafeBytes { bytes in
      let effective = edits.filter { !bytes[$0.range].elementsEqual($0.replacement) }
      guard !effective.isEmpty else { return data }
      var result = Data(capacity: data.count)
      var copied = 0
      for edit in effective {
        result.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[copied..<edit.range.lowerBound]))
        result.append(contentsOf: edit.replacement)
        copied = edit.range.upperBound
      }
      result.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[copied...]))
      return result
    }
  }
}
