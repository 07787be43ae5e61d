import CZlib
import Foundation

/// Checks a whole PNG image (https://www.w3.org/TR/png-3) as its decoders will read it: checksums, the order and the
/// contents of the chunks that pixels depend on, and the pixels themselves. It costs as much as decoding.
struct PNGContents {
  private let header: Header
  private var paletteEntries: Int?
  private var hasTransparency = false
  private var isAnimated = false
  /// The image's own pixels while its chunks come, and the present frame's of an animation.
  private var pixels: PixelStream?
  private var frame: PixelStream?
  private var hasAllPixels = false
  /// The pixels of all frames together: an animation of ten megapixels may have as many frames as its pixels allow.
  private var pixelCount: Int
  private var rowCount: Int

  private struct Header {
    let width: Int
    let height: Int
    let depth: Int
    let colourType: Int
    let isInterlaced: Bool

    var bitsPerPixel: Int { depth * ([0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colourType] ?? 1) }
  }

  private struct Chunk {
    let type: String
    let contents: UnsafeRawBufferPointer
  }

  /// Throws the first defect of an image that `ImageStructure` has walked.
  static func check(_ data: Data) throws(ImageDefect) {
    try data.withUnsafeBytes { bytes in
      Result { () throws(ImageDefect) in try check(bytes) }
    }.get()
  }

  private static func check(_ bytes: UnsafeRawBufferPointer) throws(ImageDefect) {
    var position = 8
    var contents = try PNGContents(next(in: bytes, at: &position))
    while true {
      let chunk = try next(in: bytes, at: &position)
      if chunk.type == "IEND" {
        guard chunk.contents.isEmpty else { throw .unknownContents }
        return try contents.finish()
      }
      try contents.add(chunk)
    }
  }

  /// Bytes of the pixels that the header declares, which `check` uncompresses; 0 where it refuses the header.
  static func pixelBytes(_ data: Data) -> Int {
    data.withUnsafeBytes { bytes in
      var position = 8
      return (try? PNGContents(next(in: bytes, at: &position)))?.pixelBytes ?? 0
    }
  }

  private var pixelBytes: Int { pixelCount * header.bitsPerPixel / 8 }

  /// The chunk at a position: its checksum covers type and contents (5.3).
  private static func next(
    in bytes: UnsafeRawBufferPointer, at position: inout Int
  ) throws(ImageDefect) -> Chunk {
    guard bytes.count - position >= 12 else { throw .cutOff }
    let length = bytes.bigEndian(at: position)
    guard length <= bytes.count - position - 12 else { throw .cutOff }
    let typed = UnsafeRawBufferPointer(rebasing: bytes[position + 4..<position + 8 + length])
    let checksum = bytes.bigEndian(at: position + 8 + length)
    position += 12 + length
    let computed = crc32(0, typed.bindMemory(to: UInt8.self).baseAddress, UInt32(typed.count))
    guard Int(computed) == checksum else { throw .badChecksum }
    return Chunk(
      type: String(decoding: typed.prefix(4), as: UTF8.self),
      contents: UnsafeRawBufferPointer(rebasing: typed.dropFirst(4)))
  }

  /// 11.2.1.
  private init(_ chunk: Chunk) throws(ImageDefect) {
    let bytes = chunk.contents
    guard chunk.type == "IHDR", bytes.count == 13, bytes[10] == 0, bytes[11] == 0, bytes[12] <= 1 else {
      throw .badHeader
    }
    header = Header(
      width: bytes.bigEndian(at: 0), height: bytes.bigEndian(at: 4), depth: Int(bytes[8]),
      colourType: Int(bytes[9]), isInterlaced: bytes[12] == 1)
    let (count, overflow) = header.width.multipliedReportingOverflow(by: header.height)
    guard !overflow, count <= ImageLimits.pixels else { throw .tooManyPixels }
    (pixelCount, rowCount) = (count, header.height)
    try checkWork()
  }

  private func checkWork() throws(ImageDefect) {
    guard pixelBytes <= ImageLimits.pixelBytes else { throw .tooManyPixels }
    guard rowCount <= ImageLimits.rows else { throw .tooManyRows }
  }

  private mutating func add(_ chunk: Chunk) throws(ImageDefect) {
    switch chunk.type {
    case "IDAT":
      guard !hasAllPixels else { throw .badPixels }
      guard header.colourType != 3 || paletteEntries != nil else { throw .badPalette }
      if pixels == nil { pixels = try stream(width: header.width, height: header.height) }
      try pixels?.append(chunk.contents)
      return
    case "PLTE": try setPalette(chunk.contents.count)
    case "tRNS": try setTransparency(chunk.contents.count)
    case "acTL": isAnimated = true
    case "fcTL": try beginFrame(chunk.contents)
    case "fdAT":
      guard let frame, chunk.contents.count >= 4 else { throw .badPixels }
      try frame.append(UnsafeRawBufferPointer(rebasing: chunk.contents.dropFirst(4)))
    case "IHDR": throw .badHeader
    default:
      // Bit 5 of a type's first letter is 0 where a decoder cannot do without the chunk (5.4).
      guard let first = chunk.type.utf8.first, first & 0x20 != 0 else { throw .unknownContents }
    }
    // The chunks of the image's own pixels follow each other (5.6).
    if pixels != nil { hasAllPixels = true }
  }

  /// 11.2.2.
  private mutating func setPalette(_ length: Int) throws(ImageDefect) {
    let entries = length / 3
    guard pixels == nil, paletteEntries == nil, !hasTransparency, length % 3 == 0, entries > 0,
      header.colourType != 0, header.colourType != 4,
      entries <= (header.colourType == 3 ? 1 << header.depth : 256)
    else { throw .badPalette }
    paletteEntries = entries
  }

  /// 11.3.1.1.
  private mutating func setTransparency(_ length: Int) throws(ImageDefect) {
    let isValid =
      switch header.colourType {
      case 0: length == 2
      case 2: length == 6
      case 3: (1...(paletteEntries ?? 1)).contains(length) && paletteEntries != nil
      default: false
      }
    guard isValid, pixels == nil, !hasTransparency else { throw .badPalette }
    hasTransparency = true
  }

  /// 11.3.6.2: sequence number, width, height, offsets, and how the frame is shown. The frame before it is complete.
  private mutating func beginFrame(_ contents: UnsafeRawBufferPointer) throws(ImageDefect) {
    guard isAnimated, contents.count == 26 else { throw .badHeader }
    try frame?.finish()
    let (width, height) = (contents.bigEndian(at: 4), contents.bigEndian(at: 8))
    let (x, y) = (contents.bigEndian(at: 12), contents.bigEndian(at: 16))
    guard width > 0, height > 0, x + width <= header.width, y + height <= header.height else {
      throw .badHeader
    }
    // The first frame may be the image itself.
    guard pixels != nil else { return }
    pixelCount += width * height
    rowCount += height
    guard pixelCount <= ImageLimits.pixels else { throw .tooManyPixels }
    try checkWork()
    frame = try stream(width: width, height: height)
  }

  private func stream(width: Int, height: Int) throws(ImageDefect) -> PixelStream {
    try PixelStream(
      width: width, height: height, bitsPerPixel: header.bitsPerPixel, isInterlaced: header.isInterlaced)
  }

  private func finish() throws(ImageDefect) {
    guard let pixels else { throw .noPixels }
    try pixels.finish()
    try frame?.finish()
  }
}

extension UnsafeRawBufferPointer {
  /// Four bytes as a big-endian number.
  fileprivate func bigEndian(at offset: Int) -> Int {
    Int(UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
  }
}
