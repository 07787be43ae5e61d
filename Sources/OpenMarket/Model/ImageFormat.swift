/// The kinds of picture that a market takes.
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

  /// The usual ending of a file's name.
  package var fileExtension: String {
    switch self {
    case .png: "png"
    case .jpeg: "jpg"
    }
  }
}
