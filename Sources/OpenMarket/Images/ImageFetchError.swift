package import HTTP

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
