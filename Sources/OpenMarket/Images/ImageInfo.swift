package import Foundation

/// What an image's own bytes say of it. Its name and the sender's word for its type are not asked.
package struct ImageInfo: Sendable, Equatable {
  package let format: ImageFormat
  /// In pixels, at least 1.
  package let width: Int
  package let height: Int
  /// Whether it is to be looked at turned by a quarter: a photograph by a telephone held upright (Exif orientations 5 to
  /// 8, which viewers of JPEG follow).
  package private(set) var isSideways = false

  /// Walks the image's structure from header to end marker without decoding a pixel. Bytes after the end marker
  /// are let be: cameras write trailers there.
  package init(checking data: Data) throws(ImageDefect) {
    self = try data.withUnsafeBytes { bytes in
      Result { () throws(ImageDefect) in try Self.check(ImageReader(bytes)) }
    }.get()
  }

  private static func check(_ bytes: ImageReader) throws(ImageDefect) -> ImageInfo {
    var reader = bytes
    switch ImageFormat(startingWith: bytes.rest) {
    case .png: return try png(&reader)
    case .jpeg: return try jpeg(&reader)
    case nil: throw .unknownFormat
    }
  }

  private init(_ format: ImageFormat, width: Int, height: Int) throws(ImageDefect) {
    guard width > 0, height > 0 else { throw .noDimensions }
    self.format = format
    self.width = width
    self.height = height
  }

  /// PNG, third edition (https://www.w3.org/TR/png-3): the signature, IHDR first, then chunks up to IEND, with
  /// at least one IDAT.
  private static func png(_ reader: inout ImageReader) throws(ImageDefect) -> ImageInfo {
    try reader.skip(8)
    guard try reader.bigEndian(4) == 13, try reader.bigEndian(4) == 0x4948_4452 else { throw .badHeader }
    let info = try ImageInfo(.png, width: reader.bigEndian(4), height: reader.bigEndian(4))
    guard info.width <= 0x7FFF_FFFF, info.height <= 0x7FFF_FFFF else { throw .badHeader }
    let depth = try reader.bigEndian(1)
    let allowedDepths = [0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16]]
    guard try allowedDepths[reader.bigEndian(1)]?.contains(depth) == true else { throw .badHeader }
    try reader.skip(3 + 4)
    var hasPixels = false
    while true {
      let length = try reader.bigEndian(4)
      let type = try reader.bigEndian(4)
      try reader.skip(length + 4)
      if type == 0x4944_4154 { hasPixels = true }
      if type == 0x4945_4E44 { break }
    }
    guard hasPixels else { throw .noPixels }
    return info
  }

  /// JPEG (ITU-T T.81, annex B): SOI, marker segments with one frame header, scans, EOI.
  private static func jpeg(_ reader: inout ImageReader) throws(ImageDefect) -> ImageInfo {
    try reader.skip(2)
    var info: ImageInfo?
    var orientation: ImageOrientation?
    var hasPixels = false
    while true {
      switch try reader.marker() {
      case 0xD9:
        guard var info else { throw .noDimensions }
        guard hasPixels else { throw .noPixels }
        info.isSideways = orientation.map { $0.value >= 5 } ?? false
        return info
      case 0x01, 0xD0...0xD7:
        continue
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        // What decodes the image may take the other's size.
        guard info == nil else { throw .badHeader }
        var frame = try reader.segment()
        try frame.skip(1)
        let height = try frame.bigEndian(2)
        info = try ImageInfo(.jpeg, width: frame.bigEndian(2), height: height)
      case 0xDA:
        guard info != nil else { throw .badHeader }
        _ = try reader.segment()
        try reader.skipToMarker()
        hasPixels = true
      case 0x00, 0xD8:
        throw .badHeader
      case 0xE1 where orientation == nil:
        let contents = try reader.segment().rest
        if contents.starts(with: "Exif\0".utf8) {
          orientation = ImageOrientation(exif: contents.dropFirst(6))
        }
      default:
        _ = try reader.segment()
      }
    }
  }
}
