import Foundation
import SystemSupport

/// An image as a market stores it: without metadata, which would reveal where a thing for sale is.
struct StrippedImage: Sendable {
  /// The file name that a client has sent (`ItemImage.storedName`); nil for none.
  let name: String?
  let info: ImageInfo
  /// The very bytes given where there was nothing to remove.
  let bytes: Data
  /// The SHA-256 of the bytes as they were sent, in hexadecimal, and where metadata was removed that of the stored ones
  /// behind a space: by it a client finds out that an image is one it has.
  let digest: String

  /// Throws what is wrong with bytes that are not a whole PNG or JPEG.
  init(_ data: Data, name: String? = nil) throws(ImageDefect) {
    self.name = name
    let structure = try ImageStructure(data)
    info = structure.info
    bytes = structure.edits.applied(to: data)
    let sent = SHA256.hexadecimal(data)
    digest = bytes == data ? sent : sent + " " + SHA256.hexadecimal(bytes)
  }
}

extension StrippedImage {
  /// Checks what decoders will read, which costs as much as decoding.
  fileprivate func checkContents() throws(ImageDefect) {
    try info.checkSize()
    switch info.format {
    case .png: try PNGContents.check(bytes)
    case .jpeg: try JPEGContents.check(bytes)
    }
  }
}

extension ItemImage {
  /// About how many seconds `stripped` takes. Equal pixels are uncompressed at this rate, those of photographs at a third of it.
  var checkSeconds: Double {
    guard case .bytes(let data) = content else { return 0 }
    return Double(PNGContents.pixelBytes(data)) / 800e6 + Double(data.count) / 100e6
  }

  /// The image as it is stored, checked in full. Throws a `ValidationError` for what is too large, or not a whole PNG or
  /// JPEG image that decoders read alike.
  func stripped() throws(ValidationError) -> StrippedImage {
    let bytes = try bytes()
    return try checked { () throws(ImageDefect) in
      let image = try StrippedImage(bytes, name: storedName)
      try image.checkContents()
      return image
    }
  }
}
