package import Foundation

/// What an image's own bytes say of it; its name and declared media type are ignored.
package struct ImageInfo: Sendable, Equatable {
  package let format: ImageFormat
  /// In pixels, at least 1.
  package let width: Int
  package let height: Int
  /// Whether it is shown turned by a quarter: a photograph by a telephone held upright (Exif orientations 5 to 8, which
  /// viewers of JPEG follow).
  package internal(set) var isSideways = false

  /// Walks the image's structure from header to end marker without decoding a pixel.
  package init(checking data: Data) throws(ImageDefect) {
    self = try ImageStructure(data).info
  }

  init(_ format: ImageFormat, width: Int, height: Int) throws(ImageDefect) {
    guard width > 0, height > 0 else { throw .noDimensions }
    self.format = format
    self.width = width
    self.height = height
  }
}
