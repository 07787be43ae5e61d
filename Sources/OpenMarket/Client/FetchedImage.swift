package import Foundation
package import HTTP
import SystemSupport

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
package enum ImageFetchError: CausedError, Sendable, Equatable {
  /// The images of this market cannot be at that URL.
  case unsupportedAddress
  /// The session returned no response.
  case noResponse(SessionError)
  /// The session threw another error, such as a `StoreError` of the embedded market.
  case sessionFailed(UnderlyingError)
  /// The response has this status instead of 200.
  case status(Int)
  case tooLarge
  case notAnImage(ImageDefect)
  /// The task was cancelled.
  case cancelled

  /// Whether the same image may be available later.
  package var isTemporary: Bool {
    switch self {
    case .noResponse(let error): error.isTemporary
    case .sessionFailed(let underlying): underlying.error as? StoreError == .busy
    case .status(let status): status == 429 || status >= 500
    case .unsupportedAddress, .tooLarge, .notAnImage, .cancelled: false
    }
  }

  /// The error that caused this one, if another module reported it.
  package var cause: (any Error)? {
    switch self {
    case .noResponse(let error): error
    case .sessionFailed(let underlying): underlying.error
    case .unsupportedAddress, .status, .tooLarge, .notAnImage, .cancelled: nil
    }
  }
}
