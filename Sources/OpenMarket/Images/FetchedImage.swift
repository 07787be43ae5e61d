package import Foundation
package import HTTP

/// An image fetched from a market: whole, of a known format, and within the size limit.
package struct FetchedImage: Sendable, Equatable {
  package let bytes: Data
  package let info: ImageInfo

  /// Throws for what is not a whole PNG or JPEG, and for what is too large.
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

/// Why an image cannot be fetched.
package enum ImageFetchError: Error, Sendable, Equatable {
  /// The URL is not one that this market's images can have.
  case unsupportedAddress
  case noResponse(SessionError)
  /// The response has this status instead of 200.
  case status(Int)
  case tooLarge
  case notAnImage(ImageDefect)

  /// Whether a retry may succeed.
  package var isTemporary: Bool {
    switch self {
    case .noResponse(let error): error.isTemporary
    case .status(let status): status == 429 || status >= 500
    case .unsupportedAddress, .tooLarge, .notAnImage: false
    }
  }
}
