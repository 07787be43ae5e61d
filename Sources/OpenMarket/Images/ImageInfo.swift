package import SystemSupport

/// The properties of an image by its own bytes; its name and declared media type are ignored.
package struct ImageInfo: Sendable, Equatable {
  package let format: ImageFormat
  /// In pixels, at least 1.
  package let width: Int
  package let height: Int
  /// Whether it is shown turned by a quarter: a photograph by a telephone held upright (Exif orientations 5 to 8, which
  /// viewers of JPEG follow).
  package internal(set) var isSideways = false
  /// Whether the pixels come in several passes, or under arithmetic coding: a decoder holds all of them, and takes several times as
  /// long.
  var isProgressive = false
  /// Whether the pixels of a PNG come in seven passes: a decoder holds all of them.
  var isInterlaced = false
  /// Passes over the pixels of a JPEG: a decoder makes each of them, however few bytes it has.
  var scans = 0

  /// Throws for more pixels than an image of an item may have.
  @discardableResult
  func checkSize() throws(ImageDefect) -> ImageInfo {
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, count <= ImageLimits.pixels else { throw .tooManyPixels }
    guard !isProgressive || count <= ImageLimits.progressivePixels else { throw .tooManyProgressivePixels }
    guard !isInterlaced || count <= ImageLimits.interlacedPixels else { throw .tooManyInterlacedPixels }
    guard scans <= ImageLimits.scans, scans * count <= ImageLimits.scannedPixels else { throw .tooManyScans }
    return self
  }

  init(_ format: ImageFormat, width: Int, height: Int) throws(ImageDefect) {
    guard width > 0, height > 0 else { throw .noDimensions }
    self.format = format
    self.width = width
    self.height = height
  }
}

/// The image formats that a market accepts.
package enum ImageFormat: String, Sendable, CaseIterable {
  case png
  case jpeg

  /// The media type (RFC 2046).
  package var mediaType: String {
    switch self {
    case .png: "image/png"
    case .jpeg: "image/jpeg"
    }
  }

  /// The usual extension of a file's name.
  package var fileExtension: String {
    switch self {
    case .png: "png"
    case .jpeg: "jpg"
    }
  }

  /// The format whose signature stands at the start of the bytes; nil when it is neither.
  package init?(startingWith bytes: some Collection<UInt8>) {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else {
      return nil
    }
  }
}

/// Why bytes are not a whole image.
package enum ImageDefect: Error, Sendable, Equatable, CaseIterable {
  case unknownFormat
  case badHeader
  case noDimensions
  case noPixels
  case cutOff
  /// More than `ImageLimits.pixels`.
  case tooManyPixels
  /// More than `ImageLimits.progressivePixels`.
  case tooManyProgressivePixels
  /// More than `ImageLimits.interlacedPixels`.
  case tooManyInterlacedPixels
  /// More than `ImageLimits.scans`, or than `ImageLimits.scannedPixels` in all of them.
  case tooManyScans
  /// More than `ImageLimits.rows`.
  case tooManyRows
  /// More chunks or segments than any camera writes.
  case tooManyParts
  /// A PNG chunk has another checksum than it says.
  case badChecksum
  case badPalette
  /// Pixels that cannot be decompressed, or do not fit the dimensions.
  case badPixels
  /// The tables or headers of a JPEG image.
  case badTables
  /// Chunks that the standard does not have, but marks as needed, or data where none belongs.
  case unknownContents

  /// The defect as a clause, to follow a colon.
  package var clause: LocalizedPhrase {
    switch self {
    case .unknownFormat: "it is neither a PNG nor a JPEG image"
    case .badHeader: "its header is not that of a PNG or JPEG image"
    case .noDimensions: "its width or height is missing"
    case .noPixels: "it has no pixels"
    case .cutOff: "it ends too early"
    case .tooManyPixels: "it has more than 100 megapixels"
    case .tooManyProgressivePixels: "it is progressive and has more than 40 megapixels"
    case .tooManyInterlacedPixels: "it is interlaced and has more than 20 megapixels"
    case .tooManyScans: "it has too many scans for its size"
    case .tooManyRows: "it has more than 1,000,000 rows of pixels"
    case .tooManyParts: "it has too many parts"
    case .badChecksum: "a checksum does not match"
    case .badPalette: "its palette is not valid"
    case .badPixels: "its pixels are damaged"
    case .badTables: "its tables are not valid"
    case .unknownContents: "it has contents that no standard describes"
    }
  }
}

package enum ImageLimits {
  /// Most pixels of an image, and of all frames of an animation together.
  package static let pixels = 100_000_000
  /// Most pixels of a progressive JPEG: a smaller copy of one with 99 megapixels takes 2.4 s.
  package static let progressivePixels = 40_000_000
  /// Most pixels of an interlaced PNG, of up to eight bytes each: a decoder takes less than 300 MB for them.
  static let interlacedPixels = 20_000_000
  /// Most scans of a JPEG: encoders write about ten.
  static let scans = 100
  /// Most pixels of all scans of a JPEG together, 25 scans of 40 megapixels: their decoder takes about a second.
  static let scannedPixels = 25 * progressivePixels
  /// Most bytes of the pixels of a PNG, uncompressed: checking them takes about a second for 200 MB.
  package static let pixelBytes = 256 * 1_024 * 1_024
  /// Most rows of pixels of a PNG, those of all frames together: each is a step of its check.
  static let rows = 1_000_000
}
