import Foundation

/// An image as a market stores it: without metadata, which would reveal where a thing for sale is.
struct StrippedImage: Sendable {
  let info: ImageInfo
  /// The very bytes given where there was nothing to remove.
  let bytes: Data

  /// Throws what is wrong with bytes that are not a whole PNG or JPEG.
  init(_ data: Data) throws(ImageDefect) {
    let structure = try ImageStructure(data)
    info = structure.info
    bytes = structure.edits.applied(to: data)
  }
}

extension ItemImage {
  /// The image as it is stored. Throws a `ValidationError` for what is not a whole PNG or JPEG, or too large.
  func stripped() throws(ValidationError) -> StrippedImage {
    try checked { bytes throws(ImageDefect) in try StrippedImage(bytes) }
  }
}
