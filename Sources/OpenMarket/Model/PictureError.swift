package import HTTP

/// Why a picture is not to be had.
package enum PictureError: Error, Sendable, Equatable {
  /// Its address is not one that this market's pictures can have.
  case unsupportedAddress
  case noResponse(SessionError)
  /// The answer has this status in place of 200.
  case status(Int)
  case tooLarge
  case notAPicture(ImageDefect)

  /// Whether the same picture, asked for again later, may well come.
  package var isTemporary: Bool {
    switch self {
    case .noResponse(let error): error.isTemporary
    case .status(let status): status == 429 || status >= 500
    case .unsupportedAddress, .tooLarge, .notAPicture: false
    }
  }
}
