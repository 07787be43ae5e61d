/// Why bytes are not a whole image.
package enum ImageDefect: Error, Sendable, Equatable {
  case unknownFormat
  case badHeader
  case noDimensions
  case noPixels
  case cutOff

  package var description: String {
    switch self {
    case .unknownFormat: "it is neither a PNG nor a JPEG image"
    case .badHeader: "its header is not that of a PNG or JPEG image"
    case .noDimensions: "its width or height is missing"
    case .noPixels: "it has no pixels"
    case .cutOff: "it ends too early"
    }
  }
}
