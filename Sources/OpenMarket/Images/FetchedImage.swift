package import Foundation
package import HTTP

/// An image of an item as it came from the market: whole, of a known kind, and no larger than an image may be.
package struct FetchedImage: Sendable, Equatable {
  package let bytes: Data
  package let info: ImageInfo

  /// Refuses what is not a whole PNG or JPEG, and what is too large.
  package init(_ bytes: Data) throws(ImageFetchError) {
    guard bytes.count <= ItemLimits.imageBytes else { throw .tooLarge }
    do {
      info = try ImageInfo(checking: bytes)
    } catch {
      throw .notAnImage(error)
    }
    self.bytes = bytes
  }
}

/// Why an image is not to be had.
package enum ImageFetchError: Error, Sendable, Equatable {
  /// Its address is not one that this market's images can have.
  case unsupportedAddress
  case noResponse(SessionError)
  /// The answer has this status in place of 200.
  case status(Int)
  case tooLarge
  case notAnImage(ImageDefect)

  /// Whether the same image, asked for again later, may well come.
  package var isTemporary: Bool {
    switch self {
    case .noResponse(let error): error.isTemporary
    case .status(let status): status == 429 || status >= 500
    case .unsupportedAddress, .tooLarge, .notAnImage: false
    }
  }
}
